package leaderboard

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// published is the small sample as a reader finds it: without what the format
// does not carry.
func smallTree(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := Files(sample(), "2026-02-16")
	if err != nil {
		t.Fatal(err)
	}
	tree := map[string][]byte{}
	for _, f := range files {
		tree[f.Path] = f.Bytes
	}
	return tree
}

func writeTree(t testing.TB, tree map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for path, text := range tree {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func readTree(t testing.TB, tree map[string][]byte) data.Dataset {
	t.Helper()
	ds, err := Read(context.Background(), writeTree(t, tree), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

func TestWhatIsWrittenReadsBackAndIsWrittenAgain(t *testing.T) {
	tree := smallTree(t)
	ds := readTree(t, tree)
	if p := ds.Problems(); len(p) != 0 {
		t.Fatal(p)
	}
	files, err := Files(ds, ds.Date())
	if err != nil || len(files) != len(tree) {
		t.Fatalf("%d files of %d, %v", len(files), len(tree), err)
	}
	for _, f := range files {
		if !bytes.Equal(f.Bytes, tree[f.Path]) {
			t.Errorf("%s changed", f.Path)
		}
	}
}

func TestWhatTheFormatLacksIsMissingAndNotComputed(t *testing.T) {
	ds := readTree(t, smallTree(t))
	r := ds.LLM().Model("org/model-0").Task("gpqa").At(0)
	if r.RequestThroughputReqPerSec.Present() || r.Seed.Present() || r.TotalOutputTokens.Present() || r.MeanITLMillis.Present() ||
		r.ResultsPath.Present() {
		t.Errorf("got %+v", r)
	}
	if r.P50ITLMillis != r.MedianITLMillis || r.P50ITLMillis != 10 || !r.IsStable || r.Domain != "llm" {
		t.Errorf("got %+v", r)
	}
	if ds.LLM().Unstable().Err() == nil {
		t.Error("asking for unstable runs is no error, though none are published")
	}
	if v := ds.Diffusion().Task(data.TextToVideo).At(0); v.Domain != "diffusion" || v.Height != 1024 || v.NumFrames != data.Some(81) ||
		v.UseTorchCompile.Present() {
		t.Errorf("got %+v", v)
	}
}

func TestSourceSaysWhatWasRead(t *testing.T) {
	tree := smallTree(t)
	a, b := readTree(t, tree), readTree(t, tree)
	s := a.Sources[0]
	if s.Kind != "json" || s.Date != "2026-02-16" || s.Runs != a.Len() || s.LeftOut != 0 || s.Synthetic {
		t.Errorf("got %+v", s)
	}
	if s.Revision != b.Sources[0].Revision || !strings.HasPrefix(s.Revision, "sha256:") {
		t.Errorf("got %s and %s", s.Revision, b.Sources[0].Revision)
	}
	tree["tasks/riddles.json"] = bytes.Replace(tree["tasks/riddles.json"], []byte("B200"), []byte("H100"), 1)
	if c := readTree(t, tree); c.Sources[0].Revision == s.Revision {
		t.Error("another content has the same revision")
	}
}

func TestASyntheticTreeStaysSynthetic(t *testing.T) {
	tree := smallTree(t)
	tree["meta.json"] = []byte(`{"synthetic": true}`)
	if !readTree(t, tree).Synthetic() {
		t.Error("invented numbers became measured ones")
	}
}

func TestProgressEndsWithAllFilesDone(t *testing.T) {
	var last [2]int
	calls := 0
	_, err := Read(context.Background(), writeTree(t, smallTree(t)), Options{Progress: func(done, total int) {
		calls++
		if done != calls || total < done {
			t.Errorf("call %d says %d of %d", calls, done, total)
		}
		last = [2]int{done, total}
	}})
	if want := 1 + 5 + 10; err != nil || last != [2]int{want, want} {
		t.Errorf("got %v, %v, want %d", last, err, want)
	}
}

func TestARowGivenTwiceIsTakenOnce(t *testing.T) {
	tree := smallTree(t)
	text := string(tree["tasks/gpqa.json"])
	start, end := strings.Index(text, "    {"), strings.Index(text, "},\n")+3
	tree["tasks/gpqa.json"] = []byte(text[:start] + text[start:end] + text[start:])
	ds := readTree(t, tree)
	const want = "duplicate of row 1 of tasks/gpqa.json"
	if p := ds.Problems(); ds.Len() != 42 || len(p) != 1 || p[0].Row != 2 || !strings.Contains(p[0].Message, want) {
		t.Errorf("got %d runs, %v", ds.Len(), p)
	}
}

func TestRepeatsGetTheirOwnHistograms(t *testing.T) {
	ds := readTree(t, smallTree(t))
	repeats := ds.LLM().Task("gpqa").Model("org/model-0").Batch(data.Exactly(8))
	if repeats.Len() != 2 {
		t.Fatalf("got %d runs", repeats.Len())
	}
	a, b := repeats.Lengths(0), repeats.Lengths(1)
	if a == nil || b == nil || slices.Equal(a.Counts, b.Counts) {
		t.Errorf("got %v and %v", a, b)
	}
}

func TestRowsThatAgreeInAllSharedFieldsAreTakenInOrder(t *testing.T) {
	// the nickname stands in the task file alone
	a, b := llmRun("gpqa", "org/m", 1, 8, 1), llmRun("gpqa", "org/m", 1, 8, 1)
	b.Nickname = "another"
	ds := withLengths(dataset([]data.LLMRun{a, b}), map[data.LLMRun]*data.OutputLengths{
		a: {Edges: []float64{0, 1}, Counts: []int{1}}, b: {Edges: []float64{0, 1}, Counts: []int{2}},
	})
	files, _ := Files(ds, "")
	tree := map[string][]byte{}
	for _, f := range files {
		tree[f.Path] = f.Bytes
	}
	back := readTree(t, tree)
	if lengths := lengthsIn(back); len(back.Problems()) != 0 || lengths[a].Counts[0] != 1 || lengths[b].Counts[0] != 2 {
		t.Errorf("got %v, problems %v", lengths, back.Problems())
	}
}

func TestAFileWithoutItsDomainIsKnownByItsKeys(t *testing.T) {
	tree := smallTree(t)
	tree["tasks/text-to-image.json"] = bytes.Replace(tree["tasks/text-to-image.json"], []byte(`"architecture": "diffusion",`), nil, 1)
	if ds := readTree(t, tree); ds.Diffusion().Len() != 4 || len(ds.Problems()) != 0 {
		t.Errorf("got %d diffusion runs, problems %v", ds.Diffusion().Len(), ds.Problems())
	}
}

func TestAnIndexThatCannotBeUsedIsAnError(t *testing.T) {
	many := `"t0"`
	for i := range maxTasks {
		many += fmt.Sprintf(`, "t%d"`, i+1)
	}
	for name, c := range map[string]struct{ text, want string }{
		"a web page":     {"<html>", "got a web page, not JSON"},
		"no object":      {"[]", "expected an object with a list of tasks"},
		"no tasks":       {`{"Tasks": []}`, "expected an object with a list of tasks"},
		"too many tasks": {`{"tasks": [` + many + `]}`, "expected at most 200 tasks, got 201"},
		"cut short":      {`{"tasks": [`, "line 1: the file ends where a value should be"},
		"too deep":       {strings.Repeat("[", 100_000), "expected at most 32 levels"},
		"more after it":  {`{"tasks": []} x`, "line 1: expected the end of the file, got 'x'"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := writeTree(t, map[string][]byte{"index.json": []byte(c.text)})
			_, err := Read(context.Background(), dir, Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "use the URL or directory") {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestADirectoryOrItsIndexCanBeNamed(t *testing.T) {
	dir := writeTree(t, smallTree(t))
	if !IsDirectory(dir) || IsDirectory(filepath.Join(dir, "tasks")) || IsDirectory(t.TempDir()) {
		t.Error("a leaderboard is not told from other directories")
	}
	for _, where := range []string{dir, dir + "/", filepath.Join(dir, "index.json")} {
		if ds, err := Read(context.Background(), where, Options{}); err != nil || ds.Len() != 42 || ds.Sources[0].Name != where {
			t.Errorf("%s: got %d runs, %v", where, ds.Len(), err)
		}
	}
	if _, err := Read(context.Background(), filepath.Join(dir, "none"), Options{}); err == nil ||
		!strings.Contains(err.Error(), "give a directory that contains index.json") {
		t.Errorf("got %v", err)
	}
}

func TestNoLinkLeadsOutOfTheDirectory(t *testing.T) {
	tree := smallTree(t)
	secret := writeTree(t, map[string][]byte{"gpqa.json": tree["tasks/gpqa.json"]})
	delete(tree, "tasks/gpqa.json")
	dir := writeTree(t, tree)
	shared.Link(t, filepath.Join(secret, "gpqa.json"), filepath.Join(dir, "tasks", "gpqa.json"))
	ds, err := Read(context.Background(), dir, Options{})
	if err != nil || ds.LLM().Task("gpqa").Len() != 0 || len(ds.Problems()) != 1 {
		t.Errorf("got %d runs through the link, %v, %v", ds.LLM().Task("gpqa").Len(), ds.Problems(), err)
	}
}

func TestAFileOverTheLimitIsLeftOut(t *testing.T) {
	dir := writeTree(t, smallTree(t))
	ds, err := Read(context.Background(), dir, Options{MaxBytes: 5000})
	if err != nil || ds.LLM().Task("gpqa").Len() != 0 || !strings.Contains(ds.Problems()[0].Message, "larger than 5000 bytes") {
		t.Errorf("got %v, %v", ds.Problems(), err)
	}
}

func TestAReadThatIsStoppedIsAnError(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Read(ctx, writeTree(t, smallTree(t)), Options{}); err == nil || !strings.Contains(err.Error(), "context canceled") {
		t.Errorf("got %v", err)
	}
}
