package plausible

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// steadiest is the relative deviation between repeats of which no measured quantity has less.
const steadiest = 0.005

// mostByChance is the probability that two runs agree in all digits, below which none of so many probably do by accident.
func mostByChance(runs int) float64 { return min(1e-6, 0.01/float64(runs)/float64(runs)) }

// ofWork are roles of how much a run did, which a copy is often given another value of.
var ofWork = []data.Role{data.RoleDuration, data.RoleRequests, data.RoleInputTokens, data.RoleOutputTokens, data.RoleOutputLength}

// mostCompared runs are compared at once; those of a configuration stand together. mostCopies are told.
const mostCompared, mostCopies = 1 << 18, 10_000

// copies finds runs that have the measured values of an earlier one to the last digit: the same run with another id, or one that was
// joined to several configurations of a board. Rounded values, of which repeats may share all, are none; nor are counts, shares and lengths.
func (j *judge) copies() (of map[int]Finding, other map[int]bool) {
	s := j.table.Schema()
	better := lists.Filter(s.Fields(), func(f data.Field) bool { return f.Better != data.Neutral })
	results := lists.FlatMap(better, func(f data.Field) []string { return s.ReadFor(f.Name) })
	measured := lists.Filter(s.Fields(), func(f data.Field) bool {
		return f.Kind == data.Float && !f.Key && !f.Computed && f.Value == "" && !slices.Contains(ofWork, f.Role)
	})
	read := lists.Map(measured, func(f data.Field) func(int) (float64, bool) { return j.table.Reader(f.Name) })
	physical := lists.Map(measured, func(f data.Field) bool { return data.Varies(f.Unit) && slices.Contains(results, f.Name) })
	byChance := func(run int) bool {
		several, chance := 0, 1.0
		for i, read := range read {
			if x, stated := read(run); stated && physical[i] && x != 0 {
				agree := min(1, lastDigit(x)/steadiest)
				several, chance = several+lists.One(agree < 0.1), chance*agree
			}
		}
		return several < 2 || chance > mostByChance(len(j.runs))
	}
	work := lists.Map(ofWork, j.reader)
	otherWork := func(a, b int) bool {
		return slices.ContainsFunc(work, func(read func(int) (float64, bool)) bool {
			x, stated := read(a)
			y, too := read(b)
			return stated && too && x != y
		})
	}
	kept := 0
	batch := s.Name(data.RoleBatch)
	of, other = map[int]Finding{}, map[int]bool{}
	seed, row, first := maphash.MakeSeed(), []byte{}, lists.Index{}
	for _, run := range j.runs {
		row = row[:0]
		for i := range read {
			x, _ := read[i](run)
			row = binary.LittleEndian.AppendUint64(row, math.Float64bits(x))
		}
		same := func(other int) bool {
			return lists.All(read, func(read func(int) (float64, bool)) bool {
				x, stated := read(run)
				y, too := read(other)
				return x == y && stated == too
			})
		}
		digest := maphash.Bytes(seed, row)
		if twin := first.Find(digest, same); twin >= 0 {
			if len(of) < mostCopies && (j.sameBoard(run, twin) || otherWork(run, twin)) && !byChance(run) {
				of[run] = j.copyOf(run, twin)
				if j.table.Value(run, batch) != j.table.Value(twin, batch) {
					other[run], other[twin] = true, true
				}
			}
			continue
		}
		if kept++; kept > mostCompared { // the memory of those before is used again
			first, kept = lists.Index{}, 1
		}
		first.Add(digest, run)
	}
	return of, other
}

// copyOf says of a run that it has the values of another one.
func (j *judge) copyOf(run, twin int) Finding {
	s, of := j.table.Schema(), j.place(twin)
	if at := j.table.Place(twin); at.Row == 0 {
		of = at.File
	}
	differ := lists.Filter(s.Keys(), func(name string) bool { return j.table.Value(run, name) != j.table.Value(twin, name) })
	but := ": repeats that were measured are not, so remove one if it is a copy"
	if len(differ) > 0 {
		but = fmt.Sprintf(", but not in %s: was one result copied, or joined to several rows? Correct it", strings.Join(differ, ", "))
	}
	found := suspicious(CodeCopied, s.Name(data.RoleEnergy), fmt.Sprintf(
		"is equal to %s in all measured values, to the last digit%s, or accept %s with --accept", of, but, CodeCopied))
	found.Ranked, found.joined = true, len(differ) > 0
	return found
}
