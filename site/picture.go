package site

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/templates"
)

// figuresFolder holds what can be downloaded of the figures of pages.
const figuresFolder = "figures/"

// keep has the file written with the page and returns the link to it.
func (p *page) keep(address, text string, content []byte) templates.Link {
	p.loads = append(p.loads, loaded{address: address, content: content})
	return templates.Link{Text: text, Href: p.to(address), Download: downloadName(address)}
}

// downloadName is what a file of a figure is called on a reader's machine.
func downloadName(address string) string {
	words := strings.Split(strings.TrimPrefix(address, figuresFolder), "/")
	return strings.Join(words[max(0, len(words)-2):], "-")
}

// figureAddress is how the addresses of a figure's files begin.
func (p *page) figureAddress(id string) string {
	return figuresFolder + p.path + strings.TrimSuffix(id, "-figure")
}

// figureFiles are the rows that a figure draws and its wide drawing as a file of its own. PNG is for the charts of
// tasks, which are shown and cited elsewhere: of all charts it would double the time of a build.
func (p *page) figureFiles(id string, f charts.Figure, d render.Chart) ([]templates.Link, error) {
	address := p.figureAddress(id)
	svg, err := p.opts.Charts.SVG(d, render.Light)
	if err != nil {
		return nil, err
	}
	links := []templates.Link{p.keep(address+".csv", "CSV", f.CSV()), p.keep(address+".svg", "SVG", svg)}
	if p.kind != "task" {
		return links, nil
	}
	png, err := p.opts.Charts.PNG(p.ctx, d, render.Light, render.FileScale)
	return append(links, p.keep(address+".png", "PNG", png)), err
}

// thumbnailPath is the small picture of a post's first figure in lists of posts.
func thumbnailPath(slug string, theme render.Theme) string {
	return "thumbnails/" + slug + "-" + string(theme) + ".png"
}

// thumbnail is a post's small picture, nil if it has no figure. Its files come with
// the post's own page.
func (p *page) thumbnail(post posts.Post) *templates.Thumbnail {
	figures := post.Figures()
	if len(figures) == 0 {
		return nil
	}
	drawing := charts.Declared(figures[0].Plot).Wide
	return &templates.Thumbnail{
		Light: p.to(thumbnailPath(post.Slug, render.Light)), Dark: p.to(thumbnailPath(post.Slug, render.Dark)),
		Width: render.ThumbnailWidth, Height: render.ThumbnailHeight(drawing.Width, drawing.Height),
	}
}

// bringThumbnail notes the files of a post's small picture.
func (p *page) bringThumbnail(slug string, f *query.Figure) {
	p.once("thumbnail", p.pictureKey(slug, f), func() []loaded {
		return lists.Map([]render.Theme{render.Light, render.Dark}, func(theme render.Theme) loaded {
			content, err := p.opts.Charts.Thumbnail(p.ctx, *p.drawings[posts.FigureAnchor+f.Name], theme)
			p.fail(err)
			return loaded{address: thumbnailPath(slug, theme), content: content}
		})
	})
}

// pictureKey is the digest of what the files of a figure are made from, which have a name. It is "" where nothing is kept.
func (p *page) pictureKey(name string, f *query.Figure) string {
	plot := f.Plot
	plot.Words = nil // of the settings
	return p.keyOf(p.settings, name, f.Name, plot, f.Look)
}

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
		f := chosen[i]
		files, err := renderer.Files(ctx, f.onPaper(), f.file())
		if err != nil {
			return err
		}
		for _, file := range append(files, render.File{Name: f.file() + ".csv", Bytes: f.CSV}) {
			err = cmp.Or(err, write(file.Name, file.Bytes))
		}
		return err
	})
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

// onPaper is the figure as its files show it.
func (f namedFigure) onPaper() render.Chart {
	if f.Chart != nil {
		return *f.Chart
	}
	return render.Chart{
		ID: posts.FigureAnchor + f.Name, Title: f.Plot.Title, Description: f.Plot.Description,
		Scene: f.Plot.Wide().Scene(),
	}
}
