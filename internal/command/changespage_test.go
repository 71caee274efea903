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
	"github.com/jouleboard/jouleboard/units"
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
	row := func(result string, r data.LLMRun, change string) {
		gpus := fmt.Sprintf("%s, %d× %s, batch size %d", units.Precision(r.WeightPrecision), r.NumGPUs, r.GPUModel, r.MaxNumSeqs)
		if r.TensorParallel > 1 {
			gpus += fmt.Sprint(", tensor parallel ", r.TensorParallel)
		}
		want[result] = append(want[result], strings.Join([]string{r.Nickname, r.GPUModel, gpus, change}, " · "))
	}
	removed := map[string]int{}
	head := base
	var runs []data.LLMRun
	for r := range base.LLM().All() {
		switch {
		case r.Task == "lm-arena-chat" && r.ModelID == "Qwen/Qwen3-32B":
			removed[r.GPUModel]++
			continue
		case r.Task == "lm-arena-chat" && r.ModelID == "Qwen/Qwen3-8B":
			r.EnergyPerTokenJoules *= 1.6
			row("worse", r, "Energy per token +60.0%")
		case r.Task == "gpqa" && r.ModelID == "Qwen/Qwen3-14B":
			r.EnergyPerTokenJoules *= 0.5
			row("better", r, "Energy per token −50.0%")
		}
		runs = append(runs, r)
	}
	head = head.With(data.NewRuns(runs, false).Table)
	report := diff.Compare(sideOf(base, texts), sideOf(head, texts), diff.Options{Content: texts})
	var page bytes.Buffer
	if err := site.WriteChanges(t.Context(), &page, &report, "test"); err != nil {
		t.Fatal(err)
	}
	for result, rows := range want {
		got := rowsOn(page.String(), result)
		slices.Sort(got)
		slices.Sort(rows)
		if !slices.Equal(got, rows) {
			t.Errorf("%s: the page has\n%s\nthe script did\n%s", result, strings.Join(got, "\n"), strings.Join(rows, "\n"))
		}
	}
	gone := tableOn(page.String(), "removed")
	for _, cells := range gone {
		if n := fmt.Sprint(removed[cells[2]]); cells[1] != "Qwen 3 32B" || cells[3] != n {
			t.Errorf("removed on %s: want %s, got %q", cells[2], n, cells)
		}
	}
	all := 0
	for _, n := range removed {
		all += n
	}
	for _, said := range []string{
		fmt.Sprintf("Qwen 3 8B in Text conversation: energy per token +60.0%% (+45.6%% to +75.9%%) in %d configurations", len(want["worse"])),
		fmt.Sprintf("Qwen 3 14B in Problem solving: energy per token −50.0%% (−55.2%% to −44.2%%) in %d configurations", len(want["better"])),
		fmt.Sprintf("%d configurations removed (Qwen 3 32B)", all),
	} {
		if !strings.Contains(page.String(), said) {
			t.Errorf("the page does not say %q", said)
		}
	}
}

var (
	tableRow  = regexp.MustCompile(`<tr>(.*?)</tr>`)
	tableCell = regexp.MustCompile(`<t[dh][^>]*>(.*?)</t[dh]>`)
)

// rowsOn are the rows of a result among those that changed: model, GPU, configuration and change.
func rowsOn(page, result string) (rows []string) {
	for _, cells := range tableOn(page, "changed") {
		if cells[0] == result {
			rows = append(rows, strings.Join([]string{cells[2], cells[3], cells[4], cells[5]}, " · "))
		}
	}
	return rows
}

// tableOn are the texts of a section's table.
func tableOn(page, section string) (rows [][]string) {
	_, page, _ = strings.Cut(page, `<section id="`+section+`">`)
	page, _, _ = strings.Cut(page, "</section>")
	_, page, _ = strings.Cut(page, "<tbody>")
	for _, line := range tableRow.FindAllStringSubmatch(page, -1) {
		var cells []string
		for _, c := range tableCell.FindAllStringSubmatch(line[1], -1) {
			cells = append(cells, strings.ReplaceAll(html.UnescapeString(c[1]), "\u00a0", " "))
		}
		rows = append(rows, cells)
	}
	return rows
}
