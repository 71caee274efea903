package templates

import "github.com/jouleboard/jouleboard/content/words"

// Run is a piece of a sentence, as a message of the catalog has them: plain, emphasized or a link.
type Run = words.Run

// Text is a sentence or paragraph made of runs. They are joined without additional spaces.
type Text = []Run

// Plain is a text of one run without emphasis.
func Plain(s string) Text { return Text{{Text: s}} }

// HTML is markup that has passed an allow-list, such as rendered Markdown. It is written unescaped.
type HTML string

// Link is a reference with its visible text.
type Link struct {
	Text string
	Href string
	// Current marks the link to the current page in a navigation.
	Current bool
	// Download is the name of the downloaded file; empty for a page.
	Download string
}

// Fact is one term with its value, such as "Parameters" and "235 B".
type Fact struct {
	Term  string
	Value Text
}
