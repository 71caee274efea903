package plausible

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

const (
	fewestNeighbors = 3 // with which a run is compared
	mostNeighbors   = 5
	// farAway is how many times a metric may differ from its neighbors'.
	farAway = 100
)

// neighbors finds metrics far from the median of the runs with the nearest batch
// sizes, among those that agree in the fields that the record type declares. The metric
// that is furthest away stands for its run.
func (j *judge) neighbors() rule {
	worst := map[int]stray{}
	groups := j.groups(j.table.Schema().Neighbors)
	for _, role := range data.SharedByNeighbors {
		field := j.table.Schema().Name(role)
		read := j.table.Reader(field)
		for _, group := range groups {
			strays(group, field, read, worst)
		}
	}
	return func(run int, tell func(Finding)) {
		if s, off := worst[run]; off {
			tell(impossible(CodeNeighbors, s.field, fmt.Sprintf("%s, but the median of the %d runs of the model with the nearest batch sizes is %s%s",
				short(s.value), s.neighbors, short(s.median), j.otherUnit(s.field, s.value/s.median))))
		}
	}
}

// stray is a value far from its neighbors'.
type stray struct {
	field         string
	value, median float64
	neighbors     int
}

// distance is how many times the values are apart.
func (s stray) distance() float64 { return max(s.value/s.median, s.median/s.value) }

// groups are the runs that agree in some fields, each group by batch size; none without fields.
func (j *judge) groups(fields []string) (groups [][]int) {
	if len(fields) == 0 {
		return nil
	}
	ids := make([]int32, j.table.Len())
	for _, f := range fields {
		data.Tell(ids, f, j.table)
	}
	batch := j.reader(data.RoleBatch)
	end := make([]int, 1+lists.Most(ids, func(id int32) int { return int(id) })) // of each group among all runs
	for _, run := range j.runs {
		end[ids[run]]++
	}
	for id := range len(end) - 1 {
		end[id+1] += end[id]
	}
	order := make([]int, len(j.runs)) // which all groups share
	for _, run := range slices.Backward(j.runs) {
		end[ids[run]]--
		order[end[ids[run]]] = run
	}
	begin := append(end, len(order))
	for id := range end {
		group := order[begin[id]:begin[id+1]]
		if len(group) > 1 {
			slices.SortStableFunc(group, func(a, b int) int {
				x, _ := batch(a)
				y, _ := batch(b)
				return cmp.Compare(x, y)
			})
			groups = append(groups, slices.Clip(group))
		}
	}
	return groups
}

// strays notes the runs of a group, which is in order of batch sizes, whose value is far
// from their neighbors'.
func strays(group []int, field string, read func(int) (float64, bool), worst map[int]stray) {
	var runs []int
	var values []float64
	for _, run := range group {
		if x, ok := read(run); ok && x > 0 {
			runs, values = append(runs, run), append(values, x)
		}
	}
	others := make([]float64, 0, mostNeighbors)
	for i, run := range runs {
		others = around(others[:0], values, i)
		if len(others) < fewestNeighbors {
			return
		}
		s := stray{field, values[i], median(others), len(others)}
		if known, off := worst[run]; s.distance() >= farAway && (!off || s.distance() > known.distance()) {
			worst[run] = s
		}
	}
}

// around adds the values beside the i-th: as many on either side, where there are.
func around(to, values []float64, i int) []float64 {
	from := max(0, min(i-mostNeighbors/2, len(values)-1-mostNeighbors))
	end := min(len(values), from+mostNeighbors+1)
	return append(append(to, values[from:i]...), values[i+1:end]...)
}

// median is the middle value, or the geometric mean of the middle two.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return math.Sqrt(values[(n-1)/2]) * math.Sqrt(values[n/2])
}
