package site

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
)

// questions are what a reader asks before comparing two numbers.
var questions = []struct {
	key    string // of its words
	answer func(*data.Schema) string
}{
	{"window", func(s *data.Schema) string { return s.Basis.Window }},
	{"load", func(s *data.Schema) string { return s.Basis.Load }},
	{"scope", func(s *data.Schema) string { return ofEnergy(s, s.Basis.Scope) }},
	{"token", func(s *data.Schema) string { return ofEnergy(s, s.Basis.Token) }},
	{"latency", func(s *data.Schema) string { return s.Basis.Latency }},
	{"throughput", func(s *data.Schema) string { return s.Basis.Throughput }},
	{"accuracy", func(s *data.Schema) string { return s.Basis.Accuracy }},
	{"repeats", func(s *data.Schema) string { return s.Basis.Repeats }},
}

// ofEnergy is an answer about the energy of a benchmark.
func ofEnergy(s *data.Schema, answer string) string {
	if !hasEnergy(s) || s.Basis.Scope == data.NotMeasured {
		return data.NotMeasured
	}
	return answer
}

func hasEnergy(s *data.Schema) bool {
	return slices.ContainsFunc(s.Fields(), func(f data.Field) bool { return data.OfEnergy(f.Unit) })
}

// ofTokens reports whether a benchmark has energies per token, and ofRuns whether it ranks those of whole runs.
func ofTokens(s *data.Schema) bool {
	return slices.ContainsFunc(s.Fields(), func(f data.Field) bool { return data.OfEnergy(f.Unit) && strings.Contains(f.Unit, "tok") })
}

func ofRuns(s *data.Schema) bool {
	ranks := aggregate.RankField(s)
	return data.OfEnergy(ranks.Unit) && !strings.ContainsAny(ranks.Unit, "/ ")
}

func hasLatency(s *data.Schema) bool  { return len(s.LatencyAt()) > 0 }
func hasAccuracy(s *data.Schema) bool { return hasEnergy(s) && s.Name(data.RoleAccuracy) != "" }

// measureEnergy reports whether any of some boards does.
func measureEnergy(boards []*task) bool {
	return slices.ContainsFunc(boards, (*task).measuresEnergy)
}

// measuresEnergy reports whether any energy of the board's rows is known.
func (t *task) measuresEnergy() bool {
	return slices.ContainsFunc(t.board.Columns, func(c board.Column) bool { return data.OfEnergy(c.Unit) })
}

// rules are what follows for a reader, by the keys of their words, where a benchmark on the site has what they are about.
var rules = []struct {
	key   string
	about func(*data.Schema) bool
}{
	{"steady", hasEnergy},
	{"batch", hasEnergy},
	{"chip", hasEnergy},
	{"tokens", ofTokens},
	{"adjusted", hasEnergy},
	{"latency", hasLatency},
	{"mean", hasAccuracy},
	{"board", func(s *data.Schema) bool { return !ofRuns(s) }},
	{"runs", ofRuns},
}

// comparablePage says what can be compared: what each benchmark on this site measures, question by question.
func (p *page) comparablePage() templates.Overview {
	t := templates.Table{ID: "bases", Label: p.Say("comparable.table"), Wide: true, Columns: p.heads("comparable.question name")}
	var schemas []*data.Schema
	for _, runs := range p.Data.Tables {
		s := runs.Schema()
		name := p.Say("comparable.benchmark", "name", p.content.Site.Data.Name, "unit", s.Basis.Token)
		if s.Board != nil {
			name = s.Board.System
		}
		schemas = append(schemas, s)
		t.Columns = append(t.Columns, templates.Column{Label: name, Kind: templates.Long})
	}
	for _, q := range questions {
		row := templates.Row{Cells: []templates.Cell{{Text: p.Say("comparable.questions." + q.key)}}}
		for _, s := range schemas {
			row.Cells = append(row.Cells, templates.Cell{Text: inWords(p.content.Words, q.answer(s))})
		}
		t.Rows = append(t.Rows, row)
	}
	lede := p.Say(variant("comparable.lede", len(p.systems) == 1, "_one"))
	v := p.overview(templates.Plain(lede), []templates.Section{
		{ID: "questions", Title: p.Say("comparable.table"), Tables: []templates.Table{t}}, p.rulesSection(schemas),
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

func (p *page) rulesSection(schemas []*data.Schema) templates.Section {
	section := templates.Section{ID: "rules", Title: p.Say("comparable.rules_title")}
	for _, rule := range rules {
		if slices.ContainsFunc(schemas, rule.about) {
			section.Items = append(section.Items, p.Rich("comparable.rules."+rule.key))
		}
	}
	return section
}

// basisSection is the answers for one system, on its pages.
func (p *page) basisSection(s *study) templates.Section {
	section := templates.Section{ID: "basis", Title: p.Say("comparable.basis")}
	for _, q := range questions {
		answer := templates.Plain(inWords(p.content.Words, q.answer(s.Runs.Schema())))
		section.Facts = append(section.Facts, templates.Fact{Term: p.Say("comparable.questions." + q.key), Value: answer})
	}
	return section
}
