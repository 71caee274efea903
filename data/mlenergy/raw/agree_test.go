package raw_test

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// bench is a tree with one run whose files change.
type bench struct {
	tree
	found *raw.Tree
	batch int
}

func newBench(t testing.TB) bench {
	x := newTree(t)
	x.llm("model", 8, "")
	found, err := raw.Find(context.Background(), []string{x.root}, raw.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return bench{x, found, 8}
}

// decode reads the run with these files; metrics is nil for none.
func (b bench) decode(results, metrics []byte) raw.Finding {
	b.t.Helper()
	dir := filepath.Join(b.root, runDir("model", b.batch))
	if err := os.WriteFile(filepath.Join(dir, "results.json"), results, 0o644); err != nil {
		b.t.Fatal(err)
	}
	var err error
	if metrics == nil {
		err = os.RemoveAll(filepath.Join(dir, "prometheus.json"))
	} else {
		err = os.WriteFile(filepath.Join(dir, "prometheus.json"), metrics, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	findings, err := b.found.Read(context.Background(), b.found.Places, raw.Options{Workers: 1})
	if err != nil {
		b.t.Fatal(err)
	}
	return findings[0]
}

// agree compares both decoders.
func (b bench) agree(results, metrics []byte) (kept bool) {
	b.t.Helper()
	fast, slow := b.decode(results, metrics), slowLLM(results, metrics, b.batch)
	if why := difference(fast, slow); why != "" {
		b.t.Fatalf("%s\nproblems %v\nfile %.3000q\nmetrics %.300q", why, fast.Problems, results, metrics)
	}
	return fast.LLM != nil
}

func difference(fast raw.Finding, slow slowRun) string {
	reason := fast.Reason
	if strings.HasPrefix(reason, "failed_to_load_results:") {
		reason = "failed"
	}
	if !strings.HasPrefix(reason, slow.reason) || (reason == "") != (slow.reason == "") {
		return fmt.Sprintf("got reason %q, want %q", fast.Reason, slow.reason)
	}
	if (fast.LLM == nil) != slow.left {
		return fmt.Sprintf("got run %v, want it left out: %v", fast.LLM != nil, slow.left)
	}
	if slow.reason != "failed" && !sameLengths(fast.Lengths, slow.lengths) {
		return fmt.Sprintf("got lengths %v, want %v", fast.Lengths, slow.lengths)
	}
	if slow.left {
		return ""
	}
	record := data.RowOf(*fast.LLM)
	for key, want := range slow.fields {
		if got := record.Value(key); !sameBits(got, want) {
			return fmt.Sprintf("%s: got %v, want %v", key, got, want)
		}
	}
	return ""
}

func sameBits(got, want any) bool {
	x, isFloat := got.(float64)
	y, wantFloat := want.(float64)
	if !isFloat || !wantFloat {
		return got == want
	}
	return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
}

func sameLengths(got *data.OutputLengths, want []int) bool {
	if got == nil || want == nil {
		return (got == nil) == (want == nil)
	}
	var all []int
	for i, n := range got.Lengths {
		for range got.Counts[i] {
			all = append(all, n)
		}
	}
	return slices.Equal(all, slices.Sorted(slices.Values(want)))
}

// llmFiles are the files of the LLM runs below a directory.
func llmFiles(t testing.TB, root string, most int64) (files [][2][]byte) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, "llm"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() != "results.json" {
			return err
		}
		if info, err := e.Info(); err != nil || info.Size() > most {
			return err
		}
		results, err := os.ReadFile(path)
		metrics, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "prometheus.json"))
		files = append(files, [2][]byte{results, metrics})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestTheDecodersAgreeOnTheReferenceCorpus(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, _ string) {
		files := llmFiles(t, root, 1<<30)
		b, kept := newBench(t), 0
		for _, f := range files {
			if b.agree(f[0], f[1]) {
				kept++
			}
		}
		if 2*kept < len(files) {
			t.Errorf("only %d runs of %d were kept", kept, len(files))
		}
	})
}

// A corpus of any seed and shape may be given by its directory; its makers are no
// part of the project.
func TestTheDecodersAgreeOnAnotherCorpus(t *testing.T) {
	root := os.Getenv("JOULEBOARD_RAW")
	if root == "" {
		t.Skip("no other corpus: set JOULEBOARD_RAW to its directory")
	}
	b := newBench(t)
	for _, f := range llmFiles(t, root, 100<<20) {
		b.agree(f[0], f[1])
	}
	c := open(t, raw.Options{}, root)
	t.Logf("%d files, %d runs, %d problems", len(c.Files), c.Dataset.Len(), len(c.Dataset.Problems()))
}

func TestTheDecodersAgreeOnDamagedFiles(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, _ string) {
		seeds := llmFiles(t, root, 40<<10)
		seeds = append(seeds, [2][]byte{[]byte(goodRun), []byte(`{"steady_state_stats": {"vllm:num_requests_running": 7.5}}`)})
		rounds := 1500
		if testing.Short() {
			rounds = 400
		}
		b, r, kept := newBench(t), rand.New(rand.NewPCG(5, 6)), 0
		for i := range rounds {
			seed := seeds[r.IntN(len(seeds))]
			if i%4 == 0 {
				seed = seeds[len(seeds)-1]
			}
			results, metrics := seed[0], seed[1]
			if r.IntN(8) == 0 && metrics != nil {
				metrics = damage(r, metrics)
			} else {
				results = damage(r, results)
			}
			if b.agree(results, metrics) {
				kept++
			}
		}
		if kept < rounds/10 {
			t.Errorf("only %d of %d damaged files were still runs", kept, rounds)
		}
	})
}

// damage changes a file, mostly so that it stays JSON.
func damage(r *rand.Rand, file []byte) []byte {
	file = slices.Clone(file)
	for range 1 + r.IntN(3) {
		if len(file) < 2 {
			return file
		}
		at := r.IntN(len(file) - 1)
		switch r.IntN(10) {
		case 0:
			file[at] = byte(r.Uint32())
		case 1:
			file = slices.Delete(file, at, at+1+r.IntN(min(20, len(file)-at)))
		case 2:
			file = file[:at]
		default:
			file = replaceValue(r, file, at)
		}
	}
	return file
}

var spare = []string{
	"null", "true", "false", "NaN", "Infinity", "-Infinity", "0", "-0.0", "-1", "1e400", "1e-400", "5e-324", "20", "19.999999999999996",
	"0.85", "123456789012345678901234567890", "0.00012345678901234567", "1.7976931348623157e308", "2.2250738585072011e-308",
	"9007199254740993",
	`""`, `"7"`, `" 30.5 "`, `"1_6"`, `"nan"`, `"x"`, `"31.9"`, "[]", "{}", "[1]", `{"a": 1}`, "[0, 0.5, 0]", `[[1, 2]]`, "1.5E+1",
	"01", "1.", ".5", "+1", "'x'", `"\ud800"`, `"\u0000"`, "\"\x01\"", "\"\xff\"",
}

// replaceValue puts another value in the place of the number or word at or
// behind an index.
func replaceValue(r *rand.Rand, file []byte, at int) []byte {
	const part = "0123456789+-.eEtrufalsnNIity"
	start := at
	for start < len(file) &&
		!(strings.ContainsRune("0123456789-tfnNI", rune(file[start])) && start > 0 && strings.ContainsRune(" [,:\n", rune(file[start-1]))) {
		start++
	}
	end := start
	for end < len(file) && strings.ContainsRune(part, rune(file[end])) {
		end++
	}
	return slices.Replace(file, start, end, []byte(spare[r.IntN(len(spare))])...)
}
