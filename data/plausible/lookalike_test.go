package plausible_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
)

// The name that is written plainly stays, wherever it stands.
func TestNamesThatLookLikeOthersAreNamed(t *testing.T) {
	for _, c := range []struct{ plain, other, sign string }{
		{"Qwen 3", "Qw\u0435n 3", "U+0435"}, // Cyrillic е
		{"Qwen 3", "Ｑｗｅｎ 3", "U+FF31"},
		{"Qwen 3", "Qwen  3", "spaces"},
		{"Qwen-3", "Qwen\u20113", "U+2011"}, // a hyphen that does not break
		{"Omega", "\u039fmega", "U+039F"},   // Greek Ο
	} {
		for _, names := range [][]string{{c.plain, c.other, c.plain}, {c.other, c.plain, c.other}} {
			i := 0
			in := data.NewIntake(data.LLMRun{}.Schema())
			for _, name := range names {
				r := run(8 << i)
				r.Nickname = name
				i++
				if !in.Add(data.RowOf(r), "runs", i) {
					t.Fatal(in.Problems)
				}
			}
			for _, f := range findings(in.Table(false)) {
				if f.Code != plausible.CodeLookAlike || names[f.Run] != c.other || f.Row != f.Run+1 || !strings.Contains(f.Message, c.sign) {
					t.Errorf("%q: got %+v", names, f)
				}
				names[f.Run] = ""
			}
			if slices.Contains(names, c.other) {
				t.Errorf("%q beside %q is not found", c.other, c.plain)
			}
		}
	}
}

func TestNamesOfOtherScriptsStand(t *testing.T) {
	in := data.NewIntake(data.LLMRun{}.Schema())
	for i, name := range []string{"GPT OSS 20B", "GPT OSS 120B", "Яндекс", "通义千问", "Ω model", "gpt oss 20b"} {
		r := run(8 << i)
		r.Nickname = name
		in.Add(data.RowOf(r), "runs", i+1)
	}
	if found := findings(in.Table(false)); len(found) > 0 {
		t.Errorf("got %+v", found)
	}
}

// A source that was given before has the name; its own look-alikes were left out.
func TestNamesThatLookLikeThoseOfAnotherSourceAreLeftOut(t *testing.T) {
	of := func(names ...string) data.Dataset {
		in := data.NewIntake(data.LLMRun{}.Schema())
		for i, name := range names {
			r := run(8 << i)
			r.Nickname = name
			in.Add(data.RowOf(r), "runs", i+1)
		}
		return data.NewDataset(data.Source{Name: "a"}, in.Table(false))
	}
	contributed := of("Qwen 3", "Qw\u0435n 3", "Llama", "\u039fmega")
	ds := rules.Beside(contributed, of("Llama"), of("Qwen 3"))
	if p := ds.Problems(); ds.Len() != 3 || len(p) != 1 || p[0].Row != 2 || p[0].Code != plausible.CodeLookAlike ||
		ds.Sources[0].LeftOut != 1 {
		t.Errorf("%d runs, %+v", ds.Len(), p)
	}
	if ds := rules.Beside(contributed, of("Phi")); ds.Len() != 4 || len(ds.Problems()) != 0 {
		t.Errorf("beside other names: %d runs, %+v", ds.Len(), ds.Problems())
	}
}

func findings(t data.Table) []plausible.Finding {
	return slices.Concat(slices.Collect(rules.Findings(t))...)
}
