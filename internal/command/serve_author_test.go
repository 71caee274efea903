package command

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func save(t *testing.T, file, text string) {
	t.Helper()
	replace(t, file, func(half string) error { return os.WriteFile(half, []byte(text), 0o644) })
}

// replace puts a file in place in one step: on a busy machine a build could see it half
// written, and tests count builds.
func replace(t *testing.T, file string, write func(half string) error) {
	t.Helper()
	half := filepath.Join(t.TempDir(), filepath.Base(file))
	for _, err := range []error{os.MkdirAll(filepath.Dir(file), 0o755), write(half), os.Rename(half, file)} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

const post = "---\ntitle: A post\nsummary: One.\ndate: 2026-01-01\n---\n\nThere are "

func TestServeTellsPagesAFaultUntilItIsMended(t *testing.T) {
	texts := filepath.Join(t.TempDir(), "content")
	own, settings := filepath.Join(texts, "posts", "own.md"), filepath.Join(texts, "site.yaml")
	save(t, own, post+"{{ count(llm) }} runs.\n")
	save(t, settings, "name: First\n")
	source := filepath.Join(t.TempDir(), "llm.parquet")
	writeSource(t, source, llmRow(0))
	s := startServe(t, "--source", source, "--content", texts)
	events := s.events()
	expectBuild(t, events, 1)

	save(t, settings, "name: First\nnam: <b>\n")
	s.said("not rebuilt: " + settings + `:2: unknown key "nam"`)
	expectFault(t, events, 1, settings+`:2: unknown key "nam"`)
	if now := nextEvent(t, s.events()); now.Fault == "" {
		t.Error("a page that is opened later is not told")
	}
	save(t, settings, "name: Second\n")
	expectBuild(t, events, 2)

	save(t, own, post+"{{ cout(llm) }} runs.\n")
	s.said(own + ": line 7: .*did you mean \"count\"")
	expectFault(t, events, 2, own+": line 7: ")
	if _, _, page := s.get("/posts/own/"); !strings.Contains(page, "runs.</p>") {
		t.Error("the post with a fault took the good one's place")
	}
	save(t, own, post+"{{ count(llm) }} runs!\n")
	expectBuild(t, events, 3)
}

func TestAKnownProblemMayMove(t *testing.T) {
	source := filepath.Join(t.TempDir(), "llm.parquet")
	wrong := llmRow(3)
	wrong.ModelID = "../up"
	writeSource(t, source, llmRow(0), wrong)
	s := startServe(t, "--source", source)
	events := s.events()
	expectBuild(t, events, 1)
	writeSource(t, source, llmRow(0), llmRow(1), wrong)
	expectBuild(t, events, 2)
	writeSource(t, source, llmRow(0), wrong, wrong)
	expectFault(t, events, 2, "row 3: ")
}

func TestServeReadsResultsAgainOnlyWhenTheyChange(t *testing.T) {
	dir := t.TempDir()
	file, settings := filepath.Join(dir, "llm.parquet"), filepath.Join(dir, "my.yaml")
	writeSource(t, file, llmRow(0))
	published := filepath.Join(dir, "published")
	if err := run(t.Context(), io.Discard, io.Discard, []string{"build", "--source", file, "--out", published}); err != nil {
		t.Fatal(err)
	}
	var requests atomic.Int64
	files := http.FileServer(http.Dir(published))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	local := filepath.Join(dir, "more.parquet")
	writeSource(t, local, llmRow(1))
	save(t, settings, "name: First\n")
	s := startServe(t, "--source", server.URL, "--source", local, "--config", settings)
	events := s.events()
	expectBuild(t, events, 1)
	read := requests.Load()
	save(t, settings, "name: Second\n")
	expectBuild(t, events, 2)
	if _, _, page := s.get("/"); !strings.Contains(page, "Second") || requests.Load() != read || read == 0 {
		t.Errorf("%d requests for the results, %d before the settings changed", requests.Load(), read)
	}
	writeSource(t, local, llmRow(2))
	expectBuild(t, events, 3)
	if requests.Load() == read {
		t.Error("results changed and were not read again")
	}
}

func TestServeComparesWithABaseThatChanges(t *testing.T) {
	dir := t.TempDir()
	base, source, past := filepath.Join(dir, "base.parquet"), filepath.Join(dir, "llm.parquet"), filepath.Join(dir, "past.jsonl")
	writeSource(t, base, llmRow(0))
	writeSource(t, source, llmRow(0), llmRow(1))
	add := []string{"history", "--add", "--source", base, "--date", "2025-01-01", past}
	if err := run(t.Context(), io.Discard, io.Discard, add); err != nil {
		t.Fatal(err)
	}
	s := startServe(t, "--source", source, "--compare-to", base, "--history", past)
	events := s.events()
	expectBuild(t, events, 1)
	if _, _, page := s.get("/changes/"); !strings.Contains(page, "1 configuration added") {
		t.Error("the page of changes does not say that a run was added")
	}
	if status, _, _ := s.get("/history/"); status != http.StatusOK {
		t.Errorf("the page of the history: %d", status)
	}
	writeSource(t, base, llmRow(0), llmRow(1))
	expectBuild(t, events, 2)
	if _, _, page := s.get("/changes/"); strings.Contains(page, "1 configuration added") {
		t.Error("the page of changes is of the base as it was")
	}
	save(t, past, "{}\n")
	expectFault(t, events, 2, past+": line 1: ")
}

func TestServeKeepsVersions(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "llm.parquet")
	writeSource(t, source, llmRow(0))
	s := startServe(t, "--source", source, "--versions", filepath.Join(dir, "v"), "--data-version", "1.0")
	if status, _, page := s.get("/v/1.0/"); status != http.StatusOK || !strings.Contains(page, "1.0") {
		t.Errorf("the page of the version: %d", status)
	}
}

func TestServeIsStrictWhereBuildIs(t *testing.T) {
	dir := t.TempDir()
	source, accepted := filepath.Join(dir, "llm.parquet"), filepath.Join(dir, "accepted.yaml")
	wrong := llmRow(1)
	wrong.ModelID = "../up"
	writeSource(t, source, llmRow(0))
	save(t, accepted, "[]\n")
	s := startServe(t, "--source", source, "--strict", "--accept", accepted)
	events := s.events()
	expectBuild(t, events, 1)
	writeSource(t, source, llmRow(0), wrong)
	expectFault(t, events, 1, "1 problem, which --strict does not allow")
	var stderr strings.Builder
	err := run(t.Context(), io.Discard, &stderr, []string{"serve", "--addr", "127.0.0.1:0", "--source", source, "--strict"})
	if exitStatus(err) != 1 || !strings.Contains(stderr.String(), "--strict does not allow") {
		t.Errorf("exit status %d: %s", exitStatus(err), stderr.String())
	}
	writeSource(t, source, llmRow(0))
	expectBuild(t, events, 2)
	save(t, accepted, "[{\n")
	expectFault(t, events, 2, accepted)
}

// A branch that lacks a folder, or a folder that is restored, takes directories away and brings them back.
func TestServeFollowsWhatVanishesAndReturns(t *testing.T) {
	top := filepath.Join(t.TempDir(), "top")
	at := func(path string) string { return filepath.Join(top, filepath.FromSlash(path)) }
	source, base := at("lab/results/runs/llm.parquet"), at("base/llm.parquet")
	own, settings, mine := at("texts/content/posts/own.md"), at("texts/content/site.yaml"), at("settings/my.yaml")
	saves := map[string]func(){
		source:   func() { writeSource(t, source, llmRow(0)) },
		base:     func() { writeSource(t, base, llmRow(0)) },
		own:      func() { save(t, own, post+"{{ count(llm) }} runs.\n") },
		settings: func() { save(t, settings, "name: First\n") },
		mine:     func() { save(t, mine, "name: Second\n") },
	}
	for _, save := range saves {
		save()
	}
	s := startServe(t, "--source", at("lab/results"), "--content", at("texts/content"), "--config", mine, "--compare-to", base)
	events := s.events()
	build := 1
	expectBuild(t, events, build)
	for _, c := range []struct {
		gone, fault string
		back        func(from, to string) error
	}{
		{"lab/results", "results: no such", os.Rename},
		{"lab/results/runs", "results: no", copyTree},
		{"texts/content", "content: no such", copyTree},
		{"texts/content", "content: no such", os.Rename},
		{"settings", "my.yaml: no such", os.Rename},
		{"base", "llm.parquet: no such", copyTree},
		{"", "results: no such", copyTree},
	} {
		away, gone := filepath.Join(t.TempDir(), "away"), at(c.gone)
		if err := os.Rename(gone, away); err != nil {
			t.Fatal(err)
		}
		expectFault(t, events, build, c.fault)
		replace(t, gone, func(to string) error { return c.back(away, to) })
		build++
		expectBuild(t, events, build)
		for file, save := range saves {
			if within(gone, file) {
				save()
				build++
				expectBuild(t, events, build)
			}
		}
	}
}

func copyTree(from, to string) error { return os.CopyFS(to, os.DirFS(from)) }
