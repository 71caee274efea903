// Command words finds texts that break docs/style-of-words.md. It looks for the patterns that a program can find in
// string literals of Go, templ and JavaScript, in Markdown and in the values of YAML, and fails if it finds one.
package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"log"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

func main() {
	log.SetFlags(0)
	names, err := exec.Command("git", append([]string{"ls-files", "--"}, folders...)...).Output()
	if err != nil {
		log.Fatalf("git ls-files: %v: run it in the repository", err)
	}
	found := 0
	for name := range strings.FieldsSeq(string(names)) {
		for _, t := range textsOf(name) {
			for _, f := range faults(name, t) {
				found++
				fmt.Println(f)
			}
		}
	}
	if found > 0 {
		log.Fatalf("%d texts break docs/style-of-words.md", found)
	}
}

// text is a piece of a file that people read.
type text struct {
	line int
	text string
}

// faults are the rules that a text breaks.
func faults(name string, t text) (list []string) {
	for _, r := range rules {
		for _, at := range r.pattern.FindAllStringIndex(t.text, -1) {
			line := t.line + strings.Count(t.text[:at[0]], "\n")
			list = append(list, fmt.Sprintf("%s:%d: %q: %s; write %s", name, line, t.text[at[0]:at[1]], r.name, r.instead))
		}
	}
	return list
}

// textsOf are the texts of a file.
func textsOf(name string) []text {
	if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_templ.go") || strings.Contains(name, "testdata/") || others[name] {
		return nil
	}
	extract := kinds[name[strings.LastIndexByte(name, '.')+1:]]
	if extract == nil {
		return nil
	}
	content, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	return extract(content)
}

var kinds = map[string]func([]byte) []text{
	"go": goTexts, "md": markdownTexts, "yaml": yamlTexts, "templ": quotedTexts, "js": quotedTexts,
}

// goTexts are the string literals of several words.
func goTexts(content []byte) (list []text) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(content))
	s.Init(file, content, nil, 0)
	for {
		switch at, tok, literal := s.Scan(); {
		case tok == token.EOF:
			return list
		case tok == token.STRING && strings.Contains(literal, " "):
			list = append(list, text{file.Line(at), literal})
		}
	}
}

var (
	code   = regexp.MustCompile("(?s)```.*?\n```|(?m)^    .*$|`[^`\n]*`|\\]\\([^)]*\\)")
	key    = regexp.MustCompile(`(?m)^\s*(- )?[\w-]+:|[{,] *\w+: `)
	quoted = regexp.MustCompile("\"[^\"\n]* [^\"\n]*\"|'[^'\n]* [^'\n]*'|`[^`]* [^`]*`|>[^<>{}@]* [^<>{}@]*<")
	line   = regexp.MustCompile(`[^\n]`)
)

// markdownTexts is all but code and links.
func markdownTexts(content []byte) []text {
	return []text{{1, code.ReplaceAllStringFunc(string(content), func(s string) string { return line.ReplaceAllString(s, "") })}}
}

// yamlTexts is all but keys and code.
func yamlTexts(content []byte) []text {
	return markdownTexts(key.ReplaceAll(content, []byte("\n")[:0]))
}

// quotedTexts are quoted words, and those between tags.
func quotedTexts(content []byte) []text {
	return lists.Map(quoted.FindAllIndex(content, -1), func(at []int) text {
		return text{1 + strings.Count(string(content[:at[0]]), "\n"), string(content[at[0]:at[1]])}
	})
}
