package pages

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
)

const previewURL = "https://preview.example/"

var (
	comments  = regexp.MustCompile(`(?m)^\|.*\]\(` + previewURL + `(runs/[a-z2-7]+/)\).*$`)
	listed    = regexp.MustCompile(`(?s)href="\.\./(runs/[a-z2-7]+/)(?:index.html)?".*?</tr>`)
	sides     = regexp.MustCompile(`([\d.,]+) → ([\d.,]+) `)
	shares    = regexp.MustCompile(`[+−]\d[\d.,]*%`)
	tags      = regexp.MustCompile(`<[^>]*>`)
	unescapes = strings.NewReplacer("&#43;", "+")
)

// From the numbers of a comment on changed results, and of the page with all changes, it is one step to the page of the run
// in the preview, which has those of both sides, and says where the run was read.
func TestNumbersOfCommentsLeadToRuns(t *testing.T) {
	base := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	head := changed(t, base)
	dir := t.TempDir()
	report, comment := filepath.Join(dir, "report.json"), filepath.Join(dir, "comment.md")
	sites.Do(t, "diff", base, head, "--format", "json", "--out", report)
	sites.Do(t, "comment", report, "--preview", previewURL, "--out", comment)
	preview := sites.Of(t, "--source", head, "--compare-to", base)
	for name, of := range map[string]struct {
		path  string
		rows  *regexp.Regexp
		least int
	}{
		"comment": {comment, comments, 60}, "page of changes": {filepath.Join(preview, "changes", "index.html"), listed, 100},
	} {
		text, err := os.ReadFile(of.path)
		if err != nil {
			t.Fatal(err)
		}
		followed := 0
		for _, row := range of.rows.FindAllStringSubmatch(string(text), -1) {
			page, err := os.ReadFile(filepath.Join(preview, filepath.FromSlash(row[1]), "index.html"))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			shown := html.UnescapeString(string(page))
			line := tags.ReplaceAllString(unescapes.Replace(html.UnescapeString(row[0])), "")
			line = line[strings.LastIndex(line, "batch size"):] // what comes before is of several configurations
			line, _, _ = strings.Cut(line, "noise ")            // of all runs
			var numbers []string
			for _, m := range sides.FindAllStringSubmatch(line, -1) {
				numbers = append(numbers, m[1:]...)
			}
			for _, n := range append(numbers, shares.FindAllString(line, -1)...) {
				if followed++; !strings.Contains(shown, ">"+n+"<") {
					t.Errorf("%s: %s does not have %s of %s", name, row[1], n, line)
				}
			}
			if section := origins.FindString(string(page)); !file.MatchString(section) {
				t.Errorf("%s: %s names no row of a file: %s", name, row[1], section)
			}
		}
		if t.Logf("%s: %d numbers", name, followed); followed < of.least {
			t.Errorf("%s: %d numbers led to runs, at least %d", name, followed, of.least)
		}
	}
}

// changed is a copy of published results in which each third run of a task has less energy.
func changed(t *testing.T, from string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "tasks", "gpqa.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var task map[string]any
	if err := json.Unmarshal(text, &task); err != nil {
		t.Fatal(err)
	}
	for i, run := range task["configurations"].([]any) {
		if i%3 == 0 {
			run := run.(map[string]any)
			for _, name := range []string{"energy_per_token_joules", "energy_per_request_joules", "avg_power_watts"} {
				if x, known := run[name].(float64); known {
					run[name] = x * (0.5 + float64(i%7)/20)
				}
			}
		}
	}
	if text, err = json.Marshal(task); err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
