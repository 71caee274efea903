package declared_test

import (
	"fmt"
	"strings"
	"testing"
)

// What a declaration says without effect on one of several files, or on some of the rows, is told once, at its line; where a value is
// missing as usual, nothing is.
func TestWhatFilesLackIsTold(t *testing.T) {
	const plain = "- {name: model, role: model}\n- {name: e, role: energy}\n"
	const gpu, batch, speed = "- {name: gpu, role: gpu, from: ['g[1].name']}\n", "- {name: b, role: batch, from: [Batch]}\n",
		"- {name: tps, role: throughput, from: [tps, rate]}\n"
	json := map[string]string{
		"a.jsonl": `{"model": "a", "e": 1, "g": [{"name": "H"}, {"name": "H"}]}`, "b.jsonl": `{"model": "b", "e": 1, "g": [{"name": "H"}]}`,
		"c.jsonl": `{"model": "c", "e": 1, "g": [{"name": "H"}]}`,
	}
	const begin = `rows: [{files: ["*.log"], format: text, lines: ['^model (?P<model>\w+)', 'e (?P<e>[0-9]+)'`
	log := begin + `, 'b=(?P<BATCH>[0-9]+)', 's (?P<tps>[0-9]+) tok/s']}, {files: ["*.csv"]}]`
	texts := map[string]string{"a.log": "model a\nb=4\ne 1\ns 5 t/s\n", "b.log": "model b\nb=4\ne 2\ns 5 t/s\n", "c.csv": "model,e,Batch,rate\nc,3,8,9\n"}
	const long = `rows: [{files: ["a.csv"], pivot: {by: k, values: [value], differ: [u]}}]`
	const metered = "- {name: model, role: model}\n- {name: start, role: start}\n- {name: end, role: end}\n- {name: tokens, role: output_tokens}\n" +
		"- {name: e, role: energy, value: energy_j / tokens}\n"
	run := "model,start,end,tokens\na,100,104,10\n"
	for _, c := range []struct {
		rows, fields string
		files        map[string]string
		want         string
	}{
		{
			`rows: [{files: ["*.jsonl"]}]`, plain + gpu, json,
			"line 7: gpu: no row of b.jsonl and 1 more file has a value at g[1].name; there are the columns name; correct “from”, state it under “set”, or, " +
				"if it is unknown there, write “type: text?, is: [key]”",
		},
		{`rows: [{files: ["*.jsonl"]}]`, plain + strings.Replace(gpu, "role: gpu", "role: gpu, type: text?, is: [key]", 1), json, ""},
		{`rows: [{files: ["*.jsonl"]}]`, plain + strings.Replace(gpu, "role: gpu", "type: text?", 1), json, ""},
		{"set: [{files: \"[bc].jsonl\", gpu: H}]\n" + `rows: [{files: ["a.jsonl", "?.jsonl"]}]`, plain + gpu, json, "matches no file of rows"},
		{"set: [{files: b.jsonl, gpu: H}, {files: c.jsonl, gpu: H}]\n" + `rows: [{files: ["*.jsonl"]}]`, plain + gpu, json, ""},
		{log, plain + batch, texts, "line 7: b: no row of a.log and 1 more file has a value at Batch; did you mean \"BATCH\"?"},
		{log, plain + speed, texts, "tps: no line of a.log and 1 more file matches the pattern of “lines” with the group tps; correct the pattern"},
		{log, plain + strings.Replace(speed, "role: throughput", `type: "number?"`, 1), texts, "no line of a.log and 1 more file matches the pattern"},
		{
			log, plain + "- {name: own, unit: token/s, from: [none]}\n- {name: rate, unit: token/s}\n- {name: tps, role: throughput, value: own ?? rate}\n",
			texts, "line 7: own: no row has a value at none",
		},
		{
			`rows: [{files: ["a.md"], down: [Model]}]`, "- {name: model, role: model, from: [Model]}\n- {name: e, role: energy}\n- {name: n, role: gpu_count}\n",
			map[string]string{"a.md": "| Model | n | e |\n|---|---|---|\n| a | 2 | 1 |\n| | | 2 |\n| | | 3 |\n"},
			"n: is missing below a value in row 2 of a.md and 1 more row; write “down: [Model, n]” if its cells are merged",
		},
		{
			begin + `, 'b=(?P<Batch>[0-9]+)']}]`, plain + batch,
			map[string]string{"a.log": "model a\nb=1\ne 1\nb=4\ne 2\nmodel b\nb=1\ne 2\n"},
			"b: lines: Batch is 1 in line 2, then 4 in line 4, in one row of a.log; put the pattern first that begins each row, or narrow that of Batch",
		},
		{begin + "]}]", plain, map[string]string{"a.log": "model a\ne 1\ne 2\n"}, ""}, // the last counts
		{
			begin + `, '^b=(?P<Batch>[0-9]+)']}]`, plain + batch, // two texts in one file
			map[string]string{"a.log": "b=1\nmodel a\ne 1\nb=4\nmodel b\ne 2\n"},
			"a.log: line 4: b: Batch is 4, but line 1, before the first row, has 1 for all; split the file if it is two in one",
		},
		{begin + `, '^b=(?P<Batch>[0-9]+)']}]`, plain + batch, map[string]string{"a.log": "b=1\nmodel a\nb=2\ne 1\nmodel b\nb=4\ne 2\n"}, ""},
		{
			begin + `, '^p (?P<p>[0-9]+)']}]`, plain + "- {name: p, role: throughput}\n",
			map[string]string{"a.log": "model a\ne 1\np 7\nmodel b\ne 1\np 7\ne 2\np 9\nmodel c\ne 1\np 7\n"},
			"a.log: line 7: e is 2, but 1 in line 5 of the same row, and more is stated twice",
		},
		{
			begin + `, '^tps (?P<tps>[0-9]+)']}]`, plain + "- {name: tps, role: throughput}\n",
			map[string]string{"a.log": "model a\ne 1\ntps 7\nmodel b\ne 2\ntps ?\n"},
			`a.log: line 6: tps: "tps ?" begins as the pattern of “lines” with the group tps, but does not match it`,
		},
		{
			long, plain + "- {name: p, role: latency_p50, from: [p50]}\n",
			map[string]string{"a.csv": "model,k,u,value\na,e,J,1\na,p50,ms,7\nb,e,J,1\nb,P_50,ms,8\nc,e,J,1\nc,p50,ms,7\nd,e,J,1\nd,p50,ms,7\n"},
			`a.csv: no field reads its k "P_50", and where it is stated, "p50" is missing`,
		},
		{
			long, plain + "- {name: p, role: latency_p50, from: [p50]}\n",
			map[string]string{"a.csv": "model,k,u,value\na,e,J,1\na,p50,ms,7\nb,e,J,1\nb,p90,ms,8\nc,e,J,1\nc,p50,ms,7\nd,e,J,1\nd,p50,ms,7\n"},
			"",
		},
		{
			long, plain,
			map[string]string{"a.csv": "model,k,u,value\na,e,J,1\na,e,J,2\n"},
			"row 2 repeats the k \"e\" of an earlier row that agrees in all columns but value, u; remove one of them, " +
				"or from “differ” the column that tells results apart (benchmark.yaml:3)",
		},
		{
			strings.Replace(long, "[u]", "[value]", 1), plain,
			map[string]string{"a.csv": "model,k,u,value\na,e,J,1\n"},
			"rows: pivot: differ: value is also under values; remove one of the two",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: b, role: batch, from: [n]}\n- {name: n, role: requests}\n",
			map[string]string{"a.csv": "model,e,n\na,1,8\n"},
			"line 7: b: is read from n, as n is; correct “from” of one, or, if both are one number, write “unit: request, value: n” in its place",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: b, role: batch, unit: request, value: n}\n- {name: n, role: requests}\n",
			map[string]string{"a.csv": "model,e,n\na,1,8\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"]}]`, metered + "power: [{files: [m.csv], kind: zeus}]\n",
			map[string]string{"a.csv": run, "m.csv": "timestamp, index, power.draw [W]\n99, 0, 5 W\n105, 0, 5 W\n"},
			"power: kind: m.csv has the columns of nvidia-smi; write “kind: nvidia-smi”",
		},
		{
			`rows: [{files: ["a.csv"]}]`, metered + "power: [{files: [m.csv], kind: table, time: t, watts: g, device: w}]\n",
			map[string]string{"a.csv": run, "m.csv": "t,g,w\n99,cpu,5\n105,cpu,6\n"},
			`power: watts: m.csv has no number at "g", such as in "99,cpu,5"; correct it, and “device” if they are swapped`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: n, role: output_tokens}\n- {name: p, role: latency_p50}\n",
			map[string]string{"a.csv": "model,e,n,p\na,1,\"6,242\",7\n"},
			"row 1: n: expected a number, got \"6,242\"",
		},
		{
			`rows: [{files: ["*.jsonl"]}]`, plain + "- {name: p, role: power}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "p": 300}`, "b.jsonl": `{"model": "b", "e": 2, "p": 310}`, "c.jsonl": `{"model": "c", "e": 3, "watts": 320}`},
			"p: no row of c.jsonl has a value at p; there are the columns",
		},
		{
			`rows: [{files: ["*.jsonl"]}]`, plain + "- {name: p, role: power}\n", // which need not be measured
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "p": 300}`, "b.jsonl": `{"model": "b", "e": 2, "p": 310}`, "c.jsonl": `{"model": "c", "e": 3}`},
			"",
		},
		{
			"set: [{files: \"old/*\", gpu: H100}]\n" + `rows: [{files: ["a.csv"]}]`, plain + "- {name: gpu, role: gpu}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "old/b.csv": "model,e\na,1\n"},
			`set: files: "old/*" matches files that no entry of rows reads, such as old/b.csv; correct “files” under rows`,
		},
		{
			`rows: [{files: ["a.jsonl"]}]`, plain + "- {name: high, role: upper, from: [ci], item: 3}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "ci": [0.9, 1.1]}`},
			`high: no value at ci has an element 3, such as "[0.9,1.1]"; correct “item”`,
		},
	} {
		ds, err := open(t, "domain: tiny\nboard: {system: Tiny}\n"+c.rows+"\nfields:\n"+c.fields, c.files)
		said := fmt.Sprint(err)
		if err == nil {
			said = fmt.Sprint(ds.Problems())
		}
		if problems := len(ds.Problems()); !strings.Contains(said, c.want) || strings.Contains(said, "\n") || problems > 1 || c.want == "" && problems > 0 {
			t.Errorf("%s\n%s: got %s, want %s", c.rows, c.fields, said, c.want)
		}
	}
}
