package templates

import (
	"testing"

	"golang.org/x/net/html"
)

func tableOf(t *testing.T, v Table) *html.Node {
	t.Helper()
	return parse(t, render(t, table(v)))
}

func TestRowsAndCellsNameRunModelAndField(t *testing.T) {
	doc := tableOf(t, resultsFixture())
	wantAttr(t, only(t, doc, "table"), "id", "results")
	row := elements(only(t, doc, "tbody"), "tr")[0]
	wantAttr(t, row, "data-run", "r1")
	wantAttr(t, row, "data-model", "Qwen/Qwen3-235B")
	energy := elements(row, "td")[1]
	wantAttr(t, energy, "data-field", "energy_per_token_joules")
	wantAttr(t, only(t, energy, "data"), "value", "0.9653215")
	if got := wordsIn(energy); got != "0.965" {
		t.Errorf("energy shows %q", got)
	}
}

func TestMissingValueIsADashNotZero(t *testing.T) {
	rows := elements(only(t, tableOf(t, resultsFixture()), "tbody"), "tr")
	for _, row := range rows {
		cells := elements(row, "td")
		if got := wordsIn(cells[len(cells)-2]); got != "n/a–" && row == rows[1] {
			t.Errorf("missing value shows %q", got)
		}
		if len(cells) != 7 {
			t.Errorf("row has %d cells, want 7", len(cells))
		}
	}
}

func TestEveryRowHasAHeaderCell(t *testing.T) {
	for _, row := range elements(only(t, tableOf(t, resultsFixture()), "tbody"), "tr") {
		wantAttr(t, only(t, row, "th"), "scope", "row")
	}
}

func TestMarkIsSaidInWords(t *testing.T) {
	rows := elements(only(t, tableOf(t, resultsFixture()), "tbody"), "tr")
	if got := wordsIn(only(t, rows[0], "th")); got != "Qwen 3 235B A22B Thinking BF16◆, on the frontierBatch 2568× B200batch 256 · Median ITL 47.1 ms" {
		t.Errorf("marked row is named %q", got)
	}
}

func TestOnlyTheSortedColumnSaysSo(t *testing.T) {
	for i, th := range elements(only(t, tableOf(t, resultsFixture()), "thead"), "th") {
		got, ok := attr(th, "aria-sort")
		if ok != (i == 2) || ok && got != "ascending" {
			t.Errorf("column %d: aria-sort %q", i, got)
		}
	}
}

func TestRankHeadLinksItsExplanation(t *testing.T) {
	v := resultsFixture()
	v.Columns[0].Help = "../methods/#ties"
	link := elements(only(t, tableOf(t, v), "thead"), "a")[0]
	wantAttr(t, link, "href", "../methods/#ties")
	if got := wordsIn(link); got != "# Rank" {
		t.Errorf("link is named %q", got)
	}
}

func TestTableWithoutRowsSaysWhy(t *testing.T) {
	v := resultsFixture()
	v.Rows, v.Empty, v.Live = nil, "No configuration is fast enough.", false
	doc := tableOf(t, v)
	if got := wordsIn(doc); got != v.Empty || len(elements(doc, "table")) != 0 {
		t.Errorf("empty table shows %q", got)
	}
}

func TestTableScrollsWhenColumnsDoNotFit(t *testing.T) {
	columns := func(n int, s Show) Table {
		v := Table{ID: "t", Label: "T", Columns: []Column{{Kind: Rank}, {Kind: Name}}, Rows: []Row{{}}}
		for range n {
			v.Columns = append(v.Columns, Column{Kind: Number, Show: s})
		}
		return v
	}
	for _, c := range []struct {
		name   string
		table  Table
		region string
	}{
		{"two on phones", columns(2, Always), ""},
		{"three on phones", columns(3, Always), "scroll"},
		{"four on tablets", columns(4, Tablet), ""},
		{"five on tablets", columns(5, Tablet), "scroll"},
		{"eight on desktops", columns(8, Desktop), "scroll"},
		{"nine on screens", columns(9, Screen), ""},
		{"ten on screens", columns(10, Screen), "scroll vast"},
		{"asked for", Table{ID: "t", Label: "T", Wide: true, Columns: []Column{{Kind: Name}}, Rows: []Row{{}}}, "scroll"},
	} {
		t.Run(c.name, func(t *testing.T) {
			regions := elements(tableOf(t, c.table), "div")
			if c.region == "" {
				if len(regions) != 0 {
					t.Error("table that fits has a region")
				}
				return
			}
			wantAttr(t, regions[0], "class", c.region)
			wantAttr(t, regions[0], "tabindex", "0")
			wantAttr(t, regions[0], "aria-label", "T")
		})
	}
}

func TestAnchorsLinkRowsByRun(t *testing.T) {
	row := elements(only(t, tableOf(t, vastTable()), "tbody"), "tr")[0]
	wantAttr(t, row, "id", "r9")
	if _, ok := attr(elements(only(t, tableOf(t, resultsFixture()), "tbody"), "tr")[0], "id"); ok {
		t.Error("row of a table without anchors has an id")
	}
}

func TestStripDrawsAtTheGivenPositions(t *testing.T) {
	svg := only(t, elements(only(t, tableOf(t, resultsFixture()), "tbody"), "tr")[0], "svg")
	paths := elements(svg, "path")
	for i, want := range []string{"M38.2 0v18M87.1 0v18", "M77.4 9H131.7", "M90 4v10M100.2 4v10"} {
		wantAttr(t, paths[i], "d", want)
	}
	wantAttr(t, only(t, svg, "circle"), "cx", "86.4")
	wantAttr(t, svg, "aria-hidden", "true")
}

func TestStripWithoutDotShowsNone(t *testing.T) {
	doc := parse(t, render(t, strip(&Strip{From: 1, To: 2, Text: "1 to 2 J"})))
	if len(elements(doc, "circle")) != 0 || wordsIn(doc) != "1 to 2 J" {
		t.Errorf("strip without a dot: %s", wordsIn(doc))
	}
}

func TestFigureHasCaptionAndTable(t *testing.T) {
	doc := parse(t, render(t, figure(figureFixture("frontier"))))
	f := only(t, doc, "figure")
	wantAttr(t, f, "data-chart", "frontier")
	only(t, f, "figcaption")
	details := only(t, f, "details")
	only(t, details, "table")
	if _, ok := attr(details, "data-rows"); ok {
		t.Error("a table that is whole counts the rows that it lacks")
	}
	if n := len(elements(f, "svg")); n != 2 {
		t.Errorf("%d drawings, want a wide and a narrow one", n)
	}
}

func TestATableThatIsAPartCountsTheRowsOfTheWhole(t *testing.T) {
	f := figureFixture("frontier")
	f.TableRows = 187
	wantAttr(t, only(t, parse(t, render(t, figure(f))), "details"), "data-rows", "187")
}

func TestCaptionsAreTheFirstOrLastElementOfTheirFigure(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		for _, caption := range elements(doc, "figcaption") {
			if caption.Parent.Data != "figure" || caption.PrevSibling != nil && caption.NextSibling != nil {
				t.Errorf("the caption %q is neither", wordsIn(caption))
			}
		}
	})
}

func TestFigureWithoutDrawingSaysWhy(t *testing.T) {
	f := Figure{ID: "l", Chart: "lengths", Title: "Lengths", Message: "No histogram in this source.", Drawings: []Drawing{{350, "<svg></svg>"}}}
	doc := parse(t, render(t, figure(f)))
	if len(elements(doc, "svg")) != 0 || wordsIn(doc) != "LengthsNo histogram in this source." {
		t.Errorf("figure shows %q", wordsIn(doc))
	}
}

// The page's script offers the rows of its main table in its own way.
func TestOnlyTheMainTableIsNotTakenAsItStands(t *testing.T) {
	v := resultsFixture()
	v.Columns, v.Rows = v.Columns[:3], nil
	for id, want := range map[string]bool{"results": false, "other": true} {
		if v.ID = id; v.taken() != want {
			t.Errorf("%s: offered as a file is %v", id, !want)
		}
	}
}
