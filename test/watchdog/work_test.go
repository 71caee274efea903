//go:build linux

package watchdog

import (
	"fmt"
	"strings"
)

// works are declarations of which each row takes little, and all rows much.
func works() (all []attack) {
	many := func(n int, part func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(part(i))
		}
		return b.String()
	}
	list := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("1,", n), ",") + "]" }
	// the text is made when it is written: this process must stay small
	of := func(name, says, file, declaration string, more map[string]string, text func() string) {
		files := map[string]string{"benchmark.yaml": declaration}
		for name, text := range more {
			files[name] = text
		}
		all = append(all, attack{name, "check --strict --source D", file, files, func(path string) error { return holding(text())(path) }, says})
	}
	reading := func(rows, fields string) string {
		return strings.Replace(declared, `{files: ["*.csv"]}`, rows, 1) + fields
	}
	fields := func(n int, field string) string {
		return many(n, func(i int) string { return fmt.Sprintf("- {name: z%d, "+field+"}\n", i) })
	}
	rows := func(n int, row string) string {
		return many(n, func(i int) string { return fmt.Sprintf("m%d,1%s\n", i, row) })
	}

	const narrower, simpler = "narrower paths", "fewer or simpler ones"
	above := func() string {
		runs := many(100_000, func(i int) string { return fmt.Sprintf(`{"model":"m%d","energy":1},`, i) })
		return `{"l":` + list(200_000) + `,"runs":[` + strings.TrimSuffix(runs, ",") + "]}"
	}
	for _, path := range []string{"sum(up:l)", "p99(up:l)", "count(up:l)", "first(up:l[*])"} {
		of("a list above all rows, by "+path, narrower, "runs.json",
			reading(`{files: ["*.json"], at: runs}`, fields(1, `type: "number?", from: ["`+path+`"]`)), nil, above)
	}
	of("a list above all rows, as JSON", simpler, "runs.json",
		reading(`{files: ["*.json"], at: runs}`, "- {name: z, type: text, is: [json], from: ['up:l']}\n"), nil, above)
	for _, path := range []string{"sum(c:l)", "c:l.0", "sum(c:l[*])"} {
		of("a list beside all rows, by "+path, narrower, "runs.csv",
			reading(`{files: ["*.csv"], join: {c: {file: c.json}}}`, fields(1, `type: "number?", from: ["`+path+`"]`)),
			map[string]string{"c.json": `{"l":` + list(20_000) + "}"}, func() string { return "model,energy\n" + rows(100_000, "") })
	}
	of("paths of all rows", narrower, "runs.jsonl", reading(`{files: ["*.jsonl"]}`, "- {name: z, type: number?, from: ["+
		many(8000, func(i int) string { return fmt.Sprintf("p%d,", i) })+"e]}\n"), nil,
		func() string { return strings.Repeat(`{"model":"m","energy":1}`+"\n", 300_000) })
	table := `{files: ["*.csv"]}`
	of("names of columns that patterns read", narrower, "runs.csv", reading(table, fields(50, `type: "number?", from: ["sum(*_x)"]`)), nil, func() string {
		names := many(300, func(i int) string { return fmt.Sprintf(",%s%d_x", strings.Repeat("_a", 2000), i) })
		return "model,energy" + names + "\n" + rows(20_000, strings.Repeat(",1", 300))
	})
	paired := `{files: ["*.csv"], pair: {by: u, second: [b], differ: [v]}}`
	of("columns of pairs", narrower, "runs.csv", reading(paired, fields(380, `type: "number?", from: [c2999]`)), nil, func() string {
		return "model,energy,u,v" + many(3000, func(i int) string { return fmt.Sprintf(",c%d", i) }) + "\n" +
			many(4000, func(i int) string {
				return fmt.Sprintf("m%d,1,%c,%d%s\n", i/2, "ab"[i%2], i, strings.Repeat(",1", 3000))
			})
	})

	const text = "- {name: s, type: text, is: [long]}\n"
	long := func() string { return "model,energy,s\n" + rows(20_000, ","+strings.Repeat("ab", 1500)) }
	of("conditions of all rows", simpler, "runs.csv", reading(table, text+"invalid:\n"+many(400, func(i int) string {
		return fmt.Sprintf("- {when: 's matches \"(a|b|ab)*c%d\"', why: x}\n", i)
	})), nil, long)
	patterns := many(20, func(i int) string { return fmt.Sprintf(`not (s matches "(a|b|ab)*c%d") && `, i) })
	of("a condition of many patterns", simpler, "runs.csv", "where: '"+patterns+"true'\n"+reading(table, text), nil, long)
	of("patterns that rows hold", simpler, "runs.csv", reading(table, text+"invalid:\n"+many(30, func(i int) string {
		return fmt.Sprintf("- {when: 's matches (s + \"%d\")', why: x}\n", i)
	})), nil, func() string {
		return "model,energy,s\n" + many(50_000, func(i int) string { return fmt.Sprintf("m%d,1,%s%d\n", i, strings.Repeat("(a|b)*", 70), i) })
	})
	of("a pattern of a million instructions", "at most 500 bytes", "benchmark.yaml", "", map[string]string{"runs.csv": rowsCSV}, func() string {
		return reading(table, text+"invalid: [{when: 's matches \""+strings.Repeat("(?:a?){900}", 300)+"\"', why: x}]\n")
	})
	of("expressions of all rows", simpler, "runs.csv", "where: 'energy > 2'\n"+reading(table, fields(380, `type: "number?", value: energy`)), nil,
		func() string { return "model,energy\n" + rows(2_000_000, "") })
	of("elements of long texts", simpler, "runs.csv", reading(table,
		"- {name: s, type: text?}\n"+fields(380, `type: "number?", from: [s], item: 2`)), nil,
		func() string {
			return "model,energy,s\n" + many(50, func(i int) string { return fmt.Sprintf("m%d,1,%q\n", i, strings.Repeat("1,", 1_000_000)) })
		})
	log, logs := strings.Repeat("m "+strings.Repeat("a", 3000)+"\ne 1\n", 800), map[string]string{}
	for i := range 12 {
		logs[fmt.Sprintf("b%d.log", i)] = log
	}
	lines := `{files: ["*.log"], lines: ['^m (?P<model>(?:a?){50}a{50}.*)', 'e (?P<energy>[0-9.]+)']}`
	of("lines of all logs", "take too long to match", "a.log", reading(lines, ""), logs, func() string { return log })
	of("paths of many keys", "50 parts", "benchmark.yaml", "", map[string]string{"runs.csv": rowsCSV}, func() string {
		return reading(table, fields(100, "type: number?, from: ['"+strings.Repeat("a.", 1500)+"b']"))
	})
	of("rows without a number", "more than 3000000 rows", "runs.csv", declared, nil, func() string {
		return "model,energy\n" + strings.Repeat("m,1\n", 4_000_000)
	})
	of("runs of a side", "at most 500000 are compared", "runs.csv", declared, nil, func() string { return "model,energy\n" + rows(600_000, "") })
	all[len(all)-1].args = "diff F sample: --format text"
	return all
}
