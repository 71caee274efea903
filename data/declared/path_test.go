package declared_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// Paths lead through patterns of keys, and fold what they match into one value.
func TestPathsLeadThroughPatterns(t *testing.T) {
	const document = `{"model":"m","endpoints":{"localhost:9400":{"gpus":{"gpu_0":{"name":"H100","draw":{"avg":300}},"gpu_1":{"name":"H100","draw":{"avg":200}}}}},
		"latencies":[4,1,3,2],"metrics":[{"name":"ttft","p99":9},{"name":"itl","p99":7}],"odd":{"a":1,"b":null,"c":3},"mixed":{"x":{"v":1},"y":{}},
		"results":{"gpqa":{"acc":0.5}},"a.b":{"c":8},"list":[{"k":1,"n":1},{"k":"2","n":null}],"p(90)":6}`
	for path, want := range map[string]string{
		"sum(endpoints.*.gpus.*.draw.avg)":               "500",
		"mean(endpoints.*.gpus.gpu_*.draw.avg)":          "250",
		"max(endpoints.**.avg)":                          "300",
		"first(endpoints.*.gpus.*.draw.avg)":             "300",
		"count(endpoints.*.gpus.*)":                      "2",
		"endpoints.localhost:9400.gpus.gpu_1.draw.avg":   "200",
		`endpoints."localhost:9400".gpus.gpu_1.draw.avg`: "200",
		"metrics[name=itl].p99":                          "7",
		"metrics[1].p99":                                 "7",
		"metrics.0.p99":                                  "9",
		"sum(list[*].k)":                                 "3",
		"p50(latencies)":                                 "2.5",
		"p90(latencies[*])":                              "3.7",
		"max(latencies)":                                 "4",
		`"a.b".c`:                                        "8",
		"a.b.c":                                          "8",
		"p(90)":                                          "6",
		"count(nothing.*)":                               "",
		"sum(odd.*)":                                     "",
		"endpoints.*.gpus.*.draw.avg":                    `the path matches 2 values, such as "300" and "200"; write a narrower path, or sum(…)`,
		"only(endpoints.*.gpus.*.draw.avg)":              `the path matches 2 values`,
		"sum(endpoints.*.gpus.*.name)":                   `expected a number, got "H100"`,
		"sum(mixed.*.v)":                                 `sum: 1 of 2 members have no value, such as member "y"; correct the file, or, if it`,
		"mean(list[*].n)":                                "mean: 1 of 2 members have no value, such as element 1, counted from 0; correct the file; row left out",
		"a.**.b.**.c":                                    "at most one **",
		"key(endpoints.*)":                               `expected a number, got "localhost:9400"`,
		strings.Repeat("[*]", 51):                        "at most one ** and 50 parts",
	} {
		ds, err := open(t, head+"rows: [{files: [\"*.json\"]}]\nfields:\n- {name: model, role: model}\n- {name: e, role: energy}\n"+
			"- {name: x, unit: J, from: ['"+path+"']}\n", map[string]string{"a.json": document})
		got := fmt.Sprint(err, ds.Problems())
		if err == nil && ds.Len() == 1 {
			got = ds.Tables[0].Text(0, "x")
		}
		if got != want && (len(want) < 9 || !strings.Contains(got, want)) {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// read is a declaration over files, and the values of its fields in the order of the model and the energy.
type reading struct {
	declaration string
	files       map[string]string
	want        string // model=energy/note, in order
}

func (r reading) check(t *testing.T, name string) {
	t.Helper()
	ds, err := open(t, head+"order: [model, e]\n"+r.declaration, r.files)
	if err != nil || len(ds.Problems()) > 0 {
		t.Errorf("%s: %v %v", name, err, ds.Problems())
		return
	}
	var got []string
	runs := ds.Tables[0]
	for i := range runs.Len() {
		got = append(got, runs.Text(i, "model")+"="+runs.Text(i, "e")+"/"+runs.Text(i, "note"))
	}
	if text := strings.Join(got, " "); text != r.want {
		t.Errorf("%s: got %s, want %s", name, text, r.want)
	}
}

// Rows stand in nested lists, under keys, in the names of directories, one metric a line, and in the lines of logs.
func TestRowsOfOddPlaces(t *testing.T) {
	const fields = "fields:\n- {name: model, role: model, from: [%s]}\n- {name: e, role: energy, from: [%s]}\n- {name: note, is: [protocol], from: [%s]}\n"
	for name, c := range map[string]reading{
		"nested lists": {
			"rows: [{files: [\"*.json\"], at: 'runs[*].metrics[*]'}]\n" + fmt.Sprintf(fields, "'up:model'", "e", "'up:up:date'"),
			map[string]string{"a.json": `{"date":"d","runs":[{"model":"a","metrics":[{"e":1},{"e":2}]},{"model":"b","metrics":[{"e":3}]}]}`},
			"a=1/d a=2/d b=3/d",
		},
		"a list of a document": {
			"rows: [{files: [\"*.json\"], at: out.runs}]\n" + fmt.Sprintf(fields, "'up:model'", "e", "'key:'"),
			map[string]string{"a.json": `{"model":"m","out":{"runs":[{"e":1},{"e":2}]}}`},
			"m=1/0 m=2/1",
		},
		"members by their keys": {
			"rows: [{files: [\"*.json\"], at: 'models.*.tasks.*'}]\n" + fmt.Sprintf(fields, "\"up:key:\"", "e", "\"key:\""),
			map[string]string{"a.json": `{"models":{"a":{"tasks":{"x":{"e":1},"y":{"e":2}}},"b":{"tasks":{"x":{"e":3}}}}}`},
			"a=1/x a=2/y b=3/x",
		},
		"the key of a match": {
			"rows: [{files: [\"*.json\"]}]\n" + fmt.Sprintf(fields, "key(results.*)", "results.*.e", "results.*.n"),
			map[string]string{"a.json": `{"results":{"m":{"e":2,"n":"x"}}}`},
			"m=2/x",
		},
		"groups of the path": {
			"rows: [{files: [\"*/*/e.json\"], path: '(?P<model>[^/]+)/tp(?P<tp>[0-9]+)/'}]\n" + fmt.Sprintf(fields, "\"path:model\"", "e", "\"path:tp\""),
			map[string]string{"a/tp2/e.json": `{"e":1}`, "b/tp4/e.json": `{"e":2}`},
			"a=1/2 b=2/4",
		},
		"a metric a row": {
			"rows: [{files: [\"*.csv\"], pivot: {by: metric, values: [value]}}]\n" + fmt.Sprintf(fields, "model", "energy", "ttft (ms)"),
			map[string]string{"a.csv": "model,metric,value\na,energy,1\nb,energy,2\na,ttft (ms),x\nb,ttft (ms),y\n"},
			"a=1/x b=2/y",
		},
		"metrics with several values": {
			"rows: [{files: [\"*.json\"], format: jsonl, pivot: {by: name, values: [avg, p99], differ: [unit]}}]\n" + fmt.Sprintf(fields, "model", "energy.avg", "itl.p99"),
			map[string]string{"a.json": `{"model":"a","name":"energy","unit":"J","avg":5,"p99":6}{"model":"a","name":"itl","unit":"ms","avg":7,"p99":8}`},
			"a=5/8",
		},
		"columns that are alike": {
			"rows: [{files: [\"*.csv\"], decimal: \",\"}]\n" + fmt.Sprintf(fields, "model", "sum(gpu_*_e)", "key(gpu_0*)"),
			map[string]string{"a.csv": "model,gpu_0_e,gpu_1_e\na,\"1,5\",2\n"},
			"a=3.5/gpu_0_e",
		},
		"a joined file": {
			"rows: [{files: [\"*/r.json\"], join: {config: {file: c.json}}}]\n" + fmt.Sprintf(fields, "'config:engine.model'", "'sum(config:gpus.*.e)'", "x"),
			map[string]string{"1/r.json": `{"x":"n"}`, "1/c.json": `{"engine":{"model":"a"},"gpus":[{"e":1},{"e":2}]}`},
			"a=3/n",
		},
		"a log": {
			"rows: [{files: [\"*.log\"], lines: ['^run (?P<model>\\S+)', 'energy: (?P<energy>[0-9.]+) J', '^host (?P<host>\\S+)']}]\n" + fmt.Sprintf(fields, "model", "energy", "host"),
			map[string]string{"a.log": "host h\nrun a\nwaiting\nenergy: 1.5 J/token\nrun b\r\nenergy: 2 J/token"},
			"a=1.5/h b=2/h",
		},
		"a table in Markdown": {
			"rows: [{files: [\"*.md\"]}]\n" + fmt.Sprintf(fields, "model", "J/token", "test"),
			map[string]string{"a.md": "# Results\n\n| model | test | J/token |\n| --- | --- | ---: |\n| a | tg128 | 1 |\n| b | pp512 | 2 |\n\nbuild: 1\n"},
			"a=1/tg128 b=2/pp512",
		},
		"rows that are asked for": {
			"where: note == \"tg\"\nrows: [{files: [\"*.csv\"]}]\n" + fmt.Sprintf(fields, "model", "e", "note"),
			map[string]string{"a.csv": "model,e,note\na,1,tg\nb,2,pp\n"},
			"a=1/tg",
		},
	} {
		c.check(t, name)
	}
}

// What a path or a filter leaves open is told with a remedy.
func TestPathsThatFindNothingAreToldWithARemedy(t *testing.T) {
	const model = "fields:\n- {name: model, role: model}\n- {name: e, role: energy}\n"
	for name, c := range map[string]struct {
		declaration string
		files       map[string]string
		want        string
	}{
		"where": {
			"where: e > 5\nrows: [{files: [\"*.csv\"]}]\n" + model,
			map[string]string{"a.csv": "model,e\na,1\n"},
			"benchmark.yaml: line 3: where: e > 5 holds for none of 1 row; correct it",
		},
		"path": {
			"rows: [{files: [\"*.csv\"], path: '(?P<x>z)'}]\n" + model + "- {name: x, from: ['path:x']}\n",
			map[string]string{"a.csv": "model,e\na,1\n"},
			"a.csv: its path does not match “path: (?P<x>z)”",
		},
		"a key above a table": {
			"rows: [{files: [\"*.csv\"]}]\n" + model + "- {name: x, from: ['up:key:']}\n",
			map[string]string{"a.csv": "model,e\na,1\n"},
			"benchmark.yaml: line 7: x: no row has a value at up:key:",
		},
		"pivot twice": {
			"rows: [{files: [\"*.csv\"], pivot: {by: m, values: [v]}}]\n" + model,
			map[string]string{"a.csv": "m,v\ne,1\ne,2\n"},
			`a.csv: row 2 repeats the m "e" of an earlier row`,
		},
		"pivot of no column": {
			"rows: [{files: [\"*.csv\"], pivot: {by: n, values: [v]}}]\n" + model,
			map[string]string{"a.csv": "m,v\ne,1\n"},
			`a.csv: has no column "n" to name metrics by`,
		},
		"no line": {
			"rows: [{files: [\"*.log\"], lines: ['(?P<model>x)']}]\n" + model,
			map[string]string{"a.log": "y\n"},
			"a.log: no line matches the first of “lines”",
		},
		"join": {
			"rows: [{files: [\"a.csv\"], join: {models: {file: m.csv, by: model}}}]\n" + model + "- {name: x, from: [\"model:name\"]}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "m.csv": "model,e,name\na,1,b\n"},
			`benchmark.yaml:7: x: from: no file is joined as "model"; did you mean "models"?`,
		},
		"a join of no file": {
			"rows: [{files: [\"*.csv\"], join: {c: {file: c.json}}}]\n" + model + "- {name: x, from: [\"c:x\"]}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "b.csv": "model,e\na,1\n"},
			"[a.csv: the joined file c.json cannot be read: no such file or directory; correct “join”, or the file (benchmark.yaml:3); " +
				"the rest of the file is left out; the same of 1 more file, such as b.csv]",
		},
		"a join of nothing": {
			"rows: [{files: [a.csv], join: {m: {file: m.csv, by: e, key: id}}}]\n" + model + "- {name: x, from: [\"m:arch\"]}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "m.csv": "id,arch\n7,b\n"},
			`[a.csv: e: 1 of 1 row has nothing in m.csv, such as row 1 with "1": what is joined from there is missing; ` +
				"add the rows there, or correct “by” and “key” (benchmark.yaml:3)]",
		},
		"a header that hides the key": {
			"rows: [{files: [a.csv], header: 2, join: {m: {file: m.csv, by: e}}}]\n" + model + "- {name: x, from: [\"m:e\"]}\n",
			map[string]string{"a.csv": "model,e\na,1\nb,2\n", "m.csv": "e\n7\n"},
			"or correct “header: 2” (benchmark.yaml:3)",
		},
		"a format": {
			"rows: [{files: [a.csv], format: json}]\n" + model,
			map[string]string{"a.csv": "model,e\na,1\n"},
			"a.csv: invalid JSON at line 1, column 1: expected a value, got 'm'; correct “format: json”, or the file (benchmark.yaml:3)",
		},
		"a type": {
			"rows: [{files: [a.csv]}]\n" + model + "- {name: p, role: precision, type: whole}\n",
			map[string]string{"a.csv": "model,e,p\na,1,fp8\n"},
			"write “missing: [fp8]” if it means no value, or “type: text?” if it is no number",
		},
		"thousands": {
			"rows: [{files: [a.csv]}]\n" + model,
			map[string]string{"a.csv": "model,e\na,\"1,060.63\"\n"},
			`got "1,060.63"; state “thousands: ","” under rows`,
		},
		"a group of lines": {
			"rows: [{files: [a.log], lines: ['(?P<model>.), (?P<e>.)', 'threads (?P<threads>.)']}]\n" + model + "- {name: threads}\n",
			map[string]string{"a.log": "a, 1\n"},
			"threads: no line matches the pattern of “lines” with the group threads; correct the pattern, or remove the field",
		},
		"a column of recordings": {
			"rows: [{files: [a.csv]}]\n" + model + "- {name: start, role: start}\n- {name: end, role: end}\n" +
				"power:\n- {files: [\"p*.csv\"], kind: table, time: Date, watts: GPU Pwr}\n",
			map[string]string{"a.csv": "model,e,start,end\na,1,1,2\n", "p.csv": "Date,GPU Power\n1,2\n", "p2.csv": "Date,GPU Power\n1,2\n"},
			`benchmark.yaml:10: power: watts: p.csv has no column "GPU Pwr"; did you mean "GPU Power"?; correct it []`,
		},
		"a recording of times alone": {
			"rows: [{files: [a.csv]}]\n" + model + "- {name: start, role: start}\n- {name: end, role: end}\npower: [{files: [p.csv], kind: zeus}]\n",
			map[string]string{"a.csv": "model,e,start,end\na,1,1,2\n", "p.csv": "1\n2\n"},
			"power: kind: p.csv has one column, but zeus writes the time and the power of each GPU; correct it, or the file",
		},
		"recordings elsewhere": {
			"rows: [{files: [a.csv]}]\n" + model + "- {name: start, role: start}\n- {name: end, role: end}\n" +
				"power: [{files: [\"p/p.csv\"], kind: table, time: t, watts: w}]\n",
			map[string]string{"a.csv": "model,e,start,end\na,1,1,2\n", "p/p.csv": "t,w\n1,2\n"},
			"[a.csv: row 1: no power was recorded between its start and end: none was read from a file in its directory or above it",
		},
		"a time": {
			"rows: [{files: [a.csv]}]\n" + model + "- {name: start, role: start}\n- {name: end, role: end}\n" +
				"power: [{files: [p.csv], kind: table, time: t, watts: w}]\n",
			map[string]string{"a.csv": "model,e,start,end\na,1,1 o'clock,2\n", "p.csv": "t,w\n1,2\n"},
			`"1 o'clock" is not in a known time format; write it as 2026-03-04T14:01:00Z`,
		},
		"match": {
			"rows: [{files: [\"*.csv\"]}]\n" + model + "- {name: x, from: [note], match: '([0-9]+)'}\n",
			map[string]string{"a.csv": "model,e,note\na,1,b\n"},
			`benchmark.yaml: line 7: x: no value at note matches “match: ([0-9]+)”, such as "b"; correct “match”`,
		},
	} {
		ds, err := open(t, head+c.declaration, c.files)
		if got := fmt.Sprint(err, ds.Problems()); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s\nwant %s", name, got, c.want)
		}
	}
}

// Hostile declarations and files end in bounded time and memory.
func TestHostileDeclarationsEnd(t *testing.T) {
	million := `{"model":"a","x":{"k":1},"y":[` + strings.TrimSuffix(strings.Repeat("1,", 990_000), ",") + "]}"
	many := strings.Builder{}
	for i := range 300 {
		fmt.Fprintf(&many, "- {name: f%d, unit: J, from: ['sum(**.y[*])']}\n", i)
	}
	const model = "fields:\n- {name: model, role: model}\n- {name: e, role: energy}\n"
	for name, c := range map[string]struct{ declaration, file, text, want string }{
		"wildcards over a million members": {"rows: [{files: [\"*.json\"]}]\n" + model + many.String(), "a.json", million, "look at more than"},
		"rows of every member":             {"rows: [{files: [\"*.json\"], at: '**'}]\n" + model, "a.json", million, ""},
		"patterns of lines": {
			"rows: [{files: [\"*.log\"], lines: ['(?P<model>([ab]{1,10}){1,40}c)']}]\n" + model, "a.log",
			strings.Repeat(strings.Repeat("ab", 30_000)+"\n", 300), "take too long to match",
		},
		"a line without an end": {"rows: [{files: [\"*.log\"], lines: ['(?P<model>(a|aa)+$)']}]\n" + model, "a.log", strings.Repeat("a", 40<<20), "longer than"},
		"a pattern of a value": {
			"rows: [{files: [\"*.csv\"]}]\n" + model + "- {name: x, match: '((a{1,10}){1,50}b)'}\n", "a.csv", "model,e,x\nm,1," + strings.Repeat("a", 15<<20) + "\n", "",
		},
		"300,000 fields": {"rows: [{files: [\"*.csv\"]}]\nfields:\n" + strings.Repeat("- {name: x}\n", 80_000), "a.csv", "model\n", "values and marks"},
		"a path out of the tree": {
			"rows: [{files: [\"*.csv\"], join: {c: {file: ../../../../etc/passwd}}}]\n" + model + "- {name: x, from: ['c:x']}\n", "a.csv", "model,e\na,1\n", "the joined file",
		},
		"files out of the tree": {"rows: [{files: [\"../**\"]}]\n" + model, "a.csv", "model,e\na,1\n", "leads out of the directory"},
		"a cycle": {
			"rows: [{files: [\"*.csv\"]}]\n" + model + "- {name: a, unit: J, value: b}\n- {name: b, unit: J, value: a}\n", "a.csv", "model,e\n", "computes the field from itself: a → b → a",
		},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := shared.ProcessorTime()
		ds, err := open(t, head+c.declaration, map[string]string{c.file: c.text})
		took := shared.ProcessorTime() - start
		runtime.ReadMemStats(&after)
		if got := fmt.Sprint(err, ds.Problems()); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %.300s\nwant %s", name, got, c.want)
		}
		if took > 10*time.Second || after.Sys > 700<<20 {
			t.Errorf("%s: %v, %d MB", name, took, after.Sys>>20)
		}
		t.Logf("%s: %v, heap %d MB", name, took.Round(time.Millisecond), after.HeapSys>>20)
	}
}
