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
)

type citeOptions struct {
	Sources sourceFlags
	Texts   textFlags
	Spec    string `flag:"spec" help:"cite the figure of this YAML {FILE}" files:"yaml yml"`
	Title   string `flag:"title" help:"{TITLE} of the figure or table that is cited"`
	Format  formatFlag
}

// cite prints how to cite the data in their version, and a figure of them.
func (c *console) cite(ctx context.Context, o citeOptions) error {
	if o.Spec != "" {
		figure, _, err := figureOptions{Spec: o.Spec}.declared()
		if err != nil {
			return err
		}
		o.Title = cmp.Or(o.Title, figure.Title)
	}
	texts, ds, err := c.withTexts(ctx, o.Texts, o.Sources)
	if err != nil {
		return err
	}
	work := workOf(texts, ds.Dataset, o.Title)
	write := map[string]func() string{"bibtex": work.BibTeX, "csl": work.CSL, "cff": work.CFF}[o.Format.is]
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
