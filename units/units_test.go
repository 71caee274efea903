package units

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// numbers are written by scripts too (assets/js/test/numbers.test.js).
func TestNumbersAreWrittenInTheirForm(t *testing.T) {
	text, err := os.ReadFile("testdata/numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var numbers []struct {
		Form
		X          float64
		Unit, Text string
	}
	if err := json.Unmarshal(text, &numbers); err != nil {
		t.Fatal(err)
	}
	for _, n := range numbers {
		got := Style{}.In(n.Form, n.X)
		if n.Unit != "" {
			got = Style{}.Amount(n.X, n.Unit)
		}
		if got != n.Text {
			t.Errorf("%v in %+v: got %s, want %s", n.X, n.Form, got, n.Text)
		}
	}
	if got := Number(math.NaN()); got != "–" {
		t.Errorf("NaN: got %s", got)
	}
}

// units behind numbers are written by scripts too.
func TestTheUnitBehindOneIsSingular(t *testing.T) {
	text, err := os.ReadFile("testdata/behind.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct{ Number, Unit, Want string }
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if got := Behind(c.Number, c.Unit); got != c.Want {
			t.Errorf("%s %s: got %q, want %q", c.Number, c.Unit, got, c.Want)
		}
	}
}

func TestTheFormOfAColumnFollowsItsValues(t *testing.T) {
	for _, c := range []struct {
		unit                    string
		least, greatest, margin float64
		want                    Form
	}{
		{"J per video", 26_492, 1_331_328, 0.08, Form{"k", 1e3, 0}},
		{"J per image", 338, 11_000, 0.08, Form{"k", 1e3, 0}},
		{"J per output token", 0.03, 12, 0.08, Form{}},
		{"J", 2, 60_000, 0, Form{}}, // the least would be 0.002 kJ
		{"ms", 26_492, 1_331_328, 0, Form{}},
		{"Wh", 5_000, 5_000, 0.004, Form{"k", 1e3, 4}},
		{"FLOP per output token", 1.4e10, 1.6e10, 0, Form{"G", 1e9, 0}},
		{"J/s", 1e6, 1e7, 0.0001, Form{Digits: 5}},
	} {
		if got := FormOf(c.unit, c.least, c.greatest, c.margin); got != c.want {
			t.Errorf("%s from %v to %v ± %v: got %+v, want %+v", c.unit, c.least, c.greatest, c.margin, got, c.want)
		}
	}
}

func TestShortDropsZeros(t *testing.T) {
	for x, want := range map[float64]string{50: "50", 0.5: "0.5", 1.8: "1.8", 1000: "1,000", 16384: "16,384", 100: "100", 0.1: "0.1"} {
		if got := Short(x); got != want {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
}

func TestCountsSayTheirNoun(t *testing.T) {
	for n, want := range map[int][2]string{0: {"0 runs", "0 runs"}, 1: {"1 run", "1 run"}, 1200: {"1200 runs", "1,200 runs"}} {
		if got := [2]string{Counted(n, "run"), Plural(n, "run")}; got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

func TestAbbreviationsKeepTheirCase(t *testing.T) {
	for label, want := range map[string]string{
		"Energy per token": "energy per token", "GPU energy": "GPU energy", "P95 ITL": "P95 ITL", "R²": "R²", "B": "B", "": "",
	} {
		if got := LowerFirst(label); got != want {
			t.Errorf("%q: got %s, want %s", label, got, want)
		}
	}
}

func TestBytesScale(t *testing.T) {
	for n, want := range map[int]string{512: "512 B", 14240: "14.2 kB", 1300000: "1.30 MB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

func TestLongTextsAreCutBetweenLetters(t *testing.T) {
	for text, want := range map[string]string{"watts": "watts", "kilojoule": "kiloj…", "µJ/µµ": "µJ/…"} {
		if got := Clip(text, 5); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestRoundKeepsSignificantDigits(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, 123456: 123456, 1.23456: 1.23, -0.0012345: -0.00123, math.Inf(1): math.Inf(1)} {
		if got := Round(x, 3); got != want {
			t.Errorf("%v: got %v, want %v", x, got, want)
		}
	}
	if got := Round(math.NaN(), 3); !math.IsNaN(got) {
		t.Errorf("NaN: got %v", got)
	}
}

func TestFoldLowersASCIIAlone(t *testing.T) {
	if got := Fold("Qwen ÄΣ 30B"); got != "qwen ÄΣ 30b" {
		t.Errorf("got %s", got)
	}
}

func TestNumbersAndTextsAreWrittenAsPythonDoes(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.0", 14: "14.0", -0.25: "-0.25", 0.0001: "0.0001", 0.00005: "5e-05", 1e15: "1000000000000000.0", 2e16: "2e+16",
	} {
		if got := string(AppendPython(nil, x)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	text := "a b~\"\\\n\x7fé\U0001F600\xff"
	if got, want := string(AppendPythonText(nil, text)), `"a b~\"\\\n\u007f\u00e9\ud83d\ude00\ufffd"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
