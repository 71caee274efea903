package site

import (
	"context"

	"github.com/a-h/templ"

	"github.com/jouleboard/jouleboard"
	"github.com/jouleboard/jouleboard/templates"
)

const licensesPath = "licenses/"

func (e *edition) licensesEntry() entry {
	const description = "The licenses of all that this site and the program that built it carry."
	return e.entry(page{path: licensesPath, kind: "licenses", prosaic: true, about: e.systems, title: "Licenses", description: description},
		func(_ context.Context, p *page) (templ.Component, error) {
			v := templates.Licenses{Frame: p.frame(), Title: p.title, Lede: templates.Plain(description)}
			for _, l := range jouleboard.Licenses() {
				v.Texts = append(v.Texts, templates.LicenseText{Of: l.Components, Text: l.Text})
			}
			return templates.LicensesPage(v), nil
		})
}
