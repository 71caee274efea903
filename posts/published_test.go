package posts_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data/mlenergy"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
)

// TestDeclarationsReproducePublishedFigures computes eight kinds of figures that
// the benchmark's authors published, from declarations alone, and holds them
// against numbers that were printed with them.
func TestDeclarationsReproducePublishedFigures(t *testing.T) {
	ds, err := mlenergy.Open(filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "compiled"), mlenergy.Options{StableOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	c, err := content.Over(os.DirFS("testdata/published"))
	if err != nil {
		t.Fatal(err)
	}
	texts := posts.Compute(c, query.New(ds, c, nil))
	for _, f := range texts.Faults {
		t.Error(f)
	}
	figures := map[string][]map[string]string{}
	for slug, d := range texts.All() {
		for _, f := range d.Figures() {
			figures[slug+"/"+f.Name] = lines(t, f.CSV)
		}
	}
	for name, want := range map[string]int{
		"lengths": 84, "modalities": 9, "diffusion": 12, "batch": 44, "parameters": 5, "generations": 34, "gpus": 35, "power": 78,
	} {
		if got := len(figures["published/"+name]); got != want {
			t.Errorf("%s draws %d rows, want %d", name, got, want)
		}
	}
	for _, m := range []struct {
		panel, group string
		want         float64
	}{
		{"Output length", "Problem solving", 6988},
		{"Output length", "Text conversation", 717},
		{"Energy per response", "Problem solving", 4625},
		{"Energy per response", "Text conversation", 184},
	} {
		if got := math.Round(mean(t, figures["published/lengths"], m.panel, m.group)); got != m.want {
			t.Errorf("%s of %s: mean %v, published %v", m.panel, m.group, got, m.want)
		}
	}
}

func lines(t *testing.T, file []byte) (rows []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(string(file))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func mean(t *testing.T, rows []map[string]string, panel, group string) float64 {
	t.Helper()
	sum, n := 0.0, 0.0
	for _, r := range rows {
		if r["panel"] != panel || r["group"] != group {
			continue
		}
		y, err := strconv.ParseFloat(r["y"], 64)
		if err != nil {
			t.Fatal(err)
		}
		sum, n = sum+y, n+1
	}
	return sum / n
}
