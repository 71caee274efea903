package textlog_test

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/internal/textlog"
)

// lines gives the lines of a text as a reader of files does: each with its end, and io.EOF with the last one.
func lines(text string) func() (string, error) {
	return func() (string, error) {
		line, rest, ended := strings.Cut(text, "\n")
		if text = rest; !ended {
			return line, io.EOF
		}
		return line + "\n", nil
	}
}

// read reads all of a text: its rows after the header.
func read(text string, patterns ...string) (rows [][]string, r *textlog.Reader, err error) {
	left := textlog.MostWork
	r = textlog.New(lines(text), patterns, &left)
	for err == nil {
		var row []string
		if row, err = r.Read(); err == nil {
			rows = append(rows, row)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return rows, r, err
}

const (
	model  = `^model (?P<model>\w+)`
	energy = `energy: (?P<energy>[0-9.]+)`
	batch  = `^batch=(?P<batch>[0-9]+)`
)

func TestRowsOfALog(t *testing.T) {
	header := []string{"model", "energy", "batch"}
	for text, want := range map[string][][]string{
		"model a\nenergy: 1\nbatch=4\nmodel b\r\nenergy: 2": {{"a", "1", "4"}, {"b", "2", ""}},
		"batch=4\nmodel a\nmodel b\nbatch=8\n":              {{"a", "", "4"}, {"b", "", "8"}},
		"waiting\nmodel a\nenergy: 1\nenergy: 2\n":          {{"a", "2", ""}},
		"model a":                               {{"a", "", ""}},
		"model a energy: 3, batch=4\nmodel b\n": {{"a", "3", ""}, {"b", "", ""}},
	} {
		rows, r, err := read(text, model, energy, batch)
		if want = append([][]string{header}, want...); err != nil || !reflect.DeepEqual(rows, want) || r.Rows != len(want)-1 {
			t.Errorf("%q: got %q of %d rows, error %v", text, rows, r.Rows, err)
		}
	}
}

// The end of a text is no empty line, which a pattern of nothing but choices would match for ever.
func TestTextEndsThoughAPatternMatchesNothing(t *testing.T) {
	if rows, _, err := read("a\n\nb\n", `^(?P<model>\w*)`); err != nil || len(rows) != 4 {
		t.Errorf("got %q, error %v", rows, err)
	}
}

func TestFaultsNameTheirPattern(t *testing.T) {
	for text, want := range map[string]struct {
		pattern int
		says    string
	}{
		"nothing\n":                {0, `no line matches the first of “lines”, "^model (?P<model>\\w+)", which begins a row; correct the pattern`},
		"model a\nbatch=12.5\n":    {2, `12 is only the beginning of a number in "batch=12.5"; write what follows it into the pattern too, as by [0-9.]+`},
		"model a\nbatch=1,3\n":     {2, "1 is only the beginning"},
		"model a\nbatch=12k\n":     {2, "12 is only the beginning"},
		"model a\nbatch=12k\x00\n": {2, "12 is only the beginning"},
	} {
		_, _, err := read(text, model, energy, batch)
		fault, is := errors.AsType[*placed.Error](err)
		if !is || fault.Path[1] != want.pattern || !strings.HasPrefix(err.Error(), want.says) {
			t.Errorf("%q: got %v", text, err)
		}
	}
	for _, text := range []string{"model a\nbatch=1,2,3,4\n", "model a\nbatch=12kB\n", "model a\nbatch=12 3\n"} { // cells, a unit
		if _, _, err := read(text, model, energy, batch); err != nil {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestStrangeLines(t *testing.T) {
	text := "batch=4\nmodel a\nenergy: 1\nenergy: 2\nmodel b\nbatch=8\nenergy: 1\nenergy: 3\nbatch=8\nmodel c\nbatch=?\n"
	_, r, err := read(text, model, energy, batch)
	if err != nil {
		t.Fatal(err)
	}
	common := textlog.Repeat{Group: "batch", First: textlog.Stated{Text: "4", Line: 1}, Again: textlog.Stated{Text: "8", Line: 6}, Common: true}
	want := map[string]textlog.Repeat{
		"energy": {Group: "energy", First: textlog.Stated{Text: "1", Line: 3}, Again: textlog.Stated{Text: "2", Line: 4}},
		"batch":  common,
	}
	if !maps.Equal(r.Repeats, want) {
		t.Errorf("stated twice: %v", r.Repeats)
	}
	if r.Doubles != 1 || !slices.Equal(r.Doubled, []textlog.Repeat{common}) {
		t.Errorf("%d rows state several things twice: %v", r.Doubles, r.Doubled)
	}
	if !r.Inherited["batch"] || r.Inherited["model"] || len(r.Misfits) > 0 { // the last row has a batch, of all
		t.Errorf("inherited are %v, near are %v", r.Inherited, r.Misfits)
	}
	_, r, _ = read("model a\nbatch=?\nbatch=4\nmodel b\nbatch=?\nbatch=??\n", model, energy, batch)
	if want := map[string]textlog.Stated{"batch": {Text: "batch=?", Line: 5}}; !maps.Equal(r.Misfits, want) {
		t.Errorf("near are %v", r.Misfits)
	}
}

// However many rows are strange, as many are kept as are told.
func TestStrangeRowsAreCountedAndFewAreKept(t *testing.T) {
	text := strings.Repeat("model a\nenergy: 1\nbatch=1\nenergy: 2\nbatch=2\n", 3*textlog.MostDoubled)
	_, r, err := read(text, model, energy, batch)
	if err != nil || r.Doubles != 3*textlog.MostDoubled || len(r.Doubled) != textlog.MostDoubled {
		t.Errorf("%d rows, of which %d are kept, error %v", r.Doubles, len(r.Doubled), err)
	}
}

func TestMatchingIsBounded(t *testing.T) {
	shared.Bounded(func() {
		_, _, err := read("model a\n"+strings.Repeat(strings.Repeat("a", 64<<10)+"\n", 100), model, `(?P<x>(a|aa){1,100}b)`)
		if err == nil || err.Error() != "its lines take too long to match; begin the patterns with a text, or make them simpler" {
			t.Errorf("got %v", err)
		}
	})
	far := "model a\n" + strings.Repeat(" ", 64<<10) + "energy: 1\n"
	if rows, _, err := read(far, model, energy); err != nil || rows[1][1] != "" {
		t.Errorf("of a long line got %q, error %v", rows, err)
	}
	p, err := textlog.Parse("(a+)")
	left := 1000
	if err != nil || !p.Affords("aaa", &left) || left >= 1000 || p.Affords(strings.Repeat("a", 1000), &left) {
		t.Errorf("%d are left, error %v", left, err)
	}
}

func TestPatternsThatCannotBeUsed(t *testing.T) {
	for text, want := range map[string]string{
		"(?P<a>[":                             `"(?P<a>[" is not a regular expression of at most 500 bytes: a “[” is not closed; correct it`,
		"(?P<a>a{1,900}b{1,900})":             "its repetitions make it too large; correct it",
		"(?P<a>x)" + strings.Repeat("x", 500): "longer than 500 bytes; correct it",
		"(a)":                                 `"(a)" has no named group; write (?P<name>…) around a value`,
	} {
		if err := textlog.Check(text); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.40q: got %v", text, err)
		}
	}
	if p, err := textlog.Parse("(a)(?P<b>c)"); err != nil || textlog.Check("(?P<b>c)") != nil || !slices.Equal(p.Groups(), []string{"b"}) {
		t.Errorf("groups are %q, error %v", p.Groups(), err)
	}
}

// FuzzLog: whatever patterns and a text hold, the patterns are refused, or rows as wide as the header are read within bounded
// time, no more than there are lines.
func FuzzLog(f *testing.F) {
	f.Add(model, energy, "batch=4\nmodel a\nenergy: 1.5\nenergy: 2\nmodel b\n")
	f.Add(`^(?P<a>\w*)`, `(?P<b>[0-9]+)(?P<a>x?)`, "a 1\n\n2x\r\n")
	f.Add(`(?P<a>([ab]{1,10}){1,40}c)`, `(?i)(?P<b>k|$)`, "aaab\xff")
	f.Fuzz(func(t *testing.T, first, second, text string) {
		patterns := []string{first, second}
		if !lists.All(patterns, func(p string) bool { return textlog.Check(p) == nil }) {
			return
		}
		shared.Bounded(func() {
			rows, r, err := read(text, patterns...)
			if err != nil && err.Error() == "" {
				t.Fatal("refused without a reason")
			}
			if most := strings.Count(text, "\n") + 1; r.Rows > most || len(r.Doubled) > r.Doubles {
				t.Fatalf("%d rows of %d lines, %s", r.Rows, most, fmt.Sprint(r.Odd))
			}
			for _, row := range rows {
				if len(row) != len(rows[0]) {
					t.Fatalf("a row of %q has %q", rows[0], row)
				}
			}
		})
	})
}
