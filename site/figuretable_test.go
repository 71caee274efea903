package site

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
)

// drawn are n rows, of which those that are multiples of every are marked, none for 0.
func drawn(n, every int) charts.Figure {
	f := charts.Figure{Title: "T", Table: charts.Table{Columns: []charts.Column{{Label: "Model"}, {Label: "Energy", Number: true}}}}
	for i := range n {
		r := charts.Row{Run: fmt.Sprintf("r%d", i), Model: "lab/a", Cells: []charts.Cell{{Text: "A"}, {Text: "1", Value: "1.0"}}}
		if every > 0 && i%every == 0 {
			r.Mark = "on the frontier"
		}
		f.Rows = append(f.Rows, r)
	}
	return f
}

func TestALongTableOfAFigureListsWhatIsMarked(t *testing.T) {
	for _, c := range []struct {
		name        string
		rows, every int
		listed      []string // the first and the last run
		count       int
		more        string
	}{
		{"short", 10, 5, []string{"r0", "r9"}, 10, ""},
		{"marked", 187, 20, []string{"r0", "r180"}, 10, "Only the rows highlighted in the chart are listed (10 of 187). All drawn rows as CSV"},
		{"one marked", 187, 187, []string{"r0", "r0"}, 1, "Only the rows highlighted in the chart are listed (1 of 187). All drawn rows as CSV"},
		{"many marked", 1870, 2, []string{"r0", "r18"}, 10, "Only the first 10 of 935 rows highlighted in the chart are listed (of 1,870 in all). All drawn rows as CSV"},
		{"none marked", 31, 0, []string{"r0", "r9"}, 10, "Only the first 10 of 31 rows are listed. All rows as CSV"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := page{edition: &edition{runs: provenance.Of(data.Dataset{}), content: content.Content{Words: content.English()}}}
			v := templates.Figure{ID: "f", Links: []templates.Link{{Text: "CSV", Href: "f.csv"}}}
			p.tabulate(&v, drawn(c.rows, c.every))
			rows := v.Table.Rows
			if len(rows) != c.count || rows[0].Run != c.listed[0] || rows[len(rows)-1].Run != c.listed[1] {
				t.Errorf("%d rows from %s to %s, want %d of %v", len(rows), rows[0].Run, rows[len(rows)-1].Run, c.count, c.listed)
			}
			var more string
			for _, r := range v.Table.More {
				more += r.Text
			}
			if more != c.more || (v.TableRows == 0) != (c.more == "") {
				t.Errorf("says %q and counts %d, want %q", more, v.TableRows, c.more)
			}
		})
	}
}

// What the script needs for a row stands beside its texts, in the same order.
func TestTheFileOfALongTableHasWholeRows(t *testing.T) {
	runs := results()
	id := runs.Tables[0].Run(0)
	p := page{edition: &edition{runs: provenance.Of(runs)}, path: "tasks/gpqa/"}
	f := drawn(40, 1)
	f.Rows[1].Run = id
	f.Rows[2].Run = ""
	if p.liveFigure(f, p.rowsInFull(f)); p.err != nil {
		t.Fatal(p.err)
	}
	var file figureFile
	if err := json.Unmarshal(p.loads[1].content, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Rows) != 40 || len(file.Runs) != 40 || len(file.Table) != 40 || file.Runs[2] != "" || file.Runs[3] != "r3" {
		t.Fatalf("%d rows, %d runs, %d in full", len(file.Rows), len(file.Runs), len(file.Table))
	}
	got := fmt.Sprintf("%+v", file.Table[1])
	if want := "{Model:lab/a Mark:on the frontier Href:../../runs/" + id + "/ Values:[ 1.0]}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if file.Table[3].Href != "" {
		t.Errorf("a run that is not published is linked to %s", file.Table[3].Href)
	}
	if got := len(p.rowsInFull(drawn(2000, 0))); got != mostTableRows {
		t.Errorf("a table of %d rows", got)
	}
	if p.rowsInFull(drawn(10, 0)) != nil {
		t.Error("a table that is on the page stands in the figure's file again")
	}
}

var tablesOfFigures = regexp.MustCompile(`<table id="([a-z-]+)-figure-table"`)

func TestATasksPageListsItsConfigurationsOnce(t *testing.T) {
	page := plainSite(t)["tasks/gpqa/index.html"]
	if found := tablesOfFigures.FindAllString(page, -1); len(found) != 1 || !strings.Contains(found[0], "tradeoff") {
		t.Errorf("the figures have the tables %q", found)
	}
}
