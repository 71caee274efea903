package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/units"
)

// Together is a model in a task whose configurations changed together, though each of them is within noise.
type Together struct {
	Domain, Task string
	Model, Name  string   // id and display name
	GPU          string   // "" for configurations on any GPU
	IDs          []string // of the configurations, see [Change.ID]
	Shifts       []Shift  // those that are material, in the order of the field table
	Accepted     string   // the reason for their approval

	members []*Change
}

// Shift is the common change of configurations in a metric: Base is 1, Head the geometric mean of their ratios, and
// Noise the standard deviation of its logarithm.
type Shift struct {
	Measure
	Configurations int
}

// together finds what changed together in all record types. Runs of one campaign share an
// error, of which the standard deviation is given; more configurations do not average it out.
func together(all []*comparing, shared float64) (found []*Together) {
	families := map[*data.Field][]*float64{}
	for _, c := range all {
		for _, g := range c.groups() {
			g.test(shared)
			for i := range g.Shifts {
				s := &g.Shifts[i]
				families[s.Field] = append(families[s.Field], &s.Q)
			}
			found = append(found, g)
		}
	}
	var least []*float64
	leastOf := map[*data.Field]*float64{}
	for field, chances := range families {
		p := discover(chances, len(chances))
		leastOf[field], least = &p, append(least, &p)
	}
	correct(least, len(least))
	for _, g := range found {
		g.decide(leastOf)
	}
	return slices.DeleteFunc(clearest(found), func(g *Together) bool { return len(g.Shifts) == 0 })
}

// groups are the configurations of one model in one task that are within noise, and
// those of them on each GPU where there are several.
func (c *comparing) groups() (list []*Together) {
	byPlace, gpus := map[[3]string]*Together{}, map[[2]string]map[string]bool{}
	for _, change := range c.found {
		if change.Class != Noise || change.Unstable || change.Model == "" {
			continue
		}
		model, gpu := [2]string{change.Task, change.Model}, data.Text(change.key(data.RoleGPU))
		if gpus[model] == nil {
			gpus[model] = map[string]bool{}
		}
		gpus[model][gpu] = true
		for _, on := range slices.Compact([]string{"", gpu}) {
			place := [3]string{change.Task, change.Model, on}
			g := byPlace[place]
			if g == nil {
				g = &Together{Domain: change.Domain, Task: change.Task, Model: change.Model, Name: change.Name, GPU: on}
				byPlace[place], list = g, append(list, g)
			}
			g.members = append(g.members, change)
			g.IDs = append(g.IDs, change.ID)
		}
	}
	list = slices.DeleteFunc(list, func(g *Together) bool {
		return g.GPU != "" && len(gpus[[2]string{g.Task, g.Model}]) == 1
	})
	slices.SortFunc(list, func(a, b *Together) int { return slices.Compare(a.place(), b.place()) })
	return list
}

func (g *Together) place() []string { return []string{g.Task, g.Model, g.GPU} }

// test holds the mean ratio of each metric in which several configurations differ against
// its noise. What does not differ at all was not measured again.
func (g *Together) test(shared float64) {
	by := map[*data.Field][]*Change{}
	var fields []*data.Field
	for _, c := range g.members {
		for _, m := range c.Measures {
			if !m.Tested() {
				continue
			}
			if by[m.Field] == nil {
				fields = append(fields, m.Field)
			}
			by[m.Field] = append(by[m.Field], c)
		}
	}
	for _, f := range fields {
		if len(by[f]) > 1 {
			g.Shifts = append(g.Shifts, shiftOf(f, by[f], shared))
		}
	}
}

// shiftOf adds the shared error of both sides to the noise, and gives the sum its degrees of
// freedom (Welch, Biometrika 34, 1947): the shared error is assumed and has infinitely many.
func shiftOf(f *data.Field, members []*Change, shared float64) Shift {
	n, sum, variance, freedom := float64(len(members)), 0.0, 0.0, math.Inf(1)
	for _, c := range members {
		m := c.measure(f)
		sum += math.Log(m.Ratio())
		deviation := apart(m.Noise, c.BaseRuns, c.HeadRuns).SD / n
		variance += deviation * deviation
		freedom = min(freedom, m.Noise.Freedom)
	}
	total := variance + 2*shared*shared
	if variance > 0 {
		freedom *= (total / variance) * (total / variance)
	}
	noise := fitting.Spread{SD: math.Sqrt(total), Freedom: freedom}
	return Shift{Measure{Field: f, Base: 1, Head: math.Exp(sum / n), Noise: noise, Q: chance(sum/n, noise)}, len(members)}
}

func (c *Change) measure(f *data.Field) *Measure {
	return &c.Measures[slices.IndexFunc(c.Measures, func(m Measure) bool { return m.Field == f })]
}

// decide keeps the shifts that are changes.
func (g *Together) decide(least map[*data.Field]*float64) {
	g.Shifts = slices.DeleteFunc(g.Shifts, func(s Shift) bool {
		return max(s.Q, *least[s.Field]) > significance || !beyond(s.Base, s.Head, floor)
	})
	for i := range g.Shifts {
		s := &g.Shifts[i]
		s.Q, s.Material = max(s.Q, *least[s.Field]), true
	}
}

// clearest tells of each configuration once: of a model in a task all configurations, or
// those on some GPU where these are the clearer case.
func clearest(groups []*Together) (list []*Together) {
	for from, to := 0, 0; from < len(groups); from = to {
		whole := groups[from] // the first of its model, by its GPU
		for to = from + 1; to < len(groups) && groups[to].within(whole); to++ {
		}
		parts := groups[from+1 : to]
		if slices.ContainsFunc(parts, func(g *Together) bool { return g.least() < whole.least() }) {
			list = append(list, parts...)
		} else {
			list = append(list, whole)
		}
	}
	return list
}

func (g *Together) within(whole *Together) bool {
	return g.GPU != "" && g.Domain == whole.Domain && g.Task == whole.Task && g.Model == whole.Model
}

func (g *Together) least() float64 {
	least := math.Inf(1)
	for _, s := range g.Shifts {
		least = min(least, s.Q)
	}
	return least
}

// Moved returns the configurations that changed together with others, by [Change.ID].
func (r *Report) Moved() map[string]*Together {
	moved := map[string]*Together{}
	for _, g := range r.Together {
		for _, id := range g.IDs {
			moved[id] = g
		}
	}
	return moved
}

// Words describe shifts of the same number of configurations, in a sentence: "Energy per token −30.0%, power −30.0%
// in 9 configurations on B200; together they exceed noise".
func (g *Together) Words() string {
	text, on := "", ""
	if g.GPU != "" {
		on = " on " + g.GPU
	}
	for i, s := range g.Shifts {
		text += inside(s.Field.Label, i > 0) + " " + s.Percent()
		switch last := i == len(g.Shifts)-1; {
		case last || g.Shifts[i+1].Configurations != s.Configurations:
			text += " in " + units.Plural(s.Configurations, "configuration") + on
			if !last {
				text += "; "
			}
		default:
			text += ", "
		}
	}
	return text + "; together they exceed noise"
}

func (g *Together) evidence() string {
	s := slices.MinFunc(g.Shifts, func(a, b Shift) int { return cmp.Compare(a.Q, b.Q) })
	text := fmt.Sprintf("noise of the mean change %s, q = %s", noisePercent(s.Noise), units.Short(s.Q))
	if g.Accepted != "" {
		text += "; accepted: " + g.Accepted
	}
	return text
}
