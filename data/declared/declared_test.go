package declared_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/declared"
)

const head = "domain: tiny\nboard: {system: Tiny}\n"

// open reads files that a declaration describes.
func open(t *testing.T, declaration string, files map[string]string) (data.Dataset, error) {
	t.Helper()
	dir := t.TempDir()
	written(t, dir, declared.Name, declaration)
	for name, text := range files {
		written(t, dir, name, text)
	}
	return declared.Open(t.Context(), dir, true)
}

// Each odd thing that files do is read by the option that names it.
func TestOddFilesAreReadByAnOption(t *testing.T) {
	const model = "- {name: model, role: model}\n"
	for name, c := range map[string]struct {
		declaration string
		files       map[string]string
		want        string // model=energy, in order
	}{
		"one row per line": {
			"rows: [{files: [\"*.csv\"]}]\nfields:\n" + model + "- {name: e, role: energy}\n",
			map[string]string{"a.csv": "\ufeffmodel,e\nb,2\na,1\n"},
			"a=1 b=2",
		},
		"a model that a server loaded from a path": {
			"rows: [{files: [\"*.csv\"]}]\nfields:\n" + model + "- {name: e, role: energy}\n",
			map[string]string{"a.csv": "model,e\n/home/lab/Tiny,1\norg/Other,2\n"},
			"Tiny=1 org/Other=2",
		},
		"tabs, another unit": {
			"rows: [{files: [\"*.tsv\"]}]\nfields:\n" + model + "- {name: e, role: energy, in: mWh/token}\n",
			map[string]string{"a.tsv": "model\te\na\t1\n"},
			"a=3.6",
		},
		"semicolons and decimal commas": {
			"rows: [{files: [\"*.csv\"], separator: \";\", decimal: \",\"}]\nfields:\n" + model +
				"- {name: e, role: energy, in: kWh/million tokens}\n- {name: note}\n",
			map[string]string{"a.csv": "model;e;note\na;0,5;1,x\nb;1e0;\n"},
			"a=1.8 b=3.6",
		},
		"units in cells": {
			"rows: [{files: [\"*.csv\"]}]\nfields:\n" + model + "- {name: e, role: energy, unit: J/token, in: cell}\n",
			map[string]string{"a.csv": "model,e\na,500 mJ/token\nb,2 J/token\nc,2500mJ/token\nd,1e3μJ/token\n"},
			"a=0.5 b=2 c=2.5 d=0.001",
		},
		"three header rows and a list in a cell": {
			"rows: [{files: [\"*.csv\"], header: 3}]\nfields:\n" + model +
				"- {name: e, role: energy, from: [Energy / Successful / Percentiles], item: 3}\n",
			map[string]string{"a.csv": "model,Energy\n,Successful\n,Percentiles\na,\"[1, 2, 3.5]\"\n"},
			"a=3.5",
		},
		"bare words and objects without a separator": {
			"rows: [{files: [\"*.json\"], format: jsonl, missing: [Infinity, NaN]}]\nfields:\n" + model + "- {name: e, role: energy}\n",
			map[string]string{"a.json": `{"model":"a","e":1}{"model":"b","e":Infinity}` + "\n" + `{"model":"c","e":NaN}`},
			"a=1 b=? c=?",
		},
		"a path with dots in keys": {
			"rows: [{files: [\"*.json\"], at: runs}]\nfields:\n" + model + "- {name: e, role: energy, from: [x.y.p99.9, x.p0.1]}\n",
			map[string]string{"a.json": `{"runs":[{"model":"a","x":{"y":{"p99.9":7}}},{"model":"b","x":{"p0.1":8}}]}`},
			"a=7 b=8",
		},
		"members of an object": {
			"rows: [{files: [\"*.json\"], at: runs.*}]\nfields:\n" + model + "- {name: e, role: energy}\n",
			map[string]string{"a.json": `{"runs":{"one":{"model":"a","e":1},"two":{"model":"b","e":2}}}`},
			"a=1 b=2",
		},
		"a second file by a key": {
			"rows: [{files: [\"runs.csv\"], join: {models: {file: m/models.csv, by: id, key: name}}}]\n" +
				"fields:\n- {name: model, role: model, from: [\"models:full\"]}\n- {name: e, role: energy}\n",
			map[string]string{"runs.csv": "id,e\n1,1\n2,2\n", "m/models.csv": "name,full\n2,b\n1,a\n"},
			"a=1 b=2",
		},
		"the path and constants of directories": {
			"rows: [{files: [\"**/*.csv\"]}]\nset:\n- {e: 5}\n- {files: \"big/**\", e: 9}\n" +
				"fields:\n- {name: model, role: model, from: [\"path:\"], match: '([^/]+)\\.csv$', aliases: {b: B}}\n- {name: e, role: energy}\n",
			map[string]string{"small/a.csv": "x\n1\n", "big/b.csv": "x\n1\n"},
			"B=9 a=5",
		},
		"two rows per result": {
			"rows: [{files: [\"*.csv\"], pair: {by: unit, second: [W], differ: [x]}}]\nfields:\n" + model +
				"- {name: rate, role: throughput, from: [x]}\n- {name: w, role: power, from: [\"pair:x\"]}\n" +
				"- {name: e, role: energy, value: w / rate}\n",
			map[string]string{"a.csv": "model,x,unit\na,10,tok/s\na,20,W\nb,300,W\nb,100,tok/s\n"},
			"a=2 b=3",
		},
	} {
		ds, err := open(t, head+c.declaration, c.files)
		if err != nil || len(ds.Problems()) > 0 {
			t.Errorf("%s: %v %v", name, err, ds.Problems())
			continue
		}
		var got []string
		runs := ds.Tables[0]
		for i := range runs.Len() {
			energy := runs.Text(i, "e")
			if energy == "" {
				energy = "?"
			}
			got = append(got, runs.Text(i, "model")+"="+energy)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: got %s, want %s", name, text, c.want)
		}
	}
}

// A wrong declaration is refused with the line and what to write.
func TestWrongDeclarationsNameLineAndRemedy(t *testing.T) {
	const rows = "rows: [{files: [\"*.csv\"]}]\n"
	const fields = "fields:\n- {name: model, role: model}\n- {name: e, role: energy}\n"
	for text, want := range map[string]string{
		head + rows + fields + "filds: []\n": `:7: unknown key "filds"; did you mean "fields"?`,
		head + rows +
			"fields:\n- {name: model, role: modell}\n": `:5: fields: role: unknown "modell"; ` +
			`did you mean "model"?`,
		head + rows + fields +
			"- {name: p, role: power, unit: J}\n": `:7: tiny.p: "J" is not a unit of the role power: use one such as W`,
		head + rows + fields +
			"- {name: p, role: power, in: kWh}\n": `:7: p: in: the unit "kWh" does not fit "W"; units that do are MW, W, kW, mW`,
		head + rows + fields +
			"- {name: x, unit: W, value: e * 2}\n": `:7: x: expression "e * 2": its unit is J/token, not "W"`,
		head + rows + fields + "- {name: s, role: stable, type: text}\n":                                ":7: tiny.s: the role stable requires the type flag, got text",
		head + rows + fields + "laws: [{code: a, equal: [e, 2]}]\n":                                     `:7: law a: "2": expected a field`,
		head + rows + fields + "- {name: w, unit: Wh/token}\nlaws: [{code: a, equal: [2 × w, e]}]\n":    ":8: law a: 2 × w is in",
		head + rows + fields + "- {name: w, unit: Wh/token}\nlaws: [{code: a, equal: [1000 × w, e]}]\n": ":8: law a: 1000 × w is in",
		head + rows + fields + "laws: [{code: a, equal: [ee, e]}]\n":                                    `:7: law a: "ee": tiny runs have no field "ee"`,
		head + rows + fields + "laws: [{code: a, rising: [model, e]}]\n":                                `:7: law a: "model": model is not a number but a string`,
		head + rows + fields + "laws: [{code: a}]\n":                                                    "two or more terms that are “equal” or “rising”, such as {code",
		"domain: tiny\nboard: {system: T,\n deadlines: {default: 5}}\n" + rows + fields:                 ":3: board: deadlines: no field has the role of a latency",
		head + rows + fields + "- {name: x, unit: mJ/token, value: e}\n":                                "its unit is 1000 times",
		head + rows + fields + "- {name: x, unit: W, value: ee}\n":                                      `:7: x: expression "ee": tiny runs have no field "ee"`,
		head + rows + fields + "- {name: x, unit: W, value: 'len(filter(1..9, true))'}\n":               "loops are not allowed",
		head + rows + fields + "- {name: x, unit: J/token, value: y}\n- {name: y, value: e}\n":          "y is also an expression and must be declared first",
		head + rows + fields + "- {name: e, unit: W}\n":                                                 "already declared",
		head + rows + fields + "- {name: x, match: '('}\n":                                              "is not a regular expression",
		head + rows + fields +
			"invalid: [{when: modl == 1, why: x}]\n": `tiny runs have no field "modl"; did you mean "model"?`,
		head + rows + fields + "set: [{modl: x}]\n":                        "modl is not a field",
		head + rows + fields + "power: [{files: [x], kind: nvidia}]\n":     "use one of amd-smi, dcgmi-dmon, ipmi-dcmi",
		head + rows + fields + "power: [{files: [x], kind: nvidia-smi}]\n": "the time of each row is unknown",
		head + rows + "fields:\n- {name: e, role: energy}\n":               "no field has the role model",
		head + fields:                                                             "rows is missing",
		"domain: tiny\n" + rows + fields:                                          "board is missing",
		"domain: Tiny One\nboard: {system: T}\n" + rows:                           ":1: domain: expected an ID of lower-case letters",
		head + "rows: [{files: [a], format: xml}]\n" + fields:                     `format: unknown "xml"`,
		"benchmark: vlm-bench-serve\n":                                            `did you mean "vllm-bench-serve"?`,
		"a: &a [1]\nb: [*a, *a]\n":                                                `:1: "&a" is an anchor`,
		"domain: tiny\nboard: {system: T, url: 'javascript:x'}\n" + rows + fields: "url: expected an https:// address",
		"domain: tiny\nboard: {system: T, columns: [ee]}\n" + rows + fields:       "ee is not a field of tiny",
	} {
		if _, err := open(t, text, map[string]string{"a.csv": "model,e\na,1\n"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// A column whose header states another unit is refused with what to write, since its numbers would be shown in the field's.
func TestAColumnInAnotherUnitIsRefused(t *testing.T) {
	const begin = "domain: tiny\nboard: {system: Tiny, primary: n}\nrows: [{files: [a.csv]}]\n" +
		"fields:\n- {name: model, role: model}\n- {name: n, type: number?, better: lower}\n- "
	for field, want := range map[string]string{
		`{name: e_wh, role: energy, from: ["Energy (Wh)"]}`: `:7: e_wh: the column "Energy (Wh)" states the unit Wh, ` +
			"but the field has J/token; give the role to a field that divides by the output tokens: “value: energy / output_tokens”",
		"{name: p_w, role: energy}":                                   "divides by the throughput: “value: power / throughput”",
		`{name: p, role: power, from: [p_kw, "P (W)"]}`:               `the column "p_kw" states the unit kW, but the field has W; add “in: kW” (`,
		`{name: t, role: latency, from: ["T (s/token)"]}`:             `the column "T (s/token)" states the unit s, but the field has ms; add “in: s”`,
		"{name: r, role: throughput, from: [req_per_s]}":              "write “unit: request/s” (if the column's name is wrong: “in: token/s”)",
		"{name: acc, role: accuracy, from: ['Score [%]']}":            `add “in: "%"”`,
		"{name: e, role: energy, from: [J per batch]}":                "states the unit J/batch",
		"{name: r, role: throughput, from: [tok/s/GPU]}":              "states the unit tok/s/GPU",
		"{name: d, role: duration, from: [run.durationMs]}":           "add “in: ms”",
		"{name: p, role: power, from: ['sum(gpus.*.power_kw.mean)']}": "add “in: kW”",

		"{name: p_kw, role: power, in: W}":                              "",
		"{name: t, role: latency, from: ['T (ms per token)']}":          "",
		"{name: energy, role: energy, from: ['Energy per token (J)']}":  "",
		"{name: r, role: throughput, unit: image/s, from: [img_per_s]}": "",
	} {
		_, err := declared.Parse([]byte(begin + field + "\n"))
		got := strings.ReplaceAll(fmt.Sprint(err), "line ", ":")
		if want == "" && err != nil || want != "" && !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", field, got, want)
		}
	}
}

// Wrong files and rows are problems with file, row and field; the other rows are read.
func TestWrongRowsAreProblems(t *testing.T) {
	const text = head + "rows: [{files: [\"**/*\"]}]\nfields:\n- {name: model, role: model}\n- {name: e, role: energy}\n" +
		"- {name: n, type: whole?}\n- {name: gone, unit: s, from: [go]}\ninvalid: [{when: n == 13, why: unlucky}]\n" +
		"unstable: [{when: n == 7, why: shaky}]\n"
	ds, err := open(t, text, map[string]string{
		"good.csv":  "model,e,n,gon\na,1,1,\nb,x,2,\nc,3,13,\nd,4,7,\ne,5,0.5,\nf,-1,3,\n,1,1,\ng,2\nh,8,8,\n",
		"bad.json":  "{",
		"nan.json":  `{"model":"x","e":NaN}`,
		"two.json":  `{"model":"x","e":1}{"model":"y","e":2}`,
		"some.txt":  "?",
		"null.json": "null",
	})
	if err != nil {
		t.Fatal(err)
	}
	if ds.Len() != 3 { // a, h and the first of two.json
		t.Errorf("%d runs", ds.Len())
	}
	var all []string
	for _, p := range ds.Problems() {
		all = append(all, p.Error())
	}
	text2 := strings.Join(all, "\n")
	for _, want := range []string{
		`good.csv: row 2: e: expected a number, got "x"`, "good.csv: row 3: unlucky", "good.csv: row 5: n: expected a whole number",
		"good.csv: row 6: e: expected a positive number", "good.csv: row 7: model: is missing",
		"good.csv: row 8: line 9: the header has 4 cells, the line 2; add or remove cells",
		"bad.json: invalid JSON at line 1", "write “missing: [NaN, Infinity]”", "write “format: jsonl”", "some.txt: its name does not end in",
		"null.json: has no row", `benchmark.yaml: line 8: gone: no row has a value at go; did you mean "gon"?`,
	} {
		if !strings.Contains(text2, want) {
			t.Errorf("no problem says %q:\n%s", want, text2)
		}
	}
	if all, err := declared.Open(t.Context(), dirOf(t, text), false); err != nil || all.Len() != 1 || all.Tables[0].Text(0,
		"unstable_reason") != "shaky" {
		t.Errorf("unstable: %v %v", all, err)
	}
}

func dirOf(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	written(t, dir, declared.Name, text)
	written(t, dir, "a.csv", "model,e,n,go\nd,4,7,1\n")
	return dir
}

const timed = head + "rows: [{files: [rows.csv]}]\nfields:\n- {name: model, role: model}\n- {name: n, role: gpu_count}\n" +
	"- {name: start, role: start}\n- {name: end, role: end}\n- {name: tokens, role: output_tokens}\n" +
	"- {name: energy_j, label: Energy, unit: J}\n- {name: e, role: energy, value: energy_j / tokens}\n"

// Power that rises by a straight line has the energy of its trapezoid, for any start and end.
func TestEnergyIsTheTrapezoidOfThePower(t *testing.T) {
	var samples strings.Builder
	samples.WriteString("timestamp, index, power.draw [W]\n")
	for i := range 21 {
		for gpu := range 2 {
			fmt.Fprintf(&samples, "2026/01/01 11:00:%02d.000, %d, %d.00 W\n", i, gpu, 100+10*i+gpu)
		}
	}
	const zero = 1767261600 // 10:00 UTC, which is 11:00 in Berlin
	ds, err := open(t, timed+"power: [{files: [\"*.log\"], kind: nvidia-smi, clock: Europe/Berlin}]\n", map[string]string{
		"rows.csv":  fmt.Sprintf("model,n,start,end,tokens\na,2,%v,%v,1000\n", zero+2.5, zero+11.25),
		"power.log": samples.String(),
	})
	if err != nil || len(ds.Problems()) > 0 {
		t.Fatal(err, ds.Problems())
	}
	work := func(at float64) float64 { return 100*at + 5*at*at }
	want := 2*(work(11.25)-work(2.5)) + 8.75
	if got, _ := ds.Tables[0].Number(0, "energy_j"); math.Abs(got-want) > 1e-6 {
		t.Errorf("%v J, want %v", got, want)
	}
	if got, _ := ds.Tables[0].Number(0, "power_coverage"); got != 1 {
		t.Errorf("covered %v", got)
	}
}

// amd-smi names the GPU of each line; Zeus writes a column per GPU without a header, and only when a power changes.
func TestRecordingsOfAMDAndZeusAreRead(t *testing.T) {
	const zero = 1767261600
	var amd, zeus strings.Builder
	amd.WriteString("timestamp,gpu,socket_power\n")
	for i := range 21 {
		fmt.Fprintf(&amd, "%d,0,%d\n%d,1,N/A\n%d,1,%d\n", zero+i, 100+10*i, zero+i, zero+i, 101+10*i)
		if i%10 == 0 {
			fmt.Fprintf(&zeus, "%d.000000,%d.000,%d.000\n", zero+i, 100+10*i, 101+10*i)
		}
	}
	for kind, samples := range map[string]string{"amd-smi": amd.String(), "zeus": zeus.String()} {
		ds, err := open(t, timed+"power: [{files: [power.csv], kind: "+kind+"}]\n", map[string]string{
			"rows.csv": fmt.Sprintf("model,n,start,end,tokens\na,2,%v,%v,1000\n", zero+2.5, zero+11.25), "power.csv": samples,
		})
		if err != nil || len(ds.Problems()) > 0 {
			t.Fatal(kind, err, ds.Problems())
		}
		work := func(at float64) float64 { return 100*at + 5*at*at }
		if got, _ := ds.Tables[0].Number(0, "energy_j"); math.Abs(got-2*(work(11.25)-work(2.5))-8.75) > 1e-6 {
			t.Errorf("%s: %v J", kind, got)
		}
	}
}

// What a recording cannot tell stays unknown, and a problem says why.
func TestEnergyIsUnknownWhereTheRecordingHasGaps(t *testing.T) {
	const rows = "model,n,start,end,tokens\na,1,100,110,10\n"
	const line = "kind: table, time: t, device: gpu, watts: w"
	for name, c := range map[string]struct{ power, samples, rows, want string }{
		"gap":        {line, "t,gpu,w\n99,0,5\n104,0,5\n111,0,5\n", rows, "covers 0% of its duration"},
		"short gap":  {line, "t,gpu,w\n99,0,5\n102.5,0,5\n106,0,5\n109.5,0,5\n113,0,5\n", rows, "covers 0% of its duration"},
		"early end":  {line, "t,gpu,w\n99,0,5\n101,0,5\n103,0,5\n", rows, "covers 30% of its duration"},
		"late clock": {line, "t,gpu,w\n115,0,5\n116,0,5\n117,0,5\n118,0,5\n119,0,5\n120,0,5\n", "model,n,start,end,tokens\na,1,100,120,10\n", "from 1970-01-01 00:01:40 to 1970-01-01 00:01:55 (UTC): correct “clock”"},
		"elsewhere":  {line, "t,gpu,w\n1,0,5\n2,0,5\n", rows, "between its start and end, 1970-01-01 00:01:40 to 1970-01-01 00:01:50, but from 1970-01-01 00:00:01 to 1970-01-01 00:00:02 (UTC)"},
		"two GPUs": {
			line + ", gap: 100", "t,gpu,w\n99,0,5\n111,0,5\n99,1,5\n111,1,5\n", rows,
			"2 GPUs was recorded during the run, which reports 1",
		},
		"mW":      {line + ", gap: 100", "t,gpu,w\n99,0,90000\n111,0,90000\n", rows, "a mean power of 90,000 W was recorded of each GPU, and GPUs at work draw 1 to 5000 W; its energy is unknown; correct “unit” or “counter” under power, as by “unit: mW”"},
		"kW":      {line + ", gap: 100", "t,gpu,w\n99,0,0.3\n111,0,0.3\n", rows, "a mean power of 0.3 W"},
		"reset":   {line + ", counter: mJ, gap: 100", "t,gpu,w\n99,0,5000\n105,0,9000\n106,0,10\n111,0,20\n", rows, "was reset"},
		"instant": {line, "t,gpu,w\n99,0,5\n111,0,5\n", "model,n,start,end,tokens\na,1,100,100,10\n", "its start is not before its end"},
	} {
		ds, err := open(t, timed+"power: [{files: [power.csv], "+c.power+"}]\n", map[string]string{"rows.csv": c.rows, "power.csv": c.samples})
		if err != nil || ds.Len() != 1 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if v := ds.Tables[0].Value(0, "energy_j"); v != nil || len(ds.Problems()) == 0 || !strings.Contains(fmt.Sprint(ds.Problems()), c.want) {
			t.Errorf("%s: %v J, %v", name, v, ds.Problems())
		}
	}
	if _, err := open(t, timed+"power: [{files: [power.csv], kind: nvidia-smi}]\n", map[string]string{
		"rows.csv": rows, "power.csv": "timestamp, index, power.draw [W]\n2026/01/01 10:00:00, 0, 5 W\n",
	}); !strings.Contains(fmt.Sprint(err), `power: clock: power.csv has the time "2026/01/01 10:00:00" without its zone: write “clock: UTC”`) {
		t.Error("no zone:", err)
	}
	powers := "t,gpu,w\n"
	for i := range 20 {
		powers += fmt.Sprintf("%d,%d,%d\n", 99+i/2, i%2, 300+i)
	}
	_, err := open(t, timed+"power: [{files: [power.csv], kind: table, time: t, device: w, watts: gpu}]\n", map[string]string{"rows.csv": rows, "power.csv": powers})
	if !strings.Contains(fmt.Sprint(err), "in its column w are powers, and in gpu indexes of devices; exchange “device” and “watts”") {
		t.Error("exchanged:", err)
	}
	// power in µW, as some tools log it
	for unit, sample := range map[string]string{"uW": "5000000", "mW": "5000"} {
		ds, err := open(t, timed+"power: [{files: [power.csv], "+line+", gap: 20, unit: "+unit+"}]\n",
			map[string]string{"rows.csv": rows, "power.csv": "t,gpu,w\n99,0," + sample + "\n111,0," + sample + "\n"})
		if ds.Len() == 0 {
			t.Fatal(err)
		}
		if got, _ := ds.Tables[0].Number(0, "energy_j"); err != nil || math.Abs(got-50) > 1e-9 {
			t.Errorf("%v J of 10 s at 5 W in %s: %v %v", got, unit, err, ds.Problems())
		}
	}
	// the end follows from start and duration
	ds, err := open(t, strings.Replace(timed, "{name: end, role: end}", "{name: d, role: duration, unit: s}", 1)+
		"power: [{files: [power.csv], "+line+", gap: 20}]\n",
		map[string]string{"rows.csv": "model,n,start,d,tokens\na,1,100,10,10\n", "power.csv": "t,gpu,w\n99,0,5\n111,0,5\n"})
	if got, _ := ds.Tables[0].Number(0, "energy_j"); err != nil || math.Abs(got-50) > 1e-9 {
		t.Errorf("%v J of 10 s at 5 W: %v %v", got, err, ds.Problems())
	}
	// a counter that is reset as a run starts tells what the run takes
	ds, err = open(t, timed+"power: [{files: [power.csv], "+line+", counter: mJ, gap: 20}]\n",
		map[string]string{"rows.csv": rows, "power.csv": "t,gpu,w\n90,0,9000\n100,0,0\n110,0,20000\n"})
	if got, _ := ds.Tables[0].Number(0, "energy_j"); err != nil || math.Abs(got-20) > 1e-9 {
		t.Errorf("%v J of a counter that was reset before: %v %v", got, err, ds.Problems())
	}
	// a counter counts the difference of its readings
	ds, err = open(t, timed+"power: [{files: [power.csv], "+line+", counter: mJ, gap: 20}]\n",
		map[string]string{"rows.csv": rows, "power.csv": "t,gpu,w\n90,0,1000\n110,0,21000\n"})
	if got, _ := ds.Tables[0].Number(0, "energy_j"); err != nil || math.Abs(got-10) > 1e-9 {
		t.Errorf("%v J of a counter: %v %v", got, err, ds.Problems())
	}
}

// A table of another system than the declaration's first file is opened alone.
func TestOneFileOfADirectoryIsRead(t *testing.T) {
	dir := dirOf(t, head+"rows: [{files: [\"*.csv\"]}]\nfields:\n- {name: model, role: model}\n- {name: e, role: energy}\n")
	written(t, dir, "b.csv", "model,e\nx,1\ny,2\n")
	if ds, err := declared.Open(t.Context(), filepath.Join(dir, "b.csv"), true); err != nil || ds.Len() != 2 {
		t.Errorf("%d runs: %v", ds.Len(), err)
	}
	if _, err := declared.Open(t.Context(), t.TempDir(), true); err == nil || !strings.Contains(err.Error(),
		"jouleboard describe FILE drafts one") {
		t.Errorf("without a declaration: %v", err)
	}
}
