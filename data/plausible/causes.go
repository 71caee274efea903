package plausible

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// fewestAlike is how many runs are more than an accident.
const fewestAlike = 3

// group is the runs of a source that one entry of its declaration reads, or all of them.
type group struct{ source, entry int }

// all is the entry of a group that has every run of its source.
const all = -1

// kind is what is alike in the findings of several runs.
type kind struct {
	group
	code string
}

// tally counts the findings about the runs of sources with a declaration: where all runs have one, the declaration is at fault,
// and it is told once, at its line.
type tally struct {
	*judge
	sources []data.Source
	gpus    map[string]Limit
	groups  map[group][]int // stable runs, as soon as a cause is looked for
	borne   map[group]bearing
	found   map[kind]*alike
	lost    map[int]map[data.Place]bool // rows of sources that are left out
}

// alike are findings of one kind.
type alike struct {
	n        int
	first    Finding
	accepted bool // one of them is
}

// of are the groups of a run, none without a declaration.
func (t *tally) of(run int) []group {
	at := t.table.Place(run)
	d := t.sources[at.Source].Written
	if d == nil {
		return nil
	}
	return []group{{at.Source, all}, {at.Source, d.Entries[at.File]}}
}

func (t *tally) count(f Finding) {
	for _, g := range t.of(f.Run) {
		k := kind{g, f.Code}
		if t.found[k] == nil {
			t.found[k] = &alike{first: f}
		}
		t.found[k].n++
		t.found[k].accepted = t.found[k].accepted || f.Accepted != ""
	}
}

// involved are the roles of which one is wrong where all runs break a rule that is no law.
var involved = map[string][]data.Role{
	CodeLimit: {data.RolePower, data.RoleGPUs, data.RoleGPU}, CodeIdle: {data.RolePower, data.RoleGPUs, data.RoleGPU},
	CodeBusy: {data.RolePower, data.RoleGPUs, data.RoleGPU}, CodeUnits: {data.RoleEnergy, data.RoleThroughput, data.RolePower},
}

// compared are the roles of what may be wrong where runs that are compared differ.
var compared = map[string][]data.Role{
	CodeWeights: {data.RoleParameters, data.RoleActive}, CodeBeside: settings, CodeCurve: settings, CodeNeighbors: settings,
	CodeRepeats: append(slices.Clip(tellsApart), data.RoleBatch),
}

var settings = []data.Role{data.RoleModel, data.RoleGPU, data.RoleGPUs, data.RoleBatch}

// in are the runs of a group.
func (t *tally) in(g group) []int {
	if t.groups == nil {
		t.groups = map[group][]int{}
		for _, run := range stableRuns(t.table) {
			for _, g := range t.of(run) {
				t.groups[g] = append(t.groups[g], run)
			}
		}
	}
	return t.groups[g]
}

// tell adds a problem at the line of the declaration for each cause, and marks those of the runs that follow from it. What is told of
// whole sources is looked for if no rule did before.
func (t *tally) tell(whole bool) {
	suspect := lists.Map(t.sources, func(s data.Source) map[string]bool { // fields that are told
		own := lists.Filter(s.Problems, func(p data.Problem) bool { return s.Written != nil && p.File == s.Written.File && p.Field != "" })
		return lists.By(own, func(p data.Problem) (string, bool) { return p.Field, true })
	})
	rows, inRows := map[data.Place]bool{}, map[int][]string{} // of which a cause is told, and the fields
	for source, s := range t.sources {
		for _, p := range s.Problems {
			isCause := s.Written != nil && p.File != s.Written.File && p.Row > 0 && p.Field != "" && p.Code == "" && !p.Lines && p.LeftOut == 0
			if isCause {
				rows[data.Place{Source: source, File: p.File, Row: p.Row}] = true
				inRows[source] = append(inRows[source], p.Field)
			}
		}
	}
	kinds, add := t.kinds(), func(source int, p data.Problem, fields []string) {
		t.sources[source].Problems = append(t.sources[source].Problems, p)
		for _, name := range fields {
			suspect[source][name] = true
		}
	}
	for _, g := range lists.Distinct(lists.Map(kinds, func(k kind) group { return k.group })) {
		isTold := func(name string) bool { return suspect[g.source][name] }
		said, fields := t.exchanged(g, lists.Filter(kinds, func(k kind) bool { return k.group == g }), rows)
		if fields != nil && !slices.ContainsFunc(fields, isTold) {
			add(g.source, t.at(g.source, fields, said), fields)
			s := t.sources[g.source]
			for i, o := range s.Problems { // of what one has in place of the other
				isOf := g.entry == all || s.Written.Entries[o.File] == g.entry
				s.Problems[i].Follows = o.Follows || isOf && o.Row > 0 && !o.Lines && o.LeftOut > 0 && slices.Contains(fields, o.Field)
			}
		}
	}
	for source := range t.sources {
		t.outside(source, func(p data.Problem) { add(source, p, []string{p.Field}) })
	}
	for _, k := range kinds {
		said, fields := t.cause(k)
		known := slices.ContainsFunc(append(slices.Clip(fields), lists.Map(involved[k.code], t.table.Schema().Name)...), func(name string) bool {
			return slices.ContainsFunc(append(t.table.Schema().ReadFor(name), name), func(name string) bool { return name != "" && suspect[k.source][name] })
		})
		if said != "" && !t.found[k].accepted && t.follow(k, rows) && !known {
			add(k.source, t.declared(k, said, fields), fields)
		}
	}
	if whole {
		for source := range t.sources {
			for _, name := range inRows[source] {
				suspect[source][name] = suspect[source][name] || !slices.Contains(t.table.Schema().Keys(), name)
			}
			t.tellSource(source, suspect[source], func(p data.Problem, fields ...string) { add(source, p, fields) })
		}
	}
	for source, s := range t.sources {
		for i, p := range s.Problems {
			known := rows[data.Place{Source: source, File: p.File, Row: p.Row}]
			if p.Accepted == "" && p.Code != "" && (known || t.follows(p, suspect[source])) {
				s.Problems[i].Follows = true
			}
		}
	}
}

// follows reports whether a problem of a run follows from fields of its source that are told.
func (t *tally) follows(p data.Problem, suspect map[string]bool) bool {
	s := t.table.Schema()
	isTold := func(name string) bool { return suspect[name] }
	told := func(roles ...data.Role) bool {
		return slices.ContainsFunc(roles, func(r data.Role) bool { return suspect[cmp.Or(s.Name(r), string(r))] })
	}
	setting := func(f data.Field) bool { return suspect[f.Name] && (f.Key || f.Role == "" && f.Kind != data.Float) } // or what is taken for none
	l, isLaw := lists.Find(s.Laws, func(l data.Law) bool { return l.Code == p.Code })
	return told(append(slices.Clip(involved[p.Code]), compared[p.Code]...)...) || slices.ContainsFunc(append(s.ReadFor(p.Field), p.Field), isTold) ||
		isLaw && slices.ContainsFunc(t.sourcesOf(l), isTold) || p.Code == CodeRepeats && slices.ContainsFunc(s.Fields(), setting)
}

// tellSource adds what is told of a whole source.
func (t *tally) tellSource(source int, suspect map[string]bool, add func(p data.Problem, fields ...string)) {
	tell := func(said string, fields []string) {
		if len(fields) > 0 {
			add(t.at(source, fields, said), fields...)
		}
	}
	tell(t.ofPrompts(source, suspect))
	for _, law := range data.UsualLaws {
		tell(t.unusual(law, source, suspect))
	}
	tell(t.related(source, suspect))
	for _, p := range t.misread(source, suspect) {
		add(p, p.Field)
	}
	if p := cmp.Or(t.unranked(source, suspect), t.late(source, suspect)); p.Message != "" {
		add(p)
	}
}

// kinds are those of the findings: of whole sources first, and in the order of the laws.
func (t *tally) kinds() []kind {
	order := func(code string) uint { // no law comes last
		return uint(slices.IndexFunc(t.table.Schema().Laws, func(l data.Law) bool { return l.Code == code }))
	}
	return slices.SortedFunc(maps.Keys(t.found), func(a, b kind) int {
		return cmp.Or(a.source-b.source, a.entry-b.entry, cmp.Compare(order(a.code), order(b.code)), cmp.Compare(a.code, b.code))
	})
}

// inOrder compares runs by their files and rows.
func (t *tally) inOrder(a, b int) int {
	x, y := t.table.Place(a), t.table.Place(b)
	return cmp.Or(strings.Compare(x.File, y.File), x.Row-y.Row)
}

// place is where a run was read, in words.
func (j *judge) place(run int) string {
	at := j.table.Place(run)
	return fmt.Sprintf("row %d of %s", at.Row, at.File)
}

// some are so many of all rows, with one of them.
func (j *judge) some(n, all, run int) string {
	return fmt.Sprintf("in %d of %s, such as %s", n, units.Counted(all, "row"), j.place(run))
}

// follow marks the problems of a kind as those that follow from its cause, and adds their rows to some; false if they did already.
func (t *tally) follow(k kind, rows map[data.Place]bool) (fresh bool) {
	s := &t.sources[k.source]
	for i := range s.Problems {
		p := &s.Problems[i]
		if p.Code == k.code && !p.Lines && p.Accepted == "" && (k.entry == all || s.Written.Entries[p.File] == k.entry) {
			fresh = fresh || !p.Follows
			rows[data.Place{Source: k.source, File: p.File, Row: p.Row}] = true
			p.Follows = true
		}
	}
	return fresh
}

// declared is the problem of a kind at the line of the declaration: that of the one field that it may be, else that of the law.
func (t *tally) declared(k kind, said string, fields []string) data.Problem {
	d := t.sources[k.source].Written
	p := data.Problem{File: d.File, Lines: true, Row: d.Laws[k.code]}
	remedies := lists.Map(fields, func(name string) string {
		if set := d.Sets[name]; set > 0 {
			return fmt.Sprintf("%s (line %d, or set in line %d)", name, d.Fields[name], set)
		}
		f, _ := t.table.Schema().Field(name)
		return fmt.Sprintf("%s (line %d%s)", name, d.Fields[name], data.When(f.FileUnit != "", ", in: "+f.FileUnit).Or(""))
	})
	if p.Row > 0 {
		said, remedies = "law "+data.ClipName(k.code)+": "+said, append(remedies, "the law")
	}
	if p.Row == 0 || len(fields) == 1 {
		p.Row, p.Field = d.Fields[fields[0]], fields[0]
	}
	last := len(remedies) - 1
	choice := strings.TrimPrefix(strings.Join(remedies[:last], ", ")+" or "+remedies[last], " or ")
	if !strings.Contains(said, "; ") { // which is a remedy
		said += "; correct the unit or column of " + choice
	}
	p.Message = fmt.Sprintf("%s, or accept %s with --accept", said, k.code)
	return p
}

// cause says what all runs of a group have in common, "" if they do not, and which fields that are declared may be wrong.
func (t *tally) cause(k kind) (said string, fields []string) {
	runs, s := t.in(k.group), t.table.Schema()
	among := ""
	if k.entry != all && len(t.sources[k.source].Written.Rows) > 1 {
		among = " of " + t.sources[k.source].Written.Rows[k.entry]
	}
	l, isLaw := lists.Find(s.Laws, func(l data.Law) bool { return l.Code == k.code })
	other, inUnit := "", ""
	if energy, is := s.The(data.RoleEnergy); is && k.code == CodeUnits && t.found[k].n == len(runs) {
		other, inUnit = t.energyIn(energy, runs)
	}
	switch {
	case isLaw:
		if said = t.unlawful(l, runs, among); said != "" {
			fields = t.blamed(k.group, t.sourcesOf(l))
		}
		if why, field := t.ordered(l, k.group); field != "" {
			said, fields = why, []string{field}
		}
	case k.code == CodeUnits && inUnit != "":
		said, fields = other, []string{inUnit}
	case k.code == CodeBusy && t.ofOneGPU(k.group):
		fields = []string{s.Name(data.RolePower)}
		said = t.example(k, units.Counted(t.found[k].n, "row")+" with several GPUs"+among) + ": it is probably of one GPU; " +
			"multiply it, and the energy that goes with it, by " + s.Name(data.RoleGPUs)
	case involved[k.code] != nil && t.found[k].n == len(runs) && len(runs) >= fewestAlike:
		fields = lists.NonZero(lists.Map(involved[k.code], s.Name))
		said = t.example(k, "all "+units.Counted(len(runs), "row")+among)
	}
	fields = lists.Filter(fields, func(name string) bool {
		isStated := func(run int) bool { return t.table.Value(run, name) != nil }
		return t.sources[k.source].Written.Fields[name] > 0 && slices.ContainsFunc(runs, isStated)
	})
	if len(fields) == 0 {
		return "", nil
	}
	return said, fields
}

// ofOneGPU reports whether the power of all runs on several GPUs is that of one at work, and not what all of them draw in most.
func (t *tally) ofOneGPU(g group) bool {
	power, count, gpu := t.reader(data.RolePower), t.reader(data.RoleGPUs), t.table.Schema().Name(data.RoleGPU)
	several, low := 0, 0
	draws := lists.All(t.in(g), func(run int) bool {
		watts, _ := power(run)
		n, _ := count(run)
		limit := t.gpus[t.table.Text(run, gpu)]
		several, low = several+lists.One(n > 1), low+lists.One(n > 1 && watts < n*limit.Busy)
		return limit.Busy > 0 && watts >= limit.Busy && (n == 1 || watts <= limit.Most)
	})
	return draws && low >= fewestAlike && 2*low >= several
}

// at is a problem at the line of the first of some fields.
func (t *tally) at(source int, fields []string, said string) data.Problem {
	d := t.sources[source].Written
	return data.Problem{File: d.File, Lines: true, Row: d.Fields[fields[0]], Field: fields[0], Message: said}
}

// example is what is said of some rows that break a rule that is no law.
func (t *tally) example(k kind, among string) string {
	first := t.found[k].first
	why, _, _ := strings.Cut(first.Message, "; ")
	return fmt.Sprintf("in %s, such as %s: %s", among, t.place(first.Run), why)
}

// unlawful says how all runs of a group that can break a law do, or all with several GPUs by their number; "" if they do not.
func (t *tally) unlawful(l data.Law, runs []int, among string) string {
	terms, count := termsOf(t.table, l, t.table.Reader), t.reader(data.RoleGPUs)
	var example breach
	var ratios, shares, sums []float64 // of the terms, and these if one of them is of each GPU
	at, kept, several := 0, 0, true
	for _, run := range runs {
		b := breachOf(l, terms, run)
		n, counted := count(run)
		switch several = several && counted && (b.after != nil) == (n > 1); {
		case b.stated < 2:
		case b.after == nil:
			kept++
		default:
			if example.after == nil {
				example, at = b, run
			}
			ratio := b.last / b.x
			ratios, shares, sums = append(ratios, ratio), append(shares, ratio*n), append(sums, ratio/n)
		}
	}
	if example.after == nil {
		return ""
	}
	first, second, n := example.before.Text, example.after.Text, len(ratios)
	two := !example.rising && len(terms) == 2
	rows := units.Counted(n, "row") + among
	if kept > 0 { // what is left are runs on one GPU
		rows += " with several GPUs"
	}
	gpus := t.table.Schema().Name(data.RoleGPUs)
	switch factor, constant := steady(ratios, l.Within); {
	case two && several && n >= fewestAlike && isOne(shares, l.Within):
		return fmt.Sprintf("in all %s, %s is 1/%s of %s: one of them is of a single GPU", rows, first, gpus, second)
	case two && several && n >= fewestAlike && isOne(sums, l.Within):
		return fmt.Sprintf("in all %s, %s is %s times %s: one of them is of a single GPU", rows, first, gpus, second)
	case kept > 0:
		return ""
	case two && n > 1 && constant && (factor > 1.5 || factor < 1/1.5):
		return fmt.Sprintf("in all %s, %s is %s times %s", rows, first, units.Short(factor), second)
	case n < fewestAlike:
		return ""
	}
	return fmt.Sprintf("in all %s, %s %s %s, such as %s and %s in %s", rows, first, example.relation(), second,
		short(example.last), short(example.x), t.place(at))
}

// steady is the middle of ratios, and whether all are about that.
func steady(ratios []float64, within float64) (middle float64, is bool) {
	sorted := slices.Sorted(slices.Values(ratios))
	least, most := sorted[0], sorted[len(sorted)-1]
	tolerance := 1 + max(within, 0.01)
	return sorted[len(sorted)/2], least > 0 && !math.IsInf(most, 1) && most < least*tolerance*tolerance
}

func isOne(ratios []float64, within float64) bool {
	middle, is := steady(ratios, within)
	return is && math.Abs(middle-1) <= max(within, 0.01)
}

// bearing is how many of the laws that all runs of a group break a field would mend, and whether another law bears it out.
type bearing struct {
	mends map[string]int
	right map[string]bool
}

// bearingOf is made once of a group: that of many laws over many runs takes long.
func (t *tally) bearingOf(g group) bearing {
	if made, known := t.borne[g]; known {
		return made
	}
	of := bearing{map[string]int{}, map[string]bool{}}
	for _, l := range t.table.Schema().Laws {
		terms, n := termsOf(t.table, l, t.table.Reader), 0
		for _, run := range t.in(g) {
			n += lists.One(breachOf(l, terms, run).stated > 1)
		}
		broken := t.found[kind{g, l.Code}]
		for _, name := range t.sourcesOf(l) {
			if broken == nil && n >= fewestAlike && len(l.Equal) > 0 {
				of.right[name] = true
			} else if broken != nil && broken.n == n {
				of.mends[name]++
			}
		}
	}
	t.borne[g] = of
	return of
}

// blamed are the fields of a law that all runs of a group break that may be wrong: of those that no other law bears out, the ones
// that would mend most of the laws that all runs break.
func (t *tally) blamed(g group, fields []string) []string {
	of := t.bearingOf(g)
	if free := lists.Filter(fields, func(name string) bool { return !of.right[name] }); len(free) > 0 {
		fields = free
	}
	most := lists.Most(fields, func(name string) int { return of.mends[name] })
	return lists.Filter(fields, func(name string) bool { return of.mends[name] == most })
}

// sourcesOf are the fields of a law as they are read.
func (t *tally) sourcesOf(l data.Law) []string {
	names := lists.FlatMap(l.Terms(), func(of data.Term) []string { return of.Fields })
	return lists.Distinct(lists.FlatMap(names, t.table.Schema().ReadFor))
}
