package command

import (
	"bufio"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/pflag"
)

// starter is the repository that init writes. A name that would mean something to this repository's own tools stands
// without its dot: starterNames has the right one.
//
//go:embed all:starter
var starter embed.FS

var starterNames = strings.NewReplacer("gitignore", ".gitignore", "github/", ".github/workflows/")

func (c *console) init(_ context.Context, i identity) error {
	dir := c.cmd.Flags().Arg(0)
	if isTerminal(os.Stdin) && isTerminal(c.stderr) {
		i.ask(c.cmd.Flags(), os.Stdin, c.stderr)
	}
	settings, err := i.settings()
	if err != nil {
		return err
	}
	words := strings.NewReplacer("JOULEBOARD_REF", revision(), "SITE_SETTINGS\n", settings, "SITE_NAME", i.Name)
	files := map[string][]byte{}
	err = fs.WalkDir(starter, "starter", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := starter.ReadFile(path)
		name := starterNames.Replace(strings.TrimPrefix(path, "starter/"))
		files[filepath.Join(dir, filepath.FromSlash(name))] = []byte(words.Replace(string(content)))
		return err
	})
	if err != nil {
		return err
	}
	if err := filetree.Inside(dir); err != nil {
		return err
	}
	if err := absent(files); err != nil {
		return err
	}
	for path, content := range files {
		if err := writeNew(path, content); err != nil {
			return err
		}
	}
	c.note("%s: %s; next: cd %s && jouleboard build --content content", dir, units.Counted(len(files), "file"), dir)
	return nil
}

// absent names every file that is in the way.
func absent(files map[string][]byte) error {
	there := lists.Filter(slices.Sorted(maps.Keys(files)), func(path string) bool { _, err := os.Lstat(path); return err == nil })
	if len(there) == 0 {
		return nil
	}
	return fmt.Errorf("%s would be overwritten; give a new directory", strings.Join(there, ", "))
}

func writeNew(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// identity is who publishes a site.
type identity struct {
	Name     string `flag:"name" help:"{NAME} of the site"`
	Repo     string `flag:"repo" help:"GitHub repository {ORG/NAME} of the site, where readers report problems"`
	DataName string `flag:"data-name" help:"{NAME} of the data (default: the name of the site)"`
	License  string `flag:"license" help:"license of the data, an {SPDX} identifier such as CC-BY-4.0"`
	BaseURL  string `flag:"base-url" help:"{URL} of the published site"`
	Cite     string `flag:"cite" help:"BibTeX {FILE} with the citation of the data" files:"bib"`
}

// ask reads from the terminal what no flag says; an empty line leaves the default.
func (i *identity) ask(flags *pflag.FlagSet, in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	for _, name := range []string{"name", "repo", "data-name", "license", "base-url", "cite"} {
		f := flags.Lookup(name)
		if f.Changed {
			continue
		}
		_, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(out, "%s [%s]: ", usage, f.DefValue)
		if !lines.Scan() {
			return
		}
		if answer := strings.TrimSpace(lines.Text()); answer != "" {
			_ = f.Value.Set(answer) // text takes any
		}
	}
}

var repoForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+$`)

const largestCitation = 64 << 10 // bytes

// settings are the first lines of site.yaml.
func (i *identity) settings() (string, error) {
	base, err := parseBaseURL(i.BaseURL)
	switch {
	case err != nil:
		return "", usagef("--base-url %q: %w", i.BaseURL, err)
	case strings.HasPrefix(base, "http:"):
		return "", usagef("--base-url %q: use an https URL, such as https://example.org/energy/", i.BaseURL)
	case i.Repo != "" && !repoForm.MatchString(i.Repo):
		return "", usagef("--repo %q: use ORG/NAME, such as lab/energy", i.Repo)
	case strings.TrimSpace(i.Name) == "" || strings.ContainsAny(i.Name, "\n\r"):
		return "", usagef("--name %q: use one line of text", i.Name)
	}
	var b strings.Builder
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, strconv.Quote(value))
		}
	}
	line("name", i.Name)
	line("description", "How much energy does AI inference use on our machines?")
	line("base_url", base)
	if i.Repo != "" {
		repository := "https://github.com/" + i.Repo
		line("repository", repository)
		line("license", i.License)
		line("report", repository+"/issues/new?title=Problem+with+run+{run}")
	}
	b.WriteString("data:\n")
	line("  name", cmp.Or(i.DataName, i.Name))
	line("  license", i.License)
	citation, err := i.citation()
	if citation != "" {
		b.WriteString("  citation: |\n    " + strings.ReplaceAll(citation, "\n", "\n    ") + "\n")
	}
	return b.String(), err
}

func (i *identity) citation() (string, error) {
	if i.Cite == "" {
		return "", nil
	}
	text, err := filetree.ReadFile(i.Cite, largestCitation)
	if err == nil && !strings.HasPrefix(strings.TrimSpace(string(text)), "@") {
		err = errors.New(i.Cite + ": not a BibTeX entry, which begins with @")
	}
	if err != nil {
		return "", fmt.Errorf("--cite %w; give a .bib file with one entry", err)
	}
	return strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\t", "  ")), nil
}
