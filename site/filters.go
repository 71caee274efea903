package site

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// filters is the form of a task's page in its default state.
func (p *page) filters(t *task) templates.Filters {
	b := t.board
	f := templates.Filters{
		Board: p.to(t.data), Root: p.root(), Later: len(t.rows) > mostAhead,
		View: templates.OptionField{Name: "view", Label: t.words.Say("filters.view"), One: true, Options: []templates.Option{
			{Value: string(board.Best), Text: t.words.Say("filters.best"), On: true}, {Value: string(board.All), Text: t.words.Say("filters.all")},
		}},
		Unit:   p.unitChoice(t),
		WhatIf: append(t.floor(), t.rents(b.GPUs())...),
	}
	if b.HasEnergy() {
		f.WhatIf = append(f.WhatIf, slices.Insert(p.figures(), 1, templates.Quantity{
			Name: "grid", Label: t.words.Say("filters.grid"), Unit: t.words.Say("filters.grid_unit"),
		})...)
	}
	deadline := templates.Limit{
		Name: "deadline", Label: t.words.Say("filters.latency"), Unit: t.limitUnitText(), Value: t.words.Typed(t.Deadline),
	}
	f.Deadline = scaled(deadline, t.Deadline, t.rows, func(r aggregate.Row) (float64, float64) {
		return r.Latency(aggregate.P50), r.Latency(aggregate.P99)
	})
	energy := templates.Limit{Name: "energy", Label: t.words.Say("filters.energy"), Unit: t.perOutput()}
	f.Energy = scaled(energy, 0, t.rows, func(r aggregate.Row) (float64, float64) { return r.Energy, r.Energy })
	f.Choices = offered(percentileChoice(t), t.measures(), several("gpu", t.words.Say("filters.gpu"), b.GPUs(), identity))
	f.More = offered(several("gpus", t.words.Say("filters.gpus"), b.GPUCounts(), strconv.Itoa),
		several("precision", t.words.Say("filters.precision"), b.Precisions(), units.Precision),
		several("arch", t.words.Say("filters.architecture"), b.Architectures(), identity),
		p.betweenChoice(t))
	return f
}

// offered are the fields with something to choose from.
func offered(fields ...templates.OptionField) []templates.OptionField {
	return slices.DeleteFunc(fields, func(c templates.OptionField) bool { return len(c.Options) == 0 })
}

// measures are what a reader can rank by where outputs of unequal work compare by other measures.
func (t *task) measures() templates.OptionField {
	c := templates.OptionField{Name: "measure", Label: t.words.Say("filters.measure"), One: true}
	for _, n := range t.rows[0].Schema().Normalized {
		by := board.Query{Sort: board.Sort{Field: n.Name}}
		levels := len(t.board.Grouping(t.board.Default)) > len(t.board.Grouping(by))
		if column, ok := t.board.Column(n.Name); ok && (levels || n.Accuracy) {
			c.Options = append(c.Options, templates.Option{Value: n.Name, Text: t.translated(column.Field).Label})
		}
	}
	if len(c.Options) > 0 {
		c.Options = slices.Insert(c.Options, 0, templates.Option{Value: t.rows[0].RankField().Name, Text: t.rankLabel(), On: true})
	}
	return c
}

// floor is the least accuracy that a reader may ask for, on a board where any is known.
func (t *task) floor() []templates.Quantity {
	if !t.board.HasAccuracy() {
		return nil
	}
	return []templates.Quantity{{Name: "accuracy", Label: t.words.Say("filters.accuracy"), Unit: t.words.Say("filters.accuracy_unit")}}
}

func identity(s string) string { return s }

// several is a list of values that are all on.
func several[T any](name, label string, values []T, text func(T) string) templates.OptionField {
	return templates.OptionField{Name: name, Label: label, Options: lists.Map(values, func(v T) templates.Option {
		return templates.Option{Value: data.Text(v), Text: text(v), On: true}
	})}
}

func percentileChoice(t *task) templates.OptionField {
	options := lists.Map(t.board.Percentiles(), func(p aggregate.Percentile) templates.Option {
		return templates.Option{Value: strings.ToLower(p.String()), Text: p.String(), On: p == t.query.Percentile}
	})
	return templates.OptionField{Name: "pct", Label: t.words.Say("filters.percentile"), One: true, Options: options}
}

// betweenChoice offers estimates between measured points, where there is a limit that can be between them.
func (p *page) betweenChoice(t *task) templates.OptionField {
	c := templates.OptionField{Name: "between", Label: t.words.Say("filters.between"), One: true}
	if t.rows[0].Schema().Sweep != nil && t.board.HasLatency() {
		c.Options = []templates.Option{{Value: "", Text: t.words.Say("filters.between_no"), On: true}, {Value: "1", Text: t.words.Say("filters.between_yes")}}
	}
	return c
}

// unitChoice offers the units of energy, if the board has it; what a token is in the parameter is the
// task's output on the page.
func (p *page) unitChoice(t *task) templates.OptionField {
	if !t.board.HasEnergy() {
		return templates.OptionField{}
	}
	return templates.OptionField{Name: "unit", Label: t.words.Say("filters.unit"), One: true, Options: []templates.Option{
		{Value: string(board.Joules), Text: "J", On: true},
		{Value: string(board.WattHours), Text: "Wh"},
		{Value: string(board.KWhPerMtok), Text: t.words.Say("form.per", "unit", "kWh", "noun", t.lotText())},
		{Value: string(board.TokensPerKW), Text: t.words.Say("form.per", "unit", t.words.Noun(t.Output, 2), "noun", "kWh")},
	}}
}

// figures are a reader's own that cost is made from.
func (p *page) figures() []templates.Quantity {
	w := p.content.Words
	return []templates.Quantity{
		{Name: "price", Label: w.Say("filters.price"), Unit: w.Say("filters.price_unit")},
		{Name: "pue", Label: w.Say("filters.pue"), Unit: w.Say("filters.pue_unit"), Value: "1"},
	}
}

// rents are the prices that a reader may state for GPU models, with their currency.
func (t *task) rents(gpus []string) []templates.Quantity {
	if !t.board.Server() {
		gpus = nil // their prices are of hours, in which so many outputs are made
	}
	prices := lists.Map(gpus, func(gpu string) templates.Quantity {
		q := templates.Quantity{Name: "rent", Of: gpu, Label: t.words.Say("filters.rent", "gpu", gpu), Unit: t.words.Say("filters.rent_unit")}
		if price, ok := t.board.Default.Rent(gpu); ok { // of the publisher
			q.Value = t.words.Typed(price)
		}
		return q
	})
	return append(prices, templates.Quantity{
		Name: "currency", Label: t.words.Say("filters.currency"), Unit: t.words.Say("filters.currency_unit"),
		Value: t.board.Default.Currency, Coded: true,
	})
}

// lot is how many outputs energy, cost and carbon are stated for besides one.
func (t *task) lot() int {
	if t.PerToken() {
		return 1_000_000
	}
	return 1000
}

func (t *task) lotText() string {
	if t.PerToken() {
		return t.millionText()
	}
	return t.words.Say("outputs.many", "n", t.lot(), "nouns", t.words.Noun(t.Output, t.lot()))
}

// scaled is a bound with the ends of its slider: the least and the most of what the rows span, rounded outwards to two digits; and
// with the slider at the limit, of which 0 is none. It is nil where no row states the quantity.
func scaled(l templates.Limit, limit float64, rows []aggregate.Row, span func(aggregate.Row) (least, most float64)) *templates.Limit {
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		if a, b := span(r); a > 0 && !math.IsInf(b, 1) { // what is missing is neither
			low, high = min(low, a), max(high, b)
		}
	}
	if low > high {
		return nil
	}
	low, high = twoDigits(low, math.Floor), twoDigits(high, math.Ceil)
	l.Least, l.Most = data.Text(low), data.Text(high)
	at := sliderSteps
	if limit > 0 && high > low && low > 0 {
		at = int(math.Round(sliderSteps * math.Log(limit/low) / math.Log(high/low)))
	}
	l.At = strconv.Itoa(min(max(at, 0), sliderSteps))
	return &l
}

const sliderSteps = 1000

func twoDigits(x float64, round func(float64) float64) float64 {
	if !(x > 0) {
		return x
	}
	digit := math.Floor(math.Log10(x)) - 1
	// dividing by a whole power of ten keeps 0.028 from becoming 0.028000000000000004
	if digit < 0 {
		return round(x*math.Pow(10, -digit)) / math.Pow(10, -digit)
	}
	return round(x/math.Pow(10, digit)) * math.Pow(10, digit)
}

// askForm leads from the home page to the answer of a task's page: its fields are the parameters of that page, and each task
// is a button, which a script answers in place.
func (p *page) askForm() []templates.Section {
	if len(p.tasks) == 0 || p.onlyBoards() {
		return nil
	}
	w := p.content.Words
	first := p.tasks[0]
	rents := strings.Join(lists.Map(first.board.GPUs(), func(gpu string) string { return gpu + " 2.50" }), ", ")
	currency := first.board.Default.Currency
	code := func(name, label, unit string, size int) templates.Quantity {
		return templates.Quantity{Name: name, Label: label, Unit: unit, Size: size, Coded: true}
	}
	planned := func(name string) templates.Quantity {
		return code(name, w.Say("capacity.in."+name), w.Say("capacity.in.unit."+name), 4)
	}
	v := &templates.Ask{
		Go: w.Say("ask.tasks"), Root: p.root(),
		Fields: []templates.Quantity{
			code("q", w.Say("filters.model"), w.Say("ask.any"), 14),
			code("deadline", w.Say("filters.latency"), w.Say("ask.limit", "unit", first.limitUnitText(), "usual", w.Typed(first.Deadline)), 0),
			code("rent", w.Say("ask.rents"), w.Say("ask.such", "example", rents), 22),
			code("price", w.Say("filters.price"), w.Say("ask.price_unit", "currency", currency), 0),
			code("ceiling", w.Say("ask.ceiling"), w.Say("ask.ceiling_unit", "currency", currency), 0),
			code("responses", w.Say("ask.load"), w.Say("ask.load_unit"), 10),
			code("kw", w.Say("capacity.in.kw"), w.Say("ask.instead", "unit", w.Say("capacity.in.unit.kw")), 0),
			code("monthly", w.Say("capacity.in.monthly"), w.Say("ask.instead", "unit", w.Say("ask.monthly_unit", "currency", currency)), 0),
		},
		MoreTitle: w.Say("ask.more"),
		More: []templates.Quantity{
			code("gpu", w.Say("filters.gpu"), w.Say("ask.such", "example", "4x "+first.board.GPUs()[0]), 10),
			planned("reserve"), planned("idle"), planned("extra"), code("pue", w.Say("filters.pue"), w.Say("filters.pue_unit"), 4),
			code("grid", w.Say("filters.grid"), w.Say("filters.grid_unit"), 4),
		},
		Tasks: lists.Map(p.tasks[:min(len(p.tasks), mostIndexRows)], func(t *task) templates.AskedTask {
			return templates.AskedTask{Link: templates.Link{Text: t.Name, Href: p.to(taskAddress(t.ID))}, Board: p.to(t.data)}
		}),
		AnswerTitle: w.Say("ask.answer", "task", first.Name), Answer: first.answerSection().Answer,
		Link: templates.Link{Text: w.Say("ask.page", "task", first.Name), Href: p.to(taskAddress(first.ID))},
	}
	if first.board.Percentiles() != nil {
		c := percentileChoice(first)
		for i := range c.Options {
			if c.Options[i].On {
				c.Options[i].Value = "" // that of any task
			}
		}
		v.Choices = append(v.Choices, c)
	}
	v.Choices = append(v.Choices, p.orders(p.tasks, "auto", w.Say("ask.auto"), templates.Option{Value: "", Text: w.Say("ask.energy")}))
	return []templates.Section{{ID: "ask", Title: w.Say("ask.title"), Text: templates.Plain(w.Say("ask.text")), Ask: v}}
}

// limitUnitText is the unit of a limit: "ms per token".
func (t *task) limitUnitText() string {
	if per := t.deadlinePer(); per != "" {
		return t.words.Per(t.latencyUnit(), per)
	}
	return t.latencyUnit()
}

// orders is what an answer has the lowest of: what the page came with, or what a reader asks for.
func (p *page) orders(tasks []*task, usual, text string, more ...templates.Option) templates.OptionField {
	w := p.content.Words
	options := append([]templates.Option{{Value: usual, Text: text, On: true}}, more...)
	options = append(options, templates.Option{Value: board.ByCost, Text: w.Say("ask.cost")})
	if slices.ContainsFunc(tasks, func(t *task) bool { return t.board.HasLatency() }) {
		options = append(options, templates.Option{Value: board.ByLatency, Text: w.Say("ask.latency")})
	}
	return templates.OptionField{Name: "sort", Label: w.Say("ask.order"), One: true, Options: options}
}

// homeScript answers the form; "" where there is none.
func (e *edition) homeScript() string {
	if len(e.tasks) == 0 || e.onlyBoards() {
		return ""
	}
	return "home"
}

// A page of views about a subject has one form: what a reader sets there holds for all views below it. The script of the
// page answers them again.

// asked is what the script of such a page reads.
type asked struct {
	Root   string       `json:"root"`
	Report string       `json:"report,omitempty"` // address for problems with a run, with {run} in place of its id
	Model  string       `json:"model,omitempty"`  // that the page is about
	Chosen *choosing    `json:"chosen,omitempty"` // that it compares
	Boards []askedBoard `json:"boards"`
}

// choosing is what a reader may compare.
type choosing struct {
	Models  []string          `json:"models"` // that the page came with
	Most    int               `json:"most"`
	Boards  map[string]string `json:"boards"` // addresses of comparisons by board
	Lengths string            `json:"lengths,omitempty"`
}

// askedBoard is a board with the views of it on the page.
type askedBoard struct {
	ID      string `json:"id"`
	Data    string `json:"data"`              // address of the rows
	Lengths string `json:"lengths,omitempty"` // address of output lengths
	Limit   bool   `json:"limit"`             // whether the form's limit applies to the board
	Views   []ask  `json:"views"`
}

// ask is a view of a board on a page, with its subject: for scripts, which have all rows of the board, the rows that have one of
// the values in a column.
type ask struct {
	view.View
	Where string      `json:"where,omitempty"`
	Is    []string    `json:"is,omitempty"`
	More  []string    `json:"more,omitempty"` // columns of which more is better, for scripts alone
	Style *view.Style `json:"style,omitempty"`
	rows  []aggregate.Row
}

// asked is the view for scripts.
func (t *task) asked(a ask) ask {
	a.More = lists.Filter(slices.Concat(a.Y, a.Switch, []string{a.X}), func(name string) bool {
		f, ok := t.axisField(name)
		return ok && f.Better == data.Higher
	})
	return a
}

// answerTo answers a view for the default query of its board.
func (t *task) answerTo(a ask) view.Answer {
	return a.Answer(t.subjectOf(a), t.board.Default)
}

func (t *task) subjectOf(a ask) view.Subject { return view.Subject{Board: t.board, Rows: a.rows} }

// asking is the form of a page and what its script reads of the boards.
// What outputs cost is asked where boards are of servers: gpus are the GPU models that have a price.
func (p *page) asking(about asked, tasks []*task, choices []templates.OptionField, gpus []string, of func(*task) []ask) *templates.Configurations {
	v := &templates.Configurations{}
	about.Root = p.root()
	limited := limitedLike(tasks)
	for _, t := range tasks {
		b := askedBoard{ID: t.ID, Data: p.to(t.data), Lengths: p.toFile(t.lengths), Limit: slices.Contains(limited, t)}
		b.Views = lists.Map(of(t), t.asked)
		about.Boards = append(about.Boards, b)
	}
	if len(limited) > 0 {
		t := limited[0]
		v.Deadline = &templates.Quantity{
			Name: "deadline", Label: t.words.Say("filters.latency"), Unit: t.limitUnitText(), Value: t.words.Typed(t.Deadline),
		}
	}
	if i := slices.IndexFunc(tasks, func(t *task) bool { return t.board.Percentiles() != nil }); i >= 0 {
		c := percentileChoice(tasks[i])
		c.Label = p.content.Words.Say("model.percentile")
		choices = append([]templates.OptionField{c}, choices...)
	}
	if i := slices.IndexFunc(tasks, func(t *task) bool { return t.board.Server() }); i >= 0 {
		if v.Prices = tasks[i].rents(gpus); slices.ContainsFunc(tasks, func(t *task) bool { return t.board.HasEnergy() }) {
			v.Prices = append(v.Prices, p.figures()...)
		}
		choices = append(choices, p.orders(tasks[i:i+1], "", capital(tasks[i].metric())))
	}
	if len(limited) > 0 {
		choices = append(choices, p.betweenChoice(limited[0]))
	}
	v.Choices = lists.Filter(choices, func(c templates.OptionField) bool { return len(c.Options) > 1 })
	v.Data = about
	return v
}

// limitedLike are the tasks whose limit is in the unit of the first one that has any: a form has one number.
func limitedLike(tasks []*task) (limited []*task) {
	for _, t := range tasks {
		if t.Deadline > 0 && (len(limited) == 0 || t.latencyUnit() == limited[0].latencyUnit() && t.deadlinePer() == limited[0].deadlinePer()) {
			limited = append(limited, t)
		}
	}
	return limited
}

// hardwareColumn is the column of GPUs with their number.
const hardwareColumn = "hardware"
