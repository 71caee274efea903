package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/templates"
)

// system is a benchmark whose results the site shows. What a page says of its data, such
// as their date or their license, it says of the systems that it is about.
type system struct {
	id        string // as in [data.Traits.System], "" for the ML.ENERGY benchmark
	name      string
	about     content.DataSource // as far as it is known
	date      string             // of its data, YYYY-MM-DD, "" if unknown
	revision  string             // "" if unknown
	synthetic bool
	tables    []data.Table
	words     *words.Catalog
	leaderboard.Count
}

// systemsOf are those of a dataset. The date that the user gives is that of the ML.ENERGY
// benchmark's data, or of all where there are none of these.
func systemsOf(ds data.Dataset, opts Options) (systems []system) {
	names := ds.Systems()
	for _, id := range names {
		own := ds.Of(id)
		s := system{
			id: id, name: id, date: own.Date(), revision: data.Public(own.Revision()), synthetic: own.Synthetic(),
			tables: own.Tables, words: opts.Content.Words, Count: leaderboard.CountOf(own.Tables...),
		}
		if id == "" || !slices.Contains(names, "") {
			s.date = cmp.Or(opts.DataDate, s.date)
		}
		if id == "" {
			s.name, s.about = opts.Content.Site.Data.Name, opts.Content.Site.Data
		} else {
			declared := own.Tables[0].Schema().Board
			s.about = content.DataSource{URL: declared.URL, License: declared.License, Citation: declared.Citation}
		}
		if s.synthetic {
			s.name, s.about = strings.TrimSpace(s.words.Say("source.synthetic", "name", id)), content.DataSource{URL: s.about.URL}
		}
		systems = append(systems, s)
	}
	return systems
}

// system is one of the site's; where it has no run, nothing but its name is known.
func (e *edition) system(id string) system {
	if s, known := lists.Find(e.systems, func(s system) bool { return s.id == id }); known {
		return s
	}
	return system{id: id, name: cmp.Or(id, e.content.Site.Data.Name), words: e.content.Words}
}

// text names the system and the date of its data.
func (s system) text() string {
	if s.date == "" {
		return s.name
	}
	return s.words.Say("source.data", "name", s.name, "date", s.words.Day(s.date))
}

// extent is how much of a system the site shows, in words.
func (s system) extent() string {
	return s.words.Say("source.extent", "models", s.words.Say("count.models", "n", s.Models), "n", s.Runs)
}

// sourceText is whose data these are, with their dates.
func (p *page) sourceText(systems []system) templates.Text {
	names := lists.Map(systems, system.text)
	return templates.Plain(strings.Join(names, "; "))
}

// newestDate is that of the site: of the newest of its data.
func (e *edition) newestDate() (newest string) {
	for _, s := range e.systems {
		newest = max(newest, s.date)
	}
	return newest
}

// revisions are those of the site's data, as far as they are known.
func (e *edition) revisions() string {
	known := lists.NonZero(lists.Map(e.systems, func(s system) string { return s.revision }))
	return data.Clip(strings.Join(known, ", "))
}

// Boards of the other systems: their runs have pages of their own, and no number of
// theirs is compared with one of another system.

const (
	boardsPath     = "boards/"
	comparablePath = "comparable/"
)

// study is what a board of another system is of.
type study struct {
	board.Study
	words  *words.Catalog
	warned map[string][]string // the warnings of runs
	of     []*task             // all boards of the same study or data set
}

// systemBoards are the boards of other systems.
func systemBoards(shown []board.Shown, c content.Content) []*task {
	boards := tasksOf(shown, c)
	for i, t := range boards {
		t.subject = &study{Study: *shown[i].Study, words: c.Words}
		t.subject.warned, t.apart = t.subject.warnings(), t.differing(t.rows)
	}
	for _, own := range lists.Group(boards, func(t *task) [2]string { return [2]string{t.subject.System, t.subject.Name} }) {
		for _, t := range own {
			t.subject.of = own
		}
	}
	return boards
}

// more leads to where the system is described, if it says where.
func (s *study) more(words string) templates.Text {
	if s.URL == "" {
		return nil
	}
	return templates.Text{linked(words, s.URL)}
}

// count is how much the board shows, by the same definition as that of the site.
func (s *study) count() leaderboard.Count { return leaderboard.CountOf(s.Runs) }

func (t *task) field(name string) data.Field {
	f, _ := t.rows[0].Field(name)
	return t.translated(f)
}

// kin is the model of the ML.ENERGY benchmark that a configuration's model is too, on
// a GPU that both were measured on; "" if there is none.
func (e *edition) kin(r aggregate.Row) (modelID, gpu string) {
	for _, m := range e.models {
		if !strings.EqualFold(m.id, r.ModelID) {
			continue
		}
		for _, name := range distinct(m.rows, gpuOf) {
			if sameGPU(r.GPU, name) {
				return m.id, name
			}
		}
	}
	return "", ""
}

// sameGPU reports whether a driver's name of a GPU, such as "NVIDIA H100 80GB HBM3", is
// of the model that the benchmark calls by one word of it.
func sameGPU(driver, name string) bool {
	words := strings.FieldsFunc(driver, func(r rune) bool { return r == ' ' || r == '-' || r == '_' })
	return slices.ContainsFunc(append(words, driver), func(word string) bool { return strings.EqualFold(word, name) })
}

// systemsIndex lists the boards, system by system.
func (p *page) systemsIndex() templates.Overview {
	v := p.overview(p.Rich("boards.lede", "benchmark", p.content.Site.Data.Name, "comparable", p.to(comparablePath)))
	if v.Source = nil; p.onlyBoards() {
		v.Lede, v.Source = p.homeLede(), p.homeSource()
	}
	for _, boards := range p.bySystem() {
		s := p.systemSection(boards, p.boardsTable(boards))
		s.Text = append(s.Text, boards[0].subject.more(p.Say("boards.about"))...)
		v.Sections = append(v.Sections, s)
	}
	return v
}

// systemSection is about the boards of a system, with a table of them.
func (p *page) systemSection(boards []*task, t templates.Table) templates.Section {
	name := boards[0].subject.System
	return templates.Section{ID: slug(name), Title: name, Tables: []templates.Table{t}, Text: p.boardsText(boards)}
}

// boardsText says what a system measures, how much of it the site shows, and when.
func (p *page) boardsText(boards []*task) templates.Text {
	s := p.system(boards[0].subject.System)
	extent := p.Say(variant("boards.extent", s.date != "", "_dated"), "extent", s.extent(), "n", len(boards), "date", p.day(s.date))
	return templates.Plain(boards[0].subject.About + " " + extent + " ")
}

// boardsTable lists the boards of one system.
func (p *page) boardsTable(boards []*task) templates.Table {
	about := boards[0].subject
	label := p.Say("boards.of", "benchmark", about.System)
	t := templates.Table{ID: "boards-" + slug(about.System), Label: label, Columns: append(
		[]templates.Column{{Label: capital(about.Noun), Kind: templates.Name}},
		p.heads("table.models number, table.configurations number tablet, table.runs number")...)}
	t.Rows = lists.Map(boards[:min(len(boards), mostIndexRows)], func(b *task) templates.Row {
		return p.row(linked(b.Title, p.to(b.address())), b.subject.count().Models, len(b.rows), b.subject.Runs.Len())
	})
	t.More = p.further(len(boards) - mostIndexRows)
	return t
}

// onlyBoards tells of a site that it shows no task of the ML.ENERGY benchmark.
func (e *edition) onlyBoards() bool { return len(e.tasks) == 0 && len(e.boards) > 0 }

// homeBoards leads from the home page to the boards of other systems.
func (p *page) homeBoards() []templates.Section {
	sections := lists.Map(p.bySystem(), func(boards []*task) templates.Section { return p.systemSection(boards, p.homeTable(boards)) })
	if n := len(sections); n > 0 && !p.onlyBoards() {
		sections[n-1].Links = []templates.Link{{Text: p.Say("source.comparable"), Href: p.to(comparablePath)}}
	}
	return sections
}

// homeTable shows the first model of each board of one system.
func (p *page) homeTable(boards []*task) templates.Table {
	t, first := p.boardsTable(boards), boards[0]
	t.Note = templates.Plain(p.Say("boards.home_note"))
	metric := templates.Column{Label: first.rankLabel(), Unit: first.translated(first.rows[0].RankField()).Unit, Kind: templates.Number, Main: true}
	t.Columns = slices.Insert(t.Columns[:2], 1, append([]templates.Column{metric}, p.heads("table.model long tablet, model.configuration long desktop")...)...)
	for i, r := range t.Rows {
		t.Rows[i].Cells = slices.Insert(r.Cells[:2], 1, p.firstOf(boards[i])...)
	}
	return t
}

// firstOf is the first row of a board: its metric, its model and its configuration.
func (p *page) firstOf(b *task) []templates.Cell {
	if len(b.best) == 0 || !b.best[0].Ranked() {
		return make([]templates.Cell, 3)
	}
	r := b.best[0]
	return []templates.Cell{p.traced(p.cellOf(r.Value(r.RankField().Name)), r), {Text: r.Nickname, Href: p.modelLink(b, r)}, {Text: b.setting(r)}}
}

// bySystem are the boards by the system that they belong to.
func (e *edition) bySystem() [][]*task {
	return lists.Group(e.boards, func(b *task) *data.Board { return b.subject.Board })
}
