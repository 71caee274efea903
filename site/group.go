package site

import (
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// mostNamed bounds the models that a sentence names.
const mostNamed = 5

// effectText sums up a change.
func (p *page) effectText(t *task, a view.Answer) templates.Text {
	e := a.Effect
	if e.Pairs == 0 {
		return templates.Plain(t.words.Say("views.change.none", "alt", a.View.Alt, "base", a.View.Base, "at", t.at(a.Query)))
	}
	text := templates.Said(t.words.Rich("views.change.claim", "alt", a.View.Alt, "base", a.View.Base, "lower", e.Lower, "n", e.Pairs,
		"at", t.at(a.Query), "median", t.words.Say("form.percent", "x", t.signed(e.Median))))
	if e.Turns {
		text = append(text, plain(" "+t.words.Say("views.change.turns")))
	}
	for _, more := range []struct {
		key string
		n   int
	}{{"views.change.ties", e.Ties}, {"views.change.more", a.MorePairs}, {"views.change.alone", len(a.Alone)}} {
		if more.n > 0 {
			text = append(text, plain(" "+t.words.Say(more.key, "n", more.n)))
		}
	}
	if n := len(a.Unlike); n > 0 {
		named := lists.Map(a.Unlike[:min(n, mostNamed)], func(p view.Pair) string { return p.Alt.Nickname })
		text = append(text, plain(" "+t.words.Say("views.change.unlike", "n", n, "models", strings.Join(named, ", "))))
	}
	return text
}

// noneOf says why a ranking has no rows: the deadline alone leaves some out, or none is there.
func (t *task) noneOf(a view.Answer) string {
	if len(a.Late) > 0 {
		return t.words.Say("groups.none_within", "deadline", t.limitText(a.Query))
	}
	return t.words.Say("task.lede.empty")
}

// rankingNote says what the rows are and how many are left out. of is the end of its messages' keys.
func (p *page) rankingNote(t *task, a view.Answer, of string) templates.Text {
	at := t.at(a.Query)
	text := t.words.Say(withLimit("views.note."+of, at), "at", at, "metric", t.metricOf(a.Query)) + t.inGroups(a.Rows)
	if a.More > 0 {
		text += " " + t.words.Say("views.more", "n", a.More)
	}
	if len(a.Late) > 0 {
		text += " " + t.words.Say("views.late."+of, "n", len(a.Late))
	}
	return templates.Plain(text)
}
