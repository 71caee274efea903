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

// Codes returns the codes of the problems that runs with these fields can have and that can be accepted, each once.
func Codes(schemas ...*data.Schema) []string {
	all := []string{
		CodeLimit, CodeIdle, CodeNeighbors, CodeLookAlike, CodeBusy, CodeWeights, CodeFlat, CodeBeside, CodeSpelling, CodeWork,
		CodeCurve, CodeSize, CodeUnits, CodeRepeats, CodeCopied,
	}
	for _, s := range schemas {
		all = append(all, lists.Map(s.Laws, func(l data.Law) string { return l.Code })...)
	}
	return lists.Ascending(all)
}

// Rules determine which runs are implausible.
type Rules struct {
	// GPUs are the limits of one GPU by model. Those of a model that is not listed are not checked.
	GPUs map[string]Limit
	// Accept, unless nil, returns the reason to publish a run despite the problem, "" for none. The table contains
	// only that run.
	Accept func(run data.Table, p data.Problem) string
}

// Limit is what one GPU can do.
type Limit struct {
	Least, Most float64 // range of power, in W
	Busy        float64 // power below which no GPU was seen at work, in W; 0 if unknown
	Bandwidth   float64 // of its memory, in TB/s; 0 if unknown
	Memory      float64 // in GB; 0 if unknown
}

// Finding is a problem of a run of a table.
type Finding struct {
	Run int
	data.Problem
	Ranked bool // of a doubt about the comparison with other runs: the run itself is ranked
	why    string
	joined bool // it doubts how a declaration joins rows
}

// Findings yields the problems of the table's stable runs, run by run. Unstable runs can break rules for other
// reasons and are not ranked. A run that breaks a law is not suspicious besides, and does not make the runs with the next
// batch sizes so: its values are wrong, or accepted as they are. Problems are yielded run by run because a hostile file can break all rules in every
// row, and all of them together would not fit in memory.
func (r Rules) Findings(t data.Table) iter.Seq[[]Finding] {
	j := judge{table: t, runs: stableRuns(t), broken: make([]bool, t.Len())}
	laws := j.laws(r.GPUs)
	for found := range j.each(func(int) []rule { return laws }) {
		j.broken[found[0].Run] = true
	}
	j.odd = slices.Clone(j.broken)
	drawn := j.drawn(r.GPUs)
	for found := range j.each(func(int) []rule { return []rule{drawn} }) {
		j.odd[found[0].Run] = true
	}
	doubts := j.doubts(r.GPUs, drawn)
	return j.each(func(run int) []rule {
		if j.broken[run] {
			return laws
		}
		return doubts
	})
}

// judge gathers what is wrong with the runs of a table.
type judge struct {
	table  data.Table
	runs   []int
	broken []bool // the runs that break a law
	odd    []bool // these, and those whose energy is not of their power
}

// impossible is the problem of a run that cannot be as it is stated.
func impossible(code, field, message string) Finding {
	return Finding{Problem: data.Problem{Code: code, Field: field, Message: message}}
}

// suspicious is that of a run which may be right.
func suspicious(code, field, message string) Finding {
	return Finding{Problem: data.Problem{Code: code, Field: field, Message: message, Doubt: true}}
}

// known is the rule that repeats what was found in runs when they were compared.
func known(found map[int]Finding) rule {
	return func(run int, tell func(Finding)) {
		if f, is := found[run]; is {
			tell(f)
		}
	}
}

// rule tells what is wrong with a run.
type rule func(run int, tell func(Finding))

// judgedAtOnce is how many runs are judged before what is found is told.
const judgedAtOnce = 1 << 13

// each yields what rules find, run by run. The runs are judged in parts, at the same time.
func (j *judge) each(rules func(run int) []rule) iter.Seq[[]Finding] {
	return func(yield func([]Finding) bool) {
		for some := range slices.Chunk(j.runs, judgedAtOnce) {
			judged := lists.InParts(some, func(runs []int) [][]Finding { return j.of(runs, rules) })
			for _, found := range slices.Concat(judged...) {
				if !yield(found) {
					return
				}
			}
		}
	}
}

// of is what rules find about runs, with its place: a list for each run about which they find something.
func (j *judge) of(runs []int, rules func(run int) []rule) (all [][]Finding) {
	var found []Finding
	tell := func(f Finding) { found = append(found, f) }
	for _, run := range runs {
		for _, rule := range rules(run) {
			rule(run, tell)
		}
		if found == nil {
			continue
		}
		at := j.table.Place(run)
		for i := range found {
			found[i].Run, found[i].File, found[i].Row = run, at.File, at.Row
		}
		all, found = append(all, found), nil
	}
	return all
}

// laws are the rules whose breach leaves a run out.
func (j *judge) laws(gpus map[string]Limit) (all []rule) {
	all = lists.Map(j.declared(false), j.law)
	all = append(all, j.power(gpus))
	all = append(all, j.lookalikes(j.table)...)
	return append(all, j.neighbors())
}

// declared are the laws of the record type whose breach makes a run suspicious, or those whose breach leaves it out.
func (j *judge) declared(doubt bool) []data.Law {
	return lists.Filter(j.table.Schema().Laws, func(l data.Law) bool { return l.Doubt == doubt })
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

// Apply leaves out implausible runs, unless all problems of a run are accepted, marks suspicious ones (see
// [data.Table.Doubt]) likewise, and adds the problems to the sources of the runs.
func (r Rules) Apply(ds data.Dataset) data.Dataset { return r.leaveOut(ds, true, r.Findings) }

// Beside does the same as Apply, and also leaves out runs whose model or GPU looks like another name in earlier
// sources.
func (r Rules) Beside(ds data.Dataset, before ...data.Dataset) data.Dataset {
	return r.leaveOut(ds, false, func(t data.Table) iter.Seq[[]Finding] {
		j := judge{table: t, runs: stableRuns(t)}
		rules := j.lookalikes(lists.Map(before, func(ds data.Dataset) data.Table { return ds.Table(t.Schema()) })...)
		return j.each(func(int) []rule { return rules })
	})
}

// leaveOut leaves out the runs that are found; whole if these are the first rules of the sources.
func (r Rules) leaveOut(ds data.Dataset, whole bool, find func(data.Table) iter.Seq[[]Finding]) data.Dataset {
	ds.Sources = slices.Clone(ds.Sources)
	for i, s := range ds.Sources {
		ds.Sources[i].Problems, ds.Sources[i].Domains = slices.Clone(s.Problems), maps.Clone(s.Domains)
	}
	excess := make([]data.Excess, len(ds.Sources))
	for _, t := range slices.Clone(ds.Tables) {
		gone, doubted := map[int]bool{}, map[int]string{}
		tally := &tally{&judge{table: t}, ds.Sources, r.GPUs, nil, map[group]bearing{}, map[kind]*alike{}, map[int]map[data.Place]bool{}}
		for of := range find(t) {
			for _, f := range r.answered(t, of) {
				s := &ds.Sources[t.Place(f.Run).Source]
				if f.joined && s.Written == nil {
					continue
				}
				tally.count(f)
				if f.LeftOut > 0 {
					gone[f.Run], f.Configuration = true, t.ConfigurationID(f.Run)
					s.Runs, s.LeftOut = s.Runs-1, s.LeftOut+1
					s.Domains[t.Schema().Domain]--
				}
				if f.Doubt && !f.Ranked && f.Accepted == "" && doubted[f.Run] == "" {
					field, _ := t.Schema().Field(f.Field)
					doubted[f.Run] = field.Label + " " + f.why
				}
				s.Problems = append(s.Problems, f.Problem)
				excess[t.Place(f.Run).Source].Fold(&s.Problems)
			}
		}
		tally.tell(whole)
		if len(doubted) > 0 {
			t = t.Doubting(doubted)
			ds = ds.With(t)
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
		switch {
		case of[i].Accepted != "":
		case of[i].Ranked:
		case of[i].Doubt:
			of[i].why = of[i].Message
			of[i].Message += "; not ranked; correct it, or accept " + of[i].Code + " with --accept"
		default:
			open++
			of[i].Message += "; run left out; correct it, or accept " + of[i].Code + " with --accept"
			if open == 1 { // a run with two problems is still one run
				of[i].LeftOut = 1
			}
		}
	}
	follow(of)
	return of
}

// follow marks the problems of a run beside its first cause: a number of GPUs that its parallelism contradicts, or a metric that is far
// from its neighbors', is wrong itself, and one that its GPUs cannot draw probably is, where a law only tells that one of several is.
func follow(of []Finding) {
	open := lists.Filter(lists.Indices(len(of)), func(i int) bool { return of[i].Accepted == "" && !of[i].Ranked })
	if len(open) == 0 {
		return
	}
	cause := open[0]
	for _, code := range []string{CodeIdle, CodeLimit, CodeNeighbors, data.CodeParallel} {
		for _, i := range open {
			if of[i].Code == code {
				cause = i
			}
		}
	}
	for _, i := range open {
		of[i].Follows = i != cause
	}
}
