package formula

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var fence = []byte("$$")

// inlineParser finds $…$. So that prices stay prices, no blank may follow the
// first sign or precede the last, and no digit follow the last: the rules that
// Pandoc set.
type inlineParser struct{}

func (inlineParser) Trigger() []byte { return []byte{'$'} }

func (inlineParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	if bytes.HasPrefix(line, fence) {
		return misplaced(line, segment, block)
	}
	if len(line) < 2 || util.IsSpace(line[1]) {
		return nil
	}
	start, from := block.Position()
	var tex strings.Builder
	for skip := 1; line != nil; skip = 0 {
		end := dollar(line, skip)
		if end >= 0 && !closes(line, end) {
			break
		}
		if end >= 0 {
			tex.Write(line[skip:end])
			block.Advance(end + 1)
			n := &Inline{Formula: Formula{TeX: tex.String()}}
			n.SetPos(segment.Start)
			return n
		}
		tex.Write(line[skip:])
		block.AdvanceLine()
		line, _ = block.PeekLine()
	}
	block.SetPosition(start, from)
	return nil
}

// dollar is where the next dollar sign is in the line, or -1; one after a
// backslash is a part of the formula.
func dollar(line []byte, from int) int {
	for i := from; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '$':
			return i
		}
	}
	return -1
}

func closes(line []byte, at int) bool {
	after := at + 1
	return at > 0 && !util.IsSpace(line[at-1]) && (after == len(line) || !util.IsNumeric(line[after]))
}

// misplaced is a $$ within a paragraph, which would neither be a formula nor
// what its author wants to show.
func misplaced(line []byte, segment text.Segment, block text.Reader) ast.Node {
	n := &Inline{Formula: Formula{
		TeX:   string(fence),
		fault: Error{Message: "$$ within a line; put the formula between $$ on lines of its own, or write \\$ for a dollar sign"},
	}}
	n.SetPos(segment.Start)
	block.Advance(len(line) - len(bytes.TrimLeft(line, "$")))
	return n
}

// blockParser finds $$…$$, on one line or with lines between.
type blockParser struct{}

func (blockParser) Trigger() []byte             { return []byte{'$'} }
func (blockParser) CanInterruptParagraph() bool { return true }
func (blockParser) CanAcceptIndentedLine() bool { return false }

func (blockParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || !bytes.HasPrefix(line[at:], fence) {
		return nil, parser.NoChildren
	}
	rest := bytes.TrimRight(line[at+len(fence):], " \t\r\n")
	end := bytes.Index(rest, fence)
	if end >= 0 && end != len(rest)-len(fence) {
		return nil, parser.NoChildren // the paragraph's parser names it
	}
	n := &Block{Formula: Formula{display: true}, closed: end >= 0}
	n.SetPos(segment.Start + at)
	if n.closed {
		rest = rest[:end]
	}
	n.TeX = string(rest) + "\n"
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func (blockParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*Block)
	if n.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	tex := bytes.TrimRight(line, " \t\r\n")
	reader.AdvanceToEOL()
	if tex, n.closed = bytes.CutSuffix(tex, fence); n.closed {
		n.TeX += string(tex)
		return parser.Continue | parser.NoChildren
	}
	n.TeX += string(tex) + "\n"
	return parser.Continue | parser.NoChildren
}

func (blockParser) Close(node ast.Node, _ text.Reader, _ parser.Context) {
	if n := node.(*Block); !n.closed {
		n.fault = Error{Message: "the formula has no end; close it with $$"}
	}
}
