package content

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jouleboard/jouleboard/internal/shared"
)

func load(t *testing.T) Content {
	t.Helper()
	c, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTasksComeInDisplayOrderWithTheDeadlinesOfTheContract(t *testing.T) {
	want := []struct {
		id, group, unit, percentile, output string
		deadline                            float64
	}{
		{"gpqa", "llm", "ms", "p50", "token", 50},
		{"lm-arena-chat", "llm", "ms", "p50", "token", 50},
		{"sourcegraph-fim", "llm", "ms", "p50", "token", 50},
		{"image-chat", "mllm", "ms", "p50", "token", 50},
		{"video-chat", "mllm", "ms", "p50", "token", 50},
		{"text-to-image", "diffusion", "s", "", "image", 30},
		{"text-to-video", "diffusion", "s", "", "video", 300},
	}
	tasks := load(t).Tasks
	if len(tasks) != len(want) {
		t.Fatalf("got %d tasks, want %d", len(tasks), len(want))
	}
	for i, w := range want {
		g := tasks[i]
		if g.ID != w.id || g.Group != w.group || g.DeadlineUnit() != w.unit ||
			g.Percentile != w.percentile || g.Output != w.output || g.Deadline != w.deadline {
			t.Errorf("task %d: got %+v, want %+v", i, g, w)
		}
	}
}

func TestUnknownTaskGetsTheDefaultsOfItsDomain(t *testing.T) {
	c := load(t)
	llm, diffusion := c.Task("new-task", "llm"), c.Task("text-to-music", "diffusion")
	if llm.Title != "new-task" || llm.Group != "llm" || llm.Deadline != 50 || llm.Percentile != "p50" {
		t.Errorf("got %+v", llm)
	}
	if diffusion.Name != "text-to-music" || diffusion.PerToken() || diffusion.Deadline != 30 || diffusion.Percentile != "" {
		t.Errorf("got %+v", diffusion)
	}
	if known := c.Task("gpqa", "llm"); known.Name != "Problem solving" {
		t.Errorf("got %+v", known)
	}
}

func TestUnknownGPUHasNoFactsRatherThanZeros(t *testing.T) {
	c := load(t)
	if g, ok := c.GPU("H100"); !ok || g.TDP != 700 || g.Memory != 80 {
		t.Errorf("got %+v, %v", g, ok)
	}
	if g, ok := c.GPU("GTX 480"); ok {
		t.Errorf("got %+v", g)
	}
}

func TestAnnouncementsAreNewestFirst(t *testing.T) {
	news := load(t).Announcements
	if len(news) == 0 || news[0].Date != time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) {
		t.Errorf("got %+v", news)
	}
	sorted := loadText(t, "announcements.yaml", `announcements:
  - {slug: old, date: 2026-01-02, title: Old, text: x}
  - {slug: new, date: 2026-03-04, title: New, text: x, link: https://example.org/}
`).Announcements
	if sorted[0].Slug != "new" || sorted[1].Slug != "old" {
		t.Errorf("got %+v", sorted)
	}
}

func TestAPublisherHasItsOwnAnnouncementsOrNone(t *testing.T) {
	c, err := Over(fstest.MapFS{})
	if err != nil || len(c.Announcements) != 0 {
		t.Errorf("got %+v, %v", c.Announcements, err)
	}
	c, err = Over(fstest.MapFS{"announcements.yaml": {Data: []byte("announcements:\n  - {slug: a, date: 2026-01-02, title: Ours, " +
		"text: x}\n")}})
	if err != nil || len(c.Announcements) != 1 || c.Announcements[0].Title != "Ours" {
		t.Errorf("got %+v, %v", c.Announcements, err)
	}
}

func TestReportAddressCarriesTheRunEscaped(t *testing.T) {
	s := Site{Report: "https://example.org/new?title=Run+{run}"}
	if got, want := s.ReportURL("a&b c"), "https://example.org/new?title=Run+a%26b+c"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPageTextKnowsItsLine(t *testing.T) {
	text, err := os.ReadFile("pages/methods.md")
	if err != nil {
		t.Fatal(err)
	}
	page, ok := load(t).Page("methods")
	if !ok || !page.Contents || page.Title != "Methods" {
		t.Fatalf("got %+v", page)
	}
	from := strings.Join(strings.Split(string(text), "\n")[page.Body.Line-1:], "\n")
	if from != page.Body.Text {
		t.Errorf("line %d does not begin the text", page.Body.Line)
	}
}

func TestTaskTextKnowsItsLine(t *testing.T) {
	text, err := os.ReadFile("tasks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for _, task := range load(t).Tasks {
		first, _, _ := strings.Cut(task.About.Text, "\n")
		if got := strings.TrimSpace(lines[task.About.Line-1]); got != first {
			t.Errorf("%s: line %d is %q, want %q", task.ID, task.About.Line, got, first)
		}
	}
}

// with is the embedded content with one file replaced.
func with(t *testing.T, file, text string) fs.FS {
	t.Helper()
	over := fstest.MapFS{}
	err := fs.WalkDir(Embedded(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(Embedded(), name)
		over[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	over[file] = &fstest.MapFile{Data: []byte(text)}
	return over
}

func loadText(t *testing.T, file, text string) Content {
	t.Helper()
	c, err := Load(with(t, file, text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMissingFilesAreNamedTogether(t *testing.T) {
	_, err := Load(fstest.MapFS{})
	var faults Errors
	if !errors.As(err, &faults) || len(faults) != 6 {
		t.Fatalf("got %v, want six faults", err)
	}
	for i, file := range []string{"announcements.yaml", "comparisons.yaml", "gpus.yaml", "pages", "site.yaml", "tasks.yaml"} {
		if faults[i].File != file || faults[i].Line != 0 {
			t.Errorf("got %v, want one about %s", faults[i], file)
		}
	}
}

func FuzzLoadNeverPanics(f *testing.F) {
	for _, file := range []string{"site.yaml", "gpus.yaml", "announcements.yaml", "pages/about.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) + 1
		var err error
		shared.Bounded(func() {
			_, err = Load(files(text, "site.yaml", "tasks.yaml", "gpus.yaml", "comparisons.yaml", "announcements.yaml", "pages/a.md"))
		})
		var faults Errors
		if !errors.As(err, &faults) {
			t.Fatalf("no text is all four files at once, got %v", err)
		}
		for _, e := range faults {
			if e.Line < 0 || e.Line > lines+1 || e.Message == "" {
				t.Errorf("%v in a text of %d lines", e, lines)
			}
		}
	})
}

func TestPagesInAFolderOfTheirOwnReadWithoutFrontMatter(t *testing.T) {
	c, err := Over(fstest.MapFS{
		"site.yaml":      {Data: []byte("pages: docs\nsidebar:\n- {id: a, title: A, pages: [index, more]}\n")},
		"docs/index.md":  {Data: []byte("# A \"title\"\r\n\r\nTwo lines\r\nof words.\r\n\r\nBody.\n")},
		"docs/more.md":   {Data: []byte("# B\n\nC.\n")},
		"pages/other.md": {Data: []byte("no page of this folder")},
	})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := c.Page(HomePage)
	if p.Title != `A "title"` || p.Description != "Two lines of words." || p.Body.Text != "Body.\n" || p.Body.Line != 6 {
		t.Errorf("got %+v", p)
	}
	if !c.Site.InSidebar("more") || c.Site.InSidebar("methods") {
		t.Error("the chapters are not those of site.yaml")
	}
	for link, want := range map[string]string{
		"more.md#x": "/more/#x", "index.md": "/", "../static/a.png": "/a.png", "../posts/p.md": "/posts/p/", "#x": "#x", "/a/": "/a/",
		"../LICENSE": "../LICENSE", "../pages/more.md": "../pages/more.md", "https://example.org/a.md": "https://example.org/a.md",
	} {
		if got := p.Body.Address(link); got != want {
			t.Errorf("%s leads to %s, want %s", link, got, want)
		}
	}
}
