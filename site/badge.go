package site

import (
	"context"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/templates/markdown"
)

// badgesPath is the folder of badges: one for each ranked model of a board, by the names in the addresses of their pages.
const badgesPath = "badges/"

// badgePath is the address of a model's badge; page is that of the model's page.
func badgePath(t *task, page string) string {
	return badgesPath + t.ID + "/" + strings.Trim(strings.TrimPrefix(page, content.ModelFolder), "/") + ".svg"
}

// hasBadges tells whether numbers of a board may stand on other pages: none that are invented or only proposed.
func (e *edition) hasBadges(t *task) bool {
	return e.preview == nil && !e.systemOf(t).synthetic
}

func (e *edition) systemOf(t *task) system { return e.system(t.rows[0].Runs().Schema().System()) }

// writeBadges writes those of all boards. Of models that share a page, the best has the badge.
func (e *edition) writeBadges(_ context.Context, w writer) error {
	for _, t := range slices.Concat(e.tasks, e.boards) {
		if !e.hasBadges(t) {
			continue
		}
		written := map[string]bool{"": true}
		for i, r := range t.badged() {
			page := e.modelOf(t, r)
			if written[page] {
				continue
			}
			written[page] = true
			if err := w.Write(badgePath(t, page), e.badge(t, i).SVG()); err != nil {
				return err
			}
		}
	}
	return nil
}

// badged are the first ranked rows of the default view.
func (t *task) badged() []aggregate.Row {
	ranked := aggregate.RankedOf(t.best)
	return ranked[:min(len(ranked), mostAnswers)]
}

// badge is that of the best row i in the default view.
func (e *edition) badge(t *task, i int) charts.Badge {
	r, own := t.best[i], e.systemOf(t)
	return charts.Badge{
		Value: t.metricText(r), At: t.at(t.board.Default),
		Lines: [][]string{{r.Nickname, joined(t.Name, t.workOf(board.Query{}, r))}, {hardware(r), t.placeText(i)}, {own.name, own.date}},
	}
}

// metricText is what a board ranks a row by: "0.312 J per token".
func (t *task) metricText(r aggregate.Row) string {
	x, _ := r.Metric()
	return strings.TrimSpace(t.words.In(t.rankForm(), x) + " " + t.rankUnit())
}

// placeText is the range of ranks of best row i: "rank 2–4 of 20 models".
func (t *task) placeText(i int) string {
	return t.words.Say("share.rank", "rank", t.ranges[i].String(), "n", len(aggregate.RankedOf(aggregate.InGroup(t.best, t.best[i].Group))))
}

// share is what a reader can take from the page of a model to another page: the badge, and the same as a sentence; nil
// where the board has no rank for it.
func (p *page) share(t *task) *templates.Share {
	if !p.hasBadges(t) {
		return nil
	}
	i := slices.IndexFunc(t.badged(), func(r aggregate.Row) bool { return p.modelOf(t, r) == p.path })
	if i < 0 {
		return nil
	}
	b, r, address := p.badge(t, i), t.best[i], p.opts.BaseURL+p.path+"#"+t.ID
	sentence := t.words.Say("share.sentence", "model", r.Nickname, "task", t.Name,
		"value", strings.TrimSpace(t.metricText(r)+" "+t.at(t.board.Default)), "place", joined(t.where(r), t.placeText(i)))
	return &templates.Share{
		Title: p.Say("share.title"),
		Badge: templates.Picture{Src: p.to(badgePath(t, p.path)), Alt: b.Title(), Width: b.Width(), Height: b.Height()},
		Snippets: []templates.Snippet{
			{Title: "Markdown", Code: "[![" + markdown.Text(b.Title()) + "](" + markdown.Address(p.opts.BaseURL+badgePath(t, p.path)) + ")](" +
				markdown.Address(address) + ")\n"},
			{Title: p.Say("share.text"), Code: t.among(board.Query{}, t.best[i:i+1], sentence) + " " + p.systemOf(t).text() + ". " + address + "\n"},
		},
	}
}
