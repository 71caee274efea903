package board

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// sample is a board whose values have commas, percent signs and gaps.
func sample(random *rand.Rand) *Board {
	runs := make([]data.LLMRun, 60)
	for i := range runs {
		latency := float64(1 + random.IntN(20))
		runs[i] = data.LLMRun{
			Task: "gpqa", ModelID: fmt.Sprintf("a/m%d", random.IntN(12)), Nickname: fmt.Sprintf("M %d", random.IntN(12)),
			WeightPrecision: []string{"fp8", "bfloat16", "4,5 %"}[random.IntN(3)],
			Architecture:    []string{"Dense", "MoE, big", "100%"}[random.IntN(3)],
			GPUModel:        []string{"H100", "B200", "A,1"}[random.IntN(3)], NumGPUs: 1 + random.IntN(3), MaxNumSeqs: 8 << random.IntN(4),
			EnergyPerTokenJoules: float64(1 + random.IntN(20)), OutputThroughputTokensPerSec: 100,
			MedianITLMillis: latency, P90ITLMillis: latency + 1, P95ITLMillis: latency + 2, P99ITLMillis: latency + 3,
		}
		if random.IntN(2) == 0 {
			runs[i].Seed = data.Some(random.IntN(5))
		}
	}
	return New(aggregate.Rows(data.NewRuns(runs, true).Table, aggregate.Uncertainty{}), 10, aggregate.P50)
}

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 2)) }

func TestEncodeWritesWhatParseReads(t *testing.T) {
	b := sample(seeded(1))
	for seed := range uint64(200) {
		q := randomQuery(b, seeded(seed))
		text := b.Encode(q)
		got, faults := b.Parse(text)
		if len(faults) > 0 || !reflect.DeepEqual(got, q) {
			t.Fatalf("%s\n got %+v %v\nwant %+v", text, got, faults, q)
		}
	}
	if text := b.Encode(b.Default); text != "" {
		t.Errorf("the default view is %q", text)
	}
}

func randomQuery(b *Board, random *rand.Rand) Query {
	q := b.Default
	q.Deadline = []float64{0, 10, 0.125, 1e-7, 3e20}[random.IntN(5)]
	q.Percentile = aggregate.Percentile(random.IntN(4))
	q.EnergyBudget = float64(random.IntN(3)) * 1.5
	q.GPUs = some(b.GPUs(), random)
	q.GPUCounts = some(b.GPUCounts(), random)
	q.Precisions = some(b.Precisions(), random)
	q.Architectures = some(b.Architectures(), random)
	q.Search = []string{"", "m 1", "100% & more", "é+"}[random.IntN(4)]
	q.Listing = []Listing{Best, All}[random.IntN(2)]
	q.Unit = energyUnits[random.IntN(4)]
	q.Columns = some(b.names(), random)
	if random.IntN(2) == 0 {
		q.Price, q.Grid, q.PUE, q.Outputs = data.Some(0.0), data.Some(412.5), 1.2, data.Some(1e9)
		q.Currency = "EUR"
		for _, gpu := range b.GPUs()[:1+random.IntN(len(b.GPUs()))] {
			q.Rents = append(q.Rents, Rent{gpu, []float64{0, 2, 3.75}[random.IntN(3)]})
		}
		if q.Charged() {
			q.Sort = []Sort{{}, {Field: ByCost}, {ByCost, true}}[random.IntN(3)]
		}
	} else {
		q.Sort = []Sort{{}, b.Default.Sort, {"seed", true}, {"nickname", false}}[random.IntN(4)]
	}
	return q
}

// some is nil, for all, or some of the values, which may be none.
func some[T any](values []T, random *rand.Rand) []T {
	kept := []T{}
	for _, v := range values {
		if random.IntN(2) == 0 {
			kept = append(kept, v)
		}
	}
	if len(kept) == len(values) || random.IntN(3) == 0 {
		return nil
	}
	return kept
}

func TestWhatCannotBeUsedFallsBackAndIsNamed(t *testing.T) {
	b := sample(seeded(1))
	for query, fault := range map[string]string{
		"deadline=fast": `deadline="fast"`, "deadline=-3": "a latency above 0", "deadline=1e400": "deadline", "deadline=Inf": "deadline",
		"deadline=0x1p4": "deadline", "pct=p42": "p50, p90, p95 or p99", "energy=0": "energy above 0", "gpu=X1": "gpu", "gpus=two": "gpus",
		"view=some": "best, all", "sort=color": "a column's name", "unit=cal": "J, Wh", "cols=color": "cols", "price=-1": "price",
		"sort=cost": "with a price above 0", "rent=H100": "once, with its price", "rent=X1:2": "each GPU model in this data", "rent=H100:-1": "once, with its price",
		"currency=euro": "three letters",
		"pue=0.5":       "ratio of 1 or more", "daily=0": "outputs per day above 0",
	} {
		q, faults := b.Parse(query)
		if len(faults) != 1 || !strings.Contains(faults[0].String(), fault) {
			t.Errorf("%s: got %v", query, faults)
		}
		if !reflect.DeepEqual(q, b.Default) {
			t.Errorf("%s: got %+v", query, q)
		}
	}
	for _, query := range []string{"", "?", "color=blue", "deadline=", "gpu=", "%zz", "a;b"} {
		if q, faults := b.Parse(query); len(faults) > 0 || !reflect.DeepEqual(q, b.Default) {
			t.Errorf("%s: got %+v, %v", query, q, faults)
		}
	}
}

func TestOfAListOnlyTheUnknownIsDropped(t *testing.T) {
	q, faults := sample(seeded(1)).Parse("gpu=H100,X1")
	if !slices.Equal(q.GPUs, []string{"H100"}) || len(faults) != 1 {
		t.Errorf("got %v, %v", q.GPUs, faults)
	}
}

func TestSortedRowsKeepTheOrderByEnergyWhereEqualAndMissingLast(t *testing.T) {
	b := sample(seeded(3))
	for _, descending := range []bool{false, true} {
		q := b.Default
		q.Listing, q.Deadline, q.Sort = All, 0, Sort{"seed", descending}
		rows := b.Answer(q).Rows
		if len(rows) != len(b.Rows) {
			t.Fatalf("got %d rows", len(rows))
		}
		for i := 1; i < len(rows); i++ {
			x, y := rows[i-1].Value("seed"), rows[i].Value("seed")
			switch {
			case x == nil && y != nil:
				t.Fatal("a missing value is not last")
			case x == y && rows[i-1].Energy > rows[i].Energy:
				t.Fatal("equal rows are not by energy")
			case x != nil && y != nil && x != y && (x.(int) > y.(int)) != descending:
				t.Fatalf("%v before %v, descending %v", x, y, descending)
			}
		}
	}
}

func TestSortingDoesNotChangeRanks(t *testing.T) {
	b := sample(seeded(4))
	byEnergy := b.Answer(b.Default)
	q := b.Default
	q.Sort = Sort{"nickname", true}
	byName := b.Answer(q)
	for i, r := range byName.Rows {
		j := slices.IndexFunc(byEnergy.Rows, func(o aggregate.Row) bool { return o.Run == r.Run })
		if byName.Ranks[i] != byEnergy.Ranks[j] {
			t.Errorf("%s has rank %v, by energy %v", r.Run, byName.Ranks[i], byEnergy.Ranks[j])
		}
	}
}

func TestWireHoldsEveryValue(t *testing.T) {
	b := sample(seeded(5))
	w := b.Wire()
	for i, c := range w.Columns {
		for j, r := range b.Rows {
			want := b.Columns[i].Value(r)
			var got any
			switch {
			case c.Kind != "string":
				got = c.Values[j]
			case c.At[j] >= 0:
				got = c.Words[c.At[j]]
			}
			if got != want {
				t.Fatalf("%s of row %d: got %v, want %v", c.Name, j, got, want)
			}
		}
	}
}
