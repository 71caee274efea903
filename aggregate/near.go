package aggregate

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/data"
)

// Family returns what the models of one series have in common: the organization of a model id and the first word of the
// name, without a version at its end. Evidence from several of its models is less than from as many families.
func Family(model string) string {
	organization, name, found := strings.Cut(model, "/")
	if !found {
		organization, name = "", model
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) })
	if len(words) == 0 {
		return organization
	}
	return organization + "/" + cmp.Or(strings.TrimRight(words[0], "0123456789."), words[0])
}

const (
	mostUnequal = 3       // held fields in which the sides of a near pair differ
	mostNear    = 100_000 // pairs of runs of a model in a task that are looked at; of more, none
)

// near are, for each model without a pair and each task in which it has runs of both sides, those sides that differ in the
// fewest held fields, three at most. Sides on other GPUs are not near.
func (p *pairing) near(pairs []Pair, deadline float64) (near []Pair) {
	if p.model < 0 || p.Each {
		return nil
	}
	type subject struct{ model, task, gpu any }
	gpus := p.gpu
	if p.Factor == p.runs.Schema().Name(data.RoleGPU) {
		gpus = coded{}
	}
	paired := lists.By(pairs, func(pair Pair) (any, bool) { return pair.Model, true })
	var open []*run
	for i := range p.sides {
		if r := &p.sides[i]; (deadline <= 0 || r.latency <= deadline) && !paired[p.held[p.model].at(r.row)] {
			open = append(open, r)
		}
	}
	isAlt := func(r *run) bool { return data.Text(r.factor) == p.Alt }
	for _, own := range lists.Group(open, func(r *run) subject {
		return subject{p.held[p.model].at(r.row), p.tasks.at(r.row), gpus.at(r.row)}
	}) {
		base := lists.Filter(own, func(r *run) bool { return !isAlt(r) })
		if pair, found := p.nearest(base, lists.Filter(own, isAlt)); found {
			near = append(near, pair)
		}
	}
	slices.SortStableFunc(near, func(a, b Pair) int { return data.CompareKeys(a.Hold, b.Hold) })
	return near
}

// nearest are the two runs that differ in the fewest held fields.
func (p *pairing) nearest(base, alt []*run) (pair Pair, found bool) {
	if len(base)*len(alt) > mostNear {
		return Pair{}, false
	}
	fewest := mostUnequal + 1
	for _, b := range base {
		for _, a := range alt {
			var unequal []Unequal
			for i, held := range p.held {
				if held.of[b.row] != held.of[a.row] {
					unequal = append(unequal, Unequal{p.Hold[i], held.at(b.row), held.at(a.row)})
				}
			}
			if len(unequal) < fewest {
				fewest, found = len(unequal), true
				pair = p.pair(&place{least: b}, &place{least: a})
				pair.Unequal = unequal
			}
		}
	}
	return pair, found
}
