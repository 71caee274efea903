package ipw

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// queriesOf reads a directory: its profiles, its queries, and what was wrong with these.
func queriesOf(t *testing.T, dir string, texts bool) (profiles data.Table, all []Query, problems string) {
	t.Helper()
	ds, err := Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	profiles = ds.Table(Schema())
	var lines []string
	for q, err := range Queries(context.Background(), dir, profiles, texts) {
		if err != nil {
			lines = append(lines, err.Error())
		} else {
			all = append(all, q)
		}
	}
	return profiles, all, strings.Join(lines, "\n")
}

// total is what the queries of a profile come to.
type total struct {
	queries, correct, scored, completed, finished      int
	input, output, gpu, cpu, power, cost, turns, tools sum
}

func (s *total) add(q Query) {
	s.queries++
	right, judged := q.Correct.Value()
	s.scored += lists.One(judged)
	s.correct += lists.One(right)
	s.completed += lists.One(q.Completed.Or(false))
	s.finished += lists.One(q.Completed.Present())
	addKnown(&s.input, q.InputTokens)
	addKnown(&s.output, q.OutputTokens)
	addKnown(&s.gpu, q.GPUEnergyJoules)
	addKnown(&s.cpu, q.CPUEnergyJoules)
	addKnown(&s.power, q.PowerWatts)
	addKnown(&s.cost, q.CostUSD)
	addKnown(&s.turns, q.Turns)
	addKnown(&s.tools, q.ToolCalls)
}

// The queries of each fixture add up to its profiles.
func TestQueriesAddUpToTheirProfile(t *testing.T) {
	root := filepath.Join(shared.Small(t), "fixtures", "ipw")
	profiles, all, _ := queriesOf(t, root, false)
	if profiles.Len() < 7 {
		t.Fatalf("%d profiles", profiles.Len())
	}
	totals := map[string]*total{}
	for _, q := range all {
		if totals[q.RunID] == nil {
			totals[q.RunID] = &total{}
		}
		totals[q.RunID].add(q)
		if q.Question.Present() || q.Answer.Present() {
			t.Errorf("%s: row %d has texts", q.File, q.Row)
		}
	}
	for i := range profiles.Len() {
		s := totals[profiles.Run(i)]
		if s == nil {
			t.Errorf("%s %s: no queries", profiles.Text(i, "run_path"), profiles.Text(i, "model"))
			continue
		}
		equal := func(field string, got sum, n int) {
			want, there := profiles.Number(i, field)
			if there != (n > 0) || math.Abs(got.total-want) > 1e-9*want {
				t.Errorf("%s: %s is %v (%t), the queries give %v of %d", profiles.Text(i, "run_path"), field, want, there, got.total, n)
			}
		}
		counted := func(field string, n int) { equal(field, sum{total: float64(n)}, 1) }
		mean := func(field string, s sum) { equal(field, sum{total: s.mean().Or(0)}, s.n) }
		counted("queries", s.queries)
		counted("correct", s.correct)
		counted("scored", s.scored)
		counted("energy_samples", s.gpu.n)
		counted("power_samples", s.power.n)
		equal("sum_energy_j", s.gpu, s.gpu.n)
		equal("cpu_energy_j", s.cpu, s.cpu.n)
		equal("input_tokens", s.input, s.input.n)
		equal("output_tokens", s.output, s.output.n)
		equal("cost_usd", s.cost, s.cost.n)
		equal("turns", s.turns, s.turns.n)
		equal("tool_calls", s.tools, s.tools.n)
		equal("completed", sum{total: float64(s.completed)}, s.finished)
		mean("power_w", s.power)
		if x, ok := profiles.Number(i, "bench_energy_j"); !ok || x == 0 {
			mean("energy_per_query_j", s.gpu)
		}
	}
}

// Faults are named where they are and the queries around them go on, texts come as they
// are, of any length, and only when asked for.
func TestQueriesStreamInTheOrderOfTheirLines(t *testing.T) {
	long := strings.Repeat("long ", 3000)
	text := line("a", turn(0, `, "tools_called": ["search", "read"]`), turn(1, `, "tools_called": ["search"]`)) +
		line("x", turn(0, `, "gpu_energy_joules": NaN`)) + line("a") +
		strings.Replace(line("b"), "SECRET answer", `é\nb\u001b[31m `+long, 1) + `{"query_id": "c", `
	files := map[string]string{"run/summary.json": agentSummary, "run/traces.jsonl": text}
	dir := written(t, files)
	profiles, all, problems := queriesOf(t, dir, true)
	if len(all) != 2 || profiles.Len() != 1 {
		t.Fatalf("%d queries of %d profiles", len(all), profiles.Len())
	}
	a, b := all[0], all[1]
	if a.ID.Or("") != "a" || a.Row != 1 || a.GPUEnergyJoules.Present() ||
		a.Tools.Or("") != `["search","read","search"]` || a.ToolCalls.Or(0) != 3 {
		t.Errorf("the first is %+v", a)
	}
	if b.Row != 4 || b.Tools.Present() || b.Question.Or("") != "SECRET prompt" || b.Answer.Or("") != "é\nb[31m "+long {
		t.Errorf("the second is %.300v", b)
	}
	want := "run/traces.jsonl: line 2: turns[0].gpu_energy_joules: NaN is not valid JSON; line left out\n" +
		"run/traces.jsonl: line 3: query_id: repeated query; each query counts once; line left out\n" +
		"run/traces.jsonl: line 5: truncated: the file ends within the line; line left out"
	if problems != want {
		t.Errorf("problems: %s", problems)
	}

	for q := range Queries(context.Background(), dir, profiles, false) {
		if q.Question.Present() || q.Answer.Present() {
			t.Error("texts that nobody asked for")
		}
		break // ends it
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, err := range Queries(ctx, dir, profiles, false) {
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

// A run of many wrong lines names the first.
func TestManyWrongLinesAreCounted(t *testing.T) {
	dir := written(t, map[string]string{"run/traces.jsonl": line("a") + strings.Repeat("[]\n", mostFaults+20)})
	_, all, problems := queriesOf(t, dir, false)
	n := strings.Count(problems, "\n")
	if len(all) != 1 || n != mostFaults || !strings.HasSuffix(problems, "20 more lines are invalid and left out") {
		t.Errorf("%d queries, %d problems: %s", len(all), n+1, problems)
	}
}

// Queries of a data set with several models come row by row, of selected models only.
func TestQueriesOfModels(t *testing.T) {
	file := set{text: arrow.BinaryTypes.LargeString, metrics: []map[string]string{
		{"lab/a": metrics("100.0", "2.0", "10", ""), "b:1": metrics("1.0", "1.0", "5", "")},
		{"lab/a": metrics("0.0", "4.0", "30", "")},
	}}.file(t)
	dir := written(t, map[string]string{"run/data-0.arrow": file, "broken/data-0.arrow": file[:len(file)/2]})
	profiles, all, problems := queriesOf(t, dir, true)
	if profiles.Len() != 2 || problems != "" || len(all) != 3 {
		t.Fatalf("%s %+v", problems, all)
	}
	q := all[2]
	if q.Row != 2 || q.Model != "lab/a" || q.GPUEnergyJoules.Present() || q.OutputTokens.Or(0) != 30 ||
		q.Turns.Present() || q.Completed.Present() || q.Correct.Present() || !q.Answer.Present() {
		t.Errorf("%+v", q)
	}
	one := profiles.Select(func(i int) bool { return profiles.Text(i, "model") == "b:1" })
	n := 0
	for q, err := range Queries(context.Background(), dir, one, false) {
		n++
		if err != nil || q.Model != "b:1" || q.RunID != one.Run(0) || q.PowerWatts.Or(0) != 1 {
			t.Errorf("%+v, %v", q, err)
		}
	}
	if n != 1 {
		t.Errorf("%d queries of one model", n)
	}
}
