package site

import (
	"cmp"
	"context"

	"github.com/a-h/templ"

	"github.com/jouleboard/jouleboard"
	"github.com/jouleboard/jouleboard/templates"
)

const licensesPath = "licenses/"

func (e *edition) licensesEntry() entry {
	description := e.Say("licenses.description")
	return e.entry(page{
		path: licensesPath, kind: "licenses", prosaic: true, about: e.systems,
		chapter: len(e.content.Site.Sidebar) > 0, title: e.Say("licenses.title"), description: description,
	}, func(_ context.Context, p *page) (templ.Component, error) {
		v := templates.Licenses{Frame: p.frame(), Title: p.title, Lede: templates.Plain(description)}
		for _, l := range jouleboard.Licenses() {
			v.Texts = append(v.Texts, templates.LicenseText{Of: cmp.Or(l.Components, e.Say("licenses.program")), Text: l.Text})
		}
		return templates.LicensesPage(v), nil
	})
}
