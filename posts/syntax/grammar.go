package syntax

import (
	"regexp"
	"strings"
	"sync"
)

// rule is a pattern with a group for each of its classes, in the order of the groups.
type rule struct {
	pattern string
	classes []Class
}

// grammar is the rules of a language as one pattern.
type grammar struct {
	pattern *regexp.Regexp
	classes []Class // of its groups, in order
}

func compile(rules []rule) *grammar {
	g := &grammar{}
	patterns := make([]string, len(rules))
	for i, r := range rules {
		patterns[i] = r.pattern
		g.classes = append(g.classes, r.classes...)
	}
	g.pattern = regexp.MustCompile(strings.Join(patterns, "|"))
	return g
}

// languages finds a language by each of its names.
var languages = byName()

func byName() map[string]func() *grammar {
	found := map[string]func() *grammar{}
	for _, l := range list {
		lazy := sync.OnceValue(func() *grammar { return compile(l.rules()) })
		for name := range strings.FieldsSeq(l.names) {
			found[name] = lazy
		}
	}
	return found
}

// comment is a rule for comments of these forms.
func comment(forms ...string) rule { return one(Comment, forms...) }

// text is a rule for texts of these forms.
func text(forms ...string) rule { return one(Text, forms...) }

func one(class Class, forms ...string) rule {
	return rule{"(" + strings.Join(forms, "|") + ")", []Class{class}}
}

// keywords is a rule for these words, separated by blanks.
func keywords(words string) rule { return one(Keyword, oneOf(words)) }

// anyCase is a rule for words in upper and lower case.
func anyCase(words string) rule { return one(Keyword, "(?i:"+oneOf(words)+")") }

// defining is a rule for words behind which a name is defined.
func defining(words string) rule {
	return rule{"(" + oneOf(words) + `)[ \t]+([\pL_][\w.]*)`, []Class{Keyword, Name}}
}

// oneOf is a pattern for whole words, separated by blanks.
func oneOf(words string) string {
	return `\b(?:` + strings.Join(strings.Fields(words), "|") + `)\b`
}

// skipped is a rule for what is plain, though a part of it looks like something else.
func skipped(pattern string) rule { return rule{pattern: pattern} }
