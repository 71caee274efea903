package mlenergy_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// The published data, written by two writers, is what the reference says it is:
// the same keys, numbers, missing values and order.
func TestPublishedDataIsReadExactly(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		for _, writer := range []string{"compiled", "compiled-alt"} {
			t.Run(writer, func(t *testing.T) {
				d, err := mlenergy.Open(filepath.Join(root, "data", "mlenergy-v3", writer), mlenergy.Options{StableOnly: true})
				if err != nil {
					t.Fatal(err)
				}
				if problems := d.Problems(); len(problems) > 0 {
					t.Error(problems)
				}
				if s := d.Sources[0]; s.Runs != d.Len() || s.LeftOut != 0 || s.Kind != "compiled" || s.Synthetic {
					t.Errorf("got source %+v", s)
				}
				compare(t, d.LLM(), filepath.Join(root, "reference", "compiled-expected", "llm.json"))
				compare(t, d.Diffusion(), filepath.Join(root, "reference", "compiled-expected", "diffusion.json"))
			})
		}
	})
}

func compare[R data.Record](t *testing.T, runs data.Runs[R], reference string) {
	t.Helper()
	file, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := runs.WriteJSON(&written); err != nil {
		t.Fatal(err)
	}
	var got, want []map[string]any
	if err := json.Unmarshal(written.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &want); err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("got %d runs, want %d", len(got), len(want))
	}
	for i := range want {
		want[i]["run"] = runs.Run(i) // no source states it
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("run %d: got %v, want %v", i, got[i], want[i])
		}
	}
}

func BenchmarkOpenPublishedData(b *testing.B) {
	path := filepath.Join(shared.Whole(b), "data", "mlenergy-v3", "compiled")
	for b.Loop() {
		if _, err := mlenergy.Open(path, mlenergy.Options{StableOnly: true}); err != nil {
			b.Fatal(err)
		}
	}
}
