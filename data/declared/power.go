package declared

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/recording"
	"github.com/jouleboard/jouleboard/internal/instants"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/internal/textlog"
)

const coverageField = "power_coverage"

// ofGPUs are kinds of recordings of GPUs alone.
var ofGPUs = []string{"nvidia-smi", "nvidia-smi-dmon", "dcgmi-dmon", "amd-smi", "zeus"}

// measuredBy is whose power a recording has.
func measuredBy(p recording.Power) string {
	return cmp.Or(p.Scope, recording.Kinds()[p.Kind].Scope, ofAllGPUs)
}

const ofAllGPUs = "GPUs"

// withMeasured are the fields of a declaration, with what recordings fill.
func withMeasured(declared []data.DeclaredField, p recording.Power) []data.DeclaredField {
	label := "Energy" + when(measuredBy(p) != ofAllGPUs, " ("+measuredBy(p)+")")
	for _, f := range []data.DeclaredField{
		{Name: p.Field(), Label: label, Unit: "J", Help: "Energy of the run, computed from recorded power."},
		{Name: coverageField, Label: "Power coverage", Unit: "share of duration", Help: "Share of the run's duration with recorded power."},
	} {
		if !slices.ContainsFunc(declared, func(o data.DeclaredField) bool { return o.Name == f.Name }) {
			declared = append(declared, f)
		}
	}
	return declared
}

// checkPower tells what is wrong with the entries of power.
func (b *Benchmark) checkPower(faults *data.Faults) {
	for i, p := range b.Power {
		same := func(o recording.Power) bool { return o.Field() == p.Field() }
		faults.If(slices.ContainsFunc(b.Power[:i], same), []any{"power", i, "energy"},
			"power: %s is also the energy of an earlier entry; write “energy: NAME” with another name, or remove the entry", p.Field())
		b.checkRecording(faults, i, p)
	}
}

// checkRecording tells what is wrong with an entry of power alone.
func (b *Benchmark) checkRecording(faults *data.Faults, i int, p recording.Power) {
	fault := func(is bool, key, format string, args ...any) {
		faults.If(is, []any{"power", i, key}, "power: "+format, args...)
	}
	isOf := func(of data.Unit, text string) bool { return text == "" || unit(text).Fits(of) }
	sound := lists.All(p.Lines, func(text string) bool { return textlog.Check(text) == nil })
	checkLines(faults, p.Lines, "power", "power", i, "lines")
	fault(p.Kind == "text" && len(p.Lines) == 0, "kind",
		"a text requires patterns of its lines: add “lines: ['(?P<time>[0-9.]+) (?P<watts>[0-9.]+) W']”")
	fault(sound && len(p.Lines) > 0 && p.Kind != "text", "lines", "lines has an effect only with “kind: text”; write that, or remove lines")
	fault(p.Kind == "table" && (p.Time == "" || p.Watts == ""), "kind", "a table requires “time: COLUMN” and “watts: COLUMN”")
	for key, column := range map[string]string{"time": p.Time, "device": p.Device, "watts": p.Watts} {
		fault(column != "" && (p.Kind == "text" || p.Kind == "prometheus" || len(recording.Kinds()[p.Kind].Lines) > 0), key,
			"%s names a column of a table, which “kind: %s” is not; remove it, or write “kind: table”", key, p.Kind)
	}
	fault(p.Unit != "" && isOf(watt, p.Unit) && (p.Counter != "" || p.Kind != "text" && p.Kind != "table"), "unit",
		"unit has an effect only on the power of “kind: table” and “kind: text”; remove it")
	fault(!isOf(watt, p.Unit), "unit", "unit: expected that of the recorded power, such as mW, got %q", data.ClipName(p.Unit))
	fault(!isOf(joule, p.Counter), "counter", "counter: expected its unit, such as mJ, got %q", data.ClipName(p.Counter))
	groups := lists.FlatMap(p.Lines[:len(p.Lines)*lists.One(sound)], func(text string) []string { return regexp.MustCompile(text).SubexpNames() })
	fault(p.Kind == "text" && groups != nil && !(slices.Contains(groups, "time") && slices.Contains(groups, "watts")),
		"lines", "lines requires the groups (?P<time>…) and (?P<watts>…)")
	stated, u := unitOf(p.Watts), unit(unitOf(p.Watts))
	fault(p.Kind == "table" && len(p.Lines) == 0 && p.Unit+p.Counter == "" && (u.Fits(joule) || u.Fits(watt) && !u.Same(watt)), "watts",
		"watts: the column %q states the unit %s; write “%s: %[2]s”", data.ClipName(p.Watts), stated, map[bool]string{true: "unit", false: "counter"}[u.Fits(watt)])
	fault(slices.Contains(ofGPUs, p.Kind) && data.BeyondGPUs(p.Scope), "scope",
		"scope: %s records the power of GPUs, not of what is called %s; remove scope",
		p.Kind, data.ClipName(p.Scope))
	fault(p.Gap < 0, "gap", "gap: expected seconds above 0, got %g", p.Gap)
	_, err := instants.Zone(p.Clock)
	fault(err != nil, "clock", "%v", err)
	f, _ := b.schema.Field(p.Field())
	remedy := map[bool]string{true: "write “unit: J” there", false: "choose another name, such as “energy: recorded_j”"}[f.Role == ""]
	fault(f.Unit != "J", "energy", "the energy is in J, but the field %s is in %s; %s", p.Field(), cmp.Or(f.Unit, "no unit"), remedy)
	unknown := func(r data.Role) bool { f, is := b.schema.The(r); return !is || f.Value != "" }
	fault(lists.Count([]data.Role{data.RoleStart, data.RoleEnd, data.RoleDuration}, unknown) > 1, "files",
		"the time of each row is unknown: declare fields with two of “role: start”, “role: end” and “role: duration”, "+
			"each from a column or under “set”, since “value” is computed after the energy")
}

// meter is an entry of power: the patterns of its files, and what they hold.
type meter struct {
	*recording.Recordings
	files []*mention
}

// record reads the recordings.
func (l *loader) record() {
	for i, p := range l.Power {
		m := &meter{recording.New(p), mentions(p.Files, noFile, "power", i, "files")}
		wrong, all, lacking := map[string]error{}, 0, 0 // files, and those of them that lack a column
		for _, name := range l.all {
			fit := fitting(m.files, name)
			if heed(fit); len(fit) == 0 {
				continue
			}
			all++
			if err := l.recorded(m, name); err != nil {
				_, lacks := errors.AsType[*placed.Error](err)
				lacking += lists.One(lacks)
				wrong[name] = err
				m.Unread(path.Dir(name))
			}
		}
		l.power = append(l.power, m)
		for _, name := range sortedKeys(wrong) {
			if at, is := errors.AsType[*placed.Error](wrong[name]); is && lacking == all && l.states("power") {
				l.faults.At(l.written.At(append([]any{"power", i}, at.Path...)...), "power: %s: %s %v", at.Path[0], name, at)
				break // once for all
			}
			l.unrecorded = true
			l.note(data.Problem{File: name, Message: wrong[name].Error() + "; the energy of all rows is unknown"})
		}
	}
}

// recorded reads a recording.
func (l *loader) recorded(m *meter, name string) error {
	in, err := l.hashed(name, largestFile)
	if err != nil {
		return err
	}
	defer in.Close()
	doubt, err := m.Read(path.Dir(name), in, &l.matching)
	if doubt != "" {
		l.note(data.Problem{File: name, Message: doubt})
	}
	return err
}

// measured reports whether a field is filled from recordings.
func (l *loader) measured(field string) bool {
	return slices.ContainsFunc(l.power, func(m *meter) bool { return field == coverageField || field == m.Field() })
}

// measure fills the energy of a row whose file lies in a directory; reason says why it cannot.
func (l *loader) measure(row data.Row, dir string) (reason string) {
	var reasons []string
	least := 1.0
	for _, m := range l.power {
		start, end, err := l.window(row, m.Clock)
		if err != nil {
			return err.Error() + "; its energy is unknown"
		}
		gpus, counted := data.Number(row.Value(l.schema.Name(data.RoleGPUs)))
		energy, coverage, unknown := m.Between(dir, start, end, data.When(counted, gpus))
		least = min(least, coverage)
		_ = row.Set(coverageField, least)
		if x, known := energy.Value(); known {
			_ = row.Set(m.Field(), x)
			l.found[m.Field()], l.found[coverageField] = true, true
		} else if unknown != "" {
			reasons = append(reasons, when(len(l.power) > 1, m.Field()+": ")+unknown)
		}
	}
	return strings.Join(reasons, "; ")
}

// tellUnmeasured tells of rows without their energy: of all of them once.
func (l *loader) tellUnmeasured() {
	has := func(m *meter) bool { return l.found[m.Field()] }
	late := []data.Role{data.RoleStart, data.RoleEnd, data.RoleDuration}
	switch {
	case len(l.unmeasured) < 2 || !l.states("power") || slices.ContainsFunc(l.power, has):
		told := lists.By(l.problems, func(p data.Problem) (string, bool) { return p.File, p.Lines }) // of lines that may state the times
		for _, p := range l.unmeasured {
			isMixed := func(m *meter) bool { return m.Mixed(path.Dir(p.File)) }
			p.Follows = told[p.File] && strings.HasPrefix(p.Message, untimed) || slices.ContainsFunc(l.power, isMixed)
			l.in.Problems = append(l.in.Problems, p)
		}
	case !slices.ContainsFunc(late, func(r data.Role) bool { return l.told(cmp.Or(l.schema.Name(r), "-")) }):
		first := l.unmeasured[0]
		first.Message, _, _ = strings.Cut(first.Message, recording.Elsewhere) // clocks may be hours apart
		l.tell(l.written.At("power", 0).Line, l.power[0].Field(), "power: no row has its energy; row %d of %s: %s", first.Row, first.File, first.Message)
	}
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
