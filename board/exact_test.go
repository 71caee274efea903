package board

import (
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

func llm(model string, latency, energy float64) data.LLMRun {
	return data.LLMRun{
		Task: "gpqa", ModelID: "a/" + model, Nickname: model, GPUModel: "H100", NumGPUs: 2, MaxNumSeqs: 8, TensorParallel: 2, DataParallel: 1,
		ExpertParallel: 3, EnergyPerTokenJoules: energy, OutputThroughputTokensPerSec: 100,
		MedianITLMillis: latency, P90ITLMillis: latency + 1, P95ITLMillis: latency + 2, P99ITLMillis: latency + 3,
	}
}

func TestNumbersOfAnAddressHaveBounds(t *testing.T) {
	b := New(aggregate.Rows(data.NewRuns([]data.LLMRun{llm("x", 1, 1)}, true).Table, aggregate.Uncertainty{}), 10, aggregate.P50)
	if b.Default.PUE != 1 || b.Default.Unit != Joules || b.Default.Listing != Best || b.Default.Sort.Field != "energy_per_token_joules" {
		t.Errorf("by default %+v", b.Default)
	}
	for text, good := range map[string]bool{
		"deadline=0": false, "deadline=0.5": true, "deadline=none": true, "deadline=-1": false, "energy=0": false, "energy=0.5": true,
		"price=0": true, "price=0&sort=cost": false, "price=0.01&sort=cost": true, "price=0.01": true, "price=-0.01": false,
		"grid=0": true, "grid=0.5": true, "pue=1": true, "pue=0.99": false, "pue=1.01": true,
		"daily=0": false, "daily=0.5": true, "daily=1e400": false, "daily=1e308": true, "daily=0x10": false, "daily=1e1000": false,
		"daily=" + digits(30): true, "daily=" + digits(31): false, "daily=1." + digits(30): true, "daily=1." + digits(31): false,
		"pct=p50": true, "pct=p99": true, "pct=P99": false, "view=all": true, "view=none": false, "unit=Wh": true, "unit=wh": false,
		"sort=none": true, "sort=-nickname": true, "sort=x": false,
	} {
		if _, faults := b.Parse(text); (len(faults) == 0) != good {
			t.Errorf("%s: %v", text, faults)
		}
	}
	q, _ := b.Parse("deadline=0.5&energy=0.25&price=0&pue=1.5&daily=0.5")
	if got := b.Encode(q); got != "deadline=0.5&energy=0.25&price=0&pue=1.5&daily=0.5" {
		t.Errorf("got %s", got)
	}
	q.Deadline = 0
	if got := b.Encode(q)[:13]; got != "deadline=none" {
		t.Errorf("got %s", got)
	}
	fast := New(b.Rows, 0.5, aggregate.P50)
	fast.Default.Deadline = 0.5
	if got := fast.Encode(Query{Query: aggregate.Query{}, Listing: Best, Sort: fast.Default.Sort, Unit: Joules, PUE: 1}); got != "deadline=none" {
		t.Errorf("no deadline where one of 0.5 is the default: %s", got)
	}
	if got := New(b.Rows, 0, aggregate.P50); got.Encode(got.Default) != "" {
		t.Error("the default without a deadline is written")
	}
}

func digits(n int) string { return string(slices.Repeat([]byte{'1'}, n)) }

func TestComputedColumns(t *testing.T) {
	rows := aggregate.Rows(data.NewRuns([]data.LLMRun{llm("x", 1, 1)}, true).Table, aggregate.Uncertainty{})
	diffusion := aggregate.Rows(data.NewRuns([]data.DiffusionRun{{
		Task: "text-to-image", ModelID: "a/d", Nickname: "d", NumGPUs: 1, Height: 512, Width: 768, UlyssesDegree: data.Some(2),
	}}, true).Table, aggregate.Uncertainty{})
	for _, c := range []struct {
		rows   []aggregate.Row
		column string
		want   any
	}{
		{rows, "parallelism", "TP2 EP3"},
		{rows, "hardware", "2× H100"},
		{rows, "throughput_per_gpu", 50.0},
		{diffusion, "parallelism", "U2"},
		{diffusion, "resolution", "768×512"},
	} {
		column, ok := New(c.rows, 0, aggregate.P50).Column(c.column)
		if !ok || column.Value(c.rows[0]) != c.want {
			t.Errorf("%s: want %v (there: %v)", c.column, c.want, ok)
		}
	}
	if _, ok := New(rows, 0, aggregate.P50).Column("resolution"); ok {
		t.Error("a language model has a resolution")
	}
}

func TestWireNamesItsParts(t *testing.T) {
	missing, there := llm("x", 1, 1), llm("y", 1, 2)
	there.UnstableReason, there.Architecture = "", "Dense"
	b := New(aggregate.Rows(data.NewRuns([]data.LLMRun{missing, there}, true).Table, aggregate.Uncertainty{}), 10, aggregate.P95)
	w := b.Wire()
	if want := []string{"median_itl_ms", "p90_itl_ms", "p95_itl_ms", "p99_itl_ms"}; !slices.Equal(w.Latency, want) ||
		w.Percentile != "p95" || w.Deadline != 10 {
		t.Errorf("got %+v", w)
	}
	if w.Energy != "energy_per_token_joules" || w.Throughput != "output_throughput_tokens_per_sec" || len(w.Runs) != 2 {
		t.Errorf("got %+v", w)
	}
	d := New(aggregate.Rows(data.NewRuns([]data.DiffusionRun{
		{Task: "text-to-image", ModelID: "a/d", Nickname: "d", NumGPUs: 1, UlyssesDegree: data.Some(2)},
		{Task: "text-to-image", ModelID: "a/d", Nickname: "d", NumGPUs: 1, UlyssesDegree: data.Some(1)},
	}, true).Table, aggregate.Uncertainty{}), 0, aggregate.P50)
	if got := d.Wire(); !slices.Equal(got.Latency, []string{"batch_latency_s"}) || d.Percentiles() != nil {
		t.Errorf("got %q", got.Latency)
	}
	for _, c := range d.Wire().Columns {
		if c.Name == "parallelism" && (!slices.Equal(c.At, []int{0, -1}) || !slices.Equal(c.Words, []string{"U2"})) {
			t.Errorf("got %+v", c)
		}
	}
}

func TestMissingValuesComeLastInBothDirections(t *testing.T) {
	first, second, third := llm("x", 1, 1), llm("y", 1, 2), llm("z", 1, 3)
	second.AvgOutputLen, third.AvgOutputLen = data.Some(100.0), data.Some(200.0)
	b := New(aggregate.Rows(data.NewRuns([]data.LLMRun{first, second, third}, true).Table, aggregate.Uncertainty{}), 0, aggregate.P50)
	for sort, want := range map[string]string{
		"avg_output_len": "yzx", "-avg_output_len": "zyx", "-nickname": "zyx",
		"num_gpus": "xyz", "none": "xyz",
	} {
		for _, view := range []string{"best", "all"} {
			q, _ := b.Parse("sort=" + sort + "&view=" + view)
			got := ""
			for _, r := range b.Answer(q).Rows {
				got += r.Nickname
			}
			if got != want {
				t.Errorf("%s, %s: got %s, want %s", sort, view, got, want)
			}
		}
	}
}
