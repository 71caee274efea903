package ipw

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// trace is that of a row of a data set in flat form: each row holds its trace as JSON, and the sums over it in columns, which
// count where the JSON is not there.
func (b columns) trace(d *decoder, row int) (trace, error) {
	text := b[traceColumn].text(row)
	if strings.Trim(text, " {}") == "" {
		t, err := b.sums(row)
		if d.details {
			t.details = &details{id: stated(b["query_id"].text(row))}
		}
		if d.texts {
			t.question, t.answer = printable(b["query_text"].text(row)), printable(b["response_text"].text(row))
		}
		return t, err
	}
	t, err := d.decode([]byte(text))
	if f, is := errors.AsType[*data.Problem](err); is {
		f.Field = traceColumn + ": " + f.Field
	}
	return t, err
}

// sums is a trace of the columns beside its JSON.
func (b columns) sums(row int) (t trace, err error) {
	if name, lacks := lists.Find([]string{"query_id", "workload_type"}, func(name string) bool { return b[name].text(row) == "" }); lacks {
		return t, &data.Problem{Field: name, Message: "is missing, and so is " + traceColumn}
	}
	t.id, t.workload = digest(b["query_id"].text(row)), b["workload_type"].text(row)
	number := func(name string) data.Opt[float64] {
		x, ok := b[name].at(row).(float64)
		if ok && err == nil && (x < 0 || !units.IsFinite(x)) {
			err = &data.Problem{Field: name, Message: fmt.Sprintf("expected a number that is finite and not negative, got %v", x)}
		}
		return data.When(ok, x)
	}
	t.turns, t.toolCalls = wholeOf(number("num_turns")).Or(0), wholeOf(number("total_tool_calls")).Or(0)
	t.totalInput, t.totalOutput = number("total_input_tokens"), number("total_output_tokens")
	t.queryGPU, t.queryCPU = number("total_gpu_energy_joules"), number("total_cpu_energy_joules")
	t.queryPower, t.queryCost = number("avg_gpu_power_watts"), number("total_cost_usd")
	t.seconds = number("total_wall_clock_s")
	t.completed, t.timedOut, t.resolved = b["completed"].flag(row), b["timed_out"].flag(row), b["is_resolved"].flag(row)
	return t, err
}

// flatRows is how many rows a batch of a data set has.
const flatRows = 1000

// flatColumns are the columns of the flat form, in order: their types as Hugging
// Face names them, and how a trace fills them.
var flatColumns = []flatColumn{
	{"query_id", "string", func(t *flatTrace) any { return t.QueryID }},
	{"workload_type", "string", func(t *flatTrace) any { return t.WorkloadType }},
	{"query_text", "string", func(t *flatTrace) any { return t.QueryText }},
	{"response_text", "string", func(t *flatTrace) any { return t.ResponseText }},
	{"num_turns", "int64", func(t *flatTrace) any { return t.turns }},
	{"total_input_tokens", "int64", func(t *flatTrace) any { return wholeOf(t.inputTokens()).Any() }},
	{"total_output_tokens", "int64", func(t *flatTrace) any { return wholeOf(t.outputTokens()).Any() }},
	{"total_tokens", "int64", func(t *flatTrace) any { return wholeOf(plus(t.inputTokens(), t.outputTokens())).Any() }},
	{"total_tool_calls", "int64", func(t *flatTrace) any { return t.toolCalls }},
	{"total_wall_clock_s", "float64", func(t *flatTrace) any { return t.seconds.Or(0) }},
	{"total_gpu_energy_joules", "float64", func(t *flatTrace) any { return t.gpuJoules().Any() }},
	{"total_cpu_energy_joules", "float64", func(t *flatTrace) any { return cmp.Or(t.queryCPU, t.cpu.value()).Any() }},
	{"total_cost_usd", "float64", func(t *flatTrace) any { return cmp.Or(t.cost.value(), t.queryCost).Any() }},
	{"avg_gpu_power_watts", "float64", func(t *flatTrace) any { return cmp.Or(t.power.mean(), t.queryPower).Any() }},
	{"throughput_tokens_per_sec", "float64", func(t *flatTrace) any { return data.Ratio(t.outputTokens(), t.seconds).Any() }},
	{"energy_per_token_joules", "float64", func(t *flatTrace) any { return data.Ratio(t.gpuJoules(), t.outputTokens()).Any() }},
	{"query_mbu_avg_pct", "float64", func(t *flatTrace) any { return orNil(t.MBUAvg) }},
	{"query_mbu_max_pct", "float64", func(t *flatTrace) any { return orNil(t.MBUMax) }},
	{"completed", "bool", func(t *flatTrace) any { return t.completed.Or(false) }},
	{"timed_out", "bool", func(t *flatTrace) any { return t.timedOut.Or(false) }},
	{"is_resolved", "bool", func(t *flatTrace) any { return t.resolved.Any() }},
	{"unscorable_reason", "string", func(t *flatTrace) any { return orNil(t.Unscorable) }},
	{"score_metadata_json", "string", func(t *flatTrace) any { return data.When(t.ScoreMetadata != nil, string(t.ScoreMetadata)).Any() }},
	{traceColumn, "string", func(t *flatTrace) any { return string(t.line) }},
}

type flatColumn struct {
	name, dtype string
	value       func(*flatTrace) any
}

// flatTrace is a trace with the texts that a data set repeats.
type flatTrace struct {
	QueryID       string          `json:"query_id"`
	WorkloadType  string          `json:"workload_type"`
	QueryText     string          `json:"query_text"`
	ResponseText  string          `json:"response_text"`
	Unscorable    *string         `json:"unscorable_reason"`
	ScoreMetadata json.RawMessage `json:"score_metadata"`
	MBUAvg        *float64        `json:"query_mbu_avg_pct"`
	MBUMax        *float64        `json:"query_mbu_max_pct"`

	trace
	line []byte
}

func orNil[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// Converted is the result of a conversion.
type Converted struct {
	Rows   int
	Faults []data.Problem // reasons why lines were left out
}

// WriteFlat writes JSON lines of traces as a dataset in flat form, as Hugging Face's save_to_disk does, with one row
// per trace, into an existing empty directory. Invalid lines are left out and reported.
func WriteFlat(ctx context.Context, in io.Reader, dir string) (c Converted, err error) {
	const name = "data-00000-of-00001.arrow"
	file, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return c, err
	}
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(file, sum), 1<<20)
	c, err = writeTraces(ctx, in, out)
	if err = errors.Join(err, out.Flush(), file.Close()); err != nil {
		return c, err
	}
	return c, writeDescription(dir, name, hex.EncodeToString(sum.Sum(nil)[:8]))
}

func writeTraces(ctx context.Context, in io.Reader, out io.Writer) (c Converted, err error) {
	kinds := map[string]rowfile.Kind{"string": rowfile.Text, "int64": rowfile.Integer, "float64": rowfile.Number, "bool": rowfile.Truth}
	columns := lists.Map(flatColumns, func(c flatColumn) rowfile.Column {
		return rowfile.Column{Name: c.name, Kind: kinds[c.dtype], Optional: true}
	})
	w := rowfile.NewArrow(out, columns, "huggingface", `{"info":{"features":`+features()+`}}`, flatRows)
	d, s := newDecoder(false, false), newSplitter(in)
	for end := error(nil); end == nil; {
		if ctx.Err() != nil {
			return c, ctx.Err()
		}
		var b block
		if b, end = s.next(nil); end != nil && !errors.Is(end, io.EOF) {
			return c, end
		}
		for l := range b.lines() {
			l.text = bytes.TrimSpace(l.text)
			t := flatTrace{line: l.text}
			if t.trace, err = d.decode(l.text); err == nil {
				err = json.Unmarshal(l.text, &t)
			}
			if err != nil {
				f := l.fault(err)
				f.Message, f.LeftOut = f.Message+"; line left out", 1
				c.Faults = append(c.Faults, *f)
				continue
			}
			for i, column := range flatColumns {
				w.Value(i, column.value(&t))
			}
			if err := w.Next(); err != nil {
				return c, err
			}
			c.Rows++
		}
	}
	return c, w.Close()
}

// features are the columns as the data set's own description lists them, as JSON.
func features() string {
	all := lists.Map(flatColumns, func(c flatColumn) string {
		return fmt.Sprintf(`%q:{"_type":"Value","dtype":%q}`, c.name, c.dtype)
	})
	return "{" + strings.Join(all, ",") + "}"
}

// writeDescription writes the two files beside the data.
func writeDescription(dir, name, fingerprint string) error {
	for file, text := range map[string]string{
		"state.json": fmt.Sprintf(`{"_data_files":[{"filename":%q}],"_fingerprint":%q,"_format_columns":null,"_format_kwargs":{},`+
			`"_format_type":null,"_output_all_columns":false,"_split":null}`, name, fingerprint),
		"dataset_info.json": `{"citation":"","description":"","features":` + features() + `,"homepage":"","license":""}`,
	} {
		var b bytes.Buffer
		_ = json.Indent(&b, []byte(text+"\n"), "", "  ") // which is JSON
		if err := os.WriteFile(filepath.Join(dir, file), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
