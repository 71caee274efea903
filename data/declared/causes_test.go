package declared_test

import (
	"fmt"
	"strings"
	"testing"
)

// One cause is told once, where it is, and with what to write instead.
func TestCausesAreToldOnce(t *testing.T) {
	const plain = "- {name: model, role: model}\n- {name: e, role: energy}\n"
	const metered = "- {name: model, role: model}\n- {name: n, role: gpu_count}\n- {name: start, role: start}\n- {name: end, role: end}\n" +
		"- {name: tokens, role: output_tokens}\n- {name: e, role: energy, value: energy_j / tokens}\n- {name: tps, role: throughput}\n"
	const meter = "power: [{files: [m.csv], kind: table, time: t, device: g, watts: w"
	const runs = "model,n,start,end,tokens,tps\na,2,100,104,10,1\nb,2,100,104,20,2\n"
	const recorded = "t,g,w\n99,0,5\n100,0,7\n101,0,5\n102,0,7\n103,0,5\n104,0,7\n105,0,5\n106,0,7\n107,0,5\n"
	for _, c := range []struct {
		rows, fields string
		files        map[string]string
		want         string
	}{
		{`rows: [{files: ["a.csv"], header: 2}]`, plain, map[string]string{"a.csv": "model,e\na,1\nb,2\n"}, `“header” joins the lines of the header to "model / a"`},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: b, role: batch, item: 2}\n",
			map[string]string{"a.csv": "model,e,b\na,1,7\n"},
			`b: no value at b has an element 2, such as "7"`,
		},
		{
			`rows: [{files: ["*.log"], format: text, lines: ['^model (?P<model>\w+)', 'e (?P<e>[0-9]+)']}]`, plain,
			map[string]string{"a.log": "model a\ne 1.5\n", "b.log": "model b\ne 2.5\n"},
			"write what follows it into the pattern too, as by [0-9.]+ (benchmark.yaml:3)",
		},
		{
			`rows: [{files: ["*.log"], format: text, lines: ['^modl (?P<model>\w+)', 'e (?P<e>[0-9]+)']}]`, plain,
			map[string]string{"a.log": "model a\ne 1\n", "b.log": "model b\ne 2\n"},
			`no line matches the first of “lines”, "^modl (?P<model>\\w+)", which begins a row`,
		},
		{
			`rows: [{files: ["a.log"], format: text, lines: ['^(?P<model>[a-z]+),(?P<n>[0-9]+)', 'e=(?P<e>[0-9.]+)']}]`, plain + "- {name: n, role: batch}\n",
			map[string]string{"a.log": "a,1363,1454,12\ne=2\n"},
			"",
		},
		{
			`rows: [{files: ["*.jsonl"]}]`, plain + "- {name: p, role: power, from: [p.value]}\n- {name: n, role: gpu_count}\n",
			map[string]string{"a.jsonl": `{"model": "a", "n": 1, "e": 1, "p": {"value": 0.3, "unit": "kW"}}`},
			`p: in: the numbers of "p.value" are taken as W, but the files state kW beside them, such as in row 1 of a.jsonl; write “in: kW”`,
		},
		{
			`rows: [{files: ["a.csv"], join: {m: {file: m.csv, by: id, key: model}}}]`, plain + "- {name: size, role: parameters, from: [\"m:size\"]}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "m.csv": "id,size\na,7\n"},
			`has no column "id" to join m.csv by, but "model"; if they are exchanged, write “by: model, key: id”`,
		},
		{
			"where: b != \"8\"\n" + `rows: [{files: ["a.csv"]}]`, plain + "- {name: b, role: batch}\n",
			map[string]string{"a.csv": "model,e,b\na,1,8\n"},
			`where: expression "b != \"8\"": b is a number, and "8" a text; compare it with a number`,
		},
		{
			"invalid: [{when: g == \"h100\", why: x}]\n" + `rows: [{files: ["a.csv"]}]`, plain + "- {name: g, role: gpu}\n",
			map[string]string{"a.csv": "model,e,g\na,1,H100\n"},
			`invalid: no row has the g "h100"; did you mean "H100"?`,
		},
		{
			`rows: [{files: ["a.csv"], pivot: {by: k, values: [value]}}]`, plain + "- {name: p, role: power}\n",
			map[string]string{"a.csv": "model,k,unit,value\na,e,J,1\na,p,W,300\na,q,J,2\nb,e,J,1\nb,p,W,310\nb,q,J,2\n"},
			"no row gets all metrics, each of which has one unit; write “differ: [unit]” under pivot",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: users, role: batch, from: [port]}\n",
			map[string]string{"a.csv": "model,e,users,port\na,1,8,80\n"},
			`users: is read from "port", and no field reads the column "users"; correct “from”, or rename the field`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: users, role: batch, from: [max_concurrency]}\n",
			map[string]string{"a.csv": "model,e,users,max_concurrency\na,1,8,80\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: ok, role: requests}\n",
			map[string]string{"a.csv": "model,e,ok,failed\na,1,80,8\nb,1,80,9\n"},
			"ok: 9 requests failed, beside 80 that count, in row 2 of a.csv; read their number into a field",
		},
		{
			`rows: [{files: ["*.jsonl"]}]`, plain + "- {name: ok, role: requests, from: [n.ok]}\n- {name: f, from: [n.failed], type: whole}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "n": {"ok": 10, "failed": 10}}`},
			"",
		},
		{
			`rows: [{files: ["a.csv"]}]`, "- {name: model, role: model}\n- {name: n, role: output_tokens}\n- {name: e, unit: J}\n- {name: x, role: energy, unit: J/token, value: e / n}\n",
			map[string]string{"a.csv": "model,e,n\na,-4,2\nb,1,2\n"},
			"row 1: e: expected a positive number, got -4",
		},
		{
			`rows: [{files: ["a.log"], format: text, lines: ['^run (?P<model>\w+)', 'took (?P<d>[0-9.]+) s for (?P<n>[0-9.]+) at (?P<e>[0-9.]+)']}]`,
			plain + "- {name: d, role: duration}\n- {name: n, role: output_tokens, type: whole?}\n",
			map[string]string{"a.log": "run a\n  took 5 s for 10 at 2\nrun b\n  took 5 s for 1,000 at 2\n"},
			`a.log: line 4: e: "  took 5 s for 1,000 at 2" begins as the pattern of “lines” with the group e`,
		},
		{
			`rows: [{files: ["**/*.json"], join: {c: {file: c.json}}}]`, "- {name: model, role: model, from: [\"c:model\"]}\n- {name: e, role: energy}\n",
			map[string]string{"1/a.json": `{"e": 1}`, "1/c.json": `{"model": "a"}`, "2/a.json": `{"e": 2}`, "2/c.json": `{"model": "b"}`},
			"rows: files: 2 files, such as 1/c.json, have no value that a field reads; narrow the pattern, or name them under “but”",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: w, role: task}\n",
			map[string]string{"a.csv": "model,e,w\na,1,chat\nb,2,Chat\n"},
			`w: "Chat" and "chat" count as two tasks, but differ only in case or separators`,
		},
		{
			"where: p == \"bf16\"\n" + `rows: [{files: ["a.csv"]}]`, plain + "- {name: p, role: precision, aliases: {bf16: bfloat16}}\n",
			map[string]string{"a.csv": "model,e,p\na,1,bf16\n"},
			`where: expression "p == \"bf16\"": “aliases” of p replace "bf16" by "bfloat16"; compare with that`,
		},
		{
			"noun: image\n" + `rows: [{files: ["a.csv"]}]`, plain,
			map[string]string{"a.csv": "model,e\na,1\n"},
			"noun: image, but e is in J/token; write “noun: token”, or remove it",
		},
		{
			"laws: [{code: x, rising: [q, p]}]\n" + `rows: [{files: ["a.csv"]}]`, plain + "- {name: p, role: latency_p50}\n- {name: q, role: latency_p99}\n",
			map[string]string{"a.csv": "model,e,p,q\na,1,2,3\n"},
			"law x: rising: a higher percentile is never below a lower one; write them in ascending order: “rising: [p, q]”",
		},
		{
			"where: u.v > 0\n" + `rows: [{files: ["a.jsonl"]}]`, plain + "- {name: w, role: batch, from: [u.v]}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "u": {"v": 2}}`},
			`have no field "u"; that is the column of the field "w": write the field`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: p, role: power}\n- {name: p, role: throughput, from: [t_ms]}\n",
			map[string]string{"a.csv": "model,e,p,t_ms\na,1,2,3\n"},
			"tiny.p: the name is already declared",
		},
		{`rows: [{files: ["a.csv"], down: [Model]}]`, plain, map[string]string{"a.csv": "model,e\na,1\n"}, `has no column "Model"; did you mean "model"?`},
		{
			`rows: [{files: ["a.jsonl"]}]`, plain + "- {name: p, role: latency_p50, from: [latency.p50]}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "lat": {"p50": 3}}`},
			"no row has a value at latency.p50; did you mean \"lat.p50\"?",
		},
		{
			`rows: [{files: ["a.csv"], pivot: {by: k, values: [val]}}]`, plain,
			map[string]string{"a.csv": "model,k,value\na,e,1\n"},
			`values: "val" is no column of the rows; correct it, or remove it; did you mean "value"?`,
		},
		{
			`rows: [{files: ["a.csv"], pivot: {by: k, values: [value]}}]`, plain,
			map[string]string{"a.csv": "model,k,value,i\na,e,1,1\na,f,1,2\nb,e,1,3\nb,f,1,4\n"},
			"no row gets more than one metric; if those of a result differ in i, write “differ: [i]” under pivot (benchmark.yaml:3)",
		},
		{
			`rows: [{files: ["a.csv"], pair: {by: u, second: [Watt], differ: [e]}}]`, plain,
			map[string]string{"a.csv": "model,e,u\na,1,J\na,2,Watts\n"},
			`"Watt" is no value of the column “by”; correct it, or remove it; did you mean "Watts"?`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: n, role: gpu_count}\n- {name: p, role: power, from: ['mean(w)'], match: ':([0-9.]+) W'}\n",
			map[string]string{"a.csv": "model,e,n,w\na,1,2,0:300 W; 1:310 W\nb,1,1,0:300 W\n"},
			"p: the mean of 2 GPUs counts as the power of all in row 1 of a.csv; write “sum(…)”",
		},
		{
			`rows: [{files: ["a.csv"], pair: {by: U, second: [W], differ: [e]}}]`, plain,
			map[string]string{"a.csv": "model,e,u\na,1,J\na,2,W\n"},
			`has no column "U" to pair rows by; did you mean "u"?`,
		},
		{
			`rows: [{files: ["a.csv"], pair: {by: u, second: [W]}}]`, plain,
			map[string]string{"a.csv": "model,e,u\na,1,J\na,2,W\n"},
			"no two rows agree in all columns but u; if those of a pair differ in e, write “differ: [e]” under pair",
		},
		{
			`rows: [{files: ["a.csv"]}]`, "- {name: model, role: model}\n- {name: n, role: output_tokens}\n- {name: x, role: energy, unit: J/token, value: e / n}\n- {name: e, unit: J}\n",
			map[string]string{"a.csv": "model,e,n\na,1,0\nb,1,2\n"},
			"x: is divided by 0, which n is",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: half, unit: tokens}\n- {name: n, role: output_tokens, value: 2 * half}\n",
			map[string]string{"a.csv": "model,e,half\na,1,1.2\n"},
			"write “value: round(…)”",
		},
		{
			`rows: [{files: ["a.csv"]}]`, "- {name: model, role: model}\n- {name: n, role: output_tokens}\n- {name: e, role: energy, unit: J}\n",
			map[string]string{"a.csv": "model,e,n\na,10,2\n"},
			"J is the unit of a run's energy, not of one token's; give the role to a field with “value: e / n”, or, to rank by the energy of a run",
		},
		{
			`rows: [{files: ["a.csv"]}]`, "- {name: model, role: model}\n- {name: n, role: output_tokens}\n- {name: e, role: energy, unit: J, label: Energy of a run}\n",
			map[string]string{"a.csv": "model,e,n\na,10,2\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: p50, role: latency_p50, from: [l]}\n- {name: p99, role: latency_p99, from: [l]}\n",
			map[string]string{"a.csv": "model,e,l\na,1,2\n"},
			"p99: from: l is read by the field p50, which has another role",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: p50, role: latency_p50, unit: us}\n- {name: p99, role: latency_p99}\n",
			map[string]string{"a.csv": "model,e,p50,p99\na,1,2000,3\n"},
			"p99: unit: ms, but another latency is in us; write “unit: us” and “in: ms”",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: n, role: gpu_count}\n- {name: tp, role: parallel_TP, from: [n]}\n",
			map[string]string{"a.csv": "model,e,n\na,1,2\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: d, role: duration, from: [secs], in: ms}\n",
			map[string]string{"a.csv": "model,e,secs\na,1,2\n"},
			`d: in: the numbers of "secs" are taken as ms, but its name states s`,
		},
		{
			"where: e > 5\ninvalid: [{when: e > 0, why: all}]\n" + `rows: [{files: ["a.csv"]}]`, plain,
			map[string]string{"a.csv": "model,e\na,1\nb,2\n"},
			"line 3: where: e > 5 holds for none of 2 rows",
		},
		{
			`rows: [{files: ["a.csv"]}, {files: ["b.csv"], pivot: {by: K, values: [v]}}]`, plain + "- {name: p, role: latency_p50}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "b.csv": "model,k,v\na,e,1\na,p,1\n"},
			`has no column "K" to name metrics by; did you mean "k"?`,
		},
		{`rows: [{files: ["a.csv"]}]`, plain, map[string]string{"a.csv": "model,e\na,inf\n"}, `if "inf" means no value, write “missing: [inf]” under rows`},
		{"invalid: [{when: e > 0, why: all}]\n" + `rows: [{files: ["a.csv"]}]`, plain, map[string]string{"a.csv": "model,e\na,1\nb,2\n"}, "line 3: invalid: a condition holds for every row (2)"},
		{
			`rows: [{files: ["a.csv"]}]`, metered + meter + "}]\n",
			map[string]string{"a.csv": runs, "m.csv": recorded},
			"line 12: energy_j: power: no row has its energy; row 1 of a.csv: power of 1 GPU was recorded during the run, which reports 2",
		},
		{`rows: [{files: ["a.csv"]}]`, metered + meter + "}]\n", map[string]string{"a.csv": runs, "m.csv": "t;g;w\n99;0;5\n"}, `power: files: m.csv is separated by ";"; save it with commas`},
		{
			`rows: [{files: ["a.csv"]}]`, metered + meter + ", counter: mJ}]\n",
			map[string]string{"a.csv": runs, "m.csv": recorded},
			"power: counter: m.csv has values that rise and fall",
		},
		{`rows: [{files: ["a.csv"]}]`, metered + meter + ", gap: -1}]\n", map[string]string{"a.csv": runs, "m.csv": recorded}, "power: gap: expected seconds above 0, got -1"},
		{
			`rows: [{files: ["a.csv"]}]`, strings.Replace(plain, "role: model", "role: model, aliases: {a7B: lab/A}", 1),
			map[string]string{"a.csv": "model,e\na7b,1\n"},
			`aliases: a7B is not the "a7b" of the rows, since they differ in case, separators or the organization; write “a7b: lab/A”`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, strings.Replace(plain, "role: model", "role: model, aliases: {a 7 B: lab/A}", 1),
			map[string]string{"a.csv": "model,e\na-7b,1\n"},
			`aliases: a 7 B is not the "a-7b" of the rows`,
		},
		{
			`rows: [{files: ["*.csv"], join: {of: {file: sizes.csv, by: model, key: id}}}]`, plain + "- {name: p, role: parameters, from: [\"of:p\"]}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "sizes.csv": "id,p\na,7\n"},
			"is the file that is joined; leave it out with “but: [sizes.csv]”",
		},
		{
			`rows: [{files: ["r?.csv"]}]`, plain,
			map[string]string{"r4.csv": "model,e\na,1\n", "r16.csv": "model,e\nb,1\n", "notes.csv": "x\n1\n"},
			`files: leaves out files with the same columns, such as r16.csv: correct the patterns`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: g, role: gpu, aliases: {H100: NVIDIA H100 80GB}}\n",
			map[string]string{"a.csv": "model,e,g\na,1,NVIDIA H100 80GB\n"},
			`aliases: no row has "H100", but rows have "NVIDIA H100 80GB": write “NVIDIA H100 80GB: H100”`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: g, role: gpu, aliases: {NVIDIA H100 80GB: H100}}\n",
			map[string]string{"a.csv": "model,e,g\na,1,H100\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"], join: {of: {file: sizes.csv, by: model, key: name}}}]`, plain + "- {name: p, role: parameters, from: [\"of:p\"]}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "sizes.csv": "id,name,p\na,A-7B,7\n"},
			"its column id has that: write “key: id”",
		},
		{
			`rows: [{files: ["a.jsonl"]}]`, plain + "- {name: g, role: gpu}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "g": "H100"}` + "\n" + `{"model": "b", "e": 1}`},
			"g: is missing below a value in row 2 of a.jsonl; state it under “set”",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: p, role: parameters}\n",
			map[string]string{"a.csv": "model,e,p\na,1,7000000000\n"},
			"p: expected 1e-09 to 1e+06 billion, got 7e+09; check its unit",
		},
		{
			`rows: [{files: ["a.csv"]}]`, metered + strings.Replace(meter, "watts: w", "watts: p_mW", 1) + "}]\n",
			map[string]string{"a.csv": runs, "m.csv": recorded},
			`power: watts: the column "p_mW" states the unit mW; write “unit: mW”`,
		},
		{`rows: [{files: ["a.csv"]}]`, metered + meter + ", scope: board}]\n", map[string]string{"a.csv": runs, "m.csv": recorded}, `power: scope: unknown "board"; use one of package`},
		{
			`rows: [{files: ["a.csv"]}]`, metered + meter + "}, {files: [o.csv], kind: nvidia-smi}]\n",
			map[string]string{"a.csv": runs, "m.csv": recorded, "o.csv": recorded},
			"power: energy_j is also the energy of an earlier entry; write “energy: NAME”",
		},
		{
			`rows: [{files: ["a.csv"]}]`, strings.Replace(plain, "role: energy", "role: energy, unit: J", 1) + "- {name: n, role: output_tokens}\n",
			map[string]string{"a.csv": "model,e,n\na,1,1\n"},
			"give the role to a field with “value: e / n”",
		},
		{
			`rows: [{files: ["a.csv"]}]`, strings.Replace(plain, "role: energy", "role: energy, unit: J", 1) + "- {name: energy_wh, unit: J, in: Wh}\n",
			map[string]string{"a.csv": "model,e,energy_wh\na,1,1\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"], join: {config: {file: c.json}}}]`, plain + "- {name: g, role: gpu, from: [config.gpu]}\n- {name: n, role: gpu_count, from: ['config:n']}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "c.json": `{"gpu": "H100", "n": 1}`},
			"config is a joined file: write “config:gpu”",
		},
		{
			`rows: [{files: ["a.jsonl"]}]`, plain + "- {name: l, role: latency_p50, from: ['p50(l.*)']}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "l": {"mean": 5, "p50": 4, "p95": 9}}`},
			`p50: its members are statistics of a sample themselves, such as "p50"; write the path to one, “l.p50”`,
		},
		{
			`rows: [{files: ["a.csv"], separator: ";", decimal: ","}]`, plain,
			map[string]string{"a.csv": "model;e\na;150,25\nb;1.012,5\nc;1.450\nd;151.310\n"},
			`e: "151.310" is 151.31 thousand, since "." separates thousands, but those above have decimals in row 4 of a.csv; write "," before its decimals`,
		},
		{
			`rows: [{files: ["a.jsonl"]}]`, plain + "- {name: l, role: latency_p50, from: ['mean(l.*.p50)']}\n",
			map[string]string{"a.jsonl": `{"model": "a", "e": 1, "l": {"r1": {"p50": 4}, "r2": {"p50": 9}}}`},
			"",
		},
		{
			"set: [{n: 8}]\n" + `rows: [{files: ["a.csv"], join: {c: {file: c.json}}}]`, plain + "- {name: n, role: gpu_count, from: ['c:n']}\n",
			map[string]string{"a.csv": "model,e\na,1\n", "c.json": `{"n": 1}`},
			`n: set: 8 counts, but "c:n" states 1 in row 1 of a.csv`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: p, role: power, in: W, from: [p_kW]}\n- {name: r, role: throughput}\n", // which e × r confirms
			map[string]string{"a.csv": "model,e,p_kW,r\na,2,600,300\nb,3,610,200\n"}, "",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: d, role: duration, from: [secs], in: ms, label: Duration (ms)}\n",
			map[string]string{"a.csv": "model,e,secs\na,1,2\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: l, role: latency_p50, unit: ms/response, in: cell}\n",
			map[string]string{"a.csv": "model,e,l\na,1,8.1ms\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: j, unit: J, in: J/batch, from: [energy_per_batch_j]}\n",
			map[string]string{"a.csv": "model,e,energy_per_batch_j\na,1,2\n"},
			`the unit "J/batch" does not fit "J"; write “in: J”, as the name`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, "- {name: model, role: model}\n- {name: e, role: energy, from: [energy_per_batch_j]}\n",
			map[string]string{"a.csv": "model,energy_per_batch_j\na,1\n"},
			`with this column as “{name: energy, unit: J, from: [`,
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain + "- {name: kind}\n",
			map[string]string{"a.csv": "model,e,kind,aggregate_name\na,1,run,\na,0.1,statistic,stddev\n"},
			"model: rows in which aggregate_name is \"stddev\" are no runs, but statistics of others; leave them out",
		},
		{
			"where: aggregate_name == nil\n" + `rows: [{files: ["a.csv"]}]`, plain + "- {name: aggregate_name}\n",
			map[string]string{"a.csv": "model,e,kind,aggregate_name\na,1,run,\na,0.1,statistic,stddev\n"},
			"",
		},
		{
			`rows: [{files: ["a.csv"]}]`, plain, map[string]string{"a.csv": "model,e\na,\"405,587\"\n"}, "state “thousands: \",\"” under rows if a comma separates thousands",
		},
		{`rows: [{files: ["a.csv"]}]`, metered + meter + "}]\n", map[string]string{
			"a.csv": "model,n,start,end,tokens,tps\na,2,104,100,10,1\n", "m.csv": recorded,
		}, "is before start, \"100\" before \"104\"; correct the times, or, if all are so, exchange the roles start and end"},
	} {
		ds, err := open(t, "domain: tiny\nboard: {system: Tiny}\n"+c.rows+"\nfields:\n"+c.fields, c.files)
		said := fmt.Sprint(err)
		if err == nil {
			said = fmt.Sprint(ds.Problems())
		}
		if problems := len(ds.Problems()); !strings.Contains(said, c.want) || strings.Contains(said, "\n") || problems > 1 || c.want == "" && problems > 0 {
			t.Errorf("%s: got %s, want %s", c.rows, said, c.want)
		}
	}
}
