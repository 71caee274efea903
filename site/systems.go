package site

import (
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
)

// Boards of the other systems: their runs have pages of their own, and no number of
// theirs is compared with one of another system.

const (
	boardsPath     = "boards/"
	comparablePath = "comparable/"
)

// systemBoard is the runs that share a page: those of a study, or on a data set.
type systemBoard struct {
	*data.Board
	title          string
	slug           string
	runs           data.Table
	configurations []aggregate.Row
	classes        []class
}

// class is configurations that may be compared with each other, the best first.
type class struct {
	alike          []any // the values of the board's Alike fields
	configurations []aggregate.Row
	ranks          []aggregate.Rank // of the first ones, which state the primary metric
}

func (b *systemBoard) address() string { return boardsPath + b.slug + "/" }

func (b *systemBoard) field(name string) data.Field {
	f, _ := b.runs.Schema().Field(name)
	return f
}

func (b *systemBoard) primary() data.Field { return b.field(b.Primary) }

// systemBoards are the boards of all record types that have them.
func systemBoards(ds data.Dataset) []*systemBoard {
	var boards []*systemBoard
	taken := map[string]bool{}
	for _, runs := range ds.Tables {
		declared := runs.Schema().Board
		if declared == nil {
			continue
		}
		groups, err := runs.GroupBy(declared.By)
		if err != nil {
			continue // a board's fields are tested where it is declared
		}
		for _, g := range groups {
			b := newSystemBoard(declared, g.Runs)
			b.slug = freeSlug(runs.Schema().Domain+" "+data.Text(g.Key[0]), taken)
			boards = append(boards, b)
		}
	}
	return boards
}

// freeSlug is a name's address that no other name has.
func freeSlug(name string, taken map[string]bool) string {
	s := slug(name)
	for n := 2; taken[s]; n++ {
		s = fmt.Sprintf("%s-%d", slug(name), n)
	}
	taken[s] = true
	return s
}

func newSystemBoard(declared *data.Board, runs data.Table) *systemBoard {
	b := &systemBoard{Board: declared, runs: runs, configurations: aggregate.Configurations(runs)}
	b.title = runs.Text(0, declared.By)
	if names := runs.Distinct(declared.Title); len(names) > 0 {
		b.title = data.Text(names[0])
	}
	b.classify()
	return b
}

// classify splits the configurations into those that may be compared.
func (b *systemBoard) classify() {
	at := map[string]int{}
	for _, c := range b.configurations {
		alike := make([]any, len(b.Alike))
		for i, name := range b.Alike {
			alike[i] = c.Value(name)
		}
		key := fmt.Sprintf("%#v", alike)
		i, known := at[key]
		if !known {
			i = len(b.classes)
			at[key] = i
			b.classes = append(b.classes, class{alike: alike})
		}
		b.classes[i].configurations = append(b.classes[i].configurations, c)
	}
	for i := range b.classes {
		c := &b.classes[i]
		c.configurations = aggregate.Query{}.InOrder(c.configurations)
		c.ranks = aggregate.Ranks(c.configurations)
	}
}

// model is the name of a configuration's model.
func (b *systemBoard) model(c aggregate.Row) string {
	return data.Text(c.Value(b.runs.Schema().Name(data.RoleModel)))
}

// system is what stands before a board's page in its title.
func (b *systemBoard) pageTitle() string { return b.title + ": " + b.System }

// kin is the model of the ML.ENERGY benchmark that a configuration's model is too, on
// a GPU that both were measured on; "" if there is none.
func (e *edition) kin(b *systemBoard, c aggregate.Row) (modelID, gpu string) {
	on := data.Text(c.Value(b.runs.Schema().Name(data.RoleGPU)))
	for _, m := range e.models {
		if !strings.EqualFold(m.id, b.model(c)) {
			continue
		}
		for _, name := range distinct(m.rows, func(r aggregate.Row) string { return r.GPU }) {
			if sameGPU(on, name) {
				return m.id, name
			}
		}
	}
	return "", ""
}

// sameGPU reports whether a driver's name of a GPU, such as "NVIDIA H100 80GB HBM3", is
// of the model that the benchmark calls by one word of it.
func sameGPU(driver, name string) bool {
	for _, word := range strings.FieldsFunc(driver, func(r rune) bool { return r == ' ' || r == '-' || r == '_' }) {
		if strings.EqualFold(word, name) {
			return true
		}
	}
	return strings.EqualFold(driver, name)
}

// systemsIndex lists the boards, system by system.
func (p *page) systemsIndex() templates.Overview {
	v := templates.Overview{
		Frame: p.systemFrame("Results of several benchmarks, each in its own units. "), Title: "Other benchmarks",
		Lede: templates.Text{
			plain("Results of other benchmarks have boards of their own, in the units and with the denominators that each uses. They are not ranked against the ML.ENERGY benchmark, nor against each other: "),
			linked("which numbers compare with which", p.to(comparablePath)), plain("."),
		},
	}
	for _, system := range p.systems() {
		v.Sections = append(v.Sections, templates.Section{
			ID: slug(system[0].System), Title: system[0].System, Tables: []templates.Table{p.boardsTable(system)},
			Text: templates.Text{plain(system[0].About + " "), linked("About the system", system[0].URL)},
		})
	}
	return v
}

// boardsTable lists the boards of one system.
func (p *page) boardsTable(system []*systemBoard) templates.Table {
	t := templates.Table{ID: "boards-" + slug(system[0].System), Label: "Boards of " + system[0].System, Columns: []templates.Column{
		{Label: capitalized(system[0].Noun), Kind: templates.Name},
		{Label: "Models", Kind: templates.Number},
		{Label: "Configu\u00adrations", Kind: templates.Number, Show: templates.Tablet},
		{Label: "Runs", Kind: templates.Number},
	}}
	for _, b := range system {
		t.Rows = append(t.Rows, templates.Row{Cells: []templates.Cell{
			{Text: b.title, Href: p.to(b.address())}, fieldCell(b.models()), fieldCell(len(b.configurations)), fieldCell(b.runs.Len()),
		}})
	}
	return t
}

// homeBoards leads from the home page to the boards of other systems.
func (p *page) homeBoards() []templates.Section {
	var sections []templates.Section
	for _, system := range p.systems() {
		sections = append(sections, templates.Section{
			ID: slug(system[0].System), Title: system[0].System, Tables: []templates.Table{p.boardsTable(system)},
			Text:  templates.Plain(system[0].About + " Its numbers have boards of their own."),
			Links: []templates.Link{{Text: "Which numbers compare with which", Href: p.to(comparablePath)}},
		})
	}
	return sections
}

// onlyBoards makes a home page that of a site without a task of the ML.ENERGY benchmark.
func (p *page) onlyBoards(v templates.Home) templates.Home {
	runs := 0
	for _, b := range p.boards {
		runs += b.runs.Len()
	}
	v.Frame = p.systemFrame("Results of other benchmarks, each in its own units. ")
	v.Lede = templates.Text{strong(plural(runs, "run")), plain(" on " + plural(len(p.boards), "board") + ", each in the units and with the denominators of its benchmark.")}
	v.Source = templates.Text{linked("Which numbers compare with which", p.to(comparablePath))}
	v.Answers = templates.Table{ID: v.Answers.ID, Label: v.Answers.Label, Empty: "Each benchmark has boards of its own; nothing is ranked across them."}
	return v
}

// systems are the boards by the system that they belong to.
func (e *edition) systems() [][]*systemBoard {
	var all [][]*systemBoard
	for i, b := range e.boards {
		if i == 0 || b.Board != e.boards[i-1].Board {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], b)
	}
	return all
}

func (b *systemBoard) models() int {
	seen := map[string]bool{}
	for _, c := range b.configurations {
		seen[b.model(c)] = true
	}
	return len(seen)
}

// systemFrame is the frame of a page whose numbers are not of the ML.ENERGY benchmark.
func (p *page) systemFrame(source string) templates.Frame {
	f := p.frame()
	f.Source = templates.Text{plain(source), linked("Which numbers compare with which", p.to(comparablePath))}
	return f
}

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
