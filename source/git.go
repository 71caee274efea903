package source

import (
	"archive/tar"
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
)

// openGit reads what stands at a path in a revision of the repository that the
// command runs in: "REF:PATH". A REF of the form "A...B" is where the histories of A
// and B part, their merge base. The kind of results is known by content.
func openGit(ctx context.Context, at string, o openOptions) (data.Dataset, error) {
	ref, inside, ok := strings.Cut(at, ":")
	if !ok || ref == "" {
		return data.Dataset{}, errors.New("want git:REF:PATH, such as git:main:results; an empty PATH is the whole tree")
	}
	commit, err := commitOf(ctx, ref)
	if err != nil {
		return data.Dataset{}, err
	}
	dir, err := os.MkdirTemp("", "jouleboard-git-")
	if err != nil {
		return data.Dataset{}, err
	}
	defer os.RemoveAll(dir)
	place, err := checkOut(ctx, commit, path.Clean("/" + inside)[1:], dir)
	if err != nil {
		return data.Dataset{}, err
	}
	ds, err := openExtracted(ctx, place, o)
	if err != nil {
		// what stands in the temporary directory has another name for the user
		return ds, errors.New(strings.ReplaceAll(err.Error(), place, inside))
	}
	for i := range ds.Sources {
		ds.Sources[i].Revision = "git " + commit
	}
	return ds, nil
}

// openExtracted opens files by their content. Raw results, which are read together
// elsewhere, stand alone here.
func openExtracted(ctx context.Context, place string, o openOptions) (data.Dataset, error) {
	k, err := detect(place)
	if err != nil {
		return data.Dataset{}, err
	}
	if k.joint {
		corpus, err := raw.Open(ctx, []string{place}, raw.Options{StableOnly: !o.unstable})
		if err != nil {
			return data.Dataset{}, err
		}
		return corpus.Dataset, nil
	}
	return k.open(ctx, place, o)
}

// commitOf is the commit that a revision names.
func commitOf(ctx context.Context, ref string) (string, error) {
	if one, other, ok := strings.Cut(ref, "..."); ok {
		return mergeBase(ctx, one, other)
	}
	commit, err := git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return "", errors.Join(fmt.Errorf("no revision %q here%s", ref, fetchHint(ctx)), unlessExit(err))
	}
	return strings.TrimSpace(string(commit)), nil
}

func mergeBase(ctx context.Context, one, other string) (string, error) {
	a, errA := commitOf(ctx, one)
	b, errB := commitOf(ctx, other)
	if err := errors.Join(errA, errB); err != nil {
		return "", err
	}
	base, err := git(ctx, "merge-base", a, b)
	if err != nil {
		return "", errors.Join(fmt.Errorf("%s and %s have no common ancestor here%s", one, other, fetchHint(ctx)), unlessExit(err))
	}
	return strings.TrimSpace(string(base)), nil
}

// fetchHint says what to do about history that is not there.
func fetchHint(ctx context.Context) string {
	if shallow, err := git(ctx, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(string(shallow)) == "true" {
		return ", and this clone is shallow: fetch the rest with git fetch --unshallow (in a workflow, give actions/checkout fetch-depth: 0)"
	}
	return ": give a branch, tag or commit of this repository, and fetch it first if it is another's"
}

// unlessExit is nil for a command that ran and said no.
func unlessExit(err error) error {
	if errors.As(err, new(*exec.ExitError)) {
		return nil
	}
	return err
}

// checkOut writes what stands at a path of a commit below dir and tells where.
func checkOut(ctx context.Context, commit, inside, dir string) (string, error) {
	object := commit + ":" + inside
	kind, err := git(ctx, "cat-file", "-t", object)
	if err != nil {
		return "", errors.Join(fmt.Errorf("there is no %q in commit %.12s; paths begin at the top of the repository", inside, commit), unlessExit(err))
	}
	if strings.TrimSpace(string(kind)) == "blob" {
		content, err := git(ctx, "cat-file", "blob", object)
		if err != nil {
			return "", err
		}
		place := filepath.Join(dir, path.Base(inside))
		return place, os.WriteFile(place, content, 0o600)
	}
	return dir, extract(ctx, object, dir)
}

// extract writes the regular files of a tree. Links are left out: where they lead
// is not part of the revision.
func extract(ctx context.Context, tree, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	// below the top, archive would look for the tree's part of that name
	repository, err := git(ctx, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	command := gitCommand(ctx, "--git-dir="+strings.TrimSpace(string(repository)), "archive", "--format=tar", tree)
	out, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	if err := untar(root, out); err != nil {
		stop()
		command.Wait()
		return err
	}
	return command.Wait()
}

func untar(root *os.Root, r io.Reader) error {
	files := tar.NewReader(r)
	for {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if err := writeFile(root, h.Name, files); err != nil {
			return err
		}
	}
}

func writeFile(root *os.Root, name string, content io.Reader) error {
	if err := root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := root.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Close())
}

// git is what a git command prints.
func git(ctx context.Context, args ...string) ([]byte, error) {
	return gitCommand(ctx, args...).Output()
}

// gitCommand looks for the whole repository, wherever in it the command runs, and
// fetches nothing.
func gitCommand(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "git", args...)
	command.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0")
	command.Stderr = new(bytes.Buffer)
	return command
}
