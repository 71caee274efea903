package mlenergy

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
)

// later is the field table of language models with a field that was added to it.
func later(t *testing.T) *data.Schema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "llm.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	added := "- {name: memory_gb, type: 'number?', label: Memory, unit: GB, help: GPU memory in use., is: [added]}\n"
	return data.MustDeclare(append(text, added...))
}

// fileOf writes three runs with the columns of a field table; of the last one, every
// field of that table is known.
func fileOf(t *testing.T, s *data.Schema) *columnfile.File {
	t.Helper()
	in := data.NewIntake(s)
	sample, err := Sample(Options{StableOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		run := data.NewRow(s)
		for _, f := range sample.LLM().Schema().Stated() {
			if err := run.Set(f.Name, sample.LLM().Value(i, f.Name)); err != nil {
				t.Fatal(err)
			}
		}
		if i == 2 && s.Has("memory_gb") {
			_ = run.Set("memory_gb", 71.5)
		}
		if !in.Add(run, "", i+1) {
			t.Fatal(in.Problems)
		}
	}
	var file bytes.Buffer
	if err := in.Table(true).WriteStated(&file, nil); err != nil {
		t.Fatal(err)
	}
	stored, err := columnfile.Open(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

func readAs(t *testing.T, s *data.Schema, file *columnfile.File) *loader {
	t.Helper()
	l := newLoader(nil, data.Source{}, Options{})
	l.llmRuns = data.NewIntake(s)
	l.llm("runs/llm.parquet", file)
	if l.llmRuns.Len() != 3 {
		t.Fatalf("%d of 3 runs, %v", l.llmRuns.Len(), l.source.Problems)
	}
	return l
}

// A file that was written before a field was added says nothing of it, which is no fault.
func TestAFileOfBeforeAFieldWasAddedLoads(t *testing.T) {
	l := readAs(t, later(t), fileOf(t, data.LLMRun{}.Schema()))
	if v := l.llmRuns.Table(true).Value(2, "memory_gb"); v != nil || len(l.source.Problems) > 0 {
		t.Errorf("got %v, problems %v", v, l.source.Problems)
	}
}

func TestAFileOfAfterAFieldWasAddedLoadsInTheProgramOfBefore(t *testing.T) {
	l := readAs(t, data.LLMRun{}.Schema(), fileOf(t, later(t)))
	if p := l.source.Problems; len(p) != 1 || p[0].Field != "memory_gb" || !strings.Contains(p[0].Message, "the rows are kept") {
		t.Errorf("got %v", p)
	}
}

func TestAFileOfAfterAFieldWasAddedHasItsValues(t *testing.T) {
	runs := readAs(t, later(t), fileOf(t, later(t))).llmRuns.Table(true)
	if runs.Value(0, "memory_gb") != nil || runs.Value(2, "memory_gb") != 71.5 {
		t.Errorf("got %v and %v", runs.Value(0, "memory_gb"), runs.Value(2, "memory_gb"))
	}
}
