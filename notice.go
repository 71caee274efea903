// Package jouleboard answers: whose work do the program and its sites carry, under which
// licenses?
package jouleboard

import (
	_ "embed"
	"strings"
)

//go:embed NOTICE
var notice string

// License is a text and the components that it is for, "" for the program itself.
type License struct{ Components, Text string }

// rule begins the line that names components.
const rule = "== "

// Licenses are the texts in NOTICE, our own first and without the program's name: sites carry
// their publisher's. `make licenses` writes that file.
func Licenses() []License {
	own, others, _ := strings.Cut(notice, "\n"+rule)
	_, own, _ = strings.Cut(own, "\n")
	all := []License{{Text: strings.TrimSpace(own)}}
	for part := range strings.SplitSeq(others, "\n"+rule) {
		components, text, _ := strings.Cut(part, "\n")
		all = append(all, License{components, strings.Trim(text, "\n")})
	}
	return all
}
