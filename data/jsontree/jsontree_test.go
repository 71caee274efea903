package jsontree_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/shared"
)

func TestParseReadsEveryKindOfValue(t *testing.T) {
	got, err := jsontree.Parse(strings.NewReader("\uFEFF{\"a\": {\"b\": [1, -2.5e3, null, true, \"x\\u00e9\"]}, \"c\": {}, \"d\": []}\n"),
		jsontree.Options{})
	want := jsontree.Object{
		"a": jsontree.Object{"b": []any{1.0, -2500.0, nil, true, "xé"}}, "c": jsontree.Object{}, "d": []any{},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if v := jsontree.At(got, "a.b.c"); v != nil {
		t.Errorf("a path that leads nowhere gives %v", v)
	}
	if v := jsontree.First(got, "x", "a.x", "a.b"); v == nil {
		t.Error("First found nothing")
	}
}

func TestFaultsTellLineAndColumn(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "empty",
		"  \n ":                   "empty",
		"[1]":                     "object",
		"{\n \"a\": NaN\n}":       "line 2, column 7",
		"{\n \"a\": -Infinity}":   "line 2, column 7",
		"{\"a\": 1e999}":          "line 1, column 7",
		"{\"a\": 1\n,}":           "line 2, column 2",
		"{\"a\": 1":               "line 1, column 8",
		"{} {}":                   "line 1",
		strings.Repeat("[", 5000): "nest deeper",
		`{"a":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "}": "nest deeper",
		`{"a": [` + strings.Repeat("0,", 1_000_001) + "0]}":                 "more than 1000000 values",
	} {
		_, err := jsontree.Parse(strings.NewReader(text), jsontree.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

func TestUnknownNumbersAreNothing(t *testing.T) {
	got, err := jsontree.Parse(strings.NewReader(`{"a": NaN, "b": [Infinity, 1e999, 2]}`), jsontree.Options{Unknown: true})
	if want := (jsontree.Object{"a": nil, "b": []any{nil, nil, 2.0}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestSkippedKeysAndLongTextsAreNotKept(t *testing.T) {
	long := `{"a": {"records": [{"x": 1}], "n": 2}, "long": "` + strings.Repeat("x", 10_000) + `", "records": 3}`
	got, err := jsontree.Parse(strings.NewReader(long), jsontree.Options{Wanted: func(key string) bool { return key != "records" }})
	if want := (jsontree.Object{"a": jsontree.Object{"n": 2.0}, "long": nil}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"a": [1, {"b": "c"}], "d": NaN}`))
	f.Add([]byte(strings.Repeat(`{"a":`, 500)))
	f.Fuzz(func(t *testing.T, text []byte) {
		var o jsontree.Object
		var err error
		shared.Bounded(func() { o, err = jsontree.Parse(bytes.NewReader(text), jsontree.Options{}) })
		if (o == nil) == (err == nil) {
			t.Errorf("%v with %v", o, err)
		}
		_, strict := jsontree.Parse(bytes.NewReader(text), jsontree.Options{})
		if _, lenient := jsontree.Parse(bytes.NewReader(text), jsontree.Options{Unknown: true}); lenient != nil && strict == nil {
			t.Errorf("refused only where more is allowed: %v", lenient)
		}
	})
}

// The end of a file that is cut is where its last byte is that is not blank, not in a blank line behind it.
func TestTheEndOfACutFile(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\"a\": 1,\n": "line 2, column 8", "{\n\"a\": 1": "line 2, column 7", "[1,\n\n  \n": "line 1, column 4", "{\"a\": \"b\n": "the line ends within a string",
	} {
		err := jsontree.Each(strings.NewReader(text), jsontree.Options{}, func(any) bool { return true })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
