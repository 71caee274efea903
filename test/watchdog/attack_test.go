//go:build linux

package watchdog

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// attack is a hostile input with the command that reads it. In args, F is the file that is attacked, D its folder and O a
// folder for output.
type attack struct {
	name  string
	args  string
	file  string                  // the file that is attacked, which every message must name
	files map[string]string       // what is there beside it
	make  func(path string) error // writes the attacked file
	says  string                  // what the message must say, "" for any
}

// surface is a file of a contributor with the commands that read it.
type surface struct {
	file, args string
	files      map[string]string
}

func (s surface) attacks(payloads []payload) (all []attack) {
	for _, p := range payloads {
		all = append(all, attack{s.file + " " + p.name, s.args, s.file, s.files, p.make, p.says})
	}
	return all
}

// payload is something that a file must not be.
type payload struct {
	name, says string
	make       func(path string) error
}

func holding(text string) func(string) error {
	return func(path string) error { return os.WriteFile(path, []byte(text), 0o600) }
}

// odd is what no file may be, whatever its format.
var odd = []payload{
	{"is a pipe", "", func(path string) error { return syscall.Mkfifo(path, 0o600) }},
	{"leads out of its folder", "", func(path string) error { return os.Symlink("/etc/passwd", path) }},
	{"leads to a device", "", func(path string) error { return os.Symlink("/dev/zero", path) }},
	{"is a folder", "", func(path string) error { return os.Mkdir(path, 0o700) }},
	{"leads to itself", "", func(path string) error { return os.Symlink(filepath.Base(path), path) }},
}

// yamlPayloads are what a settings file must not hold.
var yamlPayloads = append([]payload{
	{"with aliases", "anchor", holding("a: &a [x, x, x, x]\nb: [*a, *a]\n")},
	{"with a tag", "tag", holding("a: !!binary x\n")},
	{"with a merge key", "merge key|anchor", holding("a:\n  <<: {b: c}\n")},
	{"too deep", "nest", holding(strings.Repeat("[", 100))},
	{"with too many values", "more than", holding("a: [" + strings.Repeat("0,", 40_000) + "]\n")},
	{"too long", "larger than", holding("a: " + strings.Repeat("x", 1<<20) + "\n")},
	{"without keys", "", holding("just text\n")},
	{"with an unknown key", "nknown|expected a YAML list", holding("__proto__: {a: b}\n")},
	{"with a key twice", "", holding("kind: a\nkind: b\n")},
	{"of zeros", "", holding(strings.Repeat("\x00", 1000))},
	{"in UTF-16", "", holding("\xff\xfen\x00a\x00m\x00e\x00:\x00 \x00x\x00\n\x00")},
	{"that is no UTF-8", "", holding("name: \xff\xfe\xfd\n\xc3\x28: x\n")},
	{"of two documents", "", holding("a: b\n---\nc: d\n")},
}, odd...)

// jsonPayloads are what a JSON file must not hold.
var jsonPayloads = append([]payload{
	{"too deep", "", holding(strings.Repeat(`{"a":`, 100_000))},
	{"of lists", "", holding(strings.Repeat(`[`, 1<<20))},
	{"with too many values", "", holding(`{"a":[` + strings.Repeat("0,", 1<<20) + "0]}")},
	{"torn", "", holding(`{"format":1,"version":`)},
	{"empty", "", holding("")},
	{"of zeros", "", holding(strings.Repeat("\x00", 1000))},
	{"in UTF-16", "", holding("\xff\xfe{\x00}\x00")},
	{"of text", "", holding("not JSON\n")},
	{"null", "", holding("null\n")},
	{"with a number of no computer", "", holding(`{"format":1e999,"version":-1e999,"model":1e999}` + "\n")},
}, odd...)

// csvPayloads are what a table of rows must not hold.
var csvPayloads = append([]payload{
	{"empty", "", holding("")},
	{"of zeros", "", holding(strings.Repeat("\x00", 100_000))},
	{"with an endless row", "", holding("model,energy\n" + strings.Repeat("x", 20<<20))},
	{"with an open quote", "", holding("model,energy\n\"a,1\n" + strings.Repeat("b,1\n", 100_000))},
	{"with ragged rows", "", holding("model,energy\na\na,1,2,3\n")},
	{"in UTF-16", "", holding("\xff\xfem\x00o\x00d\x00e\x00l\x00\n\x00")},
	{"without rows", "", holding("model,energy\n")},
	{"with many columns", "", holding("model,model" + strings.Repeat(",energy", 300_000) + "\na,b" + strings.Repeat(",1", 300_000) + "\n")},
	{"with a column twice", "", holding("model,energy,model,energy\na,1,b,2\n")},
}, odd...)

const (
	rowsCSV   = "model,energy\na,1\nb,2\n"
	timedCSV  = "model,energy,start,end\na,100,2023-11-14T22:13:30Z,2023-11-14T22:14:30Z\n"
	onePost   = "---\ntitle: P\nsummary: S.\ndate: 2026-01-01\nauthors: [A]\n%s---\n%s\n"
	oneChart  = "```figure\nname: f\nkind: scatter\ntitle: T\nalt: A\ncsv: data/own.csv\nx: energy\ny: energy\n```"
	withPower = `domain: t
basis: {window: the whole run, scope: GPU, token: output tokens}
board: {system: T, about: A., license: CC-BY-4.0}
rows: [{files: [runs.csv]}]
power: [{files: [power.csv], kind: nvidia-smi, clock: UTC}]
fields:
- {name: model, role: model}
- {name: out, role: output_tokens, from: [energy]}
- {name: start, role: start}
- {name: end, role: end}
- {name: energy, role: energy, unit: J/token, value: energy_j / out}
`
)

// surfaces are the files of contributors that are text.
func surfaces() (all []attack) {
	for _, name := range []string{"site", "words", "comparisons", "pages", "tasks", "gpus", "announcements"} {
		s := surface{name + ".yaml", "check --content D", map[string]string{"pages/about.md": "---\ntitle: A\ndescription: D\n---\nx\n"}}
		all = append(all, s.attacks(yamlPayloads)...)
	}
	for _, s := range []surface{
		{"benchmark.yaml", "check --source D", map[string]string{"runs.csv": rowsCSV}},
		{"accepted.yaml", "diff sample: sample: --accept F", nil},
		{"settings.yaml", "check --config F", nil},
		{"figure.yaml", "figure --spec F --out O/f.svg", nil},
	} {
		all = append(all, s.attacks(yamlPayloads)...)
	}
	for _, s := range []surface{
		{"history.jsonl", "history F", nil},
		{"traces.json", "export openg2g --spec F --out O", nil},
		{"report.json", "comment F", nil},
		{"result.json", "check --source llenergymeasure:F", nil},
		{"index.json", "check --source json:D", nil},
		{"traces.jsonl", "check --source ipw:D", nil},
	} {
		all = append(all, s.attacks(jsonPayloads)...)
	}
	all = slices.DeleteFunc(all, func(a attack) bool { return a.name == "history.jsonl empty" }) // which is a history of no date
	for _, s := range []surface{
		{"data/own.csv", "check --strict --content D", map[string]string{"posts/p.md": fmt.Sprintf(onePost, "", oneChart)}},
		{"quality.csv", "check --strict --content D", map[string]string{"pages/about.md": "---\ntitle: A\ndescription: D\n---\nx\n"}},
		{"runs.csv", "check --strict --source D", map[string]string{"benchmark.yaml": declared}},
		{"power.csv", "check --strict --source D", map[string]string{"benchmark.yaml": withPower, "runs.csv": timedCSV}},
	} {
		all = append(all, s.attacks(csvPayloads)...)
	}
	return all
}

// states are histories, acceptances and comparisons that say what cannot be meant.
func states() (all []attack) {
	const (
		best  = `{"model":"lab/a","name":"A","gpu":"H100","run":"r","batch":1,"num_gpus":1,"energy":1,"latency":1,"interval":{"low":0.5,"high":2}}`
		shot  = `{"date":"2026-01-02","revision":"","boards":[{"task":"gpqa","domain":"llm","deadline":5,"energy_field":"e","latency_field":"l","best":[` + best + `],"late":[]}]}`
		began = "{\"jouleboard_history\":1}\n"
	)
	history := surface{"history.jsonl", "history F", nil}
	for name, change := range map[string][3]string{
		"a date twice":               {`"revision"`, `"date":"1999-01-01","revision"`, "twice"},
		"text from right to left":    {`"name":"A"`, `"name":"A\u202egnp"`, "printable"},
		"a control of a terminal":    {`"name":"A"`, `"name":"A\u009b31m"`, "printable"},
		"a line separator":           {`"model":"lab/a"`, `"model":"lab/a\u2028b"`, "printable"},
		"a path for a task":          {`"gpqa"`, `"../.."`, "lower-case"},
		"an interval elsewhere":      {`"low":0.5`, `"low":1.5`, "interval"},
		"a number of no computer":    {`"energy":1`, `"energy":1e999`, "too large"},
		"an energy below zero":       {`"energy":1`, `"energy":-1`, "positive"},
		"a day that is none":         {"2026-01-02", "2026-02-30", "date"},
		"a year before all":          {"2026-01-02", "0000-01-02", "1970"},
		"a year after all":           {"2026-01-02", "9999-12-31", "1970"},
		"a key in capitals":          {`"revision"`, `"Date":"1999-01-01","revision"`, "capitals"},
		"a key of another program":   {`"revision"`, `"x":1,"revision"`, "unknown field"},
		"a snapshot in a second one": {shot, shot + shot, "one snapshot per line"},
	} {
		all = append(all, history.attacks([]payload{{"with " + name, change[2], holding(began + strings.Replace(shot, change[0], change[1], 1) + "\n")}})...)
	}
	for name, text := range map[string][2]string{
		"a key twice":            {"- {key: a, reason: r}\n- {key: a, reason: s}\n", "the same as"},
		"a control in a reason":  {`- {key: a, reason: "x\e[31m"}`, "does not show"},
		"a turned reason":        {`- {key: a, reason: "x\u202ey"}`, "does not show"},
		"a reason of a megabyte": {"- {key: a, reason: " + strings.Repeat("x", 900_000) + "}", "at most"},
		"a list for a key":       {"- {key: [a], reason: r}", "key"},
		"a number for a key":     {"- {key: 5, reason: r}", "key"},
		"keys in keys":           {"- {key: {task: {a: b}}, reason: r}", "one value"},
		"a key of nothing":       {"- {key: {task: }, reason: r}", "one value"},
		"an unknown code":        {"- {key: a, code: power-limt, reason: r}", `did you mean "power-limit"?`},
		"a code of no waiver":    {"- {key: a, code: twice, reason: r}", "that can be accepted"},
		"an unknown field":       {"- {key: {gpu_modle: H100}, reason: r}", `did you mean "gpu_model"?`},
		"a list of reasons":      {"- {key: a, reason: [a, b]}", "expected text"},
		"only text":              {"- abc", "expected lines"},
	} {
		all = append(all, surface{"accepted.yaml", "diff sample: sample: --accept F", nil}.attacks([]payload{{"with " + name, text[1], holding(text[0])}})...)
	}
	for name, keys := range map[string][2]string{
		"one side":              {"base: H100, alt: H100", "also the base"},
		"its factor held":       {"base: H100, alt: B200, hold: [gpu_model]", "is the factor"},
		"a field held twice":    {"base: H100, alt: B200, hold: [task, task]", "twice"},
		"deadlines of no field": {"base: H100, alt: B200, at: [5]", "no effect"},
		"a deadline twice":      {"base: H100, alt: B200, deadline: median_itl_ms, at: [5, 5]", "twice"},
		"an endless deadline":   {"base: H100, alt: B200, deadline: median_itl_ms, at: [.inf]", "numbers above 0"},
		"a field of no run":     {"base: H100, alt: B200, hold: [zz]", "no field"},
		"no field to meet":      {"base: H100, alt: B200, deadline: zz, at: [5]", "no field"},
		"a text of gigabytes":   {"base: H100, alt: B200, hold: ['repeat(nickname, 100000000)']", "more than it may"},
		"a deadline of texts":   {"base: H100, alt: B200, deadline: nickname, at: [5]", "not numeric"},
		"fields of nothing":     {"base: H100, alt: B200, hold: []", "no effect"},
		"deadlines of nothing":  {"base: H100, alt: B200, at: []", "no effect"},
		"a turned note":         {`base: H100, alt: B200, note: "a\u202eb"`, "does not show"},
		"a command in a note":   {`base: H100, alt: B200, note: "a\e[31m"`, "does not show"},
		"a note of 100 kB":      {"base: H100, alt: B200, note: " + strings.Repeat("x", 100_000), "shorten"},
		"the time of day":       {"base: H100, alt: B200, hold: ['now()']", "no field"},
	} {
		s := surface{"comparisons.yaml", "check --strict --content D", map[string]string{"pages/about.md": "---\ntitle: A\ndescription: D\n---\nx\n"}}
		text := "comparisons:\n- {id: c, title: T, domain: llm, factor: gpu_model, " + keys[0] + "}\n"
		all = append(all, s.attacks([]payload{{"with " + name, keys[1], holding(text)}})...)
	}
	return all
}

// binaries are mutations of real files of other benchmarks.
func binaries(t *testing.T) (all []attack) {
	root := shared.Small(t)
	for _, of := range []struct{ pattern, name, args string }{
		{filepath.Join(root, "fixtures", "ipw", "profile_H100_*", "data-00000-of-00001.arrow"), "data-00000-of-00001.arrow", "check --strict --source ipw:D"},
		{filepath.Join("..", "..", "data", "mlenergy", "sample", "runs", "llm.parquet"), "llm.parquet", "check --strict --source F"},
	} {
		found, _ := filepath.Glob(of.pattern)
		if len(found) == 0 {
			t.Fatalf("no file %s", of.pattern)
		}
		good, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		payloads := []payload{
			{"empty", "", holding("")},
			{"of its first bytes", "", holding(string(good[:8]))},
			{"of its first half", "", holding(string(good[:len(good)/2]))},
			{"without its end", "", holding(string(good[:len(good)-9]))},
			{"with a great length", "", holding(string(good[:4]) + "\xff\xff\xff\x7f" + string(good[8:]))},
			{"with a great length at its end", "", holding(string(good[:len(good)-8]) + "\xff\xff\xff\x7f" + string(good[len(good)-4:]))},
			{"of ones", "", holding(strings.Repeat("\xff", len(good)))},
			{"of its beginning, repeated", "", holding(strings.Repeat(string(good[:64]), 10_000))},
			{"as text", "", holding("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")},
		}
		if strings.HasSuffix(of.name, ".arrow") {
			payloads = append(payloads, streams(string(good))...)
		}
		all = append(all, surface{of.name, of.args, nil}.attacks(append(payloads, odd...))...)
		all = slices.DeleteFunc(all, func(a attack) bool { return strings.HasSuffix(a.name, ".arrow is a folder") }) // which others have too
	}
	return all
}

// streams are Arrow files of parts of a good one.
func streams(good string) []payload {
	schema := good[:8+int(binary.LittleEndian.Uint32([]byte(good[4:8])))]
	return []payload{
		{"with a stream behind it", "end marker", holding(good + good)},
		{"with a stream within it", "corrupt", holding(good[:len(good)-8] + good)},
		{"with two schemas", "corrupt", holding(schema + good)},
		{"with 2,000 schemas", "corrupt", holding(strings.Repeat(schema, 2000) + good)},
		{"of its schema", "", holding(schema)},
		{"with a length below zero", "negative", holding(good[:4] + "\xff\xff\xff\xff" + good[8:])},
		{"of a mark", "ARROW1", holding("ARROW1\x00\x00")},
		{"behind the mark of Parquet", "corrupt", holding("PAR1" + good)},
		{"behind the mark of gzip", "corrupt", holding("\x1f\x8b\x08\x00" + good)},
		{"of zeros behind its schema", "", holding(schema + strings.Repeat("\x00", len(good)))},
		{"of ones behind its schema", "", holding(schema + strings.Repeat("\xff", len(good)))},
	}
}

// products are sites each of whose parts is within its limits.
func products() (all []attack) {
	many := func(n int, part func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(part(i))
		}
		return b.String()
	}
	posts := func(name, says string, n int, front, body string) attack {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("posts/p%d.md", i)] = fmt.Sprintf(onePost, front, body)
		}
		return attack{name, "check --content D", "posts/p", files, nil, says}
	}
	block := func(kind, keys string, n int) string {
		return many(n, func(i int) string { return fmt.Sprintf("```%s\nname: b%d\ntitle: T\n%s\n```\n\n", kind, i, keys) })
	}
	const together = "together"
	settings := func(file, says, text string) attack {
		return attack{"a product in " + file, "check --content D", file, map[string]string{"pages/about.md": "---\ntitle: A\ndescription: D\n---\nx\n"}, holding(text), says}
	}
	return []attack{
		posts("footnotes of all pages", together, 1000, "", many(199, func(i int) string { return fmt.Sprintf("a[^%d]\n\n[^%d]: x\n\n", i, i) })),
		posts("figures of all pages", together, 50, "", block("figure", "kind: scatter\nalt: A\nx: max_num_seqs\ny: energy_per_token_joules", 40)),
		posts("tables of all pages", together, 20, "", block("table", "columns: [nickname, task, gpu_model, run, num_gpus, avg_power_watts]", 80)),
		func() attack {
			a := posts("own data of all pages", together, 100, "", block("figure", "kind: scatter\nalt: A\ncsv: data/own.csv\nx: energy\ny: energy", 20))
			a.files["data/own.csv"] = "model,energy\n" + many(60_000, func(i int) string { return fmt.Sprintf("m%d,%d\n", i, i) })
			return a
		}(),
		posts("answers of all pages", together, 30, "", many(2000, func(int) string { return "```answer\ntask: gpqa\n```\n\n" })),
		posts("values of all pages", together, 30, "", many(12_000, func(int) string { return "{{ 1 }}\n\n" })),
		posts("selections of all posts", together, 100, "select:\n"+many(300, func(i int) string {
			return fmt.Sprintf("  s%d: {where: 'energy_per_token_joules > %d.5 and nickname matches \"a\"'}\n", i, i)
		}), many(300, func(i int) string { return fmt.Sprintf("{{ count(s%d) }} ", i) })),
		posts("comparisons of all posts", together, 100, "compare:\n"+many(100, func(i int) string {
			return fmt.Sprintf("  c%d: {domain: llm, factor: gpu_model, base: H100, alt: B200, hold: [nickname, task]}\n", i)
		}), many(100, func(i int) string { return fmt.Sprintf("{{ c%d.pairs }} ", i) })),
		posts("quotations of all pages", together, 150, "", many(2000, func(int) string { return strings.Repeat("> - ", 8) + "a\n" })),
		posts("marks of all pages", together, 200, "", many(30, func(int) string { return strings.Repeat("*a _b [c] `", 300) + "\n\n" })),
		{"patterns of all rows", "check --strict --source D", "runs.csv", map[string]string{"benchmark.yaml": declared + many(300, func(i int) string {
			return fmt.Sprintf("- {name: z%d, type: text?, from: [model], match: '(a*)*(b|c)*%d(.*)'}\n", i, i)
		})}, holding("model,energy\n" + many(20_000, func(i int) string { return fmt.Sprintf("%s%d,1\n", strings.Repeat("a", 200), i) })), "take too long to match"},
		posts("headings of all pages", together, 300, "", many(4000, func(i int) string { return fmt.Sprintf("## H%d\n\n", i) })),
		posts("panels of all figures", together, 20, "", block("figure", "kind: scatter\nalt: A\nx: max_num_seqs\ny: energy_per_token_joules\nfacet: task\nseries: nickname", 60)),
		{"values of a site", "build --source D --out O/site", "runs.csv", map[string]string{"benchmark.yaml": declared + many(390, func(i int) string {
			return fmt.Sprintf("- {name: z%d, type: number?, unit: W}\n", i)
		})}, holding("model,energy" + many(390, func(i int) string { return fmt.Sprintf(",z%d", i) }) + "\n" + many(40_000, func(i int) string {
			return fmt.Sprintf("m%d,1%s\n", i, strings.Repeat(",5", 390))
		})), "it publishes at most"},
		{"wide rows", "check --strict --source D", "runs.csv", map[string]string{"benchmark.yaml": declared}, holding("model,energy" +
			many(200_000, func(i int) string { return fmt.Sprintf(",z%d", i) }) + "\n" + strings.Repeat("m,1"+strings.Repeat(",", 200_000)+"\n", 1100)), "cells"},
		{"columns that a pattern reads", "check --strict --source D", "runs.csv", map[string]string{
			"benchmark.yaml": declared + many(100, func(i int) string {
				return fmt.Sprintf("- {name: z%d, type: number?, unit: W, from: ['sum(z*)']}\n", i)
			}),
		}, holding("model,energy" + many(20_000, func(i int) string { return fmt.Sprintf(",z%d", i) }) + "\n" +
			strings.Repeat("m,1"+strings.Repeat(",1", 20_000)+"\n", 200)), "narrower paths"},
		{"values of all rows", "check --strict --source D", "runs.csv", map[string]string{"benchmark.yaml": declared + many(380, func(i int) string {
			return fmt.Sprintf("- {name: z%d, type: text, value: 'repeat(model, 30)'}\n", i)
		})}, holding("model,energy\n" + many(20_000, func(i int) string { return fmt.Sprintf("m%d,1\n", i) })), "values of all rows"},
		{
			"boards of all rows", "rank --source D --task t-1", "runs.csv",
			map[string]string{"benchmark.yaml": declared + "- {name: task, role: task}\n"},
			holding("model,energy,task\n" + many(100_000, func(i int) string { return fmt.Sprintf("m,1,%d\n", i) })), "100000 boards, of at most 2000",
		},
		{"pairs of all rows", "check --strict --source D", "runs.csv", map[string]string{
			"benchmark.yaml": strings.Replace(declared, `["*.csv"]`, `["*.csv"], pair: {by: u, second: [W], differ: [energy]}`, 1),
		}, holding("model,u,energy\n" + many(3_000_000, func(i int) string { return fmt.Sprintf("m%d,%c,1\n", i/2, "JW"[i%2]) })), "in memory"},
		settings("comparisons.yaml", together, "comparisons:\n- {id: c, title: T, domain: llm, factor: gpu_model, base: H100, alt: B200, deadline: p50_itl_ms, at: ["+
			many(9000, func(i int) string { return fmt.Sprintf("%d,", 10+i) })+"5]}\n"),
		settings("pages.yaml", "more than 20 entries", "pages:\n"+many(300, func(i int) string {
			return fmt.Sprintf("- {id: k%d, of: run, address: 'k%d/{slug}/', name: N, title: T, description: D, views: [{id: v, kind: ranking, rows: configurations, columns: [model]}]}\n", i, i)
		})),
		settings("site.yaml", "more than 50 entries", "footer:\n"+many(900, func(i int) string { return fmt.Sprintf("- {id: n%d, text: T, link: 'https://e.org/'}\n", i) })),
	}
}

// mounted writes the files of an attack and returns its arguments.
func (a attack) mounted(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]func(string) error{}
	for name, text := range a.files {
		files[name] = holding(text)
	}
	if a.make != nil {
		files[a.file] = a.make
	}
	for name, write := range files {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = write(path)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	args := strings.Fields(a.args)
	out := t.TempDir()
	for i, arg := range args {
		switch prefix, last, cut := strings.Cut(arg, ":"); {
		case arg == "F" || cut && last == "F":
			args[i] = strings.TrimSuffix(arg, "F") + filepath.Join(dir, a.file)
		case arg == "D" || cut && last == "D":
			args[i] = strings.TrimSuffix(arg, "D") + dir
		case arg == "O" || strings.HasPrefix(prefix, "O/"):
			args[i] = out + strings.TrimPrefix(arg, "O")
		}
	}
	return args
}

// Every hostile input ends within the limits, with an error that names the file and says what is wrong. All of them are
// run by make attack, every twentieth by each test.
func TestAttacks(t *testing.T) {
	all := slices.Concat(surfaces(), states(), recordings(), words(), archives(), reports(), products(), works(), binaries(t))
	t.Logf("%d attacks", len(all))
	for i, a := range all {
		if !large() && i%20 != 7 {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			text, state := run(t, mostMemory, a.mounted(t)...)
			text = strings.ReplaceAll(text, filepath.Dir(t.TempDir()), "") // which is named after the attack
			status := state.ExitCode()
			if status != 1 || !strings.Contains(text, a.file) && !strings.Contains(text, filepath.Base(a.file)) {
				t.Errorf("status %d, or %s is not named: %.600s", status, a.file, text)
			}
			says := false
			for _, word := range strings.Split(a.says, "|") {
				says = says || strings.Contains(text, word)
			}
			if !says {
				t.Errorf("does not say %q: %.600s", a.says, text)
			}
			if strings.ContainsFunc(text, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' }) {
				t.Errorf("prints control characters: %.300q", text)
			}
		})
	}
}
