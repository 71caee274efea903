package site

import (
	"cmp"
	"strings"

	"github.com/jouleboard/jouleboard/internal/cite"
	"github.com/jouleboard/jouleboard/internal/tex"
	"github.com/jouleboard/jouleboard/templates"
)

// permanent is the address of a page that stays: below v/ where this version is
// kept. Without a base URL it is the page's path.
func (p *page) permanent() string {
	switch {
	case p.opts.BaseURL == "":
		return "/" + p.path
	case p.opts.Frozen || !p.hasVersion():
		return p.opts.BaseURL + p.path
	}
	return p.opts.BaseURL + versionsPath + p.opts.DataVersion + "/" + p.path
}

// editionText names a system's data: "version 3.0 of 2026-02-16".
func (e *edition) editionText(of system) string {
	w, version := e.content.Words, e.opts.DataVersion
	switch {
	case version == "" && of.date == "":
		return ""
	case version == "":
		return w.Say("cite.date", "date", of.date)
	}
	return w.Say(variant("cite.version", of.date != "", "_date"), "version", version, "date", of.date)
}

// citations are the snippets that cite what this page shows of a system: view is what it shows. The page's script puts
// another view into them. The many pages of runs leave out the form for programs.
func (p *page) citations(of system, title, view string) []templates.Snippet {
	address, view := p.permanent(), strings.TrimSuffix(view, ".")
	work := p.work(of, title, view, address)
	snippets := []templates.Snippet{
		{Title: p.content.Words.Say("cite.text"), Code: p.citationText(of, title, view, address), Cite: address, View: view},
		{Title: "BibTeX", Code: work.BibTeX(), Cite: address, View: tex.Escape(view), BibTeX: true, Folded: true},
	}
	if p.single {
		return snippets
	}
	return append(snippets, templates.Snippet{Title: "CSL JSON", Code: work.CSL(), Cite: address, View: cite.Quoted(view), Folded: true})
}

func (p *page) citationText(of system, title, view, address string) string {
	parts := []string{p.content.Words.Say("cite.source", "source", of.name, "site", p.content.Site.Name), title}
	if data := p.editionText(of); data != "" {
		parts = append(parts, p.content.Words.Say("cite.data", "data", data))
	}
	if view != "" {
		parts = append(parts, view)
	}
	return strings.Join(append(parts, address), ". ")
}

// keyed makes an address part of a key.
var keyed = strings.NewReplacer("/", "-", "?run=", "")

// work is what this page shows of a system, as it is cited.
func (p *page) work(of system, title, view, address string) cite.Work {
	key := slug(p.content.Site.Name) + "-" + strings.Trim(keyed.Replace(p.path), "-")
	if of.id != "" {
		key += "-" + slug(of.id)
	}
	if version := cmp.Or(p.opts.DataVersion, of.date); version != "" {
		key += "-" + version
	}
	note := view
	if data := p.editionText(of); data != "" {
		note = p.content.Words.Say("cite.data", "data", data) + "; " + view
	}
	return cite.Work{Key: key, Title: title, Group: of.name, Version: p.opts.DataVersion, Date: of.date, Note: note, Address: address}
}

// citing are the sections that cite what the page shows of a system without filters; none of what is invented, or only
// proposed.
func (p *page) citing(of system, view string) []templates.Section {
	if of.synthetic || p.preview != nil || view == "" {
		return nil
	}
	return []templates.Section{{
		ID: "cite", Title: p.Say("cite.title"), Text: templates.Plain(p.citeHint()), Snippets: p.citations(of, p.title, view),
	}}
}

// citeHint says where an address does not stay the same.
func (p *page) citeHint() string {
	if p.opts.Frozen || p.hasVersion() {
		return p.content.Words.Say("cite.kept")
	}
	return p.content.Words.Say("cite.newest")
}

// view is what the page shows of a task without filters.
func (t *task) view() string {
	if t.superlative() != "energy" {
		return t.words.Say("cite.view_by", "metric", t.order(t.board.Default).name)
	}
	at := t.at(t.board.Default)
	return t.words.Say(variant("cite.view", at == "", "_all"), "at", at)
}
