package site

import (
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// questions are what a reader asks before comparing two numbers.
var questions = []struct {
	key    string // of its words
	answer func(data.Basis) string
}{
	{"window", func(b data.Basis) string { return b.Window }},
	{"load", func(b data.Basis) string { return b.Load }},
	{"scope", func(b data.Basis) string { return b.Scope }},
	{"token", divided},
	{"latency", func(b data.Basis) string { return b.Latency }},
	{"throughput", func(b data.Basis) string { return b.Throughput }},
	{"accuracy", func(b data.Basis) string { return b.Accuracy }},
	{"repeats", func(b data.Basis) string { return b.Repeats }},
}

// divided is by what the energy is divided.
func divided(b data.Basis) string {
	if b.Scope == data.NotMeasured {
		return data.NotMeasured
	}
	return b.Token
}

// rules are what follows for a reader, by the keys of their words.
var rules = []string{"steady", "batch", "chip", "tokens", "adjusted", "latency", "mean", "board"}

// comparablePage says what can be compared: what each benchmark on this site measures, question by question.
func (p *page) comparablePage() templates.Overview {
	t := templates.Table{ID: "bases", Label: p.Say("comparable.table"), Wide: true, Columns: p.heads("comparable.question name")}
	var bases []data.Basis
	for _, runs := range p.data.Tables {
		s := runs.Schema()
		name := p.Say("comparable.benchmark", "name", p.content.Site.Data.Name, "unit", s.Basis.Token)
		if s.Board != nil {
			name = s.Board.System
		}
		bases = append(bases, s.Basis)
		t.Columns = append(t.Columns, templates.Column{Label: name, Kind: templates.Long})
	}
	for _, q := range questions {
		row := templates.Row{Cells: []templates.Cell{{Text: p.Say("comparable.questions." + q.key)}}}
		for _, b := range bases {
			row.Cells = append(row.Cells, templates.Cell{Text: inWords(p.content.Words, q.answer(b))})
		}
		t.Rows = append(t.Rows, row)
	}
	lede := p.Say("comparable.lede")
	if len(p.systems) == 1 {
		lede = p.Say("comparable.lede_one")
	}
	v := p.overview(templates.Plain(lede), []templates.Section{
		{ID: "questions", Title: p.Say("comparable.table"), Tables: []templates.Table{t}}, p.rulesSection(),
	})
	v.Source = nil // it is about all
	return v
}

// inWords is what a declaration says of its numbers, in the language where it says nothing.
func inWords(w *words.Catalog, text string) string {
	switch text {
	case data.NotStated:
		return w.Say("comparable.not_stated")
	case data.NotMeasured:
		return w.Say("comparable.not_measured")
	}
	return text
}

func (p *page) rulesSection() templates.Section {
	return templates.Section{
		ID: "rules", Title: p.Say("comparable.rules_title"),
		Items: lists.Map(rules, func(rule string) templates.Text { return p.Rich("comparable.rules." + rule) }),
	}
}

// basisSection is the answers for one system, on its pages.
func (p *page) basisSection(s *study) templates.Section {
	section := templates.Section{ID: "basis", Title: p.Say("comparable.basis")}
	for _, q := range questions {
		answer := templates.Plain(inWords(p.content.Words, q.answer(s.Runs.Schema().Basis)))
		section.Facts = append(section.Facts, templates.Fact{Term: p.Say("comparable.questions." + q.key), Value: answer})
	}
	return section
}
