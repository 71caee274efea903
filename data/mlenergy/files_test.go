package mlenergy_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/internal/shared"
)

func structs[R any](t testing.TB, rows []R) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := parquet.Write(&file, rows); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestDetectionLooksAtContent(t *testing.T) {
	runs := sampleRuns(t)
	llm := exported(t, runs.LLM())
	dir := tree{
		"llm/runs/llm.parquet": llm, "diffusion/runs/diffusion.parquet": exported(t, runs.Diffusion()),
		"other/runs/readme.txt": nil, "renamed.bin": llm, "page.parquet": []byte("<!doctype html>"), "short": []byte("PA"),
		"cut.parquet": llm[:50],
	}.dir(t)
	for name, want := range map[string]bool{
		"llm": true, "diffusion": true, "other": false, "renamed.bin": true, "page.parquet": false, "short": false, "cut.parquet": true,
		"absent": false,
	} {
		if got := mlenergy.IsCompiled(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

func TestASingleFileTellsItsRecordsByItsColumns(t *testing.T) {
	runs := sampleRuns(t)
	dir := tree{
		"a.bin": exported(t, runs.LLM()), "b.bin": exported(t, runs.Diffusion()),
		"c.bin": structs(t, []struct{ Color string }{{"red"}}),
	}.dir(t)
	sameRuns(t, open(t, filepath.Join(dir, "a.bin"), mlenergy.Options{}).LLM(), runs.LLM())
	sameRuns(t, open(t, filepath.Join(dir, "b.bin"), mlenergy.Options{}).Diffusion(), runs.Diffusion())
	if _, err := mlenergy.Open(filepath.Join(dir, "c.bin"), mlenergy.Options{}); err == nil ||
		!strings.Contains(err.Error(), "neither LLM nor diffusion runs") {
		t.Errorf("got %v", err)
	}
}

func TestAProblemOfASingleFileNamesIt(t *testing.T) {
	runs := sampleRuns(t).LLM()
	columns := change(columnsOf(runs), "num_gpus", set(0, int64(-1)))
	d := open(t, filepath.Join(tree{"x.parquet": write(t, columns)}.dir(t), "x.parquet"), mlenergy.Options{})
	if p := d.Problems(); len(p) != 1 || p[0].File != "x.parquet" {
		t.Errorf("got %v", p)
	}
}

func TestNothingToReadIsAnError(t *testing.T) {
	dir := tree{"runs/other.parquet": nil, "empty": nil, "page": []byte("<!doctype html>")}.dir(t)
	for name, want := range map[string]string{
		"absent": "no such file", "": "neither runs/llm.parquet nor runs/diffusion.parquet", "empty": "empty", "page": "does not start with PAR1",
	} {
		if _, err := mlenergy.Open(filepath.Join(dir, name), mlenergy.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", name, err, want)
		}
	}
}

func TestATruncatedFileIsAProblemAndTheOtherLoads(t *testing.T) {
	runs := sampleRuns(t)
	whole, other := exported(t, runs.LLM()), exported(t, runs.Diffusion())
	for _, length := range []int{0, 3, 4, 11, 12, len(whole) / 2, len(whole) - 9, len(whole) - 8, len(whole) - 1} {
		d := open(t, tree{"runs/llm.parquet": whole[:length], "runs/diffusion.parquet": other}.dir(t), mlenergy.Options{})
		if p := d.Problems(); len(p) != 1 || p[0].File != "runs/llm.parquet" || !strings.Contains(p[0].Message, "file left out") {
			t.Errorf("%d bytes: %v", length, p)
		}
		if d.LLM().Len() != 0 || d.Diffusion().Len() != runs.Diffusion().Len() {
			t.Errorf("%d bytes: %d and %d runs", length, d.LLM().Len(), d.Diffusion().Len())
		}
	}
}

// A flipped byte may change a value that nothing checks; it never adds a run,
// ends the program or goes unmentioned when rows are lost.
func TestFlippedBytesLoseNoRunSilently(t *testing.T) {
	runs := sampleRuns(t).LLM()
	whole := exported(t, runs)
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		bad := slices.Clone(whole)
		at := 4 + r.IntN(len(bad)-8)
		bad[at] ^= byte(1 + r.IntN(255))
		d := open(t, tree{"runs/llm.parquet": bad}.dir(t), mlenergy.Options{})
		if s := d.Sources[0]; s.Runs > runs.Len() || s.Runs < runs.Len() && len(s.Problems) == 0 {
			t.Errorf("byte %d: %d of %d runs, problems %v", at, s.Runs, runs.Len(), s.Problems)
		}
	}
}

// A benchmark of one kind of model has an empty file for the other.
func TestAFileWithoutRowsIsAProblemWhereThereIsNoOtherRun(t *testing.T) {
	empty, some := exported(t, data.NewRuns[data.LLMRun](nil, false)), exported(t, sampleRuns(t).Diffusion())
	d := open(t, tree{"runs/llm.parquet": empty, "runs/diffusion.parquet": some}.dir(t), mlenergy.Options{})
	if p := d.Problems(); len(p) != 0 {
		t.Errorf("beside other runs: got %v", p)
	}
	d = open(t, tree{"runs/llm.parquet": empty}.dir(t), mlenergy.Options{})
	if p := d.Problems(); len(p) != 1 || !strings.Contains(p[0].Message, "no rows") {
		t.Errorf("alone: got %v", p)
	}
}

func TestADeviceIsNotRead(t *testing.T) {
	dir := tree{"runs/diffusion.parquet": exported(t, sampleRuns(t).Diffusion())}.dir(t)
	shared.Link(t, "/dev/zero", filepath.Join(dir, "runs", "llm.parquet"))
	d := open(t, dir, mlenergy.Options{})
	if p := d.Problems(); len(p) != 1 || !strings.Contains(p[0].Message, "leads out of the directory") {
		t.Errorf("got %v", p)
	}
}

func TestTheSourceSaysWhereTheDataComeFrom(t *testing.T) {
	runs := sampleRuns(t)
	files := map[string]map[string]string{
		"runs/llm.parquet":       {"data_date": "2026-03-01"},
		"runs/diffusion.parquet": {"data_date": "2026-04-01", "synthetic": "true"},
	}
	var llm, diffusion bytes.Buffer
	if err := runs.LLM().WriteParquet(&llm, files["runs/llm.parquet"]); err != nil {
		t.Fatal(err)
	}
	if err := runs.Diffusion().WriteParquet(&diffusion, files["runs/diffusion.parquet"]); err != nil {
		t.Fatal(err)
	}
	dir := tree{"runs/llm.parquet": llm.Bytes(), "runs/diffusion.parquet": diffusion.Bytes()}.dir(t)
	sum := sha256.Sum256(append(slices.Clone(llm.Bytes()), diffusion.Bytes()...))
	want := data.Source{
		Name: dir, Kind: "compiled", Revision: "sha256:" + hex.EncodeToString(sum[:]), Date: "2026-04-01",
		Synthetic: true, Runs: runs.LLM().Len() + runs.Diffusion().Len(),
	}
	got := open(t, dir, mlenergy.Options{}).Sources[0]
	if len(got.Problems) != 0 {
		t.Error(got.Problems)
	}
	got.Problems = nil
	if got.Name != want.Name || got.Kind != want.Kind || got.Revision != want.Revision || got.Date != want.Date ||
		got.Synthetic != want.Synthetic || got.Runs != want.Runs {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestAnImpossibleDateIsIgnoredAndNamed(t *testing.T) {
	var file bytes.Buffer
	if err := sampleRuns(t).LLM().WriteParquet(&file, map[string]string{"data_date": "2026-02-30"}); err != nil {
		t.Fatal(err)
	}
	d := open(t, tree{"runs/llm.parquet": file.Bytes()}.dir(t), mlenergy.Options{})
	if p := d.Problems(); d.Sources[0].Date != "" || len(p) != 1 || p[0].Field != "data_date" {
		t.Errorf("got date %q, problems %v", d.Sources[0].Date, p)
	}
}

func FuzzOpen(f *testing.F) {
	runs := sampleRuns(f)
	runs = runs.With(runs.LLM().GPU("H100").NumGPUs(data.Exactly(1)).Table)
	runs = runs.With(runs.Diffusion().NumGPUs(data.Exactly(1)).Table)
	f.Add(exported(f, runs.LLM()))
	f.Add(exported(f, runs.Diffusion()))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(dir, "x.parquet")
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := mlenergy.Open(path, mlenergy.Options{})
		if err != nil {
			return
		}
		if s := d.Sources[0]; s.Runs != d.Len() || s.LeftOut > 0 && len(s.Problems) == 0 {
			t.Errorf("%d runs, source %+v", d.Len(), s)
		}
	})
}
