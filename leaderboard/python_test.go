package leaderboard

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/units"
)

func TestFloatsPrintAsPythonsRepr(t *testing.T) {
	for want, x := range map[string]float64{
		"0.0": 0, "-0.0": math.Copysign(0, -1), "14.0": 14, "0.1": 0.1, "-2.5": -2.5, "0.0001": 0.0001, "1e-05": 0.00001,
		"9.999e-05": 0.00009999, "0.00012": 0.00012, "1e+16": 1e16, "9999999999999998.0": 9999999999999998,
		"123456789012345.6": 123456789012345.6, "1.5e+300": 1.5e300, "1e+100": 1e100, "5e-324": 5e-324,
		"1.7976931348623157e+308": math.MaxFloat64,
		"0.30000000000000004":     0.30000000000000004, "1.6666666666666666e+19": 1.6666666666666666e19, "1e+22": 1e22,
		"2.2250738585072014e-308": 2.2250738585072014e-308,
	} {
		if got := string(units.AppendPython(nil, x)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestFloatsReadBackBitForBit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		x := math.Float64frombits(random.Uint64())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		text := string(units.AppendPython(nil, x))
		back, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Float64bits(back) != math.Float64bits(x) {
			t.Fatalf("%x printed as %s reads back as %x, %v", math.Float64bits(x), text, math.Float64bits(back), err)
		}
		if !strings.ContainsAny(text, ".e") {
			t.Fatalf("%s reads as an integer", text)
		}
	}
}

func TestTextsAreASCII(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", `PixArt-a`, `"PixArt-a"`},
		{"Greek", "PixArt-Σ", `"PixArt-\u03a3"`},
		{"surrogate pair", "a\U0001F600", `"a\ud83d\ude00"`},
		{"last of the plane", "\uffff", `"\uffff"`},
		{"quote and backslash", `"\`, `"\"\\"`},
		{"short escapes", "\n\r\t\f\b", `"\n\r\t\f\b"`},
		{"other controls", "\x00\x1f", `"\u0000\u001f"`},
		{"delete", "\x7f", `"\u007f"`},
		{"markup stays", "</script>&", `"</script>&"`},
		{"not UTF-8", "a\xff", `"a\ufffd"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := string(units.AppendPythonText(nil, c.text))
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			var back string
			if err := json.Unmarshal([]byte(got), &back); err != nil || back != strings.ToValidUTF8(c.text, "�") {
				t.Errorf("reads back as %q, %v", back, err)
			}
		})
	}
}

func TestObjectsAreSortedAndIndented(t *testing.T) {
	got, err := encode(object{
		"b": []float64{1, 0.5}, "a": nil, "é": true, "C": object{}, "empty": []string{},
		"rows": []object{{"n": 1, "f": 2.0}}, "z": []int{3}, "s": []string{"x"},
	})
	want := `{
  "C": {},
  "a": null,
  "b": [
    1.0,
    0.5
  ],
  "empty": [],
  "rows": [
    {
      "f": 2.0,
      "n": 1
    }
  ],
  "s": [
    "x"
  ],
  "z": [
    3
  ],
  "\u00e9": true
}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestNumbersWithoutAWordInJSONAreErrors(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, err := encode(object{"rows": []object{{"energy": x, "last": 1}}}); err == nil ||
			!strings.HasPrefix(err.Error(), "energy: expected a finite number") {
			t.Errorf("%v: got %v", x, err)
		}
	}
}
