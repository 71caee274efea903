package declared_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// FuzzDeclaration: whatever a declaration says, it is refused with a reason or can be used on
// rows, within bounded time.
func FuzzDeclaration(f *testing.F) {
	for _, name := range declared.Shipped() {
		text, err := os.ReadFile(filepath.Join("shipped", name+".yaml"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add([]byte("benchmark: " + name + "\nset: [{model: a/b}]\nfields: [{name: model, match: '(a)'}, {name: x, unit: W, value: '1 / 0'}]"))
	}
	f.Add([]byte(timed + "power: [{files: ['*.csv'], kind: table, time: start, watts: tokens}]"))
	dir := f.TempDir()
	rows := "model,e,n,start,end,tokens,model_id,completed\na,1,2,100,110,5,m,1\n,x,inf,,2026-01-01T00:00:00Z,NaN,m,0\n"
	for name, text := range map[string]string{"rows.csv": rows, "a.json": `{"model":"a","e":[1,{"x":null}],"benchmarks":[{"model":1}]}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, declared.Name), text, 0o644); err != nil {
			t.Fatal(err)
		}
		var ds data.Dataset
		var err error
		shared.Bounded(func() { ds, err = declared.Open(t.Context(), dir, false) })
		if err != nil && err.Error() == "" {
			t.Fatal("refused without a reason")
		}
		for _, runs := range ds.Tables {
			text, err := runs.Schema().Text()
			if err != nil {
				t.Fatal(err)
			}
			s, err := data.Declare(text)
			if err != nil || s.Domain != runs.Schema().Domain || len(s.Fields()) != len(runs.Schema().Fields()) {
				t.Fatalf("the published declaration is not the same: %v\n%s", err, text)
			}
		}
	})
}

// FuzzRows: whatever a file holds, its rows are read or told as problems, and a draft is made
// or refused.
func FuzzRows(f *testing.F) {
	for _, format := range []string{"csv", "tsv", "json", "jsonl", "parquet"} {
		for _, text := range []string{
			"model,e\na,1\n\"", "model\te\na\t1", `{"model":"a","e":1}{"model":"b","e":NaN}`,
			`[{"model":{"x":[1]}}]`, "PAR1",
		} {
			f.Add(format, []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, format string, text []byte) {
		dir := t.TempDir()
		name := filepath.Join(dir, "rows")
		known := map[string]bool{"csv": true, "tsv": true, "json": true, "jsonl": true, "parquet": true}
		if !known[format] {
			return
		}
		name += "." + format
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
		written(t, dir, declared.Name, head+"rows: [{files: [\"rows.*\"], missing: [NaN]}]\nfields:\n- {name: model, role: model}\n"+
			"- {name: e, role: energy, item: 1}\n")
		shared.Bounded(func() {
			if _, err := declared.Open(t.Context(), dir, true); err != nil {
				t.Fatal(err)
			}
			if draft, err := declared.Describe(name); err == nil && len(draft) == 0 {
				t.Fatal("an empty draft")
			}
		})
	})
}
