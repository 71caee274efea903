package board

import (
	"time"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Price is a price that the publisher states: a default of the query, which readers replace.
type Price struct {
	Rent
	Source string // URL
	Date   time.Time
	Old    bool // the data are more than 90 days younger
}

const daysCurrent = 90

// priced makes the prices of a publisher those of the default query, as far as the board has the GPU models.
func (b *Board) priced(site content.Site, ds data.Dataset) *Board {
	date, err := time.Parse(time.DateOnly, ds.Date())
	for _, gpu := range b.GPUs() {
		for _, p := range site.Prices {
			if p.GPU == gpu {
				old := err == nil && date.Sub(p.Date) > daysCurrent*24*time.Hour
				b.Prices = append(b.Prices, Price{Rent{gpu, p.PerHour}, p.Source, p.Date, old})
			}
		}
	}
	if b.Prices != nil {
		b.Default.Rents = lists.Map(b.Prices, func(p Price) Rent { return p.Rent })
	}
	b.Default.Currency = site.Currency
	return b
}

// usualRents are the prices that a query in a currency begins with: the publisher's are in one only.
func (b *Board) usualRents(currency string) []Rent {
	if currency != b.Default.Currency {
		return nil
	}
	return b.Default.Rents
}

// Stated is the publisher's price of a GPU model that the query uses; ok is false where it uses none, or another one.
func (b *Board) Stated(q Query, gpu string) (p Price, ok bool) {
	for _, p := range b.Prices {
		if rent, ok := q.Rent(gpu); ok && p.GPU == gpu && rent == p.Rent.Price && q.Currency == b.Default.Currency {
			return p, true
		}
	}
	return p, false
}
