package declared_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

// What is probably wrong with values is told once, with the first row; what is right beside it is not told.
func TestDoubtsAreToldOnce(t *testing.T) {
	ranked := "domain: tiny\nboard: {system: Tiny, primary: fps}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: fps, unit: frame/s}\n"
	if ds, err := open(t, ranked, map[string]string{"a.csv": "model,fps\na,1\nb,2\n"}); err != nil {
		t.Error(err)
	} else if f, _ := ds.Tables[0].Schema().Field("fps"); f.Better != data.Higher {
		t.Errorf("frames per second that rank are better %d", f.Better)
	}
	const head = "domain: tiny\nboard: {system: Tiny, primary: tps}\nrows: [{files: [runs.csv]}]\nfields:\n"
	const model, tps = "- {name: model, role: model}\n", "- {name: tps, role: throughput}\n"
	span := model + tps + "- {name: start, role: start}\n- {name: end, role: end}\n- {name: d, role: duration}\n"
	alias := func(key string) string {
		return "- {name: model, role: model, " + key + "}\n- {name: b, role: batch}\n" + tps
	}
	sized := alias("aliases: {x-8b: x, x-70b: x, y: z, q: z}")
	for of, c := range map[string]struct{ fields, rows, want string }{
		"unit":          {model + tps + "- {name: p, role: power, from: [power_kw], in: W}\n", "model,tps,power_kw\na,1,2\n", "line 7: p: in: | states kW | in: kW"},
		"unit of time":  {model + tps + "- {name: l, role: latency, from: [latency_ms], in: s}\n", "model,tps,latency_ms\na,1,2\n", "states ms"},
		"unit of names": {model + tps + "- {name: e, unit: J, from: [energy_mj], in: MJ}\n", "model,tps,energy_mj\na,1,2\n", ""},
		"counted unit":  {model + tps + "- {name: e, unit: J/token, in: Wh/1000 tokens, from: [energy_wh]}\n", "model,tps,energy_wh\na,1,2\n", ""},
		"rivals": {
			model + "- {name: tps, role: throughput, from: [a, b]}\n", "model,a,b\nx,1,2\nyy,1,2\nzzz,,2\n",
			"line 6: tps: 1 counts, but b states 2 in row 1 of runs.csv and 1 more row; remove one of “from: [a, b]”",
		},
		"equal rivals": {model + "- {name: tps, role: throughput, from: [a, b]}\n", "model,a,b\nx,1,1.004\n", ""},
		"size":         {sized, "model,b,tps\nx-8b,1,1\nx-70b,2,2\n", "x-8b and x-70b are both called x, but differ in size | aliases"},
		"parameters":   {sized + "- {name: n, role: parameters}\n", "model,b,tps,n\ny,1,1,8\nq,2,2,9\n", "differ in size"},
		"repeats":      {sized, "model,b,tps\ny,1,1\nq,1,2\n", "y and q are both called z, but have equal settings"},
		"no repeats":   {sized, "model,b,tps\ny,1,1\nq,2,2\n", ""},
		"match":        {alias(`match: '^(\w+)'`), "model,b,tps\nx-8b,1,1\nx-8b-awq,1,2\n", "have equal settings | match"},
		"repeated":     {alias(`match: '^(\w+)'`), "model,b,tps\nx-run1,1,1\nx-run2,1,2\n", ""},
		"short":        {span, "model,tps,start,end,d\na,1,1769947202,1769947302,10\n", "d: is 10 s, but from start to end it is 100 s in row 1"},
		"loading":      {span, "model,tps,start,end,d\na,1,1769947202,1769947302,40\n", ""},
		"total":        {model + `- {name: tps, role: throughput, from: ["sum(g*)"]}` + "\n", "model,g0,g1,g_total\na,1,2,3\n", `tps: sum: also matches "g_total"`},
		"counted":      {model + tps + `- {name: n, role: gpu_count, from: ["count(g*)"]}` + "\n", "model,tps,g0,g1,g_avg\na,1,1,3,2\n", `n: count: also matches "g_avg"`},
		"totals":       {model + `- {name: tps, role: throughput, from: ["sum(g*_total)"]}` + "\n", "model,g0_total,g1_total\na,1,2\n", ""},
	} {
		ds, err := open(t, head+c.fields, map[string]string{"runs.csv": c.rows})
		got := ds.Problems()
		if err != nil || len(got) > 1 || len(got) == 0 != (c.want == "") {
			t.Errorf("%s: %v %v", of, err, got)
			continue
		}
		for part := range strings.SplitSeq(c.want, " | ") {
			if text := fmt.Sprint(got); !strings.Contains(text, part) {
				t.Errorf("%s: %s, want %s", of, text, part)
			}
		}
	}
}

// Samples of several devices without a column that tells them apart are not taken for those of one in silence.
func TestMixedDevices(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n" +
		"- {name: start, role: start}\n- {name: end, role: end}\n- {name: e, role: energy, value: energy_j / n}\n- {name: n, role: output_tokens}\n" +
		"power: [{files: [p.csv], kind: table, time: t, watts: w}]\n"
	series := func(samples ...string) (text string) {
		text = "t,w\n"
		for i := range 30 {
			for k, s := range samples {
				at, watts, _ := strings.Cut(s, " ")
				text += fmt.Sprintf("%d.%s,%s%d\n", 95+i, at, watts, (i+k)%3)
			}
		}
		return text
	}
	for of, c := range map[string]struct {
		recorded string
		mixed    bool
	}{
		"one":         {series("0 10"), false},
		"one twice":   {series("0 10", "5 10"), false},
		"equal times": {series("0 10", "0 10"), true},
		"bursts":      {series("00 10", "01 30", "02 20"), true},
		"in turn":     {series("0 10", "5 30"), false}, // as a load that rises and falls
	} {
		ds, err := open(t, text, map[string]string{"a.csv": "model,start,end,n\na,100,110,1000\n", "p.csv": c.recorded})
		told := func(p data.Problem) bool { return p.File == "p.csv" && strings.Contains(p.Message, "several devices") }
		if p := ds.Problems(); err != nil || len(p) == 1 != c.mixed || c.mixed && !told(p[0]) {
			t.Errorf("%s: %v %v", of, err, p)
		}
	}
}
