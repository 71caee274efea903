package words

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Message is one text of the catalog. It may hold
//
//	{name}          a value, which is never read as markup
//	**text**        strong text
//	[text]({name})  a link to an address that is a value
//
// and may have several forms, of which the number {n} chooses one by the plural rules of the language.
type Message struct {
	forms map[string][]part // by plural category: "one", "other", …
	// source is what scripts get: a text, or the texts by category.
	source any
}

// part is a piece of a message: text between two values, or a value.
type part struct {
	text   string
	value  string // name of a value, "" for text
	strong bool
	href   string // name of the value that is a link's address
}

// Categories are the plural categories of Unicode CLDR.
var Categories = []string{"zero", "one", "two", "few", "many", "other"}

// Parse reads a message with one form.
func Parse(text string) (Message, error) {
	parts, err := parse(text)
	return Message{map[string][]part{"other": parts}, text}, err
}

// ParseForms reads a message with a form for each plural category of the language.
func ParseForms(texts map[string]string) (Message, error) {
	m := Message{map[string][]part{}, texts}
	if texts["other"] == "" {
		return m, fmt.Errorf("the form “other” is missing")
	}
	for category, text := range texts {
		parts, err := parse(text)
		if err == nil && !slices.Contains(Categories, category) {
			err = fmt.Errorf("%q is not a plural category; use %s", category, strings.Join(Categories, ", "))
		}
		if err != nil {
			return m, err
		}
		m.forms[category] = parts
	}
	return m, nil
}

// Values are the names of the values in a message, sorted.
func (m Message) Values() (names []string) {
	for _, form := range m.forms {
		for _, p := range form {
			names = append(names, p.value, p.href)
		}
	}
	slices.Sort(names)
	return lists.NonZero(slices.Compact(names))
}

// mark is a mark of a message, with the name of a link's address or of a value.
var mark = regexp.MustCompile(`(?s)^(?:\*\*|\]\(\{([^ {}\[\]*]+)\}\)|\{([^ {}\[\]*]+)\}|.)`)

// next is the mark that a text begins with, or the text before the next mark.
func next(text string) []string {
	switch end := strings.IndexAny(text, "{}[]*"); end {
	case 0:
		return mark.FindStringSubmatch(text)
	case -1:
		return []string{text, "", ""}
	default:
		return []string{text[:end], "", ""}
	}
}

// ends are the marks that end what others begin.
var ends = map[string]string{"**": "**", "[": "]"}

// open is strong text or a link that has begun: the mark that ends it, and its first part.
type open struct {
	end   string
	first int
}

// parse splits a message into parts.
func parse(text string) (parts []part, err error) {
	var around []open // from the outermost to the innermost
	for rest := text; rest != ""; {
		token := next(rest)
		mark, address, value := token[0], token[1], token[2]
		rest = rest[len(mark):]
		inner := len(around) - 1
		switch isEnd := inner >= 0 && strings.HasPrefix(mark, around[inner].end); {
		case isEnd && mark != "**" && address == "":
			err = errors.New(`expected a name between "({" and "})"`)
		case isEnd:
			for i := around[inner].first; i < len(parts); i++ {
				parts[i].strong = parts[i].strong || mark == "**"
				parts[i].href = cmp.Or(address, parts[i].href)
			}
			around = around[:inner]
		case mark == "**" && slices.ContainsFunc(around, func(o open) bool { return o.end == mark }):
			err = errors.New("** without an opening **")
		case ends[mark] != "":
			around = append(around, open{ends[mark], len(parts)})
		case mark == "{":
			err = errors.New(`expected a name between "{" and "}"`)
		case mark[0] == '}' || mark[0] == ']':
			err = fmt.Errorf("%q without an opening mark", mark[:1])
		case value != "":
			parts = append(parts, part{value: value})
		default:
			parts = append(parts, part{text: mark})
		}
		if err != nil {
			return nil, fmt.Errorf("%w in %q", err, text)
		}
	}
	if inner := len(around) - 1; inner >= 0 {
		return nil, fmt.Errorf("%q is missing in %q", around[inner].end, text)
	}
	return parts, nil
}
