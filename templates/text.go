package templates

// Run is a piece of a sentence: plain, emphasized, a link, or a date.
type Run struct {
	Text   string
	Href   string // makes the run a link
	Strong bool
}

// Text is a sentence or paragraph made of runs. They are joined without additional spaces.
type Text []Run

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
