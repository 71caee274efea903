package leaderboard

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseKeepsWhatIsWritten(t *testing.T) {
	got, err := parse([]byte(` {"a": [1, -2.50, 1e5, NaN, -Infinity, Infinity], "A": null, "b": {"a": true, "a": false}, "text": ` +
		`"x\u03a3\n"} `))
	want := members{values: map[string]any{
		"a":    []any{number("1"), number("-2.50"), number("1e5"), number("NaN"), number("-Infinity"), number("Infinity")},
		"A":    nil,
		"b":    members{values: map[string]any{"a": false}, twice: "a"},
		"text": "xΣ\n",
	}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, %v", got, err)
	}
}

func TestParseErrorsNameTheLineAndWhatStandsThere(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no value", "{\n\"a\":\n}", "line 3: expected a value, got '}'"},
		{"no comma", "[1\n 2]", "line 2: expected a comma or ], got '2'"},
		{"comma at the end", "[1,]", "line 1: expected a value, got ']'"},
		{"no key", "{1: 2}", "line 1: expected a key in quotes, got '1'"},
		{"no colon", `{"a" 1}`, "line 1: expected a colon, got '1'"},
		{"leading zero", "[01]", "line 1: a number is not in JSON's format"},
		{"plus", "[+1]", "line 1: expected a value, got '+'"},
		{"word", "[nan]", "line 1: expected null"},
		{"open text", `["a`, "line 1: the file ends within a string: it is truncated"},
		{"line break in a text", "[\"a\nb\"]", "line 1: the line ends within a string"},
		{"invalid escape", `["\x"]`, "line 1: a backslash is followed by none of"},
		{"two values", "1 2", "line 1: expected the end of the file, got '2'"},
		{"zero byte", "1\x00", `line 1: expected the end of the file, got '\x00'`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := parse([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// plainValue is what encoding/json makes of the same text.
func plainValue(v any) any {
	switch x := v.(type) {
	case members:
		o := map[string]any{}
		for key, v := range x.values {
			o[key] = plainValue(v)
		}
		return o
	case []any:
		list := []any{}
		for _, v := range x {
			list = append(list, plainValue(v))
		}
		return list
	case number:
		return json.Number(x)
	}
	return v
}

// hasWords reports whether v holds a number that JSON has no word for.
func hasWords(v any) bool {
	switch x := v.(type) {
	case members:
		for _, v := range x.values {
			if hasWords(v) {
				return true
			}
		}
	case []any:
		for _, v := range x {
			if hasWords(v) {
				return true
			}
		}
	case number:
		return x == "NaN" || strings.HasSuffix(string(x), "Infinity")
	}
	return false
}

// FuzzParse compares with encoding/json, which agrees on every text but those
// with Python's words, those nested too deep and those that are not UTF-8.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1, -2.5e-3, "x\u00e9\ud83d\ude00", null, true]}`, `[NaN, -Infinity]`, `{"a":1,"a":2}`, `"`,
		`[1,]`, "\"\xff\"", `{"\u0061": {}}`, `-`, `[]x`, "\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := parse(text)
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		var want any
		valid := json.Valid(text) && utf8.Valid(text) && decoder.Decode(&want) == nil
		switch {
		case err != nil && valid && !strings.Contains(err.Error(), "levels"):
			t.Errorf("%q: %v, but it is JSON", text, err)
		case err == nil && !valid && !hasWords(got):
			// a word may stand under a key that stands there twice
			if !bytes.Contains(text, []byte("NaN")) && !bytes.Contains(text, []byte("Infinity")) {
				t.Errorf("%q is not JSON, got %v", text, got)
			}
		case err == nil && valid && !reflect.DeepEqual(plainValue(got), want):
			t.Errorf("%q: got %v, want %v", text, plainValue(got), want)
		}
	})
}

// Sums of so many requests do not overflow.
func TestCountsAreWholeAndBounded(t *testing.T) {
	for text, want := range map[string]bool{"0": true, "2147483647": true, "2147483648": false, "-1": false, "1.5": false, "1e3": false} {
		if _, ok := count(number(text)); ok != want {
			t.Errorf("%s: %v", text, ok)
		}
	}
}
