package site

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/internal/cite"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/templates"
)

const postsPath = "posts/"

func postAddress(slug string) string { return postsPath + slug + "/" }

func tagAddress(tag string) string { return postsPath + "tags/" + tag + "/" }

// postEntries are the posts, their index and a page for each tag; none without
// posts.
func (e *edition) postEntries() (pages []*page) {
	if len(e.texts.Posts) == 0 {
		return nil
	}
	pages = append(pages, e.indexEntry(postsPath, e.Say("posts.title"), e.Say("posts.lede"), e.texts.Posts))
	byTag := e.postsByTag()
	for _, tag := range slices.Sorted(maps.Keys(byTag)) {
		pages = append(pages, e.indexEntry(tagAddress(tag), e.Say("posts.about", "tag", tag),
			e.Say("posts.about_lede", "n", len(byTag[tag]), "tag", tag), byTag[tag]))
	}
	for i, post := range e.texts.Posts {
		pages = append(pages, e.entry(page{
			path: postAddress(post.Slug), kind: "post", title: post.Title, description: post.Summary, article: true, prosaic: true,
			says: cardText{post.Title, post.Summary}, text: post.Document, language: post.Language,
		}, of(templates.PostPage, func(p *page) templates.Post { return p.postPage(i) })))
	}
	return pages
}

func (e *edition) postsByTag() map[string][]posts.Post {
	byTag := map[string][]posts.Post{}
	for _, post := range e.texts.Posts {
		for _, tag := range post.Tags {
			byTag[tag] = append(byTag[tag], post)
		}
	}
	return byTag
}

func (e *edition) indexEntry(path, title, lede string, listed []posts.Post) *page {
	return e.entry(page{path: path, kind: "posts", title: title, description: lede, prosaic: true},
		of(templates.PostIndexPage, func(p *page) templates.PostIndex { return p.postIndex(title, lede, listed) }))
}

func (p *page) postIndex(title, lede string, listed []posts.Post) templates.PostIndex {
	v := templates.PostIndex{Frame: p.frame(), Title: title, Lede: templates.Plain(lede)}
	v.Posts = append(v.Posts, lists.Map(listed, p.postLine)...)
	if p.path == postsPath {
		v.Tags = p.tagLinks(slices.Sorted(maps.Keys(p.postsByTag())))
		v.Links = []templates.Link{{Text: p.Say("posts.feed"), Href: p.to(feedPath)}}
	} else {
		v.Links = []templates.Link{{Text: p.Say("posts.all"), Href: p.to(postsPath)}}
	}
	return v
}

func (p *page) postLine(post posts.Post) templates.PostLine {
	return templates.PostLine{Link: p.postLink(post), Byline: p.byline(post), Summary: post.Summary, Thumbnail: p.thumbnail(post)}
}

func (p *page) postLink(post posts.Post) templates.Link {
	return templates.Link{Text: post.Title, Href: p.to(postAddress(post.Slug))}
}

func (p *page) tagLinks(tags []string) []templates.Link {
	return lists.Map(tags, func(tag string) templates.Link { return templates.Link{Text: tag, Href: p.to(tagAddress(tag))} })
}

func (p *page) byline(post posts.Post) templates.Byline {
	date := post.Date.Format("2006-01-02")
	b := templates.Byline{
		Authors: strings.Join(post.Authors, ", "), Date: date, Day: p.day(date),
		ReadingTime: p.Say("posts.minutes", "n", post.Minutes), Tags: p.tagLinks(post.Tags),
	}
	if !post.Updated.IsZero() {
		b.Updated = p.Say("posts.updated", "date", p.day(post.Updated.Format("2006-01-02")))
	}
	return b
}

// postPage is the i-th newest post.
func (p *page) postPage(i int) templates.Post {
	post := p.texts.Posts[i]
	rendered := post.Render(p.resolve)
	v := templates.Post{
		Frame: p.frame(), Title: post.Title, Lede: templates.Plain(post.Summary), Byline: p.byline(post),
		Source: append(templates.Plain(p.Say("posts.source")+" "), p.source()...),
		Cite:   p.citation(post),
	}
	if post.Contents {
		v.Jump = contents(rendered)
	}
	if i > 0 {
		v.Newer = new(p.postLink(p.texts.Posts[i-1]))
	}
	if i+1 < len(p.texts.Posts) {
		v.Older = new(p.postLink(p.texts.Posts[i+1]))
	}
	v.Body = p.passages(post.Slug, rendered)
	if figures := post.Figures(); len(figures) > 0 {
		p.bringThumbnail(post.Slug, figures[0])
	}
	return v
}

// citation is the post for LaTeX and for programs.
func (p *page) citation(post posts.Post) []templates.Snippet {
	work := cite.Work{
		Key: post.Slug, Title: post.Title, People: post.Authors, Group: p.content.Site.Name, Within: p.content.Site.Name,
		Date: post.Date.Format(time.DateOnly), Text: true,
	}
	if len(work.People) > 0 {
		work.Note = work.Within
	}
	if p.opts.BaseURL != "" {
		work.Address = p.opts.BaseURL + postAddress(post.Slug)
	}
	return []templates.Snippet{{Title: "BibTeX", Code: work.BibTeX()}, {Title: "CSL JSON", Code: work.CSL()}}
}
