package posts

import (
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/yuin/goldmark/ast"
)

// Computed is something in a text that the data decide.
type Computed struct {
	Kind string // value, figure or table
	Name string // the expression of a value, else the declared name
	Text string // what a reader sees: the value, else title and caption
	Data string // what is drawn or listed, in full precision; "" for a value
}

// Said is what the data decide in a text.
type Said struct {
	Slug     string // of the page or post
	Computed []Computed
}

// Said lists what the data decide in all texts. Unlike the texts themselves it does
// not hold on to the data.
func (t Texts) Said() []Said {
	var all []Said
	for slug, d := range t.All() {
		all = append(all, Said{slug, d.Computed()})
	}
	return all
}

// Computed lists what the data decide in the text, in order. What cannot be made is
// left out.
func (d *Document) Computed() []Computed {
	var list []Computed
	// The visitor never fails, so neither does the walk.
	_ = ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
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
		return ast.WalkContinue, nil
	})
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
