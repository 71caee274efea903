package plausible_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/declared"
)

// boardHead begins each declaration below.
const boardHead = "domain: tiny\nboard: {system: Tiny}\n"

// checked is what is said of a board, without what follows from it.
func checked(t *testing.T, declaration string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files[declared.Name] = boardHead + declaration
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ds, err := declared.Open(t.Context(), dir, false)
	if err != nil {
		return err.Error()
	}
	said := ""
	for _, p := range rules.Apply(ds).Problems() {
		if !p.Follows {
			said += fmt.Sprintln(p)
		}
	}
	return said
}

// Each mistake in a declaration or in its files is told in one message that names the cause; what is right is not doubted.
func TestMistakesAreToldByTheirCause(t *testing.T) {
	const (
		csv  = "rows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: e, role: energy}\n"
		json = "rows: [{files: [a*.json]}]\nfields:\n- {name: model, role: model}\n- {name: n, role: gpu_count}\n- {name: t, role: output_tokens}\n" +
			"- {name: e, role: energy, value: j / t}\n"
		two = `{"model":"a","n":2,"t":10,"gpus":[{"j":5},{"j":6}]}`
	)
	rows := func(header string, row func(i int) string) map[string]string {
		text := header
		for i := range 10 {
			text += "\n" + row(i)
		}
		return map[string]string{"a.csv": text + "\n"}
	}
	for name, c := range map[string]struct {
		declaration string
		files       map[string]string
		want        string // "" for nothing
	}{
		"no unit in a name": {
			strings.Replace(csv, "energy}", "energy, in: mJ/token, from: [energy_per_output_token]}", 1),
			map[string]string{"a.csv": "model,energy_per_output_token\na,300\n"},
			"",
		},
		"a unit in a name": {
			strings.Replace(csv, "energy}", "energy, in: mJ/token, from: [energy_j_per_token]}", 1),
			map[string]string{"a.csv": "model,energy_j_per_token\na,300\n"},
			"its name states J/token",
		},
		"one of two GPUs":  {json + "- {name: j, unit: J, from: ['gpus[0].j']}\n", map[string]string{"a.json": two}, "the energy of one of 2 GPUs counts as that of all"},
		"mean of two GPUs": {json + "- {name: j, unit: J, from: ['mean(gpus[*].j)']}\n", map[string]string{"a.json": two}, "the mean of 2 GPUs counts as the energy of all"},
		"sum of two GPUs":  {json + "- {name: j, unit: J, from: ['sum(gpus[*].j)']}\n", map[string]string{"a.json": two}, ""},
		"an idle GPU": {
			json + "- {name: j, unit: J, from: ['sum(gpus[*].j)']}\n",
			map[string]string{"a.json": strings.Replace(two, `"n":2`, `"n":1`, 1)},
			"n: is 1, but j is the sum of 2 GPUs",
		},
		"no tokens": {
			csv + "- {name: t, role: output_tokens}\n- {name: d, role: duration}\n- {name: r, role: throughput, value: t / d}\n- {name: j, unit: s/token, value: d / t}\n",
			map[string]string{"a.csv": "model,e,t,d\na,1,0,5\n"},
			"j: is divided by 0, which t is",
		},
		"a mean for each GPU": {
			strings.Replace(json, "j / t", "j * n / t", 1) + "- {name: j, unit: J, from: ['mean(gpus[*].j)']}\n", map[string]string{"a.json": two}, "",
		},
		"unit beside an element": {
			strings.Replace(csv, "a.csv", "a.json", 1) + "- {name: l, role: latency_p50, unit: ms, in: ms, from: ['m[name=itl].p50']}\n",
			map[string]string{"a.json": `{"model":"a","e":1,"m":[{"name":"itl","unit":"s","p50":0.01}]}`},
			"the files state s beside them",
		},
		"another precision": {
			csv + "- {name: p, role: precision, aliases: {bf16: fp8}}\n", map[string]string{"a.csv": "model,e,p\na,1,bf16\n"}, "bf16 is called fp8, another precision",
		},
		"the same precision": {
			csv + "- {name: p, role: precision, aliases: {bf16: bfloat16, float8_e4m3fn: fp8}}\n", map[string]string{"a.csv": "model,e,p\na,1,bf16\n"}, "",
		},
		"precision of set": {
			"set: [{p: fp8}]\n" + csv + "- {name: p, role: precision}\n", map[string]string{"a.csv": "model,e,p\na,1,bf16\n"}, `set: fp8 counts, but "p" states bf16`,
		},
		"a node of GPUs": {
			"power: [{files: [p.csv], kind: dcgmi-dmon, scope: node}]\n" + csv + "- {name: start, role: start}\n- {name: end, role: end}\n",
			map[string]string{"a.csv": "model,e,start,end\na,1,1,2\n", "p.csv": ""},
			"dcgmi-dmon records the power of GPUs, not of what is called node",
		},
		"where in the unit of files": {
			"where: e < 0.8\n" + strings.Replace(csv, "energy}", "energy, in: mWh/token}", 1),
			rows("model,e", func(i int) string { return fmt.Sprintf("m%d,%g", i, 0.1*float64(i+1)) }), "leaves out 8 of 10 rows; it compares e in J/token",
		},
		"where that is right": {
			"where: e < 2.5\n" + strings.Replace(csv, "energy}", "energy, in: mWh/token}", 1),
			rows("model,e", func(i int) string { return fmt.Sprintf("m%d,%g", i, 0.1*float64(i+1)) }), "",
		},
		"range in the unit of files": {
			strings.Replace(csv, "energy}", "energy, in: mWh/token, range: [0, 0.9]}", 1),
			rows("model,e", func(i int) string { return fmt.Sprintf("m%d,%g", i, 0.1*float64(i+1)) }), "in 8 of 10 rows, such as row 3 of a.csv",
		},
		"power of one GPU": {
			strings.Replace(csv, "energy}", "energy, value: power_per_gpu / tps}\n- {name: power_per_gpu, unit: W}\n- {name: tps, role: throughput}\n- {name: n, role: gpu_count}", 1),
			map[string]string{"a.csv": "model,power_per_gpu,tps,n\na,300,100,4\n"},
			"power_per_gpu is of one GPU, but tps of all",
		},
		"energy of one GPU": {
			strings.Replace(csv, "energy}", "energy, value: w / t}\n- {name: w, unit: J, from: [\"Energy/GPU (J)\"]}\n- {name: t, role: output_tokens}\n- {name: n, role: gpu_count}", 1),
			map[string]string{"a.csv": "model,Energy/GPU (J),t,n\na,300,100,4\n"},
			"w is of one GPU, but t of all",
		},
		"energy in a group of GPUs": {
			strings.Replace(csv, "energy}", "energy, value: w / t}\n- {name: w, unit: J, in: Wh, from: [energy/gpu_total_wh]}\n- {name: t, role: output_tokens}\n- {name: n, role: gpu_count}", 1),
			map[string]string{"a.csv": "model,energy/gpu_total_wh,t,n\na,300,100,4\n"},
			"",
		},
		"latency of a whole response": {
			csv + "- {name: l, role: latency_p50}\n- {name: t, role: throughput}\n- {name: b, role: batch}\n",
			rows("model,e,l,t,b", func(i int) string { return fmt.Sprintf("m%d,1,%d,%d,32", i, 2100+97*i, 3000-11*i) }),
			"l is either in us: write “in: us”, or the time of a whole response: write “unit: ms/response”",
		},
		"mean latency of a whole response": {
			csv + "- {name: l, role: latency}\n- {name: t, role: throughput}\n- {name: b, role: batch}\n",
			rows("model,e,l,t,b", func(i int) string { return fmt.Sprintf("m%d,1,%d,%d,32", i, 2100+97*i, 3000-11*i) }),
			"l is either in us: write “in: us”, or the time of a whole response: write “unit: ms/response”",
		},
		"mean latency": {
			csv + "- {name: l, role: latency}\n- {name: t, role: throughput}\n- {name: b, role: batch}\n",
			rows("model,e,l,t,b", func(i int) string { return fmt.Sprintf("m%d,1,%d.5,%d,32", i, 10+i, 2900-170*i) }),
			"",
		},
		"latency that is declared so": {
			csv + "- {name: l, role: latency_p50, unit: ms/response}\n- {name: t, role: throughput}\n- {name: b, role: batch}\n",
			rows("model,e,l,t,b", func(i int) string { return fmt.Sprintf("m%d,1,%d,%d,32", i, 2100+97*i, 3000-11*i) }),
			"",
		},
		"digit of a path": {
			strings.Replace(csv, "[a.csv]", "[\"*.csv\"], path: 'a(?P<b>[0-9])'", 1) + "- {name: b, role: batch, from: [\"path:b\"]}\n",
			map[string]string{"a16.csv": "model,e\na,1\n"},
			"1 is only the beginning of a number in its path",
		},
		"a column of another meaning": {
			strings.Replace(csv, "energy}", "energy, from: [E / per token]}\n- {name: r, role: energy_per_response, from: [E / per answer]}", 1),
			map[string]string{"a.csv": "model,E / per token,per answer\na,1,2\n"},
			"did you mean \"per answer\"?",
		},
		"copied to another task": {
			csv + "- {name: task, role: task}\n- {name: r, role: throughput}\n- {name: l, role: latency_p50}\n- {name: d, role: duration}\n",
			map[string]string{"a.csv": "model,task,e,r,l,d\na,x,1.2345678,850.12345,17.123456,20\na,y,1.2345678,850.12345,17.123456,30\n"},
			"was one result copied",
		},
		"one measurement of two tasks": {
			csv + "- {name: task, role: task}\n- {name: r, role: throughput}\n- {name: l, role: latency_p50}\n- {name: d, role: duration}\n",
			map[string]string{"a.csv": "model,task,e,r,l,d\na,x,1.2345678,850.12345,17.123456,20\na,y,1.2345678,850.12345,17.123456,20\n"},
			"",
		},
		"cut off": {csv, map[string]string{"a.csv": "model,e\na,1\nb"}, "the file ends within it"},
		"mean of rows": {
			csv + "- {name: g, role: gpu}\n- {name: n, role: gpu_count}\n- {name: t, role: output_tokens}\n",
			map[string]string{"a.csv": "model,e,g,n,t,id\na,1,H100,1,5,x\nb,1,H100,1,6,y\nc,1,,,5.5,mean\n"},
			`remove the row if "mean" in it`,
		},
		"text for a batch size": {
			csv + "- {name: b}\n", rows("model,e,b", func(i int) string { return fmt.Sprintf("a,%d,%d", 1<<i, i) }), "are averaged as repeats",
		},
		"power without a role": {
			csv + "- {name: power, unit: W}\n", rows("model,e,power", func(i int) string { return fmt.Sprintf("m%d,%d,%d", i, 1<<i, 300+i) }),
			"power: has no role, so it does not count as the power; write “role: power”, or, if it is another quantity, rename it",
		},
		"decimal comma": {
			strings.Replace(csv, "[a.csv]", "[a.csv], decimal: \",\"", 1) + "- {name: p, role: power}\n",
			rows("model,e,p", func(i int) string {
				return fmt.Sprintf("m%d,%s", i, map[bool]string{true: "0.1735,1", false: "1,0.3117"}[i < 6])
			}), "separates thousands",
		},
	} {
		got := checked(t, c.declaration, c.files)
		if !strings.Contains(got, c.want) || strings.Count(got, "\n") > 1 || c.want == "" && got != "" {
			t.Errorf("%s: got %swant %s", name, got, c.want)
		}
	}
}

// The power limit of GPUs holds for what is measured of the GPUs alone; what is measured at the wall is at least what they draw.
func TestTheLimitsOfGPUsAreNoneOfAWholeMachine(t *testing.T) {
	const (
		head   = "rows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: g, role: gpu}\n- {name: n, role: gpu_count}\n"
		power  = head + "- {name: e, role: energy}\n- {name: p, role: power}\n- {name: scope, role: scope}\n"
		energy = head + "- {name: e, role: energy}\n- {name: r, role: throughput}\n- {name: scope, role: scope}\n"
		drawn  = "model,g,n,e,p,scope\na,H100,8,1,"
		used   = "model,g,n,e,r,scope\na,H100,8,"
	)
	for _, c := range []struct{ declaration, row, want string }{
		{power, drawn + "7800,gpu", "above the highest plausible power of 6160 W"},
		{power, drawn + "7800,", "above the highest plausible power of 6160 W"},
		{power, drawn + "7800,wall", ""},
		{power, drawn + "7800,node", ""},
		{power, drawn + "100,wall", "below the idle power of 280 W"},
		{"basis: {scope: server}\n" + strings.Replace(power, "- {name: scope, role: scope}\n", "", 1), drawn + "7800,", ""},
		{"basis: {scope: server}\n" + power, drawn + "7800,GPUs only", "above the highest plausible power of 6160 W"},
		{"basis: {scope: \"GPU, as measured by a tool; CPU and RAM are listed separately\"}\n" + power, drawn + "7800,", "above the highest"},
		{energy, used + "1000,50,gpu", "draws 280 to 6160 W"},
		{energy, used + "1000,50,wall", ""},
		{energy, used + "0.001,50,wall", "draws 280 to 6160 W"},
	} {
		got := checked(t, c.declaration, map[string]string{"a.csv": c.row + "\n"})
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s%s: got %swant %s", c.declaration, c.row, got, c.want)
		}
	}
}
