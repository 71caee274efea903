package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/templates"
)

// Cards are the pictures that previews of links show: one for the home page and for each page of a task, board, post, comparison
// or finding, and of the values of a field. Pages of runs have that of their board, all others that of the home page. They exist
// only in a site that knows its own address, since nothing else can name them.
const cardsFolder = "cards/"

const homeCard = cardsFolder + "home.png"

// mostCards of the pages about the values of a field have their own; the others have that of their first task.
const mostCards = 200

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
func (p *page) image() *templates.Image {
	return &templates.Image{URL: p.opts.BaseURL + p.card, Alt: p.says.alt(), Width: render.CardWidth, Height: render.CardHeight}
}

// bringCard draws the page's own card around its first drawing, if it has one, or around the given one.
func (p *page) bringCard(chart *render.Chart) {
	if p.opts.BaseURL == "" {
		return
	}
	name := p.content.Site.Name
	if p.data.Synthetic() {
		name = p.Say("home.synthetic", "site", name) // a card is seen without its page
	}
	content, err := p.opts.Charts.Card(p.ctx, render.Card{
		Site: name, Title: p.says.title, Sentence: p.says.sentence, Chart: cmp.Or(chart, p.drawn(p.lead+narrow), p.drawn(p.lead)),
	})
	p.fail(err)
	p.loads = append(p.loads, loaded{p.card, content})
}

// bringHomeCard draws the card of the home page around the trade-off of the first task.
func (p *page) bringHomeCard() {
	var around *render.Chart
	if len(p.tasks) > 0 && p.opts.BaseURL != "" {
		t := p.tasks[0]
		if a := t.tradeoff(); a != nil {
			f := p.viewDrawing(t, *a, t.answerTo(*a))
			if i := slices.IndexFunc(f.Smaller, func(d charts.Drawing) bool { return d.Width == phone }); i >= 0 {
				chart := chartOf(a.ID, f, f.Smaller[i])
				around = &chart
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
