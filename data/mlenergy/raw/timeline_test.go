package raw_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// slowTimeline derives a timeline in the plainest way: a table of time and value
// for each GPU, looked up at the base's times.
func slowTimeline(content []byte, metric string) ([]raw.Sample, error) {
	tree, err := parseSlow(content)
	o, isObject := tree.(*object)
	if err != nil || !isObject {
		return nil, errors.New("no object")
	}
	line, isObject := o.get("timeline").(*object)
	if !isObject {
		return nil, errors.New("no timeline")
	}
	var found any = line
	for name := range strings.SplitSeq(metric, ".") {
		group, _ := found.(*object)
		found = group.get(name)
	}
	gpus, isObject := found.(*object)
	start, hasStart, _ := num(line.get("steady_state_start_time"))
	end, hasEnd, _ := num(line.get("steady_state_end_time"))
	if !isObject || len(gpus.keys) == 0 || !hasStart || !hasEnd {
		return nil, errors.New("no series or bounds")
	}
	ids, tables, times, err := slowSeries(gpus)
	if err != nil {
		return nil, err
	}
	base := slices.DeleteFunc(times[ids[0]], func(at float64) bool { return !(start <= at && at <= end) })
	if len(base) == 0 {
		return nil, errors.New("nothing in the window")
	}
	samples := make([]raw.Sample, len(base))
	for i, at := range base {
		samples[i] = raw.Sample{Timestamp: at, RelativeSeconds: at - start}
	}
	for _, id := range ids {
		last := math.NaN()
		for i, at := range base {
			if v, ok := tables[id][at]; ok && !math.IsNaN(v) {
				last = v
			}
			if !math.IsNaN(last) {
				samples[i].Value += last
			}
		}
	}
	return samples, nil
}

func slowSeries(gpus *object) (ids []int, tables map[int]map[float64]float64, times map[int][]float64, err error) {
	tables, times = map[int]map[float64]float64{}, map[int][]float64{}
	for _, key := range gpus.keys {
		id, err := strconv.Atoi(key)
		list, isList := gpus.get(key).([]any)
		if err != nil || !isList {
			return nil, nil, nil, errors.New("no GPU or list")
		}
		ids = append(ids, id)
		tables[id], times[id] = map[float64]float64{}, nil
		for _, element := range list {
			pair, _ := element.([]any)
			if len(pair) != 2 {
				return nil, nil, nil, errors.New("no pair")
			}
			at, ok, _ := num(pair[0])
			v, has, _ := num(pair[1])
			if !ok || math.IsNaN(at) || !has && pair[1] != nil {
				return nil, nil, nil, errors.New("no sample")
			}
			if !has {
				v = math.NaN()
			}
			tables[id][at] = v
			times[id] = append(times[id], at)
		}
		slices.Sort(times[id])
	}
	slices.Sort(ids)
	return slices.Compact(ids), tables, times, nil
}

// agreeOnTimelines compares both decoders on a results file.
func (b bench) agreeOnTimelines(content []byte) (kept bool) {
	b.t.Helper()
	b.decode(content, nil)
	archive, err := raw.NewArchive(b.root, data.NewDataset(data.Source{}, b.run().Table), raw.Options{})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, metric := range raw.Metrics {
		want, wrong := slowTimeline(content, metric)
		for line, err := range raw.Timelines(b.t.Context(), archive, b.run(), metric) {
			if (err == nil) != (wrong == nil) || !slices.EqualFunc(line.Samples, want, sameSample) {
				b.t.Fatalf("%s: got %v, %v, want %v, %v\nfile %.3000q", metric, line.Samples, err, want, wrong, content)
			}
			kept = kept || err == nil
		}
	}
	return kept
}

func sameSample(a, b raw.Sample) bool {
	return sameBits(a.Timestamp, b.Timestamp) && sameBits(a.RelativeSeconds, b.RelativeSeconds) && sameBits(a.Value, b.Value)
}

func TestTimelinesAgreeOnDamagedFiles(t *testing.T) {
	overCorpora(t, func(t *testing.T, root, _ string) {
		seeds := [][]byte{[]byte(goodRun)}
		for _, f := range llmFiles(t, root, 40<<10) {
			seeds = append(seeds, f[0])
		}
		rounds := 1000
		if testing.Short() {
			rounds = 200
		}
		b, r, kept := newBench(t), rand.New(rand.NewPCG(7, 8)), 0
		for i := range rounds {
			seed := seeds[r.IntN(len(seeds))]
			if i%2 == 0 {
				seed = seeds[0]
			}
			if b.agreeOnTimelines(damage(r, seed)) {
				kept++
			}
		}
		if kept < rounds/10 {
			t.Errorf("only %d of %d damaged files still had a timeline", kept, rounds)
		}
	})
}

func TestOnlyKnownMetricsHaveTimelines(t *testing.T) {
	b := newBench(t)
	archive, err := raw.NewArchive(b.root, data.NewDataset(data.Source{}, b.run().Table), raw.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range raw.Timelines(t.Context(), archive, b.run(), "power.cpu") {
		if err == nil || !strings.Contains(err.Error(), "temperature") {
			t.Errorf("got %v, want the metrics there are", err)
		}
	}
}

func TestAbsentRawFilesSayHowToGetThem(t *testing.T) {
	b := newBench(t)
	archive, err := raw.NewArchive(t.TempDir(), data.NewDataset(data.Source{}, b.run().Table), raw.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range archive.OutputLengths(t.Context(), b.run(), false) {
		if err == nil || !strings.Contains(err.Error(), "copy or link the raw results into") {
			t.Errorf("got %v", err)
		}
	}
	above := data.NewRuns([]data.LLMRun{{ResultsPath: data.Some("../x/results.json")}}, false)
	for _, follow := range []bool{false, true} {
		archive, err := raw.NewArchive(t.TempDir(), data.NewDataset(data.Source{}, above.Table), raw.Options{FollowLinks: follow})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range archive.OutputLengths(t.Context(), above, false) {
			if err == nil || !strings.Contains(err.Error(), "outside the root") {
				t.Errorf("a path above the root: got %v", err)
			}
		}
	}
	for _, err := range raw.Join().InterTokenLatencies(t.Context(), b.run()) {
		if err == nil || !strings.Contains(err.Error(), "raw:DIR") {
			t.Errorf("got %v", err)
		}
	}
}
