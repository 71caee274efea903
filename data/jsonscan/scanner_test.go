package jsonscan_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/data/jsonscan"
)

// tree reads the value that comes next into the types of encoding/json. Texts
// that are too long to be handed out are "long".
func tree(s *jsonscan.Scanner) any {
	switch s.Next() {
	case jsonscan.Object:
		all := map[string]any{}
		s.Enter(jsonscan.Object)
		for key := range s.Keys() {
			name := string(key)
			if key == nil {
				name = "long"
			}
			all[name] = tree(s)
		}
		return all
	case jsonscan.Array:
		all := []any{}
		s.Enter(jsonscan.Array)
		for range s.Items() {
			all = append(all, tree(s))
		}
		return all
	case jsonscan.String:
		text, whole := s.Text()
		if !whole {
			return "long"
		}
		return string(text)
	case jsonscan.Number:
		return s.Float()
	case jsonscan.True, jsonscan.False:
		value := s.Bool()
		return value
	case jsonscan.Null:
		s.Null()
	}
	return nil
}

// plain reads a document with encoding/json.
func plainEnd(doc []byte) (any, error) {
	if !utf8.Valid(doc) {
		return nil, fmt.Errorf("not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more follows")
	}
	return numbers(v), nil
}

// numbers turns the numbers of a tree into doubles, as far as texts go that are
// too long into "long".
func numbers(v any) any {
	switch x := v.(type) {
	case json.Number:
		f, _ := strconv.ParseFloat(x.String(), 64)
		return f
	case string:
		if len(x) > 4096 {
			return "long"
		}
	case []any:
		for i := range x {
			x[i] = numbers(x[i])
		}
	case map[string]any:
		all := map[string]any{}
		for key, value := range x {
			if len(key) > 4096 {
				key = "long"
			}
			all[key] = numbers(value)
		}
		return all
	}
	return v
}

// check compares both readers on a document, read as a whole and in parts, behind
// so much white space that it crosses the buffer's end.
func check(t *testing.T, doc []byte, space int) {
	t.Helper()
	want, wrong := plainEnd(doc)
	padded := append(bytes.Repeat([]byte(" "), space), doc...)
	s := jsonscan.New(0)
	for name, in := range map[string]io.Reader{
		"whole": bytes.NewReader(padded), "in halves": iotest.HalfReader(bytes.NewReader(padded)),
		"in bytes": iotest.OneByteReader(bytes.NewReader(padded)),
	} {
		s.Reset(in)
		got := tree(s)
		fine := s.End()
		if fine != (wrong == nil) {
			t.Fatalf("%s: %.300q: got %v, want %v", name, doc, s.Err(), wrong)
		}
		if fine && !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %.300q: got %v, want %v", name, doc, got, want)
		}
	}
	s.Reset(bytes.NewReader(padded))
	s.Skip()
	if fine := s.End(); fine != (wrong == nil) {
		t.Fatalf("skipped: %.300q: got %v, want %v", doc, s.Err(), wrong)
	}
}

var documents = []string{
	``, ` `, `null`, `nul`, `nulll`, `true`, `false`, `tru`, `0`, `-0`, `-`, `01`, `1.`, `.5`, `1.5`, `1e5`, `1E+5`, `1e`, `1e+`,
	`1.5.5`, `-1.25e-7`, `1e400`, `-1e400`, `1e-400`,
	`0.1234567890123456789012345`, `123456789012345678901234567890`, `0.00000000000000000000000000000000000000000000000000001`,
	`12345678`, `123456789`, `0.12345678`, `0.123456781234567`,
	`"a"`, `"a`, `"\""`, `"\\"`, `"\\\""`, `"\\\\"`, `"\n\t\r\b\f\/"`, `"\x"`, `"\u12"`, `"\u00e9"`, `"\ud83d\ude00"`, `"\ud83d"`,
	`"\ude00\ud83d"`, `"\ud83d\u0041"`, `"\ud83dx"`, "\"\x01\"", "\"\x7f\"", "\"é€😀\"", "\"\xff\"", "\"\xc3\"", "\"\xed\xa0\x80\"",
	`"aaaaaaa\"`, `"aaaaaaa\\"`, `"aaaaaa\\\"b"`, `"aaaaaaaa\n"`, `"aaaaaaa\n\n\n\n\n\n"`, `"aaaaaa\u0041\u0042"`,
	`[]`, `[ ]`, `[1]`, `[1,2]`, `[1 2]`, `[,1]`, `[1,]`, `[1`, `]`, `[[]]`, `[[],[]]`, "[\n        1,\n        0.25\n]",
	`{}`, `{ }`, `{"a":1}`, `{"a":1,"b":2}`, `{"a" : 1 , "b" : [ ] }`, `{"a":1,}`, `{,}`, `{a:1}`, `{"a"}`, `{"a":}`, `{"a":1 "b":2}`,
	`{"a":1]`, `[1}`, `{"a":{"b":{"c":[{}]}}}`, `{"a":1,"a":2}`, `{"\u0061":1}`,
	`1 1`, `[] []`, `"a" "b"`, `nullnull`, "\ufeff1", "1\x00", "\x00", "[1]\x00",
}

func TestDocumentsAreReadAsEncodingJSONReadsThem(t *testing.T) {
	for _, doc := range documents {
		for _, space := range []int{0, 1, 4090, 4096 - 7, 3072, 3071} {
			check(t, []byte(doc), space)
		}
	}
}

func TestDocumentsMayBeCutAnywhere(t *testing.T) {
	doc := []byte(`{"a": [0.0123456789012345, 0, 12, {"b\u00e9": "x\n\"y\"", "c": [true, false, null]}], "d": -1.5e-3}`)
	for n := range doc {
		check(t, doc[:n], 4096-n)
	}
	for space := range 1100 {
		check(t, doc, 3000+space)
	}
}

func TestBareWordsAreNumbers(t *testing.T) {
	s := jsonscan.New(0)
	for word, want := range map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)} {
		for _, doc := range []string{word, " " + word + " ", "[" + word + "]"} {
			s.Reset(strings.NewReader(doc))
			var got float64
			if s.Enter(jsonscan.Array) {
				values, more := s.Floats(make([]float64, 0, 1), true)
				if more || len(values) != 1 {
					t.Fatalf("%q: got %v", doc, values)
				}
				got = values[0]
			} else {
				got = s.Float()
			}
			if !s.End() || !(got == want || math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%q: got %v, %v", doc, got, s.Err())
			}
			s.Reset(strings.NewReader(doc))
			if s.Skip(); !s.End() {
				t.Errorf("%q skipped: %v", doc, s.Err())
			}
		}
	}
	for _, doc := range []string{"nan", "Nan", "NaNN", "inf", "+Infinity", "--Infinity", "-NaN", "Infinit", "-Infinit", "I"} {
		s.Reset(strings.NewReader(doc))
		if s.Skip(); s.End() {
			t.Errorf("%q passes", doc)
		}
	}
}

func nearest(t *testing.T, s *jsonscan.Scanner, text string) {
	t.Helper()
	want, _ := strconv.ParseFloat(text, 64)
	s.Reset(strings.NewReader(text))
	if got := s.Float(); !s.End() || math.Float64bits(got) != math.Float64bits(want) {
		t.Fatalf("%s: got %v (%v), want %v", text, got, s.Err(), want)
	}
	s.Reset(strings.NewReader("[" + text + ",\n        " + text + "]"))
	s.Enter(jsonscan.Array)
	all, more := s.Floats(make([]float64, 0, 3), true)
	if more || len(all) != 2 || math.Float64bits(all[0]) != math.Float64bits(want) || math.Float64bits(all[1]) != math.Float64bits(want) {
		t.Fatalf("%s: got list %v, want %v", text, all, want)
	}
}

func TestNumbersAreTheNearestDoubles(t *testing.T) {
	s, r := jsonscan.New(0), rand.New(rand.NewPCG(1, 2))
	rounds := 300_000
	if testing.Short() {
		rounds = 10_000
	}
	for range rounds {
		x := math.Exp(r.NormFloat64()*5 - 4)
		nearest(t, s, strconv.FormatFloat(x, 'f', -1, 64))
		nearest(t, s, strconv.FormatFloat(x, 'f', r.IntN(25), 64))
		nearest(t, s, strconv.FormatFloat(math.Float64frombits(r.Uint64()&^(0x7ff<<52)|uint64(r.IntN(2046)+1)<<52), 'g', -1, 64))
		nearest(t, s, strconv.FormatUint(r.Uint64(), 10)+"."+strconv.FormatUint(r.Uint64(), 10))
	}
}

// Right between two doubles, and the shortest step beside it: where a product of
// 128 bits decides least.
func TestNumbersBetweenTwoDoublesAreRoundedToEven(t *testing.T) {
	s, r := jsonscan.New(0), rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		mantissa := 1<<53 | r.Uint64()&(1<<53-1) | 1 // 54 bits: half a step
		for places := range 8 {
			scaled := strconv.FormatUint(mantissa, 10)
			nearest(t, s, scaled[:len(scaled)-places]+"."+scaled[len(scaled)-places:]+"0")
			nearest(t, s, scaled+".0000000000001")
			nearest(t, s, scaled+".000")
		}
		nearest(t, s, strconv.FormatFloat(math.Ldexp(float64(mantissa), -60-r.IntN(10)), 'f', -1, 64))
	}
}

func TestListsOfNumbersStopWhereAskedTo(t *testing.T) {
	s := jsonscan.New(0)
	s.Reset(strings.NewReader(`[1, 2, "3", 4, null, 5, 6]`))
	s.Enter(jsonscan.Array)
	room := make([]float64, 0, 2)
	for i, want := range []struct {
		values []float64
		more   bool
		next   jsonscan.Kind
	}{
		{[]float64{1, 2}, true, jsonscan.String},
		{[]float64{4}, true, jsonscan.Null},
		{[]float64{5, 6}, false, jsonscan.None},
	} {
		values, more := s.Floats(room, i == 0)
		if !reflect.DeepEqual(values, want.values) || more != want.more || more && s.Next() != want.next {
			t.Fatalf("%d: got %v, %v, %v", i, values, more, s.Err())
		}
		if more {
			s.Skip()
		}
	}
	if !s.End() {
		t.Fatal(s.Err())
	}
	s.Reset(strings.NewReader(`[1, 2, 3]`))
	s.Enter(jsonscan.Array)
	if values, more := s.Floats(room, true); len(values) != 2 || !more || s.Next() != jsonscan.Number {
		t.Errorf("a full slice: got %v, %v", values, more)
	}
	if values, more := s.Floats(room, true); len(values) != 1 || more {
		t.Errorf("the rest: got %v, %v", values, more)
	}
}

func TestNestingHasALimit(t *testing.T) {
	s := jsonscan.New(0)
	for depth, fine := range map[int]bool{10_000: true, 10_001: false, 100_000: false} {
		for _, doc := range []string{
			strings.Repeat("[", depth) + strings.Repeat("]", depth),
			strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth),
		} {
			s.Reset(strings.NewReader(doc))
			if s.Skip(); s.End() != fine {
				t.Errorf("%d levels of %.1s: %v", depth, doc, s.Err())
			}
			s.Reset(strings.NewReader("[" + doc[:len(doc)/2]))
			s.Enter(jsonscan.Array)
			for range s.Items() {
				break
			}
			if s.Err() != nil {
				t.Fatal(s.Err())
			}
			s.Skip()
			if s.Err() == nil {
				t.Errorf("half of %d levels pass", depth)
			}
		}
	}
}

func TestErrorsTellThePlace(t *testing.T) {
	s := jsonscan.New(0)
	doc := strings.Repeat(" ", 10_000) + `{"a": [1, 2, x]}`
	s.Reset(strings.NewReader(doc))
	s.Skip()
	want := fmt.Sprintf("byte %d: expected a value, got 'x'", strings.IndexByte(doc, 'x'))
	if err := s.Err(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAReadersErrorIsKept(t *testing.T) {
	s := jsonscan.New(0)
	broken := fmt.Errorf("the disk is gone")
	s.Reset(io.MultiReader(strings.NewReader(`{"a": [1, 2`), iotest.ErrReader(broken)))
	s.Skip()
	if s.End() || s.Err() != broken {
		t.Errorf("got %v", s.Err())
	}
}

// FuzzDocuments: whatever the bytes and wherever they are cut, this reader and
// encoding/json agree.
func FuzzDocuments(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc), uint16(4090))
	}
	f.Fuzz(func(t *testing.T, doc []byte, space uint16) {
		if bytes.ContainsAny(doc, "NI") || longNumber.Match(doc) {
			t.Skip() // bare words are no JSON; longer numbers are not handed out
		}
		check(t, doc, int(space)%9000)
	})
}

var longNumber = regexp.MustCompile(`[-+0-9.eE]{900}`)

// FuzzNumbers: every number is the double that the standard library reads.
func FuzzNumbers(f *testing.F) {
	f.Add(uint64(17), uint64(123456789), uint8(4), int8(0), false)
	f.Fuzz(func(t *testing.T, whole, fraction uint64, zeros uint8, exponent int8, negative bool) {
		text := strconv.FormatUint(whole, 10) + "." + strings.Repeat("0", int(zeros%24)) + strconv.FormatUint(fraction, 10)
		if exponent != 0 {
			text += "e" + strconv.Itoa(int(exponent))
		}
		if negative {
			text = "-" + text
		}
		nearest(t, jsonscan.New(0), text)
	})
}

func TestPiecesAreTheText(t *testing.T) {
	for _, doc := range []string{
		`""`, `"a"`, `"a\n\"b\" \u00e9 \ud83d\ude00 é"`, `"` + strings.Repeat(`vllm{x=\"y\"} 1\n`, 2000) + `"`,
		`"` + strings.Repeat("a", 100_000) + `"`, `"open`, `"bad \x"`, "\"tab\t\"", `5`, ``,
	} {
		var want string
		wrong := json.Unmarshal([]byte(doc), &want) != nil
		for _, size := range []int{64, 4096} {
			s := jsonscan.New(size)
			s.Reset(iotest.OneByteReader(strings.NewReader(doc)))
			var got []byte
			s.Pieces(func(text []byte) { got = append(got, text...) })
			if s.End(); (s.Err() != nil) != wrong || !wrong && string(got) != want {
				t.Errorf("%.40q: got %.40q, %v", doc, got, s.Err())
			}
		}
	}
}
