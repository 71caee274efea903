package command

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/data"
)

// serving is a running serve with the lines it says.
type serving struct {
	t       *testing.T
	address string
	lines   <-chan string
}

// startServe runs serve until the test ends, on a free port.
func startServe(t *testing.T, args ...string) serving {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	ctx, stop := context.WithCancel(context.Background())
	read, write := io.Pipe()
	done := make(chan error)
	go func() {
		err := run(ctx, io.Discard, write, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...))
		write.Close()
		done <- err
	}()
	s := serving{t: t, lines: linesOf(read)}
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("serve ended with %v", err)
		}
	})
	s.address = s.said(`serving (http://[^/]+)/ `)
	return s
}

// linesOf reads on while nobody asks for the lines.
func linesOf(r io.Reader) <-chan string {
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}

// said waits for a message and returns what its pattern captures.
func (s serving) said(pattern string) string {
	s.t.Helper()
	for line := range s.lines {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(line); m != nil {
			return m[len(m)-1]
		}
	}
	s.t.Fatalf("serve ended without saying %q", pattern)
	return ""
}

func (s serving) get(path string) (status int, header http.Header, body string) {
	s.t.Helper()
	answer, err := http.Get(s.address + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// events is the stream of what open pages are told.
func (s serving) events() *bufio.Scanner {
	s.t.Helper()
	answer, err := http.Get(s.address + liveEvents)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { answer.Body.Close() })
	return bufio.NewScanner(answer.Body)
}

func nextEvent(t *testing.T, events *bufio.Scanner) (now said) {
	t.Helper()
	for events.Scan() {
		text, found := strings.CutPrefix(events.Text(), "data: ")
		if !found {
			continue
		}
		if err := json.Unmarshal([]byte(text), &now); err != nil {
			t.Fatal(err)
		}
		return now
	}
	t.Fatal("the stream ended")
	return now
}

func expectBuild(t *testing.T, events *bufio.Scanner, build int) {
	t.Helper()
	if now := nextEvent(t, events); now != (said{Build: build}) {
		t.Fatalf("told %+v, want build %d", now, build)
	}
}

// expectFault is that the pages stay with a build and are told why, in these words.
func expectFault(t *testing.T, events *bufio.Scanner, build int, words string) {
	t.Helper()
	if now := nextEvent(t, events); now.Build != build || !strings.Contains(now.Fault, words) {
		t.Fatalf("told %+v, want build %d and %q", now, build, words)
	}
}

func writeSource(t *testing.T, file string, rows ...data.LLMRun) {
	t.Helper()
	f := runsFile[data.LLMRun]{rows: rows}
	replace(t, file, f.write)
}

func TestServeRebuildsOnChangeAndKeepsTheSiteWhenItCannot(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "src")
	file := filepath.Join(source, "runs", "llm.parquet")
	writeSource(t, file, llmRow(0))
	s := startServe(t, "--source", source, "--out", filepath.Join(dir, "public"))
	events := s.events()
	expectBuild(t, events, 1)

	changed := llmRow(0)
	changed.Nickname = "Renamed Model"
	writeSource(t, file, changed)
	expectBuild(t, events, 2)
	if _, _, page := s.get("/tasks/gpqa/"); !strings.Contains(page, "Renamed Model") {
		t.Error("the page does not show the change")
	}

	save(t, file, "broken")
	s.said(`not rebuilt: .*no source contains a run`)
	expectFault(t, events, 2, "runs/llm.parquet: not a Parquet file")
	if _, _, page := s.get("/tasks/gpqa/"); !strings.Contains(page, "Renamed Model") {
		t.Error("the failed build took the site away")
	}

	second := llmRow(1)
	second.ModelID = "../up"
	writeSource(t, file, changed, second)
	s.said(`not rebuilt: 1 new problem; the last complete site is kept`)
	expectFault(t, events, 2, "runs/llm.parquet: row 2: ")
	if _, _, page := s.get("/tasks/gpqa/"); !strings.Contains(page, "Renamed Model") {
		t.Error("a run with a fault took the site away")
	}

	writeSource(t, file, llmRow(1))
	expectBuild(t, events, 3)
}

func TestServeWatchesSettings(t *testing.T) {
	dir := t.TempDir()
	writeSource(t, filepath.Join(dir, "src", "runs", "llm.parquet"), llmRow(0))
	settings := filepath.Join(dir, "my.yaml")
	save(t, settings, "name: First Board\n")
	s := startServe(t, "--source", filepath.Join(dir, "src"), "--config", settings)
	events := s.events()
	expectBuild(t, events, 1)
	save(t, settings, "name: Second Board\n")
	expectBuild(t, events, 2)
	if _, _, page := s.get("/"); !strings.Contains(page, "Second Board") {
		t.Error("the page does not show the new settings")
	}
}

// startSmall serves the site of one run.
func startSmall(t *testing.T) serving {
	t.Helper()
	source := filepath.Join(t.TempDir(), "llm.parquet")
	writeSource(t, source, llmRow(0))
	return startServe(t, "--source", source)
}

func TestServeSaysThatTheAddressIsTaken(t *testing.T) {
	s := startSmall(t)
	var stderr strings.Builder
	err := run(t.Context(), io.Discard, &stderr, []string{"serve", "--addr", strings.TrimPrefix(s.address, "http://")})
	if exitStatus(err) != 1 || !strings.Contains(stderr.String(), "address already in use; choose another port") {
		t.Errorf("exit status %d: %s", exitStatus(err), stderr.String())
	}
}

func TestServeAnswersAsAStaticHost(t *testing.T) {
	s := startSmall(t)
	for name, c := range map[string]struct {
		path        string
		status      int
		contentType string
		words       string
	}{
		"page":             {"/tasks/gpqa/", 200, "text/html; charset=utf-8", "</html>"},
		"without slash":    {"/tasks/gpqa", 200, "text/html; charset=utf-8", "</html>"},
		"data":             {"/data/index.json", 200, "application/json", "{"},
		"parquet":          {"/data/all/llm.parquet", 200, "application/vnd.apache.parquet", "PAR1"},
		"nothing there":    {"/no/such/page/", 404, "text/html; charset=utf-8", "Page not found"},
		"no listing":       {"/assets/", 404, "text/html; charset=utf-8", "Page not found"},
		"marker":           {"/.jouleboard", 404, "text/html; charset=utf-8", "Page not found"},
		"rules":            {"/_headers", 404, "text/html; charset=utf-8", "Page not found"},
		"out of the tree":  {"/..%2f..%2f..%2fetc/passwd", 404, "text/html; charset=utf-8", "Page not found"},
		"the live script":  {liveScript, 200, "text/javascript; charset=utf-8", "EventSource"},
		"reference to it":  {"/", 200, "text/html; charset=utf-8", `<script src="/-/live.js" defer></script></body>`},
		"even when absent": {"/nowhere", 404, "text/html; charset=utf-8", `<script src="/-/live.js" defer></script></body>`},
	} {
		t.Run(name, func(t *testing.T) {
			s.t = t
			status, header, body := s.get(c.path)
			if status != c.status || header.Get("Content-Type") != c.contentType || !strings.Contains(body, c.words) {
				t.Errorf("%s: %d %s, %d bytes; want %d %s with %q", c.path, status, header.Get("Content-Type"), len(body), c.status,
					c.contentType, c.words)
			}
		})
	}
	_, header, _ := s.get("/")
	if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self'") {
		t.Errorf("policy %q", policy)
	}
}

func TestHeaderRulesApplyToTheirAddresses(t *testing.T) {
	rules := []byte("# comment\n/*\n  X-All: yes\n/data/*\n  Cache-Control: max-age=300\n/one.txt\n\tX-One: a:b\n")
	for path, want := range map[string]http.Header{
		"/":               {"X-All": {"yes"}},
		"/data/all/x.csv": {"X-All": {"yes"}, "Cache-Control": {"max-age=300"}},
		"/one.txt":        {"X-All": {"yes"}, "X-One": {"a:b"}},
		"/one.txt.gz":     {"X-All": {"yes"}},
	} {
		got := http.Header{}
		applyHeaders(got, rules, path)
		if len(got) != len(want) {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
		for name := range want {
			if got.Get(name) != want.Get(name) {
				t.Errorf("%s: %s is %q, want %q", path, name, got.Get(name), want.Get(name))
			}
		}
	}
}

func TestAddressesFindTheirFiles(t *testing.T) {
	tree := fstest.MapFS{
		"index.html": {Data: []byte("home")}, "a/index.html": {Data: []byte("a")}, "a/b.csv": {Data: []byte("csv")},
		".git/config": {Data: []byte("secret")}, "a/.env": {Data: []byte("secret")},
	}
	for address, want := range map[string]string{
		"/": "home", "/index.html": "home", "/a/": "a", "/a/b.csv": "csv", "//a//": "a", "/../a/b.csv": "csv",
		"/b": "missing", "/a/b.csv/": "missing", "/.git/config": "missing", "/a/.env": "missing", "/a": "redirect",
	} {
		name, content, err := readPage(tree, address)
		got := string(content)
		switch {
		case err != nil:
			got = "missing"
		case name == "":
			got = "redirect"
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
