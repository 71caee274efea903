package diff

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
)

// Section is a part of the report as a table, independent of the output format.
type Section struct {
	ID      string   `json:"id"` // for anchors
	Title   string   `json:"-"`
	Note    string   `json:"-"` // how to read it; may be empty
	Columns []string `json:"-"`
	Rows    [][]Cell `json:"rows"`
	Links   []string `json:"links"` // the page of each row's run on the site, "" for none; empty if rows have no run
	Linked  string   `json:"-"`     // the column with the link
	More    int      `json:"more"`  // rows left out
	Count   int      `json:"count"` // number of items, if a row can consist of several
	Folded  bool     `json:"-"`     // hidden until a reader opens it
	limit   int      // of its rows
}

// Cell is a cell of a table. Foreign marks text from result files and contributors.
type Cell struct {
	Text    string
	Foreign bool
	Long    bool // a reason, or a place in a file
}

func plain(text string) Cell { return Cell{Text: text} }

func foreign(text string) Cell { return Cell{Text: text, Foreign: true} }

// Limits are the maximum sizes of tables.
type Limits struct {
	Rows   int // of every visible table
	Folded int // of every folded table, and of the folded rest of a visible one
}

// most is how many rows are shown.
func (s Section) most(l Limits) int {
	if s.Folded {
		return l.Folded
	}
	return l.Rows + l.Folded
}

// layout is a section without rows, and what adds them.
type layout struct {
	Section
	rows func(teller, *Section)
}

// layouts are those of the tables of a report, the important ones first.
func layouts() []layout {
	all := []layout{
		{Section{ID: "news", Columns: []string{"Change", "Name", "Configurations", "Results"}}, teller.newsRows},
		{Section{ID: "answers", Columns: []string{"Where", "Reason", "Kind"}}, teller.faultRows},
		{Section{
			ID: "groups", Linked: "Configuration",
			Columns: []string{"Result", "Task", "Model", "GPU", "Median change", "Configuration", "Largest change"},
		}, teller.groupRows},
		{Section{ID: "together", Columns: []string{"Task", "Model", "Changes", "Evidence"}}, teller.togetherRows},
		{Section{ID: "medians", Folded: true, Columns: []string{"Task", "GPU", "Model", "Metric", "Median change", "Up", "Down"}}, teller.medianRows},
		{Section{ID: "ranks", Columns: []string{"Task", "Model", "Rank", "Metric", "Note"}}, teller.moveRows},
		{Section{ID: "frontier", Folded: true, Columns: []string{"Task", "Model", "Configuration", "Status", "Dominated by"}}, teller.frontierRows},
		{Section{ID: "texts", Folded: true, Columns: []string{"Page or post", "Element", "Base", "Head"}}, teller.textRows},
		{Section{ID: "deadlines", Folded: true, Columns: []string{"Task", "Deadline", "Model", "Base → head", "Change"}}, teller.deadlineRows},
		{Section{ID: "hypervolume", Folded: true, Columns: []string{"Task", "Hypervolume", "Bounds"}}, teller.hypervolumeRows},
		{Section{
			ID: "changed", Folded: true, Linked: "Configuration",
			Columns: []string{"Result", "Task", "Model", "GPU", "Configuration", "Changes", "Evidence"},
		}, teller.changedRows},
	}
	for _, class := range []Class{Flipped, Removed, LeftOut, Added, NotComparable, Metadata} {
		all = append(all, layout{Section{
			ID: strings.ReplaceAll(string(class), " ", "-"), Folded: true, Linked: "Configurations",
			Columns: []string{"Task", "Model", "GPU", "Count", "Configurations", "Status"},
		}, func(r teller, s *Section) { r.classRows(s, class) }})
	}
	return append(all, layout{Section{ID: "notes", Folded: true, Columns: []string{"Note"}}, teller.noteRows})
}

// Sections returns the tables of the report that have rows in English, see [Report.SectionsIn].
func (r *Report) Sections(l Limits) []Section { return r.SectionsIn(content.English(), l) }

// SectionsIn returns the tables of the report that have rows, the important ones first. Their columns are named by
// [Column].
func (r *Report) SectionsIn(w *words.Catalog, l Limits) (list []Section) {
	for _, t := range layouts() {
		s := t.titled(w)
		s.Rows, s.Links, s.limit = [][]Cell{}, []string{}, s.most(l)
		t.rows(teller{r, w}, &s)
		list = append(list, s)
	}
	return slices.DeleteFunc(list, func(s Section) bool { return len(s.Rows)+s.More == 0 })
}

// titled is a section with its title and note in a language.
func (s Section) titled(w *words.Catalog) Section {
	key := strings.ReplaceAll(s.ID, "-", "_")
	s.Title = w.Say("changes.titles." + key)
	if note := "changes.notes." + key; w.Has(note) {
		s.Note = w.Say(note)
	}
	return s
}

// Column returns the heading of a column in a language.
func Column(name string, w *words.Catalog) string {
	return w.Say("changes.columns." + strings.ToLower(strings.NewReplacer(" → ", "_", " ", "_").Replace(name)))
}

// add adds a row, or counts it where there are as many as are shown.
func (s *Section) add(cells ...Cell) {
	if !s.full() {
		s.Rows = append(s.Rows, cells)
	}
}

// full counts a row where there are as many as are shown, so that none is made.
func (s *Section) full() bool {
	if len(s.Rows) < s.limit {
		return false
	}
	s.More++
	return true
}

// addLinked adds a row about a run.
func (s *Section) addLinked(page string, cells ...Cell) {
	s.Rows, s.Links = append(s.Rows, cells), append(s.Links, page)
}
