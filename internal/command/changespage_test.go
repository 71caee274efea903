package command

import (
	"bytes"
	"fmt"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/site"
)

// What a script does to the published data is what a reader finds on the page, row
// by row, and no other row.
func TestThePageOfChangesSaysWhatAScriptDid(t *testing.T) {
	base, err := mlenergy.Open(filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "compiled"), mlenergy.Options{StableOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	row := func(section string, r data.LLMRun, rest ...string) {
		gpus := fmt.Sprintf("%s, %d× %s, batch %d", r.WeightPrecision, r.NumGPUs, r.GPUModel, r.MaxNumSeqs)
		if r.TensorParallel > 1 {
			gpus += fmt.Sprint(", tensor parallel ", r.TensorParallel)
		}
		want[section] = append(want[section], strings.Join(append([]string{r.Nickname, gpus}, rest...), " · "))
	}
	head := base
	var runs []data.LLMRun
	for r := range base.LLM().All() {
		switch {
		case r.Task == "lm-arena-chat" && r.ModelID == "Qwen/Qwen3-32B":
			row("removed", r)
			continue
		case r.Task == "lm-arena-chat" && r.ModelID == "Qwen/Qwen3-8B":
			r.EnergyPerTokenJoules *= 1.6
			row("worse", r, "Energy per token", "+60.0 %")
		case r.Task == "gpqa" && r.ModelID == "Qwen/Qwen3-14B":
			r.EnergyPerTokenJoules *= 0.5
			row("better", r, "Energy per token", "−50.0 %")
		}
		runs = append(runs, r)
	}
	head = head.With(data.NewRuns(runs, false).Table)
	report := diff.Compare(sideOf(base, texts), sideOf(head, texts), diff.Options{Content: texts})
	var page bytes.Buffer
	if err := site.WriteChanges(t.Context(), &page, &report, "test"); err != nil {
		t.Fatal(err)
	}
	for section, rows := range want {
		got := rowsOn(page.String(), section)
		slices.Sort(got)
		slices.Sort(rows)
		if !slices.Equal(got, rows) {
			t.Errorf("%s: the page has\n%s\nthe script did\n%s", section, strings.Join(got, "\n"), strings.Join(rows, "\n"))
		}
	}
	verdict := fmt.Sprintf("%d worse, %d better, %d removed", len(want["worse"]), len(want["better"]), len(want["removed"]))
	if !strings.Contains(page.String(), verdict) {
		t.Errorf("the page does not say %q", verdict)
	}
}

var (
	tableRow  = regexp.MustCompile(`<tr>(.*?)</tr>`)
	tableCell = regexp.MustCompile(`<t[dh][^>]*>(.*?)</t[dh]>`)
)

// rowsOn are the rows of a section's table: model, configuration and, of those that
// changed, metric and change.
func rowsOn(page, section string) (rows []string) {
	_, page, _ = strings.Cut(page, `<section id="`+section+`">`)
	page, _, _ = strings.Cut(page, "</section>")
	_, page, _ = strings.Cut(page, "<tbody>")
	for _, line := range tableRow.FindAllStringSubmatch(page, -1) {
		var cells []string
		for _, c := range tableCell.FindAllStringSubmatch(line[1], -1) {
			cells = append(cells, strings.ReplaceAll(html.UnescapeString(c[1]), "\u00a0", " "))
		}
		shown := []string{cells[1], cells[2]}
		if len(cells) > 5 {
			shown = append(shown, cells[3], cells[5])
		}
		rows = append(rows, strings.Join(shown, " · "))
	}
	return rows
}
