package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/tex"
	"github.com/spf13/cobra"
)

type citeOptions struct {
	sources     sourceFlags
	texts       textFlags
	spec, title string
	format      formatFlag
}

func citeCommand(c *console) *cobra.Command {
	var o citeOptions
	cmd := &cobra.Command{
		Use:  "cite",
		Args: c.noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.cite(cmd.Context(), o) },
	}
	o.sources.register(cmd)
	o.texts.register(cmd)
	f := cmd.Flags()
	f.StringVar(&o.spec, "spec", "", "cite the figure of this YAML `FILE`")
	f.StringVar(&o.title, "title", "", "`TITLE` of the figure or table that is cited")
	o.format.register(cmd, "bibtex", "csl", "cff")
	cmd.MarkFlagFilename("spec", "yaml", "yml")
	return cmd
}

// cite prints how to cite the data in their version, and a figure of them.
func (c *console) cite(ctx context.Context, o citeOptions) error {
	if err := o.format.check(); err != nil {
		return err
	}
	if o.spec != "" {
		figure, _, err := figureOptions{spec: o.spec}.declared()
		if err != nil {
			return err
		}
		o.title = cmp.Or(o.title, figure.Title)
	}
	texts, err := o.texts.load()
	if err != nil {
		return err
	}
	ds, err := c.dataset(ctx, o.sources, false)
	if err != nil {
		return err
	}
	text, err := citationOf(texts, ds, o.title).as(o.format.is)
	fmt.Fprint(c.stdout, text)
	return err
}

// citation is what is cited: data in a version, or a figure of them.
type citation struct {
	title, figure, author, version, revision, date, address, license string
}

func citationOf(texts content.Content, ds data.Dataset, figure string) citation {
	about := texts.Site.Data
	return citation{
		title: dataName(texts, ds), figure: figure, author: dataName(texts, ds), version: dataVersion(ds), revision: data.Public(ds.Revision()), date: ds.Date(),
		address: cmp.Or(texts.Site.BaseURL, about.URL), license: about.License,
	}
}

func (c citation) as(format string) (string, error) {
	switch format {
	case "csl":
		return c.csl()
	case "cff":
		return c.cff(), nil
	}
	return c.bibTeX(), nil
}

// notSlug is what keys of entries do not contain.
var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

func (c citation) key() string {
	return strings.Trim(notSlug.ReplaceAllString(strings.ToLower(c.title+" "+c.figure+" "+c.version), "-"), "-")
}

// heading is the title of the figure, or of the data.
func (c citation) heading() string { return cmp.Or(c.figure, c.title) }

func (c citation) note() string {
	parts := []string{"data version " + c.version}
	if c.revision != "" {
		parts = append(parts, "revision "+c.revision)
	}
	return strings.Join(append(parts, "computed with Jouleboard "+version()), ", ")
}

func (c citation) bibTeX() string {
	var b strings.Builder
	fmt.Fprintf(&b, "@misc{%s,\n", c.key())
	for _, f := range [][2]string{
		{"title", "{" + tex.Escape(c.heading()) + "}"},
		{"author", "{" + tex.Escape(c.author) + "}"},
		{"year", c.year()},
		{"note", tex.Escape(c.note())},
		{"howpublished", c.linked()},
	} {
		if f[1] != "" {
			fmt.Fprintf(&b, "  %s = {%s},\n", f[0], f[1])
		}
	}
	return b.String() + "}\n"
}

func (c citation) year() string {
	year, _, _ := strings.Cut(c.date, "-")
	return year
}

func (c citation) linked() string {
	if c.address == "" {
		return ""
	}
	return `\url{` + c.address + "}"
}

// csl is an array with the item, as programs for references read it.
func (c citation) csl() (string, error) {
	item := map[string]any{
		"id": c.key(), "type": "dataset", "title": c.heading(), "author": []any{map[string]string{"literal": c.author}},
		"version": c.version, "note": c.note(),
	}
	if c.figure != "" {
		item["type"], item["container-title"] = "graphic", c.title
	}
	if c.date != "" {
		item["issued"] = map[string]string{"raw": c.date}
	}
	if c.address != "" {
		item["URL"] = c.address
	}
	text, err := json.MarshalIndent([]any{item}, "", "  ")
	return string(text) + "\n", err
}

// cff is a CITATION.cff file.
func (c citation) cff() string {
	var b strings.Builder
	b.WriteString("cff-version: 1.2.0\nmessage: Please cite the data in their version.\ntype: dataset\n")
	fmt.Fprintf(&b, "title: %q\nauthors:\n  - name: %q\nversion: %q\n", c.heading(), c.author, c.version)
	for _, f := range [][2]string{{"date-released", c.date}, {"url", c.address}, {"license", c.license}} {
		if f[1] != "" {
			fmt.Fprintf(&b, "%s: %q\n", f[0], f[1])
		}
	}
	fmt.Fprintf(&b, "abstract: %q\n", c.note()) // the format has no notes
	return b.String()
}
