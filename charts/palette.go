package charts

import (
	"cmp"
	"hash/fnv"
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// hues tell series apart. One value serves both grounds, so that a mark costs few
// bytes and needs no theme on a canvas: each keeps a contrast of 3:1 to the light
// and to the dark ground, and any two differ by a ΔE2000 of 10 also for readers
// who see no green (a search over OKLCH found them; the test states the rules).
// The first few, which most charts use, are the most vivid.
var hues = [...]scene.Color{
	"#2f9a78", "#d86105", "#b15af9", "#3f76b1", "#fe396c",
	"#8b682b", "#cb6fa0", "#4b777f", "#8689b8", "#607153",
}

// Hues are the colors of marks, for scripts that assign them in a comparison.
func Hues() []scene.Color { return hues[:] }

// shapes stay apart at 7 px, above all the first two, which neighbours have in turn; the others are for more things than these
// can tell apart.
var shapes = [...]scene.Shape{scene.Circle, scene.Rect, scene.Triangle, scene.Diamond}

// plainMarks are those of the first two shapes, allMarks those of all.
const plainMarks, allMarks = len(hues) * 2, len(hues) * len(shapes)

// Mark is the appearance of one of several things in every chart: colors are never the only difference.
type Mark struct {
	Color scene.Color `json:"color"` // hex
	Shape scene.Shape `json:"shape"`
	Dash  string      `json:"-"` // of lines: dashed, dotted or dashdot, "" for solid
}

// dashes are px on and off by their names.
var dashes = map[string][]float64{"dashed": {6, 3}, "dotted": {1.6, 2.4}, "dashdot": {6, 2.4, 1.6, 2.4}}

// line is how a line of the series is drawn.
func (m Mark) line() scene.Style {
	return scene.Style{Stroke: m.Color, Width: 1.6, Dash: dashes[m.Dash]}
}

// Marks assigns each name its mark.
type Marks map[string]Mark

// mark is the i-th of 40; it repeats from there on. Neighbours differ in both
// color and shape.
func mark(i int) Mark {
	i %= allMarks
	round, hue := i/len(hues), i%len(hues)
	return Mark{Color: hues[hue], Shape: shapes[round/2*2+(hue+round)%2]}
}

// MarksInOrder assigns marks to the names in their order: for series of one chart, or few and stable names such as GPUs.
func MarksInOrder(names []string) Marks {
	marks := Marks{}
	for i, name := range names {
		marks[name] = mark(i)
	}
	return marks
}

// MarksByHash assigns each name the mark that its hash points to, or the next free one, so that a model keeps its
// mark when others are added or removed. Call it with the names of the whole dataset, one group for each set of names
// that is drawn together, such as a task: names of one group look different, as long as there are enough marks. If
// there are more names than marks, marks are shared as evenly as the groups allow.
func MarksByHash(groups ...[]string) Marks {
	names := lists.Ascending(slices.Concat(groups...))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(hash(a), hash(b)) })
	within := map[string][]int{} // the groups of each name
	for i, group := range groups {
		for _, name := range lists.Ascending(group) {
			within[name] = append(within[name], i)
		}
	}
	marks := Marks{}
	var used [allMarks]int
	near := make([][allMarks]int, len(groups)) // how often each group has each mark
	for n, name := range names {
		var beside [allMarks]int
		for _, group := range within[name] {
			for at, times := range near[group] {
				beside[at] += times
			}
		}
		first := int(hash(name) % uint64(plainMarks))
		found := first
		better := func(at int) bool {
			each := n / plainMarks
			return cmp.Or(cmp.Compare(beside[at], beside[found]), cmp.Compare(max(used[at], each), max(used[found], each))) < 0
		}
		for step := 1; step < plainMarks; step++ {
			if at := (first + step) % plainMarks; better(at) {
				found = at
			}
		}
		for at := plainMarks; at < allMarks && beside[found] > 0; at++ {
			if better(at) {
				found = at
			}
		}
		used[found]++
		for _, group := range within[name] {
			near[group][found]++
		}
		marks[name] = mark(found)
	}
	return marks
}

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// Apart gives each mark its own, as far as no earlier one has its hue, otherwise a hue that none of them has, and a shape that
// the fewest earlier ones have, its own first. There are at most as many marks as hues.
func Apart(marks []Mark) []Mark {
	free := slices.DeleteFunc(slices.Clone(hues[:]), func(hue scene.Color) bool {
		return slices.ContainsFunc(marks, func(m Mark) bool { return m.Color == hue })
	})
	used, uses, apart := map[scene.Color]bool{}, map[scene.Shape]int{}, slices.Clone(marks)
	for i, m := range marks {
		if used[m.Color] {
			apart[i].Color, free = free[0], free[1:]
		}
		apart[i].Shape = slices.MinFunc(append([]scene.Shape{m.Shape}, shapes[:]...), func(a, b scene.Shape) int {
			return cmp.Compare(uses[a], uses[b])
		})
		used[m.Color] = true
		uses[apart[i].Shape]++
	}
	return apart
}
