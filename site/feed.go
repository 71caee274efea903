package site

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/templates"
)

// atom is a feed in the Atom format.
type atom struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Author  atomAuthor  `xml:"author"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID        string       `xml:"id"`
	Title     string       `xml:"title"`
	Published string       `xml:"published,omitempty"`
	Updated   string       `xml:"updated"`
	Authors   []atomAuthor `xml:"author"`
	Link      *atomLink    `xml:"link"`
	Summary   string       `xml:"summary,omitempty"`
	Content   atomText     `xml:"content"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomAuthor struct {
	Name string `xml:"name"`
}

type atomText struct {
	Type string `xml:"type,attr,omitempty"`
	Text string `xml:",chardata"`
}

// feed is the posts with their full text and the announcements, newest first.
// Without a base URL its ids are names, which stay the same wherever the site is
// served.
func (e *edition) feed() ([]byte, error) {
	f := e.atom("feed", e.content.Site.Name, "", feedPath)
	f.Entries = append(f.Entries, lists.Map(e.texts.Posts, e.postEntry)...)
	for _, a := range e.content.Announcements {
		f.Entries = append(f.Entries, atomEntry{
			ID: e.id("announcement:" + a.Slug), Title: a.Title, Updated: midnight(a.Date), Link: e.absolute(a.Link), Content: atomText{Text: a.Text},
		})
	}
	slices.SortStableFunc(f.Entries, func(a, b atomEntry) int { return cmp.Compare(b.Updated, a.Updated) })
	return f.document()
}

// atom is a feed without entries, of a page and at an address.
func (e *edition) atom(name, title, page, address string) atom {
	f := atom{ID: e.id(name), Title: title, Updated: "1970-01-01T00:00:00Z", Author: atomAuthor{e.content.Site.Name}}
	if e.opts.BaseURL != "" {
		f.Links = []atomLink{{Href: e.opts.BaseURL + page}, {Rel: "self", Href: e.opts.BaseURL + address}}
	}
	return f
}

// document is the feed as a file. Its first entry is the newest.
func (f atom) document() ([]byte, error) {
	if len(f.Entries) > 0 {
		f.Updated = f.Entries[0].Updated
	}
	return document(f)
}

func midnight(day time.Time) string { return day.Format("2006-01-02") + "T00:00:00Z" }

func (e *edition) postEntry(post posts.Post) atomEntry {
	n := atomEntry{
		ID: e.id("post:" + post.Slug), Title: post.Title, Summary: post.Summary, Published: midnight(post.Date), Updated: midnight(post.Date),
		Content: atomText{"html", e.fullText(post)}, Link: e.absolute("/" + postAddress(post.Slug)),
	}
	if !post.Updated.IsZero() {
		n.Updated = midnight(post.Updated)
	}
	n.Authors = append(n.Authors, lists.Map(post.Authors, func(name string) atomAuthor { return atomAuthor{name} })...)
	return n
}

// fullText is a post as feed readers show it: without the site's styles, with
// pictures as files.
func (e *edition) fullText(post posts.Post) string {
	var b bytes.Buffer
	for _, part := range post.Render(e.feedLink).Parts {
		switch {
		case part.Figure != nil:
			e.feedFigure(&b, post.Slug, part.Figure)
		case part.Table != nil:
			feedTable(&b, part.Table)
		case part.Answer != nil:
			t := e.boardNamed(e.content.In(post.Language), part.Answer.Task)
			fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(spoken(t.lede(t.initial))))
		case part.Board != nil:
			t := e.boardNamed(e.content.In(post.Language), part.Board.Task)
			fmt.Fprintf(&b, `<p><a href="%s">%s</a></p>`, html.EscapeString(e.feedLink(t.address())), html.EscapeString(t.Title))
		case part.Message != "":
			fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(part.Message))
		default:
			b.WriteString(part.HTML)
		}
	}
	return b.String()
}

// feedLink is an address of the site as a feed can use it: relative to the site's
// root where that is not known.
func (e *edition) feedLink(address string) string {
	return e.opts.BaseURL + strings.TrimPrefix(address, "/")
}

func (e *edition) feedFigure(b *bytes.Buffer, slug string, f *query.Figure) {
	fmt.Fprintf(b, `<figure><img src="%s" alt="%s"><figcaption><strong>%s</strong> %s</figcaption></figure>`,
		html.EscapeString(e.feedLink(figuresFolder+slug+"-"+f.Name+"-light.png")), html.EscapeString(f.Plot.Description),
		html.EscapeString(f.Plot.Title), html.EscapeString(f.Plot.Caption))
}

func feedTable(b *bytes.Buffer, t *query.Table) {
	fmt.Fprintf(b, "<table><caption>%s</caption><thead><tr>", html.EscapeString(t.Title))
	for _, c := range t.Columns {
		fmt.Fprintf(b, "<th>%s</th>", html.EscapeString(strings.TrimSuffix(c.Label+", "+c.Unit, ", ")))
	}
	b.WriteString("</tr></thead><tbody>")
	for _, r := range t.Rows {
		b.WriteString("<tr>")
		for _, c := range r.Cells {
			fmt.Fprintf(b, "<td>%s</td>", html.EscapeString(c.Text))
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</tbody></table>")
}

// id is a permanent name of an entry.
func (e *edition) id(name string) string {
	if e.opts.BaseURL != "" {
		return e.opts.BaseURL + "#" + strings.ReplaceAll(name, ":", "-")
	}
	return "urn:" + slug(e.content.Site.Name) + ":" + name
}

// absolute is the link of an entry to a web address, nil for none and when the site's own
// address is needed and not known.
func (e *edition) absolute(link string) *atomLink {
	path, own := strings.CutPrefix(link, "/")
	switch {
	case link == "", own && e.opts.BaseURL == "":
		return nil
	case own:
		link = e.opts.BaseURL + path
	}
	return &atomLink{Href: link}
}

// writeHistoryFeed writes the feed of a site that has a history.
func (e *edition) writeHistoryFeed(w writer) error {
	if e.chronicle == nil {
		return nil
	}
	listed, err := compactJSON(e.chronicle.Listed(e.chronicle.all, e.content))
	if err := writeMade(w, historyFilePath, listed, err); err != nil {
		return err
	}
	for _, t := range append([]*task{nil}, e.all[:min(len(e.all), mostChoices)]...) {
		feed, err := e.historyFeed(t)
		if err := writeMade(w, historyFeedOf(t), feed, err); err != nil {
			return err
		}
	}
	return nil
}

// historyFeedOf is the feed of a board alone, or of all for nil.
func historyFeedOf(t *task) string {
	if t == nil {
		return historyFeedPath
	}
	return historyPath + t.ID + ".xml"
}

// historyFeed has an entry a date with changes, the newest first: of one board, or of all for nil.
func (e *edition) historyFeed(of *task) ([]byte, error) {
	name, title, key := "history", e.Say("history.feed", "site", e.content.Site.Name), ""
	if of != nil {
		name += ":" + of.ID
		title, key = e.Say("history.board_feed", "site", e.content.Site.Name, "board", of.calledInLists()), of.shown().Key()
	}
	f := e.atom(name, title, historyPath, historyFeedOf(of))
	for _, s := range e.chronicle.steps {
		s.Changes = lists.Filter(s.Changes, func(c history.Change) bool { return of == nil || c.Task == key })
		date, err := time.Parse(time.DateOnly, s.To.Date)
		if err != nil || len(s.Changes) == 0 || len(f.Entries) == mostFeedSteps { // an entry needs a date
			continue
		}
		f.Entries = append(f.Entries, atomEntry{
			ID: e.id("history:" + s.anchor), Title: e.stepTitle(s), Updated: midnight(date), Link: e.absolute("/" + historyPath + "#" + s.anchor),
			Content: atomText{"html", e.stepHTML(s)},
		})
	}
	return f.document()
}

// stepHTML is a step as feed readers show it: the sections of its page.
func (e *edition) stepHTML(s step) string {
	var b strings.Builder
	for _, section := range (&page{edition: e}).stepSections(s) {
		fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(spoken(section.Text)))
		if len(section.Items) > 0 {
			items := lists.Map(section.Items, func(text templates.Text) string { return html.EscapeString(spoken(text)) })
			fmt.Fprintf(&b, "<ul><li>%s</li></ul>", strings.Join(items, "</li><li>"))
		}
	}
	return b.String()
}
