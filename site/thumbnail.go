package site

import (
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/templates"
)

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
func (p *page) bringThumbnail(slug string, figure render.Chart) {
	for _, theme := range []render.Theme{render.Light, render.Dark} {
		content, err := p.opts.Charts.Thumbnail(p.ctx, figure, theme)
		p.fail(err)
		p.loads = append(p.loads, loaded{thumbnailPath(slug, theme), content})
	}
}
