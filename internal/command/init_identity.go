package command

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// identity is who publishes a site.
type identity struct {
	name, repo, dataName, license, baseURL, cite string
}

func (i *identity) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&i.name, "name", "Our energy leaderboard", "`NAME` of the site")
	f.StringVar(&i.repo, "repo", "", "GitHub repository `ORG/NAME` of the site, where readers report problems")
	f.StringVar(&i.dataName, "data-name", "", "`NAME` of the data (default: the name of the site)")
	f.StringVar(&i.license, "license", "", "license of the data, an `SPDX` identifier such as CC-BY-4.0")
	f.StringVar(&i.baseURL, "base-url", "", "`URL` of the published site")
	f.StringVar(&i.cite, "cite", "", "BibTeX `FILE` with the citation of the data")
	cmd.MarkFlagFilename("cite", "bib")
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
	base, err := parseBaseURL(i.baseURL)
	switch {
	case err != nil:
		return "", usagef("--base-url %q: %w", i.baseURL, err)
	case strings.HasPrefix(base, "http:"):
		return "", usagef("--base-url %q: use an https URL, such as https://example.org/energy/", i.baseURL)
	case i.repo != "" && !repoForm.MatchString(i.repo):
		return "", usagef("--repo %q: use ORG/NAME, such as lab/energy", i.repo)
	case strings.TrimSpace(i.name) == "" || strings.ContainsAny(i.name, "\n\r"):
		return "", usagef("--name %q: use one line of text", i.name)
	}
	var b strings.Builder
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, strconv.Quote(value))
		}
	}
	line("name", i.name)
	line("description", "How much energy does AI inference use on our machines?")
	line("base_url", base)
	if i.repo != "" {
		repository := "https://github.com/" + i.repo
		line("repository", repository)
		line("license", i.license)
		line("report", repository+"/issues/new?title=Problem+with+run+{run}")
	}
	b.WriteString("data:\n")
	line("  name", cmp.Or(i.dataName, i.name))
	line("  license", i.license)
	citation, err := i.citation()
	if citation != "" {
		b.WriteString("  citation: |\n    " + strings.ReplaceAll(citation, "\n", "\n    ") + "\n")
	}
	return b.String(), err
}

func (i *identity) citation() (string, error) {
	if i.cite == "" {
		return "", nil
	}
	text, err := filetree.ReadFile(i.cite, largestCitation)
	if err == nil && !strings.HasPrefix(strings.TrimSpace(string(text)), "@") {
		err = errors.New(i.cite + ": not a BibTeX entry, which begins with @")
	}
	if err != nil {
		return "", fmt.Errorf("--cite %w; give a .bib file with one entry", err)
	}
	return strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\t", "  ")), nil
}
