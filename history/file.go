package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/units"
)

// head is the first line of a file. Each further line is a JSON object: a snapshot, or what the snapshots below it refer to. A
// new snapshot is a new line, which a review shows as such. In version 1, which is read but not written, a line is a whole
// [Snapshot].
const head = `{"jouleboard_history":2}`

// The file comes with contributions, so its size is bounded.
const (
	mostBytes     = 64 << 20
	mostLine      = 4 << 20 // bytes
	mostSnapshots = 2000
	mostText      = 300 // bytes of a name
)

// Read reads a file; file is its name in errors, which contain line and remedy. An empty file is a history without
// snapshots.
func Read(file string, in io.Reader) (History, error) {
	bounded := &io.LimitedReader{R: in, N: mostBytes + 1}
	r := reader{lines: bufio.NewScanner(bounded)}
	r.lines.Buffer(nil, mostLine)
	h, err := r.read()
	switch {
	case bounded.N == 0:
		return History{}, fmt.Errorf("%s: larger than %d bytes; remove some lines of snapshots", file, mostBytes)
	case errors.Is(err, bufio.ErrTooLong):
		err = fmt.Errorf("longer than %d bytes; write one line per snapshot, with jouleboard history --add", mostLine)
	}
	if err != nil {
		return History{}, fmt.Errorf("%s: line %d: %w", file, r.line, err)
	}
	return h, nil
}

type reader struct {
	lines  *bufio.Scanner
	line   int
	tables tables
}

// next reads a line; false at the end and on an error.
func (r *reader) next() bool {
	r.line++
	return r.lines.Scan()
}

func (r *reader) read() (h History, err error) {
	if !r.next() {
		return h, r.lines.Err()
	}
	version, err := versionOf(r.lines.Bytes())
	if err != nil {
		return h, err
	}
	r.tables.of = map[string][]int{}
	for r.next() {
		if len(h.Snapshots) == mostSnapshots {
			return h, fmt.Errorf("more than %d snapshots; remove some lines of snapshots", mostSnapshots)
		}
		s, err := r.decode(r.lines.Bytes(), version)
		if err != nil {
			return h, err
		}
		if s == nil {
			continue
		}
		if err := h.follow(*s); err != nil {
			return h, err
		}
	}
	return h, r.lines.Err()
}

func versionOf(line []byte) (int, error) {
	var v struct {
		Version int `json:"jouleboard_history"`
	}
	switch err := json.Unmarshal(line, &v); {
	case err != nil || v.Version == 0:
		return 0, fmt.Errorf("expected %s; this is not a history, or its first line is missing", head)
	case v.Version > 2:
		return 0, fmt.Errorf("version %d of the format; this program supports versions 1 and 2; use a newer program", v.Version)
	}
	return v.Version, nil
}

// follow appends a snapshot, which must not stand before its date.
func (h *History) follow(s Snapshot) error {
	for _, o := range h.Snapshots {
		if o.Date == s.Date && o.Revision == s.Revision {
			return fmt.Errorf("a second snapshot of %s, revision %q; remove one", s.Date, s.Revision)
		}
	}
	if n := len(h.Snapshots); n > 0 && h.Snapshots[n-1].Date > s.Date {
		return fmt.Errorf("%s is earlier than the line above; sort lines by date", s.Date)
	}
	h.Snapshots = append(h.Snapshots, s)
	return nil
}

// decode reads a line: a snapshot, or nil for what those below it refer to.
func (r *reader) decode(text []byte, version int) (*Snapshot, error) {
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return nil, errors.New("is blank; remove it")
	case !utf8.Valid(text):
		return nil, errors.New("is not UTF-8; remove it and add the snapshot again")
	}
	// a key twice, or in capitals, which the decoder below does not mind
	if err := jsontree.Each(bytes.NewReader(text), jsontree.Options{Lower: true}, func(any) bool { return true }); err != nil {
		return nil, err
	}
	var s Snapshot
	var l struct {
		Introduces *introduction `json:"introduces"`
		line
	}
	into := any(&l)
	if version == 1 {
		into = &s
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return nil, fmt.Errorf("expected a snapshot written by jouleboard history --add: %w", plainly(err))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("expected one snapshot per line; begin a new line")
	}
	var err error
	switch {
	case l.Introduces != nil:
		if err := r.tables.introduce(*l.Introduces); err != nil {
			return nil, fmt.Errorf("introduces.%w; correct it, or take the history from an earlier commit", err)
		}
		return nil, nil
	case version > 1:
		s, err = r.tables.snapshot(l.line)
	}
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w; correct it, or remove the line and add the snapshot again", err)
	}
	return &s, nil
}

// plainly words an error of the decoder without the names of Go's types.
func plainly(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("%s: a %s does not belong there", kind.Field, kind.Value)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

func (s *Snapshot) check() error {
	if _, ok := units.Day(s.Date); !ok {
		return fmt.Errorf("date: expected YYYY-MM-DD of the years 1970 to 2199, got %.40q", s.Date)
	}
	if err := printable("revision", s.Revision); err != nil {
		return err
	}
	if len(s.Boards) == 0 {
		return errors.New("boards: expected one per task, got none")
	}
	for i := range s.Boards {
		b := &s.Boards[i]
		if err := b.check(); err != nil {
			return fmt.Errorf("boards[%d].%w", i, err)
		}
		if i > 0 && s.Boards[i-1].Task >= b.Task {
			return fmt.Errorf("boards[%d].task: expected each task once, in alphabetical order, got %q", i, b.Task)
		}
	}
	return nil
}

func (t *Terms) check() error {
	switch {
	case t.Metric == nil && !data.IsTask(t.Task):
		return fmt.Errorf("task: expected lower-case letters, digits and hyphens, got %.40q", t.Task)
	case t.Metric == nil && t.Domain != "llm" && t.Domain != "diffusion":
		return fmt.Errorf("domain: expected llm or diffusion, got %.40q", t.Domain)
	case !(t.Deadline >= 0) || math.IsInf(t.Deadline, 0):
		return fmt.Errorf("deadline: expected 0 or more, got %v", t.Deadline)
	}
	return errors.Join(named("energy_field", t.EnergyField), t.checkMetric())
}

func (b *Board) check() error {
	switch {
	case len(b.Best)+len(b.Late) == 0:
		return errors.New("best: expected a model, got none")
	case b.Best == nil || b.Late == nil:
		return errors.New("best and late: expected lists, empty for none")
	}
	if err := b.Terms.check(); err != nil {
		return err
	}
	for i, run := range b.Gone {
		if err := named(fmt.Sprintf("gone[%d]", i), run); err != nil {
			return err
		}
	}
	return b.checkConfigurations()
}

// checkMetric tests what only boards of another system have, or only those of tasks.
func (t *Terms) checkMetric() error {
	if t.Metric == nil {
		return named("latency_field", t.LatencyField)
	}
	return errors.Join(named("task", t.Task), named("domain", t.Domain), printable("latency_field", t.LatencyField),
		named("metric.label", t.Metric.Label), printable("metric.unit", t.Metric.Unit))
}

func (b *Board) checkConfigurations() error {
	seen := map[string]bool{}
	for at, c := range b.configurations {
		placed := at.part != atOthers
		err := c.check(b.Metric == nil, placed)
		switch {
		case err != nil:
		case placed && seen[c.of()]:
			err = fmt.Errorf("model: %q is on the board twice", c.Model)
		case at.part == atBest && at.i > 0 && c.Work == b.Best[at.i-1].Work && b.beats(c.Energy, b.Best[at.i-1].Energy):
			err = fmt.Errorf("energy: expected the best first, got %v after %v", c.Energy, b.Best[at.i-1].Energy)
		case placed:
			seen[c.of()] = true
		}
		if err != nil {
			return fmt.Errorf("%v.%w", at, err)
		}
	}
	return nil
}

// check tests a configuration; whole says that it states everything, as those of tasks do, and placed that it has a latency.
func (c *Configuration) check(whole, placed bool) error {
	for _, f := range []struct {
		name, text string
		needed     bool
	}{
		{"model", c.Model, true},
		{"name", c.Name, true},
		{"gpu", c.GPU, whole},
		{"run", c.Run, true},
		{"precision", c.Precision, false},
		{"software", c.Software, false},
		{"work", c.Work, false},
	} {
		if c.checked && f.text != "" {
			continue // as the line that introduces it
		}
		test := printable
		if f.needed {
			test = named
		}
		if err := test(f.name, f.text); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name   string
		value  float64
		needed bool
	}{{"energy", c.Energy, true}, {"latency", c.Latency, whole && placed}, {"batch", float64(c.Batch), whole}, {"num_gpus", float64(c.NumGPUs), whole}} {
		if positive := f.value > 0 && !math.IsInf(f.value, 0); !positive && (f.needed || f.value != 0) {
			return fmt.Errorf("%s: expected a positive number, got %v", f.name, f.value)
		}
	}
	if i := c.Interval; i != nil && !(i.Low <= c.Energy && c.Energy <= i.High && !math.IsInf(i.Low, 0) && !math.IsInf(i.High, 0)) {
		return fmt.Errorf("interval: expected low and high around %v, got %v and %v", c.Energy, i.Low, i.High)
	}
	return nil
}

func named(field, text string) error {
	if strings.TrimSpace(text) == "" {
		return fmt.Errorf("%s: is missing", field)
	}
	return printable(field, text)
}

func printable(field, text string) error {
	if len(text) > mostText {
		return fmt.Errorf("%s: expected at most %d bytes, got %d", field, mostText, len(text))
	}
	if units.Printable(text) != text || strings.ContainsRune(text, utf8.RuneError) {
		return fmt.Errorf("%s: expected printable text, got %.40q", field, text)
	}
	return nil
}
