package diff

import (
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// value is what a field of the configuration's identity holds.
func (c *Change) value(field string) (value string, is bool) {
	k, is := lists.Find(c.Key, func(k KeyValue) bool { return k.Field.Name == field })
	return data.Text(k.Value), is
}

// accept notes the reasons beside changes and faults, and which entry is about
// nothing.
func (r *Report) accept(entries plausible.Acceptances, problems []data.Problem) {
	r.Notes = append(r.Notes, entries.Idle(problems)...)
	for _, a := range entries {
		used := a.Code != ""
		for i := range r.Changes {
			if c := &r.Changes[i]; a.Code == "" && a.Matches(c.value, c.ID) {
				c.Accepted, used = a.Reason, true
			}
		}
		if !used {
			r.Notes = append(r.Notes, a.Place+" matches no change of this comparison")
		}
	}
	reasons := lists.By(r.Changes, func(c Change) (string, string) { return c.ID, c.Accepted })
	for _, g := range r.Together {
		if !slices.ContainsFunc(g.IDs, func(id string) bool { return reasons[id] == "" }) {
			g.Accepted = reasons[g.IDs[0]]
		}
	}
	for i := range r.Faults {
		switch f := &r.Faults[i]; {
		case f.Change != nil:
			f.Accepted = f.Change.Accepted
		case f.Together != nil:
			f.Accepted = f.Together.Accepted
		}
	}
}
