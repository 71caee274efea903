package syntax

// Forms of comments.
const (
	slashes = `//[^\n]*`
	hash    = `#[^\n]*`
	percent = `%[^\n]*`
	dashes  = `--[^\n]*`
	// starred and angled end with the text where nothing ends them
	starred = `(?s:/\*.*?(?:\*/|\z))`
	angled  = `(?s:<!--.*?(?:-->|\z))`
)

// Forms of texts. One that is not closed ends with the line, or with the code where
// texts have several lines.
const (
	double      = `"(?:\\.|[^"\\\n])*"?`
	single      = `'(?:\\.|[^'\\\n])*'?`
	doubleLines = `"(?:\\(?s:.)|[^"\\])*"?`
	singleLines = `'(?:\\(?s:.)|[^'\\])*'?`
	rawSingle   = `'[^']*'?`
	backQuoted  = "`[^`]*`?"
	backEscaped = "`(?:\\\\(?s:.)|[^`\\\\])*`?"
	tripled     = `(?s:"""(?:\\.|[^\\])*?(?:"""|\z)|'''(?:\\.|[^\\])*?(?:'''|\z))`
	bracketed   = `(?s:\[\[.*?(?:\]\]|\z))`
	character   = `'(?:\\[^\n']+|\\'|[^\\'\n])'`
)

// number is whole and decimal numbers with their exponents, units and suffixes.
var number = one(Number, `\b(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*`)

// word eats a name as a whole, so that no part of it is taken for a number or keyword.
var word = skipped(`[\pL_][\pL\d_]*`)
