package mlenergy_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"github.com/jouleboard/jouleboard/data/columnfile/columntest"
	"github.com/jouleboard/jouleboard/data/mlenergy"
)

func TestEveryCodecAndPageVersionGivesTheSameRuns(t *testing.T) {
	want := sampleRuns(t)
	for _, codec := range []compress.Codec{
		&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd,
		&parquet.Lz4Raw,
	} {
		for version := 1; version <= 2; version++ {
			for _, dictionary := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s v%d dictionary %v", codec, version, dictionary), func(t *testing.T) {
					options := []parquet.WriterOption{parquet.Compression(codec), parquet.DataPageVersion(version), parquet.PageBufferSize(256)}
					got := open(t, tree{
						"runs/llm.parquet":       write(t, encoded(columnsOf(want.LLM()), dictionary), options...),
						"runs/diffusion.parquet": write(t, encoded(columnsOf(want.Diffusion()), dictionary), options...),
					}.dir(t), mlenergy.Options{})
					if problems := got.Problems(); len(problems) > 0 {
						t.Error(problems)
					}
					sameRuns(t, got.LLM(), want.LLM())
					sameRuns(t, got.Diffusion(), want.Diffusion())
				})
			}
		}
	}
}

func encoded(columns []columntest.Column, dictionary bool) []columntest.Column {
	for i, c := range columns {
		if dictionary && c.Node.Type() != parquet.BooleanType {
			columns[i].Node = parquet.Encoded(c.Node, &parquet.RLEDictionary)
		}
	}
	return columns
}

func TestOtherTypesOfOtherWritersGiveTheSameRuns(t *testing.T) {
	want := sampleRuns(t)
	float := func(v any) any { return float64(v.(int64)) }
	narrow := func(v any) any { return int32(v.(int64)) }
	whole := func(v any) any { return int64(v.(float64)) }
	gaps := func(c *columntest.Column) { // as data frames store integers with gaps
		mapped(parquet.Leaf(parquet.DoubleType), float)(c)
		for i, v := range c.Values {
			if v == nil {
				c.Values[i] = math.NaN()
			}
		}
	}
	for _, c := range []struct {
		name, llm, diffusion string
		edit                 func(*columntest.Column)
	}{
		{"INT32", "num_gpus", "batch_size", mapped(parquet.Optional(parquet.Int(32)), narrow)},
		{"INT32 without annotation", "max_num_seqs", "height", mapped(parquet.Optional(parquet.Leaf(parquet.Int32Type)), narrow)},
		{"INT8", "num_gpus", "num_gpus", mapped(parquet.Int(8), narrow)},
		{"INT16", "num_gpus", "num_gpus", mapped(parquet.Int(16), narrow)},
		{"UINT16", "max_num_seqs", "width", mapped(parquet.Uint(16), narrow)},
		{"UINT32", "seed", "num_frames", mapped(parquet.Optional(parquet.Uint(32)), narrow)},
		{"UINT64", "seed", "fps", mapped(parquet.Optional(parquet.Uint(64)), func(v any) any { return v })},
		{"integers as DOUBLE", "num_request_repeats", "num_frames", mapped(parquet.Optional(parquet.Leaf(parquet.DoubleType)), float)},
		{"gaps as NaN", "num_request_repeats", "num_frames", gaps},
		{"counts as integers", "completed_requests", "", mapped(parquet.Optional(parquet.Int(64)), whole)},
		{
			"text without annotation", "model_id", "model_id",
			mapped(parquet.Optional(parquet.Leaf(parquet.ByteArrayType)), func(v any) any { return v }),
		},
		{"required text", "nickname", "nickname", mapped(parquet.String(), func(v any) any { return v })},
		{"enumeration", "gpu_model", "gpu_model", mapped(parquet.Enum(), func(v any) any { return v })},
		{"required numbers", "p99_itl_ms", "avg_power_watts", mapped(parquet.Leaf(parquet.DoubleType), func(v any) any { return v })},
		{"required truth", "is_stable", "", mapped(parquet.Leaf(parquet.BooleanType), func(v any) any { return v })},
	} {
		t.Run(c.name, func(t *testing.T) {
			llm, diffusion := change(columnsOf(want.LLM()), c.llm, c.edit), columnsOf(want.Diffusion())
			if c.diffusion != "" {
				diffusion = change(diffusion, c.diffusion, c.edit)
			}
			got := open(t, tree{"runs/llm.parquet": write(t, llm), "runs/diffusion.parquet": write(t, diffusion)}.dir(t), mlenergy.Options{})
			if problems := got.Problems(); len(problems) > 0 {
				t.Error(problems)
			}
			sameRuns(t, got.LLM(), want.LLM())
			sameRuns(t, got.Diffusion(), want.Diffusion())
		})
	}
}

func TestAColumnWithoutValuesMayHaveAnyType(t *testing.T) {
	runs := sampleRuns(t).LLM()
	for _, node := range []parquet.Node{
		parquet.Leaf(parquet.NullType), parquet.Leaf(parquet.Int32Type), parquet.Leaf(parquet.FloatType),
		parquet.String(), parquet.Leaf(parquet.BooleanType), parquet.Timestamp(parquet.Microsecond),
	} {
		for _, name := range []string{"seed", "mean_itl_ms", "prometheus_path"} {
			columns := change(columnsOf(runs), name, func(c *columntest.Column) {
				c.Node, c.Values = parquet.Optional(node), make([]any, len(c.Values))
			})
			got := open(t, tree{"runs/llm.parquet": write(t, columns)}.dir(t), mlenergy.Options{})
			if got.LLM().Len() != runs.Len() || len(got.Problems()) > 0 {
				t.Errorf("%s as %s: %d runs, %v", name, node.Type(), got.LLM().Len(), got.Problems())
			}
			if values := got.LLM().Distinct(name); len(values) > 0 {
				t.Errorf("%s as %s: got %v, want nothing", name, node.Type(), values)
			}
		}
	}
}

func TestWhatIsExportedIsReadBack(t *testing.T) {
	want := sampleRuns(t)
	got := open(t, tree{
		"runs/llm.parquet": exported(t, want.LLM()), "runs/diffusion.parquet": exported(t, want.Diffusion()),
	}.dir(t), mlenergy.Options{})
	sameRuns(t, got.LLM(), want.LLM())
	sameRuns(t, got.Diffusion(), want.Diffusion())
}

// The order of a file's rows does not show.
func TestRunsComeInSchemaOrder(t *testing.T) {
	runs := sampleRuns(t).LLM()
	got := open(t, tree{"runs/llm.parquet": exported(t, runs.Sorted("-energy_per_token_joules"))}.dir(t), mlenergy.Options{})
	for i := 1; i < got.LLM().Len(); i++ {
		a, b := got.LLM().At(i-1), got.LLM().At(i)
		if a.GPUModel > b.GPUModel || a.GPUModel == b.GPUModel && a.NumGPUs > b.NumGPUs {
			t.Fatalf("%s×%d comes before %s×%d", a.GPUModel, a.NumGPUs, b.GPUModel, b.NumGPUs)
		}
	}
	if got.LLM().Len() != runs.Len() {
		t.Errorf("got %d runs, want %d", got.LLM().Len(), runs.Len())
	}
}

func TestStableOnlyLeavesUnstableRunsOutAndCountsTheRest(t *testing.T) {
	all := sampleRuns(t).LLM()
	dir := tree{"runs/llm.parquet": exported(t, all)}.dir(t)
	stable := open(t, dir, mlenergy.Options{StableOnly: true})
	sameRuns(t, stable.LLM(), all.Stable())
	if s := stable.Sources[0]; s.Runs != all.Stable().Len() || s.LeftOut != 0 || len(s.Problems) != 0 {
		t.Errorf("got %+v", s)
	}
	if err := stable.LLM().Unstable().Err(); err == nil {
		t.Error("asking for the unstable runs is no error")
	}
	if unstable := open(t, dir, mlenergy.Options{}).LLM().Unstable(); unstable.Err() != nil || unstable.Len() == 0 {
		t.Errorf("got %d unstable runs, %v", unstable.Len(), unstable.Err())
	}
}
