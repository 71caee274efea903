package diff

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"gonum.org/v1/gonum/stat"
)

// Together is configurations of a task that changed together: all that were measured again, or those of a model or on a
// GPU. By the tests of single configurations, each of them is within noise or a common error; those that are beyond
// noise once the common change is known are changes of their own too.
type Together struct {
	Domain, Task string
	Model, Name  string   // id and display name; "" for those of all models
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
	leastBy := map[*data.Field]*float64{}
	for f, chances := range families {
		leastBy[f] = new(discover(chances))
	}
	weigh(all, func(c *comparing, metric string) *float64 { return leastBy[c.fields[metric]] })
	for _, g := range found {
		g.decide(leastBy)
	}
	found = slices.DeleteFunc(clearest(found), func(g *Together) bool { return len(g.Shifts) == 0 })
	for _, g := range found {
		g.single(shared)
	}
	return found
}

// single tests the members of a group by the metrics that shifted: what they have in common is no error then, beyond the
// shared one.
func (g *Together) single(shared float64) {
	for _, s := range g.Shifts {
		var chances []*float64
		own := map[*Measure]*float64{}
		for _, c := range g.members {
			m := c.tested(s.Field)
			if m == nil || m.Ratio() > 1 != (s.Ratio() > 1) {
				continue
			}
			noise := apart(m.Noise, c.BaseRuns, c.HeadRuns)
			q := chance(math.Log(m.Ratio()), fitting.Spread{SD: math.Hypot(noise.SD, math.Sqrt2*shared), Freedom: min(noise.Freedom, uneven)})
			own[m], chances = &q, append(chances, &q)
		}
		correct(chances)
		for m, q := range own {
			m.Q = min(m.Q, max(*q, s.Q))
		}
	}
	for _, c := range g.members {
		c.Class = ""
		c.classify()
	}
}

// groups are the configurations within noise: of a task, and those of them of each model and on each GPU, where there are
// several. The task comes first, then its GPUs, then models, each before its GPUs.
func (c *comparing) groups() (list []*Together) {
	byPlace := map[[3]string]*Together{}
	for _, change := range c.found {
		if change.Class != Noise || change.Unstable || change.Model == "" {
			continue
		}
		gpu := change.GPU()
		for _, place := range slices.Compact([][3]string{
			{change.Task}, {change.Task, "", gpu}, {change.Task, change.Model}, {change.Task, change.Model, gpu},
		}) {
			g := byPlace[place]
			if g == nil {
				g = &Together{Domain: change.Domain, Task: change.Task, Model: place[1], GPU: place[2]}
				byPlace[place], list = g, append(list, g)
			}
			if g.Model != "" {
				g.Name = change.Name
			}
			g.members, g.IDs = append(g.members, change), append(g.IDs, change.ID)
		}
	}
	model := func(c *Change) string { return c.Model }
	list = slices.DeleteFunc(list, func(g *Together) bool {
		return g.Model == "" && !g.several(model) || g.GPU != "" && !byPlace[[3]string{g.Task, g.Model}].several((*Change).GPU)
	})
	lists.Sort(list, func(a, b *Together) int { return slices.Compare(a.place(), b.place()) })
	return list
}

// several reports whether the members are not all of one kind.
func (g *Together) several(kind func(*Change) string) bool {
	return slices.ContainsFunc(g.members, func(c *Change) bool { return kind(c) != kind(g.members[0]) })
}

func (g *Together) place() []string { return []string{g.Task, g.Model, g.GPU} }

// test holds the mean ratio of each metric in which several configurations differ against
// its noise. What does not differ at all was not measured again.
func (g *Together) test(shared float64) {
	tested := lists.FlatMap(g.members, func(c *Change) []Ranked {
		return lists.FilterMap(c.Measures, func(m Measure) (Ranked, bool) { return Ranked{c, m}, m.Tested() })
	})
	for _, of := range lists.Group(tested, func(m Ranked) *data.Field { return m.By.Field }) {
		if len(of) > 1 {
			members := lists.Map(of, func(m Ranked) *Change { return m.Change })
			g.Shifts = append(g.Shifts, shiftOf(of[0].By.Field, members, shared))
		}
	}
}

// shiftOf adds the shared error of both sides to the noise of the mean, which is at least that which the members show by
// their scatter, and gives the sum its degrees of freedom (Welch, Biometrika 34, 1947).
func shiftOf(f *data.Field, members []*Change, shared float64) Shift {
	n, variance, freedom := float64(len(members)), 0.0, math.Inf(1)
	ratios := make([]float64, len(members))
	for i, c := range members {
		m := c.tested(f)
		ratios[i] = math.Log(m.Ratio())
		deviation := apart(m.Noise, c.BaseRuns, c.HeadRuns).SD / n
		variance += deviation * deviation
		freedom = min(freedom, m.Noise.Freedom)
	}
	slices.Sort(ratios) // so that their order has no say in a sum
	mean, own := stat.MeanVariance(ratios, nil)
	if own/n > variance {
		variance, freedom = own/n, n-1
	}
	total := variance + 2*shared*shared
	if variance > 0 {
		freedom *= (total / variance) * (total / variance)
	}
	noise := fitting.Spread{SD: math.Sqrt(total), Freedom: freedom}
	return Shift{Measure{Field: f, Base: 1, Head: math.Exp(mean), Noise: noise, Q: chance(mean, noise)}, len(members)}
}

// decide keeps the shifts that are changes.
func (g *Together) decide(least map[*data.Field]*float64) {
	g.Shifts = slices.DeleteFunc(g.Shifts, func(s Shift) bool {
		return max(s.Q, *least[s.Field]) > significance || !beyond(s.Base, s.Head)
	})
	for i := range g.Shifts {
		s := &g.Shifts[i]
		s.Q, s.Material = max(s.Q, *least[s.Field]), true
	}
}

// clearest tells of each configuration once: of a task all that were measured again, those on some GPU, or those of some
// model, whichever is the clearest case.
func clearest(groups []*Together) []*Together {
	return lists.FlatMap(lists.Group(groups, func(g *Together) [2]string { return [2]string{g.Domain, g.Task} }), clearestOf)
}

// clearestOf chooses among the groups of one task.
func clearestOf(groups []*Together) []*Together {
	var whole, gpus, models []*Together
	partsOf := map[string][]*Together{} // by model
	for _, g := range groups {
		if g.GPU != "" {
			partsOf[g.Model] = append(partsOf[g.Model], g)
		}
	}
	for _, g := range groups {
		parts := partsOf[g.Model]
		switch {
		case g.Model == "" && g.GPU == "":
			whole = append(whole, g)
		case g.Model == "":
			gpus = append(gpus, g)
		case g.GPU == "" && least(parts...) < least(g):
			models = append(models, parts...)
		case g.GPU == "":
			models = append(models, g)
		}
	}
	return slices.MinFunc([][]*Together{whole, gpus, models}, func(a, b []*Together) int { return cmp.Compare(least(a...), least(b...)) })
}

// least is the least q-value of groups.
func least(groups ...*Together) float64 {
	least := math.Inf(1)
	for _, g := range groups {
		for _, s := range g.Shifts {
			least = min(least, s.Q)
		}
	}
	return least
}

// Moved returns the configurations that changed together with others, by [Change.ID].
func (r *Report) Moved() map[string]*Together {
	moved := map[string]*Together{}
	for _, g := range r.Together {
		maps.Copy(moved, lists.By(g.IDs, func(id string) (string, *Together) { return id, g }))
	}
	return moved
}
