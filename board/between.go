package board

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Between is a value at a deadline between two measured configurations of a sweep, estimated on a straight line between them on
// logarithmic axes of latency and score. It was not measured.
type Between struct {
	Score     float64 // as [aggregate.Row] has it, for the order of the query
	Low, High float64
	// Points are the measured points that were left out in turn and estimated from their two neighbors; Held is the share of
	// them that the range held.
	Points int
	Held   float64
}

// The range is the one that held this share of the points, of at least so many: that of others is then above 90%.
const (
	heldShare   = 0.95
	leastPoints = 20
)

// Between is the estimate for a choice whose query asks for it; ok is false where the next larger batch size does not miss the
// deadline, and where too few points tell how good estimates are. The two rows have the same number of GPUs, as all of a sweep.
func (b *Board) Between(c Choice) (v Between, ok bool) {
	q, from, to := c.Query, c.Row, c.Higher
	own := q.Sort.Field == ByCost || q.Sort.Field != ByLatency && from.RankField().Role == data.RoleEnergy
	if !q.Between || !own || to == nil || !to.Ranked() || from.Score <= 0 || to.Score <= 0 ||
		!(from.Latency(q.Percentile) < q.Deadline && q.Deadline < to.Latency(q.Percentile)) || math.IsInf(to.Latency(q.Percentile), 1) {
		return v, false
	}
	misses := q.misses(b.Rows)
	at := int(math.Ceil(heldShare*float64(len(misses)+1))) - 1
	if len(misses) < leastPoints || at >= len(misses) {
		return v, false
	}
	half := misses[at]
	score := q.estimate(from, *to, q.Deadline)
	held := lists.Count(misses, func(miss float64) bool { return miss <= half })
	return Between{score, score * math.Exp(-half), score * math.Exp(half), len(misses), float64(held) / float64(len(misses))}, true
}

// estimate is the score at a latency on the line between two rows.
func (q Query) estimate(a, b aggregate.Row, latency float64) float64 {
	low, high := a.Latency(q.Percentile), b.Latency(q.Percentile)
	share := math.Log(latency/low) / math.Log(high/low)
	return math.Exp(math.Log(a.Score) + share*math.Log(b.Score/a.Score))
}

// misses are by how much estimates of measured points miss, as logarithms of ratios, the least first: each point of a sweep
// whose latency is between those of its neighbors.
func (q Query) misses(rows []aggregate.Row) (all []float64) {
	sweeps := map[string][]aggregate.Row{}
	for _, r := range aggregate.Trusted(q.Ordered(rows)) {
		if r.Ranked() && r.Score > 0 && r.Batch > 0 && !math.IsInf(r.Latency(q.Percentile), 1) {
			key := fmt.Sprint(lists.Map(r.Schema().Sweep, r.Value))
			sweeps[key] = append(sweeps[key], r)
		}
	}
	for _, sweep := range sweeps {
		slices.SortStableFunc(sweep, func(a, b aggregate.Row) int {
			return cmp.Or(cmp.Compare(a.Batch, b.Batch), cmp.Compare(a.Score, b.Score))
		})
		sweep = slices.CompactFunc(sweep, func(a, b aggregate.Row) bool { return a.Batch == b.Batch })
		for i := 1; i+1 < len(sweep); i++ {
			a, r, b := sweep[i-1], sweep[i], sweep[i+1]
			if x := r.Latency(q.Percentile); a.Latency(q.Percentile) < x && x < b.Latency(q.Percentile) {
				all = append(all, math.Abs(math.Log(q.estimate(a, b, x)/r.Score)))
			}
		}
	}
	slices.Sort(all)
	return all
}
