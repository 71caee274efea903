package declared

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/instants"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/textlog"
	"github.com/jouleboard/jouleboard/units"
)

// Power describes recordings of power that were made during the runs. They are integrated between the start and the
// end of each row, by the trapezoidal rule for each GPU, and summed.
type Power struct {
	Files               []string `need:"[\"*.csv\"]"` // patterns
	Kind                string   `need:"nvidia-smi"`  // one of powerKinds
	Scope               string   // what was measured, such as package, node or wall; "": the GPUs
	Lines               []string // of a text: regular expressions with the groups time, watts and, if there are several, device
	Time, Device, Watts string   // columns of a table
	Unit                string   // of the values of a table or text, W if ""
	Counter             string   // unit of an energy counter, whose values are read instead of power
	Clock               string   // time zone of times without a zone, such as UTC or Europe/Berlin
	Energy              string   // the field for the energy, energy_j if ""
	Gap                 float64  // longest time in s between two samples that counts as measured, 3 if 0
}

const (
	coverageField = "power_coverage"
	usualGap      = 3    // s, as in InferenceX
	leastCoverage = 0.95 // of a row's time, below which its energy is unknown
)

//go:embed recordings.yaml
var recordingsText []byte

// powerKinds are those of recordings.yaml.
var powerKinds = sync.OnceValue(func() map[string]Power { return yamltree.Embedded[map[string]Power](recordingsText) })

// ofGPUs are kinds of recordings of GPUs alone; aboveGPU is in the name of what has other parts, too.
var ofGPUs = []string{"nvidia-smi", "nvidia-smi-dmon", "dcgmi-dmon", "amd-smi", "zeus"}

var aboveGPU = regexp.MustCompile(`(?i)node|wall|system|server|host|package|machine|cpu`)

// field is the name of the field for the energy.
func (p Power) field() string { return cmp.Or(p.Energy, "energy_j") }

// measured is whose power is recorded.
func (p Power) measured() string { return cmp.Or(p.Scope, powerKinds()[p.Kind].Scope, ofAllGPUs) }

const ofAllGPUs = "GPUs"

// fields are those of a declaration, with what the recordings fill.
func (p Power) fields(declared []data.DeclaredField) []data.DeclaredField {
	label := "Energy"
	if scope := p.measured(); scope != ofAllGPUs {
		label += " (" + scope + ")"
	}
	for _, f := range []data.DeclaredField{
		{Name: p.field(), Label: label, Unit: "J", Help: "Energy of the run, computed from recorded power."},
		{Name: coverageField, Label: "Power recorded", Unit: "share of duration", Help: "Share of the run's duration with recorded power."},
	} {
		if !slices.ContainsFunc(declared, func(o data.DeclaredField) bool { return o.Name == f.Name }) {
			declared = append(declared, f)
		}
	}
	return declared
}

// check tells what is wrong with an entry of power.
func (p Power) check(faults *data.Faults, i int, s *data.Schema) {
	fault := func(is bool, key, format string, args ...any) {
		faults.If(is, []any{"power", i, key}, "power: "+format, args...)
	}
	isOf := func(of data.Unit, text string) bool { return text == "" || unit(text).Fits(of) }
	usual := powerKinds()[p.Kind]
	sound := lists.All(p.Lines, func(text string) bool { return textlog.Check(text) == nil })
	checkLines(faults, p.Lines, "power", "power", i, "lines")
	fault(p.Kind == "text" && len(p.Lines) == 0, "kind",
		"a text requires patterns of its lines: add “lines: ['(?P<time>[0-9.]+) (?P<watts>[0-9.]+) W']”")
	fault(sound && len(p.Lines) > 0 && p.Kind != "text", "lines", "lines has an effect only with “kind: text”; write that, or remove lines")
	fault(p.Kind == "table" && (p.Time == "" || p.Watts == ""), "kind", "a table requires “time: COLUMN” and “watts: COLUMN”")
	for key, column := range map[string]string{"time": p.Time, "device": p.Device, "watts": p.Watts} {
		fault(column != "" && (p.Kind == "text" || p.Kind == "prometheus" || len(usual.Lines) > 0), key,
			"%s names a column of a table, which “kind: %s” is not; remove it, or write “kind: table”", key, p.Kind)
	}
	fault(p.Unit != "" && isOf(watt, p.Unit) && (p.Counter != "" || p.Kind != "text" && p.Kind != "table"), "unit",
		"unit has an effect only on the power of “kind: table” and “kind: text”; remove it")
	fault(!isOf(watt, p.Unit), "unit", "unit: expected that of the recorded power, such as mW, got %q", data.ClipName(p.Unit))
	p = p.with(usual)
	fault(!isOf(joule, p.Counter), "counter", "counter: expected its unit, such as mJ, got %q", data.ClipName(p.Counter))
	groups := func() []string {
		return lists.FlatMap(p.Lines, func(text string) []string { return regexp.MustCompile(text).SubexpNames() })
	}
	fault(p.Kind == "text" && sound && len(p.Lines) > 0 && !(slices.Contains(groups(), "time") && slices.Contains(groups(), "watts")),
		"lines", "lines requires the groups (?P<time>…) and (?P<watts>…)")
	stated, u := unitOf(p.Watts), unit(unitOf(p.Watts))
	fault(p.Kind == "table" && p.Unit+p.Counter == "" && (u.Fits(joule) || u.Fits(watt) && !u.Same(watt)), "watts",
		"watts: the column %q states the unit %s; write “%s: %[2]s”", data.ClipName(p.Watts), stated, map[bool]string{true: "unit", false: "counter"}[u.Fits(watt)])
	fault(slices.Contains(ofGPUs, p.Kind) && aboveGPU.MatchString(p.Scope), "scope",
		"scope: %s records the power of GPUs, not of what is called %s; remove scope",
		p.Kind, data.ClipName(p.Scope))
	fault(p.Gap < 0, "gap", "gap: expected seconds above 0, got %g", p.Gap)
	_, err := instants.Zone(p.Clock)
	fault(err != nil, "clock", "%v", err)
	f, _ := s.Field(p.field())
	remedy := map[bool]string{true: "write “unit: J” there", false: "choose another name, such as “energy: recorded_j”"}[f.Role == ""]
	fault(f.Unit != "J", "energy", "the energy is in J, but the field %s is in %s; %s", p.field(), cmp.Or(f.Unit, "no unit"), remedy)
	unknown := func(r data.Role) bool { return s.Name(r) == "" }
	fault(lists.Count([]data.Role{data.RoleStart, data.RoleEnd, data.RoleDuration}, unknown) > 1, "files",
		"the time of each row is unknown: declare fields with two of “role: start”, “role: end” and “role: duration”")
}

// with fills what is left out.
func (p Power) with(usual Power) Power {
	p.Time, p.Device, p.Watts = cmp.Or(p.Time, usual.Time), cmp.Or(p.Device, usual.Device), cmp.Or(p.Watts, usual.Watts)
	p.Scope = cmp.Or(p.Scope, usual.Scope)
	if p.Lines = append(slices.Clone(p.Lines), usual.Lines...); len(p.Lines) > 0 {
		p.Time, p.Device, p.Watts = "time", "device", "watts"
	}
	p.Gap = cmp.Or(p.Gap, usual.Gap, usualGap)
	return p
}

// recording is what the files of a [Power] hold, by the directory in which each is.
type recording struct {
	Power
	files   []*mention
	devices map[string][]*device
	unread  []string // directories of files that cannot be read
}

// device is the power of one GPU over time, or its energy where a counter was read.
type device struct {
	samples
	counter bool
	resets  []float64 // when a counter fell
}

// from is the first sample that is not before a time.
func (s samples) from(t float64) int {
	i, _ := slices.BinarySearchFunc(s, t, func(at sample, t float64) int { return cmp.Compare(at.seconds, t) })
	return i
}

// record reads the recordings.
func (l *loader) record() {
	for i, p := range l.Power {
		p = p.with(powerKinds()[p.Kind])
		r := &recording{p, mentions(p.Files, noFile, "power", i, "files"), map[string][]*device{}, nil}
		wrong, all, lacking := map[string]error{}, 0, 0 // files, and those of them that lack a column
		for _, name := range l.all {
			fit := fitting(r.files, name)
			if heed(fit); len(fit) == 0 {
				continue
			}
			all++
			devices, err := l.devices(name, p)
			_, lacks := errors.AsType[*placed](err)
			if lacking += lists.One(lacks); err != nil {
				wrong[name], r.unread = err, append(r.unread, path.Dir(name))
			}
			r.devices[path.Dir(name)] = append(r.devices[path.Dir(name)], devices...)
		}
		l.power = append(l.power, r)
		for _, name := range sortedKeys(wrong) {
			if at, is := errors.AsType[*placed](wrong[name]); is && lacking == all && l.states("power") {
				l.faults.At(l.written.At(append([]any{"power", i}, at.path...)...), "power: %s: %s %v", at.path[0], name, at)
				break // once for all
			}
			l.note(data.Problem{File: name, Message: wrong[name].Error() + "; the energy of all rows is unknown"})
		}
	}
}

// measured reports whether a field is filled from recordings.
func (l *loader) measured(field string) bool {
	return slices.ContainsFunc(l.power, func(r *recording) bool { return field == coverageField || field == r.field() })
}

// measure fills the energy of a row whose file lies in a directory; reason says why it cannot.
func (l *loader) measure(row data.Row, dir string) (reason string) {
	var reasons []string
	least := 1.0
	for _, r := range l.power {
		name := r.field()
		start, end, err := l.window(row, r.Clock)
		if err != nil {
			return err.Error() + "; its energy is unknown"
		}
		energy, coverage, devices, reset := r.between(dir, start, end)
		gpus, counted := data.Number(row.Value(l.schema.Name(data.RoleGPUs)))
		least = min(least, coverage)
		_ = row.Set(coverageField, least)
		unknown := ""
		above := func(of string) bool { return slices.Contains(outward(dir), of) }
		switch {
		case devices == 0 && slices.ContainsFunc(r.unread, above): // as was told of the file
			continue
		case devices == 0:
			unknown = "no power was recorded between its start and end" + r.elsewhere(dir, start, end)
		case reset:
			unknown = "the energy counter was reset between its start and end; its energy is unknown"
		case coverage < leastCoverage:
			unknown = fmt.Sprintf("recorded power covers %.0f%% of its duration, less than %.0f%%; its energy is unknown; %s", 100*coverage, 100*leastCoverage,
				r.uncovered(dir, start, end))
		case r.Scope == "" && counted && int(gpus) != devices:
			unknown = fmt.Sprintf("power of %s was recorded during the run, which reports %v; its energy is unknown; correct the number of GPUs, or the files",
				units.Counted(devices, "GPU"), gpus)
		default:
			_ = row.Set(name, energy)
			l.found[name], l.found[coverageField] = true, true
			continue
		}
		if len(l.power) > 1 {
			unknown = name + ": " + unknown
		}
		reasons = append(reasons, unknown)
	}
	return strings.Join(reasons, "; ")
}

// tellUnmeasured tells of rows without their energy: of all of them once.
func (l *loader) tellUnmeasured() {
	has := func(r *recording) bool { return l.found[r.field()] }
	late := []data.Role{data.RoleStart, data.RoleEnd, data.RoleDuration}
	switch {
	case len(l.unmeasured) < 2 || !l.states("power") || slices.ContainsFunc(l.power, has):
		told := lists.By(l.problems, func(p data.Problem) (string, bool) { return p.File, p.Lines }) // of lines that may state the times
		for _, p := range l.unmeasured {
			p.Follows = told[p.File] && strings.HasPrefix(p.Message, untimed)
			l.in.Problems = append(l.in.Problems, p)
		}
	case !slices.ContainsFunc(late, func(r data.Role) bool { return l.told(cmp.Or(l.schema.Name(r), "-")) }):
		first := l.unmeasured[0]
		l.tell(l.written.At("power", 0).Line, l.power[0].field(), "power: no row has its energy; row %d of %s: %s", first.Row, first.File, first.Message)
	}
}

// outward are a directory and those around it, up to that of the declaration.
func outward(dir string) []string {
	if dir == "." {
		return []string{dir}
	}
	return append([]string{dir}, outward(path.Dir(dir))...)
}

// elsewhere says when power was recorded beside a row's file or above it, if not during the row.
func (r *recording) elsewhere(dir string, start, end float64) string {
	first, last := math.Inf(1), math.Inf(-1)
	for _, d := range lists.FlatMap(outward(dir), func(dir string) []*device { return r.devices[dir] }) {
		if n := len(d.samples); n > 0 {
			first, last = min(first, d.samples[0].seconds), max(last, d.samples[n-1].seconds)
		}
	}
	if first > last {
		return ": none was read from a file in its directory or above it; its energy is unknown; " +
			"move the recording there"
	}
	return fmt.Sprintf(", %s to %s, but from %s to %s (UTC); its energy is unknown; "+
		"correct “clock” under power, or the times",
		utc(start), utc(end), utc(first), utc(last))
}

func utc(seconds float64) string {
	return time.UnixMilli(int64(seconds * 1e3)).UTC().Format("2006-01-02 15:04:05")
}

// untimed is said of a row whose time is not known.
const untimed = "it does not contain two of start, end and duration"

// window is when a row's run began and ended, in s since 1970, by two of start, end and duration.
func (l *loader) window(row data.Row, clock string) (start, end float64, err error) {
	at := func(role data.Role) (x float64, stated bool) {
		v := row.Value(l.schema.Name(role))
		if v == nil || err != nil {
			return 0, v != nil
		}
		x, err = instants.Instant(data.Text(v), clock)
		return x, true
	}
	start, begins := at(data.RoleStart)
	end, ends := at(data.RoleEnd)
	seconds, lasts := data.Number(row.Value(l.schema.Name(data.RoleDuration)))
	switch {
	case err != nil:
		return 0, 0, err
	case begins && ends:
	case ends && lasts:
		start = end - seconds
	case begins && lasts:
		end = start + seconds
	default:
		err = errors.New(untimed)
	}
	if err == nil && start >= end {
		err = fmt.Errorf("its start is not before its end")
	}
	return start, end, err
}

// during are the devices whose recordings beside a row's file, or else above it, are of a time.
func (r *recording) during(dir string, start, end float64) []*device {
	is := func(d *device) bool {
		n := len(d.samples)
		return n > 1 && d.samples[0].seconds < end && d.samples[n-1].seconds > start
	}
	beside, _ := lists.Find(outward(dir), func(dir string) bool { return slices.ContainsFunc(r.devices[dir], is) })
	return lists.Filter(r.devices[beside], is)
}

// between is the energy of a time, of the devices whose recordings lie beside the row's file
// or above it; coverage is that of the device with the least.
func (r *recording) between(dir string, start, end float64) (energy, coverage float64, devices int, reset bool) {
	found := r.during(dir, start, end)
	coverage = float64(lists.One(len(found) > 0))
	for _, d := range found {
		devices++
		energy += d.until(end) - d.until(start)
		coverage = min(coverage, d.covered(start, end, r.Gap))
		reset = reset || slices.ContainsFunc(d.resets, func(t float64) bool { return t > start && t <= end })
	}
	return energy, coverage, devices, reset
}

// uncovered is the remedy where samples are too few: holes that are far longer than the time between samples are no matter of “gap”.
func (r *recording) uncovered(dir string, start, end float64) string {
	for _, d := range r.during(dir, start, end) {
		n, last := len(d.samples), start
		usual := (d.samples[n-1].seconds - d.samples[0].seconds) / float64(n-1)
		for _, at := range append(slices.Clip(d.samples[d.from(start):d.from(end)]), sample{seconds: end}) {
			if at.seconds-last > max(10, 5*usual) {
				return fmt.Sprintf("no power was recorded from %s to %s (UTC): correct “clock” under power, or the times, if the clocks of the run and of "+
					"the recording differ; otherwise measure again", utc(last), utc(at.seconds))
			}
			last = at.seconds
		}
	}
	return fmt.Sprintf("if more than %g s between samples are normal, write “gap: SECONDS” under power", r.Gap)
}

// until is the energy until a time, in between by the straight line of the power.
func (d *device) until(t float64) float64 {
	i := d.from(t)
	from, to := d.samples[max(i-1, 0)], d.samples[min(i, len(d.samples)-1)]
	since, whole := t-from.seconds, to.seconds-from.seconds
	switch {
	case whole == 0: // before the first or behind the last
		return from.energy
	case d.counter:
		return from.energy + since/whole*(to.energy-from.energy)
	}
	return from.energy + since*(from.value+since/whole*(to.value-from.value)/2)
}

// covered is the share of a time without gaps between samples.
func (d *device) covered(start, end, gap float64) float64 {
	i := d.from(start)
	at, lost, last := start, 0.0, start
	if i > 0 {
		last = d.samples[i-1].seconds
	}
	for ; i <= len(d.samples) && at < end; i++ {
		next := math.Inf(1)
		if i < len(d.samples) {
			next = d.samples[i].seconds
		}
		if next-last > gap || i == 0 && next > start {
			lost += min(next, end) - at
		}
		at, last = next, next
	}
	return 1 - lost/(end-start)
}
