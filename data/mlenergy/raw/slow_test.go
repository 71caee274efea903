package raw_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A second decoder, for comparison: it reads a file with encoding/json into a
// tree and derives the record in the plainest way, all values in memory.

// object is a JSON object: keys in the order in which they first came, the last
// value of each.
type object struct {
	keys   []string
	values map[string]any
}

func (o *object) get(key string) any {
	if o == nil {
		return nil
	}
	return o.values[key]
}

// bare is NaN or an infinity.
type bare float64

const bareMark = "\x01bare "

// parseSlow reads a document; bare words become marked texts first.
func parseSlow(content []byte) (any, error) {
	if !utf8.Valid(content) {
		return nil, errors.New("not UTF-8")
	}
	content = markBare(content)
	if !json.Valid(content) {
		return nil, errors.New("not JSON")
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	return value(d)
}

// markBare quotes the bare words outside texts.
func markBare(content []byte) []byte {
	var out bytes.Buffer
	inText := false
	for i := 0; i < len(content); i++ {
		c := content[i]
		switch {
		case inText && c == '\\' && i+1 < len(content):
			out.WriteByte(c)
			i++
			out.WriteByte(content[i])
			continue
		case c == '"':
			inText = !inText
		case !inText:
			word := ""
			for _, w := range []string{"NaN", "Infinity", "-Infinity"} {
				if bytes.HasPrefix(content[i:], []byte(w)) {
					word = w
				}
			}
			if word != "" {
				mark, _ := json.Marshal(bareMark + word)
				out.Write(mark)
				i += len(word) - 1
				continue
			}
		}
		out.WriteByte(c)
	}
	return out.Bytes()
}

func value(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return readObject(d)
		}
		return readArray(d)
	case string:
		if word, ok := strings.CutPrefix(t, bareMark); ok {
			x, err := strconv.ParseFloat(word, 64)
			return bare(x), err
		}
	}
	return token, nil
}

func readObject(d *json.Decoder) (any, error) {
	o := &object{values: map[string]any{}}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := value(d)
		if err != nil {
			return nil, err
		}
		if _, known := o.values[key.(string)]; !known {
			o.keys = append(o.keys, key.(string))
		}
		o.values[key.(string)] = v
	}
	_, err := d.Token()
	return o, err
}

func readArray(d *json.Decoder) (any, error) {
	list := []any{}
	for d.More() {
		v, err := value(d)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := d.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return list, err
}

// num is a number, or one inside a text; bad for what Python alone takes for one.
func num(v any) (x float64, ok, bad bool) {
	switch n := v.(type) {
	case nil:
		return 0, false, false
	case bare:
		return float64(n), true, false
	case json.Number:
		x, _ := strconv.ParseFloat(n.String(), 64)
		return x, true, false
	case string:
		text := strings.TrimSpace(n)
		x, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
		ok = err == nil && decimalText.MatchString(text) && len(n) <= 4096
		return x, ok, !ok && (err == nil || errors.Is(err, strconv.ErrRange) || len(n) > 4096)
	case bool:
		return 0, false, true
	}
	return 0, false, false
}

var decimalText = regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$`)

func truthy(v any) bool {
	switch x := v.(type) {
	case bool:
		return x
	case string:
		return x != ""
	case []any:
		return len(x) > 0
	case *object:
		return len(x.keys) > 0
	}
	n, ok, _ := num(v)
	return ok && n != 0
}

// slowRun is what the second decoder says of an LLM run.
type slowRun struct {
	reason  string // "failed" for one that cannot be judged
	fields  map[string]any
	left    bool
	lengths []int // nil: not all known
	itl     []float64
}

// slowLLM decodes the files of an LLM run; metrics is nil for none.
func slowLLM(results, metrics []byte, batch int) (r slowRun) {
	tree, err := parseSlow(results)
	o, isObject := tree.(*object)
	if err != nil || !isObject {
		return slowRun{reason: "failed", left: true}
	}
	running, left := slowMetrics(metrics)
	r = slowRun{left: left, fields: map[string]any{}}
	n := map[string]float64{}
	has := map[string]bool{}
	for _, key := range []string{
		"steady_state_duration", "steady_state_energy", "steady_state_energy_per_token",
		"energy_per_token_joules", "output_throughput", "total_output_tokens", "completed",
	} {
		x, ok, bad := num(o.get(key))
		n[key], has[key] = x, ok
		r.left = r.left || bad
		if bad && (key == "steady_state_duration" || key == "steady_state_energy_per_token" ||
			key == "energy_per_token_joules" && lacks(o, "steady_state_energy_per_token")) {
			r.reason = "failed"
		}
	}
	const perToken = "steady_state_energy_per_token"
	if lacks(o, perToken) {
		n[perToken], has[perToken] = n["energy_per_token_joules"], has["energy_per_token_joules"]
	}
	duration, energy, ept := n["steady_state_duration"], n["steady_state_energy"], n[perToken]
	if r.reason == "" {
		r.reason = slowReason(has["steady_state_duration"], duration, has[perToken], ept, running, batch)
	}
	r.left = r.left || !has["steady_state_duration"] || duration <= 0 || !has["steady_state_energy"] || !has[perToken]
	r.slowRequests(o.get("results"))
	if r.left {
		return r
	}
	put := func(key string, x float64, ok bool) {
		if ok {
			r.fields[key] = x
		} else {
			r.fields[key] = nil
		}
	}
	put("steady_state_duration_seconds", duration, true)
	put("steady_state_energy_joules", energy, true)
	put("energy_per_token_joules", ept, true)
	put("avg_power_watts", energy/duration, true)
	put("total_output_tokens", n["total_output_tokens"], has["total_output_tokens"])
	put("completed_requests", n["completed"], has["completed"])
	put("avg_batch_size", running, !math.IsNaN(running) || metricsNaN(metrics))
	known := has["total_output_tokens"] && n["completed"] > 0
	length := n["total_output_tokens"] / n["completed"]
	put("avg_output_len", length, known)
	throughput := energy / ept / duration
	if !(ept > 0) {
		throughput, known = n["output_throughput"], false
		r.left = r.left || !has["output_throughput"]
	}
	put("output_throughput_tokens_per_sec", throughput, true)
	put("energy_per_request_joules", ept*length, known && length > 0)
	put("request_throughput_req_per_sec", throughput/length, known && length > 0)
	put("mean_itl_ms", slowSum(r.itl)/float64(len(r.itl))*1000, true)
	sorted := slices.Sorted(slices.Values(r.itl))
	for key, q := range map[string]float64{"median_itl_ms": 50, "p50_itl_ms": 50, "p90_itl_ms": 90, "p95_itl_ms": 95, "p99_itl_ms": 99} {
		put(key, slowPercentile(sorted, q)*1000, true)
	}
	return r
}

// lacks reports whether a key has no value that anyone takes for a number.
func lacks(o *object, key string) bool {
	_, ok, bad := num(o.get(key))
	return !ok && !bad
}

// slowMetrics is the mean number of running requests, NaN for none, and whether
// the file keeps the run out.
func slowMetrics(metrics []byte) (running float64, left bool) {
	if metrics == nil {
		return math.NaN(), false
	}
	tree, err := parseSlow(metrics)
	o, isObject := tree.(*object)
	if err != nil || !isObject {
		return math.NaN(), err != nil
	}
	stats, isObject := o.get("steady_state_stats").(*object)
	if !isObject {
		return math.NaN(), false
	}
	x, ok, bad := num(stats.get("vllm:num_requests_running"))
	if !ok {
		x = math.NaN()
	}
	return x, bad
}

// metricsNaN reports whether the metrics say NaN, which is not the same as saying
// nothing.
func metricsNaN(metrics []byte) bool {
	tree, _ := parseSlow(metrics)
	o, _ := tree.(*object)
	stats, _ := o.get("steady_state_stats").(*object)
	x, isBare := stats.get("vllm:num_requests_running").(bare)
	return isBare && math.IsNaN(float64(x))
}

func slowReason(hasDuration bool, duration float64, hasPerToken bool, perToken, running float64, batch int) string {
	switch {
	case !hasDuration:
		return "short_steady_state:None"
	case math.IsNaN(duration) || duration < 20:
		return "short_steady_state"
	case !hasPerToken:
		return "invalid_energy_per_token:None"
	case math.IsNaN(perToken) || perToken <= 0:
		return "invalid_energy_per_token"
	case batch > 0 && running/float64(batch) < 0.85:
		return fmt.Sprintf("low_batch_utilization:%.6f", running/float64(batch))
	}
	return ""
}

// slowRequests reads the requests into lengths and latencies.
func (r *slowRun) slowRequests(v any) {
	list, isList := v.([]any)
	if !isList {
		r.left = true
		return
	}
	lengthsKnown := true
	for _, element := range list {
		q, isObject := element.(*object)
		if !isObject {
			r.left = true
			continue
		}
		success := truthy(q.get("success"))
		x, ok, _ := num(q.get("output_len"))
		_, inText := q.get("output_len").(string)
		fits := ok && math.Abs(x) < 1<<53 && int(x) >= 0 && int(x) <= 1<<30 && !(inText && x != math.Trunc(x))
		if !fits && (q.get("output_len") != nil || success) {
			lengthsKnown = false
		}
		if fits && success {
			r.lengths = append(r.lengths, int(x))
		}
		if success {
			r.slowList(q)
		}
	}
	if slices.ContainsFunc(r.itl, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) || len(r.itl) == 0 {
		r.left = true
	}
	if !lengthsKnown {
		r.lengths = nil
	} else if r.lengths == nil {
		r.lengths = []int{}
	}
}

// slowList smooths the latencies of a request.
func (r *slowRun) slowList(q *object) {
	v, given := q.values["itl"]
	list, isList := v.([]any)
	if given && !isList {
		r.left = true
	}
	var all []float64
	for _, element := range list {
		x, ok, _ := num(element)
		if !ok {
			r.left = true
			continue
		}
		all = append(all, x)
	}
	start := slices.IndexFunc(all, func(x float64) bool { return x > 0 })
	if start < 0 {
		return
	}
	for i := start; i < len(all); {
		end := i + 1
		for end < len(all) && all[end] == 0 {
			end++
		}
		for range end - i {
			if share := all[i] / float64(end-i); !(share <= 0) {
				r.itl = append(r.itl, share)
			}
		}
		i = end
	}
}

// slowSum is the pairwise sum in its recursive form.
func slowSum(a []float64) float64 {
	switch n := len(a); {
	case n < 8:
		s := 0.0
		for _, x := range a {
			s += x
		}
		return s
	case n <= 128:
		r := slices.Clone(a[:8])
		for i := 8; i < n-n%8; i++ {
			r[i%8] += a[i]
		}
		s := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
		for _, x := range a[n-n%8:] {
			s += x
		}
		return s
	default:
		half := n/2 - n/2%8
		return slowSum(a[:half]) + slowSum(a[half:])
	}
}

func slowPercentile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := float64(len(sorted)-1) * (q / 100)
	i := int(at)
	a, b, t := sorted[i], sorted[min(i+1, len(sorted)-1)], at-math.Floor(at)
	if t < 0.5 {
		return a + float64((b-a)*t)
	}
	return b - float64((b-a)*(1-t))
}
