package site

import (
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
)

// questions are what a reader asks before comparing two numbers.
var questions = []struct {
	text   string
	answer func(data.Basis) string
}{
	{"Which time counts", func(b data.Basis) string { return b.Window }},
	{"How requests come", func(b data.Basis) string { return b.Load }},
	{"Whose energy counts", func(b data.Basis) string { return b.Scope }},
	{"What energy is divided by", func(b data.Basis) string { return b.Token }},
	{"What latency is of", func(b data.Basis) string { return b.Latency }},
	{"What throughput counts", func(b data.Basis) string { return b.Throughput }},
	{"Whether quality is measured", func(b data.Basis) string { return b.Accuracy }},
	{"What a repeat is", func(b data.Basis) string { return b.Repeats }},
}

// comparablePage says which numbers compare with which: what each benchmark on this
// site measures, question by question.
func (p *page) comparablePage() templates.Overview {
	t := templates.Table{ID: "bases", Label: "What each benchmark measures", Wide: true, Columns: []templates.Column{{Label: "Question", Kind: templates.Name}}}
	var bases []data.Basis
	for _, runs := range p.data.Tables {
		s := runs.Schema()
		name := p.content.Site.Data.Name + ", " + s.Basis.Token
		if s.Board != nil {
			name = s.Board.System
		}
		bases = append(bases, s.Basis)
		t.Columns = append(t.Columns, templates.Column{Label: name, Kind: templates.Long})
	}
	for _, q := range questions {
		row := templates.Row{Cells: []templates.Cell{{Text: q.text}}}
		for _, b := range bases {
			row.Cells = append(row.Cells, templates.Cell{Text: q.answer(b)})
		}
		t.Rows = append(t.Rows, row)
	}
	return templates.Overview{
		Frame: p.frame(), Title: "Which numbers compare with which",
		Lede: templates.Plain("Two energies compare when they answer the same question. The benchmarks on this site ask different ones, so each has its own boards and no ranking crosses from one to another."),
		Sections: []templates.Section{
			{ID: "questions", Title: "Question by question", Tables: []templates.Table{t}},
			p.rulesSection(),
		},
	}
}

// rulesSection is what follows for a reader.
func (p *page) rulesSection() templates.Section {
	s := templates.Section{ID: "rules", Title: "What follows"}
	for _, rule := range []struct{ strong, text string }{
		{"Steady state or whole run. ", "At steady state the batch is full; over a whole run it fills and empties, and idle power counts for longer. The same server needs more energy per token over the whole run."},
		{"Batch or single stream. ", "A GPU that serves one query at a time spends most of its energy on being on. Energy per token falls tenfold and more with the batch, so a single stream says nothing of a busy server."},
		{"GPU or whole chip. ", "The energy of a GPU leaves out CPU, memory and fans. Of a system on chip, boards show the energy of its GPU part; some runners state that of the whole chip too. The two do not compare."},
		{"Output tokens or all tokens. ", "Energy divided by input and output tokens is smaller than energy per output token, by as much as prompts are long. The header of each column says which."},
		{"Adjusted or not. ", "Adjusted energy leaves out what the GPU would have drawn when idle. It compares with adjusted energy only."},
		{"Latency between tokens or of a query. ", "The time between two tokens is felt while reading, the time of a query while waiting for all of it."},
		{"Mean per query or total. ", "Intelligence per joule is computed here as accuracy divided by the mean energy of a query. A version that divides by the energy of the whole run falls with the number of queries and compares with nothing."},
		{"Within a board. ", "Numbers compare where they stand in one table: same study or data set, and same GPU, limits and mode where the table says so."},
	} {
		s.Items = append(s.Items, templates.Text{strong(rule.strong), plain(rule.text)})
	}
	return s
}

// basisSection is the answers for one system, on its pages.
func (s *subject) basisSection() templates.Section {
	section := templates.Section{ID: "basis", Title: "What the numbers are"}
	for _, q := range questions {
		section.Facts = append(section.Facts, templates.Fact{Term: q.text, Value: templates.Plain(q.answer(s.Runs.Schema().Basis))})
	}
	return section
}
