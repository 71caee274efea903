package site

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

func TestComparePageListsWhatCanBeComparedWithoutScript(t *testing.T) {
	files := built(t, options(t))
	page := files["compare/index.html"]
	for _, want := range []string{
		`<body data-page="compare">`, `<option value="gpqa" data-board="../assets/gpqa.`, `data-lengths="../assets/gpqa-lengths.`,
		`class="none nojs"`, `href="../models/lab__model-0/"`, `href="../models/lab__model-1/"`, `data-report="https://`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, m := range regexp.MustCompile(`data-(?:board|lengths)="\.\./([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if files[m[1]] == "" {
			t.Errorf("there is no file %s", m[1])
		}
	}
}

func TestLengthsFileHasAHistogramForEachRowThatStatesLengths(t *testing.T) {
	for name, text := range built(t, options(t)) {
		if !strings.HasPrefix(name, "assets/gpqa-lengths.") {
			continue
		}
		var f lengthsFile
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		known := 0
		for i, at := range f.Of {
			if at < 0 {
				continue
			}
			known++
			answers := 0
			for _, n := range f.Counts[i] {
				answers += n
			}
			if answers != 6 || len(f.Counts[i]) >= len(f.Edges[at]) {
				t.Errorf("row %d: %d answers in %d bins of %d edges", i, answers, len(f.Counts[i]), len(f.Edges[at]))
			}
		}
		if known != 1 || len(f.Of) != 8 {
			t.Errorf("%d of %d rows have lengths", known, len(f.Of))
		}
		return
	}
	t.Error("there is no file of lengths")
}
