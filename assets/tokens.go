package assets

import (
	"regexp"
	"strings"
)

// Tokens are the custom properties that the stylesheet's first rule, :root, declares: "--fg" and its value. Drawings
// name them; files that stand outside of a page need what they mean.
func Tokens() map[string]string {
	css, err := files.ReadFile("css/site.css")
	if err != nil {
		panic(err) // embedded
	}
	return tokens(string(css))
}

var declaration = regexp.MustCompile(`(--[a-z-]+):\s*([^;]+);`)

func tokens(css string) map[string]string {
	_, rule, _ := strings.Cut(css, ":root {")
	rule, _, _ = strings.Cut(rule, "}")
	values := map[string]string{}
	for _, found := range declaration.FindAllStringSubmatch(rule, -1) {
		values[found[1]] = strings.TrimSpace(found[2])
	}
	return values
}
