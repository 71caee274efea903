package declared_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// Names stay apart, and a file that cannot be read is named with the cause, whatever the others are.
func TestOddFilesAreNamed(t *testing.T) {
	units := utf16.Encode([]rune("\ufeffmodel,e\nlab/x,1\n"))
	wide := make([]byte, 0, 2*len(units))
	for _, u := range units {
		wide = append(wide, byte(u), byte(u>>8))
	}
	for text, want := range map[string][]string{
		"a.csv model,e\nlab/T\xefny,1\nlab/T\xe9ny,1\n": {"a.csv: row 1: model: is not in UTF-8", "a.csv: row 2: model: is not in UTF-8"},
		"a.csv model,e\nlab/A\x00b,2\nlab/A\x1bb,2\n":   {"a.csv: row 1: model: expected printable", "a.csv: row 2: model: expected printable"},
		"a.csv model,e,repeat\nlab/x,1,1\nlab/x,1,2\n":  {"equal values in all columns that are declared", "or declare the column that tells them apart"},
		"a.csv \ufeff":              {"a.csv: the file is empty"},
		"a.csv ":                    {"a.csv: the file is empty"},
		"a.csv " + string(wide):     {"a.csv: is UTF-16; save it as UTF-8"},
		"a.json " + string(wide):    {"a.json: is UTF-16; save it as UTF-8"},
		"b.csv " + string(wide[2:]): {"b.csv: is UTF-16; save it as UTF-8"},
		"b.json \x00{\x00}":         {"b.json: is UTF-16; save it as UTF-8"},
		"a.md # Energy\n":           {"a.md: has no table; add one, or leave"},
		"a.json ":                   {"a.json: the file is empty"},
		"a.csv model,e\rlab/x,1\r":  {"a.csv: its lines end in carriage returns"},
		"a.csv model,e\n":           {"a.csv: has no row"},
		"a.csv model;e\nlab/x;1\n":  {`a.csv: its header is one column, "model;e"`, `separator: ";"`},
		"a.csv \x1f\x8b\x08\x00xyz": {"a.csv: is compressed with gzip; unpack it"},
		"a.json PK\x03\x04xyz":      {"a.json: is a ZIP archive"},
		"a.json <!doctype html>":    {"a.json: is a page of HTML"},
		"a.csv version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n":               {"a.csv: is a pointer of Git LFS"},
		"a.csv model,e\nN/A,1\nTotal,5\n#REF!,2\n":                                               {"row 1: model: expected a name, got \"N/A\"; write “missing: [N/A]”", "row 2: model: expected the name of a model", `got "#REF!"`},
		"a.jsonl {\"model\":\"lab/x\",\"e\":1}{\"model\":\"" + strings.Repeat("x", 9000) + "\"}": {"a.jsonl: row 2: model: the text is too long"},
		"a.json {\"model\":\"lab/x\",\"e\":1,\"e\":2}":                                           {`a.json: invalid JSON at line 1, column 28: the key "e" occurs twice`},
		"a.json {\"model\":\"lab/x\",\"e\":{\"v\":1,\"v\":2}}":                                   {`the key "v" occurs twice`},
	} {
		name, content, _ := strings.Cut(text, " ")
		ds, err := open(t, head+"rows: [{files: [good.csv, "+name+"]}]\nfields:\n- {name: model, role: model}\n- {name: e, role: energy, from: [e, e.v]}\n",
			map[string]string{name: content, "good.csv": "model,e\ngood,7\n"})
		if err != nil || ds.Len() < 1 {
			t.Errorf("%q: %v, %v", text, err, ds.Problems())
			continue
		}
		for _, w := range want {
			if got := fmt.Sprint(ds.Problems()); !strings.Contains(got, w) {
				t.Errorf("%q: no problem says %q: %s", text, w, got)
			}
		}
	}
}

// What stands in the place of a file and is none is named, beside good files.
func TestLinksAndPipesAreNamed(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, declared.Name, head+"rows: [{files: [\"*.csv\"]}]\n"+energies)
	written(t, dir, "good.csv", "model,e\ngood,7\n")
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o755); err != nil {
		t.Fatal(err)
	}
	shared.Link(t, "/etc/hostname", filepath.Join(dir, "out.csv"))
	shared.Link(t, "nowhere", filepath.Join(dir, "dangling.csv"))
	shared.Link(t, "below", filepath.Join(dir, "directory.csv"))
	want := []string{"out.csv: a symbolic link leads out", "dangling.csv: no such file", "directory.csv: is a directory, not a file"}
	ds, err := declared.Open(t.Context(), dir, true)
	if err != nil || ds.Len() != 1 {
		t.Fatalf("%d runs, %v", ds.Len(), err)
	}
	for _, w := range want {
		if !strings.Contains(fmt.Sprint(ds.Problems()), w) {
			t.Errorf("no problem says %q: %v", w, ds.Problems())
		}
	}
}

// Of two columns of one name, none is taken for the other.
func TestAColumnThatOccursTwiceIsRefused(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"benchmark.yaml": "domain: t\nbasis: {window: w, scope: GPU, token: output tokens}\nboard: {system: T, about: A., license: CC-BY-4.0}\n" +
			"rows: [{files: [\"*.csv\"]}]\nfields:\n- {name: model, role: model}\n- {name: energy, role: energy, unit: J/token}\n",
		"runs.csv": "model,energy,energy\na,1,2\n",
		"good.csv": "model,energy,other,other\nb,1,2,3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ds, err := declared.Open(t.Context(), dir, true)
	if err != nil {
		t.Fatal(err)
	}
	problems := ds.Problems()
	if ds.Len() != 1 || len(problems) != 1 || !strings.Contains(fmt.Sprint(problems[0]), `its header has the column "energy" 2 times`) {
		t.Errorf("%d runs, %v", ds.Len(), problems)
	}
}

// A joined file without keys belongs to every row, so it is one row: the first of several would be the wrong one for most.
func TestAJoinedFileOfSeveralRowsNeedsKeys(t *testing.T) {
	for name, content := range map[string]string{"m.csv": "x\n1\n2\n", "m.jsonl": "{\"x\":1}\n{\"x\":2}\n"} {
		ds, err := open(t, head+"rows: [{files: [\"a.csv\"], join: {m: {file: "+name+"}}}]\n"+energies+"- {name: x, from: [\"m:x\"]}\n",
			map[string]string{"a.csv": "model,e\na,7\nb,8\n", name: content})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(ds.Problems()); ds.Len() != 0 || !strings.Contains(got, "has several rows; add “by” and “key”") {
			t.Errorf("%s: %d runs, %s", name, ds.Len(), got)
		}
	}
}

// A board offers the percentiles that were measured, and no others.
func TestPercentilesAreThoseThatWereMeasured(t *testing.T) {
	ds, err := open(t, head+"rows: [{files: [\"a.csv\"]}]\n"+energies+"- {name: p50, role: latency_p50}\n- {name: p99, role: latency_p99}\n",
		map[string]string{"a.csv": "model,e,p50,p99\na,7,1,2\n"})
	if err != nil || ds.Len() != 1 {
		t.Fatalf("%d runs, %v", ds.Len(), err)
	}
	if got := fmt.Sprint(ds.Tables[0].Schema().Percentiles()); got != "[p50 p99]" {
		t.Errorf("percentiles: %s", got)
	}
}

// A directory with the name of a file of rows is named; directories of other names that a pattern fits are none.
func TestADirectoryInThePlaceOfAFileIsNamed(t *testing.T) {
	ds, err := open(t, head+"rows: [{files: [\"**/*\"], format: csv}]\n"+energies,
		map[string]string{"a": "model,e\na,7\n", "e.csv/b": "model,e\nb,8\n", "v1.0/c": "model,e\nc,9\n"})
	if got := fmt.Sprint(ds.Problems()); err != nil || ds.Len() != 3 || got != "[e.csv: is a directory, not a file; the rest of the file is left out]" {
		t.Errorf("%d runs, %v, %s", ds.Len(), err, got)
	}
}

// What a built-in declaration says of files that not every result has needs no effect, and a pattern has one if it is the
// only one that fits a file.
func TestKeysWithEffectAreAccepted(t *testing.T) {
	for declaration, files := range map[string]map[string]string{
		head + "rows: [{files: [\"a.csv\", \"*.csv\"], but: [b.csv]}, {files: [\"*.tsv\"], pivot: {by: m, values: [v], differ: [n]}}]\n" + energies: {
			"a.csv": "model,e\na,7\n", "b.csv": "x", "c.csv": "model,e\nc,7\n", "d.tsv": "model\tm\tv\tn\nb\te\t8\t1\n",
		},
		"benchmark: ai-energy-score\nboard: {system: T}\n": {"a.csv": "model,total_gpu_energy,gpu\na,7,H100\n"},
	} {
		if _, err := open(t, declaration, files); err != nil {
			t.Errorf("%s: %v", declaration, err)
		}
	}
}

// The key of a second file can be in another, whatever their names; the values are those of the rows.
func TestAChainOfJoins(t *testing.T) {
	for _, names := range [][2]string{{"a", "b"}, {"b", "a"}} {
		first, second := names[0], names[1]
		ds, err := open(t, head+fmt.Sprintf("rows: [{files: [\"runs.csv\"], join: {%s: {file: gpus.csv, by: '%s:gpu', key: id}, %s: {file: nodes.csv, by: node}}}]\n",
			second, first, first)+energies+fmt.Sprintf("- {name: gpu, role: gpu, from: ['%s:label']}\n", second), map[string]string{
			"runs.csv": "model,e,node\nlab/x,1,n1\nlab/y,2,n2\n", "nodes.csv": "node,gpu\nn1,h\nn2,b\n", "gpus.csv": "id,label\nb,B200\nh,H100\n",
		})
		if err != nil || ds.Len() != 2 || len(ds.Problems()) > 0 {
			t.Fatalf("%d runs, %v, %v", ds.Len(), err, ds.Problems())
		}
		table := ds.Tables[0]
		if got := fmt.Sprintf("%v %v", table.Value(0, "gpu"), table.Value(1, "gpu")); got != "H100 B200" {
			t.Errorf("%v: %s", names, got)
		}
	}
}

// What would give a wrong number without a word is named: rows that are lost, numbers that are cut, times that run backwards,
// limits that nothing meets.
func TestNumbersAreNotQuietlyWrong(t *testing.T) {
	const csv, timed = "rows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: e, role: energy}\n",
		"- {name: start, role: start}\n- {name: end, role: end}\n- {name: duration, role: duration}\n"
	for _, c := range []struct{ declaration, file, text, want string }{
		{csv + "- {name: acc, role: accuracy, type: number?}\n", "a.csv", "model,e,acc\nlab/x,1,95\n", "acc: expected 0 to 1 share, got 95"},
		{csv + "- {name: n, role: output_tokens, type: whole?}\n", "a.csv", "model,e,n\nlab/x,1,-3\n", "n: expected 0 to"},
		{csv + "- {name: seed, role: seed}\n", "a.csv", "model,e,seed\nlab/x,1,9007199254740993\n", "seed: expected a whole number"},
		{
			strings.Replace(csv, "a.csv", "a.jsonl", 1) + "- {name: p, unit: ms, from: ['p90(l)']}\n", "a.jsonl", `{"model":"lab/x","e":1,"l":[1,"nan",3]}`,
			"p: expected finite numbers, got NaN",
		},
		{csv + "- {name: b, role: batch, from: ['path:'], match: '^([a-z])'}\n", "a.csv", "model,e\nlab/x,1\n", "b: expected a number"},
		{csv + "- {name: b, role: batch, match: 'n=([0-9]+)'}\n", "a.csv", "model,e,b\nlab/x,1,n=16k\n", "16 is only the beginning of a number"},
		{csv + "- {name: b, role: batch, match: 'n=([0-9]+)'}\n", "a.csv", "model,e,b\nlab/x,1,n=1.5\n", "1 is only the beginning of a number"},
		{csv + "unstable: [{when: e > 0, why: hot}]\n", "a.csv", "model,e\nlab/x,1\n", "unstable: a condition holds for every row"},
		{csv + "- {name: b, role: batch, match: 'n=([0-9])'}\n", "a.csv", "model,e,b\nlab/x,1,n=64\n", "6 is only the beginning of a number"},
		{csv + "- {name: b, role: batch, match: 'n=([0-9]+)'}\n", "a.csv", "model,e,b\nlab/x,1,n=16.\nlab/y,1,n=8km\n", ""},
		{csv + timed, "a.csv", "model,e,start,end,duration\nlab/x,1,2026-01-01T00:02:00Z,2026-01-01T00:01:00Z,\n", "end: is before start"},
		{csv + timed, "a.csv", "model,e,start,end,duration\nlab/x,1,100,160,61\nlab/x,1,100,160,600\n", "row 2: duration: is 600 s, but from start to end it is 60 s"},
		{csv + timed, "a.csv", "model,e,start,end,duration\nlab/x,1,2026-10-25T02:50:00,2026-10-25T02:10:00,1200\n", ""},
		{
			strings.Replace(csv, "[a.csv]", "[a.csv], pair: {by: u, second: [W], differ: [e]}", 1), "a.csv",
			"model,u,e\nlab/x,J,1\nlab/x,W,2\nlab/y,W,3\nlab/z,W,4\nlab/z,W,5\nlab/z,J,6\n", "2 rows with W have no row of their own",
		},
		{strings.Replace(csv, "fields:", "where: wh > j\nfields:", 1) + "- {name: wh, unit: Wh}\n- {name: j, unit: J}\n", "a.csv", "model,e,wh,j\nlab/x,1,2,1\n", "3600 J and J"},
		{csv + "laws:\n" + strings.Repeat("- {code: l, rising: [e, e]}\n", 51), "a.csv", "model,e\nlab/x,1\n", "laws: expected at most 50, got 51"},
	} {
		ds, err := open(t, head+c.declaration, map[string]string{c.file: c.text, "b.csv": "model\n"})
		if got := fmt.Sprint(err, ds.Problems()); c.want == "" && got != "<nil> []" || !strings.Contains(got, c.want) {
			t.Errorf("%s%s: got %s, want %q", c.declaration, c.text, got, c.want)
		}
	}
}
