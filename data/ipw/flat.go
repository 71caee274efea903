package ipw

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/jouleboard/jouleboard/data"
)

// flatBatch is a batch of a data set in flat form, by the names of its columns.
type flatBatch map[string]values

func flatBatchOf(b arrow.RecordBatch) flatBatch {
	all := flatBatch{}
	for i, f := range b.Schema().Fields() {
		if v := valuesOf(b.Column(i)); v != nil {
			all[f.Name] = v
		}
	}
	return all
}

// trace is that of a row of a data set in flat form: each row holds its trace as JSON, and the sums over it in columns, which
// count where the JSON is not there.
func (b flatBatch) trace(d *decoder, row int) (trace, error) {
	text := b.text(traceColumn, row)
	if strings.Trim(text, " {}") == "" {
		t, err := b.sums(row)
		if d.details {
			t.details = &details{id: stated(b.text("query_id", row))}
		}
		if d.texts {
			t.details.question, t.details.answer = printable(b.text("query_text", row)), printable(b.text("response_text", row))
		}
		return t, err
	}
	d.reset([]byte(text))
	t, err := d.decode()
	var f *fault
	if errors.As(err, &f) {
		f.field = traceColumn + ": " + f.field
	}
	return t, err
}

// sums is a trace of the columns beside its JSON.
func (b flatBatch) sums(row int) (t trace, err error) {
	for _, name := range []string{"query_id", "workload_type"} {
		if b.text(name, row) == "" {
			return t, &fault{name, "is missing, and so is " + traceColumn}
		}
	}
	t.id, t.workload = digest([]byte(b.text("query_id", row))), b.text("workload_type", row)
	number := func(name string) data.Opt[float64] {
		x, ok := b.at(name, row).(float64)
		if ok && err == nil && (x < 0 || math.IsNaN(x) || math.IsInf(x, 0)) {
			err = &fault{name, fmt.Sprintf("expected a number that is finite and not negative, got %v", x)}
		}
		if !ok {
			return data.Opt[float64]{}
		}
		return data.Some(x)
	}
	t.turns, t.toolCalls = wholeOf(number("num_turns")).Or(0), wholeOf(number("total_tool_calls")).Or(0)
	t.totalInput, t.totalOutput = number("total_input_tokens"), number("total_output_tokens")
	t.queryGPU, t.queryCPU = number("total_gpu_energy_joules"), number("total_cpu_energy_joules")
	t.queryPower, t.queryCost = number("avg_gpu_power_watts"), number("total_cost_usd")
	t.seconds = number("total_wall_clock_s").Or(0)
	t.completed, _ = b.at("completed", row).(bool)
	t.timedOut, _ = b.at("timed_out", row).(bool)
	if judged, ok := b.at("is_resolved", row).(bool); ok {
		t.resolved = data.Some(judged)
	}
	return t, err
}

// at is a value of a column, nil where there is none.
func (b flatBatch) at(name string, row int) any {
	if v := b[name]; v != nil {
		return v.at(row)
	}
	return nil
}

func (b flatBatch) text(name string, row int) string { s, _ := b.at(name, row).(string); return s }
