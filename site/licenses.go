package site

import (
	"cmp"

	"github.com/jouleboard/jouleboard"
	"github.com/jouleboard/jouleboard/templates"
)

const licensesPath = "licenses/"

func (p *page) licensesPage() templates.Licenses {
	v := templates.Licenses{Frame: p.frame(), Title: p.title, Lede: templates.Plain(p.description)}
	for _, l := range jouleboard.Licenses() {
		v.Texts = append(v.Texts, templates.LicenseText{Of: cmp.Or(l.Components, p.Say("licenses.program")), Text: l.Text})
	}
	return v
}
