package pipeline

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/jouleboard/jouleboard/data/mlenergy/compile"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/shared"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

// compiled is the directory that compile --skip-raw writes, and its problems.
func compiled(t testing.TB, roots []string, config string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "compiled")
	c, err := compile.Gather(context.Background(), roots, compile.Options{SkipRaw: true, Raw: raw.Options{ConfigDir: config}})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Write(out, compile.Card{}); err != nil {
		t.Fatal(err)
	}
	var problems bytes.Buffer
	for _, p := range c.Dataset.Problems() {
		if err := writeLines(&problems, []any{p}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(out, "problems.jsonl"), problems.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return out
}

// run runs a plan on Prism.
func run(t testing.TB, p Plan) error {
	t.Helper()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	graph, s := beam.NewPipelineWithRoot()
	Build(s, p)
	return ptest.Run(graph)
}

// planTo is a plan that writes to a new directory.
func planTo(t testing.TB, roots ...string) Plan {
	dir := t.TempDir()
	return Plan{Results: roots, Out: filepath.Join(dir, "out"), Notes: filepath.Join(dir, "notes")}
}

// filesIn reads all files below a local directory.
func filesIn(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// same reports files that differ between what compile wrote and a job did.
func same(t testing.TB, want string, p Plan) {
	t.Helper()
	expected := filesIn(t, want)
	got := filesIn(t, p.Out)
	got["problems.jsonl"] = filesIn(t, p.Notes)["problems.jsonl"]
	for name, content := range expected {
		if other, there := got[name]; !there || other != content {
			t.Errorf("%s: %d bytes, want the %d of compile (there: %v)", name, len(other), len(content), there)
		}
		delete(got, name)
	}
	for name := range got {
		t.Errorf("%s: compile writes no such file", name)
	}
}

func TestAJobEqualsCompile(t *testing.T) {
	x := newCorpus(t)
	want := compiled(t, []string{x.root}, "")
	for _, decoders := range []int{1, 2, 8} {
		p := planTo(t, x.root)
		p.Workers = decoders
		if err := run(t, p); err != nil {
			t.Fatal(err)
		}
		same(t, want, p)
	}
	p := planTo(t, x.root)
	if err := run(t, p); err != nil {
		t.Fatal(err)
	}
	dead := filesIn(t, p.Notes)["undecodable.jsonl"]
	if strings.Count(dead, "\n") != 1 || !strings.Contains(dead, runDir("small", 128)) {
		t.Errorf("undecodable files: %s", dead)
	}
}

func TestAJobEqualsCompileOnTheReference(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		results := filepath.Join(root, "reference", "raw")
		p := planTo(t, results)
		if err := run(t, p); err != nil {
			t.Fatal(err)
		}
		same(t, compiled(t, []string{results}, ""), p)
	})
}

// Several roots, one of which holds the configurations, are judged together.
func TestSeveralRootsAreJudgedTogether(t *testing.T) {
	a, b := newCorpus(t), newCorpus(t)
	move := runDir("large", 16)
	if err := os.RemoveAll(filepath.Join(a.root, filepath.FromSlash(move))); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{runDir("large", 8), runDir("large", 32), runDir("large", 64), runDir("small", 8), "configs"} {
		if err := os.RemoveAll(filepath.Join(b.root, filepath.FromSlash(dir))); err != nil {
			t.Fatal(err)
		}
	}
	roots := []string{a.root, b.root}
	p := planTo(t, roots...)
	if err := run(t, p); err != nil {
		t.Fatal(err)
	}
	same(t, compiled(t, roots, ""), p)
}

// disorder reverses and doubles what it gets: an engine may deliver in any order
// and, where it lost an answer, again.
type disorder struct{}

func (disorder) ProcessElement(_ []byte, all func(*string) bool, emit func(string)) {
	var texts []string
	for text := ""; all(&text); {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	slices.Reverse(texts)
	for range 2 {
		for _, text := range texts {
			emit(text)
		}
	}
}

func init() { register.DoFn3x0[[]byte, func(*string) bool, func(string)](&disorder{}) }

func TestOrderAndRepetitionDoNotMatter(t *testing.T) {
	x := newCorpus(t)
	p := planTo(t, x.root)
	graph, s := beam.NewPipelineWithRoot()
	places, missed := searched(s, p)
	again := beam.ParDo(s, &disorder{}, beam.Impulse(s), beam.SideInput{Input: places})
	finish(s, p, again, missed)
	if err := ptest.Run(graph); err != nil {
		t.Fatal(err)
	}
	same(t, compiled(t, []string{x.root}, ""), p)
}

// A root on another file system gives what the same root here gives.
func TestAnotherFileSystem(t *testing.T) {
	x := newCorpus(t)
	at := "memfs://" + strings.TrimPrefix(x.root, "/")
	upload(t, x.root, at)
	p := planTo(t, at)
	p.Notes = "memfs://notes" + x.root
	if err := run(t, p); err != nil {
		t.Fatal(err)
	}
	local := planTo(t, x.root)
	local.Out = p.Out
	local.Notes = t.TempDir()
	download(t, p.Notes, local.Notes)
	same(t, compiled(t, []string{x.root}, ""), local)
}

func upload(t testing.TB, dir, at string) {
	t.Helper()
	system, err := filesystem.New(context.Background(), at)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range filesIn(t, dir) {
		if err := filesystem.Write(context.Background(), system, at+"/"+name, []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
}

func download(t testing.TB, at, dir string) {
	t.Helper()
	s, err := open(context.Background(), at)
	if err != nil {
		t.Fatal(err)
	}
	names, err := s.under(context.Background(), "", 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := s.fetch(context.Background(), name, dir); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTracesAndLatenciesComeFromTheSamePass(t *testing.T) {
	x := newCorpus(t)
	p := planTo(t, x.root)
	p.Traces, p.Latencies = true, true
	if err := run(t, p); err != nil {
		t.Fatal(err)
	}
	notes := filesIn(t, p.Notes)
	if got := strings.Count(notes["latencies.jsonl"], "itl_mix_loc"); got != 8 {
		t.Errorf("latencies of %d runs, want 8:\n%s", got, notes["latencies.jsonl"])
	}
	for _, name := range []string{"llm/gpqa/org/small/H100-1", "llm/gpqa/org/large/H100-1", "diffusion/text-to-image/org/painter/H100"} {
		if len(notes["traces/"+name+".parquet"]) == 0 {
			t.Errorf("no traces of %s", name)
		}
	}
	again := planTo(t, x.root)
	again.Traces, again.Latencies, again.Workers = true, true, 1
	if err := run(t, again); err != nil {
		t.Fatal(err)
	}
	for name, content := range filesIn(t, again.Notes) {
		if notes[name] != content {
			t.Errorf("%s differs between two jobs", name)
		}
	}
}

func TestPlansThatCannotWork(t *testing.T) {
	good := Plan{Results: []string{"/a"}, Out: "/b", Notes: "/c"}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*Plan){
		"--results":            func(p *Plan) { p.Results = nil },
		"--out":                func(p *Plan) { p.Out = "" },
		"none is in the other": func(p *Plan) { p.Notes = "/b/notes" },
		"into what is read":    func(p *Plan) { p.Out = "/a/out" },
		"--decoders":           func(p *Plan) { p.Workers = -1 },
		"--license":            func(p *Plan) { p.License = "My Own" },
		"--title":              func(p *Plan) { p.Title = "a\nb" },
		"nosuch":               func(p *Plan) { p.Results = []string{"nosuch://a"} },
	} {
		p := good
		spoil(&p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want …%s…", err, want)
		}
	}
}
