package plausible_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/plausible"
)

// What the values of a board imply is told at the field that is at fault, once; where nothing contradicts a declaration, nothing is.
func TestWhatValuesImplyIsToldAtItsField(t *testing.T) {
	before := rules
	defer func() { rules = before }()
	rules.GPUs = map[string]plausible.Limit{"H100": {Least: 35, Busy: 140, Most: 770}}
	const head = "rows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: gpu, role: gpu}\n- {name: n, role: gpu_count}\n" +
		"- {name: b, role: batch}\n"
	const counted = head + "- {name: i, role: input_tokens}\n- {name: o, role: output_tokens}\n- {name: d, role: duration}\n- {name: j, unit: J%s}\n"
	const timed = head + "- {name: s, role: start}\n- {name: t, role: end}\n- {name: o, role: output_tokens}\n" +
		"- {name: j, unit: J}\n- {name: e, role: energy, value: j / o}\n"
	const percentiles = head + "- {name: e, role: energy}\n- {name: p, role: latency_p50%s}\n- {name: q, role: latency_p90}\n- {name: r, role: latency_p99}\n"
	work := func(header string, more func(watts, seconds, tokens float64, batch, i int) string) map[string]string {
		text := "model,gpu,n,b," + header
		for i := range 8 {
			batch, watts, seconds := 4<<(i%4), 300+20*float64(i), 60+float64(i)
			text += fmt.Sprintf("\nm%d,H100,1,%d,", i, batch) + more(watts, seconds, float64(batch)*50*seconds, batch, i)
		}
		return map[string]string{"a.csv": text + "\n"}
	}
	ofRuns := func(by float64) map[string]string {
		return work("i,o,d,j", func(watts, seconds, tokens float64, _, i int) string {
			return fmt.Sprintf("%.0f,%.0f,%g,%g", (2+0.1*float64(i))*tokens, tokens, seconds, by*watts*seconds)
		})
	}
	instants := func(watts float64) map[string]string {
		return work("s,t,o,j", func(_, seconds, tokens float64, _, _ int) string {
			return fmt.Sprintf("2026-03-04T10:00:00Z,2026-03-04T10:01:%02.0fZ,%.0f,%g", seconds-60, tokens, watts*seconds)
		})
	}
	latencies := func(form string, first float64) map[string]string {
		return work("e,p,q,r,o,d", func(_, seconds, tokens float64, _, i int) string {
			ms := 15 + float64(i)
			return fmt.Sprintf(form, 0.2-0.01*float64(i), first*ms, ms+5, ms+9, tokens, seconds)
		})
	}
	const form = "%g,%g,%g,%g,%.0f,%g"
	const all = "- {name: e, role: energy, value: j / (o + i)}\n"
	const output = "- {name: e, role: energy, value: j / o}\n"
	const rate = "- {name: o, role: output_tokens}\n- {name: d, role: duration}\n"
	for name, c := range map[string]struct {
		declaration string
		files       map[string]string
		want        string // "" for nothing
	}{
		"right":        {fmt.Sprintf(counted, "") + output, ofRuns(1), ""},
		"with prompts": {fmt.Sprintf(counted, "") + all, ofRuns(1), "e: in all 8 rows, it is divided by i too, unlike what j is of: divide by output tokens alone"},
		"with prompts, as the basis says": {
			"basis: {window: a run, scope: GPU, token: input and output tokens}\n" + fmt.Sprintf(counted, "") + all, ofRuns(1), "",
		},
		"energy of runs in Wh": {
			fmt.Sprintf(counted, ", in: kWh") + output, ofRuns(1 / 3600.0),
			"j: in 8 of 8 rows, such as row 1 of a.csv, e × o / d is 3e+05 W",
		},
		"energy of runs, as it is in": {fmt.Sprintf(counted, ", in: Wh") + output, ofRuns(1 / 3600.0), ""},
		"recordings of idle GPUs":     {timed, instants(20), "e × o / (t − s) is 20 W, but 1× H100 draws 140 to 770 W at work; is the energy of GPUs that were idle"},
		"recordings":                  {timed, instants(200), ""},
		"latency in s":                {fmt.Sprintf(percentiles, "") + rate, latencies(strings.Replace(form, "%g,%g,%g,%g", "%g,%.3[2]f,%[3]g,%[4]g", 1), 1), ""},
		"all latencies in s": {
			head + "- {name: e, role: energy}\n- {name: p, role: latency_p50}\n" + rate, latencies(form, 0.001),
			"p: o × p is 0.00095 times d × b in the median row: p is probably in s: write “in: s”",
		},
		"times of whole responses": {
			head + "- {name: e, role: energy}\n- {name: p, role: latency_p50, label: Response time}\n" + rate, latencies(form, 5000), "",
		},
		"one of three percentiles in s": {
			fmt.Sprintf(percentiles, ", in: s"), latencies(form, 1),
			"p: in all 8 rows, p exceeds q, such as 15000 and 20 in row 1 of a.csv; " +
				"correct the unit or column of p (line 10, in: s), q (line 11)",
		},
		"a percentile of another time": {
			fmt.Sprintf(percentiles, ", from: [ttft_ms]") + "- {name: acc, role: accuracy}\n",
			work("e,ttft_ms,q,r,acc", func(_, _, _ float64, _, i int) string {
				return fmt.Sprintf("%g,90,%d,30,0.6%d", 0.2-0.01*float64(i), 20+i, i)
			}),
			`p: is read from "ttft_ms", whose name states the time to the first token`,
		},
		"percentiles of a row exchanged": {
			fmt.Sprintf(percentiles, ""),
			map[string]string{"a.csv": "model,gpu,n,b,e,p,q,r\na,H100,1,8,1,5,6,7\nb,H100,1,8,1,26,18,14\n"},
			"a.csv: row 2: q: 26, 18, 14: from p to r, the values fall: are those of the first and the last exchanged?",
		},
		"power in kW": {
			head + "- {name: e, role: energy}\n- {name: w, role: power}\n",
			map[string]string{"a.csv": "model,gpu,n,b,e,w\na,H100,4,8,1,1800\nb,H100,4,8,1,1.9\n"},
			"a.csv: row 2: w: 1.9 W on 4× H100, below the idle power of 140 W, as if it were in kW",
		},
		"a group of names": {
			fmt.Sprintf(counted, ", from: [energy/gpu_total]") + output,
			map[string]string{"a.csv": "model,gpu,n,b,i,o,d,energy/gpu_total\na,H100,2,8,10,3000,10,6000\n"},
			"",
		},
		"the same per GPU": {
			fmt.Sprintf(counted, ", from: [energy/GPU]") + output,
			map[string]string{"a.csv": "model,gpu,n,b,i,o,d,energy/GPU\na,H100,2,8,10,3000,10,6000\n"},
			"value: j is of one GPU, but o of all",
		},
	} {
		got := checked(t, c.declaration, c.files)
		if !strings.Contains(got, c.want) || strings.Count(got, "\n") > 1 || c.want == "" && got != "" {
			t.Errorf("%s: got %swant %s", name, got, c.want)
		}
	}
}

// A batch size that is another one's is told of its own run, not of one that the curve misses for its sake.
func TestABatchSizeOfAnotherRunIsTold(t *testing.T) {
	got := checked(t, "rows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: b, role: batch}\n"+
		"- {name: e, role: energy}\n- {name: l, role: latency_p50}\n",
		map[string]string{"a.csv": "model,b,e,l\na,4,0.556,7.7\na,16,0.2008,8.47\na,64,0.0891,11.5\na,16,0.0534,23.7\n"})
	if !strings.HasPrefix(got, "a.csv: row 4: b: 16, but e, l are those of a larger one") || strings.Count(got, "\n") != 1 {
		t.Error(got)
	}
}
