package units

import (
	"math"
	"testing"
)

func TestNumbersKeepThreeSignificantDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0.031834: "0.0318", 1.8: "1.80", 44.52: "44.5", 602.4: "602", 18376.2: "18,376", 1486296: "1,486,296",
		9.996: "10.0", 0.09999: "0.100", 999.4: "999", 999.6: "1,000", 0: "0", -1234.5: "-1,234", 2.5e-8: "2.50e-08",
		1e-5: "0.0000100",
	} {
		if got := Number(x); got != want {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
	if got := Number(math.NaN()); got != "–" {
		t.Errorf("NaN: got %s", got)
	}
}

func TestShortDropsZeros(t *testing.T) {
	for x, want := range map[float64]string{50: "50", 0.5: "0.5", 1.8: "1.8", 1000: "1,000", 100: "100", 0.1: "0.1"} {
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
