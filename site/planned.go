package site

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// planned says what servers of the choice take, or do within a limit of power or of cost. The script of a page writes the same
// (planned.js).
func (t *task) planned(c board.Choice, say sayer) {
	q, w := c.Query, t.words
	p, ok := q.Plan(c.Row, t.Daily)
	n, asked := q.Responses.Value()
	asked = asked && !q.Outputs.Present() && !q.Limited()
	each := board.OutputsPerResponse(c.Row)
	if asked && math.IsNaN(each) {
		say("no_length")
	}
	if !ok || !q.Planned() {
		return
	}
	if q.Limited() && q.Outputs.Or(q.Responses.Or(0)) > 0 {
		say("demand", "limit", t.limitsText(q))
	}
	if p.Servers == 0 {
		t.tooLittle(c, say)
		return
	}
	low, high := q.PlanWithin(c.Row, t.Daily)
	nouns, where := w.Noun(t.Output, 2), cmp.Or(board.Hardware(c.Row), w.Say("answer.unstated_server"))
	daily := w.Typed(p.Outputs)
	if asked && p.Outputs != n {
		daily = w.Number(p.Outputs)
		say(variant("responses", n == 1, "_single"), "n", w.Typed(n), "outputs", daily, "nouns", nouns)
	}
	switch {
	case q.Limited():
		say("limited", "limit", t.limitsText(q), "n", int(p.Servers), "where", where, "nouns", nouns, "outputs", w.Number(p.Outputs),
			"low", w.Number(low.Outputs), "high", w.Number(high.Outputs))
	case p.Outputs == 1 && low.Servers == 1:
		say("servers_single", "noun", w.Noun(t.Output, 1), "where", where)
	default:
		say(variant("servers", low.Servers == high.Servers, "_one"), "daily", daily, "nouns", nouns, "n", int(p.Servers),
			"where", where, "fewest", w.Short(high.Servers), "most", w.Short(low.Servers))
	}
	if !asked && each != 1 && !math.IsNaN(each) {
		say("as_responses", "n", w.Number(p.Outputs/each))
	}
	if n, ok := t.users(c.Row, p); ok && n >= 1 {
		say("users", "n", int(n))
	}
	t.powered(c, p, say)
	if cost, ok := p.Cost.Value(); ok {
		say(variant("monthly", q.Rents == nil, "_power"), "cost", w.Number(cost), "currency", q.Currency)
	}
	if !q.Limited() {
		t.fewer(c, p, say)
	}
}

// powered says the mean power of a plan, and where its load is below that of one server that it is measured for full batches.
func (t *task) powered(c board.Choice, p board.Plan, say sayer) {
	power, unit := p.Power, "kW"
	if power < 0.1 {
		power, unit = 1000*power, "W"
	}
	say(variant("power", c.Query.Idle > 0, "_idle"), "power", t.atLeastTiny(power)+space+unit, "idle", t.words.Typed(c.Query.Idle))
	if share := p.Outputs / (c.Row.Throughput * secondsPerDay); share < 1 {
		say(variant("partial", c.Query.Reserve > 0, "_reserve"), "percent", t.atLeastTiny(100*share), "reserve", t.words.Typed(c.Query.Reserve))
	}
}

// atLeastTiny is a number, or that it is less than anyone would plan with.
func (t *task) atLeastTiny(x float64) string {
	if x > 0 && x < tiny {
		return t.words.Say("form.tiny", "x", t.words.Typed(tiny))
	}
	return t.words.Number(x)
}

const tiny = 0.001

// tooLittle says what one server takes where a limit allows none, and which configuration takes the least.
func (t *task) tooLittle(c board.Choice, say sayer) {
	q := c.Query
	full, _ := q.Full(c.Row)
	short := q.Short(full)
	say("too_little", "limit", t.limitsText(short), "where", t.stated(t.setting(c.Row)), "needs", t.needsText(short, full))
	need := func(r aggregate.Row) float64 {
		p, ok := q.Full(r)
		switch {
		case !ok:
			return math.Inf(1)
		case short.Power.Present():
			return p.Power
		}
		return p.Cost.Or(math.Inf(1))
	}
	least := slices.MinFunc(t.accepted(c), func(a, b aggregate.Row) int { return cmp.Compare(need(a), need(b)) })
	if p, ok := q.Full(least); ok && need(least) < need(c.Row) {
		say("least", "name", t.nameOf(c, least), "needs", t.needsText(short, p))
	}
}

// needsText is what a plan takes of what a query limits.
func (t *task) needsText(q board.Query, p board.Plan) string {
	power, cost := data.When(q.Power.Present(), p.Power), data.When(q.Monthly.Present() && p.Cost.Present(), p.Cost.Or(0))
	return t.takenText(q, power, cost, t.words.Number)
}

// takenText names a power and a cost, as far as they are there.
func (t *task) takenText(q board.Query, power, cost data.Opt[float64], text func(float64) string) string {
	var taken []string
	if kW, ok := power.Value(); ok {
		taken = append(taken, text(kW)+" kW")
	}
	if cost, ok := cost.Value(); ok {
		taken = append(taken, t.words.Say("answer.per_month", "cost", text(cost), "currency", q.Currency))
	}
	return t.words.All(taken)
}

// accepted are the rows that a choice was made among, all configurations of them, the best first.
func (t *task) accepted(c board.Choice) []aggregate.Row {
	return lists.Filter(c.Query.InOrder(c.Query.Affordable(c.Query.Ordered(c.From))), func(r aggregate.Row) bool {
		return r.Ranked() && r.Group == c.Row.Group
	})
}

// fewer names the configurations that take the fewest servers and the fewest GPUs for the load, where these are fewer than those
// of the choice; of several the best.
func (t *task) fewer(c board.Choice, made board.Plan, say sayer) {
	all, said := t.accepted(c), made
	for _, of := range []struct {
		key   string
		count func(board.Plan) float64
	}{
		{"fewest_servers", func(p board.Plan) float64 { return p.Servers }}, {"fewest_gpus", func(p board.Plan) float64 { return p.GPUs }},
	} {
		count := func(r aggregate.Row) float64 {
			if p, ok := c.Query.Plan(r, t.Daily); ok {
				return of.count(p)
			}
			return math.Inf(1)
		}
		r := slices.MinFunc(all, func(a, b aggregate.Row) int { return cmp.Compare(count(a), count(b)) })
		if p, _ := c.Query.Plan(r, t.Daily); count(r) < min(of.count(made), of.count(said)) {
			said = p
			value, _ := t.order(c.Query).text(r)
			say(of.key, "n", int(of.count(p)), "servers", t.words.Say("answer.count", "n", int(p.Servers)), "name", t.nameOf(c, r), "value", value,
				"length", t.otherLength(c, r))
		}
	}
}

// otherLength says how long the responses of a row are, for a load of responses, where those of the choice are shorter or longer.
func (t *task) otherLength(c board.Choice, r aggregate.Row) string {
	length := t.words.Number(board.OutputsPerResponse(r))
	if !c.Query.Responses.Present() || c.Query.Outputs.Present() || length == t.words.Number(board.OutputsPerResponse(c.Row)) {
		return ""
	}
	return t.words.Say("answer.own_length", "length", length, "outputs", t.words.Noun(t.Output, 2))
}

// limitsText names the power and the cost that a plan may take.
func (t *task) limitsText(q board.Query) string {
	return t.takenText(q, q.Power, q.Monthly, t.words.Typed)
}

// users are those who receive outputs of a plan at the same time: its load in full servers × the mean batch size, or the batch
// size where that was not measured; whole from 1 on, of three digits. ok is false where no batch size is known.
func (t *task) users(r aggregate.Row, p board.Plan) (n float64, ok bool) {
	batch, _ := r.The(data.RoleMeanBatch).(float64)
	batch = cmp.Or(batch, float64(r.Batch))
	if !t.PerToken() || t.latencyUnit() != "ms" || batch == 0 {
		return 0, false
	}
	if n = p.Outputs / secondsPerDay / r.Throughput * batch; n >= 1 {
		digit := math.Pow10(max(0, int(math.Log10(n))-2)) // the last of three
		n = math.Round(n/digit) * digit
	}
	return n, true
}

const secondsPerDay = 86_400
