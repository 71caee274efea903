package query_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/posts/query"
)

// withTables are a figure's data with files of an author.
func withTables(t *testing.T, runs []data.LLMRun, tables map[string]string, yaml string) (query.Figure, error) {
	t.Helper()
	c, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	c.Tables = map[string][]byte{}
	for name, text := range tables {
		c.Tables[name] = []byte(text)
	}
	declared, err := content.ReadFigure(content.Markdown{Text: yaml, File: "posts/a.md", Line: 10})
	if err != nil {
		return query.Figure{}, err
	}
	return query.New(data.NewDataset(data.Source{}, data.NewRuns(runs, true).Table), c, charts.Marks{}).Text(content.Declared{}).Figure(declared)
}

const joined = `name: f
kind: scatter
title: T
alt: A
join: {csv: data/mine.csv, on: [nickname, gpu_model]}
x: price
y: energy_per_token_joules
`

func TestColumnsOfAnAuthorJoinRunsByKey(t *testing.T) {
	table := map[string]string{"data/mine.csv": "nickname,gpu_model,price,seller\nA,H100,2.5,x\nB,H100,,y\nZ,H100,9,z\n"}
	f, err := withTables(t, runs(), table, joined)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Plot.Panels[0].Series {
		for _, pt := range s.Points {
			if pt.X != 2.5 {
				t.Errorf("a point at %v, want the price of A", pt.X)
			}
		}
	}
	if !strings.Contains(f.Plot.Caption, "without a value") || !strings.Contains(f.Plot.Caption, "mine.csv") {
		t.Errorf("the caption is %q", f.Plot.Caption)
	}
	for text, want := range map[string]string{
		"nickname,gpu_model,price\nA,H100,1\nA,H100,2\n": `on: rows 1 and 2 of data/mine.csv have the same nickname, gpu_model; add a field`,
		"nickname,gpu_model,price\nQ,H100,1\n":           `on: no run has the nickname, gpu_model of a row of data/mine.csv; write them`,
		"nickname,price\nA,1\n":                          `on: own has no field "gpu_model"; name fields`,
		"nickname,gpu_model,num_gpus\nA,H100,1\n":        `csv: data/mine.csv: the runs have a field num_gpus already; give the column another name`,
	} {
		if _, err := withTables(t, runs(), map[string]string{"data/mine.csv": text}, joined); err == nil || !strings.Contains(err.Error(), "posts/a.md:14: "+want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestAParquetFileIsReadAsACSVFile(t *testing.T) {
	var file bytes.Buffer
	w := rowfile.NewParquet(&file, "mine", []rowfile.Column{{Name: "nickname"}, {Name: "price", Kind: rowfile.Number, Optional: true}}, nil)
	for _, row := range [][]any{{"A", 2.5}, {"B", nil}} {
		for i, cell := range row {
			w.Value(i, cell)
		}
		if err := w.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	yaml := "name: f\nkind: bar\ntitle: T\nalt: A\nparquet: data/mine.parquet\ngroup: nickname\ny: {value: price, label: Price, unit: USD}\n"
	f, err := withTables(t, runs(), map[string]string{"data/mine.parquet": file.String()}, yaml)
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Plot.Panels[0].Series[0].Points; len(p) != 1 || p[0].Y != 2.5 {
		t.Errorf("points are %v", p)
	}
	if _, err := withTables(t, runs(), map[string]string{"data/mine.parquet": "PAR1nothing"}, yaml); err == nil ||
		!strings.Contains(err.Error(), "posts/a.md:14: parquet: data/mine.parquet: ") {
		t.Errorf("%v", err)
	}
}

func TestGroupsAreEvenlySpread(t *testing.T) {
	var all []data.LLMRun
	for i, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		all = append(all, run(name, "H100", 8, 10), run(name, "B200", 8, float64(i+1)))
	}
	f, err := withTables(t, append(all, run("alone", "H100", 8, 1)), nil, "name: f\nkind: grouped-bar\ntitle: T\nalt: A\ngroup: nickname\n"+
		"series: gpu_model\nsort: -gpu_model\ny: energy_per_token_joules\nspread: 3\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(f.Plot.Panels[0].Categories, " "); got != "a d g" || !strings.Contains(f.Plot.Caption, "3 of 7 groups") {
		t.Errorf("groups %s, caption %q", got, f.Plot.Caption)
	}
}

func TestValuesInATextCanBeOfAnAuthorsData(t *testing.T) {
	c, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	c.Tables = map[string][]byte{"data/grids.csv": []byte("region,grams\nNorth,120\nSouth,410\n")}
	source := query.New(data.NewDataset(data.Source{}, data.NewRuns(runs(), true).Table), c, charts.Marks{})
	text := source.Text(content.Declared{Selections: []content.Selection{{Name: "grids", File: "data/grids.csv"}}})
	if got, err := text.Fill("{{ mean(grids.grams) }} g in {{ count(grids) }} regions"); err != nil || got != "265 g in 2 regions" {
		t.Errorf("%q, %v", got, err)
	}
}
