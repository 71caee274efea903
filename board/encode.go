package board

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Encode returns the query string that [Board.Parse] reads back; defaults are left out.
func (b *Board) Encode(q Query) string {
	var e encoder
	if q.Deadline <= 0 && b.Default.Deadline > 0 {
		e.add("deadline", None)
	} else if q.Deadline != b.Default.Deadline {
		e.add("deadline", data.Text(q.Deadline))
	}
	e.addUnless("pct", strings.ToLower(q.Percentile.String()), strings.ToLower(b.Default.Percentile.String()))
	e.addAbove("energy", q.EnergyBudget)
	e.addAbove("accuracy", q.Floor)
	addList(&e, "gpu", q.GPUs, identity)
	addList(&e, "gpus", q.GPUCounts, strconv.Itoa)
	addList(&e, "precision", q.Precisions, identity)
	addList(&e, "arch", q.Architectures, identity)
	e.addUnless("q", q.Search, "")
	e.addUnless("view", string(q.Listing), string(b.Default.Listing))
	e.addUnless("sort", q.Sort.String(), b.Default.Sort.String())
	addList(&e, "cols", q.Columns, identity)
	e.addUnless("unit", string(q.Unit), string(b.Default.Unit))
	if usual := b.usualRents(cmp.Or(q.Currency, b.Default.Currency)); q.Rents == nil && usual != nil {
		e.add("rent", None)
	} else if !slices.Equal(q.Rents, usual) {
		addList(&e, "rent", q.Rents, Rent.String)
	}
	if q.Currency != "" {
		e.addUnless("currency", q.Currency, b.Default.Currency)
	}
	e.addOptional("price", q.Price)
	e.addOptional("grid", q.Grid)
	e.addUnless("pue", data.Text(q.PUE), data.Text(b.Default.PUE))
	e.addAbove("ceiling", q.Ceiling)
	e.addOptional("daily", q.Outputs)
	e.addOptional("responses", q.Responses)
	e.addOptional("kw", q.Power)
	e.addOptional("monthly", q.Monthly)
	e.addAbove("reserve", q.Reserve)
	e.addAbove("idle", q.Idle)
	e.addAbove("extra", q.Extra)
	e.addAbove("extra_server", q.ExtraServer)
	if q.Between {
		e.add("between", "1")
	}
	return strings.Join(e, "&")
}

// String returns the price as the parameter writes it: H100:2.5.
func (r Rent) String() string { return r.GPU + ":" + data.Text(r.Price) }

// String returns the sort order as the parameter writes it: field, -field or none.
func (s Sort) String() string {
	switch {
	case s.Field == "":
		return None
	case s.Descending:
		return "-" + s.Field
	}
	return s.Field
}

type encoder []string

func (e *encoder) add(name, value string) { *e = append(*e, name+"="+url.QueryEscape(value)) }

func (e *encoder) addUnless(name, value, fallback string) {
	if value != fallback {
		e.add(name, value)
	}
}

// addAbove writes a number that 0 means none of.
func (e *encoder) addAbove(name string, x float64) {
	if x > 0 {
		e.add(name, data.Text(x))
	}
}

func (e *encoder) addOptional(name string, x data.Opt[float64]) {
	if v, ok := x.Value(); ok {
		e.add(name, data.Text(v))
	}
}

// addList writes a list that leaves something out.
func addList[T any](e *encoder, name string, values []T, text func(T) string) {
	if values == nil {
		return
	}
	if len(values) == 0 {
		e.add(name, None)
		return
	}
	words := lists.Map(values, text)
	e.add(name, ListText(words))
}

// ListText returns a list as the value of a parameter: commas and percent signs within a word are escaped.
func ListText(words []string) string {
	escaped := lists.Map(words, escape.Replace)
	return strings.Join(escaped, ",")
}
