package site

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// explorePath is the page on which readers choose the words of a view.
const explorePath = "explore/"

// drawViews makes the figures of views that texts declare by their address. Boards are made when the first is asked for.
func drawViews(published data.Dataset, c content.Content) query.Views {
	boards := sync.OnceValue(func() []Leaderboard { return Leaderboards(published, c) })
	return func(address string) (query.Figure, error) {
		_, asked, whole := strings.Cut(address, "?")
		if !whole {
			asked = address
		}
		values, err := url.ParseQuery(asked)
		if err != nil {
			return query.Figure{}, errors.New("this is no query of an address; use that of a view on the page Explore")
		}
		ids := lists.Map(boards(), func(b Leaderboard) string { return b.ID })
		i := slices.Index(ids, values.Get("board"))
		if i < 0 {
			return query.Figure{}, errors.New("board=" + data.ClipName(values.Get("board")) + ": use one of " +
				strings.Join(ids[:min(len(ids), mostNamed)], ", ") + nearest.Hint(values.Get("board"), ids))
		}
		t := boards()[i].task
		e, faults := view.Explore(t.board, asked)
		if len(faults) > 0 {
			return query.Figure{}, errors.New(faults[0].String())
		}
		return t.explored(e)
	}
}

// explored draws a view: its rows are those of its table.
func (t *task) explored(e view.Explored) (query.Figure, error) {
	answer := e.Answer()
	if len(answer.Rows) == 0 {
		return query.Figure{}, errors.New(t.words.Say("explore.none", "axes", t.words.All(t.axesText(e, answer.Query))))
	}
	plot := answer.Plot(e.Subject, *t.exploredStyle(e, answer))
	plot.Chart, plot.Title, plot.Caption = "explored", t.exploredTitle(e), t.exploredText(e, answer)
	plot.Description = plot.Caption
	plot.Columns = t.exploredColumns(e)
	plot.Rows = lists.Map(answer.Rows, func(r aggregate.Row) charts.Row {
		return charts.Row{Run: r.Run, Model: r.ModelID, Cells: t.cellsOf(e.Board, plot.Columns, r)}
	})
	csv := charts.Figure{Table: plot.Table, Measured: t.basisOf(t.rows[0])}.CSV()
	return query.Figure{Name: plot.Chart, Plot: plot, CSV: csv}, nil
}

// exploredColumns are those of the table of a view: what rows are called, then what is drawn of them. The hardware says GPU and
// number.
func (t *task) exploredColumns(e view.Explored) (columns []charts.Column) {
	implied := []string{}
	if _, ok := e.Board.Column(hardwareColumn); ok {
		implied = []string{t.name(data.RoleGPU), t.name(data.RoleGPUs)}
	}
	for _, name := range []string{
		e.Board.Naming(), hardwareColumn, t.name(data.RoleBatch), e.Axis(e.X, e.Query.Percentile), e.Axis(e.Y[0], e.Query.Percentile),
		e.By, e.Facet, e.Per,
	} {
		c, ok := e.Board.Column(name)
		if ok && !slices.Contains(implied, name) && !slices.ContainsFunc(columns, func(c charts.Column) bool { return c.Field == name }) {
			f := t.exploredField(c.Field, e.Query)
			columns = append(columns, charts.Column{Field: name, Label: f.Label, Unit: c.Form.Unit(f.Unit), Number: f.Kind == data.Int || f.Kind == data.Float})
		}
	}
	return columns
}

// exploredField is a column in the words of the task.
func (t *task) exploredField(f data.Field, q board.Query) data.Field {
	f = t.translated(f)
	if outputs := t.words.Noun(t.Output, 2); slices.Contains(lists.Map(t.board.Measures(), func(m board.Measure) string { return m.Name }), f.Name) {
		f.Label = strings.NewReplacer("Outputs", capital(outputs), "outputs", outputs).Replace(f.Label)
	}
	if f.Name == "cost_per_million" {
		f.Unit = q.Currency
	}
	return f
}

// exploredStyle is how the drawing of a view looks. GPU models have the colors of other pages.
func (t *task) exploredStyle(e view.Explored, answer view.Answer) *view.Style {
	style := &view.Style{
		Words: t.words, Unit: t.latencyUnit(), Axes: map[string]string{}, Wide: plotWide, Powers: []string{t.name(data.RoleBatch)},
		Marks: charts.MarksInOrder(units.InOrder(lists.Map(answer.Series, func(one view.Series) string { return one.Name }))),
	}
	style.Names = lists.By(t.rows, func(r aggregate.Row) (string, string) { return r.Precision, units.Precision(r.Precision) })
	for _, name := range []string{e.By, e.Facet, e.X, e.Label} {
		c, ok := e.Board.Column(name)
		if !ok || name == t.name(data.RolePrecision) || name == e.X && e.Kind != view.Bar {
			continue
		}
		for _, r := range t.rows {
			if text := c.Text(r); style.Names[text] == "" {
				style.Names[text] = fieldCell(t.words, c.Form, t.inWords(name, c.Value(r))).Text
			}
		}
	}
	style.Names[""] = t.words.Say("scope.unstated")
	if e.By == t.name(data.RoleGPU) {
		maps.Copy(style.Marks, t.marks)
		style.Marks[""] = t.marks[board.Unknown]
	}
	for _, name := range []string{e.X, e.Y[0], e.Facet, e.Axis(e.X, e.Query.Percentile), e.Axis(e.Y[0], e.Query.Percentile)} {
		if c, ok := e.Board.Column(name); ok {
			style.Axes[name] = t.chartTask().Axis(t.exploredField(c.Field, e.Query))
		}
	}
	return style
}

// exploredTitle says what is drawn; the text below makes the claims.
func (t *task) exploredTitle(e view.Explored) string {
	label := func(name string) string {
		c, _ := e.Board.Column(e.Axis(name, e.Query.Percentile))
		return t.eachText(c, e.Query)
	}
	key := "explore.against"
	if e.Kind != view.Tradeoff {
		key = "explore.by"
	}
	title := t.words.Say(key, "task", t.Name, "y", label(e.Y[0]), "x", label(e.X))
	if c, ok := e.Board.Column(e.Facet); ok {
		title = t.words.Say("explore.facets", "title", title, "facet", t.eachText(c, e.Query))
	}
	if c, ok := e.Board.Column(e.By); ok && !t.isUsual(e) {
		title = t.words.Say("explore.colored", "title", title, "color", t.eachText(c, e.Query))
	}
	return title
}

// isUsual says whether the colors are those of other figures, or of what an axis or the panels tell.
func (t *task) isUsual(e view.Explored) bool {
	usual, _ := view.Explore(t.board, "kind="+string(e.Kind))
	return slices.Contains([]string{usual.By, e.X, e.Facet}, e.By)
}

// exploredText says how many rows are drawn, what they are, and from where to where they reach.
func (t *task) exploredText(e view.Explored, a view.Answer) string {
	column := e.Axis(e.Y[0], a.Query.Percentile)
	c, _ := e.Board.Column(column)
	value := func(r aggregate.Row) float64 { x, _ := c.Number(r); return x }
	by := func(r, s aggregate.Row) int { return cmp.Compare(value(r), value(s)) }
	low, high := slices.MinFunc(a.Rows, by), slices.MaxFunc(a.Rows, by)
	f := t.exploredField(c.Field, a.Query)
	said := func(r aggregate.Row) string {
		return strings.TrimSpace(view.Written(t.words, c, value(r)) + space + countedIn(value(r), t.chartTask().ShortUnit(f)))
	}
	all := ask{View: e.View, rows: e.Rows}
	lowWho, highWho := t.who(all, low), t.who(all, high)
	if lowWho == highWho && low.Run != high.Run {
		lowWho, highWho = joined(lowWho, t.batchText(low)), joined(highWho, t.batchText(high))
	}
	key := "explore.range"
	switch {
	case len(a.Rows) == 1:
		key = "explore.one"
	case value(low) == value(high):
		key = "explore.same"
	case len(a.Rows) < len(e.Rows):
		key = "explore.range_drawn"
	}
	parts := []string{t.among(a.Query, a.Rows, t.words.Say(key, "y", f.Label, "low", said(low), "low_who", lowWho,
		"high", said(high), "high_who", highWho, "value", said(low), "n", len(a.Rows)))}
	parts = append(parts, t.chosenText(e, a)...)
	return strings.Join(append(append(parts, t.drawnOf(all, a)), t.leftOutOf(e, a)...), " ")
}

var plural = regexp.MustCompile(`^(\pL{2,}?)(ie|[^us])s$`)

// countedIn is a unit behind a number: one of what is counted is no plural.
func countedIn(x float64, unit string) string {
	part := plural.FindStringSubmatch(unit)
	if x != 1 || part == nil {
		return unit
	}
	return part[1] + data.When(part[2] == "ie", "y").Or(part[2])
}

// chosenText says of what each mark is the best.
func (t *task) chosenText(e view.Explored, a view.Answer) (parts []string) {
	if per := t.chosenBy(e); per != "" && len(a.Rows) < len(e.Rows) {
		claim, at := "explore.per.lowest", t.at(a.Query)
		if t.claim(a.Query) == "highest" {
			claim = "explore.per.highest"
		}
		if e.Kind == view.Line && e.Per == "" {
			at = "" // it has rows beyond the limit
		}
		parts = append(parts, t.words.Say(claim, "per", per, "metric", t.order(a.Query).name, "at", at))
	}
	if e.Kind == view.Line && e.Per != "" {
		parts = append(parts, t.words.Say("explore.best_only", "of", t.eachOf(e, e.X, e.By, e.Facet)))
	}
	if e.Unused {
		parts = append(parts, t.words.Say("explore.bars_only"))
	}
	return parts
}

// leftOutOf says which rows that pass the filters a trade-off of all cannot draw.
func (t *task) leftOutOf(e view.Explored, a view.Answer) (parts []string) {
	if e.Kind != view.Tradeoff || e.Per != "" {
		return nil
	}
	q := a.Query.Query
	q.Deadline = 0
	passing := lists.Filter(e.Rows, q.Accepts)
	trusted := aggregate.Trusted(passing)
	if n := len(passing) - len(trusted); n > 0 {
		parts = append(parts, t.words.Say("views.doubted", "n", n))
	}
	if n := len(trusted) - len(a.Rows) - a.More; n > 0 {
		parts = append(parts, t.words.Say("views.lacking", "n", n, "axes", t.words.Either(t.axesText(e, a.Query))))
	}
	return parts
}

// axesText names the axes that need values: bars have one.
func (t *task) axesText(e view.Explored, q board.Query) []string {
	axes := []string{e.Axis(e.Y[0], q.Percentile), e.X}
	if e.Kind == view.Bar {
		axes = axes[:1]
	}
	return lists.Distinct(lists.Map(axes, func(axis string) string {
		c, _ := e.Board.Column(axis)
		return t.eachText(c, q)
	}))
}

// eachText is what a column has one value of, in a sentence: "model", "number of GPUs".
func (t *task) eachText(c board.Column, q board.Query) string {
	label := t.exploredField(c.Field, q).Label
	switch {
	case c.Role == data.RoleModel:
		label = t.words.Say("table.model")
	case c.Role == data.RoleGPUs:
		label = t.words.Say("filters.gpus")
	case c.Name == hardwareColumn:
		label = t.words.Say("explore.hardware")
	case c.Kind == data.Bool || strings.Contains(label, ","):
		return t.words.Say("form.quote", "text", t.words.Inside(label))
	}
	return t.words.Inside(label)
}

// eachOf names columns of which some rows have the same value.
func (t *task) eachOf(e view.Explored, names ...string) string {
	var labels []string
	for _, name := range lists.Distinct(names) {
		c, ok := e.Board.Column(name)
		switch {
		case !ok:
		case c.Kind == data.Bool:
			labels = append(labels, t.words.Say("explore.per.value", "name", t.eachText(c, e.Query)))
		default:
			labels = append(labels, t.eachText(c, e.Query))
		}
	}
	return t.words.All(labels)
}

// chosenBy names of what each mark is the best: of a bar's value, of a line's place on each series, of what a reader chose, each in its
// group of equal work.
func (t *task) chosenBy(e view.Explored) string {
	names := []string{e.Per}
	switch {
	case e.Kind == view.Bar:
		names = []string{e.X}
	case e.Kind == view.Line && e.Per == "":
		return t.eachOf(e, e.X, e.By, e.Facet)
	}
	if per := t.eachOf(e, names...); per != "" {
		return t.eachOf(e, append(names, board.WorkColumn)...)
	}
	return ""
}

// exploring is what the script of the page Explore reads.
type exploring struct {
	Root   string           `json:"root"`
	Boards []exploringBoard `json:"boards"`
}

type exploringBoard struct {
	ID   string `json:"id"`
	Data string `json:"data"` // address of the rows
}

// exploreBoards are the boards that readers can explore.
func (e *edition) exploreBoards() []*task {
	all := lists.Filter(e.all, func(t *task) bool { return len(t.rows) > 1 })
	return all[:min(len(all), mostChoices)]
}

// exploreEmbedPath is that of frames in other pages.
const exploreEmbedPath = explorePath + "embed/"

func (p *page) explorePage() templates.Explore {
	boards := p.exploreBoards()
	example := boards[0].rows[0].RankField().Name + " * 2"
	if power, gpus := boards[0].name(data.RolePower), boards[0].name(data.RoleGPUs); power != "" && gpus != "" {
		example = power + " / " + gpus
	}
	option := func(value, key string) templates.Option { return templates.Option{Value: value, Text: p.Say(key)} }
	v := templates.Explore{
		Frame: p.frame(), Title: p.title, Lede: templates.Plain(p.Say("explore.lede", "example", example)),
		Library: p.toFile(p.assets.library), Widths: append([]int{plotWide}, charts.Frames(plotWide)...),
		Kinds: lists.Map(view.ExploredKinds, func(k view.Kind) templates.Option { return option(string(k), "explore.kind."+string(k)) }),
		Logs: []templates.Option{
			option("x,y", "explore.log.both"), option("x", "explore.log.x"), option("y", "explore.log.y"), option(board.None, "explore.log.none"),
		},
		Boards: lists.Map(boards, func(t *task) templates.Option { return templates.Option{Value: t.ID, Text: t.calledInLists()} }),
		Data:   exploring{p.root(), lists.Map(boards, func(t *task) exploringBoard { return exploringBoard{t.ID, p.to(t.data)} })},
	}
	if p.partOf != "" {
		v.Source = append(p.sourceText(p.about), plain(" · "))
		return v
	}
	list := templates.Section{ID: "boards", Title: p.Say("explore.boards"), Text: templates.Plain(p.Say("explore.boards_text"))}
	for _, t := range boards[:min(len(boards), mostIndexRows)] {
		list.Links = append(list.Links, templates.Link{Text: t.calledInLists(), Href: p.to(t.address())})
		if path := t.dataPath("csv"); p.file(path) != nil {
			list.Links = append(list.Links, templates.Link{Text: p.Say("explore.csv", "board", t.calledInLists()), Href: p.to(path), Download: t.ID + ".csv"})
		}
	}
	usual, _ := view.Explore(boards[0].board, "")
	v.Lists = append([]templates.Section{list}, p.citing(p.about[0], boards[0].exploredTitle(usual))...)
	return v
}

// explored is the address of a view on the page Explore, "" for one of rows that no word of it selects.
func (p *page) explored(t *task, a ask) string {
	usual, _ := view.Explore(t.board, "kind="+string(a.Kind))
	values := url.Values{"board": {t.ID}}
	set := func(name, value, usual string) {
		if value != usual {
			values.Set(name, cmp.Or(value, board.None))
		}
	}
	set("kind", string(a.Kind), string(view.Tradeoff))
	set("x", a.X, usual.X)
	set("y", a.Y[0], usual.Y[0])
	set("color", a.By, usual.By)
	set("label", a.Label, usual.Label)
	switch a.Where {
	case "":
	case t.name(data.RoleModel):
		values.Set("models", board.ListText(a.Is))
	case t.name(data.RoleGPU):
		values.Set("gpu", board.ListText(a.Is))
	case t.name(data.RoleArchitecture):
		values.Set("arch", board.ListText(a.Is))
	default:
		return ""
	}
	return p.to(explorePath) + "?" + values.Encode()
}

// figuresOf lead to the figures that readers of a board look for first, on the page Explore.
func (p *page) figuresOf(t *task) (links []templates.Link) {
	has := func(name string) bool { _, ok := t.axisField(name); return ok }
	add := func(text string, values url.Values, needs ...string) {
		if lists.All(needs, has) {
			values.Set("board", t.ID)
			links = append(links, templates.Link{Text: text, Href: p.to(explorePath) + "?" + values.Encode()})
		}
	}
	if t.tradeoff() != nil {
		add(capital(t.axes()), url.Values{}, t.board.Tradeoff().Y)
	}
	add(t.words.Say("explore.usual.throughput"), url.Values{"x": {perUser[0]}, "y": {perUser[1]}}, perUser...)
	add(t.usual("batch", view.Line), url.Values{"kind": {string(view.Line)}, "color": {t.board.Naming()}}, t.name(data.RoleBatch), t.board.Naming())
	add(t.usual("model", view.Bar), url.Values{"kind": {string(view.Bar)}}, t.board.Naming())
	return links
}

// usual names a figure that boards have, by its axes where the board has its own.
func (t *task) usual(figure string, kind view.Kind) string {
	a, err := view.Explore(t.board, "kind="+string(kind))
	if err != nil || t.subject == nil {
		return t.words.Say("explore.usual." + figure)
	}
	label := func(name string) string { f, _ := t.rows[0].Schema().Field(name); return t.display(f).Label }
	return t.words.Say("explore.usual_of."+figure, "y", label(a.Y[0]), "x", t.words.Inside(label(a.X)))
}
