package posts

import (
	"sync"

	"github.com/jouleboard/jouleboard/posts/formula"
)

// policy is the one list of what an author's text may put into a page. There is
// no style, no script, no event handler, no frame and no form on it.
var policy = sync.OnceValue(func() allowList {
	l := allowList{}
	// prose
	l.elements("p", "br", "hr", "em", "strong", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "pre", "code")
	l.elements("h2", "h3", "h4")
	l.attribute("id", idForm.MatchString, "h2", "h3", "h4")
	l.attribute("start", matching(`^[0-9]{1,6}$`), "ol")
	l.attribute("tabindex", matching(`^0$`), "pre")
	// links and pictures
	l.attribute("href", address, "a")
	l.attribute("src", address, "img")
	l.attribute("alt", func(string) bool { return true }, "img")
	l.attribute("width", matching(`^[0-9]{1,5}$`), "img")
	l.attribute("height", matching(`^[0-9]{1,5}$`), "img")
	// tables
	l.elements("table", "thead", "tbody", "tr", "th", "td")
	l.attribute("align", matching(`^(left|center|right)$`), "th", "td")
	l.attribute("class", matching(`^scroll$`), "div")
	l.attribute("role", matching(`^group$`), "div")
	l.attribute("aria-labelledby", idForm.MatchString, "div")
	// footnotes
	l.elements("div", "sup")
	l.attribute("id", matching(`^fn(ref)?[0-9]*:[0-9]+$`), "li", "sup")
	l.attribute("class", matching(`^footnote-(ref|backref)$`), "a")
	l.attribute("role", matching(`^doc-(noteref|backlink)$`), "a")
	l.attribute("class", matching(`^footnotes$`), "div")
	l.attribute("role", matching(`^doc-endnotes$`), "div")
	// formulas
	for name, attributes := range formula.Elements {
		l.elements(name)
		for _, a := range attributes {
			l.attribute(a, formula.IsValue, name)
		}
	}
	l.attribute("class", matching(`^formula$`), "div")
	l.attribute("tabindex", matching(`^0$`), "div")
	// values
	l.elements("data")
	l.attribute("value", matching(`^-?[0-9][0-9.e+-]{0,30}$`), "data")
	// code
	l.attribute("class", matching(`^language-[a-z0-9]{1,20}$`), "code")
	l.attribute("class", matching(`^(c|k|m|f|s|gd|gi)$`), "span")
	// remarks, columns and tabs
	l.attribute("class", matching(`^(columns|tabs)$`), "div")
	l.elements("summary")
	l.attribute("name", matching(`^tabs-[0-9]+$`), "details")
	l.attribute("open", matching(`^$`), "details")
	l.attribute("class", matching(`^admonition about-(note|tip|important|warning|caution)$`), "div")
	l.attribute("role", matching(`^note$`), "div")
	// citations
	l.attribute("class", matching(`^references$`), "ol")
	l.attribute("id", matching(`^ref:[0-9]+$`), "li")
	l.attribute("id", matching(`^cite:[0-9]+$`), "a")
	l.attribute("role", matching(`^doc-biblioref$`), "a")
	return l
})
