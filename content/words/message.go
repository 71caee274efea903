package words

import (
	"fmt"
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

// reader splits a message into parts.
type reader struct {
	rest   string
	parts  []part
	strong bool
	href   string
}

func parse(text string) ([]part, error) {
	r := reader{rest: text}
	if err := r.until(""); err != nil {
		return nil, fmt.Errorf("%w in %q", err, text)
	}
	return r.parts, nil
}

// until reads up to an end, which is "" for that of the message.
func (r *reader) until(end string) error {
	for {
		at := strings.IndexAny(r.rest, "{}[]*")
		if at < 0 {
			r.put(r.rest)
			r.rest = ""
			if end != "" {
				return fmt.Errorf("%q is missing", end)
			}
			return nil
		}
		r.put(r.rest[:at])
		r.rest = r.rest[at:]
		if end != "" && strings.HasPrefix(r.rest, end) {
			return nil
		}
		if err := r.mark(); err != nil {
			return err
		}
	}
}

// mark reads what begins with a character that has a meaning.
func (r *reader) mark() error {
	switch {
	case r.rest[0] == '{':
		name, err := r.name("{", "}")
		r.parts = append(r.parts, part{value: name, strong: r.strong, href: r.href})
		return err
	case strings.HasPrefix(r.rest, "**"):
		r.rest = r.rest[2:]
		r.strong = !r.strong
		if !r.strong {
			return fmt.Errorf("** without an opening **")
		}
		err := r.until("**")
		r.strong, r.rest = false, strings.TrimPrefix(r.rest, "**")
		return err
	case r.rest[0] == '[':
		return r.link()
	case r.rest[0] == '*':
		r.put("*")
		r.rest = r.rest[1:]
		return nil
	}
	return fmt.Errorf("%q without an opening mark", r.rest[:1])
}

// link reads [text]({name}); the address is behind the text, so the parts get it afterwards.
func (r *reader) link() error {
	first := len(r.parts)
	r.rest = r.rest[1:]
	if err := r.until("]"); err != nil {
		return err
	}
	r.rest = r.rest[1:]
	name, err := r.name("({", "})")
	for i := range r.parts[first:] {
		r.parts[first+i].href = name
	}
	return err
}

func (r *reader) name(begin, end string) (string, error) {
	rest, ok := strings.CutPrefix(r.rest, begin)
	name, rest, closed := strings.Cut(rest, end)
	if !ok || !closed || name == "" || strings.ContainsAny(name, " {}[]*") {
		return "", fmt.Errorf("expected a name between %q and %q", begin, end)
	}
	r.rest = rest
	return name, nil
}

func (r *reader) put(text string) {
	if text != "" {
		r.parts = append(r.parts, part{text: text, strong: r.strong, href: r.href})
	}
}
