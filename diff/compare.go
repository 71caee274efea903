package diff

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts"
)

// Side is one of the two datasets, including unstable runs if its source has them.
type Side struct {
	Data  data.Dataset
	Texts []posts.Said // the content of the site's texts that is computed from the data
}

// Options configure a comparison; the zero value is valid, and assumes a noise of 8% if there
// are no repeats.
type Options struct {
	Content  content.Content       // deadlines and names of the tasks, and the publisher's assumptions
	Top      int                   // models that enter or leave this number of top ranks are reported; 0 means 3
	Accepted plausible.Acceptances // approved problems and changes
}

// Compare reports the changes from base to head.
func Compare(base, head Side, o Options) Report {
	o.Top = cmp.Or(o.Top, 3)
	r := Report{Base: revisionsOf(base.Data), Head: revisionsOf(head.Data)}
	r.TaskNames = lists.By(o.Content.Tasks, func(t content.Task) (string, string) { return t.ID, t.Name })
	stated := o.Content.Site.Uncertainty
	shared := cmp.Or(stated.Sensor, 5) / 100 / math.Sqrt(3) // a bound, within which all errors are alike (JCGM 100:2008, 4.3.7)
	var all []*comparing
	for _, s := range schemas(base.Data, head.Data) {
		c := newComparing(base.Data.Table(s), head.Data.Table(s), shared)
		if len(c.renames) > 0 {
			base.Data = base.Data.With(c.base)
		}
		if c.len() > 0 {
			all = append(all, c)
		}
	}
	r.Before = base.Data
	r.compareRecords(all, base.Data, head.Data, fitting.Assumed(cmp.Or(stated.BetweenRuns, 8)/100))
	r.Together = together(all, shared)
	r.take(all)
	r.noteUnrelated()
	if base.Data.Len() > 0 && head.Data.Len() > 0 { // the first results move nothing
		material := r.materialIDs()
		r.Boards = boards(base.Data, head.Data, material, o)
		r.sayGone()
		r.Texts = changedTexts(base.Texts, head.Texts)
	}
	r.Faults = faults(base.Data, head.Data, &r)
	r.accept(o.Accepted, slices.Concat(base.Data.Problems(), head.Data.Problems()))
	return r
}

// noteUnrelated says so where the two sides have no configuration in common: then they
// are hardly two states of one thing.
func (r *Report) noteUnrelated() {
	if r.Counts[Added] == 0 || r.Counts[Removed] == 0 || r.count(Added, Removed) < r.count(Classes()...) {
		return
	}
	r.Notes = append([]string{"the two sides have no configuration in common: " +
		"every configuration of the base is missing and every one of the head is new; check that the head is derived from the base"},
		r.Notes...)
}

// compareRecords compares the record types that either side has runs of.
func (r *Report) compareRecords(all []*comparing, base, head data.Dataset, assumed fitting.Spread) {
	r.Noise = noises(all, assumed)
	problems := leftOut(base.Problems(), head.Problems())
	for _, c := range all {
		c.refused = c.refusals(problems)
		c.compare(base.Synthetic() != head.Synthetic())
	}
	screen(all)
	for _, c := range all {
		c.finish(head.Len())
	}
}

// schemas are the field tables of both sides' runs, in the order of a dataset.
func schemas(base, head data.Dataset) []*data.Schema {
	either := base
	for _, t := range head.Tables {
		either = either.With(t)
	}
	return lists.Map(either.Tables, data.Table.Schema)
}
