package site

import (
	"cmp"
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
)

// Choice answers a query with one configuration, in sentences; the first of them are those to share. The script of a page
// writes the same (choice.js).
func (l Leaderboard) Choice(q board.Query) (c board.Choice, sentences []string) {
	c, ok := q.Choose(l.Rows)
	return c, lists.Map(l.task.answered(c, ok, l.Rows), spoken)
}

// Measured says what the energy of the board is of, "" if unknown.
func (l Leaderboard) Measured() string { return l.task.measuredText() }

func (t *task) measuredText() string {
	scope := t.basisOf(t.rows[0])
	if scope == "" {
		return ""
	}
	return t.words.Say("answer.basis", "scope", scope)
}

// Daily is the load that the planner of the board begins with, in outputs per day.
func (l Leaderboard) Daily() float64 { return l.task.Daily }

// choice is a choice in sentences: what it is, its energy, its cost, its place under the limit and in the sweep, the
// servers that a load takes, what comes next, and what was measured.
func (t *task) choice(c board.Choice) (said []templates.Text) {
	say := func(key string, values ...any) {
		said = append(said, t.words.Rich("answer."+key, values...))
	}
	t.chosen(c, say)
	asked := c.Query
	if c.Among != board.Models && !namesSeveral(c) {
		asked.Search = "" // the sentence names the model
	}
	if scope := t.scope(asked, nil); scope != "" {
		said[0] = append(templates.Plain(scope+" "), said[0]...)
	}
	said[0] = append(said[0], templates.Plain(t.besides(c))...)
	t.spends(c, say, &said)
	t.costs(c, say)
	t.priced(c, say)
	t.beside(c, say)
	t.between(c, say)
	t.moved(c, say)
	t.planned(c, say)
	t.next(c, say)
	t.settled(c, say)
	for _, r := range c.Apart[:min(len(c.Apart), mostNamed)] {
		value, _ := t.order(c.Query).text(r)
		name := t.words.Say("answer.named", "model", r.Nickname, "setting", t.stated(t.setting(r)))
		say("apart", "work", t.workOf(c.Query, r), "name", name, "value", value)
	}
	t.evened(c, say)
	late := variant("late", c.Query.Ceiling > 0 || c.Query.EnergyBudget > 0 || c.Query.Floor > 0, "_within")
	for _, r := range c.Late[:min(len(c.Late), mostNamed)] {
		say(late, "name", t.stated(t.setting(r)), "latency", t.beyond(c.Query, r.Latency(c.Query.Percentile)))
	}
	if scope := t.basisOf(c.Row); scope != "" && !t.brief {
		say("basis", "scope", scope)
	}
	return said
}

// besides is what the first sentence of a choice does not go without: a tie, the prices that it follows from and those that
// are not stated, and that its model is not the one that was asked for.
func (t *task) besides(c board.Choice) (text string) {
	if c.Tied > 0 {
		text = " " + t.words.Say("answer.tie", "n", c.Tied, "name", t.nameOf(c, c.Others[0]),
			"more", t.words.Say("answer.more."+string(c.Among), "n", c.Tied-1))
	}
	if q := c.Query; q.Priced() && (q.Sort.Field == board.ByCost || q.Ceiling > 0) {
		text += " " + t.words.Say("answer.prices", "prices", t.pricesText(q))
	}
	if n := len(c.Unpriced); n > 0 {
		text += " " + t.words.Say("answer.unpriced", "n", n, "gpus", t.words.All(c.Unpriced))
	}
	if key, asked := t.another(c); key != "" {
		text += " " + t.words.Say("answer."+key, "asked", asked, "task", t.Name, "model", c.Row.Nickname)
	}
	return text
}

// another is the model whose name was searched for, of this task or another one, where the choice is one of another name; the key
// of a message says which, "" for none.
func (t *task) another(c board.Choice) (key, asked string) {
	is := func(name string) bool { return units.Fold(name) == units.Fold(c.Query.Search) }
	if c.Query.Search == "" || is(c.Row.Nickname) {
		return "", ""
	}
	if i := slices.IndexFunc(t.rows, func(r aggregate.Row) bool { return is(r.Nickname) }); i >= 0 {
		return "another_here", t.rows[i].Nickname
	}
	if i := slices.IndexFunc(t.strangers, func(m stranger) bool { return is(m.Name) }); i >= 0 {
		return "another", t.strangers[i].Name
	}
	return "", ""
}

type sayer = func(key string, values ...any)

// more reports whether a board is ordered by a metric of which a higher value is better.
func (t *task) more(q board.Query) bool {
	return t.rows[0].RankField().Better == data.Higher && t.order(q).own
}

// namesSeveral reports whether a search names another model than that of the choice, whatever else is asked for.
func namesSeveral(c board.Choice) bool {
	return board.ModelsIn(aggregate.Query{Search: c.Query.Search}.Select(c.From)) > 1
}

func (t *task) chosen(c board.Choice, say sayer) {
	claim := "lowest"
	if t.more(c.Query) {
		claim = "highest"
	}
	switch {
	case c.Among != board.Models && len(c.Apart) == 0 && namesSeveral(c):
		claim = "only"
	case c.Among != board.Models:
		claim += "_of"
	}
	order := t.order(c.Query)
	value, _ := order.text(c.Row)
	at := t.at(c.Query)
	metric := t.atEqualWork(c.Query, []aggregate.Row{c.Row}, order.name)
	say(claim, "metric", metric, "at", at, "model", c.Row.Nickname, "setting", t.stated(t.setting(c.Row)), "value", value)
}

// spends says the energy of an output, of a response and of a kWh.
func (t *task) spends(c board.Choice, say sayer, said *[]templates.Text) {
	r := c.Row
	if !(r.Energy > 0) {
		return
	}
	low, high, known := r.Interval()
	say(variant("energy", !known || r.RankField().Role != data.RoleEnergy, "_bare"), "value", t.energyNumber(r.Energy), "unit", t.energyUnit(),
		"low", t.energyNumber(low), "high", t.energyNumber(high))
	joules, noun := r.Energy, t.Output
	if x, ok := data.Number(r.The(data.RolePerResponse)); ok {
		joules, noun = x, "response"
	}
	if noun != "token" {
		key, energy := "each", t.words.Amount(joules, "J")
		if noun == t.Output { // as above
			energy = t.energyNumber(joules) + " " + t.energyForm().Unit("J")
		}
		if noun != t.Output && t.PerToken() {
			key = "each_long"
		}
		say(key, "noun", t.words.Noun(noun, 1), "nouns", t.words.Noun(noun, 2), "energy", energy,
			"hours", t.words.Amount(joules/joulesPerWh, "Wh"), "many", t.words.Amount(joules/joulesPerWh*1000, "Wh"),
			"length", t.words.Number(board.OutputsPerResponse(r)), "outputs", t.words.Noun(t.Output, 2))
		if uses := t.uses(joules/joulesPerWh, noun); uses != nil {
			*said = append(*said, uses)
		}
	}
	t.emits(c.Query, joules, noun, r, say)
	if n, ok := c.PerKWh().Value(); ok {
		say(variant("per_kwh", c.Query.PUE != 1, "_pue"), "n", t.words.Number(n), "nouns", t.words.Noun(t.Output, 2), "pue", t.words.Typed(c.Query.PUE))
	}
}

const joulesPerWh = 3600

// emits says the carbon of what a reader's electricity generates, of an output or a response and of many.
func (t *task) emits(q board.Query, joules float64, noun string, r aggregate.Row, say sayer) {
	grid, ok := q.Grid.Value()
	if !ok {
		return
	}
	key := "carbon_each"
	switch noun {
	case "token":
		key = "carbon"
	case t.Output: // of which a lot is as many as a thousand
		key = "carbon_one"
	}
	grams := func(joules float64) string { return t.words.Number(joules / (joulesPerWh * 1000) * q.PUE * grid) }
	say(key, "grid", t.words.Typed(grid), "pue", t.words.Typed(q.PUE), "noun", t.words.Noun(noun, 1), "nouns", t.words.Noun(noun, 2),
		"one", grams(joules), "many", grams(joules*1000), "lot", t.lotText(), "all", grams(r.Energy*float64(t.lot())))
}

// uses says how many things take as much energy as everyday uses of it, whose assumed energy in Wh it says, or how many times as
// much one takes; nil without any.
func (t *task) uses(wattHours float64, noun string) (text templates.Text) {
	times := len(t.everyday) > 0 && t.everyday[0].WattHours < wattHours
	n := func(each float64) string {
		if times {
			return t.words.Short(rounded(wattHours/each, 2))
		}
		return t.words.Short(rounded(each/wattHours, 2))
	}
	key := variant("answer.everyday", times, "_times")
	for i, use := range t.everyday {
		if i == 1 {
			key += "_more"
		}
		text = append(text, t.words.Rich(key, "n", n(use.WattHours), "noun", t.words.Noun(noun, 1),
			"nouns", t.words.Noun(noun, 2), "text", use.Text, "href", use.Source, "each", t.words.Typed(use.WattHours),
			"low", n(use.Least), "high", n(use.Most), "least", t.words.Typed(use.Least), "most", t.words.Typed(use.Most))...)
	}
	if text == nil {
		return nil
	}
	return append(text, plain("."))
}

func (t *task) costs(c board.Choice, say sayer) {
	cost, ok := c.Query.Cost(c.Row)
	if !ok {
		return
	}
	gpus, electricity := cost.Shares()
	key := "cost"
	switch both := gpus.Present() && electricity.Present(); {
	case !t.board.Server(): // single queries load no server
		key = "cost_measured"
	case !both:
		key = "cost_bare"
	}
	say(key, "name", capital(t.costName(c.Query)), "value", t.words.Number(cost.Total()*board.Million), "unit", t.costUnit(c.Query),
		"gpus", t.words.Number(100*gpus.Or(0)), "electricity", t.words.Number(100*electricity.Or(0)))
	if cost.Total() > 0 {
		key := "per_cost"
		if c.Query.Rents == nil {
			key = "per_electricity"
		}
		say(key, "currency", c.Query.Currency, "n", t.words.Number(1/cost.Total()), "nouns", t.words.Noun(t.Output, 2))
	}
	if c.Query.Price.Or(0) > 0 && c.Query.Extra+c.Query.ExtraServer > 0 {
		say("cost_extra")
	}
}

// priced says where a price of the publisher comes from.
func (t *task) priced(c board.Choice, say sayer) {
	if p, ok := t.board.Stated(c.Query, c.Row.GPU); ok {
		say(variant("price", p.Old, "_old"), "gpu", p.GPU, "price", t.words.Typed(p.Rent.Price), "currency", c.Query.Currency, "href", p.Source,
			"date", p.Date)
	}
}

// beside says how much of the limit the choice uses, and what the neighbors in the sweep take.
func (t *task) beside(c board.Choice, say sayer) {
	if c.Query.Deadline > 0 {
		say("slack", "latency", t.latencyText(c.Row.Latency(c.Query.Percentile)), "limit", t.limitText(c.Query))
	}
	next := c.Query.MovesOf(c.From, c.Row).Next // which another sentence names
	near := func(r *aggregate.Row) bool { return next != nil && r.Run == next.Run }
	for _, side := range []struct {
		key string
		row *aggregate.Row
	}{{"lower", c.Lower}, {"higher", c.Higher}} {
		if r := side.row; r != nil && !near(r) {
			say(side.key, "batch", t.batchText(*r), "value", t.takes(c.Query, *r))
		}
	}
	if r := c.Lower; r != nil && isTimed(c.Query, *r) && r.Latency(c.Query.Percentile) > c.Row.Latency(c.Query.Percentile) {
		say("lower_slower", "batch", t.batchText(*r))
	}
}

// isTimed reports whether the latency is known that a query reads.
func isTimed(q board.Query, r aggregate.Row) bool { return !math.IsInf(r.Latency(q.Percentile), 1) }

// takes is the latency of a row, what a query ranks by, and its energy: "37.7 ms, 0.0655 USD per million tokens, 0.0742 J per token".
func (t *task) takes(q board.Query, r aggregate.Row) string {
	var parts []string
	if isTimed(q, r) {
		parts = append(parts, t.beyond(q, r.Latency(q.Percentile)))
	}
	order, byEnergy := t.order(q), r.RankField().Role == data.RoleEnergy
	if value, ok := order.text(r); ok && !(order.own && byEnergy) && q.Sort.Field != board.ByLatency {
		parts = append(parts, value)
	}
	if !math.IsNaN(r.Energy) {
		parts = append(parts, t.energy(r.Energy))
	}
	return joined(parts...)
}

// between says what an estimate between measured points is, and how often such ranges held.
func (t *task) between(c board.Choice, say sayer) {
	if !c.Query.Between {
		return
	}
	v, lacks := t.board.Between(c)
	if lacks != "" {
		say("between_no_" + string(lacks))
		return
	}
	scale := 1.0
	if c.Query.Sort.Field == board.ByCost {
		scale = board.Million
	}
	order := t.order(c.Query)
	value := func(score float64) string { return order.form(score * scale) }
	say(variant("between", v.Score >= c.Row.Score, "_worse"), "limit", t.limitText(c.Query), "value", value(v.Score), "unit", order.unit,
		"low", value(v.Low), "high", value(v.High), "percent", t.words.Number(100*v.Held), "n", v.Points)
}

// stated is where a row was measured, or that this is unknown.
func (t *task) stated(where string) string { return cmp.Or(where, t.words.Say("answer.unstated")) }

// next says what the choice was made among.
func (t *task) next(c board.Choice, say sayer) {
	if len(c.Others) == 0 {
		if len(c.Late)+len(c.Unpriced) == 0 && c.Row.GPU != "" { // of unknown hardware nothing is another one
			t.alone(c, say)
		}
		return
	}
	r, key := c.Others[0], "next"
	if !c.Alike(r) {
		t.unlike(c, r, say)
		return
	}
	times := r.Score / c.Row.Score
	percent := 100 * (times - 1)
	switch {
	case c.Row.Score == 0:
		key += "_free" // nothing is a multiple of what costs nothing
	case t.more(c.Query):
		key, percent = key+"_less", 100*(1-1/times)
	case times >= 2:
		key = "next_times"
	}
	among := c.Among
	if c.Row.GPU == "" || r.GPU == "" { // which may be of the same hardware
		among = board.Models
	}
	say(key, "next", t.words.Say("answer.following."+string(among)), "name", t.nameOf(c, r), "percent", t.words.Number(percent),
		"metric", t.order(c.Query).name, "times", t.words.Number(times))
}

// alone says of a model that all its configurations are on one hardware: all that were measured, or all that pass. It says nothing
// where the hardware is what a page is about.
func (t *task) alone(c board.Choice, say sayer) {
	others := func(rows []aggregate.Row) int {
		return lists.Count(rows, func(r aggregate.Row) bool {
			return r.ModelID == c.Row.ModelID && board.Hardware(r) != board.Hardware(c.Row)
		})
	}
	if all := others(t.rows); all == others(c.From) {
		say(variant("alone", all > 0, "_filtered"), "model", c.Row.Nickname)
	}
}

// unlike says that a model's responses on two sets of hardware differ so much in length that they are not the same work.
func (t *task) unlike(c board.Choice, other aggregate.Row, say sayer) {
	length := func(r aggregate.Row) string {
		x, _ := data.Number(r.Value(r.Schema().Name(data.RoleOutputLength)))
		return t.words.Number(x)
	}
	value, _ := t.order(c.Query).text(other)
	say("unlike", "name", t.nameOf(c, other), "value", value, "one", length(c.Row), "other", length(other))
}

// nameOf is what one of those is called that a choice was made among.
func (t *task) nameOf(c board.Choice, r aggregate.Row) string {
	name := t.stated(t.setting(r))
	if c.Among == board.Models || r.ModelID != c.Row.ModelID {
		return t.words.Say("answer.named", "model", r.Nickname, "setting", name)
	}
	return name
}

// basisOf is what the energy of a row is of: what its run states, otherwise what its benchmark does; "" if it measures none.
func (t *task) basisOf(r aggregate.Row) string {
	name := r.Schema().Name(data.RoleScope)
	if v := r.Value(name); v != nil && t.subject != nil {
		return t.subject.InWords(name, v)
	}
	scope := r.Schema().Basis.Scope
	if scope == data.NotMeasured || !t.measuresEnergy() {
		return ""
	}
	return inWords(t.words, scope)
}

// answered is the choice among some rows of a board in sentences, or one that says that there is none.
func (t *task) answered(c board.Choice, ok bool, among []aggregate.Row) []templates.Text {
	if !ok {
		return lists.Map(t.unanswered(c.Query, among), templates.Plain)
	}
	return t.choice(c)
}

// answerSection is the answer to the default question of a board.
func (t *task) answerSection() templates.Section {
	c, ok := t.board.Default.Choose(t.rows)
	return templates.Section{ID: "answer", Title: t.words.Say("answer.title"), Answer: t.answered(c, ok, t.rows)}
}

// rounded is x in a number of significant digits, halves up.
func rounded(x float64, digits int) float64 { return inDigits(x, digits, math.Round) }

// roundedUp is the least number of so many significant digits that is not below x.
func roundedUp(x float64, digits int) float64 {
	if near := rounded(x, digits); near >= x {
		return near
	}
	return inDigits(x, digits, math.Ceil)
}

func inDigits(x float64, digits int, whole func(float64) float64) float64 {
	_, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
	places, err := strconv.Atoi(exponent)
	if err != nil {
		return x
	}
	if places < digits-1 {
		scale := math.Pow(10, float64(digits-1-places))
		return whole(x*scale) / scale
	}
	scale := math.Pow(10, float64(places-digits+1))
	return whole(x/scale) * scale
}
