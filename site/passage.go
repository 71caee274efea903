package site

import (
	"context"
	"fmt"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// figurePath is where a figure's file stands; the extension says which.
func figurePath(text, name, extension string) string {
	return "figures/" + text + "-" + name + extension
}

// writeFigures writes the rows of every figure of every text.
func (e *edition) writeFigures(w writer) error {
	for slug, d := range e.texts.All() {
		for _, f := range d.Figures() {
			if err := w.Write(figurePath(slug, f.Name, ".csv"), f.CSV); err != nil {
				return err
			}
		}
	}
	return nil
}

// passages are the parts of a text with its figures drawn and numbered.
func (p *page) passages(ctx context.Context, slug string, text posts.Text) (passages []templates.Passage, err error) {
	figures, tables := 0, 0
	for _, part := range text.Parts {
		passage := templates.Passage{Prose: templates.HTML(part.HTML), Message: part.Message}
		switch {
		case part.Figure != nil:
			figures++
			passage.Figure, err = p.textFigure(ctx, slug, figures, part.Figure)
		case part.Table != nil:
			tables++
			passage.Table = p.textTable(tables, part.Table)
		}
		if err != nil {
			return nil, err
		}
		passages = append(passages, passage)
	}
	return passages, nil
}

func (p *page) textFigure(ctx context.Context, slug string, number int, f *query.Figure) (*templates.TextFigure, error) {
	drawn, err := p.figure(ctx, f.Name, charts.Declared(f.Plot))
	if err != nil {
		return nil, err
	}
	csv := figurePath(slug, f.Name, ".csv")
	drawn.Links = []templates.Link{{Text: "Rows (CSV)", Href: p.to(csv), Download: slug + "-" + f.Name + ".csv"}}
	if hidden := len(f.Plot.Rows) - mostTableRows; hidden > 0 {
		drawn.Table.More = templates.Text{plain(units.Whole(hidden) + " more rows are in the file: "), linked("CSV", p.to(csv))}
	}
	return &templates.TextFigure{Figure: drawn, Label: fmt.Sprintf("Figure %d.", number)}, nil
}

func (p *page) textTable(number int, t *query.Table) *templates.TextTable {
	table := p.figureTable(t.Name, charts.Figure{Title: t.Title, Columns: t.Columns, Rows: t.Rows})
	for i, r := range t.Rows {
		if i < len(table.Rows) && r.Run != "" {
			table.Rows[i].Cells[0].Href = p.runLink(r.Run)
		}
	}
	if t.More > 0 {
		table.More = templates.Plain(units.Whole(t.More) + " more rows are not shown.")
	}
	return &templates.TextTable{Table: *table, ID: t.Name, Label: fmt.Sprintf("Table %d.", number), Title: t.Title, Caption: t.Caption}
}
