package diff

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Section is a part of the report as a table, independent of the output format.
type Section struct {
	ID      string // for anchors
	Title   string
	Note    string // how to read it; may be empty
	Columns []string
	Rows    [][]Cell
	Links   []string // the page of each row's run on the site, "" for none; nil if rows have no run
	Linked  string   // the column with the link
	More    int      // rows left out
	Folded  bool     // hidden until a reader opens it
	Count   int      // number of items, if a row can consist of several
}

// Cell is a cell of a table. Foreign marks text from result files and contributors.
type Cell struct {
	Text    string
	Foreign bool
	Long    bool // a reason, or a place in a file
}

func plain(format string, args ...any) Cell { return Cell{Text: fmt.Sprintf(format, args...)} }

func foreign(text string) Cell { return Cell{Text: text, Foreign: true} }

// Limits are the maximum sizes of tables.
type Limits struct {
	Rows   int // of every visible table
	Folded int // of every folded table, and of the folded rest of a visible one
}

// Sections returns the tables of the report that have rows, the important ones first.
func (r *Report) Sections(l Limits) []Section {
	return slices.DeleteFunc(r.sections(l), func(s Section) bool { return len(s.Rows)+s.More == 0 })
}

func (r *Report) sections(l Limits) []Section {
	all := []Section{
		r.newsSection(l), r.faultSection(l), r.groupSection(l), r.togetherSection(l), r.medianSection(l), r.moveSection(l), r.frontierSection(l), r.textSection(l),
		r.deadlineSection(l), r.hypervolumeSection(l), r.rowSection(l),
	}
	for _, class := range []Class{Flipped, Removed, LeftOut, Added, NotComparable, Metadata} {
		all = append(all, r.classSection(l, class))
	}
	all = append(all, r.noteSection(l))
	return lists.Map(all, func(s Section) Section { return s.In(content.English()) })
}

// In returns the section with its title and note in a language, and what the program says in its cells.
func (s Section) In(w *words.Catalog) Section {
	key := strings.ReplaceAll(s.ID, "-", "_")
	s.Title = w.Say("changes.titles." + key)
	if note := "changes.notes." + key; w.Has(note) {
		s.Note = w.Say(note)
	}
	if w.Language != content.English().Language {
		s.Rows = lists.Map(s.Rows, func(row []Cell) []Cell {
			return lists.Map(row, func(c Cell) Cell { return c.in(w) })
		})
	}
	return s
}

// phrase is what a cell says, between numbers that belong to it: "12 worse", "enters the top 3".
var (
	phrase = regexp.MustCompile(`^([0-9,]+ )?(.*?)( [0-9]+)?$`)
	digits = regexp.MustCompile(`[0-9][0-9.,]*[0-9]`)
	keyed  = strings.NewReplacer(": ", "_", " ", "_")
)

// in is a cell in a language, part by part; foreign text stays as it is.
func (c Cell) in(w *words.Catalog) Cell {
	if c.Foreign {
		return c
	}
	parts := strings.Split(c.Text, ", ")
	for i, part := range parts {
		found := phrase.FindStringSubmatch(part)
		if key := "changes.cells." + strings.ToLower(keyed.Replace(found[2])); w.Has(key) {
			parts[i] = found[1] + w.Say(key) + found[3]
		}
	}
	marks := strings.NewReplacer(".", w.Decimal, ",", w.Group)
	c.Text = digits.ReplaceAllStringFunc(strings.Join(parts, ", "), marks.Replace)
	return c
}

// Column returns the heading of a column in a language.
func Column(name string, w *words.Catalog) string {
	return w.Say("changes.columns." + strings.ToLower(strings.NewReplacer(" → ", "_", " ", "_").Replace(name)))
}

// row adds a row, or counts it where there are as many as are shown.
func (s *Section) row(most int, cells func() []Cell) {
	if len(s.Rows) == most {
		s.More++
		return
	}
	s.Rows = append(s.Rows, cells())
}

// linkedRow adds a row about a run.
func (s *Section) linkedRow(most int, page string, cells func() []Cell) {
	if len(s.Rows) < most {
		s.Links = append(s.Links, page)
	}
	s.row(most, cells)
}

func (r *Report) faultSection(l Limits) Section {
	s := Section{
		ID: "answers", Columns: []string{"Where", "Reason", "Kind"},
	}
	open := lists.Filter(r.Faults, func(f Fault) bool { return f.Accepted == "" && f.Kind != Regression && f.Kind != Removal }) // those have tables
	for from, to := 0, 0; from < len(open); from = to {
		for to = from; to < len(open) && open[to].alike() == open[from].alike(); to++ {
		}
		f, more := open[from], ""
		if n := to - from; n > 1 {
			more = fmt.Sprintf(" (and %s like it, up to %s)", units.Plural(n-1, "row"), open[to-1].place())
		}
		s.row(l.Rows+l.Folded, func() []Cell {
			return []Cell{{f.place() + more, true, true}, {f.Message, true, true}, plain("%s", f.Kind)}
		})
	}
	return s
}

// alike is a problem without its row and values.
func (f Fault) alike() string {
	if f.Change != nil {
		return f.place()
	}
	return string(f.Kind) + numbers.ReplaceAllString(f.Where+f.Message, "0")
}

var numbers = regexp.MustCompile(`[0-9][0-9.e+-]*`)

// place is the configuration that a fault is about, or where a source has it.
func (f Fault) place() string {
	if f.Change == nil {
		return f.Where
	}
	return strings.Join([]string{f.Change.Task, f.Change.Name, f.Change.Label()}, ", ")
}

func (r *Report) togetherSection(l Limits) Section {
	s := Section{
		ID: "together", Columns: []string{"Task", "Model", "Changes", "Evidence"},
	}
	for _, g := range r.Together {
		s.row(l.Rows+l.Folded, func() []Cell {
			return []Cell{foreign(r.task(g.Task)), foreign(cmp.Or(g.Name, "all")), foreign(g.Words()), foreign(g.evidence())}
		})
	}
	return s
}

func (m Measure) evidence(c *Change) Cell {
	if !m.Tested() {
		return plain("threshold only")
	}
	basis := fmt.Sprintf("%s of freedom", units.Plural(int(m.Noise.Freedom), "degree"))
	if assumed(m.Noise) {
		basis = "assumed"
	}
	return plain("noise %s (%s), runs: %d → %d, q = %s", noisePercent(m.Noise), basis, c.BaseRuns, c.HeadRuns, units.Short(m.Q))
}

func (r *Report) moveSection(l Limits) Section {
	s := Section{
		ID: "ranks", Columns: []string{"Task", "Model", "Rank", "Metric", "Note"},
	}
	for _, b := range r.Boards {
		for _, m := range b.Moves {
			s.row(l.Rows+l.Folded, func() []Cell {
				return []Cell{
					foreign(b.Name), foreign(m.Name), plain("%s", m.places()), plain("%s", b.value(m)), plain("%s", m.note(b.Top)),
				}
			})
		}
	}
	return s
}

// places is the rank of the model on both sides: "=3 → 1".
func (m *Move) places() string { return rankText(m.Base, "–") + " → " + rankText(m.Head, "–") }

func (m *Move) note(top int) string {
	var notes []string
	switch {
	case m.Base == nil:
		notes = append(notes, "new")
	case m.Head == nil:
		notes = append(notes, cmp.Or(m.gone, "not ranked any more"))
	}
	switch m.Top {
	case 1:
		notes = append(notes, fmt.Sprintf("enters the top %d", top))
	case -1:
		notes = append(notes, fmt.Sprintf("drops out of the top %d", top))
	}
	return strings.Join(notes, ", ")
}

func (r *Report) frontierSection(l Limits) Section {
	s := Section{
		ID: "frontier", Folded: true,
		Columns: []string{"Task", "Model", "Configuration", "Status", "Dominated by"},
	}
	for _, b := range r.Boards {
		for _, f := range b.Frontier {
			s.row(l.Folded, func() []Cell { return append([]Cell{foreign(b.Name)}, f.cells()...) })
		}
	}
	return s
}

func (f FrontierChange) cells() []Cell {
	what := "left: now dominated"
	switch {
	case f.Joined && f.By != nil:
		what = "joined: was dominated"
	case f.Joined:
		what = "joined"
	case f.Gone:
		what = "left: no longer published"
	}
	by := foreign("")
	if f.By != nil {
		by = foreign(f.By.Nickname + ", " + rowLabel(*f.By))
	}
	return []Cell{foreign(f.Row.Nickname), foreign(rowLabel(f.Row)), plain("%s", what), by}
}

// rowLabel is a row's configuration in a few words.
func rowLabel(r aggregate.Row) string {
	return fmt.Sprintf("%s, %d× %s, batch size %d", units.Precision(r.Precision), r.NumGPUs, r.GPU, r.Batch)
}

func (r *Report) deadlineSection(l Limits) Section {
	s := Section{
		ID: "deadlines", Folded: true,
		Columns: []string{"Task", "Deadline", "Model", "Base → head", "Change"},
	}
	for _, b := range r.Boards {
		for _, group := range b.byModel() {
			d := group[0]
			within := lists.Map(group, func(d DeadlineChange) string { return units.Short(d.Deadline) })
			s.row(l.Folded, func() []Cell {
				return []Cell{
					foreign(b.Name), plain("%s%s", strings.Join(within, ", "), unitText(b.Latency.Unit)), foreign(d.Name),
					plain("%s", arrow(d.Base, d.Head, b.Energy.Unit)), plain("%s", d.change()),
				}
			})
		}
	}
	return s
}

// change is the change of the energy in a few words.
func (d DeadlineChange) change() string {
	if d.Near {
		return "within noise of the limit"
	}
	return percent(d.Base, d.Head)
}

// byModel groups the deadlines with the same change of a model.
func (b *Board) byModel() (groups [][]DeadlineChange) {
	for _, d := range b.AtDeadlines {
		alike := func(g []DeadlineChange) bool {
			return g[0].Model == d.Model && g[0].Near == d.Near && arrow(g[0].Base, g[0].Head, "") == arrow(d.Base, d.Head, "")
		}
		if i := slices.IndexFunc(groups, alike); i >= 0 {
			groups[i] = append(groups[i], d)
		} else {
			groups = append(groups, []DeadlineChange{d})
		}
	}
	return groups
}

func (r *Report) hypervolumeSection(l Limits) Section {
	s := Section{
		ID: "hypervolume", Folded: true, Columns: []string{"Task", "Hypervolume", "Bounds"},
	}
	for _, b := range r.Boards {
		if b.Latency == nil {
			continue
		}
		h := b.Hypervolume
		base, head := units.Number(h.Base), units.Number(h.Head)
		if base == head {
			continue
		}
		s.row(l.Folded, func() []Cell {
			return []Cell{
				foreign(b.Name), plain("%s → %s", base, head),
				plain("%s to %s%s, %s to %s%s", units.Short(h.LatencyFrom), units.Short(h.LatencyTo), unitText(b.Latency.Unit),
					units.Short(h.EnergyFrom), units.Short(h.EnergyTo), unitText(b.Energy.Unit)),
			}
		})
	}
	return s
}

// what is a change in a sentence, but for what is news.
func (c *Change) what() Cell {
	var parts []string
	if c.Why != "" && c.Method == "" {
		parts = append(parts, c.Why)
	}
	if c.Unstable {
		parts = append(parts, "unstable and therefore not ranked")
	}
	for _, m := range c.Measures {
		if m.Material || c.Class == Flipped && beyond(m.Base, m.Head, floor) {
			parts = append(parts, fmt.Sprintf("%s %s", inside(m.Field.Label, len(parts) > 0), m.Percent()))
		}
	}
	for _, f := range c.Facts {
		if !f.isName() && c.Class != NotComparable {
			parts = append(parts, inside(f.words(), len(parts) > 0))
		}
	}
	if c.Class == Metadata && c.BaseRuns != c.HeadRuns {
		parts = append(parts, fmt.Sprintf("%d → %s", c.BaseRuns, units.Plural(c.HeadRuns, "run")))
	}
	if c.Accepted != "" {
		parts = append(parts, "accepted: "+c.Accepted)
	}
	return foreign(strings.Join(parts, "; "))
}

func (r *Report) noteSection(l Limits) Section {
	s := Section{ID: "notes", Folded: true, Columns: []string{"Note"}}
	for _, n := range r.Notes {
		s.row(l.Folded, func() []Cell { return []Cell{foreign(n)} })
	}
	return s
}

// Provenance lists the sources of a side, one line per source.
func Provenance(side []Revision) []string {
	const most = 5
	var lines []string
	for i, s := range side {
		if i == most {
			return append(lines, fmt.Sprintf("and %d more sources", len(side)-most))
		}
		line := cut(s.Name) + ": " + units.Plural(s.Runs, "run")
		for _, more := range []string{s.Date, cut(s.Revision)} {
			if more != "" {
				line += ", " + more
			}
		}
		if s.Synthetic {
			line += ", synthetic"
		}
		lines = append(lines, line)
	}
	return lines
}
