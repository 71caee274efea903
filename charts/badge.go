package charts

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Badge is a number of a ranking for other sites' pages, in a few lines of text. A reader sees it without its page, so it
// names what was measured, under which limit, and where.
type Badge struct {
	Value, At string     // "0.312 J per token", "at ≤ 50 ms per token"
	Lines     [][]string // the further lines, by their parts; empty parts are left out
}

const (
	badgePadding = 12
	badgeLine    = 17
	badgeText    = 380 // the most px of a line, whose parts are then cut

	between = " · " // parts of a line
)

// Title is what programs that read aloud say of a badge.
func (b Badge) Title() string { return strings.Join(b.lines(), "; ") }

func (b Badge) lines() []string {
	lines := []string{forLabel(strings.TrimSpace(b.Value+" "+b.At), fontSize, badgeText)}
	for _, parts := range b.Lines {
		parts = lists.NonZero(parts)
		line := strings.Join(parts, between)
		if textWidth(line, fontSize) > badgeText {
			line = strings.Join(lists.Map(parts, func(part string) string {
				return forLabel(part, fontSize, badgeText/float64(len(parts))-textWidth(between, fontSize))
			}), between)
		}
		lines = append(lines, line)
	}
	return lines
}

// Height is in px.
func (b Badge) Height() int { return (1+len(b.Lines))*badgeLine + badgePadding }

// Width is in px.
func (b Badge) Width() int {
	most := lists.Most(b.lines(), func(line string) float64 { return textWidth(line, fontSize) })
	return int(math.Ceil(most)) + 2*badgePadding
}

// SVG is the badge as a file of about 1 kB. It is light on every page, since no file knows the theme of the page around it.
func (b Badge) SVG() []byte {
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0,0,%[1]d,%[2]d" `+
		`role="img"><title>%[3]s</title>`+
		`<rect x=".5" y=".5" width="%[4]d" height="%[5]d" rx="5" fill="#fff" stroke="#8a8f98"/>`+
		`<g font-family="system-ui,sans-serif" font-size="%[6]d" fill="#3d434c">`,
		b.Width(), b.Height(), escaped(b.Title()), b.Width()-1, b.Height()-1, fontSize)
	for i, line := range b.lines() {
		text := escaped(line)
		if value, rest, ok := strings.Cut(line, b.Value); ok && i == 0 && value == "" {
			text = `<tspan font-weight="600" fill="#111">` + escaped(b.Value) + `</tspan>` + escaped(rest)
		}
		fmt.Fprintf(&s, `<text x="%d" y="%d">%s</text>`, badgePadding, 19+badgeLine*i, text)
	}
	return []byte(s.String() + "</g></svg>\n")
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}
