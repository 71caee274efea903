package leaderboard

import (
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// distribution is a published histogram of output lengths in tokens: one edge
// more than counts.
type distribution struct {
	bins   []float64
	counts []int
}

func (d *distribution) object() object { return object{"bins": d.bins, "counts": d.counts} }

// distributions gives each run of one model and task its histogram, nil where
// the source states no lengths. Exact lengths share their edges; already binned
// ones keep theirs, since lengths cannot be counted anew. total is the sum, nil
// when there is none or the edges differ.
func distributions(runs data.Table) (each []*distribution, total *distribution) {
	stated := make([]*data.OutputLengths, runs.Len())
	for i := range stated {
		stated[i] = runs.Lengths(i)
	}
	edges := data.CommonEdges(slices.DeleteFunc(slices.Clone(stated), func(o *data.OutputLengths) bool { return o == nil }))
	each = make([]*distribution, len(stated))
	for i, o := range stated {
		each[i] = bin(o, edges)
	}
	return each, sum(each)
}

func bin(o *data.OutputLengths, common []float64) *distribution {
	switch {
	case o == nil:
		return nil
	case o.Lengths == nil && len(o.Edges) == len(o.Counts)+1:
		return &distribution{o.Edges, o.Counts}
	case o.Lengths == nil:
		return nil
	}
	counts, _ := o.Binned(common)
	return &distribution{common, counts}
}

// sum adds up histograms over equal edges.
func sum(each []*distribution) *distribution {
	var total *distribution
	for _, d := range each {
		switch {
		case d == nil:
			continue
		case total == nil:
			total = &distribution{d.bins, slices.Clone(d.counts)}
			continue
		case !slices.Equal(total.bins, d.bins):
			return nil
		}
		for i, n := range d.counts {
			total.counts[i] += n
		}
	}
	return total
}
