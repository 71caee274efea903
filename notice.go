// Package jouleboard contains the licenses of the third-party work in the program and its sites.
package jouleboard

import (
	_ "embed"
	"strings"
)

//go:embed NOTICE
var notice string

// License is a license text with the components to which it applies.
type License struct{ Components, Text string }

// rule begins the line that names components.
const rule = "== "

// Licenses returns the texts in NOTICE, that of the program first and without its name, because a site has the name
// of its publisher. `make licenses` writes that file.
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
