package charts

import (
	"math"
	"strings"
	"unicode"
)

// Sizes of text in px. Drawings are shown at about their own size, so none is
// below 11.
const (
	fontSize  = 12
	smallSize = 11
)

// textWidth estimates the width of a text in px, on the wide side, because
// readers' fonts differ.
func textWidth(s string, size float64) float64 {
	em := 0.0
	for _, r := range s {
		em += charWidth(r)
	}
	return em * size * 1.08
}

// charWidth is in em, after Arial's table; like the engine it takes what is no
// ASCII for a full em.
func charWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("iljI.,:;'|! ()[]ft/-", r):
		return 0.3
	case strings.ContainsRune("mwMW@%", r):
		return 0.86
	case unicode.IsUpper(r):
		return 0.69
	case r < 0x80:
		return 0.556
	}
	return 1
}

// forLabel makes a name from a result file fit for a label, see shortened.
func forLabel(s string, size, width float64) string { return shortened([]string{s}, size, width)[0] }

// inTitle cuts a name to the length that fits in a sentence, between words where it has several.
func inTitle(name string) string {
	const between = " -_/:"
	name = forLabel(name, fontSize, math.Inf(1))
	short := forLabel(name, fontSize, 450)
	head, tail, cut := strings.Cut(short, "…")
	if !cut || strings.Contains(name, "…") {
		return short
	}
	if at := strings.LastIndexAny(head, between); at > 0 && !strings.ContainsAny(name[len(head):len(head)+1], between) {
		head = head[:at]
	}
	if at := strings.IndexAny(tail, between); at >= 0 && !strings.ContainsAny(name[len(name)-len(tail)-1:len(name)-len(tail)], between) {
		tail = tail[at+1:]
	}
	return head + "…" + tail
}
