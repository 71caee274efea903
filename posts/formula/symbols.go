package formula

import (
	_ "embed"
	"html"
	"strings"
	"sync"
)

// symbol is what a sign or command stands for: its text and the element that its
// class is written as, with what is in it. symbols.txt explains them.
type symbol struct{ class, text, tag, content string }

//go:embed symbols.txt
var symbolTable string

// symbols is read for the first formula, since few commands write any.
var symbols = sync.OnceValue(func() map[string]symbol { return readSymbols(symbolTable) })

func readSymbols(table string) map[string]symbol {
	symbols, of := map[string]symbol{}, symbol{}
	_, table, _ = strings.Cut(table, "\n\n") // what explains it
	for line := range strings.Lines(table) {
		names := strings.Fields(line)
		if len(names) > 1 && names[0] == "class" {
			tag, content, _ := strings.Cut(line[len("class "+names[1]):], "|")
			of = symbol{names[1], "", strings.TrimSpace(tag), html.UnescapeString(strings.TrimSpace(content))}
			continue
		}
		for i, name := range names {
			of.text = html.UnescapeString(names[0])
			if _, taken := symbols[name]; !taken && (i > 0 || of.content == "T" && len([]rune(name)) == 1) {
				symbols[name] = of
			}
		}
	}
	symbols[" "], symbols[`\ `] = symbols["~"], symbols["~"]
	return symbols
}

// in says whether a word is in a list of words.
func in(word, list string) bool { return strings.Contains(" "+list+" ", " "+word+" ") }
