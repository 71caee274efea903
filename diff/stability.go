package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// stability compares whether the configurations passed the stability rules. A
// configuration is stable on a side that has a stable run of it; its unstable
// runs there are then of no more interest.
//
// A source of stable runs only says nothing about the others: what is unstable on
// the other side and has no counterpart is left out, and counted.
func (c *comparing) stability() {
	if c.stable == nil {
		return
	}
	silent := 0
	for i := range c.pairs {
		p := &c.pairs[i]
		if c.unstable(p.base) && len(p.head) == 0 && stableOnly(c.head) || c.unstable(p.head) && len(p.base) == 0 && stableOnly(c.base) {
			p.base, p.head = nil, nil
			silent++
			continue
		}
		c.compareStability(p)
		p.base, p.head = c.published(p.base), c.published(p.head)
	}
	if silent > 0 {
		c.notes = append(c.notes,
			fmt.Sprintf("%s runs: %d unstable configurations of one side were not compared, since the other side contains only stable runs",
				c.schema.Domain, silent))
	}
}

// stableOnly reports whether the source left unstable runs out.
func stableOnly(runs data.Table) bool {
	return runs.Len() > 0 && runs.Unstable().Err() != nil
}

// nowUnstable begins the account of a configuration that lost its stability.
const nowUnstable = "now unstable: "

func (c *comparing) compareStability(p *pair) {
	switch before, after := c.unstable(p.base), c.unstable(p.head); {
	case (before || len(p.base) == 0) && (after || len(p.head) == 0):
		p.noted().Unstable = true
	case before && len(p.head) > 0:
		p.decide(Flipped, "now stable; previously: "+c.reason(p.base[0]))
	case after && len(p.base) > 0:
		p.decide(Flipped, nowUnstable+c.reason(p.head[0]))
	}
}

// unstable reports whether there are runs and all of them are unstable.
func (c *comparing) unstable(runs []int32) bool {
	return len(runs) > 0 && c.stable != nil && lists.All(runs, func(r int32) bool { return c.stable[r] == false })
}

// published keeps the stable runs, or all if none is.
func (c *comparing) published(runs []int32) []int32 {
	if len(runs) == 1 || c.stable == nil || c.unstable(runs) {
		return runs
	}
	return slices.DeleteFunc(slices.Clone(runs), func(r int32) bool { return c.stable[r] == false })
}

// reason is why a run is unstable, and for one that went with a smaller batch what
// was wrong with that.
func (c *comparing) reason(run int32) string {
	why := c.reasonOf(run)
	batch, cascaded := strings.CutPrefix(why, cascade)
	if !cascaded {
		return why
	}
	if trigger, ok := c.triggers()[c.sweep(run, batch)]; ok {
		return why + ", where " + trigger
	}
	return why
}

// cascade begins the reason of a run that is unstable since a smaller batch is.
const cascade = "cascade_from_unstable_batch:"

func (c *comparing) reasonOf(run int32) string {
	why, _ := c.the(data.RoleReason, run).(string)
	if why == "" {
		return "no reason given"
	}
	return cut(why)
}

// sweep is the runs of a side among which one unstable batch makes larger ones
// unstable, at one batch size.
type sweep struct {
	head                   bool
	task, model, gpu, gpus any
	batch                  string
}

func (c *comparing) sweep(run int32, batch string) sweep {
	return sweep{
		int(run) >= c.base.Len(), c.the(data.RoleTask, run), c.the(data.RoleModel, run),
		c.the(data.RoleGPU, run), c.the(data.RoleGPUs, run), batch,
	}
}

// findTriggers finds the reasons of the runs that are unstable by themselves.
func (c *comparing) findTriggers() map[sweep]string {
	all := map[sweep]string{}
	for i, stable := range c.stable {
		run := int32(i)
		if why := c.reasonOf(run); stable == false && !strings.HasPrefix(why, cascade) {
			all[c.sweep(run, data.Text(c.the(data.RoleBatch, run)))] = why
		}
	}
	return all
}
