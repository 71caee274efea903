package site

import (
	"context"
	"strings"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/templates"
)

// Cards are the pictures that previews of links show: one for the home page, each task and each post. They exist
// only in a site that knows its own address, since nothing else can name them.
const cardsFolder = "cards/"

const homeCard = cardsFolder + "home.png"

func taskCard(id string) string { return cardsFolder + "tasks/" + id + ".png" }

func postCard(slug string) string { return cardsFolder + "posts/" + slug + ".png" }

// cardOf is the card of the first of some tasks.
func cardOf(tasks []*task) string {
	if len(tasks) == 0 {
		return homeCard
	}
	return taskCard(tasks[0].ID)
}

// image is the card as the page's head names it.
func (p *page) image() *templates.Image {
	return &templates.Image{
		URL: p.opts.BaseURL + p.card, Alt: p.cardTexts[p.card].alt(),
		Width: render.CardWidth, Height: render.CardHeight,
	}
}

// cardText is what a card says.
type cardText struct{ title, sentence string }

func (t cardText) alt() string {
	if strings.HasSuffix(t.title, "?") {
		return t.title + " " + t.sentence
	}
	return t.title + ". " + t.sentence
}

// cards are the texts of all cards by address.
func (e *edition) cards() map[string]cardText {
	texts := map[string]cardText{homeCard: {e.content.Site.Description, e.Say("home.card", "extent", e.extent())}}
	for _, t := range e.tasks {
		texts[taskCard(t.ID)] = cardText{t.heading(), t.among(board.Query{}, firstGroup(t.best), spoken(t.answer(t.initial)))}
	}
	for _, post := range e.texts.Posts {
		texts[postCard(post.Slug)] = cardText{post.Title, post.Summary}
	}
	return texts
}

// bringCard draws a card around a chart, which may be nil, if there is a page that can name it.
func (p *page) bringCard(ctx context.Context, address string, chart *render.Chart) error {
	if p.opts.BaseURL == "" {
		return nil
	}
	text, name := p.cardTexts[address], p.content.Site.Name
	if p.data.Synthetic() {
		name = p.Say("home.synthetic", "site", name) // a card is seen without its page
	}
	content, err := p.opts.Charts.Card(ctx, render.Card{
		Site: name, Title: text.title, Sentence: text.sentence, Chart: chart,
	})
	p.loads = append(p.loads, loaded{address, content})
	return err
}

// bringHomeCard draws the card of the home page where no task's page does.
func (p *page) bringHomeCard(ctx context.Context) error {
	if len(p.tasks) > 0 {
		return nil
	}
	return p.bringCard(ctx, homeCard, nil)
}

// bringTaskCards draws the card of a task's page around its chart, nil where it has none, and with the first task's the
// home page's, which shows the same chart.
func (p *page) bringTaskCards(ctx context.Context, t *task, chart *render.Chart) error {
	if t.subject != nil {
		return nil // pages of boards have the home page's card
	}
	if err := p.bringCard(ctx, p.card, chart); err != nil || t != p.tasks[0] {
		return err
	}
	return p.bringCard(ctx, homeCard, chart)
}

// spoken is the words of a text, without its links.
func spoken(text templates.Text) string {
	var b strings.Builder
	for _, part := range text {
		b.WriteString(part.Text)
	}
	return b.String()
}
