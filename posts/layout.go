package posts

import (
	"strconv"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// layouts are quotations that are no remarks: their parts stand side by side, or are shown one at a time.
//
//	> [!COLUMNS]
//	> ![Before](before.svg)
//	>
//	> ![After](after.svg)
//
//	> [!TABS]
//	> **pandas**
//	>
//	> Text of the first tab.
//	>
//	> **R**
//	>
//	> Text of the second.
var layouts = []string{"columns", "tabs"}

// columns are blocks side by side.
type columns struct{ ownBlock }

// tabs are texts under titles, one of which is open.
type tabs struct {
	ownBlock
	line     int  // tells the tabs of a text apart
	untitled bool // something stands before the first title
}

// tab is one of them. Once it is read, its first child, the title, is text.
type tab struct {
	ownBlock
	title string
}

var (
	kindColumns = ast.NewNodeKind("Columns")
	kindTabs    = ast.NewNodeKind("Tabs")
	kindTab     = ast.NewNodeKind("Tab")
)

func (*columns) Kind() ast.NodeKind { return kindColumns }
func (*tabs) Kind() ast.NodeKind    { return kindTabs }
func (*tab) Kind() ast.NodeKind     { return kindTab }

// layOut puts the parts of a quotation, whose first line said so, side by side or under tabs.
func layOut(q *ast.Blockquote, word string) {
	var whole ast.Node = &columns{}
	if word == "tabs" {
		whole = tabsOf(q)
	}
	inPlaceOf(q, whole)
}

// tabsOf moves the parts of a quotation below their titles.
func tabsOf(q *ast.Blockquote) *tabs {
	all := &tabs{}
	var open *tab
	for n := q.FirstChild(); n != nil; n = q.FirstChild() {
		if isTitle(n) {
			open = &tab{}
			all.AppendChild(all, open)
		}
		if open == nil {
			all.untitled = true
			q.RemoveChild(q, n)
			continue
		}
		open.AppendChild(open, n)
	}
	return all
}

// isTitle reports whether a paragraph is one strong text alone.
func isTitle(n ast.Node) bool {
	p, ok := n.(*ast.Paragraph)
	if !ok || p.ChildCount() != 1 {
		return false
	}
	e, ok := p.FirstChild().(*ast.Emphasis)
	return ok && e.Level == 2
}

// html begins details; tabs have one name, so that browsers keep one open.
func (t *tab) html() string {
	tag := `<details name="tabs-` + strconv.Itoa(t.Parent().(*tabs).line) + `"`
	if t.PreviousSibling() == nil {
		tag += ` open=""`
	}
	return tag + "><summary>" + string(util.EscapeHTML([]byte(t.title))) + "</summary>\n"
}
