package site

import (
	"context"
	"fmt"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/posts/paper"
	"github.com/jouleboard/jouleboard/posts/query"
)

// Figures draws the figures of all texts without their pages and passes the files to write, from several goroutines:
// the same names and bytes as in figures/ of a site. only selects the figures of one text, or those of one name; ""
// selects all. It returns the number of figures drawn.
func Figures(
	ctx context.Context, s Selection, renderer *render.Renderer, only string, write func(name string, content []byte) error,
) (int, error) {
	chosen, err := s.figures(only)
	if err != nil {
		return 0, err
	}
	return len(chosen), sideBySide(ctx, len(chosen), func(ctx context.Context, i int) error {
		return chosen[i].files(ctx, s.typeface, renderer, write)
	})
}

// onPaper is a figure as its files show it, drawn unless its text drew it before.
func onPaper(f *query.Figure, open paper.Open) (render.Chart, error) {
	id := figureAnchor + f.Name
	if f.Chart == nil {
		return paper.Draw(id, f.Plot, f.Look, open)
	}
	drawn := *f.Chart
	drawn.ID = id
	return drawn, nil
}

// namedFigure is a figure with the text that it belongs to.
type namedFigure struct {
	text string // its slug
	*query.Figure
}

// file is how the names of the figure's files begin.
func (f namedFigure) file() string { return f.text + "-" + f.Name }

func (s Selection) figures(only string) (chosen []namedFigure, err error) {
	var known []string
	for slug, d := range s.texts.All() {
		for _, figure := range d.Figures() {
			f := namedFigure{slug, figure}
			known = append(known, f.file())
			if only == "" || only == f.text || only == f.Name || only == f.file() {
				chosen = append(chosen, f)
			}
		}
	}
	if len(chosen) == 0 && only != "" {
		return nil, fmt.Errorf("no text has a figure %q%s", only, nearest.Hint(only, known))
	}
	return chosen, nil
}

func (f namedFigure) files(ctx context.Context, open paper.Open, renderer *render.Renderer, write func(name string, content []byte) error,
) error {
	drawing, err := onPaper(f.Figure, open)
	if err != nil {
		return err
	}
	files, err := renderer.Files(ctx, drawing, f.file())
	if err != nil {
		return err
	}
	for _, file := range append(files, render.File{Name: f.file() + ".csv", Bytes: f.CSV}) {
		if err := write(file.Name, file.Bytes); err != nil {
			return err
		}
	}
	return nil
}
