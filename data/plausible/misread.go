package plausible

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// misread are fields of a source that are read otherwise than their columns and values say.
func (t *tally) misread(source int, known map[string]bool) (told []data.Problem) {
	d := t.sources[source].Written
	if d == nil {
		return nil
	}
	runs := t.in(group{source, all})
	repeats := sync.OnceValue(func() [][]int { return t.groupsOf(runs, t.table.Schema().Keys()) })
	otherEnergy := func(f data.Field, runs []int) string { said, _ := t.energyIn(f, runs); return said }
	for _, f := range t.table.Schema().Fields() {
		isKnown := func(name string) bool { return name != "" && known[name] }
		read := t.table.Schema().ReadFor(f.Name)
		if f.Role == data.RoleEnergy { // which is compared by them
			read = append(read, lists.Map([]data.Role{data.RoleThroughput, data.RoleDuration, data.RoleGPUs}, t.table.Schema().Name)...)
		}
		if d.Fields[f.Name] == 0 || known[f.Name] || slices.ContainsFunc(read, isKnown) {
			continue
		}
		said := ""
		for _, doubt := range []func(data.Field, []int) string{
			otherPercentile, added, otherName, t.ofShare, t.named, t.oneModel, ownSeed, t.unshared, t.alone, t.repeated,
			t.oneState, t.ofOther, t.noDate, otherEnergy, t.otherModel, t.twofold, t.largeError, t.roleless,
		} {
			if said == "" {
				said = doubt(f, runs)
			}
		}
		if said == "" && !known[t.table.Schema().Name(data.RoleModel)] {
			said = t.averaged(f, repeats)
		}
		if said != "" {
			told = append(told, t.at(source, []string{f.Name}, said))
		}
	}
	return told
}

var percentileIn = regexp.MustCompile(`(?:^|[^a-z0-9])p(50|90|95|99)(?:[^0-9]|$)`)

// columnOf is the first column that a field is read from.
func columnOf(f data.Field) string { return append(slices.Clip(f.From), f.Name)[0] }

// begins and ends are words for the two states of a counter.
var (
	begins = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:start|begin|before|first|initial)(?:[^a-z]|$)`)
	ends   = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:end|stop|after|last|final)(?:[^a-z]|$)`)
)

// oneState tells an energy that is computed from one of two states of a counter.
func (t *tally) oneState(f data.Field, _ []int) string {
	s := t.table.Schema()
	joule, _ := data.ParseUnit("J")
	used := lists.FilterMap(s.ReadFor(f.Name), s.Field)
	bare := func(f data.Field) string {
		return ends.ReplaceAllString(begins.ReplaceAllString(columnOf(f), "_"), "_")
	}
	for _, of := range used {
		other, is := lists.Find(s.Fields(), func(o data.Field) bool {
			isOther := bare(o) == bare(of) && columnOf(o) != columnOf(of) && o.Value == ""
			return isOther && !slices.ContainsFunc(used, func(f data.Field) bool { return f.Name == o.Name })
		})
		if u, known := data.ParseUnit(of.Unit); is && known && u.Fits(joule) && f.Role == data.RoleEnergy && f.Value != "" {
			return fmt.Sprintf("value: %s is one state of a counter, and %s the other; subtract the first from the last, in one unit", of.Name, other.Name)
		}
	}
	return ""
}

// otherPercentile tells a percentile of a column that is called as another one.
func otherPercentile(f data.Field, _ []int) string {
	own, is := strings.CutPrefix(string(f.Role), "latency_p")
	column := columnOf(f)
	found := percentileIn.FindStringSubmatch(strings.ToLower(column))
	if is && f.Value == "" && !strings.ContainsAny(column, "([") && found != nil && found[1] != own {
		return fmt.Sprintf("its role is %s, but %q states P%s; write “role: latency_p%[3]s”, or correct “from”", f.Role, data.ClipName(column), found[1])
	}
	return ""
}

// roleless tells a field that is called as a metric and has its unit, though no field has that role.
func (t *tally) roleless(f data.Field, _ []int) string {
	s, role := t.table.Schema(), data.Role(f.Name)
	u, known := data.ParseUnit(f.Unit)
	usual, is := data.ParseUnit(data.UsualUnit(role))
	metrics := append([]data.Role{data.RoleEnergy, data.RolePerResponse, data.RoleThroughput, data.RolePower}, data.LatencyRoles...)
	if f.Role != "" || !slices.Contains(metrics, role) || s.Name(role) != "" || !known || !is || !u.Fits(usual) || s.Board != nil && s.Board.Primary == f.Name {
		return ""
	}
	return fmt.Sprintf("has no role, so it does not count as the %[1]s; write “role: %[1]s”, or, if it is another quantity, rename it", role)
}

// largeError tells a standard error that is larger than the metric whose error it is, in the median row.
func (t *tally) largeError(f data.Field, runs []int) string {
	s := t.table.Schema()
	if f.Role != data.RoleError || s.Board == nil || len(runs) < fewestAlike {
		return ""
	}
	source := t.table.Place(runs[0]).Source
	ratios := data.Ratios(t.table, data.Term{Factor: 1, Fields: []string{f.Name}}, data.Term{Factor: 1, Fields: []string{s.Board.Primary}},
		func(run int) bool { return t.table.Place(run).Source == source })
	if n := len(ratios); n >= fewestAlike && ratios[n/2] > 1 {
		return fmt.Sprintf("is %s times %s, whose error it is, in the median row; correct “from”, or write “in: ” with the unit in the files",
			units.Short(ratios[n/2]), s.Board.Primary)
	}
	return ""
}

// added tells a sum of shares or percentiles, which is none.
func added(f data.Field, _ []int) string {
	role := slices.Contains(append(data.LatencyRoles, data.RoleAccuracy, data.RoleMeanBatch), f.Role)
	if role && len(f.From) == 1 && strings.HasPrefix(f.From[0], "sum(") {
		return fmt.Sprintf("%s adds up values of the role %s, which do not add up; write a mean, a percentile or an element in its place",
			data.ClipName(f.From[0]), f.Role)
	}
	return ""
}

// otherName tells an alias that makes another model or GPU, or another precision.
func otherName(f data.Field, _ []int) string {
	for _, from := range slices.Sorted(maps.Keys(f.Aliases)) {
		to := f.Aliases[from]
		other := data.When(f.Role == data.RoleGPU && data.OtherGPU(from, to), "model").Or("")
		a, b := sizeInName.FindStringSubmatch(from), sizeInName.FindStringSubmatch(to)
		switch {
		case f.Role == data.RolePrecision && data.OtherPrecision(from, to):
			other = "precision"
		case f.Role == data.RoleModel && a != nil && b != nil && a[1] != b[1]:
			other = "model"
		}
		if other != "" {
			return fmt.Sprintf("aliases: %s is called %s, another %s; correct the alias", data.ClipName(from), data.ClipName(to), other)
		}
	}
	return ""
}

// ofShare tells an energy that is computed from the power or energy of one GPU, and the throughput or tokens of all.
func (t *tally) ofShare(f data.Field, runs []int) string {
	s, several := t.table.Schema(), t.reader(data.RoleGPUs)
	read, gpus := s.ReadFor(f.Name), s.Name(data.RoleGPUs)
	severalGPUs := func(run int) bool { n, _ := several(run); return n > 1 }
	if f.Role != data.RoleEnergy || f.Value == "" || slices.Contains(read, gpus) || !slices.ContainsFunc(runs, severalGPUs) {
		return ""
	}
	one, all := "", ""
	for _, name := range read {
		o, _ := s.Field(name)
		u, _ := data.ParseUnit(o.Unit)
		isOf := func(text string) bool { of, _ := data.ParseUnit(text); return u.Fits(of) }
		switch share := data.OfOneGPU(columnOf(o)) || data.OfOneGPU(o.Unit); {
		case share && (isOf("J") || isOf("W")):
			one = name
		case !share && (o.Role == data.RoleThroughput || o.Role == data.RoleOutputTokens):
			all = name
		}
	}
	if one == "" || all == "" {
		return ""
	}
	return fmt.Sprintf("value: %s is of one GPU, but %s of all; multiply by %s: “%[1]s * %[3]s”, or divide by what is per GPU, too", one, all, gpus)
}

var (
	indexOfGPU = regexp.MustCompile(`^(?:cuda:|gpu)?[0-9]{1,2}$`)
	countedGPU = regexp.MustCompile(`^([0-9]+ ?[x×] ?)(.*[a-zA-Z].*)$`)
)

// named tells models that are GPUs, and GPUs whose names are their places in a server, or have their number in them.
func (t *tally) named(f data.Field, _ []int) string {
	if f.Role != data.RoleGPU && f.Role != data.RoleModel || t.table.Len() == 0 {
		return ""
	}
	names := lists.Map(t.table.Distinct(f.Name), data.Text)
	isGPU := func(name string) bool { return t.gpus[name].Most > 0 }
	counted := func(name string) bool {
		return countedGPU.MatchString(name) && isGPU(countedGPU.FindStringSubmatch(name)[2])
	}
	switch {
	case f.Role == data.RoleModel && lists.All(names, isGPU):
		return fmt.Sprintf("%q is a GPU, not a model; correct “from”: is it exchanged with that of %s?",
			names[0], cmp.Or(t.table.Schema().Name(data.RoleGPU), "the GPU"))
	case f.Role == data.RoleModel:
	case lists.All(names, func(name string) bool { return indexOfGPU.MatchString(strings.ToLower(name)) }):
		return fmt.Sprintf("%q is the index of a GPU, not its model; correct “from”, or state the model under “set”", names[0])
	case f.From != nil && lists.All(names, counted):
		return fmt.Sprintf("%q has the number of GPUs in it; write “match: '^[0-9]+ ?[x×] ?(.+)$'”, and read the number into a field "+
			"with the role gpu_count", names[0])
	}
	return ""
}

// ownSeed tells a seed or repeat that makes a configuration of each run.
func ownSeed(f data.Field, _ []int) string {
	if f.Key && (f.Role == data.RoleSeed || f.Role == data.RoleRepeat) {
		return "is: [key]: makes a configuration of each repeat, so that none are averaged; remove it"
	}
	return ""
}

// unshared tells shares that are declared as percentages.
func (t *tally) unshared(f data.Field, runs []int) string {
	if f.FileUnit != "%" || f.Kind != data.Float || len(runs) < fewestAlike {
		return ""
	}
	most, read := 0.0, t.table.Reader(f.Name)
	for _, run := range runs {
		x, _ := read(run)
		most = max(most, x/f.InFile())
	}
	switch {
	case most > 1:
		return t.partlyShares(f, runs)
	case most <= 0:
		return ""
	}
	return fmt.Sprintf("in: “%%” is declared, but no number in the files exceeds %s: if they are shares, remove “in”", units.Short(most))
}

// fewestAlone is the number of runs of which each has its own value of a setting by more than an accident.
const fewestAlone = 10

// nameOfRun is the name, and oneRun a value, of what identifies a run rather than a setting.
var (
	nameOfRun = regexp.MustCompile(`(?:^|_)(?:id|uuid|run|time|date|datetime|timestamp|start|started|end|index)(?:_|$)`)
	oneRun    = regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}|[0-9]{9}|[0-9a-f]{8}-[0-9a-f]{4}`)
)

// alone tells a setting that differs in every run, though runs repeat the other settings: a time or an id.
func (t *tally) alone(f data.Field, runs []int) string {
	if !f.Key || f.Role != "" || f.Kind != data.String || len(runs) < fewestAlone || len(t.table.Distinct(f.Name)) < len(runs) ||
		!nameOfRun.MatchString(f.Name) && !oneRun.MatchString(t.table.Text(runs[0], f.Name)) {
		return ""
	}
	others := lists.Filter(t.table.Schema().Keys(), func(name string) bool { return name != f.Name })
	repeats := lists.Sum(t.groupsOf(runs, others), func(g []int) int { return len(g) })
	if 2*repeats < len(runs) {
		return ""
	}
	return fmt.Sprintf("is: [key]: every run has its own, such as %q, so none of the %d runs that repeat the other settings are averaged; "+
		"write “is: [protocol]” if it tells repeats apart", data.ClipName(t.table.Text(runs[0], f.Name)), repeats)
}

// averaged tells a field in which rows differ that are averaged as repeats, unless the declaration says what it is.
func (t *tally) averaged(f data.Field, repeats func() [][]int) string {
	if f.Kind == data.Float || f.Role != "" || f.Better != data.Neutral || f.Value != "" || f.Stated() {
		return ""
	}
	for _, group := range repeats() {
		values := lists.Distinct(lists.NonZero(lists.Map(group, func(run int) string { return t.table.Text(run, f.Name) })))
		if len(values) > 1 {
			return fmt.Sprintf("rows that differ in it, such as %q and %q, are averaged as repeats; write “is: [key]” if it is a setting, "+
				"“is: [protocol]” if it tells repeats apart, “is: [result]” if it is measured", data.ClipName(values[0]), data.ClipName(values[1]))
		}
	}
	return ""
}

// groupsOf are the groups of several runs that agree in some fields.
func (t *tally) groupsOf(runs []int, fields []string) [][]int {
	j := judge{table: t.table, runs: runs}
	return j.groups(fields)
}

// repeated tells a measured value that runs of several configurations on one board share to the last digit: more than half of the runs, by
// more digits than so many runs could share by accident.
func (t *tally) repeated(f data.Field, runs []int) string {
	if !data.Varies(f.Unit) || f.Key || f.Value != "" || f.Role == data.RoleDuration || len(runs) < fewestRelated {
		return ""
	}
	read := t.table.Reader(f.Name)
	runs = runs[:min(len(runs), mostLooked)]
	sorted := lists.Filter(runs, func(run int) bool {
		x, stated := read(run)
		return stated && digitsOf(x) >= math.Log10(float64(20*len(runs)))+1
	})
	slices.SortStableFunc(sorted, func(a, b int) int { x, _ := read(a); y, _ := read(b); return cmp.Compare(x, y) })
	shared, first, second := 0, 0, 0
	for from, to := 0, 1; from < len(sorted); from, to = to, to+1 {
		x, _ := read(sorted[from])
		differ := false
		for ; to < len(sorted); to++ {
			if y, _ := read(sorted[to]); y != x {
				break
			}
			if !differ && t.sameBoard(sorted[from], sorted[to]) && t.table.ConfigurationID(sorted[from]) != t.table.ConfigurationID(sorted[to]) {
				differ, first, second = true, sorted[from], sorted[to]
			}
		}
		shared += (to - from) * lists.One(differ)
	}
	if 2*shared <= len(runs) {
		return ""
	}
	x, _ := read(first)
	among := map[bool]string{true: "the first "}[len(runs) == mostLooked] + units.Counted(len(runs), "row")
	return fmt.Sprintf("in %d of %s, the value is that of a row with other settings, to the last digit, such as %s in %s and %s: "+
		"was it filled down, or joined by too few columns? Correct it, or, if it is not measured, leave out its role", shared, among,
		short(x), t.place(first), t.place(second))
}

// sameBoard reports whether runs are compared: tasks of a model may share one measurement.
func (j *judge) sameBoard(a, b int) bool {
	board := j.table.Schema().Board
	return board == nil || board.By == "" || j.table.Value(a, board.By) == j.table.Value(b, board.By)
}

// oneModel tells boards each of which has the runs of one model.
func (t *tally) oneModel(f data.Field, _ []int) string {
	board := t.table.Schema().Board
	if f.Role != data.RoleModel || board == nil || board.By != f.Name || len(t.table.Distinct(f.Name)) < 2 {
		return ""
	}
	return fmt.Sprintf("board: by: each value of %s has a board of its own, so no models are compared; name the task, or remove “by”", f.Name)
}

// digitsOf are the significant digits of a number.
func digitsOf(x float64) float64 {
	digits, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'e', -1, 64), "e")
	return float64(len(strings.Replace(digits, ".", "", 1)))
}
