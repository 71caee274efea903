package charts

import (
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

// charWidth is in em, after Arial's table.
func charWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("iljI.,:;'|! ()[]ft/-", r):
		return 0.3
	case strings.ContainsRune("mwMW@%—→", r):
		return 0.86
	case unicode.IsUpper(r):
		return 0.69
	case r < 0x2000 || r == '×':
		return 0.556
	}
	return 1
}

// plain makes a name from a result file fit for a label: one line without the
// braces that ECharts would take for a template, cut to so many px.
func plain(s string, size, width float64) string {
	s = strings.NewReplacer("{", "(", "}", ")").Replace(strings.Join(strings.Fields(s), " "))
	if textWidth(s, size) <= width {
		return s
	}
	runes := []rune(s)
	for len(runes) > 1 && textWidth(string(runes)+"…", size) > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}

// capital begins a word with a capital letter.
func capital(s string) string {
	runes := []rune(s)
	if len(runes) > 0 {
		runes[0] = unicode.ToUpper(runes[0])
	}
	return string(runes)
}

// tied keeps a number and its unit on one line.
func tied(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") }
