package history

import (
	"cmp"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
)

// Lead is the model that leads a board in the last snapshot, and since when it does.
type Lead struct {
	Task, Domain string
	Best         Configuration // in the last snapshot
	// Since is the date of the first snapshot from which on the model leads without a break, under the terms of the last one.
	Since string
	// Kind says why it does not lead before: NewBest if another model did, NewTask or NewTerms if nothing before can be
	// compared, "" if the history begins at Since.
	Kind Kind
	// Was is the configuration of the model at Since, and Former that of the previous leader, of the same snapshot or, if it
	// was not among the results any more, of the one before; nil for none. Tied tells that the two could not be told apart.
	Was    Configuration
	Former *Configuration
	Tied   bool

	board *Board
}

// Leads returns the leaders of all boards with a model in time in the last snapshot, by task.
func (h History) Leads() (leads []Lead) {
	if len(h.Snapshots) == 0 {
		return nil
	}
	boards := h.Snapshots[len(h.Snapshots)-1].Boards
	for i := range boards {
		if len(boards[i].Best) > 0 {
			leads = append(leads, h.lead(&boards[i]))
		}
	}
	return leads
}

// lead is that of the first group of equal work.
func (h History) lead(now *Board) Lead {
	l := Lead{Task: now.Task, Domain: now.Domain, Best: now.Best[0], board: now}
	work, works := l.Best.Work, now.works()
	at, leader := now, &now.Best[0]
	for i := len(h.Snapshots) - 1; ; i-- {
		l.Since, l.Was = h.Snapshots[i].Date, *leader
		if i == 0 {
			return l
		}
		before := h.Snapshots[i-1].board(now.Task)
		switch {
		case before == nil:
			l.Kind = NewTask
			return l
		case !before.comparable(&now.Terms):
			l.Kind = NewTerms
			return l
		}
		former := before.leader(work, works)
		if former == nil || former.Model != l.Best.Model {
			l.Kind = NewBest
			if l.Former = former; former == nil {
				return l
			}
			if still, late := at.find(former.Model); still != nil && !late {
				l.Former = still
			}
			l.Tied = newBest(before, at, former, leader, at.lost()) == nil
			return l
		}
		at, leader = before, former
	}
}

// leader is the best configuration of a work, nil for none; works are those of models, which earlier files do not say.
func (b *Board) leader(work string, works map[string]string) (best *Configuration) {
	for i := range b.Best {
		c := &b.Best[i]
		if cmp.Or(c.Work, works[c.Model]) == work && (best == nil || b.beats(c.Energy, best.Energy)) {
			best = c
		}
	}
	return best
}

// teller writes what the lead is of in a language.
func (l Lead) teller(t content.Task, w *words.Catalog) teller {
	return teller{Change{Task: l.Task, Domain: l.Domain, New: l.board}, t, w}
}

// Unit is that of what the board is ranked by: "J per token".
func (l Lead) Unit(t content.Task, w *words.Catalog) string { return l.teller(t, w).unit() }

// Gain is the change of the metric from the previous leader, in percent; "" where there is none.
func (l Lead) Gain(w *words.Catalog) string {
	if l.Former == nil {
		return ""
	}
	return teller{Catalog: w}.percent(l.Former.Energy, l.Was.Energy)
}

// Words say it in a sentence; date writes the date of a snapshot.
func (l Lead) Words(t content.Task, w *words.Catalog, date func(string) string) string {
	say := l.teller(t, w)
	since := w.Say("history.lead.current")
	if l.Since != "" {
		since = date(l.Since)
	}
	values := []any{"model", l.Best.Name, "date", since, "standing", say.at(say.energy(l.Best), l.Best)}
	key := map[Kind]string{NewBest: "alone", NewTask: "new_task", NewTerms: "new_terms", "": "always"}[l.Kind]
	if l.Former != nil {
		key = "before"
		if l.Tied {
			key = "tied"
		}
		values = append(values, "former", l.Former.Name, "value", say.energy(*l.Former), "percent", l.Gain(w))
	}
	return w.Say("history.lead."+key, values...)
}
