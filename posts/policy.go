package posts

import (
	"regexp"
	"sync"

	"github.com/jouleboard/jouleboard/posts/formula"
	"github.com/microcosm-cc/bluemonday"
)

// policy is the one list of what an author's text may put into a page. There is
// no style, no script, no event handler, no frame and no form on it.
var policy = sync.OnceValue(newPolicy)

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	allowProse(p)
	allowLinks(p)
	allowTables(p)
	allowFootnotes(p)
	allowFormulas(p)
	allowValues(p)
	allowCode(p)
	allowRemarks(p)
	allowCitations(p)
	return p
}

func allowProse(p *bluemonday.Policy) {
	p.AllowElements("p", "br", "hr", "em", "strong", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "pre", "code")
	p.AllowElements("h2", "h3", "h4")
	p.AllowAttrs("id").Matching(idForm).OnElements("h2", "h3", "h4")
	p.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,6}$`)).OnElements("ol")
	p.AllowAttrs("tabindex").Matching(regexp.MustCompile(`^0$`)).OnElements("pre")
}

func allowLinks(p *bluemonday.Policy) {
	p.AllowURLSchemes("https", "http", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt").OnElements("img")
}

func allowTables(p *bluemonday.Policy) {
	p.AllowElements("table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("align").Matching(regexp.MustCompile(`^(left|center|right)$`)).OnElements("th", "td")
}

func allowFootnotes(p *bluemonday.Policy) {
	p.AllowElements("div", "sup")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^fn(ref)?[0-9]*:[0-9]+$`)).OnElements("li", "sup")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^footnote-(ref|backref)$`)).OnElements("a")
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^doc-(noteref|backlink)$`)).OnElements("a")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^footnotes$`)).OnElements("div")
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^doc-endnotes$`)).OnElements("div")
}

func allowFormulas(p *bluemonday.Policy) {
	formula.Allow(p)
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^formula$`)).OnElements("div")
	p.AllowAttrs("tabindex").Matching(regexp.MustCompile(`^0$`)).OnElements("div")
}

func allowValues(p *bluemonday.Policy) {
	p.AllowElements("data")
	p.AllowAttrs("value").Matching(regexp.MustCompile(`^-?[0-9][0-9.e+-]{0,30}$`)).OnElements("data")
}

func allowCode(p *bluemonday.Policy) {
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^language-[a-z0-9]{1,20}$`)).OnElements("code")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(c|k|m|f|s|gd|gi)$`)).OnElements("span")
}

func allowRemarks(p *bluemonday.Policy) {
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^admonition about-(note|tip|important|warning|caution)$`)).OnElements("div")
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^note$`)).OnElements("div")
}

func allowCitations(p *bluemonday.Policy) {
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^references$`)).OnElements("ol")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^ref:[0-9]+$`)).OnElements("li")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^cite:[0-9]+$`)).OnElements("a")
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^doc-biblioref$`)).OnElements("a")
}
