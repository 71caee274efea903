package command

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/cite"
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
	work := workOf(texts, ds, o.title)
	write := map[string]func() string{"bibtex": work.BibTeX, "csl": work.CSL, "cff": work.CFF}[o.format.is]
	fmt.Fprint(c.stdout, write())
	return nil
}

// notSlug is what keys of entries do not contain.
var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

// workOf is what is cited: data in a version, or a figure of them.
func workOf(texts content.Content, ds data.Dataset, figure string) cite.Work {
	about, name := texts.Site.Data, dataName(texts, ds)
	w := cite.Work{
		Title: name, Group: name, Version: dataVersion(ds), Date: ds.Date(),
		Address: cmp.Or(texts.Site.BaseURL, about.URL), License: about.License,
	}
	w.Key = strings.Trim(notSlug.ReplaceAllString(strings.ToLower(name+" "+figure+" "+w.Version), "-"), "-")
	notes := []string{"data version " + w.Version}
	if revision := data.Public(ds.Revision()); revision != "" {
		notes = append(notes, "revision "+revision)
	}
	w.Note = strings.Join(append(notes, "computed with Jouleboard "+version()), ", ")
	if figure != "" {
		w.Title, w.Within = figure, name
	}
	return w
}
