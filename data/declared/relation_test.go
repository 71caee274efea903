package declared_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/jouleboard/jouleboard/data/plausible"
)

// simulated are the rows of a board: the energy is that of the power and the duration, the tokens are those of the throughput, both but
// for a scatter of measurement.
func simulated(seed uint64, scatter float64) (rows []map[string]float64) {
	r := rand.New(rand.NewPCG(seed, 7))
	about := func(x float64) float64 { return x * (1 + scatter*r.NormFloat64()) }
	for range 8 + r.IntN(30) {
		gpus, batch := float64(int(1)<<r.IntN(4)), float64(int(4)<<r.IntN(8))
		latency := (5 + 50*r.Float64()) * (1 + batch/200)
		rate, power, seconds := about(batch/latency*1000), gpus*(200+450*r.Float64()), 30+300*r.Float64()
		rows = append(rows, map[string]float64{
			"gpus": gpus, "b": batch, "e": about(power * seconds), "r": rate, "p": power, "d": seconds, "n": about(rate * seconds), "l": latency,
			"i": math.Round(rate * seconds * (0.5 + 4*r.Float64())),
		})
	}
	return rows
}

// A board that is right is never doubted, however its values scatter. Where all values agree to a percent, the fault of a column is told
// in at least 95% of boards.
func TestRelationsOfColumns(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n" +
		"- {name: gpus, role: gpu_count}\n- {name: b, role: batch}\n- {name: e, unit: J}\n- {name: r, role: throughput}\n- {name: p, role: power}\n" +
		"- {name: d, role: duration}\n- {name: n, role: output_tokens}\n- {name: l, role: latency_p50}\n- {name: i, role: input_tokens}\n- {name: per, role: energy, value: e / n}\n"
	const boards = 100
	each := func(change func(row map[string]float64)) func([]map[string]float64) {
		return func(rows []map[string]float64) {
			for _, row := range rows {
				change(row)
			}
		}
	}
	lesser := func(change func(row map[string]float64)) func([]map[string]float64) {
		return func(rows []map[string]float64) { each(change)(rows[:len(rows)/4]) }
	}
	none := func([]map[string]float64) {}
	for of, c := range map[string]struct {
		scatter float64
		spoil   func([]map[string]float64)
		want    string // "" for nothing
	}{
		"right, exact":    {0, none, ""},
		"right, 0.3%":     {0.003, none, ""},
		"right, 3%":       {0.03, none, ""},
		"right, 10%":      {0.1, none, ""},
		"power of a GPU":  {0.003, each(func(row map[string]float64) { row["p"] /= row["gpus"] }), "one of them is of a single GPU; correct e (line 8) or p (line 10)"},
		"rate of a GPU":   {0.003, each(func(row map[string]float64) { row["r"] /= row["gpus"] }), "correct n (line 12) or r (line 9) | includes prompts, or is of one GPU"},
		"with prompts":    {0.003, each(func(row map[string]float64) { row["r"] *= 1.6 }), "is 1.6 times"},
		"rate of all":     {0.003, each(func(row map[string]float64) { row["r"] *= 1 + row["i"]/row["n"] }), "with i counted too: use output tokens alone; correct r (line 9)"},
		"exchanged":       {0.003, each(func(row map[string]float64) { row["n"], row["i"] = row["i"], row["n"] }), "they are exchanged, or one column is of the other; correct n"},
		"batch of a GPU":  {0.003, fewOrMany, "is of a single GPU; correct b (line 7)"},
		"some in ms":      {0.003, lesser(func(row map[string]float64) { row["d"] *= 1000 }), "these rows are in another unit; correct d (line 11)"},
		"some in s":       {0.003, lesser(func(row map[string]float64) { row["l"] /= 1000 }), "these rows are in another unit; correct l (line 13) or b (line 7)"},
		"power of others": {0.003, each(func(row map[string]float64) { row["e"] += (0.25*row["p"] + 100) * row["d"] }), "one of them includes what the other does not"},
		"shifted power":   {0.003, shifted("p", 1), "the column is shifted"},
		"shifted energy":  {0.003, shifted("e", -1), "the column is shifted"},
		"energy is equal": {0.003, each(func(row map[string]float64) { row["e"] = 31234.5 }), "was it filled down"},
	} {
		told := 0
		for seed := range uint64(boards) {
			rows := simulated(seed, c.scatter)
			c.spoil(rows)
			csv := "model,gpus,b,e,r,p,d,n,l,i\n"
			for i, row := range rows {
				csv += fmt.Sprintf("m%d,%.0f,%.0f,%.6g,%.6g,%.6g,%.6g,%.0f,%.6g,%.0f\n",
					i, row["gpus"], row["b"], row["e"], row["r"], row["p"], row["d"], row["n"], row["l"], row["i"])
			}
			ds, err := open(t, text, map[string]string{"a.csv": csv})
			if err != nil {
				t.Fatal(err)
			}
			said := fmt.Sprint(plausible.Rules{}.Apply(ds).Problems())
			if c.want == "" && strings.Contains(said, "benchmark.yaml") {
				t.Errorf("%s: %s", of, said)
			}
			isSaid := func(want string) bool { return c.want != "" && strings.Contains(said, want) }
			if slices.ContainsFunc(strings.Split(c.want, " | "), isSaid) {
				told++
			}
		}
		if c.want != "" && 100*told < 95*boards {
			t.Errorf("%s: told in %d of %d boards", of, told, boards)
		}
	}
}

// fewOrMany makes rows of one GPU and rows of four, and the batch size in these that of one.
func fewOrMany(rows []map[string]float64) {
	for i, row := range slices.Concat(rows, rows)[:max(len(rows), 12)] {
		if i < len(rows) {
			row["p"], row["e"] = row["p"]/row["gpus"], row["e"]/row["gpus"]
			row["gpus"] = float64(1 + 3*(i%2))
			row["p"], row["e"] = row["p"]*row["gpus"], row["e"]*row["gpus"]
			row["b"] /= row["gpus"]
		}
	}
}

func shifted(field string, down int) func([]map[string]float64) {
	return func(rows []map[string]float64) {
		var values []float64
		for _, row := range rows {
			values = append(values, row[field])
		}
		for i, row := range rows {
			row[field] = values[(i+down+len(rows))%len(rows)]
		}
	}
}

// What a declaration says of a column is compared with its name and its values; what is right beside it is not told.
func TestColumnsAreReadAsTheirNamesAndValuesSay(t *testing.T) {
	const head = "domain: tiny\nboard: {system: Tiny, primary: tps}\n"
	const rows, model, tps = "rows: [{files: [\"a*.csv\"]}]\nfields:\n", "- {name: model, role: model}\n", "- {name: tps, role: throughput}\n"
	const counter = "- {name: s, unit: J, from: [energy_start_j]}\n- {name: t, unit: J, from: [energy_end_j]}\n- {name: n, role: output_tokens}\n"
	many := "model,id,tps\n"
	for i := range 12 {
		many += fmt.Sprintf("m%d,t%d,%d\n", i/3, i, i+1)
	}
	acc := func(values string) string {
		return "model,tps,acc\na,1," + strings.ReplaceAll(values, " ", "\nb,2,") + "\nc,3,0.5\n"
	}
	for of, c := range map[string]struct{ declared, csv, want string }{
		"set":              {"set: [{gpu: H100, b: 8}]\n" + rows + model + tps + "- {name: gpu, role: gpu}\n- {name: b, role: batch}\n", "model,tps,gpu_name,batch_size\na,1,NVIDIA A100,8\n", `line 3: gpu: set: H100 counts, but "gpu_name" states NVIDIA A100 in row 1`},
		"set number":       {"set: [{b: 8}]\n" + rows + model + tps + "- {name: b, role: batch}\n", "model,tps,batch_size\na,1,8\nb,2,16\n", `b: set: 8 counts, but "batch_size" states 16 in row 2 of a.csv`},
		"set, same":        {"set: [{gpu: H100}]\n" + rows + model + tps + "- {name: gpu, role: gpu}\n", "model,tps,gpu_name\na,1,NVIDIA H100 80GB HBM3\n", ""},
		"set, index":       {"set: [{gpu: H100}]\n" + rows + model + tps + "- {name: gpu, role: gpu}\n", "model,tps,gpu\na,1,3\n", ""},
		"set, limit":       {"set: [{b: 8}]\n" + rows + model + tps + "- {name: b, role: batch}\n", "model,tps,max_batch_size\na,1,256\n", ""},
		"set, one name":    {"set: [{model: lab/a}]\n" + rows + model + tps, "model_path,tps\n/data/x,1\n/data/x,2\n", ""},
		"set, two names":   {"set: [{model: lab/a}]\n" + rows + model + tps, "model_path,tps\n/data/x,1\n/data/y,2\n", "set: lab/a counts, but"},
		"total":            {rows + model + tps, "id,model,tps\n1,a,1\nTotal,,1\n", `remove the row if "Total" in it means that it sums up others`},
		"header again":     {rows + model + tps, "model,tps\na,1\nmodel,tps\nb,2\n", "is the name of its column; remove the line if it repeats the header"},
		"date":             {rows + model + tps + "- {name: b, role: batch}\n", "model,tps,b\na,1,4-Jan\nb,2,3\n", "a spreadsheet probably made a date of a number"},
		"left out":         {rows + model + tps, "model,tps\na,1\n", ""},
		"percentile":       {rows + model + tps + "- {name: l, role: latency_p95, from: [itl_p99_ms], in: ms}\n", "model,tps,itl_p99_ms\na,1,2\n", `its role is latency_p95, but "itl_p99_ms" states P99`},
		"other latency":    {rows + model + tps + "- {name: itl_p50, role: latency_p50, from: [ttft_p50]}\n", "model,tps,ttft_p50\na,1,2\n", `itl_p50: is read from "ttft_p50", whose name states the time to the first token; correct “from”`},
		"median of a mean": {rows + model + tps + "- {name: l, role: latency_p50, from: [tpot_mean]}\n", "model,tps,tpot_mean,tpot_median\na,1,2,3\n", `l: is read from "tpot_mean", whose name states a mean, not a median; read "tpot_median"`},
		"meant so":         {rows + model + tps + "- {name: l, role: latency_p50, label: Median TTFT, from: [ttft_p50]}\n", "model,tps,ttft_p50\na,1,2\n", ""},
		"whole request":    {rows + model + tps + "- {name: l, role: latency_p90, from: [e2e_p90]}\n", "model,tps,e2e_p90\na,1,2\n", "whose name states the time of a whole request"},
		"prompts":          {rows + model + tps + "- {name: n, role: output_tokens, from: [prompts]}\n", "model,tps,prompts\na,1,2\n", "whose name states inputs, not outputs"},
		"lengths of input": {rows + model + tps + "- {name: n, role: output_length, from: [mean_input]}\n", "model,tps,mean_input\na,1,2\n", "whose name states inputs, not outputs"},
		"what came out":    {rows + model + tps + "- {name: n, role: output_tokens, from: [response_tokens_without_prompt]}\n", "model,tps,response_tokens_without_prompt\na,1,2\n", ""},
		"requests":         {rows + model + tps + "- {name: b, role: batch, from: [num_requests]}\n", "model,tps,num_requests\na,1,2\n", "whose name states requests, not those served at a time"},
		"no GPU":           {rows + model + tps, "model,tps,gpu\na,1,H100\nb,2,A100\n", `gpu: no field has this role, and none reads the column "gpu", in which rows differ; add “- {name: gpu, role: gpu, from: [gpu]}”`},
		"no task":          {rows + model + tps, "model,tps,task\na,1,chat\nb,2,code\n", "task: no field has this role"},
		"one GPU":          {rows + model + tps, "model,tps,gpu\na,1,H100\nb,2,H100\n", ""},
		"GPU as a model":   {rows + "- {name: model, role: model, from: [gpu]}\n" + tps + "- {name: gpu, role: gpu, from: [m]}\n", "m,tps,gpu\na,1,H100\nb,2,H100\n", `"H100" is a GPU, not a model; correct “from”: is it exchanged with that of gpu?`},
		"crossed names": {
			rows + model + tps + "- {name: num_gpus, role: batch}\n- {name: clients, role: gpu_count}\n", "model,tps,num_gpus,clients\na,1,2,8\nb,2,2,16\n",
			`has the role batch, and clients the role gpu_count, but "num_gpus" and "clients" are called the other way round`,
		},
		"time as a rate":   {rows + model + "- {name: tps, role: throughput, from: [cpu_time]}\n", "model,cpu_time\na,1\nb,2\n", `is read from "cpu_time", whose name states a time`},
		"rate of a time":   {rows + model + "- {name: tps, role: throughput, from: [tokens_per_wall_time]}\n", "model,tokens_per_wall_time\na,1\nb,2\n", ""},
		"unit beside":      {rows + model + tps + "- {name: real_time, unit: s}\n", "model,tps,real_time,time_unit\na,1,2,ms\nb,2,3,ms\n", "the numbers of \"real_time\" are taken as s, but the files state ms beside them"},
		"its unit beside":  {rows + model + tps + "- {name: real_time, unit: ms}\n", "model,tps,real_time,time_unit\na,1,2,ms\nb,2,3,ms\n", ""},
		"error of another": {rows + model + tps + "- {name: acc, role: error}\n", "model,tps,acc\na,1,31\nb,2,32\nc,3,33\n", "acc: is 16 times tps, whose error it is, in the median row"},
		"error":            {rows + model + tps + "- {name: s, role: error, in: ktoken/s}\n", "model,tps,s\na,1,0.0001\nb,2,0.0002\nc,3,0.0001\n", ""},
		"error's unit":     {rows + model + tps + "- {name: s, role: error, from: [sd_ktok_s], in: token/s}\n", "model,tps,sd_ktok_s\na,1,0.1\nb,2,0.2\nc,3,0.1\n", `in: the numbers of "sd_ktok_s" are taken as token/s`},
		"one share":        {rows + model + tps + "- {name: acc, role: accuracy, in: \"%\"}\n", "model,tps,acc\na,1,61.5\na,2,0.602\nb,1,61.3\nc,2,60.1\n", "the numbers in 1 of 4 rows, such as row 2 of a.csv"},
		"one weak run":     {rows + model + tps + "- {name: acc, role: accuracy, in: \"%\"}\n", "model,tps,acc\na,1,61.5\na,2,0.302\nb,1,61.3\nc,2,60.1\n", ""},
		"watts of no rack": {
			rows + model + tps + "- {name: n, role: gpu_count}\n- {name: gpu, role: gpu}\n- {name: e, role: energy, from: [x]}\n",
			"model,tps,n,gpu,x\na,100,1,Card,3001\nb,200,1,Card,1502\nc,300,1,Card,1003\nd,400,1,Card,754\ne,500,1,Card,605\nf,600,1,Card,506\n", "if e is in mJ/token, write",
		},
		"watts of a rack": {
			rows + model + tps + "- {name: n, role: gpu_count}\n- {name: gpu, role: gpu}\n- {name: e, role: energy, from: [x]}\n",
			"model,tps,n,gpu,x\na,100,1,Rack,1001\nb,200,1,Rack,502\nc,300,1,Rack,333\nd,400,1,Rack,254\ne,500,1,Rack,205\nf,600,1,Rack,166\n", "",
		},
		"counted GPUs":     {rows + model + tps + "- {name: gpu, role: gpu, from: [hw]}\n", "model,tps,hw\na,1,4xH100\nb,2,1xH100\n", `"1xH100" has the number of GPUs in it; write “match: `},
		"alias of a model": {rows + "- {name: model, role: model, aliases: {a-8B: lab/b-70B, b-70B: lab/a-8B}}\n" + tps, "model,tps\na-8B,1\nb-70B,2\n", "aliases: a-8B is called lab/b-70B, another model; correct the alias"},
		"set power":        {"set: [{p: 400 W}]\n" + rows + model + tps + "- {name: p, role: power}\n", "model,tps,p\na,1,300\n", `p: set: 400 counts, but "p" states 300`},
		"active":           {rows + model + tps + "- {name: q, role: parameters}\n- {name: r, role: active_parameters}\n", "model,tps,q,r\na,1,7,70\n", "r (70) exceeds q (7)"},
		"deadlines":        {", deadlines: {default: 0.04}}\n" + rows + model + tps + "- {name: l, role: latency_p50}\n", "model,tps,l\na,1,20\n", "line 2: board: deadlines: no row meets one: the lowest l is 20 ms"},
		"deadlines, cause": {", deadlines: {default: 40}}\n" + rows + model + tps + "- {name: l, role: latency_p50, from: [ttft_p50]}\n", "model,tps,ttft_p50\na,1,90\n", `[benchmark.yaml: line 7: l: is read from "ttft_p50", whose name states the time to the first token; correct “from”, or, if it is meant, say so in “label”]`},
		"one latency":      {rows + model + tps + "- {name: itl_p50, role: latency_p50, from: [tpot_p50]}\n", "model,tps,tpot_p50\na,1,2\n", ""},
		"one state":        {rows + model + tps + counter + "- {name: e, role: energy, value: s / n}\n", "model,tps,energy_start_j,energy_end_j,n\na,1,8,9,2\n", "e: value: s is one state of a counter, and t the other; subtract the first from the last"},
		"two states":       {rows + model + tps + counter + "- {name: e, role: energy, value: (t - s) / n}\n", "model,tps,energy_start_j,energy_end_j,n\na,1,8,9,2\n", ""},
		"right one":        {rows + model + tps + "- {name: l, role: latency_p99, from: [itl_p99_ms], in: ms}\n", "model,tps,itl_p99_ms\na,1,2\n", ""},
		"alias":            {rows + model + tps + "- {name: gpu, role: gpu, aliases: {A100: H100}}\n", "model,tps,gpu\na,1,A100\n", "A100 is called H100, another model"},
		"index of GPU":     {rows + model + tps + "- {name: gpu, role: gpu}\n", "model,tps,gpu\na,1,0\nb,2,1\n", `"0" is the index of a GPU`},
		"seed":             {rows + model + tps + "- {name: s, role: seed, is: [key]}\n", "model,tps,s\na,1,0\n", "makes a configuration of each repeat"},
		"times":            {rows + model + tps + "- {name: id, is: [key]}\n", many, `every run has its own, such as "t0"`},
		"settings":         {rows + model + tps + "- {name: id, is: [key]}\n", "model,id,tps\na,x,1\na,y,2\nb,x,3\nb,y,4\n", ""},
		"shares":           {rows + model + tps + "- {name: acc, role: accuracy, in: \"%\"}\n", acc("0.7 0.8"), "if they are shares, remove “in”"},
		"some shares": {
			rows + model + tps + "- {name: acc, role: accuracy, in: \"%\"}\n", "model,tps,acc\na,1,61.5\na,2,60.2\nb,1,0.613\nb,2,0.598\nb,3,0.601\nc,1,70.1\nc,2,69.5\n",
			"the numbers in 3 of 7 rows, such as row 3 of a.csv, are 0.598 to 0.613, and the others 60.2 to 70.1: if they are shares",
		},
		"weak model":     {rows + model + tps + "- {name: acc, role: accuracy, in: \"%\"}\n", "model,tps,acc\na,1,61.5\na,2,60.2\nb,1,0.6\nb,2,0.5\nb,3,0.7\nc,1,70.1\nc,2,69.5\n", ""},
		"other size":     {rows + model + tps + "- {name: p, role: parameters}\n", "model,tps,p\nlab/a-8B,1,14\nlab/b-7b-it,2,8.5\n", `in 1 of 2 rows, such as row 1 of a.csv, it is 14 billion, but the name of the model is "lab/a-8B"`},
		"sizes of names": {rows + model + tps + "- {name: p, role: parameters}\n", "model,tps,p\nlab/a-8x7B,1,47\nlab/b-17B-16E,2,109\nlab/c-1_8B,2,1.8\nlab/d-30B-A3B,2,30\nd-E2B,2,5\n", ""},
		"active size":    {rows + model + tps + "- {name: p, role: parameters}\n- {name: q, role: active_parameters}\n", "model,tps,p,q\nlab/b-17B-16E,2,109,17\n", ""},
		"no date":        {rows + model + tps + "- {name: id, role: start}\n", "model,tps,id\na,1,0001\n", `"0001" in row 1 of a.csv is no time of a run`},
		"date of a run":  {rows + model + tps + "- {name: id, role: start}\n", "model,tps,id\na,1,1770000000\n", ""},
		"twofold":        {rows + model + tps + "- {name: gpu, role: gpu}\n", "model,tps,gpu\n" + grid("H100 A100", 9, 3), "of 9 combinations of the other settings, 3 have H100 twice and A100 never"},
		"repeated":       {rows + model + tps + "- {name: gpu, role: gpu}\n", "model,tps,gpu\n" + grid("H100 A100", 9, 3) + "m8,99,H100\n", ""},
		"percentages":    {rows + model + tps + "- {name: acc, role: accuracy, in: \"%\"}\n", acc("70 80"), ""},
	} {
		text := head + c.declared
		if strings.HasPrefix(c.declared, ",") { // more of the board
			text = strings.TrimSuffix(head, "}\n") + c.declared
		}
		ds, err := open(t, text, map[string]string{"a.csv": c.csv})
		if err != nil {
			t.Errorf("%s: %v", of, err)
			continue
		}
		got := plausible.Rules{GPUs: map[string]plausible.Limit{"H100": {Most: 700}}}.Apply(ds).Problems()
		if text := fmt.Sprint(got); !strings.Contains(text, c.want) || (c.want == "") != (len(got) == 0) {
			t.Errorf("%s: %s, want %s", of, text, c.want)
		}
	}
}

// grid are runs of so many models on two GPUs, of which some are called as the first.
func grid(gpus string, models, wrong int) (rows string) {
	first, second, _ := strings.Cut(gpus, " ")
	for i := range models {
		other := second
		if i < wrong {
			other = first
		}
		rows += fmt.Sprintf("m%d,%d,%s\nm%d,%d,%s\n", i, 2*i+1, first, i, 2*i+2, other)
	}
	return rows
}

// Tables that a wildcard leaves out are named if they have the same columns; others, and those under “but”, are not.
func TestTablesLeftOut(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [\"a*.csv\"], but: [\"*old.csv\"]}]\nfields:\n- {name: model, role: model}\n- {name: tps, role: throughput}\n"
	files := map[string]string{"a.csv": "model,tps\na,1\n", "aold.csv": "model,tps\na,1\n", "models.csv": "model,name\na,A\n"}
	if ds, err := open(t, text, files); err != nil || len(ds.Problems()) > 0 {
		t.Errorf("%v %v", err, ds.Problems())
	}
	files["more/b.csv"] = "tps,model,n\n1,b,2\n"
	ds, err := open(t, text, files)
	if got := fmt.Sprint(ds.Problems()); err != nil || !strings.Contains(got, "line 3: rows: files: leaves out files with the same columns, such as more/b.csv") {
		t.Errorf("%v %s", err, got)
	}
}

// “count” beside “match” is the number of all matches.
func TestMatchesAreCounted(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: tps, role: throughput}\n" +
		"- {name: gpus, role: gpu_count, from: [count(power)], match: ':([0-9]+) W'}\n"
	ds, err := open(t, text, map[string]string{"a.csv": "model,tps,power\na,1,0:100 W;1:101 W\nb,2,0:99 W\n"})
	if err != nil || len(ds.Problems()) > 0 {
		t.Fatalf("%v %v", err, ds.Problems())
	}
	if got := ds.Tables[0].Numbers("gpus"); fmt.Sprint(got) != "[2 1]" {
		t.Errorf("%v GPUs", got)
	}
}

// Rows without the metric that ranks are told with their number, the first and the remedies; as accepted if the declaration says that the
// value may be missing, and not if it is known why.
func TestUnrankedRows(t *testing.T) {
	const head = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: tps, role: throughput}\n"
	const told = "line 7: e: is missing in 2 rows of 4, such as row 2 of a.csv: not ranked; add the values, leave such rows out by “where: e != nil”"
	for of, c := range map[string]struct{ fields, rows, want, accepted string }{
		"some":     {"- {name: e, role: energy}\n", "d,1,1,\nc,1,,\nb,1,2,\na,1,,\n", told, ""},
		"accepted": {"- {name: e, role: energy, type: number?}\n", "d,1,1,\nc,1,,\nb,1,2,\na,1,,\n", told, "the declaration says that it may be missing"},
		"computed": {"- {name: e, role: energy, value: j / n}\n- {name: j, unit: J, from: [e]}\n- {name: n, role: output_tokens}\n", "a,1,1,9\nb,1,,9\n", "such as row 2 of a.csv, because j (line 8) is missing", ""},
		"none":     {"- {name: e, role: energy}\n", "a,1,1,\nb,1,2,\n", "", ""},
	} {
		ds, err := open(t, head+c.fields, map[string]string{"a.csv": "model,tps,e,n\n" + c.rows})
		if err != nil {
			t.Fatal(err)
		}
		rules := plausible.Rules{}
		got := rules.Beside(rules.Apply(ds)).Problems()
		if c.want == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || !strings.Contains(got[0].Error(), c.want) || got[0].Accepted != c.accepted {
			t.Errorf("%s: %v", of, got)
		}
	}
}

// A draft of samples of power says that they are no runs; one of results does not. Folders further up whose names differ are fields.
func TestDraftsOfSamplesAndFolders(t *testing.T) {
	draft := func(name string, files map[string]string) string {
		dir := t.TempDir()
		for name, text := range files {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text, err := declared.Describe(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	rows := func(header, row string, step int) string {
		text := header + "\n"
		for i := range 20 {
			at := time.Date(2026, 2, 1, 12, 0, i*step, 0, time.UTC).Format(time.DateTime)
			text += strings.NewReplacer("T", at, "N", fmt.Sprint(i)).Replace(row) + "\n"
		}
		return text
	}
	for of, c := range map[string]struct{ text, want string }{
		"nvidia-smi":  {rows("timestamp, index, power.draw [W]", "T, 0, 30N.5 W", 1), "kind: nvidia-smi, clock: UTC}]”"},
		"PowerJoular": {rows("Date,CPU Utilization,Total Power,CPU Power,GPU Power", "T,0.5,25N.4,80.1,17N.3", 1), "kind: table, time: Date, watts: GPU Power, clock: UTC}]”"},
		"RAPL":        {rows("timestamp,package_uj", "T,1N000000", 1), "kind: table, time: timestamp, watts: package_uj, counter: µJ, clock: UTC}]”"},
		"runs":        {rows("timestamp,model,power_w", "T,lab/a,30N.5", 1), ""},
		"loads":       {rows("timestamp,concurrency,power_w", "T,N,30N.5", 1), ""},
		"hours apart": {rows("timestamp,gpu,power_w", "T,H100,30N.5", 3600), ""},
	} {
		text := draft("a.csv", map[string]string{"a.csv": c.text})
		if is := strings.Contains(text, "a recording of power"); is != (c.want != "") || !strings.Contains(text, c.want) {
			t.Errorf("%s: %s", of, text)
		}
	}
	const result = `{"energy_per_token_j": 1.5, "gpu": "H100"}`
	text := draft("", map[string]string{"tiny/tp1/out/r.json": result, "tiny/tp2/out/r.json": result, "big/tp1/out/r.json": result})
	for _, want := range []string{"name: run_folder_2, from: [\"path:\"], match: '([^/]+)/[^/]+/[^/]+$'", "such as tp1", "name: run_folder_3, ", "such as big"} {
		if !strings.Contains(text, want) || strings.Contains(text, "name: run_folder,") {
			t.Errorf("no %s in %s", want, text)
		}
	}
}
