package mlenergy_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile/columntest"
	"github.com/jouleboard/jouleboard/data/mlenergy"
)

func TestAMissingOrRetypedColumnKeepsItsFileOutAndNoOther(t *testing.T) {
	runs := sampleRuns(t)
	float := parquet.Optional(parquet.Leaf(parquet.FloatType))
	for _, c := range []struct {
		name, field, message string
		edit                 func([]columntest.Column) []columntest.Column
	}{
		{"missing", "num_gpus", "missing", func(all []columntest.Column) []columntest.Column {
			return slices.DeleteFunc(all, func(c columntest.Column) bool { return c.Name == "num_gpus" })
		}},
		{"missing nullable", "seed", "missing", func(all []columntest.Column) []columntest.Column {
			return slices.DeleteFunc(all, func(c columntest.Column) bool { return c.Name == "seed" })
		}},
		{"other case", "task", "missing", func(all []columntest.Column) []columntest.Column {
			return change(all, "task", func(c *columntest.Column) { c.Name = "Task" })
		}},
		{
			"float32", "energy_per_token_joules", "expected numbers (DOUBLE), got FLOAT; write the column as DOUBLE",
			retyped("energy_per_token_joules", float, func(v any) any { return float32(v.(float64)) }),
		},
		{"float32 integers", "num_gpus", "got FLOAT", retyped("num_gpus", float, func(v any) any { return float32(v.(int64)) })},
		{
			"measured in integers", "p99_itl_ms", "got INT64",
			retyped("p99_itl_ms", parquet.Optional(parquet.Int(64)), func(v any) any { return int64(v.(float64)) }),
		},
		{"number as text", "num_gpus", "got BYTE_ARRAY", retyped("num_gpus", parquet.Optional(parquet.String()), func(any) any { return "1" })},
		{"text as number", "task", "got INT64", retyped("task", parquet.Optional(parquet.Int(64)), func(any) any { return int64(1) })},
		{"truth as number", "is_stable", "got INT64", retyped("is_stable", parquet.Optional(parquet.Int(64)), func(any) any { return int64(1) })},
		{
			"integer as truth", "max_num_seqs", "got BOOLEAN",
			retyped("max_num_seqs", parquet.Optional(parquet.Leaf(parquet.BooleanType)), func(any) any { return true }),
		},
		{
			"timestamp", "max_num_seqs", "got INT64 TIMESTAMP",
			retyped("max_num_seqs", parquet.Optional(parquet.Timestamp(parquet.Millisecond)), func(v any) any { return v }),
		},
		{
			"decimal", "max_num_seqs", "got INT64 DECIMAL",
			retyped("max_num_seqs", parquet.Optional(parquet.Decimal(0, 18, parquet.Int64Type)), func(v any) any { return v }),
		},
		{"JSON", "nickname", "got BYTE_ARRAY JSON", retyped("nickname", parquet.Optional(parquet.JSON()), func(v any) any { return v })},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, tree{
				"runs/llm.parquet": write(t, c.edit(columnsOf(runs.LLM()))), "runs/diffusion.parquet": exported(t, runs.Diffusion()),
			}.dir(t), mlenergy.Options{})
			if d.LLM().Len() != 0 || d.Diffusion().Len() != runs.Diffusion().Len() {
				t.Errorf("got %d LLM and %d diffusion runs", d.LLM().Len(), d.Diffusion().Len())
			}
			p, ok := problemOf(d, c.field)
			if !ok || p.File != "runs/llm.parquet" || p.Row != 0 || p.LeftOut != runs.LLM().Len() || !strings.Contains(p.Message, c.message) {
				t.Errorf("got %v", d.Problems())
			}
			if s := d.Sources[0]; s.LeftOut != runs.LLM().Len() || s.Runs != runs.Diffusion().Len() {
				t.Errorf("got source %+v", s)
			}
		})
	}
}

func retyped(name string, node parquet.Node, f func(any) any) func([]columntest.Column) []columntest.Column {
	return func(all []columntest.Column) []columntest.Column { return change(all, name, mapped(node, f)) }
}

func problemOf(d data.Dataset, field string) (data.Problem, bool) {
	for _, p := range d.Problems() {
		if p.Field == field {
			return p, true
		}
	}
	return data.Problem{}, false
}

func TestAnExtraColumnIsNamedAndTheRowsStay(t *testing.T) {
	runs := sampleRuns(t).LLM()
	columns := columnsOf(runs)
	for _, extra := range []columntest.Column{
		{Name: "__index_level_0__", Node: parquet.Int(64)},
		{Name: "weather", Node: parquet.Optional(parquet.Leaf(parquet.FloatType))},
	} {
		for i := range runs.Len() {
			extra.Values = append(extra.Values, map[string]any{"weather": float32(i), "__index_level_0__": int64(i)}[extra.Name])
		}
		columns = append(columns, extra)
	}
	d := open(t, tree{"runs/llm.parquet": write(t, columns)}.dir(t), mlenergy.Options{})
	if d.LLM().Len() != runs.Len() || len(d.Problems()) != 2 || d.Sources[0].LeftOut != 0 {
		t.Fatalf("got %d runs, %v", d.LLM().Len(), d.Problems())
	}
	if p, ok := problemOf(d, "weather"); !ok || !strings.Contains(p.Message, "unknown column (FLOAT)") {
		t.Errorf("got %v", d.Problems())
	}
}

func TestNestedAndRepeatedColumnsAreRefused(t *testing.T) {
	type inner struct{ X int64 }
	type row struct {
		Energy []float64 `parquet:"energy_per_token_joules"`
		Batch  inner     `parquet:"max_num_seqs"`
	}
	d := open(t,
		tree{"runs/llm.parquet": structs(t, []row{{}}), "runs/diffusion.parquet": exported(t, sampleRuns(t).Diffusion())}.dir(t),
		mlenergy.Options{})
	for field, want := range map[string]string{"energy_per_token_joules": "a repeated column", "max_num_seqs": "a nested column"} {
		if p, ok := problemOf(d, field); !ok || !strings.Contains(p.Message, want) {
			t.Errorf("%s: got %v", field, p)
		}
	}
	if d.LLM().Len() != 0 {
		t.Errorf("got %d runs", d.LLM().Len())
	}
}

func TestABadRowIsLeftOutWithItsNumberAndField(t *testing.T) {
	runs := sampleRuns(t).LLM()
	double := parquet.Optional(parquet.Leaf(parquet.DoubleType))
	for _, c := range []struct {
		name, field, message string
		edit                 func(*columntest.Column)
	}{
		{"null in a required column", "num_gpus", "expected integer, got nothing", set(2, nil)},
		{"null where text is required", "nickname", "expected string, got nothing", set(2, nil)},
		{"NaN", "p99_itl_ms", "finite", set(2, math.NaN())},
		{"infinite", "avg_power_watts", "finite", set(2, math.Inf(1))},
		{"negative", "energy_per_token_joules", "positive", set(2, -1.0)},
		{"zero GPUs", "num_gpus", "positive", set(2, int64(0))},
		{"path in a name", "model_id", "organization/name", set(2, "../../etc/passwd")},
		{"markup in an id", "model_id", "organization/name", set(2, "<script>/x")},
		{"bytes that are no text", "gpu_model", "UTF-8", set(2, "H\xff100")},
		{"domain of the other file", "domain", "expected llm, got diffusion", set(2, "diffusion")},
		{"half a GPU", "num_gpus", "expected integer, got 1.5", func(c *columntest.Column) {
			mapped(double, func(v any) any { return float64(v.(int64)) })(c)
			c.Values[2] = 1.5
		}},
		{"NaN GPUs", "num_gpus", "expected integer, got NaN", func(c *columntest.Column) {
			mapped(double, func(v any) any { return float64(v.(int64)) })(c)
			c.Values[2] = math.NaN()
		}},
		{"beyond 64 bits", "seed", "expected integer", func(c *columntest.Column) {
			c.Node = parquet.Optional(parquet.Uint(64))
			c.Values[2] = int64(-1)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			columns := change(columnsOf(runs), c.field, c.edit)
			d := open(t, tree{"runs/llm.parquet": write(t, columns)}.dir(t), mlenergy.Options{})
			problems := d.Problems()
			if d.LLM().Len() != runs.Len()-1 || len(problems) != 1 || d.Sources[0].LeftOut != 1 {
				t.Fatalf("got %d runs of %d, problems %v", d.LLM().Len(), runs.Len(), problems)
			}
			p := problems[0]
			if p.File != "runs/llm.parquet" || p.Row != 3 || p.Field != c.field || !strings.Contains(p.Message, c.message) {
				t.Errorf("got %+v", p)
			}
		})
	}
}

func TestPathsThatLeaveTheSourceAreDroppedAndTheirRowsStay(t *testing.T) {
	runs := sampleRuns(t)
	for _, path := range []string{"/etc/passwd", "../other/results.json", "llm/../../x", `..\x`, `C:\x`, "C:/x", `\\host\share`} {
		columns := change(columnsOf(runs.LLM()), "results_path", set(1, path))
		d := open(t, tree{"runs/llm.parquet": write(t, columns)}.dir(t), mlenergy.Options{})
		p, ok := problemOf(d, "results_path")
		if !ok || p.Row != 2 || p.LeftOut != 0 || d.LLM().Len() != runs.LLM().Len() {
			t.Errorf("%s: got %d runs, problems %v", path, d.LLM().Len(), d.Problems())
		}
		for r := range d.LLM().All() {
			if r.ResultsPath == data.Some(path) {
				t.Errorf("%s is kept", path)
			}
		}
	}
	columns := change(columnsOf(runs.LLM()), "results_path", set(1, ""))
	if d := open(t, tree{"runs/llm.parquet": write(t, columns)}.dir(t), mlenergy.Options{}); len(d.Problems()) != 0 {
		t.Errorf("an empty path is a problem: %v", d.Problems())
	}
}

func TestARowGivenTwiceIsTakenOnceAndARepeatStays(t *testing.T) {
	runs := sampleRuns(t).LLM()
	again := runs.Concat(runs.Where(func(r data.LLMRun) bool { return r == runs.At(0) }))
	d := open(t, tree{"runs/llm.parquet": exported(t, again)}.dir(t), mlenergy.Options{})
	if d.LLM().Len() != runs.Len() || len(d.Problems()) != 1 || d.Problems()[0].Row != runs.Len()+1 {
		t.Errorf("got %d runs, %v", d.LLM().Len(), d.Problems())
	}
}

func TestProblemsOfABadFileAreCountedAndNotAllListed(t *testing.T) {
	base := columnsOf(sampleRuns(t).LLM())
	const rows = 12_000
	for i := range base {
		first := base[i].Values[0]
		base[i].Values = make([]any, rows)
		for row := range rows {
			base[i].Values[row] = first
		}
	}
	columns := change(base, "avg_power_watts", mapped(parquet.Optional(parquet.Leaf(parquet.DoubleType)), func(any) any { return -1.0 }))
	d := open(t, tree{"runs/llm.parquet": columntest.Write(t, rows, columns)}.dir(t), mlenergy.Options{})
	if n := len(d.Problems()); n != 10_001 || d.Sources[0].LeftOut != rows {
		t.Errorf("%d problems listed, %d rows left out", n, d.Sources[0].LeftOut)
	}
	if p := d.Problems()[0]; !strings.Contains(p.Message, "2000 more left out 2000 rows") {
		t.Errorf("got %v", p)
	}
}
