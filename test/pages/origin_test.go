package pages

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/units"
)

var (
	toRun   = regexp.MustCompile(`(?s)<a href="([^"]*runs/([a-z2-7]+(?:-\d+)?)/)"[^>]*>(?:<data value="([^"]+)">)?([\d.,]+)\b.*?</a>`)
	option  = regexp.MustCompile(`(?s)<figure [^>]*data-option="([^"]+)".*?</figure>`)
	marks   = regexp.MustCompile(` data-i="(\d+)"`)
	rows    = regexp.MustCompile(`(?s)<tr[^>]* data-run="([^"]+)".*?</tr>`)
	origins = regexp.MustCompile(`(?s)<section id="origin">.*?</section>`)
	file    = regexp.MustCompile(`<strong>([^<]+\.json)</strong>\s*<small>row ([\d,]+)</small>`)
	exact   = regexp.MustCompile(`<data value="([^"]+)">`)
)

// From each number of a table, a mark, a finding and a post that one run has it is one step to the page of this run, which
// has the number and says in which row of which file it stands; and there it does.
func TestNumbersLeadToRowsOfTheirSource(t *testing.T) {
	source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	o := origin{root: built(t, source), source: source, runs: map[string]string{}, files: map[string][]map[string]any{}}
	counts := map[string]int{}
	err := filepath.WalkDir(o.root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() != "index.html" || strings.HasPrefix(path, filepath.Join(o.root, "runs")) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		page, _ := filepath.Rel(o.root, filepath.Dir(path))
		kind, _, _ := strings.Cut(filepath.ToSlash(page), "/")
		if kind == "embed" { // tables of tasks
			return nil
		}
		for _, m := range toRun.FindAllStringSubmatch(string(text), -1) {
			counts[kind]++
			if got := filepath.Join(filepath.Dir(path), m[1]); got != filepath.Join(o.root, "runs", m[2]) {
				t.Errorf("%s: %s leads to %s", page, m[4], got)
			}
			o.follow(t, page, m[2], m[3], m[4])
		}
		for _, row := range rows.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(row[0], "runs/"+row[1]+`/"`) {
				t.Errorf("%s: nothing leads to run %s in %s", page, row[1], row[0])
			}
			if kind == "posts" { // by its name, as all cells of the row are of the run
				counts[kind]++
				o.follow(t, page, row[1], "", row[1])
			}
		}
		for _, m := range option.FindAllStringSubmatch(string(text), -1) {
			counts["marks"] += o.figure(t, page, filepath.Join(filepath.Dir(path), m[1]), m[0])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, of %d runs", counts, len(o.runs))
	for kind, least := range map[string]int{"tasks": 50, "models": 300, "gpus": 100, "findings": 200, "posts": 5, "compare": 20, "marks": 300} {
		if counts[kind] < least {
			t.Errorf("%d numbers of %s led to runs, at least %d", counts[kind], kind, least)
		}
	}
}

// origin follows numbers of a site to its source. Pages of runs and files of the source are read once.
type origin struct {
	root, source string
	runs         map[string]string // pages by ID
	files        map[string][]map[string]any
}

// follow takes the step from a number to the page of its run: value is exact or "", text as shown.
func (o origin) follow(t *testing.T, from, id, value, text string) {
	t.Helper()
	page, known := o.runs[id]
	if !known {
		content, err := os.ReadFile(filepath.Join(o.root, "runs", id, "index.html"))
		if err != nil {
			t.Errorf("%s: %s leads to no page: %v", from, text, err)
			return
		}
		page = string(content)
		o.runs[id] = page
		o.row(t, id, page)
	}
	// A column of several units writes a value otherwise than the page of its run, which has it in full.
	stands := strings.Contains(page, ">"+text+"<") || strings.Contains(page, "= "+text+" ") || strings.Contains(page, "= "+ofMillion(text)+" ")
	exact := value == text && stands || strings.Contains(page, `"`+value+`"`)
	if value == "" && !stands || value != "" && !exact {
		t.Errorf("%s: run %s does not have %s (%s)", from, id, text, value)
	}
}

// row looks up the row that the page of a run names, which has the exact values of the page.
func (o origin) row(t *testing.T, id, page string) {
	t.Helper()
	section := origins.FindString(page)
	place := file.FindStringSubmatch(section)
	if place == nil {
		if !strings.Contains(section, "The source does not state") {
			t.Errorf("run %s names no row, and does not say why", id)
		}
		return
	}
	all, known := o.files[place[1]]
	if !known {
		var content struct{ Configurations []map[string]any }
		text, err := os.ReadFile(filepath.Join(o.source, place[1]))
		if err == nil {
			err = json.Unmarshal(text, &content)
		}
		if err != nil {
			t.Errorf("run %s: %v", id, err)
		}
		all = content.Configurations
		o.files[place[1]] = all
	}
	n, _ := strconv.Atoi(strings.ReplaceAll(place[2], ",", ""))
	if n < 1 || n > len(all) {
		t.Errorf("run %s: %s has %d rows, none is %d", id, place[1], len(all), n)
		return
	}
	has := map[string]bool{}
	for _, v := range all[n-1] {
		if x, ok := v.(float64); ok {
			has[strconv.FormatFloat(x, 'g', -1, 64)] = true
		}
	}
	found := 0
	for _, m := range exact.FindAllStringSubmatch(page, -1) {
		if x, err := strconv.ParseFloat(m[1], 64); err == nil && has[strconv.FormatFloat(x, 'g', -1, 64)] {
			found++
		}
	}
	if found < 3 {
		t.Errorf("run %s: row %d of %s has %d of the values of its page", id, n, place[1], found)
	}
}

// figure follows the marks of a figure's drawing by its file and returns how many led to a run.
func (o origin) figure(t *testing.T, from, path, markup string) (followed int) {
	t.Helper()
	var f struct {
		Columns []struct{ Label, Unit string }
		Rows    [][]string
		Runs    []string
		Run     string
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil {
		t.Errorf("%s: %v", from, err)
		return 0
	}
	for _, m := range marks.FindAllStringSubmatch(markup, -1) {
		n, _ := strconv.Atoi(m[1])
		if n >= len(f.Rows) {
			t.Errorf("%s: mark %d of %d rows", from, n, len(f.Rows))
			continue
		}
		if f.Runs == nil || f.Runs[n] == "" {
			continue // of several runs
		}
		followed++
		if want := fmt.Sprint("runs/", f.Runs[n], "/"); !strings.HasSuffix(strings.ReplaceAll(f.Run, "{run}", f.Runs[n]), want) {
			t.Errorf("%s: mark %d leads to %s, not to %s", from, n, f.Run, want)
		}
		for i, c := range f.Columns {
			if strings.HasPrefix(c.Label, "Energy per") || strings.HasPrefix(c.Label, "Median ITL") {
				o.follow(t, fmt.Sprintf("%s, mark %d, %s", from, n, c.Label), f.Runs[n], "", f.Rows[n][i])
			}
		}
	}
	return followed
}

// ofMillion writes out a number of millions: "0.430" is 430,000.
func ofMillion(text string) string {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return units.Group(strconv.FormatFloat(x*1e6, 'f', 0, 64))
}
