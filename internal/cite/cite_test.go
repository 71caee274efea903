package cite_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/cite"
)

var figure = cite.Work{
	Key: "energy-1", Title: `Energy & "power" of <B200>`, Within: "Data: measured", Group: "A Lab", Version: "1.0", Date: "2026-02-16",
	Note: "50% at 100 ms", Address: "https://a.example/?a=1&b=2", License: "CC-BY-4.0",
}

func TestAnEntryOfBibTeXEscapesItsTexts(t *testing.T) {
	const want = `@misc{energy-1,
  title = {{Energy \& "power" of \textless{}B200\textgreater{}}},
  author = {{A Lab}},
  year = {2026},
  note = {50\% at 100 ms},
  howpublished = {\url{https://a.example/?a=1&b=2}},
}
`
	if got := figure.BibTeX(); got != want {
		t.Errorf("%s", got)
	}
	post := cite.Work{Key: "p", Title: "T", People: []string{"Jane Doe", "R. Roe"}, Group: "A site", Date: "2026-02", Text: true}
	if got := post.BibTeX(); !strings.Contains(got, "author = {Jane Doe and R. Roe}") || strings.Contains(got, "howpublished") {
		t.Errorf("%s", got)
	}
}

func TestCSLHasTheFieldsOfItsSchema(t *testing.T) {
	var items []map[string]any
	if err := json.Unmarshal([]byte(figure.CSL()), &items); err != nil || len(items) != 1 {
		t.Fatal(items, err)
	}
	for key, want := range map[string]string{
		"id": "energy-1", "type": "graphic", "title": figure.Title, "container-title": "Data: measured", "URL": figure.Address, "version": "1.0",
	} {
		if items[0][key] != want {
			t.Errorf("%s: %v, want %s", key, items[0][key], want)
		}
	}
	if !strings.Contains(strings.Join(strings.Fields(figure.CSL()), ""), `"issued":{"date-parts":[[2026,2,16]]}`) {
		t.Error(figure.CSL())
	}
	if got := (cite.Work{Key: "k", Title: "T", Group: "G"}).CSL(); strings.Contains(got, "issued") || !strings.Contains(got, `"dataset"`) {
		t.Error(got)
	}
}

func TestQuotedTextsStandInCSL(t *testing.T) {
	w := cite.Work{Key: "k", Title: "T", Group: "G", Note: `all; "≤ 50 ms" <&> \ at`}
	if got := w.CSL(); !strings.Contains(got, `"note": "all; `+cite.Quoted(`"≤ 50 ms" <&> \ at`)+`"`) {
		t.Error(got)
	}
}

func TestACitationFileIsYAML(t *testing.T) {
	if _, err := yamltree.Parse([]byte(figure.CFF())); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"type: dataset\n", `title: "Energy & \"power\" of <B200>"`, `  - name: "A Lab"`, `abstract: "50% at 100 ms"`, `date-released: "2026-02-16"`} {
		if !strings.Contains(figure.CFF(), want) {
			t.Errorf("no %s in %s", want, figure.CFF())
		}
	}
}
