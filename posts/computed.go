package posts

import (
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/posts/query"
)

// Computed is a part of a text that is computed from the data.
type Computed struct {
	Kind string // value, figure or table
	Name string // the expression of a value, otherwise the declared name
	Text string // what a reader sees: the value, or title and caption
	Data string // the values drawn or listed, in full precision; "" for a value
}

// Said contains the computed parts of a text.
type Said struct {
	Slug     string // of the page or post
	Computed []Computed
}

// Said returns the computed parts of all texts. Unlike the texts themselves, the result does not keep the data in
// memory.
func (t Texts) Said() []Said {
	var all []Said
	for slug, d := range t.All() {
		all = append(all, Said{slug, d.Computed()})
	}
	return all
}

// Computed returns the computed parts of the text, in order. Parts that cannot be computed are left out.
func (d *Document) Computed() []Computed {
	var list []Computed
	for n := range nodesOf(d.tree) {
		if v, ok := n.(*value); ok {
			list = append(list, Computed{Kind: "value", Name: strings.TrimSpace(v.source), Text: v.computed.Text})
		}
		switch part := d.blocks[n]; {
		case part.Figure != nil:
			plot := part.Figure.Plot
			list = append(list, Computed{"figure", part.Figure.Name, words(plot.Title, plot.Caption), string(part.Figure.CSV)})
		case part.Table != nil:
			list = append(list, Computed{"table", part.Table.Name, words(part.Table.Title, part.Table.Caption), cells(part.Table)})
		}
	}
	return list
}

func words(title, caption string) string { return strings.TrimSpace(title + " " + caption) }

// cells is what a table lists.
func cells(t *query.Table) string {
	var b strings.Builder
	for _, row := range t.Rows {
		for _, c := range row.Cells {
			fmt.Fprintf(&b, "%q %q,", c.Text, c.Value)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
