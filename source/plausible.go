package source

import (
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data/plausible"
)

// leastBusy is the share of the power limit that GPUs draw at least while they serve a model: the lowest that published runs
// have is 0.26.
const leastBusy = 0.2

// rules decide which runs are implausible, by the caller's GPUs or those that ship with the
// program.
func (o Options) rules() plausible.Rules {
	gpus := o.GPUs
	if gpus == nil {
		gpus = content.EmbeddedGPUs()
	}
	rules := plausible.Rules{GPUs: map[string]plausible.Limit{}, Accept: o.Accept}
	for _, g := range gpus {
		least, most := g.Draws()
		rules.GPUs[g.Model] = plausible.Limit{Least: least, Most: most, Busy: leastBusy * g.TDP, Bandwidth: g.Bandwidth, Memory: g.Memory}
	}
	return rules
}
