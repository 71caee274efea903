package site

import (
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/diff"
)

// threefold are 549 configurations, and the same with three times the energy.
func threefold() (base, head data.Dataset) {
	times := func(factor float64) data.Dataset {
		var runs []data.LLMRun
		for r := range nine(1).LLM().All() {
			r.ModelID = fmt.Sprint("acme/m", r.Nickname[0])
			r.Nickname, r.EnergyPerTokenJoules = r.ModelID, factor*r.EnergyPerTokenJoules
			runs = append(runs, r)
		}
		return data.NewDataset(data.Source{}, data.NewRuns(runs, true).Table)
	}
	return times(1), times(3)
}

// A list of the page of changes that is cut off says by how much, and leads to a file with all of its rows.
func TestLongListsOfChangesLeadToAllRows(t *testing.T) {
	base, head := threefold()
	opts := options(t)
	r := diff.Compare(diff.Side{Data: base}, diff.Side{Data: head}, diff.Options{Content: opts.Content})
	opts.Changes = &r
	files := builtOf(t, head, opts)
	_, section, _ := strings.Cut(files["changes/index.html"], `<section id="changed">`)
	section, _, _ = strings.Cut(section, "</section>")
	if n := strings.Count(section, "<tr>"); n != mostTableRows+1 { // and the header
		t.Errorf("%d rows on the page", n)
	}
	rest := regexp.MustCompile(`49 more rows are not shown. All rows: <a href="([^"]*)"`).FindStringSubmatch(section)
	if rest == nil {
		t.Fatalf("the page does not lead to the other rows: %.2000s", section[max(0, len(section)-2000):])
	}
	rows, err := csv.NewReader(strings.NewReader(files["changes/changed.csv"])).ReadAll()
	if err != nil || len(rows) != base.Len()+1 || rest[1] != "../changes/changed.csv" {
		t.Errorf("%s has %d rows, %v", rest[1], len(rows), err)
	}
}

// What a contributor writes is no formula in the files of a preview, wherever it stands in a cell.
func TestNoFileOfAPreviewHasAFormula(t *testing.T) {
	const formula = `=HYPERLINK("https://evil.example")`
	base, head := threefold()
	for _, side := range []*data.Dataset{&base, &head} {
		var runs []data.LLMRun
		for r := range side.LLM().All() {
			r.GPUModel = formula
			runs = append(runs, r)
		}
		*side = data.NewDataset(data.Source{}, data.NewRuns(runs, true).Table)
	}
	opts := options(t)
	r := diff.Compare(diff.Side{Data: base}, diff.Side{Data: head}, diff.Options{Content: opts.Content})
	opts.Changes = &r
	seen := 0
	for path, text := range builtOf(t, head, opts) {
		if !strings.HasSuffix(path, ".csv") {
			continue
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, cell := range slices.Concat(rows...) {
			if rowfile.Plain(cell) != cell && !strings.HasPrefix(cell, "'") {
				t.Errorf("%s has the cell %s", path, cell)
			}
			if cell == "'"+formula && strings.HasPrefix(path, "changes/") {
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("no file of changes names the GPU")
	}
}

// On a German site the page of changes is German.
func TestThePageOfChangesIsGerman(t *testing.T) {
	opts := options(t)
	var err error
	if opts.Content, err = content.Over(fstest.MapFS{"site.yaml": {Data: []byte("language: de\n")}}); err != nil {
		t.Fatal(err)
	}
	base, head := threefold()
	r := diff.Compare(diff.Side{Data: base}, diff.Side{Data: head}, diff.Options{Content: opts.Content})
	opts.Changes = &r
	page := builtOf(t, head, opts)["changes/index.html"]
	for _, want := range []string{
		"<h1>Änderungen in dieser Vorschau</h1>", ">Geändert</h2>", ">Größte Änderung", "Vorschau: ", "49 weitere Zeilen sind nicht gezeigt.",
		"Alle geänderten Konfigurationen", "549 Konfigurationen verschlechtert",
		">9 verschlechtert<", "+200,0%",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, section := range r.Sections(diff.Limits{Rows: 1, Folded: 1}) {
		for _, english := range append([]string{section.Title}, section.Note) {
			if english != "" && strings.Contains(page, ">"+english+"<") {
				t.Errorf("the page has the English %q", english)
			}
		}
	}
}
