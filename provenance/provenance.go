package provenance

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Runs finds the runs of a dataset by their IDs. It does not change once it is made, so that pages can be made side by
// side.
type Runs struct {
	ds       data.Dataset
	at       map[string]place
	sweeps   []data.Table
	firsts   [][]int32 // of each sweep, the rows of it that are the first run of a configuration
	same     sync.Map  // repeated, by configuration, of those with more than MostListed runs
	problems map[data.Place][]data.Problem
}

// place is the index of a table of the dataset, the row of the run in it, the index of its sweep, -1 for none, and the row in
// that.
type place struct{ table, row, sweep, inSweep int32 }

// repeated is the runs of a configuration, and what boards show of them.
type repeated struct {
	runs data.Table
	row  func() aggregate.Row
}

// Of prepares the runs of a dataset.
func Of(ds data.Dataset) *Runs {
	r := &Runs{ds: ds, at: make(map[string]place, ds.Len()), problems: map[data.Place][]data.Problem{}}
	for k, t := range ds.Tables {
		for i := range t.Len() {
			r.at[t.Run(i)] = place{int32(k), int32(i), -1, 0}
		}
		sweeps, err := t.GroupBy(t.Schema().Sweep...)
		if err != nil || len(t.Schema().Sweep) == 0 {
			continue // a record type without sweeps
		}
		for _, s := range sweeps {
			var firsts []int32
			for i := range s.Runs.Len() {
				id := s.Runs.Run(i)
				at := r.at[id]
				at.sweep, at.inSweep = int32(len(r.sweeps)), int32(i)
				r.at[id] = at
				if aggregate.ConfigurationID(id) == id {
					firsts = append(firsts, int32(i))
				}
			}
			r.sweeps, r.firsts = append(r.sweeps, s.Runs), append(r.firsts, firsts)
		}
	}
	for _, p := range ds.Problems() {
		if p.Row > 0 {
			place := data.Place{File: p.File, Row: p.Row}
			r.problems[place] = append(r.problems[place], p)
		}
	}
	return r
}

// Len returns the number of runs.
func (r *Runs) Len() int { return len(r.at) }

// IDs returns those of all runs in order.
func (r *Runs) IDs() []string { return slices.Sorted(maps.Keys(r.at)) }

// Has reports whether there is a run with the ID.
func (r *Runs) Has(id string) bool { _, ok := r.at[id]; return ok }

// Run is what is known of one run.
type Run struct {
	data.Table // of this run alone
	// Place is the file and row that it was read from; the zero value if unknown.
	Place   data.Place
	Sources []data.Source // that state the runs of its record type, one or those of the published site it was read from
	// Repeats are the runs of the same configuration, this one among them.
	Repeats data.Table
	// Sweep is the first run of each configuration around this one that differs only in what the sweep varies, in the
	// order of the field table, with this one among them; empty if there are no others.
	Sweep    data.Table
	Problems []data.Problem // of the row that it was read from, such as accepted ones
	Unstated []Unstated
	row      func() aggregate.Row
}

// MostListed is how many runs of its configuration the page of a run lists.
const MostListed = 200

// Listed returns the runs of the configuration that the page of the run lists, those beside it if there are very many, and
// how many it leaves out.
func (r Run) Listed() (runs data.Table, more int) {
	n := r.Repeats.Len()
	if n <= MostListed {
		return r.Repeats, 0
	}
	_, ordinal, _ := strings.Cut(r.Run(0), "-")
	own, _ := strconv.Atoi(ordinal) // from 1; the first has none
	from := max(0, min(own-1-MostListed/2, n-MostListed))
	return r.Repeats.Slice(from, from+MostListed), n - MostListed
}

// Unstated is a kind of facts on which the source is silent.
type Unstated string

// What a source may leave out.
const (
	Time        Unstated = "time"        // when the run was measured
	Published   Unstated = "published"   // when the results were published
	Environment Unstated = "environment" // versions of engine, driver and other software, and further settings of the server
	Origin      Unstated = "origin"      // the file with the raw results
)

// Run returns what is known of the run with an ID; ok is false if there is none.
func (r *Runs) Run(id string) (run Run, ok bool) {
	at, ok := r.at[id]
	if !ok {
		return Run{}, false
	}
	table, row := r.ds.Tables[at.table], int(at.row)
	run = Run{Table: table.Slice(row, row+1), Place: table.Place(row)}
	if run.Place.Source < len(r.ds.Sources) {
		run.Sources = r.ds.Sources[run.Place.Source].OriginsOf(run.Schema().Domain)
	}
	same := r.repeats(id, table)
	run.Repeats, run.row = same.runs, same.row
	run.Sweep = r.around(id, at)
	run.Problems = r.ProblemsOf(id)
	run.Unstated = unstated(run)
	return run, true
}

// ProblemsOf returns what is wrong with the row that a run was read from.
func (r *Runs) ProblemsOf(id string) []data.Problem {
	at := r.at[id]
	place := r.ds.Tables[at.table].Place(int(at.row))
	return r.problems[data.Place{File: place.File, Row: place.Row}]
}

// MostPages is how many runs a site has pages for. Of more, one page shows the run that its address names.
const MostPages = 5000

// Address returns the address of a run's page on a site with so many runs, relative to the site's root.
func Address(id string, runs int) string {
	if runs > MostPages {
		return Pages + "?run=" + id
	}
	return Pages + id + "/"
}

// ID returns the ID of the run whose page has an address that [Address] made.
func ID(address string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(address, Pages), "?run="), "/")
}

// Pages is where the pages of runs are.
const Pages = "runs/"

// Around returns all runs from which pages about one take repeats and neighbors, and the number of this set: runs of one
// sweep have the same. It is below 0 for a run without a sweep.
func (r *Runs) Around(id string) (set int, runs data.Table) {
	at := r.at[id]
	if at.sweep < 0 {
		return -1, r.repeats(id, r.ds.Tables[at.table]).runs
	}
	return int(at.sweep), r.sweeps[at.sweep]
}

// repeats are the runs of a configuration; their IDs follow each other without a gap.
func (r *Runs) repeats(id string, t data.Table) repeated {
	if known, is := r.same.Load(aggregate.ConfigurationID(id)); is {
		return known.(repeated)
	}
	rows := []int{}
	for next, n := aggregate.ConfigurationID(id), 1; r.Has(next); next = aggregate.ConfigurationID(id) + "-" + strconv.Itoa(n) {
		rows = append(rows, int(r.at[next].row))
		n++
	}
	same := repeated{runs: t.Only(rows)}
	same.row = func() aggregate.Row { return aggregate.Rows(same.runs, aggregate.Uncertainty{})[0] }
	if len(rows) > MostListed {
		same.row = sync.OnceValue(same.row)
		r.same.Store(aggregate.ConfigurationID(id), same)
	}
	return same
}

// mostAround is how many neighbors a run has on each side.
const mostAround = 4

func (r *Runs) around(id string, at place) data.Table {
	if at.sweep < 0 {
		return data.Table{}
	}
	firsts, first := r.firsts[at.sweep], r.at[aggregate.ConfigurationID(id)].inSweep
	own, _ := slices.BinarySearch(firsts, at.inSweep)
	other := func(row int32) bool { return row != first }
	before := lists.Filter(firsts[max(own-mostAround-1, 0):own], other)
	after := lists.Filter(firsts[own:min(own+mostAround+1, len(firsts))], other)
	rows := slices.Concat(before[max(len(before)-mostAround, 0):], []int32{at.inSweep}, after[:min(len(after), mostAround)])
	if len(rows) < 2 {
		return data.Table{}
	}
	return r.sweeps[at.sweep].Only(lists.Map(rows, func(row int32) int { return int(row) }))
}

// unstated is what no field of the run says, and no source.
func unstated(run Run) (all []Unstated) {
	said := func(is func(data.Field) bool) bool {
		return slices.ContainsFunc(run.Schema().Stated(), func(f data.Field) bool { return is(f) && !empty(run.Value(0, f.Name)) })
	}
	path := func(f data.Field) bool { return f.Path }
	compiled := slices.ContainsFunc(run.Schema().Stated(), path) // others are read from the raw results themselves
	for _, fact := range []struct {
		kind Unstated
		is   func(data.Field) bool
	}{
		{Time, func(f data.Field) bool { return f.Role == data.RoleStart || f.Role == data.RoleEnd || f.Name == "date" }},
		{Environment, func(f data.Field) bool { return f.Environment }},
		{Origin, path},
	} {
		if !said(fact.is) && (fact.kind != Origin || compiled) {
			all = append(all, fact.kind)
		}
	}
	if !slices.ContainsFunc(run.Sources, func(s data.Source) bool { return s.Date != "" }) {
		all = append(all, Published)
	}
	return all
}

func empty(v any) bool { return v == nil || v == "" }

// Value is a field of a run with its value.
type Value struct {
	*data.Field
	Value any // string, int, float64 or bool
}

// How says how the value follows from the source: in words, or as an expression over other fields; "" if the source
// states it.
func (v Value) How() string { return cmp.Or(v.Derived, v.Reading.Value) }

// Group is the fields of a run that belong together.
type Group struct {
	Name   string // one of [GroupNames]
	Values []Value
}

// GroupNames are the groups of fields in their order.
var GroupNames = []string{"Configuration", "Protocol and method", "Environment", "Results", "Files", "Further"}

// GroupOf returns the name of the group that a field is in.
func GroupOf(f *data.Field) string {
	switch {
	case f.Path:
		return "Files"
	case f.Environment:
		return "Environment"
	case f.Key:
		return "Configuration"
	case f.Protocol || f.Method:
		return "Protocol and method"
	case f.Better != data.Neutral:
		return "Results"
	}
	return "Further"
}

// Groups are the values that the run states, and the fields that its source does not state.
func (run Run) Groups() (all []Group, missing []data.Field) {
	var values []Value
	stated := run.Schema().Stated()
	for i := range stated {
		f := &stated[i]
		v := run.Value(0, f.Name)
		if v == nil {
			missing = append(missing, *f)
		}
		if !empty(v) {
			values = append(values, Value{f, v})
		}
	}
	return grouped(values), missing
}

// grouped puts values into their groups, in the order of [GroupNames].
func grouped(values []Value) (all []Group) {
	for _, name := range GroupNames {
		if own := lists.Filter(values, func(v Value) bool { return GroupOf(v.Field) == name }); own != nil {
			all = append(all, Group{name, own})
		}
	}
	return all
}

// Form returns the groups of all fields of a record type, and its relations, without values: what the page of any run of
// the type shows.
func Form(s *data.Schema) (all []Group, laws []Relation) {
	all = grouped(lists.Map(s.Stated(), func(f data.Field) Value { return Value{Field: &f} }))
	for _, law := range relating(s) {
		laws = append(laws, Relation{law.Code, lists.Map(law.Terms(), func(t data.Term) Term {
			return Term{Factor: t.Factor, Values: lists.Map(t.Fields, func(name string) Value { f, _ := s.Field(name); return Value{Field: &f} })}
		})})
	}
	return all, laws
}

// relating are the equalities among the laws of a record type, without those that only rename a value.
func relating(s *data.Schema) []data.Law {
	return lists.Filter(s.Laws, func(law data.Law) bool {
		return len(law.Equal) > 0 && slices.ContainsFunc(law.Terms(), func(t data.Term) bool { return len(t.Fields) > 1 || t.Factor != 1 })
	})
}

// Relation is a law of the record type with the numbers of a run: terms that are equal except for rounding.
type Relation struct {
	Code  string
	Terms []Term
}

// Term is a product with its value.
type Term struct {
	Factor float64 // 1 for none
	Values []Value
	Result float64
}

// Text is the relation in words: the products of names, and those of values.
func (r Relation) Text(number func(float64) string, name, value func(Value) string) (names, values string) {
	side := func(text func(Value) string) string {
		return strings.Join(lists.Map(r.Terms, func(t Term) string {
			product := lists.Map(t.Values, text)
			if t.Factor != 1 {
				product = slices.Insert(product, 0, number(t.Factor))
			}
			return strings.Join(product, " × ")
		}), " = ")
	}
	return side(name), side(value)
}

// Relations are the laws that relate values whose terms all have numbers in the run, see [relating].
func (run Run) Relations() (all []Relation) {
	for _, law := range relating(run.Schema()) {
		declared := law.Terms()
		terms, known := lists.Map(declared, func(t data.Term) Term { return termOf(t, run.Table) }), true
		for i, t := range declared {
			known = known && len(terms[i].Values) == len(t.Fields)
		}
		if known {
			all = append(all, Relation{law.Code, terms})
		}
	}
	return all
}

func termOf(t data.Term, run data.Table) Term {
	made := Term{Factor: t.Factor, Result: t.Factor}
	for _, name := range t.Fields {
		f, _ := run.Schema().Field(name)
		if x, ok := run.Number(0, name); ok {
			made.Values = append(made.Values, Value{&f, run.Value(0, name)})
			made.Result *= x
		}
	}
	return made
}
