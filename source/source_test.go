package source_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/data/hub/hubtest"
	"github.com/jouleboard/jouleboard/source"
)

func TestParseRefusesWhatCannotBe(t *testing.T) {
	for given, want := range map[string]string{
		"":                      "is empty; give a path or URL",
		"sample:x":              "sample: takes no path",
		"raw:":                  "give a DIR after raw:",
		"raw:https://a.example": "raw: reads files, not URLs",
		"hf://name":             "",
		"nonsense:x":            `unknown prefix "nonsense:"; use one of sample:, table:, compiled:`,
	} {
		if _, err := source.Parse(given); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", given, err, want)
		}
	}
}

func TestNameKeepsPasswordsToItself(t *testing.T) {
	s, err := source.Parse("https://me:secret@a.example/data/?token=x")
	if err != nil {
		t.Fatal(err)
	}
	if s.Name() != "https://a.example/data/" || s.Path() != "" {
		t.Errorf("name %q, path %q", s.Name(), s.Path())
	}
}

// A source that fails does not keep the others from being read.
func TestErrorTellsOfEverySourceAndTheDatasetHasTheRest(t *testing.T) {
	empty := t.TempDir()
	ds, err := source.Open(t.Context(), empty, "sample:", filepath.Join(empty, "none"))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{empty + ": no results found; the formats are", "none: no such file or directory"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %q", err, want)
		}
	}
	if ds.Parts[0].Err == nil || ds.Parts[1].Err != nil || ds.LLM().Len() != ds.Parts[1].Data.LLM().Len() || ds.LLM().Len() == 0 {
		t.Errorf("%d runs; %v, %v", ds.LLM().Len(), ds.Parts[0].Err, ds.Parts[1].Err)
	}
}

func TestStrictMakesProblemsErrors(t *testing.T) {
	dir, clean := compiled()
	defer clean()
	runs := filepath.Join(dir, "runs", "llm.parquet")
	bad := data.LLMRun{Domain: "llm", Task: "gpqa"} // no model, no energy
	f, err := os.Create(runs)
	if err != nil {
		t.Fatal(err)
	}
	good, err := source.Open(t.Context(), "sample:")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(data.NewRuns([]data.LLMRun{bad, good.LLM().At(0)}, false).WriteParquet(f, nil), f.Close()); err != nil {
		t.Fatal(err)
	}
	if ds, err := source.Open(t.Context(), dir); err != nil || len(ds.Problems()) == 0 {
		t.Errorf("not strict: %v", err)
	}
	if _, err := (source.Options{Strict: true}).Open(t.Context(), dir); !errors.As(err, new(data.Problem)) {
		t.Errorf("strict: %v", err)
	}
}

// mirrored is a compiled directory with raw files on a Hub.
func mirrored(t *testing.T) (*hubtest.Server, source.Options) {
	t.Helper()
	dir, clean := compiled()
	t.Cleanup(clean)
	s := hubtest.Start()
	t.Cleanup(s.Close)
	s.Commit("acme/bench", filesOf(dir))
	return s, source.Options{Hub: onHub(s, filepath.Join(dir, "cache"))}
}

func onHub(s *hubtest.Server, cache string) *source.Hub {
	return &source.Hub{Options: hub.Options{Endpoint: s.URL, Cache: cache}}
}

// results counts the requests for raw files since the last time.
func results(s *hubtest.Server) (n int) {
	for _, r := range s.Log() {
		if strings.Contains(r.Path, "/resolve/") && strings.HasSuffix(r.Path, "results.json") {
			n++
		}
	}
	return n
}

func TestRawFilesAreFetchedOnceAndForTheRunsAskedFor(t *testing.T) {
	s, o := mirrored(t)
	ds, err := o.Open(t.Context(), "hf://acme/bench")
	if err != nil {
		t.Fatal(err)
	}
	if n := results(s); n != 0 {
		t.Errorf("opening fetched %d raw files", n)
	}
	small := ds.LLM().Batch(data.Exactly(8))
	for range 2 {
		for l, err := range ds.InterTokenLatencies(t.Context(), small) {
			if err != nil || len(l.Seconds) != 5 {
				t.Errorf("%d latencies, %v", len(l.Seconds), err)
			}
		}
	}
	if n := results(s); n != 1 {
		t.Errorf("%d raw files fetched for one run, want 1", n)
	}
	if err := ds.Prefetch(t.Context(), ds.LLM().Table, ds.Diffusion().Table); err != nil || results(s) != 1 {
		t.Errorf("prefetch: %v, want one more file", err)
	}
	for r := range ds.LLM().All() {
		if !ds.HasFetched(r.ResultsPath.Or("")) {
			t.Errorf("%v is not there", r.ResultsPath)
		}
	}
}

func TestAllowDecidesWhetherRawFilesAreFetched(t *testing.T) {
	s, o := mirrored(t)
	no := errors.New("no")
	o.Allow = func(name string, files int, bytes int64) error {
		if files == 2 && bytes > 1000 && name == "hf://acme/bench" {
			return no
		}
		return nil
	}
	ds, err := o.Open(t.Context(), "hf://acme/bench")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range ds.OutputLengths(t.Context(), ds.LLM(), false) {
		if !errors.Is(err, no) {
			t.Errorf("read: %v", err)
		}
	}
	if n := results(s); n != 0 {
		t.Errorf("%d raw files fetched", n)
	}
}

// Without network, what is in the cache is read; of the rest each run has its error.
func TestOfflineReadsWhatTheCacheHas(t *testing.T) {
	s, o := mirrored(t)
	ds, err := o.Open(t.Context(), "hf://acme/bench")
	if err != nil {
		t.Fatal(err)
	}
	if err := ds.Prefetch(t.Context(), ds.LLM().Batch(data.Exactly(8)).Table); err != nil {
		t.Fatal(err)
	}
	o.Hub = onHub(s, o.Hub.Cache)
	o.Hub.Offline = true
	s.Log()
	if ds, err = o.Open(t.Context(), "hf://acme/bench"); err != nil {
		t.Fatal(err)
	}
	read, failed := 0, 0
	for _, err := range ds.OutputLengths(t.Context(), ds.LLM(), false) {
		if err == nil {
			read++
		} else {
			failed++
		}
	}
	if read != 1 || failed != 1 || len(s.Log()) != 0 {
		t.Errorf("%d runs read, %d not", read, failed)
	}
}

func TestPrefetchSaysWhatIsNotThereOffline(t *testing.T) {
	s, o := mirrored(t)
	if _, err := o.Open(t.Context(), "hf://acme/bench"); err != nil {
		t.Fatal(err)
	}
	o.Hub = onHub(s, o.Hub.Cache)
	o.Hub.Offline = true
	ds, err := o.Open(t.Context(), "hf://acme/bench")
	if err != nil {
		t.Fatal(err)
	}
	const want = "hf://acme/bench: 2 files of raw results not in the cache"
	if err := ds.Prefetch(t.Context(), ds.LLM().Table); !errors.Is(err, hub.Offline) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v", err)
	}
}

func TestWithoutRawFilesReadingThemIsOneError(t *testing.T) {
	ds, err := source.Open(t.Context(), "sample:")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, err := range source.Timelines(t.Context(), ds, ds.Diffusion(), "temperature") {
		all = append(all, fmt.Sprint(err))
	}
	if len(all) != 1 || !strings.HasPrefix(all[0], "sample:: no raw files") {
		t.Errorf("%q", all)
	}
}
