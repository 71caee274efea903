package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub/hubtest"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// hubAt serves a directory as a dataset and lets the environment point there.
func hubAt(t *testing.T, name, dir string) (s *hubtest.Server, commit string) {
	t.Helper()
	s = hubtest.Start()
	t.Cleanup(s.Close)
	files, err := hubtest.In(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HF_ENDPOINT", s.URL)
	t.Setenv("HF_HOME", t.TempDir())
	for _, name := range []string{"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_TOKEN_PATH", "HF_HUB_CACHE", "HF_HUB_OFFLINE"} {
		t.Setenv(name, "")
	}
	return s, s.Commit(name, files)
}

func TestSiteOfADatasetEqualsThatOfTheDirectory(t *testing.T) {
	const dataset = "ml-energy/benchmark-v3"
	compiled := filepath.Join(shared.Small(t), "data", "mlenergy-v3", "compiled")
	_, commit := hubAt(t, dataset, compiled)
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "drawings"))
	hub, plain := filepath.Join(dir, "hub"), filepath.Join(dir, "dir")
	command(t, "build", "--source", "hf://"+dataset, "--out", hub)
	command(t, "build", "--source", compiled, "--out", plain)

	// provenance: the source's name and revision, and what tells sizes and hashes
	// of the files that state them
	stating := map[string]bool{"data/meta.json": true, "data/checksums.txt": true, "data/index.html": true, "data/index.md": true, ".jouleboard": true}
	want := map[string][]byte{}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(walkFiles(os.DirFS(plain), func(name string, content []byte) { want[name] = content }))
	compared := 0
	must(walkFiles(os.DirFS(hub), func(name string, content []byte) {
		other, there := want[name]
		delete(want, name)
		content = bytes.ReplaceAll(content, []byte("hf://"+dataset), []byte("compiled"))
		switch {
		case !there:
			t.Errorf("%s is only in the site of the dataset", name)
		case stating[name]:
			if name != ".jouleboard" && name != "data/checksums.txt" && !bytes.Contains(content, []byte(commit)) {
				t.Errorf("%s does not state the commit", name)
			}
		case strings.HasPrefix(name, "runs/"): // each states file and revision
		case !bytes.Equal(content, other):
			t.Errorf("%s differs", name)
		default:
			compared++
		}
	}))
	for name := range want {
		t.Errorf("%s is only in the site of the directory", name)
	}
	if compared < 100 {
		t.Errorf("%d files were compared only", compared)
	}
}

func TestRunsOfADatasetEqualThoseOfTheDirectory(t *testing.T) {
	const dataset = "ml-energy/benchmark-v3"
	compiled := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "compiled")
	hubAt(t, dataset, compiled)
	for _, domain := range []string{llm, diffusion} {
		got, _ := command(t, "runs", "--domain", domain, "--format", "json", "--source", "hf://"+dataset)
		want, _ := command(t, "runs", "--domain", domain, "--format", "json", "--source", compiled)
		if !bytes.Equal(got, want) || len(want) < 100_000 {
			t.Errorf("%s: %d bytes, want %d", domain, len(got), len(want))
		}
	}
}

// patient is the command with a clock of its own.
func patient(t *testing.T, args ...string) (stdout, stderr string, waited []time.Duration, err error) {
	t.Helper()
	var out, messages strings.Builder
	c := &console{stdout: &out, stderr: &messages, wait: func(ctx context.Context, d time.Duration) error {
		waited = append(waited, d)
		return ctx.Err()
	}}
	err = c.run(t.Context(), args)
	return out.String(), messages.String(), waited, err
}

func TestHubThatStaysBrokenIsGivenUp(t *testing.T) {
	for name, x := range map[string]struct {
		match string
		fault hubtest.Fault
		says  string
		waits int // of seconds, in all
	}{
		"5xx":                 {"/revision/", hubtest.Status(502), "502 Bad Gateway: try again later, or set HF_ENDPOINT to a mirror", 15},
		"5xx of a file":       {"GET storage", hubtest.Status(500), "llm.parquet: 127.0.0.1:", 15},
		"limit":               {"/tree/", hubtest.Status(429), "too many requests: wait a few minutes, or set HF_TOKEN", 15},
		"limit with an end":   {"/resolve/", hubtest.Status(429, "RateLimit", `"resolvers";r=0;t=29`), "too many requests: wait 30s", 120},
		"connection that cut": {"GET storage", hubtest.Cut(0), "check the network", 15},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "compiled")
			r := runsFile[data.LLMRun]{rows: []data.LLMRun{llmRow(0)}}
			if err := os.MkdirAll(filepath.Join(dir, "runs"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := r.write(filepath.Join(dir, "runs", "llm.parquet")); err != nil {
				t.Fatal(err)
			}
			s, _ := hubAt(t, "acme/bench", dir)
			s.Break(x.match, -1, x.fault)
			_, stderr, waited, err := patient(t, "runs", "--source", "hf://acme/bench")
			total := time.Duration(0)
			for _, d := range waited {
				total += d
			}
			if exitStatus(err) != 1 || !strings.Contains(stderr, "jouleboard: hf://acme/bench: ") || !strings.Contains(stderr, x.says) ||
				total != time.Duration(x.waits)*time.Second {
				t.Errorf("exit status %d after %v: %s", exitStatus(err), total, stderr)
			}
			s.Mend()
			if _, stderr, _, err := patient(t, "runs", "--source", "hf://acme/bench"); err != nil {
				t.Errorf("mended: %s", stderr)
			}
		})
	}
}
