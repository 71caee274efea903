package site

import (
	"encoding/xml"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/source"
)

// badgeFile is what a reader sees of a badge.
type badgeFile struct {
	Role  string `xml:"role,attr"`
	Title string `xml:"title"`
	Lines []struct {
		Value string `xml:"tspan"`
		Rest  string `xml:",chardata"`
	} `xml:"g>text"`
}

// A badge has the number of the best row of its model within the limit, wherever a board is of, and no other model has one.
func TestBadgesHaveTheNumbersOfTheirRows(t *testing.T) {
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	root := shared.Small(t)
	ds, err := source.Open(t.Context(), filepath.Join(root, "data", "mlenergy-v3", "leaderboard"),
		"ipw:"+filepath.Join(root, "fixtures", "ipw"), "llenergymeasure:"+filepath.Join(root, "fixtures", "llenergymeasure"))
	if err != nil {
		t.Fatal(err)
	}
	e := newEdition(Select(ds.Dataset, texts), Options{Content: texts, BaseURL: "https://lab.example/"})
	first := e.tasks[0] // a row without a rank stands between groups of equal work
	unranked := aggregate.Row{Facts: first.best[0].Facts, Score: math.Inf(1), Group: -1}
	first.best = slices.Insert(first.best, 0, unranked)
	first.initial.Ranks = slices.Insert(first.initial.Ranks, 0, aggregate.Rank{})
	first.initial.Ranges = slices.Insert(first.initial.Ranges, 0, aggregate.Range{})
	var w tree.Memory
	if err := e.writeBadges(t.Context(), &w); err != nil {
		t.Fatal(err)
	}
	files, seen, late := w.Files(), map[string]bool{}, 0
	for _, b := range slices.Concat(e.tasks, e.boards) {
		least := map[string]aggregate.Row{} // by the address of the model's page
		for _, r := range b.query.Select(b.rows) {
			at := e.modelOf(b, r)
			if old, ok := least[at]; at != "" && r.Ranked() && (!ok || r.Score < old.Score) {
				least[at] = r
			}
		}
		for _, r := range b.rows {
			at := e.modelOf(b, r)
			if _, ranked := least[at]; at != "" && !ranked && files[badgePath(b, at)] != "" {
				t.Errorf("%s: %s has no rank, but a badge", b.ID, at)
			} else if !ranked {
				late++
			}
		}
		for at, r := range least {
			path := badgePath(b, at)
			checkBadge(t, path, files[path], r)
			seen[path] = true
			p := e.entry(page{path: at, kind: content.OfModel}, nil)
			if s := p.share(b); s == nil || !strings.Contains(s.Snippets[0].Code, "(https://lab.example/"+path+")](https://lab.example/"+at+"#"+b.ID+")") {
				t.Errorf("%s: shared is %+v", path, s)
			}
		}
	}
	if len(files) != len(seen) || len(seen) < 15 || late == 0 {
		t.Errorf("%d badges, %d of them of rows; %d rows of models without a rank", len(files), len(seen), late)
	}
}

func checkBadge(t *testing.T, path, file string, r aggregate.Row) {
	t.Helper()
	var b badgeFile
	if err := xml.Unmarshal([]byte(file), &b); err != nil || len(file) > 1024 || b.Role != "img" || len(b.Lines) != 4 {
		t.Fatalf("%s: %d bytes: %v in %s", path, len(file), err, file)
	}
	number, unit, _ := strings.Cut(b.Lines[0].Value, " ")
	x, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	for prefix, size := range map[string]float64{"kJ ": 1e3, "MJ ": 1e6} {
		if strings.HasPrefix(unit, prefix) {
			x *= size
		}
	}
	if want, _ := r.Metric(); err != nil || math.Abs(x/want-1) > 0.005 {
		t.Errorf("%s: %s, but the row has %v", path, b.Lines[0].Value, want)
	}
	for _, part := range []string{r.GPU, "rank "} {
		if !strings.Contains(b.Title, part) || !strings.Contains(b.Lines[2].Rest, part) {
			t.Errorf("%s: no %s in %s", path, part, file)
		}
	}
}

// Names stay text, and what is invented is on no other site.
func TestBadgesOfHostileNames(t *testing.T) {
	badges := 0
	for name, text := range plainSite(t) {
		if strings.HasPrefix(name, badgesPath) {
			badges++
			var b badgeFile
			if err := xml.Unmarshal([]byte(text), &b); err != nil || strings.Contains(text, "<script") || len(b.Lines) != 4 {
				t.Errorf("%s: %v in %s", name, err, text)
			}
		}
	}
	if badges != 2 {
		t.Errorf("%d badges", badges)
	}
}
