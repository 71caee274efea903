package declared

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/data/recording"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/textlog"
)

// reading is how the values of a field are found and understood.
type reading struct {
	*data.Field
	paths  []string
	value  *data.Expression
	match  *textlog.Pattern
	unit   data.Unit
	factor float64
	cell   bool // each value names its unit

	seconds float64 // a second in the field's unit; 0 if that is no time
	marks   marks

	work      *int   // that match may still do
	aliased   bool   // some value was a key of “aliases”
	averaged  int    // matches of the last text, of which the mean was made
	unmatched string // a text that match does not fit, or that has no such item
}

// reading prepares a field's.
func (b *Benchmark) reading(f *data.Field) (*reading, error) {
	r := &reading{Field: f, paths: f.From, factor: 1}
	if len(r.paths) == 0 {
		r.paths = []string{f.Name}
	}
	if u := unit(f.Unit); u.Fits(second) {
		r.seconds = 1 / u.Factor
	}
	if f.Value != "" {
		e, err := b.schema.Expression(f.Value)
		if err == nil {
			err = e.Unit(b.schema, f)
		} else if !strings.Contains(err.Error(), ";") {
			err = fmt.Errorf("%w; correct it", err)
		}
		r.value = e
		return r, err
	}
	if f.Match != "" {
		p, err := textlog.Parse(f.Match)
		if err != nil {
			return nil, fmt.Errorf("match: %w", err)
		}
		if r.match = &p; p.NumSubexp() == 0 {
			return nil, fmt.Errorf("match: %q has no group; put parentheses around the value", data.ClipName(f.Match))
		}
	}

	if f.FileUnit == "" {
		if slices.ContainsFunc(b.Power, func(p recording.Power) bool { return p.Field() == f.Name }) {
			return r, nil // no column
		}
		return r, r.headers(b.schema)
	}
	if f.Kind == data.String {
		return nil, fmt.Errorf("in: has no effect on text; write “type: number?” and “unit: %s”, or remove it", f.FileUnit)
	}
	if r.unit = unit(f.Unit); r.unit.Factor == 0 {
		return nil, fmt.Errorf("in: unknown unit %q of the field; use one such as J, Wh, W, s or ms", data.ClipName(f.Unit))
	}
	if r.cell = f.FileUnit == "cell"; r.cell {
		return r, nil
	}
	factor, err := r.from(f.FileUnit)
	if r.factor = factor; err != nil {
		_, column := called(r.paths[0])
		stated, u := r.stating(column)
		whole, _, _ := strings.Cut(stated, "/")
		misspelled, remedy := data.MisspelledUnit(f.FileUnit), r.divided(b.schema, unit(f.FileUnit), f.FileUnit, r.paths[0])
		switch {
		case misspelled != "":
			err = fmt.Errorf("%q is no known unit%s", data.ClipName(f.FileUnit), misspelled)
		case stated != "" && u.Fits(r.unit):
			err = fmt.Errorf("the unit %q does not fit %q; write “in: %s”, as the name of the column states", f.FileUnit, f.Unit,
				data.When(unit(stated).Factor > 0, stated).Or(whole))
		case remedy != "":
			err = fmt.Errorf("the unit %q does not fit %q%s", f.FileUnit, f.Unit, remedy)
		}
		return nil, fmt.Errorf("in: %w", err)
	}
	return r, nil
}

// divided says how the energy per token is computed where a column has another quantity; "" for other roles and units.
func (r *reading) divided(s *data.Schema, u data.Unit, stated, column string) string {
	of, _, _ := strings.Cut(stated, "/")
	switch energy := r.Role == data.RoleEnergy; {
	case energy && u.Fits(joule):
		return "; give the role to a field that divides by the output tokens: “value: energy / " +
			cmp.Or(s.Name(data.RoleOutputTokens), "output_tokens") + "”, with this column as “{name: energy, unit: J" + when(of != "J", ", in: "+of) +
			", from: [" + strconv.Quote(column) + "]}”"
	case energy && u.Fits(watt):
		power, is := "power", "role: power"
		if data.OfOneGPU(column) {
			power, is = "power * "+cmp.Or(s.Name(data.RoleGPUs), "gpus"), "unit: W"
		}
		return "; give the role to a field that divides by the throughput: “value: " + power + " / " +
			cmp.Or(s.Name(data.RoleThroughput), "throughput") + "”, with this column as “{name: power, " + is + ", from: [" + strconv.Quote(column) + "]}”"
	}
	return ""
}

// headers refuses a column whose header states another unit than the field, since its numbers would be taken as they
// are.
func (r *reading) headers(s *data.Schema) error {
	own, known := data.ParseUnit(r.Unit)
	if !known || r.Kind != data.Int && r.Kind != data.Float {
		return nil
	}
	for _, path := range r.paths {
		_, path = called(path)
		stated, u := r.stating(path)
		if stated != "" && !u.Same(own) {
			other := !u.Fits(own) && r.Role != "" && (r.Better == data.Neutral || r.Role.Misfit(stated) != "")
			remedy := cmp.Or(when(other, "; correct “from”"), when(u.Fits(own), "; add “in: "+scalar(stated)+"”"), "; write “unit: "+scalar(stated)+"”")
			return fmt.Errorf("the column %q states the unit %s, but the field has %s%s (if the column's name is wrong: “in: %s”)",
				data.ClipName(path), stated, r.Unit, cmp.Or(r.divided(s, u, stated, path), remedy), r.Unit)
		}
	}
	return nil
}

// stating is the unit that a column's name states for sure, "" if none; that of a time without what it is per.
func (r *reading) stating(column string) (stated string, u data.Unit) {
	own, stated := unit(r.Unit), unitOf(column)
	if whole, _, per := strings.Cut(stated, "/"); per && unit(whole).Fits(joule) && !clues().EnergyUnit.MatchString(column) { // as usual, but not stated
		return "", u
	}
	if own.Fits(second) { // the time per token is a time
		stated, _, _ = strings.Cut(strings.ReplaceAll(stated, " per ", "/"), "/")
	}
	u, understood := data.ParseUnit(stated)
	if whole, below, _ := strings.Cut(stated, "/"); !understood && below != "" { // an energy per batch, or of what else
		u, understood = data.ParseUnit(whole)
		understood = understood && u.Fits(joule)
	}
	if understood && (clues().Bracketed.MatchString(column) || measured(u) || u.Fits(own) && (u.Fits(unit("token")) || u.Fits(unit("%")))) {
		return stated, u
	}
	return "", u
}

var second, watt, joule, joulePerToken = unit("s"), unit("W"), unit("J"), unit("J/token")

func unit(text string) data.Unit { u, _ := data.ParseUnit(text); return u }

// measured reports whether a unit is one of energy, power or time, or of a rate, as the end of a name tells it.
func measured(u data.Unit) bool {
	known := []string{"J", "W", "s", "J/token", "J/request", "token/s", "request/s", "token/s/GPU", "request/s/GPU"}
	return slices.ContainsFunc(known, func(of string) bool { return u.Fits(unit(of)) })
}

// from is by what numbers of a unit are multiplied.
func (r *reading) from(unit string) (float64, error) {
	u, known := data.ParseUnit(unit)
	_, of, _ := strings.Cut(r.Unit, "/")
	if each, _ := data.ParseUnit(unit + "/" + of); known && of != "" && each.Fits(r.unit) && r.cell {
		return each.Factor / r.unit.Factor, nil
	} else if known && of != "" && each.Fits(r.unit) {
		return 0, fmt.Errorf("the unit %q does not fit %q; write “in: %[1]s/%[3]s”", data.ClipName(unit), r.Unit, of)
	}
	if !known || !u.Fits(r.unit) {
		wrong := map[bool]string{true: "the unit %q does not fit %q; units that do are %s", false: "%q is no known unit; units that fit %q are %s"}[known]
		return 0, fmt.Errorf(wrong, data.ClipName(unit), r.Unit, strings.Join(r.unit.Fitting(), ", "))
	}
	return u.Factor / r.unit.Factor, nil
}

// convert is what a value of a file is in the field; nil is missing.
func (r *reading) convert(v any) (any, error) {
	if _, is := v.(float64); is && r.Kind == data.Float && r.factor == 1 && !r.cell && r.Item == 0 && r.match == nil && r.Aliases == nil {
		return v, nil // as most are
	}
	if r.Item > 0 {
		whole := v
		if !r.affords(len(data.Text(v))) {
			return nil, errLong
		}
		if v = element(v, r.Item); v == nil && whole != nil {
			r.unmatched = cmp.Or(r.unmatched, data.Text(whole), shown(whole))
		}
	}
	if err, is := v.(error); is { // of a path
		return nil, err
	}
	if x, is := v.(folded); is { // of the matches
		v = float64(x)
	} else if r.match != nil && v != nil {
		text := data.Text(v)
		found, err := r.matched(text)
		if err != nil {
			return nil, err
		}
		v = found
	}
	if r.Aliases != nil && v != nil {
		if alias, known := r.Aliases[data.Text(v)]; known {
			v, r.aliased = alias, true
		}
	}
	if v == nil {
		return nil, nil
	}
	switch r.Kind {
	case data.String:
		return r.textual(v)
	case data.Bool:
		return flag(v)
	}
	x, err := r.number(v)
	switch {
	case err != nil && r.Unit == "" && r.Role.IsText():
		return nil, fmt.Errorf("%w, or “type: text?” if it is no number", err)
	case err != nil:
		return nil, err
	case r.Kind != data.Int:
		return x, nil
	case x != math.Trunc(x) || math.Abs(x) >= 1<<53: // above which neighbors are one
		return nil, fmt.Errorf("expected a whole number, got %v; correct it, or “from”", x)
	}
	return int(x), nil
}

const (
	bytesOfWork = 16 // are read again in the time of a unit of work
	workOfJSON  = 4  // of writing a byte
)

// affords takes work from what is left for texts, unless the value is one of the declaration, and reports whether there was enough.
func (r *reading) affords(work int) bool {
	if r.work == nil {
		return true
	}
	*r.work -= work
	return *r.work >= 0
}

// matched is the first group of “match” in a text, nil if it does not fit. There must be enough work left.
func (r *reading) matched(text string) (any, error) {
	if !r.affords(r.match.Work(text)) {
		return nil, errLong
	}
	all := r.match.FindAllStringSubmatchIndex(text, data.When(r.Kind == data.String, 1).Or(2))
	if len(all) == 0 {
		r.unmatched = cmp.Or(r.unmatched, text)
		return nil, nil
	}
	group := func(at []int) string { return text[max(0, at[2]):max(0, at[3])] } // which may be none of the match
	first := group(all[0])
	switch at := all[0]; {
	case r.Kind != data.String && at[1] == at[3] && textlog.CutOff(text, at[3]):
		return nil, fmt.Errorf("match: %s is only the beginning of a number in %q; write what follows it into “match” too", first, data.ClipName(text))
	case len(all) > 1 && first != group(all[1]):
		return nil, fmt.Errorf("match: fits several numbers, such as %s and %s; narrow it, as by “^” at its start, or fold them: “from: [\"sum(%s)\"]”",
			data.ClipName(first), data.ClipName(group(all[1])), r.paths[0])
	}
	return first, nil
}

func (r *reading) textual(v any) (any, error) {
	switch v := v.(type) {
	case string:
		word := strings.ToLower(strings.TrimSpace(v))
		switch named := r.Role == data.RoleModel || r.Role == data.RoleGPU || r.Role == data.RoleTask; {
		case named && slices.Contains(clues().Nothing, word) || word == "none" && named && r.Role != data.RoleGPU: // of a CPU
			return nil, fmt.Errorf("expected a name, got %q; write “missing: [%s]” under rows if it means no value", data.ClipName(v), scalar(v))
		case r.Role == data.RoleModel && slices.Contains(clues().Summary, word):
			return nil, fmt.Errorf("expected the name of a model, got %q; remove the row if it sums up others", data.ClipName(v))
		case r.Role == data.RoleModel: // servers name a model by the path that they loaded it from
			return data.PublicName(v), nil
		}
		return v, nil
	case []any, *jsontree.Members, packedRow:
		if !r.JSON {
			return nil, errors.New("expected text, got a list or an object; use a path within it")
		}
		b, err := json.Marshal(v)
		if !r.affords(workOfJSON * len(b)) {
			return nil, errLong
		}
		return string(b), err
	}
	return data.Text(v), nil
}

func (r *reading) number(v any) (float64, error) {
	if x, ok := data.Number(v); ok && r.cell {
		return 0, r.bare(fmt.Sprint(x))
	} else if ok {
		return data.Scaled(x, r.factor), nil
	}
	s, ok := v.(string)
	if !ok {
		return 0, fmt.Errorf("expected a number, got %s", shown(v))
	}
	return r.parse(s)
}

// bare is the error of a value without the unit that its cell should state.
func (r *reading) bare(value string) error {
	return fmt.Errorf("in: cell: expected a number with its unit, got %s; write the unit of all values instead, such as “in: %s”", value, r.Unit)
}

// numeral is the number before a unit, with its marks of thousands.
var numeral = regexp.MustCompile(`^[-+0-9.,' \x{a0}]*[0-9]\.?(?:[eE][-+]?[0-9]+)?`)

// parse is the number that a text is.
func (r *reading) parse(s string) (float64, error) {
	s = strings.TrimSpace(s)
	factor := r.factor
	if r.cell {
		number := numeral.FindString(s)
		if number == s {
			return 0, r.bare(fmt.Sprintf("%q", data.ClipName(s)))
		}
		var err error
		if factor, err = r.from(strings.TrimSpace(s[len(number):])); err != nil {
			return 0, err
		}
		s = number
	}
	if m := clockTime.FindStringSubmatch(s); m != nil && r.seconds > 0 {
		sum := 0.0
		for _, part := range m[1:] {
			x, _ := strconv.ParseFloat(part, 64)
			sum = 60*sum + x
		}
		return data.Scaled(sum, r.seconds), nil
	}
	x, err := r.marks.number(s)
	if err != nil {
		return 0, r.matching(err, numeral.ReplaceAllString(s, ""))
	}
	return data.Scaled(x, factor), nil
}

// matching is the error of a text whose end is no unit that “in: cell” knows.
func (r *reading) matching(err error, end string) error {
	if r.Unit != "" && unit(end).Factor > 0 {
		return err
	}
	return errors.New(strings.Replace(err.Error(), "in: cell", "match: '^([0-9.]+)"+end+"$'", 1))
}

// clockTime is a duration in hours, minutes and seconds.
var clockTime = regexp.MustCompile(`^(\d+):([0-5]\d):([0-5]\d(?:\.\d+)?)$`)

// flags are how programs write true and false.
var flags = map[string]bool{"true": true, "True": true, "TRUE": true, "1": true, "false": false, "False": false, "FALSE": false, "0": false}

func flag(v any) (any, error) {
	text := data.Text(v)
	is, known := flags[text]
	if !known {
		return nil, fmt.Errorf("expected true or false, got %s", data.When(text == "", shown(v)).Or(fmt.Sprintf("%q", data.ClipName(text))))
	}
	return is, nil
}

// shown is a value in a message, in JSON.
func shown(v any) string {
	left := 100
	text, _ := json.Marshal(brief(v, &left)) // of what a document has
	return data.ClipName(string(text))
}

// brief is a value with the first of all that is in it.
func brief(v any, left *int) any {
	if *left--; *left < 0 {
		return nil
	}
	switch v := v.(type) {
	case []any:
		return lists.Map(v[:min(len(v), *left)], func(v any) any { return brief(v, left) })
	case object:
		all := v.All()
		return jsontree.ObjectOf(lists.Map(all[:min(len(all), *left)], func(m jsontree.Member) jsontree.Member {
			return jsontree.Member{Key: m.Key, Value: brief(m.Value, left)}
		}))
	}
	return v
}

// element is one of a list, which a text may hold as JSON or Python writes it.
func element(v any, n int) any {
	if s, ok := v.(string); ok {
		s = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(s), "["), "]")
		parts := strings.SplitN(s, ",", n+1)
		v = lists.Map(parts[:min(len(parts), n)], func(part string) any { return strings.Trim(strings.TrimSpace(part), `'"`) })
	}
	list, ok := v.([]any)
	if !ok || n > len(list) || list[n-1] == "" {
		return nil
	}
	return list[n-1]
}
