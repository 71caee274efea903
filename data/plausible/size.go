package plausible

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// CodeSize is the code of a run that takes far more, or far less, than the size of its model explains.
const CodeSize = "size"

const (
	// offSize is how many times the energy and the latency may differ from those of a model of the same size; published runs
	// differ from most others by at most 1.7 times in both.
	offSize = 3
	// nearSize is how many times the weights of a model may be those of one that it is compared with, mostPeers how many of
	// those next in size there are on either side.
	nearSize, mostPeers = 3, 10
)

// sized is a run with what it is compared by: the bytes of all weights and of those that a token needs.
type sized struct {
	run           int
	model         string
	total, active float64
	energy, ms    float64
}

// times is how many times the energy and the latency of a run are at least those of another one, beyond what the larger
// weights explain, by which either grows at most in proportion. ok is false for weights that explain too much.
func (a sized) times(b sized) (times float64, ok bool) {
	larger := max(1, a.total/b.total, a.active/b.active)
	return min(a.energy/b.energy, a.ms/b.ms) / larger, larger <= nearSize
}

// stands reports whether the energy of a run is far from that of another one, without which it is not apart from any: that
// is nearly always told by this alone.
func (a sized) stands(beside []sized) bool {
	for i := range beside {
		if b := &beside[i]; a.energy > offSize*b.energy || b.energy > offSize*a.energy {
			return true
		}
	}
	return false
}

// sizes finds runs whose energy and latency are both far above, or below, those of most models of about their size under the
// same conditions: all runs of a model in one wrong unit agree with each other and with the laws.
func (j *judge) sizes() rule {
	s := j.table.Schema()
	conditions := lists.Filter(s.Fields(), func(f data.Field) bool {
		return f.Key && f.Role != data.RoleModel && f.Role != data.RolePrecision && f.Anchor != "parallelism"
	})
	why := map[int]Finding{}
	for _, group := range j.groups(lists.Map(conditions, func(f data.Field) string { return f.Name })) {
		runs := j.sized(group)
		for i, r := range runs {
			beside := runs[max(0, i-mostPeers):min(len(runs), i+mostPeers+1)]
			if !r.stands(beside) {
				continue
			}
			those, is := r.apartFrom(beside, "over three times", r.times)
			if !is {
				those, is = r.apartFrom(beside, "under a third of", func(other sized) (float64, bool) { return other.times(r) })
			}
			if is {
				why[r.run] = suspicious(CodeSize, s.Name(data.RoleEnergy),
					fmt.Sprintf("%s at a median latency of %s ms, both %s", short3(r.energy), short3(r.ms), those))
			}
		}
	}
	return known(why)
}

// sized are the runs of a group of which all is known that they are compared by, by size.
func (j *judge) sized(group []int) (runs []sized) {
	s := j.table.Schema()
	read := lists.Map([]data.Role{data.RoleParameters, data.RoleActive, data.RoleEnergy, data.RoleP50}, j.reader)
	for _, run := range group {
		values := lists.Map(read, func(of func(int) (float64, bool)) float64 { x, _ := of(run); return x })
		size := bytesOf[j.table.Text(run, s.Name(data.RolePrecision))]
		if !j.odd[run] && size*slices.Min(values) > 0 {
			runs = append(runs, sized{run, j.table.Text(run, s.Name(data.RoleModel)), size * values[0], size * values[1], values[2], values[3]})
		}
	}
	slices.SortStableFunc(runs, func(a, b sized) int { return cmp.Compare(a.total, b.total) })
	return runs
}

// apartFrom says of a run that is far from two other models, and from more than half of those that it is compared with, how
// far that is.
func (r sized) apartFrom(beside []sized, how string, times func(other sized) (float64, bool)) (those string, is bool) {
	if lists.Count(beside, func(other sized) bool { x, _ := times(other); return x > offSize }) < 2 {
		return "", false // as nearly always, which is told without a map
	}
	far := map[string]bool{} // whether all runs of a model are
	for _, other := range beside {
		x, comparable := times(other)
		if other.model == r.model || !comparable {
			continue
		}
		if before, known := far[other.model]; !known || before {
			far[other.model] = x > offSize
		}
		if far[other.model] {
			those = fmt.Sprintf("%s those of most models of about its size, such as %s with %s and %s ms",
				how, other.model, short3(other.energy), short3(other.ms))
		}
	}
	n := lists.Count(slices.Collect(maps.Values(far)), func(is bool) bool { return is })
	return those, n > 1 && 2*n > len(far)
}
