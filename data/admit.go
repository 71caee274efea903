package data

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// A model id becomes a file name and an address, so it is held to what model
// hubs allow: one or two parts of letters, digits, dot, hyphen and underscore.
var modelID = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)?$`)

// IsTask reports whether id is a valid task: lower-case letters and digits in words joined by hyphens, so that it can
// be part of file names and URLs.
func IsTask(id string) bool { return len(id) <= longestID && taskID.MatchString(id) }

var taskID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

var markup = regexp.MustCompile(`<[A-Za-z/!]`)

// longestText is the longest text or path. Names of models, GPUs and tasks are parts of file names, which have at most 255 bytes on most
// systems: published files have those of a model and a task together.
const (
	longestText = 300
	longestName = 200
	longestID   = 48
)

// Intake validates the runs of one source, row by row, and keeps the valid ones.
type Intake struct {
	Problems []Problem

	// Source is the index of the runs' source in the dataset.
	Source int
	// Declared: the files have columns that the schema may not know.
	Declared bool

	*filling
	seed  maphash.Seed // of the digests; they decide nothing alone
	found lists.Index  // kept rows
}

// NewIntake returns an Intake for runs of the record type.
func NewIntake(s *Schema) *Intake {
	return &Intake{filling: newFilling(s), seed: maphash.MakeSeed()}
}

// Add adds the run that was read from row (counted from 1) of file. A run with a wrong value, or equal to an earlier
// one in every column, is left out, with a problem that names the place, the field and the remedy. Metrics of an
// unstable run may be out of range, since that is often the reason why it is unstable, but must be finite. Add
// reports whether the run was kept.
func (in *Intake) Add(run Row, file string, row int) bool {
	if in.refuses(file, row, run, in.wrong(run)) {
		return false
	}
	digest := run.digest(in.seed)
	if twin := in.found.Find(digest, func(row int) bool { return in.holds(row, run) }); twin >= 0 {
		earlier := in.places[twin]
		among, remedy := "", "remove one of the two"
		if in.Declared {
			among, remedy = " that are declared", "remove one of the two, or declare the column that tells them apart"
		}
		in.note(file, row, Problem{
			Code: CodeTwice, LeftOut: 1,
			Message: fmt.Sprintf("duplicate of row %d of %s, with equal values in all columns%s; row left out; %s",
				earlier.Row, earlier.File, among, remedy),
		})
		return false
	}
	if name := run.text(RoleModelName); markup.MatchString(name) {
		f, _ := in.schema.The(RoleModelName)
		in.note(file, row, Problem{
			Field: f.Name, Message: show(name) + " looks like markup; it is shown as text; rename the model if possible",
		})
	}
	in.found.Add(digest, in.n)
	in.add(run.values, Place{in.Source, file, row})
	return true
}

// holds reports whether row i has these values.
func (f *filling) holds(i int, run Row) bool {
	for k := range f.columns {
		if !f.schema.fields[k].Computed && f.columns[k].at(i) != run.values[k] {
			return false
		}
	}
	return true
}

func (r Row) digest(seed maphash.Seed) uint64 {
	var room [512]byte // which most rows do not exceed
	b := room[:0]
	for _, v := range r.values {
		switch v := v.(type) {
		case string:
			b = append(append(b, v...), 0)
		case int:
			b = binary.LittleEndian.AppendUint64(b, uint64(v))
		case float64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v+0)) // −0 equals 0
		default: // a flag, or missing
			b = append(b, byte(slices.Index([]any{nil, false, true}, v)))
		}
	}
	return maphash.Bytes(seed, b)
}

// Schema is the field table of the runs.
func (in *Intake) Schema() *Schema { return in.schema }

// Len is the number of runs kept.
func (in *Intake) Len() int { return in.n }

// Table returns the runs kept so far, in the order in which they were added. stableOnly means that unstable runs were
// left out on loading, so that a filter for them is an error rather than an empty result.
func (in *Intake) Table(stableOnly bool) Table { return in.table(stableOnly) }

// SetLengths sets the output lengths of the i-th kept run.
func (in *Intake) SetLengths(i int, l *OutputLengths) {
	in.hang(i, func(b *beside) { b.lengths = l })
}

// SetWithin sets the interval of the energy per output of the i-th kept run; see [Table.Within].
func (in *Intake) SetWithin(i int, interval fitting.Interval) {
	in.hang(i, func(b *beside) { b.within = Some(interval) })
}

// SetSeries sets the values recorded over time of the i-th kept run.
func (in *Intake) SetSeries(i int, series []Series) {
	in.hang(i, func(b *beside) { b.series = series })
}

// Reject records a row that could not be decoded into a record.
func (in *Intake) Reject(file string, row int, field, message string) {
	in.note(file, row, Problem{Field: field, Message: message + "; row left out", LeftOut: 1})
}

// refuses leaves a run out for what is wrong with it, if anything is.
func (in *Intake) refuses(file string, row int, run Row, wrong []Problem) bool {
	for i, w := range wrong {
		remedy := When(in.Declared && !strings.Contains(w.Message, "; "), "; correct it, or leave out such rows by “invalid”").Or("")
		w.Message, w.Configuration, w.Follows = w.Message+"; row left out"+remedy, run.configurationID(wrong...), i > 0
		w.LeftOut = lists.One(i == 0) // a row with two wrong values is still one row
		in.note(file, row, w)
	}
	return len(wrong) > 0
}

func (in *Intake) note(file string, row int, p Problem) {
	p.File, p.Row = file, row
	in.Problems = append(in.Problems, p)
}

// wrong lists what keeps the run out of the results. A text that a kept run has is not looked at again.
func (in *Intake) wrong(r Row) (wrong []Problem) {
	stable := r.the(RoleStable) != false
	for i := range r.values {
		f := &r.schema.fields[i]
		if text, is := r.values[i].(string); is && (f.form != "" || f.JSON) && in.columns[i].has(text) {
			continue
		}
		if code, why := f.wrong(r.values[i], stable); why != "" {
			wrong = append(wrong, Problem{Field: f.Name, Message: why, Code: code})
		}
	}
	return wrong
}

// wrong says why a value cannot be taken, "" if it can.
func (f *Field) wrong(v any, stable bool) (code, why string) {
	switch v := v.(type) {
	case float64:
		if !units.IsFinite(v) {
			return CodeValue, fmt.Sprintf("expected a finite number, got %v", v)
		}
		// a key such as num_gpus is never a measurement: always positive
		free := !stable && f.Measured()
		if f.Positive && v <= 0 && !free {
			return CodeValue, fmt.Sprintf("expected a positive number, got %v", v)
		}
		return CodeRange, f.beyond(v, free)
	case int:
		if f.Positive && v <= 0 {
			return CodeValue, fmt.Sprintf("expected a positive integer, got %d", v)
		}
		return CodeRange, f.beyond(float64(v), false)
	case string:
		return "", f.wrongText(v)
	}
	return "", ""
}

// No number is below leastSize without being zero, and none of a field without a range
// above mostSize.
const (
	leastSize = 1e-30
	mostSize  = 1e30
)

// beyond says that a number is outside of the field's range, "" if it is not. One that
// is free may be zero or negative.
func (f *Field) beyond(v float64, free bool) string {
	least, most := f.Min, f.Max
	if most == 0 {
		least, most = -mostSize, mostSize
	}
	tiny := v != 0 && math.Abs(v) < leastSize
	if !tiny && (v >= least && v <= most || free && v <= 0 && v >= -most) {
		return ""
	}
	remedy := "check its unit and column"
	if f.Unit == "share" && v > 1 && v <= 100 {
		remedy = "if it is in percent, write “in: \"%\"” beside the field, else check its column"
	}
	return strings.TrimSpace(fmt.Sprintf("expected %g to %g %s", least, most, f.Unit)) + fmt.Sprintf(", got %v; %s", v, remedy)
}

func (f *Field) wrongText(s string) string {
	switch {
	case len(s) > longestText && !f.Long && !f.JSON && !f.Path:
		return fmt.Sprintf("expected at most %d bytes, got %d", longestText, len(s))
	case f.isName() && len(s) > longestName:
		return fmt.Sprintf("expected at most %d bytes, since it names files and addresses, got %d: %s; shorten it", longestName, len(s), show(s))
	case f.isName() && strings.Contains(s, `\`):
		return fmt.Sprintf("expected a name without “\\”, since it names files and addresses, got %s; remove it, or write “/”", show(s))
	case !utf8.ValidString(s):
		return fmt.Sprintf("is not in UTF-8, the encoding of texts: %s; save the file as UTF-8", show(s))
	case !isPlainASCII(s) && strings.ContainsFunc(s, f.unprintable()):
		return fmt.Sprintf("expected printable text, got %s", show(s))
	case f.JSON && !json.Valid([]byte(s)):
		return fmt.Sprintf("expected JSON, got %s", show(s))
	}
	return f.form.wrong(s)
}

// isName reports whether the field names what has files and addresses of its own.
func (f *Field) isName() bool { return f.Role == RoleModel || f.Role == RoleGPU || f.Role == RoleTask }

// isPlainASCII reports whether a text has nothing but printable ASCII, as most have.
func isPlainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// unprintable finds what no text may hold: signs that are not seen or turn text around,
// so that two texts could look the same. Documents may hold what their languages need
// beyond that, such as a space that joins words.
func (f *Field) unprintable() func(rune) bool {
	document := f.Long || f.JSON || f.Path
	return func(r rune) bool {
		switch {
		case unicode.IsControl(r), r == unicode.ReplacementChar, unicode.Is(unicode.Bidi_Control, r):
			return true
		case document:
			return false
		}
		return !unicode.IsPrint(r) || r == '\u2800' || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
	}
}

// form is what a text must look like beyond being printable.
type form string

const (
	modelForm form = "model" // organization/name, fit for a file name
	slugForm  form = "slug"  // fit for a part of an address
	nameForm  form = "name"  // not empty
)

func (f form) wrong(s string) string {
	switch {
	case f == modelForm && !modelID.MatchString(s):
		return fmt.Sprintf("expected organization/name of letters, digits, dot, hyphen, underscore; got %s", show(s))
	case f == slugForm && !IsTask(s):
		return fmt.Sprintf("expected at most %d lower-case letters, digits and hyphens; got %s", longestID, show(s))
	case f == nameForm && strings.TrimSpace(s) == "":
		return "expected a name, got an empty text"
	}
	return ""
}
