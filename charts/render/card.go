package render

import (
	"context"
	"fmt"

	"github.com/jouleboard/jouleboard/charts/render/raster"
)

// Card is the picture that others show beside a link to a page: what the page is about, what it says, a chart of it.
type Card struct {
	Site     string // the site's name
	Title    string
	Sentence string
	Chart    *Drawing // nil for a page without one; one about as wide as high suits best
}

// The size of a card in pixels is the one that previews of links are made for.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// Card draws the card as PNG in light colours, or takes it from the cache. Text that does not fit ends in an
// ellipsis. The error names the card.
func (r *Renderer) Card(ctx context.Context, card Card) ([]byte, error) {
	content, err := r.card(ctx, card)
	if err != nil {
		return nil, fmt.Errorf("card %q: %w", shorten(card.Title), err)
	}
	return content, nil
}

func (r *Renderer) card(ctx context.Context, card Card) ([]byte, error) {
	var chart Chart
	if card.Chart != nil {
		chart = card.Chart.chart
	}
	key := r.cache.key(chart, "card", card.Site, card.Title, card.Sentence)
	if kept, ok := r.cache.load(key); ok {
		return []byte(kept), nil
	}
	if r.fonts.Regular == nil {
		return nil, errNoFonts
	}
	p := palette{r.tokens, Light}
	picture, err := layCard(card, p, r.fonts)
	if err != nil {
		return nil, err
	}
	ground, err := p.colour("var(--bg)")
	if err != nil {
		return nil, err
	}
	content, err := raster.PNG(ctx, picture, r.fonts, ground, 1)
	if err == nil {
		r.cache.store(key, string(content))
	}
	return content, err
}
