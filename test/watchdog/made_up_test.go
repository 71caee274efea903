//go:build linux

package watchdog

import (
	"fmt"
	"strings"
	"testing"
)

// recordings are files of power that cannot have been recorded, or not during the run.
func recordings() []attack {
	const header = "timestamp, index, power.draw [W]\n"
	line := func(second int, device, watts string) string {
		return fmt.Sprintf("2023/11/14 22:%02d:%02d.000, %s, %s\n", 13+(second+20)/60, (second+20)%60, device, watts)
	}
	of := func(from, to int, device, watts string) string {
		var b strings.Builder
		for s := from; s < to; s++ {
			b.WriteString(line(s, device, watts))
		}
		return b.String()
	}
	good := header + of(0, 100, "0", "100.00 W")
	devices := header
	for i := range 20_000 {
		devices += line(0, fmt.Sprint(i), "100 W")
	}
	all := surface{"power.csv", "check --strict --source D", map[string]string{"benchmark.yaml": withPower, "runs.csv": timedCSV}}.attacks([]payload{
		{"without end", "no power of a device", holding(strings.ReplaceAll(good, "100.00 W", "inf W"))},
		{"of stars", "no power of a device", holding(strings.ReplaceAll(good, "100.00 W", "1e300 W"))},
		{"below zero", "no power of a device", holding(strings.Replace(good, "100.00 W", "-50 W", 1))},
		{"of a whole city", "no power of a device", holding(strings.ReplaceAll(good, "100.00 W", "9e9 kW"))},
		{"of very many devices", "more than 10000 devices", holding(devices)},
		{"with its header twice", "line 102", holding(good + good)},
		{"in several columns", "fewer cells", holding(good + "2023/11/14 22:15:00.000\n")},
	})
	// what is no number was not measured: the row that lacks power is named
	return append(all, surface{"runs.csv", "check --strict --source D", map[string]string{"benchmark.yaml": withPower}}.recorded(map[string]string{
		"no number": strings.ReplaceAll(good, "100.00 W", "nan"), "not available": strings.ReplaceAll(good, "100.00 W", "[N/A]"),
		"a control": strings.ReplaceAll(good, "100.00 W", "\x1b[31m W"), "in base 16": strings.ReplaceAll(good, "100.00 W", "0x64 W"),
		"of one sample": header + line(5, "0", "100 W"), "of one moment": header + strings.Repeat(line(1, "0", "100 W"), 100),
		"with a gap":   header + of(0, 20, "0", "100 W") + of(90, 100, "0", "100 W"),
		"of another":   strings.ReplaceAll(good, "11/14", "11/15"),
		"far to come":  strings.ReplaceAll(good, "2023/", "9999/"),
		"of one each":  header + line(1, "a", "1 W") + line(2, "b", "1 W") + line(3, "c", "1 W"),
		"in volt":      strings.ReplaceAll(good, "100.00 W", "100 V"),
		"of other GPU": strings.ReplaceAll(good, " 22:", " 02:"),
	})...)
}

// recorded are runs beside recordings of power.
func (s surface) recorded(power map[string]string) (all []attack) {
	for name, text := range power {
		files := map[string]string{"power.csv": text}
		for name, text := range s.files {
			files[name] = text
		}
		all = append(all, attack{s.file + " beside power " + name, s.args, s.file, files, holding(timedCSV), "its energy is unknown"})
	}
	return all
}

// words are messages that cannot be shown.
func words() (all []attack) {
	s := surface{"words.yaml", "check --strict --content D", map[string]string{
		"site.yaml": "language: fr\nname: A\ndescription: B\n", "pages/about.md": "---\ntitle: A\ndescription: D\n---\nx\n",
	}}
	for name, text := range map[string][2]string{
		"a value that is not there": {`"{zzz}"`, "there is no value"},
		"an open value":             {`"{a"`, "expected a name between"},
		"a value many times":        {`"` + strings.Repeat("{text}", 600) + `"`, "there is no value"},
		"a turned text":             {`"a\u202eb"`, "does not show"},
		"a command":                 {`"\e[31m"`, "does not show"},
		"a megabyte":                {`"` + strings.Repeat("x", 900_000) + `"`, "longer than 4096 bytes"},
		"one form of a number":      {"{one: a}", "the form “other” is missing"},
		"an address of a script":    {`"[x](javascript:alert(1))"`, "expected a name between"},
		"a list":                    {"[a, b]", "expected text"},
	} {
		all = append(all, s.attacks([]payload{{"with " + name, text[1], holding("words:\n  frame:\n    repository: " + text[0] + "\n")}})...)
	}
	return append(all, s.attacks([]payload{
		{"with a key of two lines", "unknown key", holding("words:\n  \"a\\nb\": x\n")},
		{"of a list", "key: value", holding("words: [a]\n")},
		{"with unknown groups", "unknown key", holding("words: {a: {b: {c: d}}}\n")},
	})...)
}

// archives are versions that no build wrote.
func archives() (all []attack) {
	const good = `{"date":"2026-01-01","digest":"sha256:0","models":1,"name":"1.0","revision":"","runs":1,"systems":[],"tasks":1}`
	for name, change := range map[string][2]string{
		"fewer than none":       {`"models":1`, `"models":-1`},
		"too many to count":     {`"models":1`, `"models":1000000000000000000000000000000`},
		"a part of a run":       {`"runs":1`, `"runs":0.5`},
		"a day that is none":    {`2026-01-01`, `9999-99-99`},
		"a name that leads up":  {`"1.0"`, `"../../x"`},
		"a revision of 2 lines": {`"revision":""`, `"revision":"a\n::error::b"`},
		"a turned revision":     {`"revision":""`, `"revision":"a\u202eb"`},
		"a turned system":       {`"systems":[]`, `"systems":[{"name":"\u202ex"}]`},
		"very many systems":     {`"systems":[]`, `"systems":[` + strings.Repeat(`{"name":"x"},`, 500) + `{"name":"x"}]`},
		"a key twice":           {`"runs":1`, `"runs":1,"runs":2`},
		"a text for a number":   {`"tasks":1`, `"tasks":"1"`},
		"no end":                {`"tasks":1}`, `"tasks":1`},
		"two documents":         {`"tasks":1}`, `"tasks":1}{}`},
	} {
		s := surface{"1.0/version.json", "build --versions D --out O/site", nil}
		all = append(all, s.attacks([]payload{{"with " + name, "", holding(strings.Replace(good, change[0], change[1], 1))}})...)
	}
	return append(all, attack{"a version without its description", "build --versions D --out O/site", "1.0", map[string]string{"1.0/index.html": "x"}, nil, "has no version.json"})
}

// reports are previews of somebody's own making.
func reports() (all []attack) {
	const good = `{"version":1,"jouleboard":"v1","verdict":"v","comment":{"noise":[],"sections":[],"base":["a"],"head":["b"]}}`
	for name, change := range map[string][2]string{
		"no comment":            {`"comment":`, `"remark":`},
		"very much noise":       {`"noise":[]`, `"noise":[` + strings.Repeat(`"x",`, 9999) + `"x"]`},
		"a long noise":          {`"noise":[]`, `"noise":["` + strings.Repeat("x", 100_000) + `"]`},
		"a section of no name":  {`"sections":[]`, `"sections":[{"rows":[["a"]]}]`},
		"an unknown section":    {`"sections":[]`, `"sections":[{"id":"zzz","rows":[["a"]]}]`},
		"very many sections":    {`"sections":[]`, `"sections":[` + strings.Repeat(`{"id":"news"},`, 99_999) + `{"id":"news"}]`},
		"a verdict of 1 MB":     {`"v"`, `"` + strings.Repeat("x", 1<<20) + `"`},
		"sections in sections":  {`"sections":[]`, `"sections":` + strings.Repeat("[", 9999) + strings.Repeat("]", 9999)},
		"a comment of 9 MB":     {`["a"]`, `["` + strings.Repeat("x", 9_000_000) + `"]`},
		"a number for a text":   {`"v"`, "5"},
		"a list for a comment":  {`"comment":{`, `"comment":[{`},
		"no texts on its sides": {`["a"]`, `[5]`},
	} {
		all = append(all, surface{"report.json", "comment F", nil}.attacks([]payload{{"with " + name, "", holding(strings.Replace(good, change[0], change[1], 1))}})...)
	}
	return all
}

// Sites whose pages could list each other: the runs of one configuration, of one sweep, boards, GPUs and pages of prose.
func TestPagesThatCouldListAllOthers(t *testing.T) {
	if !large() {
		t.Skip("JOULEBOARD_LARGE is not set: these sites have thousands of pages")
	}
	rows := func(head string, n int, row func(i int) string) func(string) error {
		var b strings.Builder
		b.WriteString(head + "\n")
		for i := range n {
			b.WriteString(row(i) + "\n")
		}
		return holding(b.String())
	}
	field := func(keys string) map[string]string {
		return map[string]string{"benchmark.yaml": declared + "- {" + keys + "}\n"}
	}
	pages := map[string]string{}
	for i := range 990 {
		pages[fmt.Sprintf("pages/p%d.md", i)] = fmt.Sprintf("---\ntitle: Page %d\ndescription: D\n---\nx\n", i)
	}
	for _, a := range []attack{
		{"repeats", "build --source D --out O/site", "runs.csv", field("name: seed, type: whole?, is: [result]"), rows("model,energy,seed", 4000, func(i int) string {
			return fmt.Sprintf("m,%d.%d,%d", 1+i%3, i%97, i)
		}), ""},
		{"very many repeats", "build --source D --out O/site", "runs.csv", field("name: seed, type: whole?, is: [result]"), rows("model,energy,seed", 50_000, func(i int) string {
			return fmt.Sprintf("m,%d.%d,%d", 1+i%3, i%97, i)
		}), ""},
		{"a sweep", "build --source D --out O/site", "runs.csv", field("name: b, role: batch"), rows("model,energy,b", 4000, func(i int) string {
			return fmt.Sprintf("m,%d.%d,%d", 1+i%3, i%97, i+1)
		}), ""},
		{"a very long sweep", "build --source D --out O/site", "runs.csv", field("name: b, role: batch"), rows("model,energy,b", 50_000, func(i int) string {
			return fmt.Sprintf("m,%d.%d,%d", 1+i%3, i%97, i+1)
		}), ""},
		{"GPUs", "build --source D --out O/site", "runs.csv", field("name: gpu, role: gpu"), rows("model,energy,gpu", 8000, func(i int) string {
			return fmt.Sprintf("m%d,%d.5,G%d", i%4, 1+i%7, i/4)
		}), ""},
		{"boards", "build --source D --out O/site", "runs.csv", field("name: task, role: task"), rows("model,energy,task", 1000, func(i int) string {
			return fmt.Sprintf("m%d,1,%d", i%2, i/2)
		}), ""},
		{"prose", "build --content D --out O/site", "pages/p.md", pages, holding("---\ntitle: P\ndescription: D\n---\nx\n"), ""},
	} {
		t.Run(a.name, func(t *testing.T) {
			if text, state := run(t, mostMemory, a.mounted(t)...); state.ExitCode() != 0 {
				t.Errorf("status %d: %.600s", state.ExitCode(), text)
			}
		})
	}
}
