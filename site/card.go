package site

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/templates/markdown"
)

// Cards are the pictures that previews of links show: one for the home page and for each page of a task, board, post, comparison
// or finding, and of the values of a field. Pages of runs have that of their board, all others that of the home page. They exist
// only in a site that knows its own address, since nothing else can name them.
const cardsFolder = "cards/"

const homeCard = cardsFolder + "home.png"

// cardPath is the card of the page at an address.
func cardPath(address string) string { return cardsFolder + strings.Trim(address, "/") + ".png" }

// cardText is what a card says.
type cardText struct{ title, sentence string }

func (t cardText) alt() string {
	if strings.HasSuffix(t.title, "?") {
		return t.title + " " + t.sentence
	}
	return t.title + ". " + t.sentence
}

// carded gives a page its card: its own if it says something, else the one it names, else that of the home page.
func (e *edition) carded(p *page) {
	switch {
	case p.card != "":
	case p.says.title != "":
		p.card, p.ownCard = cardPath(p.path), true
	default:
		p.card, p.says = homeCard, e.homeSays
	}
}

// cardOfTask is the card of the first of some tasks, for a page that has none of its own.
func cardOfTask(tasks []*task) (address string, says cardText) {
	if len(tasks) == 0 {
		return "", cardText{}
	}
	return cardPath(tasks[0].address()), tasks[0].says
}

// cardOfGroup is the best of a group in the first task that has it.
func cardOfGroup(g *group) cardText {
	for _, t := range g.boards {
		if c, ok := t.board.Default.Choose(g.on(t)); ok {
			return cardText{g.name, t.Name + ": " + spoken(t.choice(c)[0])}
		}
	}
	return cardText{}
}

// image is the card as the page's head names it.
func (p *page) image() *templates.Picture {
	return &templates.Picture{Src: p.opts.BaseURL + p.card, Alt: p.says.alt(), Width: render.CardWidth, Height: render.CardHeight}
}

// bringCard draws the page's own card around its first drawing, if it has one, or around the given one.
func (p *page) bringCard(chart *render.Chart) {
	if p.opts.BaseURL == "" {
		return
	}
	name := p.content.Site.Name
	if p.Data.Synthetic() {
		name = p.Say("home.synthetic", "site", name) // a card is seen without its page
	}
	key := p.cardKey()
	if chart != nil {
		key = "" // it is not of a view of the page
	}
	p.once(cardFragment, key, func() []loaded {
		content, err := p.opts.Charts.Card(p.ctx, render.Card{
			Site: name, Title: p.says.title, Sentence: p.says.sentence, Chart: cmp.Or(chart, p.drawings[p.lead+narrow], p.drawings[p.lead]),
		})
		p.fail(err)
		return []loaded{{address: p.card, content: content}}
	})
}

// bringHomeCard draws the card of the home page around the trade-off of the first task.
func (p *page) bringHomeCard() {
	var around *render.Chart
	if len(p.tasks) > 0 && p.opts.BaseURL != "" {
		t := p.tasks[0]
		if a := t.tradeoff(); a != nil {
			f := p.viewDrawing(t, *a, t.answerTo(*a))
			if i := slices.IndexFunc(f.Smaller, func(d charts.Drawing) bool { return d.Width == charts.Phone }); i >= 0 {
				around = new(chartOf(a.ID, f, f.Smaller[i]))
			}
		}
	}
	p.bringCard(around)
}

// spoken is the words of a text, without its links.
func spoken(text templates.Text) string {
	var b strings.Builder
	for _, part := range text {
		b.WriteString(part.Text)
	}
	return b.String()
}

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
	for _, t := range e.all {
		if !e.hasBadges(t) {
			continue
		}
		written := map[string]bool{"": true}
		for _, i := range t.badged() {
			page := e.modelOf(t, t.best[i])
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

// badged are the places of the first ranked rows of the default view.
func (t *task) badged() []int {
	ranked := lists.Filter(lists.Indices(len(t.best)), func(i int) bool { return t.best[i].Ranked() })
	return ranked[:min(len(ranked), mostAnswers)]
}

// badge is that of the best row i in the default view.
func (e *edition) badge(t *task, i int) charts.Badge {
	r, own := t.best[i], e.systemOf(t)
	return charts.Badge{
		Value: t.metricText(r), At: t.at(t.board.Default),
		Lines: [][]string{{r.Nickname, joined(t.Name, t.workOf(board.Query{}, r))}, {board.Hardware(r), t.placeText(i)}, {own.name, own.date}},
	}
}

// metricText is what a board ranks a row by: "0.312 J per token".
func (t *task) metricText(r aggregate.Row) string {
	x, _ := r.Metric()
	return t.ranked(x)
}

// placeText is the range of ranks of best row i: "rank 2–4 of 20 models".
func (t *task) placeText(i int) string {
	return t.words.Say("share.rank", "rank", t.initial.Ranges[i].String(), "n", len(aggregate.RankedOf(aggregate.InGroup(t.best, t.best[i].Group))))
}

// share is what a reader can take from the page of a model to another page: the badge, and the same as a sentence; nil
// where the board has no rank for it.
func (p *page) share(t *task) *templates.Share {
	if !p.hasBadges(t) {
		return nil
	}
	i, ok := lists.Find(t.badged(), func(i int) bool { return p.modelOf(t, t.best[i]) == p.path })
	if !ok {
		return nil
	}
	b, r, address := p.badge(t, i), t.best[i], p.opts.BaseURL+p.path+"#"+t.ID
	sentence := t.words.Say("share.sentence", "model", r.Nickname, "task", joined(t.Name, t.workOf(board.Query{}, r)),
		"value", strings.TrimSpace(t.metricText(r)+" "+t.at(t.board.Default)), "place", joined(t.where(r), t.placeText(i)))
	return &templates.Share{
		Title: p.Say("share.title"),
		Badge: templates.Picture{Src: p.to(badgePath(t, p.path)), Alt: b.Title(), Width: b.Width(), Height: b.Height()},
		Snippets: []templates.Snippet{
			{Title: "Markdown", Code: "[![" + markdown.Text(b.Title()) + "](" + markdown.Address(p.opts.BaseURL+badgePath(t, p.path)) + ")](" +
				markdown.Address(address) + ")\n"},
			{Title: p.Say("share.text"), Code: sentence + " " + p.systemOf(t).text() + ". " + address + "\n"},
		},
	}
}
