package ipw

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsonscan"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// trace is what counts of one query of an agentic run. A sum over its turns is
// missing where no turn states the quantity.
type trace struct {
	id       uint64 // digest of the query's id, 0 for an empty one
	workload string

	turns, errorTurns, toolCalls int
	input, output                sum // over turns
	gpu, cpu, cost               sum
	power                        sum // of turns that state one

	queryGPU, queryCPU, queryPower, queryCost data.Opt[float64]
	totalInput, totalOutput, totalTokens      data.Opt[float64]
	statedTurns, statedCalls, seconds         data.Opt[float64] // of the whole
	turnSeconds                               float64
	odd                                       string // how its numbers contradict each other, the first that does; "" if none
	resolved, completed, timedOut             data.Opt[bool]
	question, answer                          data.Opt[string] // if asked for

	details *details // nil unless asked for
}

// details are what only a query by itself shows.
type details struct {
	id    data.Opt[string]
	tools []string
	turns []Turn
}

// gpuJoules is the GPU energy of the query: as stated for the whole, time of tools
// included, or the sum of its turns.
func (t *trace) gpuJoules() data.Opt[float64] { return cmp.Or(t.queryGPU, t.gpu.value()) }

// inputTokens and outputTokens are the sums of the turns, or as stated for the whole.
func (t *trace) inputTokens() data.Opt[float64]  { return cmp.Or(t.input.value(), t.totalInput) }
func (t *trace) outputTokens() data.Opt[float64] { return cmp.Or(t.output.value(), t.totalOutput) }

// contradiction says how the numbers of the trace contradict each other, "" if they do not.
func (t *trace) contradiction() string {
	input, output := t.input.ofAll(t.turns), t.output.ofAll(t.turns)
	for _, c := range []struct {
		name          string
		stated, turns data.Opt[float64]
	}{
		{"num_turns", t.statedTurns, data.Some(float64(t.turns))},
		{"total_tool_calls", t.statedCalls, data.Some(float64(t.toolCalls))},
		{"total_input_tokens", t.totalInput, input},
		{"total_output_tokens", t.totalOutput, output},
		{"total_tokens", t.totalTokens, plus(input, output)},
	} {
		if c.stated.Present() && c.turns.Present() && c.stated != c.turns {
			return fmt.Sprintf("%s is %v, but its turns have %v", c.name, c.stated.Or(0), c.turns.Or(0))
		}
	}
	joules, seconds := t.queryGPU.Or(0), t.seconds.Or(0)
	switch {
	case t.odd != "":
		return t.odd
	case joules > 0 && t.gpu.total > 1.01*joules: // a query takes the energy of its turns and of what is between them
		return fmt.Sprintf("query_gpu_energy_joules is %v, but its turns have %v", joules, t.gpu.total)
	case seconds > 0 && t.turnSeconds > 1.01*seconds+1:
		return fmt.Sprintf("its turns take %v s, but total_wall_clock_s is %v", t.turnSeconds, seconds)
	case t.completed.Or(false) && t.timedOut.Or(false):
		return "it is both completed and timed_out"
	}
	return ""
}

func plus(x, y data.Opt[float64]) data.Opt[float64] {
	return data.When(x.Present() && y.Present(), x.Or(0)+y.Or(0))
}

// digest stands for the id of a query: kept for all of a run, the ids themselves
// would take more than anything else.
func digest(id string) uint64 {
	if id == "" {
		return 0
	}
	sum := sha256.Sum256([]byte(id))
	return binary.LittleEndian.Uint64(sum[:])
}

// decoder reads traces one by one.
type decoder struct {
	scan    *jsonscan.Scanner
	fault   *data.Problem
	turn    int // index of the turn being read, -1 outside
	lacking []string

	details, texts bool   // whether to keep them
	input          []byte // that is scanned

	room  []byte       // of the block that was read last, to be used again
	lines []parsedLine // of that block

	untold int // lines of that block that cannot be read, beyond those among lines
}

func newDecoder(details, texts bool) *decoder {
	return &decoder{scan: jsonscan.New(jsonscan.BufferSize), details: details, texts: texts}
}

// decode reads a trace. A missing required key, a value of the wrong kind, one that is not finite or negative is a fault.
func (d *decoder) decode(text []byte) (t trace, err error) {
	d.input = text
	d.scan.Reset(bytes.NewReader(text))
	d.fault, d.turn, d.lacking = nil, -1, d.lacking[:0]
	if d.details {
		t.details = &details{}
	}
	s := d.scan
	if !s.Enter(jsonscan.Object) {
		if k := s.Next(); k != jsonscan.None {
			return t, errors.New("expected an object, got " + k.String())
		}
		return t, s.Err()
	}
	var id, workload data.Opt[string]
	for key := range s.Keys() {
		switch string(key) { // the compiler makes no copy
		case "query_id":
			id = d.text("query_id")
		case "workload_type":
			workload = d.text("workload_type")
		case "turns":
			d.turns(&t)
		default:
			if place := members[string(key)]; place != nil {
				d.into(place(&t), string(key))
			} else {
				s.Skip()
			}
		}
		if d.fault != nil {
			return t, d.fault
		}
	}
	if !s.End() || s.Err() != nil {
		return t, s.Err()
	}
	d.lacks(!id.Present(), "query_id")
	d.lacks(!workload.Present(), "workload_type")
	if t.id, t.workload = digest(id.Or("")), workload.Or(""); t.details != nil {
		t.details.id = stated(id.Or(""))
	}
	if len(d.lacking) > 0 {
		return t, &data.Problem{Field: strings.Join(d.lacking, ", "), Message: "is missing"}
	}
	return t, nil
}

// lacks notes a required key where it is not there; a few are enough.
func (d *decoder) lacks(is bool, name string) {
	const most = 4
	if is && len(d.lacking) < most {
		d.lacking = append(d.lacking, name)
	}
}

// members of a trace that are numbers, true or false, or long texts: where each is kept, nil for one that is not used, although a broken
// value shows a broken line.
var members = map[string]func(*trace) any{
	"total_wall_clock_s":        func(t *trace) any { return &t.seconds },
	"completed":                 func(t *trace) any { return &t.completed },
	"timed_out":                 func(t *trace) any { return &t.timedOut },
	"is_resolved":               func(t *trace) any { return &t.resolved },
	"query_gpu_energy_joules":   func(t *trace) any { return &t.queryGPU },
	"query_cpu_energy_joules":   func(t *trace) any { return &t.queryCPU },
	"query_gpu_power_avg_watts": func(t *trace) any { return &t.queryPower },
	"total_cost_usd":            func(t *trace) any { return &t.queryCost },
	"total_input_tokens":        func(t *trace) any { return &t.totalInput },
	"total_output_tokens":       func(t *trace) any { return &t.totalOutput },
	"total_tokens":              func(t *trace) any { return &t.totalTokens },
	"num_turns":                 func(t *trace) any { return &t.statedTurns },
	"total_tool_calls":          func(t *trace) any { return &t.statedCalls },
	"query_text":                func(t *trace) any { return &t.question },
	"response_text":             func(t *trace) any { return &t.answer },
	"query_cpu_power_avg_watts": unused, "query_mbu_avg_pct": unused, "query_mbu_max_pct": unused,
	"throughput_tokens_per_sec": unused, "energy_per_output_token_joules": unused, "tool_call_count": unused,
}

func unused(*trace) any { return nil }

// into reads a value into its place, and gives it if it is a number.
func (d *decoder) into(place any, name string) (x data.Opt[float64]) {
	switch place := place.(type) {
	case *data.Opt[string]:
		*place, _ = d.long(d.texts)
	case *data.Opt[bool]:
		*place = d.flag(name)
	case *data.Opt[float64]:
		x = d.number(name)
		*place = x
	case *data.Opt[int]:
		x = d.number(name)
		if n := wholeOf(x); float64(n.Or(0)) == x.Or(0) {
			*place = n
		}
	default:
		x = d.number(name)
	}
	return x
}

// long reads a text of any length, missing if it is not asked for, and tells what there is.
func (d *decoder) long(asked bool) (text data.Opt[string], is jsonscan.Kind) {
	is, from := d.scan.Next(), d.scan.Offset()
	d.scan.Skip()
	var whole string
	if asked && is == jsonscan.String && d.scan.Err() == nil && json.Unmarshal(d.input[from:d.scan.Offset()], &whole) == nil {
		text = printable(whole)
	}
	return text, is
}

// enter reads the begin of an object or a list; false, with a fault, for another value.
func (d *decoder) enter(kind jsonscan.Kind, name string) bool {
	if !d.scan.Enter(kind) {
		d.wrong(name, "expected "+kind.String()+", got "+d.scan.Next().String())
		return false
	}
	return true
}

// turns reads the list of turns.
func (d *decoder) turns(t *trace) {
	if d.scan.Null() || !d.enter(jsonscan.Array, "turns") {
		return
	}
	for range d.scan.Items() {
		d.turn = t.turns
		d.oneTurn(t)
		if d.fault != nil {
			return
		}
		t.turns++
	}
	d.turn = -1
}

func (d *decoder) oneTurn(t *trace) {
	s := d.scan
	if !d.enter(jsonscan.Object, "") {
		return
	}
	own := Turn{}
	errored, longest := false, 0.0 // of the tools, which may work at once
	var called []string
	for key := range s.Keys() {
		switch value := turnValues[string(key)]; {
		case value != nil:
			place, sum := value(&own, t)
			if x := d.into(place, string(key)); sum != nil {
				addKnown(sum, x)
			}
		case string(key) == "error":
			text, is := d.long(t.details != nil)
			own.Failure, errored = text, is != jsonscan.Null
		case string(key) == "tools_called":
			called = append(called, d.tools(t)...)
		case string(key) == "tool_latencies_s":
			own.ToolLatencies, longest = d.latencies(t.details != nil)
		default:
			s.Skip()
		}
		if d.fault != nil {
			return
		}
	}
	if !own.Index.Present() && s.Err() == nil {
		d.lacks(true, fmt.Sprintf("turns[%d].turn_index", d.turn))
	}
	t.errorTurns += lists.One(errored)
	joules, watts, seconds := own.GPUEnergyJoules.Or(0), own.GPUPowerWatts.Or(0), own.Seconds.Or(0)
	t.turnSeconds += seconds
	if share := watts * seconds / joules; joules > 0 && watts > 0 && seconds > 0 && (share < 0.5 || share > 2) {
		t.odd = cmp.Or(t.odd, fmt.Sprintf("%v W for %v s are not the %v J of turns[%d]", watts, seconds, joules, d.turn))
	}
	if seconds > 0 && longest > 1.01*seconds+0.1 {
		t.odd = cmp.Or(t.odd, fmt.Sprintf("a tool of turns[%d] takes %v s, but its wall_clock_s is %v", d.turn, longest, seconds))
	}
	if t.details != nil {
		own.Tools = data.List(called)
		t.details.tools = append(t.details.tools, called...)
		t.details.turns = append(t.details.turns, own)
	}
}

// tools counts the tools that a turn called, and gives their names if details are kept.
func (d *decoder) tools(t *trace) (called []string) {
	s := d.scan
	if s.Null() || !d.enter(jsonscan.Array, "tools_called") {
		return nil
	}
	for range s.Items() {
		t.toolCalls++
		if t.details == nil || s.Next() != jsonscan.String {
			s.Skip()
			continue
		}
		name, _ := s.Text()
		called = append(called, data.Public(string(name)))
	}
	return called
}

// is reports whether the next value is of one of some kinds. Null, which it reads, is no fault, another kind is one.
func (d *decoder) is(name, wanted string, kinds ...jsonscan.Kind) bool {
	switch k := d.scan.Next(); {
	case slices.Contains(kinds, k):
		return true
	case k == jsonscan.Null:
		d.scan.Null()
	case k != jsonscan.None: // of which the scanner tells what is wrong
		d.wrong(name, "expected "+wanted+", got "+k.String())
	}
	return false
}

// number reads a number or null.
func (d *decoder) number(name string) (x data.Opt[float64]) {
	if !d.is(name, "a number", jsonscan.Number) {
		return x
	}
	v := d.scan.Float()
	switch {
	case math.IsNaN(v):
		d.wrong(name, "NaN is not valid JSON")
	case math.IsInf(v, 0):
		d.wrong(name, "is infinite or too large for a number")
	case v < 0:
		d.wrong(name, fmt.Sprintf("expected a number that is not negative, got %v", v))
	}
	return data.Some(v)
}

// flag reads true, false or null.
func (d *decoder) flag(name string) (is data.Opt[bool]) {
	if d.is(name, "true or false", jsonscan.True, jsonscan.False) {
		is = data.Some(d.scan.Bool())
	}
	return is
}

// text reads a text that must be there; missing, with a fault, for another value. One of
// thousands of bytes is cut to nothing.
func (d *decoder) text(name string) (text data.Opt[string]) {
	if d.scan.Null() {
		d.wrong(name, "expected text, got "+jsonscan.Null.String())
	}
	if d.fault == nil && d.is(name, "text", jsonscan.String) {
		found, whole := d.scan.Text()
		text = data.Some(data.When(whole, string(found)).Or(""))
	}
	return text
}

// wrong notes the first fault, with the turn it lies in.
func (d *decoder) wrong(name, message string) {
	if d.fault != nil || d.scan.Err() != nil {
		return
	}
	if d.turn >= 0 {
		name = fmt.Sprintf("turns[%d].%s", d.turn, name)
	}
	d.fault = &data.Problem{Field: name, Message: message}
}
