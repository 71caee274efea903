package hub

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Matching returns the files whose path matches one of the patterns, with the syntax of the Python client: * matches
// any text including slashes, ? one character, [abc] one of these; a pattern that ends in a slash matches everything
// in that directory.
func Matching(files []File, patterns ...string) (found []File) {
	expressions := lists.Map(patterns, expression)
	for _, f := range files {
		for _, e := range expressions {
			if e.MatchString(f.Path) {
				found = append(found, f)
				break
			}
		}
	}
	return found
}

// Below returns the files in a directory, or the file of that path; "" is the whole dataset.
func Below(files []File, path string) []File {
	return lists.Filter(files, func(f File) bool { return path == "" || f.Path == path || strings.HasPrefix(f.Path, path+"/") })
}

// expression translates a shell pattern. An opening bracket without a closing one
// stands for itself.
func expression(pattern string) *regexp.Regexp {
	if strings.HasSuffix(pattern, "/") {
		pattern += "*"
	}
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for rest := pattern; rest != ""; {
		var one string
		one, rest = translated(rest)
		b.WriteString(one)
	}
	b.WriteString(`\z`)
	e, err := regexp.Compile(b.String())
	if err != nil { // such as a range from z to a, which matches nothing
		return regexp.MustCompile(`[^\s\S]`)
	}
	return e
}

// translated is the expression for what a pattern begins with.
func translated(pattern string) (one, rest string) {
	switch pattern[0] {
	case '*':
		return `.*`, pattern[1:]
	case '?':
		return `.`, pattern[1:]
	case '[':
		if class, after := bracket(pattern); class != "" {
			return class, after
		}
	}
	_, n := utf8.DecodeRuneInString(pattern)
	return regexp.QuoteMeta(pattern[:n]), pattern[n:]
}

// bracket translates [abc] or [!abc] at the beginning of s, "" if there is none.
func bracket(s string) (class, after string) {
	if s[0] != '[' {
		return "", s
	}
	inside, not := s[1:], ""
	if strings.HasPrefix(inside, "!") {
		inside, not = inside[1:], "^"
	}
	end := strings.IndexByte(inside[min(1, len(inside)):], ']') // ] in front is one of the characters
	if end < 0 {
		return "", s
	}
	end++
	members := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `^`, `\^`).Replace(inside[:end])
	return "[" + not + members + "]", inside[end+1:]
}
