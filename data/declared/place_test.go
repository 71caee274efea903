package declared_test

import (
	"fmt"
	"strings"
	"testing"
)

// What is told names the file, the row and the key that are at fault, with a remedy that loads; what is right beside it is not told.
func TestWhatIsToldNamesItsPlace(t *testing.T) {
	const plain = "- {name: model, role: model}\n- {name: e, role: energy}\n"
	const metered = "- {name: model, role: model}\n- {name: start, role: start}\n- {name: tokens, role: output_tokens}\n" +
		"- {name: e, role: energy, value: energy_j / tokens}\n"
	const ends = metered + "- {name: end, role: end}\n"
	const meter = "power: [{files: [\"*/m.csv\"], kind: table, time: t, watts: w}]\n"
	const pair = `rows: [{files: ["a.csv"], pair: {by: u, second: [%s], differ: [r]}}]`
	const watts = "- {name: model, role: model}\n- {name: p, role: power, from: ['pair:r']}\n- {name: tps, role: throughput, from: [r]}\n"
	const joined = `rows: [{files: ["a.csv"], join: {m: {file: m.csv, by: id}}}]`
	const size = "- {name: model, role: model, from: ['m:name']}\n- {name: e, role: energy}\n- {name: size, role: parameters, from: ['m:size']}\n"
	recorded := func(from int, value string) string {
		text := "t,w\n"
		for i := range 40 {
			text += fmt.Sprintf("%d,%s\n", from+i, map[bool]string{true: value, false: "200"}[i > 4 && i < 19])
		}
		return text
	}
	runs := func(start int) string { return fmt.Sprintf("model,start,end,tokens\na,%d,%d,100\n", start, start+20) }
	percentile := func(n, of string) string { return fmt.Sprintf(`{"model": "%s", "e": 1, "l": {"p50": %s}}`, n, of) }
	for _, c := range []struct {
		rows, fields string
		files        map[string]string
		want         string // "" for nothing
	}{
		{
			`rows: [{files: ["a.json"], at: runs}]`, plain,
			map[string]string{"a.json": `{"meta": {"g": "H"}, "runs": {"c1": {"model": "a", "e": 1}, "c2": {"model": "b", "e": 2}}}`},
			"no row has a value at model, but there is runs.*.model; write “at: runs.*” under rows",
		},
		{
			`rows: [{files: ["a.json"], at: runs}]`, plain + "- {name: g, role: gpu, from: ['up:up:meta.g']}\n",
			map[string]string{"a.json": `{"meta": {"g": "H"}, "runs": [{"model": "a", "e": 1}, {"model": "b", "e": 2}]}`},
			`g: no row has a value at up:up:meta.g; did you mean "up:meta.g"?`,
		},
		{
			`rows: [{files: ["a.csv"], header: 1}]`, plain + "- {name: p, role: power, from: [Leistung / W]}\n- {name: b, role: batch, from: [Anfragen / n]}\n",
			map[string]string{"a.csv": "model,e,Leistung,Anfragen\nx,1,300,8\n"},
			"there is the column \"Anfragen\"; “header: 2” under rows joins the lines of a header",
		},
		{
			`rows: [{files: ["a.csv"], separator: ";"}]`, plain + "- {name: n, role: output_tokens}\n",
			map[string]string{"a.csv": "model;e;n\na;1;296 611\n"},
			`got "296 611"; state “thousands: " "” under rows if it separates thousands`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: n, role: gpu_count}\n",
			map[string]string{"a.csv": "model,e,n\na,1,8x\n"},

			`got "8x"; remove the unit from the cell, or, if all cells state theirs, write “match: '^([0-9.]+)x$'”`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: d, role: duration}\n",
			map[string]string{"a.csv": "model,e,d\na,1,8 min\n"},
			"write “in: cell”",
		},
		{
			joined, size,
			map[string]string{"a.csv": "id,e\n1,2\n", "m.csv": "id,name,size\n1,a,\"8,03\"\n"},
			`a.csv: row 1: size: in m.csv: expected a number, got "8,03"`,
		},
		{
			strings.Replace(joined, "}]", ", decimal: \".\"}]", 1), size,
			map[string]string{"a.csv": "id,e\n1,\"2,5\"\n", "m.csv": "id,name,size\n1,a,8\n"},
			`state “decimal: ","” in place of “decimal: "."” under rows`,
		},
		{
			joined, size,
			map[string]string{"a.csv": "id,e\n2,3\n1,2\n1,4\n", "m.csv": "id,name,size\n2,b,8\n1,Gro\xdf,8\n"},
			"m.csv: row 2: is not in UTF-8, the encoding of texts; save the file as UTF-8",
		},
		{
			`rows: [{files: ["a.jsonl"]}]`, plain + "- {name: tokens_out, role: output_tokens, from: [n.tokens.in]}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "n": {"tokens": {"in": 5, "out": 4}}}`},
			`tokens_out: is read from "n.tokens.in", and no field reads the column "n.tokens.out"`,
		},
		{
			`rows: [{files: ["a.jsonl"]}]`, plain + "- {name: tokens_out, role: output_tokens, from: [n.tokens.made]}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "n": {"tokens": {"made": 5}}, "limit": {"tokens": {"out": 4}}}`},
			"",
		},
		{
			`rows: [{files: ["a.log"], format: text, lines: ['^model (?P<model>\w+)', 'prompt=(?P<n>[0-9]+) generated=(?P<m>[0-9]+)', 'e (?P<e>[0-9]+)']}]`,
			plain + "- {name: n, role: output_tokens}\n- {name: m, unit: tokens}\n",
			map[string]string{"a.log": "model a\nprompt=5 generated=7\ne 1\n"},
			`n: is read from "prompt", whose name states inputs, not outputs`,
		},
		{
			`rows: [{files: ["a.log"], format: text, lines: ['^model (?P<model>\w+)', '(?P<m>[0-9]+) prompt, out: (?P<n>[0-9]+)', 'e (?P<e>[0-9]+)']}]`,
			plain + "- {name: n, role: output_tokens}\n- {name: m, role: input_tokens}\n",
			map[string]string{"a.log": "model a\n5 prompt, out: 7\ne 1\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: g, role: gpu}\n",
			map[string]string{"a.csv": "model,e,g\na,1,A100\nb,2,NVIDIA A100\nc,2,A100 PCIe\n"},
			`g: "A100" and "NVIDIA A100" count as two GPUs, but differ only in the name of the vendor; write “aliases: {NVIDIA A100: A100}”`,
		},
		{
			`rows: [{files: ["*.json"], missing: [NaN]}]`, plain + "- {name: l, role: latency_p50, from: [l.p50]}\n",
			map[string]string{"a.json": percentile("a", "5"), "b.json": percentile("b", "6"), "c.json": percentile("c", "NaN")},
			"c.json: l: has no number, such as null or NaN, unlike in most files: such runs meet no deadline",
		},
		{
			`rows: [{files: ["*.json"], missing: [NaN]}]`, plain + "- {name: l, role: latency_p50, from: [l.p50]}\n",
			map[string]string{"a.json": percentile("a", "5"), "b.json": percentile("b", "NaN")},
			"",
		},
		{
			fmt.Sprintf(pair, "Samples/s"), watts,
			map[string]string{"a.csv": "model,r,u\na,300,W\na,20,Samples/s\n"},
			`p: reads rows whose u is "Samples/s", but is in W; correct “second” (line 3)`,
		},
		{
			fmt.Sprintf(pair, "W"), watts,
			map[string]string{"a.csv": "model,r,u\na,20,Samples/s\na,300,W\nb,Infinity,Samples/s\nb,310,W\n"},
			`a.csv: row 3: tps: expected a finite number, got "Infinity"; if "Infinity" means no value`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: l, role: latency_p50, unit: s/response, in: ms}\n",
			map[string]string{"a.csv": "model,e,l\na,1,2\n"},
			`the unit "ms" does not fit "s/response"; write “in: ms/response”`,
		},
		{
			"noun: sample\n" + `rows: [{files: ["a.csv"]}]`,
			"- {name: model, role: model}\n- {name: p, role: power}\n- {name: r, role: throughput}\n- {name: e, role: energy, unit: J/sample, value: p / r}\n",
			map[string]string{"a.csv": "model,p,r\na,1,2\n"},
			`its unit is J/token, not "J/sample"; correct the expression or the unit of p (W), r (token/s)`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: b, role: batch, from: [n]}\n", // with the index of a data frame
			map[string]string{"a.csv": ",model,e,n\n0,a,1,8\n1,b,2,16\n"}, "",
		},
		{
			"set: [{duration: 20}]\n" + `rows: [{files: ["*/a.csv"]}]`, metered + "- {name: duration, role: duration}\n" + meter,
			map[string]string{"1/a.csv": runs(101), "1/m.csv": recorded(100, "300")},
			"",
		},
		{
			`rows: [{files: ["*/a.csv"]}]`, metered + "- {name: d, role: duration, value: \"20\"}\n" + meter,
			map[string]string{"1/a.csv": runs(101), "1/m.csv": recorded(100, "300")},
			"each from a column or under “set”, since “value” is computed after the energy",
		},
		{
			`rows: [{files: ["*/a.csv"]}]`, ends + meter,
			map[string]string{"1/a.csv": runs(101), "1/m.csv": recorded(100, "[N/A]")},
			`(UTC): there the recording has no power, but values such as "[N/A]"; measure again`,
		},
		{
			`rows: [{files: ["*/a.csv"]}]`, ends + meter, map[string]string{
				"1/a.csv": runs(101), "1/m.csv": recorded(500, "300"), "2/a.csv": runs(301), "2/m.csv": recorded(300, "300"), "3/m.csv": recorded(100, "300"),
			}, "; the recording in 3 is of that time: are they exchanged?",
		},
		{
			`rows: [{files: ["*/a.csv"]}]`, ends + meter,
			map[string]string{"1/a.csv": runs(101), "1/m.csv": "t,w\n04.03.2026 10:20:56,5\n"},
			`1/m.csv: line 2: "04.03.2026 10:20:56" is not in a known time format`,
		},
	} {
		ds, err := open(t, "domain: tiny\nboard: {system: Tiny}\n"+c.rows+"\nfields:\n"+c.fields, c.files)
		said, told := fmt.Sprint(err), 0
		for _, p := range ds.Problems() {
			if !p.Follows {
				said, told = fmt.Sprint(p), told+1
			}
		}
		if !strings.Contains(said, c.want) || strings.Contains(said, "\n") || told > 1 || c.want == "" && (err != nil || told > 0) {
			t.Errorf("%s: got %s, want %s", c.rows, said, c.want)
		}
	}
}

// A number of GPUs that no list bears out is told once, though several fields are sums over the list.
func TestANumberOfGPUsIsToldOnce(t *testing.T) {
	const gpus = `"t":10,"gpus":[{"j":5,"p":1},{"j":6,"p":2}]}`
	ds, err := open(t, "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.jsonl]}]\nfields:\n- {name: model, role: model}\n- {name: n, role: gpu_count}\n"+
		"- {name: t, role: output_tokens}\n- {name: j, unit: J, from: ['sum(gpus[*].j)']}\n- {name: p, role: power, from: ['sum(gpus[*].p)']}\n"+
		"- {name: e, role: energy, value: j / t}\n", map[string]string{"a.jsonl": `{"model":"a","n":4,` + gpus + "\n" + `{"model":"b","n":2,` + gpus})
	if err != nil {
		t.Fatal(err)
	}
	const want = "line 6: n: is 4, but j is the sum of 2 GPUs in row 1 of a.jsonl; correct their number"
	if got := fmt.Sprint(ds.Problems()); len(ds.Problems()) != 1 || !strings.Contains(got, want) {
		t.Error(got)
	}
}
