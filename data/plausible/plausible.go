package plausible

import (
	"iter"
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// The codes of rules that are not declared with a record type; see [data.Law].
const (
	CodeLimit     = "power-limit"
	CodeIdle      = "power-idle"
	CodeNeighbors = "neighbors"
	CodeLookAlike = "look-alike"
)

// Rules determine which runs are implausible.
type Rules struct {
	// GPUs are the power limits of one GPU by model. The power of a model that is not listed is not checked.
	GPUs map[string]Limit
	// Accept, unless nil, returns the reason to publish a run despite the problem, "" for none. The table contains
	// only that run.
	Accept func(run data.Table, p data.Problem) string
}

// Limit is the range of power of a GPU, in W.
type Limit struct{ Least, Most float64 }

// Finding is a problem of a run of a table.
type Finding struct {
	Run int
	data.Problem
}

// Findings yields the problems of the table's stable runs, run by run. Unstable runs can break rules for other
// reasons and are not ranked. Problems are yielded run by run because a hostile file can break all rules in every
// row, and all of them together would not fit in memory.
func (r Rules) Findings(t data.Table) iter.Seq[[]Finding] {
	return func(yield func([]Finding) bool) {
		j := judge{table: t, runs: stableRuns(t)}
		j.findings(j.rules(r.GPUs), yield)
	}
}

func (j *judge) findings(rules []rule, yield func([]Finding) bool) {
	for _, run := range j.runs {
		j.found = nil
		for _, rule := range rules {
			rule(run)
		}
		if len(j.found) > 0 && !yield(j.found) {
			return
		}
	}
}

// judge gathers what is wrong with a run of a table.
type judge struct {
	table data.Table
	runs  []int
	found []Finding
}

// rule says what is wrong with a run.
type rule func(run int)

func (j *judge) rules(gpus map[string]Limit) (all []rule) {
	all = lists.Map(j.table.Schema().Laws, j.law)
	all = append(all, j.power(gpus))
	all = append(all, j.lookalikes(func(field string) spellings {
		own := spellings{}
		own.add(j.table, field)
		return own
	})...)
	return append(all, j.neighbors())
}

func (j *judge) say(run int, code, field, message string) {
	at := j.table.Place(run)
	j.found = append(j.found, Finding{run, data.Problem{File: at.File, Row: at.Row, Field: field, Message: message, Code: code}})
}

func stableRuns(t data.Table) (runs []int) {
	f, judged := t.Schema().The(data.RoleStable)
	runs = make([]int, 0, t.Len())
	for i := range t.Len() {
		if !judged || t.Value(i, f.Name) != false {
			runs = append(runs, i)
		}
	}
	return runs
}

// Apply leaves out implausible runs, unless all problems of a run are accepted, and adds the problems to the sources
// of the runs.
func (r Rules) Apply(ds data.Dataset) data.Dataset { return r.leaveOut(ds, r.Findings) }

// Beside does the same as Apply, and also leaves out runs whose model or GPU looks like another name in earlier
// sources.
func (r Rules) Beside(ds data.Dataset, before ...data.Dataset) data.Dataset {
	return r.leaveOut(ds, func(t data.Table) iter.Seq[[]Finding] {
		return func(yield func([]Finding) bool) {
			j := judge{table: t, runs: stableRuns(t)}
			j.findings(j.lookalikes(func(field string) spellings {
				known := spellings{}
				for _, b := range before {
					known.add(b.Table(t.Schema()), field)
				}
				return known
			}), yield)
		}
	})
}

// leaveOut leaves out the runs that are found.
func (r Rules) leaveOut(ds data.Dataset, find func(data.Table) iter.Seq[[]Finding]) data.Dataset {
	ds.Sources = slices.Clone(ds.Sources)
	for i, s := range ds.Sources {
		ds.Sources[i].Problems, ds.Sources[i].Domains = slices.Clone(s.Problems), maps.Clone(s.Domains)
	}
	excess := make([]data.Excess, len(ds.Sources))
	for _, t := range slices.Clone(ds.Tables) {
		gone := map[int]bool{}
		for of := range find(t) {
			for _, f := range r.answered(t, of) {
				s := &ds.Sources[t.Place(f.Run).Source]
				if f.LeftOut > 0 {
					gone[f.Run] = true
					s.Runs, s.LeftOut = s.Runs-1, s.LeftOut+1
					s.Domains[t.Schema().Domain]--
				}
				s.Problems = append(s.Problems, f.Problem)
				excess[t.Place(f.Run).Source].Fold(&s.Problems)
			}
		}
		if len(gone) > 0 {
			ds = ds.With(t.Select(func(i int) bool { return !gone[i] }))
		}
	}
	for i := range ds.Sources {
		s := &ds.Sources[i]
		s.Problems = append(s.Problems, excess[i].Summary("")...)
		data.SortProblems(s.Problems)
	}
	return ds
}

// answered adds to the findings about a run what becomes of it. It is published only if
// all of them are accepted.
func (r Rules) answered(t data.Table, of []Finding) []Finding {
	open := 0
	for i := range of {
		if r.Accept != nil {
			of[i].Accepted = r.Accept(t.Only([]int{of[i].Run}), of[i].Problem)
		}
		if of[i].Accepted == "" {
			open++
			of[i].Message += "; run left out; correct it, or accept " + of[i].Code + " with --accept"
			if open == 1 { // a run with two problems is still one run
				of[i].LeftOut = 1
			}
		}
	}
	return of
}
