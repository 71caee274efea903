package raw_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

func TestTheCascadeReachesLargerBatchesOfTheSameConfiguration(t *testing.T) {
	e := func(model string, gpus, batch int, reason string) raw.Evidence {
		return raw.Evidence{
			Group:      raw.Group{Task: "gpqa", ModelID: model, GPUModel: "H100", NumGPUs: data.Some(gpus)},
			MaxNumSeqs: data.Some(batch), Reason: reason,
		}
	}
	nowhere := e("a", 1, 0, "")
	nowhere.MaxNumSeqs = data.Opt[int]{}
	broken := nowhere
	broken.Reason = "broken"
	got := raw.Judge([]raw.Evidence{
		e("a", 1, 8, ""), e("a", 1, 32, "low"), e("a", 1, 16, "short"), e("a", 1, 16, ""), e("a", 1, 64, ""),
		e("a", 2, 64, ""), e("b", 1, 64, ""), nowhere, broken,
	})
	cascade := "cascade_from_unstable_batch:16"
	if want := []string{"", "low", "short", cascade, cascade, "", "", "", "broken"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheCascadeIgnoresOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		evidence := make([]raw.Evidence, 1+r.IntN(12))
		for i := range evidence {
			evidence[i] = raw.Evidence{Group: raw.Group{ModelID: fmt.Sprint(r.IntN(2))}, MaxNumSeqs: data.Some(1 << r.IntN(5))}
			if r.IntN(4) == 0 {
				evidence[i].Reason = fmt.Sprint("reason ", i)
			}
		}
		want := map[raw.Evidence]string{}
		for i, reason := range raw.Judge(evidence) {
			want[evidence[i]] = reason
		}
		r.Shuffle(len(evidence), func(i, j int) { evidence[i], evidence[j] = evidence[j], evidence[i] })
		for i, reason := range raw.Judge(evidence) {
			if reason != want[evidence[i]] {
				t.Fatalf("got %q, want %q for %v", reason, want[evidence[i]], evidence[i])
			}
		}
	}
}

func TestStabilityIsJudgedOverAllRoots(t *testing.T) {
	small, large := newTree(t), newTree(t)
	small.llm("model", 8, goodRunWith(t, "30.5", "3.5"))
	large.llm("model", 16, "")
	alone := open(t, raw.Options{}, large.root)
	if !alone.Dataset.LLM().At(0).IsStable {
		t.Error("the large batch alone is unstable")
	}
	c := open(t, raw.Options{}, large.root, small.root)
	reasons := data.Column(c.Dataset.LLM(), func(r data.LLMRun) string { return r.UnstableReason })
	if want := []string{"short_steady_state:3.5", "cascade_from_unstable_batch:8"}; !slices.Equal(reasons, want) {
		t.Errorf("got %q, want %q", reasons, want)
	}
	if names := []string{c.Dataset.Sources[0].Name, c.Dataset.Sources[1].Name}; !slices.Equal(names, []string{large.root, small.root}) {
		t.Errorf("got sources %q", names)
	}
	stable := open(t, raw.Options{StableOnly: true}, large.root, small.root)
	if stable.Dataset.LLM().Len() != 0 || len(stable.Files) != 2 {
		t.Errorf("stable only: got %d runs and %d files", stable.Dataset.LLM().Len(), len(stable.Files))
	}
}

// What several processes found apart is the same as what one finds.
func TestFindingsMayBeMadeApart(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, _ string) {
		whole := open(t, raw.Options{}, root)
		tree, err := raw.Find(context.Background(), []string{root}, raw.Options{})
		if err != nil {
			t.Fatal(err)
		}
		const shards = 7
		var all []raw.Finding
		for shard := shards - 1; shard >= 0; shard-- {
			var places []raw.Place
			for i, p := range tree.Places {
				if i%shards == shard {
					places = append(places, p)
				}
			}
			findings, err := tree.Read(context.Background(), places, raw.Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, findings...)
		}
		joined := tree.Admit(raw.JudgeFindings(all), raw.Options{})
		if !reflect.DeepEqual(contents(t, joined.Dataset), contents(t, whole.Dataset)) || !slices.Equal(joined.Files, whole.Files) {
			t.Error("the joined corpus differs from the whole one")
		}
	})
}

// The order of workers shows nowhere.
func TestWorkersDoNotShow(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, _ string) {
		one := open(t, raw.Options{Workers: 1}, root)
		many := open(t, raw.Options{Workers: 8}, root)
		if !reflect.DeepEqual(contents(t, one.Dataset), contents(t, many.Dataset)) || !slices.Equal(one.Files, many.Files) {
			t.Error("eight workers find something else than one")
		}
	})
}

func TestFastModeGivesTheSameRunsOfGoodFiles(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, _ string) {
		whole, fast := open(t, raw.Options{}, root), open(t, raw.Options{Fast: true}, root)
		paths := func(c *raw.Corpus) map[string]data.LLMRun {
			all := map[string]data.LLMRun{}
			for r := range c.Dataset.LLM().All() {
				all[pathOf(r)] = r
			}
			return all
		}
		got, want := paths(fast), paths(whole)
		for path, run := range want {
			// a key given twice counts as it first came
			if zoo := zooName(path); got[path] != run && zoo != "dup-key" && zoo != "prom-dup-key" {
				t.Errorf("%s: got %+v, want %+v", path, got[path], run)
			}
		}
		for path := range got {
			if _, ok := want[path]; !ok && !strings.Contains(path, "garbage-tail") {
				t.Errorf("%s is a run only in fast mode", path)
			}
		}
	})
}

// contents are all that a dataset holds, to be compared.
func contents(t *testing.T, ds data.Dataset) (all []any) {
	t.Helper()
	for _, runs := range ds.Tables {
		var text bytes.Buffer
		if err := runs.WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		all = append(all, text.String())
		for i := range runs.Len() {
			within, known := runs.Within(i)
			all = append(all, runs.Lengths(i), within, known)
		}
	}
	return append(all, ds.Sources)
}
