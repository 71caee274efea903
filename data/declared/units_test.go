package declared

import (
	_ "embed"
	"os"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

// measures are the fields over which the expressions of testdata/units.txt compute.
const measures = `domain: tiny
board: {system: Tiny, primary: j}
rows: [{files: ["*.csv"]}]
fields:
- {name: model, role: model}
- {name: batch, role: batch}
- {name: gpus, role: gpu_count}
- {name: requests, role: requests}
- {name: out, role: output_tokens}
- {name: dur, role: duration}
- {name: len, role: output_length, label: Length}
- {name: wh, type: number, unit: Wh}
- {name: kwh, type: number, unit: kWh}
- {name: j, type: number, unit: J}
- {name: mj, type: number, unit: mJ}
- {name: w, type: number, unit: W}
- {name: kw, type: number, unit: kW}
- {name: mw, type: number, unit: mW}
- {name: ms, type: number, unit: ms}
- {name: s, type: number, unit: s}
- {name: us, type: number, unit: µs}
- {name: h, type: number, unit: h}
- {name: tput, type: number, unit: token/s}
- {name: ktput, type: number, unit: ktoken/s}
- {name: mtok, type: number, unit: Mtoken}
- {name: rps, type: number, unit: request/s}
- {name: jt, type: number, unit: J/token}
- {name: mjt, type: number, unit: mJ/token}
- {name: whk, type: number, unit: Wh/1000 tokens}
- {name: jr, type: number, unit: J/request}
- {name: kwhq, type: number, unit: kWh/1000 queries}
- {name: tpg, type: number, unit: token/s/GPU}
- {name: tpu, type: number, unit: token/s/user}
- {name: users, type: number, unit: user}
- {name: usdh, type: number, unit: USD/h}
- {name: pct, type: number, unit: "%"}
- {name: share, type: number, unit: share}
- {name: usd, type: number, unit: USD}
- {name: gb, type: number, unit: GB}
- {name: mib, type: number, unit: MiB}
- {name: images, type: whole?}
- {name: pue, type: number?}
- {name: steps, role: steps}
- {name: text, type: text?}
- {name: k, type: number?, value: "1000"}
- {name: kk, type: number?, value: "k * 3.6"}
- {name: e1, type: number?, value: wh / out}
- {name: e2, type: number?, value: "(wh ?? 0) * 1"}
- `

//go:embed testdata/units.txt
var unitCases string

// An expression whose result is not in the declared unit is refused, whatever numbers, functions, defaults and variables
// it contains; one that is, is taken.
func TestUnitsOfExpressions(t *testing.T) {
	counts := map[string]int{}
	for line := range strings.Lines(unitCases) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if kind == "" || kind == "#" {
			continue
		}
		counts[kind]++
		unit, value, _ := strings.Cut(rest, " = ")
		_, err := Parse([]byte(measures + "{name: x, type: number?, unit: \"" + unit + "\", value: '" + value + "'}\n"))
		switch {
		case kind == "right" && err != nil:
			t.Errorf("%s = %s: %v", unit, value, err)
		case kind == "wrong" && err == nil:
			t.Errorf("%s = %s: accepted", unit, value)
		case kind == "wrong" && !strings.Contains(err.Error(), "unit"):
			t.Errorf("%s = %s: does not name the unit: %v", unit, value, err)
		}
	}
	if counts["wrong"] < 120 || counts["right"] < 60 || len(counts) != 2 {
		t.Errorf("cases: %v", counts)
	}
}

// The list of units in the documentation is that of the program.
func TestTheDocumentationListsAllUnits(t *testing.T) {
	text, err := os.ReadFile("../../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "### Units")
	list, _, _ = strings.Cut(list, "### board")
	for _, name := range data.Units() {
		if !strings.Contains(list, "`"+name+"`") {
			t.Errorf("%s is not listed", name)
		}
	}
	for _, of := range []string{"ms", "ms/token"} {
		if _, err := Parse([]byte(measures + "{name: x, type: number?, unit: \"" + of + "\", role: latency, value: ms / out}\n")); err != nil {
			t.Errorf("a time per token in %s: %v", of, err)
		}
	}
}

func TestWhatIsNoNumberHasItsRemedy(t *testing.T) {
	for text, remedy := range map[string]string{
		"1_000": "thousands", "1,234.5": "thousands", "0,5": "decimal: ", "0.5 Wh": "in: cell", "20ms": "in: cell", "50%": "in: cell",
		"0x10p0": "missing: [0x10p0]", "n/a": "missing: [n/a]", "½": "missing: [½]", "1.2.3": "missing: [1.2.3]",
	} {
		if x, err := (marks{}).number(text); err == nil || !strings.Contains(err.Error(), remedy) {
			t.Errorf("%s is %v (%v), want a fault with %q", text, x, err, remedy)
		}
	}
	if x, err := (marks{decimal: ","}).number("1_000,5"); err == nil {
		t.Errorf("1_000,5 is %v", x)
	}
}
