package posts_test

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/posts"
)

func TestPartsStandSideBySideOrUnderTabs(t *testing.T) {
	d := posts.Read(content.Markdown{File: "a.md", Line: 10, Text: "> [!Columns]\n> one\n>\n> two\n\n> [!TABS]\n> **A & B**\n>\n> first\n>\n> - x\n>\n> **C**\n>\n> second\n"}, nil)
	for range 2 { // a text can be written again
		var html strings.Builder
		for _, part := range d.Render(func(s string) string { return s }).Parts {
			html.WriteString(part.HTML)
		}
		got := strings.Join(strings.Fields(html.String()), " ")
		want := `<div class="columns"> <p>one</p> <p>two</p> </div> <div class="tabs"> ` +
			`<details name="tabs-15" open=""><summary>A &amp; B</summary> <p>first</p> <ul> <li>x</li> </ul> </details> ` +
			`<details name="tabs-15"><summary>C</summary> <p>second</p> </details> </div>`
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
