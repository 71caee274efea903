package assets

import (
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Tokens are the custom properties that the stylesheet's first rule, :root, declares: "--fg" and its value. Drawings
// refer to them by name; separate files need their values.
func Tokens() map[string]string {
	_, rule, _ := strings.Cut(commented("site"), ":root {")
	rule, _, _ = strings.Cut(rule, "}")
	return lists.By(declaration.FindAllStringSubmatch(Uncommented(rule), -1), func(found []string) (string, string) {
		return found[1], strings.TrimSpace(found[2])
	})
}

// Stylesheet is that of the pages, on screens and on paper.
func Stylesheet() string { return Uncommented(commented("site") + commented("print")) }

// Styles is a stylesheet that pages load, without its comments: "site", which all load, "text" or "print".
func Styles(name string) string { return Uncommented(commented(name)) }

// commented is a stylesheet as it is written: the one of all pages in two parts, of which the second has tables and figures.
func commented(name string) string {
	css, err := files.ReadFile("css/" + name + ".css")
	if err != nil {
		panic(err) // embedded
	}
	if name == "site" {
		return string(css) + commented("views")
	}
	return string(css)
}

// Uncommented returns a stylesheet without its comments: every page waits for its stylesheets, and a seventh of the
// bytes would be comments. A declaration or selector that continues on an indented line is joined to the line above.
func Uncommented(css string) string {
	return continued.ReplaceAllString(comment.ReplaceAllString(css, ""), "$1 ")
}

var (
	comment   = regexp.MustCompile(`(?s)\s*/\*.*?\*/`)
	continued = regexp.MustCompile(`([;,])\n {4,}`)
)

// Themed returns the stylesheet with other values of some tokens.
func Themed(css string, values map[string]string) string {
	before, rest, _ := strings.Cut(css, ":root {")
	rule, after, _ := strings.Cut(rest, "}")
	rule = declaration.ReplaceAllStringFunc(rule, func(old string) string {
		name, _, _ := strings.Cut(old, ":")
		if value, ok := values[name]; ok {
			return name + ": " + value + ";"
		}
		return old
	})
	return before + ":root {" + rule + "}" + after
}

var declaration = regexp.MustCompile(`(--[a-z-]+):\s*([^;]+);`)
