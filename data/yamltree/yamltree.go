// Package yamltree reads small YAML files that are not trusted.
//
// A few bytes of YAML can stand for gigabytes: an alias repeats its target, and the parser's work on nested values
// grows with the square of their depth. Therefore the tokens of a text are checked before it is parsed: its size, the
// number of tokens and their depth are limited, and anchors, aliases, merge keys and tags are rejected.
//
// Which keys a text may have is declared ([Object]): in a table, or by a struct. By the same declaration, texts are
// checked, merged, read into structs and described to editors, so that an error in any file of the project's users has
// the same form: file and line, the keys that lead to the value, what was expected, what is there, and what to write.
package yamltree

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Limits of a text.
const (
	MostBytes  = 1 << 20
	MostTokens = 20_000 // keys, values and the marks between them; the worst text within the limit takes 1 s to parse
	Deepest    = 32     // levels of lists and mappings
)

func fault(line int, format string, args ...any) error {
	return Error{Line: line, Message: fmt.Sprintf(format, args...)}
}

// Parse returns the one document of a text. Anchors, aliases, merge keys and tags are refused, except those allowed,
// which stay in the tree as written. Its error is an [Error].
func Parse(text []byte, allowed ...token.Type) (ast.Node, error) {
	if len(text) > MostBytes {
		return nil, fault(1, "larger than %d bytes; split the file or shorten it", MostBytes)
	}
	number := 0
	for line := range bytes.Lines(text) {
		if number++; !utf8.Valid(line) {
			return nil, fault(number, "“%s” is not UTF-8; save the file as UTF-8", units.Shown(string(bytes.TrimSpace(line))))
		}
	}
	if marks(text) > marksPerToken*MostTokens {
		return nil, tooMany()
	}
	tokens := lexer.Tokenize(string(text))
	if err := check(tokens, allowed); err != nil {
		return nil, err
	}
	tree, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, syntaxFault(err, text, tokens)
	}
	switch docs := tree.Docs; {
	case len(docs) == 0 || docs[0].Body == nil:
		return nil, fault(1, "expected one YAML document of “key: value” lines")
	case len(docs) > 1:
		return nil, fault(1, "expected one YAML document, got %d; remove the lines “---” between them", len(docs))
	}
	return tree.Docs[0].Body, nil
}

// Embedded reads a text that is part of the program, and panics if it is wrong.
func Embedded[T any](text []byte) (v T) {
	if err := yaml.UnmarshalWithOptions(text, &v, yaml.Strict()); err != nil {
		panic("invalid embedded YAML: " + err.Error())
	}
	return v
}

// Pattern is a regular expression of an embedded text. For types that read themselves from text, the library writes the whole
// text anew; not so for this one.
type Pattern struct{ *regexp.Regexp }

// UnmarshalYAML reads the expression from its node.
func (p *Pattern) UnmarshalYAML(n ast.Node) error {
	var text string
	err := yaml.NodeToValue(n, &text)
	if err == nil {
		p.Regexp, err = regexp.Compile(text)
	}
	return err
}

// marksPerToken is more than any text needs. Tokens take a hundred times their bytes, so
// that they are counted roughly before there are any.
const marksPerToken = 5

// marks counts what most tokens have one of.
func marks(text []byte) int {
	return lists.Count(text, func(c byte) bool { return strings.IndexByte("{}[],:\n", c) >= 0 })
}

func tooMany() error {
	return fault(1, "has more than %d keys, values and marks; split the file or shorten it", MostTokens)
}

func syntaxFault(err error, written []byte, tokens token.Tokens) error {
	for i, indented := range bytes.Split(written, []byte("\n")) {
		if first, _ := utf8.DecodeRune(bytes.TrimLeft(indented, " ")); first > unicode.MaxASCII && unicode.IsSpace(first) {
			return fault(i+1, "a line begins with a space of another kind (%U); indent with plain spaces", first)
		}
	}
	line, message, text := 1, err.Error(), ""
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil {
		line, message, text = at.GetToken().Position.Line, at.GetMessage(), units.Shown(at.GetToken().Value)
	}
	if open := unclosed(tokens); open > 0 {
		return fault(open, "a bracket that was opened is not closed; close it before the line ends, and put a text with “ #”, which begins a comment, in quotes")
	}
	if deeper := indentedLine(written, line); deeper > 0 && strings.HasPrefix(message, "mapping value is not allowed") {
		return fault(deeper, "a line that is indented deeper than the key above it, which has a value; indent keys of one thing alike")
	}
	for _, plain := range plainly {
		if m := plain.said.FindStringSubmatch(message); m != nil {
			return fault(line, "%s", strings.ReplaceAll(plain.text, "$1", cmp.Or(append(m[1:], text)...)))
		}
	}
	return fault(line, "%s; check indentation, quotes and repeated keys", message)
}

// entry is the first key of a line, behind its indentation and the mark of an entry, and its plain value.
var entry = regexp.MustCompile(`^( *(?:- +)?)[A-Za-z_][A-Za-z_0-9]*: +[^\s:'"{\[|>&][^:]*$`)

// indentedLine is the line below a line of a key and its value, if it is a key that is indented deeper; 0 otherwise.
func indentedLine(text []byte, line int) int {
	lines := strings.Split(string(text), "\n")
	if line < 1 || line >= len(lines) {
		return 0
	}
	above, below := entry.FindStringSubmatch(lines[line-1]), strings.TrimLeft(lines[line], " ")
	if above == nil || len(lines[line])-len(below) <= len(above[1]) || !strings.Contains(below, ": ") {
		return 0
	}
	return line + 1
}

// unclosed is the line of a bracket that is still open where an entry of a list begins, or the text ends; 0 if none is.
func unclosed(tokens token.Tokens) int {
	var open []int
	for _, t := range tokens {
		switch n := len(open); t.Type {
		case token.SequenceStartType, token.MappingStartType:
			open = append(open, t.Position.Line)
		case token.SequenceEndType, token.MappingEndType:
			open = open[:max(n-1, 0)]
		case token.SequenceEntryType:
			if n > 0 {
				return open[n-1]
			}
		}
	}
	if len(open) > 0 {
		return open[len(open)-1]
	}
	return 0
}

// plainly are errors of the parser in words of authors.
var plainly = []struct {
	said *regexp.Regexp
	text string
}{
	{regexp.MustCompile(`^mapping key ("[^"]*") already defined`), "the key $1 is written twice; remove one, or join their values"},
	{regexp.MustCompile(`^found character '\t'`), "a tab at the beginning of a line; indent with spaces"},
	{regexp.MustCompile(`^unexpected key name`), "a line that is no “key: value”; write a space after the colon"},
	{regexp.MustCompile(`^non-map value is specified`), "“$1” stands among keys; write “key: value”, begin each entry of a list with “- ” below its key, and a comment with #"},
	{regexp.MustCompile(`^unexpected map key`), "keys among the entries of a list, or the reverse; begin each entry with “- ”, and each key of a mapping without"},
	{regexp.MustCompile(`^mapping value is not allowed`), "a second colon in a line, or a line that is indented unlike its neighbors; put a text with “: ” in quotes, " +
		"write a space after the “-” of an entry, separate keys in { } by commas, and indent keys of one thing alike"},
	{regexp.MustCompile(`^value is not allowed in this context`), "a line that does not fit the one above; indent it as its neighbors, and separate keys in { } by commas"},
	{regexp.MustCompile(`^unexpected directive`), "a text that begins with %; put it in quotes"},
	{regexp.MustCompile(`^'(.)' is a reserved character`), "a text that begins with $1; put it in quotes"},
	{regexp.MustCompile(`^found unknown escape character`), "a backslash in double quotes; put the text in single quotes"},
	{regexp.MustCompile(`must be specified$|^could not find flow .* end token|end token .* not found`), "a bracket or a quote that was opened is not closed; " +
		"close it before the line ends, and put a text with “ #”, which begins a comment, in quotes"},
}

// Line returns the line where a value begins.
func Line(n ast.Node) int {
	if n.GetToken() == nil {
		return 1
	}
	return n.GetToken().Position.Line
}

// Pairs returns the keys and values of a mapping, nil for any other value.
func Pairs(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

var refused = map[token.Type]string{
	token.AnchorType:   "is an anchor; write the value out, or put the whole text that it is part of in quotes",
	token.AliasType:    "is an alias; write the value out, or put the whole text that it is part of in quotes",
	token.MergeKeyType: "is a merge key; write the keys out",
	token.TagType:      "is a tag; write only the value, or put it in quotes if it is text",
}

// check judges tokens without looking at what they say.
func check(tokens token.Tokens, allowed []token.Type) error {
	if len(tokens) > MostTokens {
		return tooMany()
	}
	var d depth
	for i, t := range tokens {
		if what := refused[t.Type]; what != "" && !slices.Contains(allowed, t.Type) {
			written := t.Value
			if next := i + 1; next < len(tokens) && (t.Type == token.AnchorType || t.Type == token.AliasType) {
				written += tokens[next].Value
			}
			return fault(t.Position.Line, "%q %s", written[:min(len(written), 60)], what)
		}
		if c := units.Unseen(t.Value); c != "" {
			return fault(t.Position.Line, "contains the character %s, which does not show; remove it", c)
		}
		key := t
		if t.Type == token.MappingValueType && i > 0 && tokens[i-1].Position.Line == t.Position.Line {
			key = tokens[i-1]
		}
		if d.add(t.Type, key.Position.Column); d.of() > Deepest {
			return fault(t.Position.Line, "lists and mappings nest deeper than %d levels; nest less", Deepest)
		}
	}
	return nil
}

// depth counts the levels around a token: those in brackets, and those by columns.
type depth struct {
	brackets int
	keys     int   // without a comma or bracket between them: {a: b: c
	columns  []int // of the lists and mappings that are open, ascending
}

func (d *depth) of() int { return d.brackets + d.keys + len(d.columns) }

func (d *depth) add(kind token.Type, column int) {
	switch kind {
	case token.SequenceStartType, token.MappingStartType:
		d.brackets++
		d.keys = 0
	case token.SequenceEndType, token.MappingEndType:
		d.brackets = max(d.brackets-1, 0)
		d.keys = 0
	case token.CollectEntryType:
		d.keys = 0
	case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType:
		if d.brackets > 0 {
			d.keys++
			return
		}
		for n := len(d.columns); n > 0 && d.columns[n-1] >= column; n-- {
			d.columns = d.columns[:n-1]
		}
		d.columns = append(d.columns, column)
	}
}
