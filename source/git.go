package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/undo"
)

// openGit reads what stands at a path in a revision of the repository that the
// command runs in: "REF:PATH". A REF of the form "A...B" is where the histories of A
// and B part, their merge base. The kind of results is known by content.
func openGit(ctx context.Context, s Source, o Options) (data.Dataset, error) {
	ref, inside, ok := strings.Cut(s.at, ":")
	if !ok || ref == "" {
		return data.Dataset{}, errors.New("expected git:REF:PATH, such as git:main:results; an empty PATH is the whole tree")
	}
	commit, err := commitOf(ctx, ref)
	if err != nil {
		return data.Dataset{}, err
	}
	dir, err := os.MkdirTemp("", "jouleboard-git-")
	if err != nil {
		return data.Dataset{}, err
	}
	defer undo.Later(func() { os.RemoveAll(dir) })()
	defer os.RemoveAll(dir)
	if s.at, err = checkOut(ctx, commit, path.Clean("/" + inside)[1:], dir); err != nil {
		return data.Dataset{}, err
	}
	ds, err := s.openExtracted(ctx, o)
	if err != nil {
		// what stands in the temporary directory has another name for the user
		return ds, errors.New(strings.ReplaceAll(err.Error(), s.at, inside))
	}
	for i := range ds.Sources {
		ds.Sources[i].Revision = "git " + commit
	}
	return ds, nil
}

// openExtracted opens files by their content. Raw results, which are read together
// elsewhere, stand alone here.
func (s Source) openExtracted(ctx context.Context, o Options) (data.Dataset, error) {
	k, err := detect(s.at)
	if err != nil {
		return data.Dataset{}, err
	}
	if k.joint {
		corpus, err := raw.Open(ctx, []string{s.at}, raw.Options{StableOnly: !o.Unstable})
		if err != nil {
			return data.Dataset{}, err
		}
		return corpus.Dataset, nil
	}
	return k.open(ctx, s, o)
}

// commitOf is the commit that a revision names.
func commitOf(ctx context.Context, ref string) (string, error) {
	if one, other, ok := strings.Cut(ref, "..."); ok {
		return mergeBase(ctx, one, other)
	}
	commit, err := git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return "", errors.Join(fmt.Errorf("no revision %q in this repository%s", ref, fetchHint(ctx)), unlessExit(err))
	}
	return commit, nil
}

func mergeBase(ctx context.Context, one, other string) (string, error) {
	a, errA := commitOf(ctx, one)
	b, errB := commitOf(ctx, other)
	if err := errors.Join(errA, errB); err != nil {
		return "", err
	}
	base, err := git(ctx, "merge-base", a, b)
	if err != nil {
		return "", errors.Join(fmt.Errorf("%s and %s have no common ancestor in this repository%s", one, other, fetchHint(ctx)), unlessExit(err))
	}
	return base, nil
}

// fetchHint says what to do about history that is not there.
func fetchHint(ctx context.Context) string {
	if shallow, err := git(ctx, "rev-parse", "--is-shallow-repository"); err == nil && shallow == "true" {
		return ", and this clone is shallow: run git fetch --unshallow (in a workflow, set fetch-depth: 0 of actions/checkout)"
	}
	return ": use a branch, tag or commit; fetch it first if it is in another repository"
}

// unlessExit is nil for a command that ran and said no.
func unlessExit(err error) error {
	if errors.As(err, new(*exec.ExitError)) {
		return nil
	}
	return err
}

// AbsentError means that a path does not exist in a revision.
type AbsentError struct{ Path, Commit string }

func (e *AbsentError) Error() string {
	return fmt.Sprintf("%q does not exist in commit %.12s; paths are relative to the top of the repository", e.Path, e.Commit)
}

// checkOut writes what stands at a path of a commit, "" for all, to the same path below dir, and tells where.
func checkOut(ctx context.Context, commit, inside, dir string) (string, error) {
	files, err := blobsOf(ctx, commit, inside)
	switch {
	case err != nil:
		return "", err
	case len(files) == 0 && inside != "":
		return "", &AbsentError{inside, commit}
	case len(files) == 1 && files[0].link && files[0].name == inside: // which would be followed out of the revision
		return "", fmt.Errorf("%q is a symbolic link in commit %.12s; name what it leads to", inside, commit)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	return filepath.Join(dir, filepath.FromSlash(inside)), writeBlobs(ctx, root, files)
}

// blob is a file of a revision by its content's id, or a symbolic link, whose content is where it leads.
type blob struct {
	id, name string
	link     bool
}

// blobsOf are the files and links at a path of a commit, without submodules. A link that leads out of it is refused by the
// reader, as it is in a working tree.
func blobsOf(ctx context.Context, commit, inside string) (files []blob, err error) {
	listed, err := git(ctx, lists.NonZero([]string{"ls-tree", "-r", "-z", "--full-tree", "--", commit, inside})...)
	if err != nil {
		return nil, err
	}
	for entry := range strings.SplitSeq(listed, "\x00") {
		about, name, _ := strings.Cut(entry, "\t") // mode, type, id
		if parts := strings.Fields(about); len(parts) == 3 && parts[1] == "blob" {
			files = append(files, blob{parts[2], name, parts[0] == "120000"})
		}
	}
	return files, nil
}

// writeBlobs writes contents as they are stored: neither attributes in the revision nor
// filters of this repository change them, as they would with git archive.
func writeBlobs(ctx context.Context, root *os.Root, files []blob) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	command := gitCommand(ctx, "cat-file", "--batch")
	var ids strings.Builder
	for _, f := range files {
		ids.WriteString(f.id + "\n")
	}
	command.Stdin = strings.NewReader(ids.String())
	out, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	contents := bufio.NewReaderSize(out, 1<<16)
	for _, f := range files {
		if err := f.write(root, contents); err != nil {
			stop()
			_ = command.Wait() // it was stopped for the other error
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return command.Wait()
}

// write copies what cat-file says of the blob: a line with id, type and size, the
// content, and the end of a line.
func (b blob) write(root *os.Root, from *bufio.Reader) error {
	about, err := from.ReadString('\n')
	if err != nil {
		return err
	}
	var id, kind string
	var size int64
	if _, err := fmt.Sscanf(about, "%s %s %d\n", &id, &kind, &size); err != nil || kind != "blob" {
		return errors.New("its content is not in this clone: clone without --filter, or run git fetch --refetch --no-filter")
	}
	if err := root.MkdirAll(path.Dir(b.name), 0o700); err != nil {
		return err
	}
	if b.link {
		to, err := io.ReadAll(io.LimitReader(from, size))
		if err == nil && root.Symlink(string(to), b.name) != nil {
			err = root.WriteFile(b.name, to, 0o600) // as git does where a system has no links
		}
		return errors.Join(err, discard(from, 1))
	}
	f, err := root.Create(b.name)
	if err != nil {
		return err
	}
	_, err = io.CopyN(f, from, size)
	return errors.Join(err, f.Close(), discard(from, 1))
}

func discard(from *bufio.Reader, n int) error {
	_, err := from.Discard(n)
	return err
}

// git is what a git command prints.
func git(ctx context.Context, args ...string) (string, error) {
	out, err := gitCommand(ctx, args...).Output()
	return strings.TrimSpace(string(out)), err
}

// gitCommand looks for the whole repository, wherever in it the command runs, and
// fetches nothing.
func gitCommand(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "git", args...)
	command.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_LITERAL_PATHSPECS=1")
	command.Stderr = new(bytes.Buffer)
	return command
}
