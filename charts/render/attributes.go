package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// style is the attributes that the shapes of a layer share.
func (w *svg) style(l scene.Layer) (b []byte) {
	s, part := l.Style, cmp.Or(l.Style.Opacity, 1)
	fill, opacity := w.color(s.Fill)
	if fill != w.fill {
		b = attribute(b, "fill", fill)
	}
	if fill != none && !marksFade(l) { // else each mark says how much
		b = faint(b, "fill", opacity*part)
	}
	if s.Stroke == "" {
		return b
	}
	stroke, opacity := w.color(s.Stroke)
	return pen(faint(attribute(b, "stroke", stroke), "stroke", opacity*part), s)
}

const none = "none"

func marksFade(l scene.Layer) bool {
	return slices.ContainsFunc(l.Marks, func(m scene.Mark) bool { return m.Opacity != 0 })
}

// faint appends the opacity of a fill or stroke that has one.
func faint(b []byte, name string, opacity float64) []byte {
	if opacity == 1 {
		return b
	}
	digits := strconv.FormatFloat(min(max(opacity, 0), 1), 'f', 3, 64)
	digits = strings.TrimRight(strings.TrimRight(digits, "0"), ".")
	return attribute(b, name+"-opacity", cmp.Or(strings.TrimPrefix(digits, "0"), "0"))
}

// pen is the attributes of lines.
func pen(b []byte, s scene.Style) []byte {
	if cmp.Or(s.Width, 1) != 1 {
		b = length(b, "stroke-width", s.Width)
	}
	if s.Round {
		b = attribute(b, "stroke-linecap", "round")
	}
	if len(s.Dash) == 0 {
		return b
	}
	var dash []byte
	for _, px := range s.Dash {
		dash = append(appendTenths(dash, tenths(px)), ' ')
	}
	return attribute(b, "stroke-dasharray", string(dash[:len(dash)-1]))
}

// lettering is the attributes of a text that are no coordinates.
func lettering(t scene.Text) (b []byte) {
	if t.Bold {
		b = attribute(b, "font-weight", "600")
	}
	if em(t) != scene.TextSize {
		b = length(b, "font-size", t.Size)
	}
	if t.Anchor == scene.Middle || t.Anchor == scene.End {
		b = attribute(b, "text-anchor", string(t.Anchor))
	}
	return b
}

// length appends an attribute in px.
func length(b []byte, name string, px float64) []byte {
	return attribute(b, name, string(appendTenths(nil, tenths(px))))
}

// attribute appends one with an escaped value.
func attribute(b []byte, name, value string) []byte {
	b = append(append(append(b, ' '), name...), `="`...)
	return append(escaped(b, value), '"')
}

// escaped appends text that is safe in XML and HTML, between tags and in attributes.
func escaped(b []byte, text string) []byte {
	if isPlainASCII(text) {
		return append(b, text...)
	}
	return append(b, escaper.Replace(clean(text))...)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// isPlainASCII reports whether text is visible ASCII without markup, as most of it is.
func isPlainASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`&<>"`, r) })
}

// clean replaces what no drawing can show: characters that XML forbids, control characters, and those that are not
// seen or turn the direction of others, with which a name could say something else than it shows.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == 0xFFFE, r == 0xFFFF:
			return utf8.RuneError
		}
		return r
	}, text)
}
