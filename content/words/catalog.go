// Package words contains the messages of pages, charts and scripts in the language of the site.
//
// A catalog has the messages by key. The English one is built in and contains every key; a translation, or a
// publisher's own wording, replaces individual messages. Numbers are written in the style of the language. The
// package does not read files: package content does.
package words

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/jouleboard/jouleboard/units"
)

// Catalog contains the texts of one language. It does not change after it is made.
type Catalog struct {
	// Language is a BCP 47 tag, such as "en" or "de".
	Language string
	// Style is how numbers are written.
	units.Style
	tag      language.Tag
	messages map[string]Message
	fields   map[string]Field
}

// Field is the translation of a field of the data; "" keeps the text of its declaration.
type Field struct{ Label, Unit, Help string }

// New returns a catalog of messages by key.
func New(tag string, style units.Style, messages map[string]Message, fields map[string]Field) (*Catalog, error) {
	t, err := language.Parse(tag)
	if err != nil {
		return nil, fmt.Errorf("%q is not a language tag; write one such as en, de or pt-BR", tag)
	}
	return &Catalog{tag, style, t, messages, fields}, nil
}

// Run is a piece of a text: strong, a link, both, or neither.
type Run struct {
	Text   string
	Href   string // makes the run a link
	Strong bool
}

// Say returns the message of a key as plain text. Values are given as name and value in turn: texts are inserted
// unchanged, numbers in the style of the language. It panics if the catalog does not contain the key or a value; a
// test checks all calls.
func (c *Catalog) Say(key string, values ...any) string {
	parts := c.parts(key, values)
	if len(parts) == 1 {
		return c.text(key, parts[0], values)
	}
	var b []byte
	for _, p := range parts {
		text := c.text(key, p, values)
		if text == "" {
			b = bytes.TrimSuffix(b, space)
		}
		b = append(b, text...)
	}
	return string(b)
}

// space before a value that is empty goes with it.
var space = []byte(" ")

// Rich is like Say, with strong text and links.
func (c *Catalog) Rich(key string, values ...any) (runs []Run) {
	for _, p := range c.parts(key, values) {
		r := Run{Text: c.text(key, p, values), Strong: p.strong}
		if p.href != "" {
			r.Href = c.value(key, p.href, values)
		}
		last := len(runs) - 1
		if last >= 0 && r.Text == "" {
			runs[last].Text = strings.TrimSuffix(runs[last].Text, " ")
		}
		if last >= 0 && runs[last].Strong == r.Strong && runs[last].Href == r.Href {
			runs[last].Text += r.Text
		} else if r.Text != "" {
			runs = append(runs, r)
		}
	}
	return runs
}

// Has reports whether there is a message, for keys that are made from data.
func (c *Catalog) Has(key string) bool {
	_, ok := c.messages[key]
	return ok
}

// Inside returns a label for use within a sentence: it begins with a lower-case letter, except for abbreviations and
// in German, where nouns are capitalized.
func (c *Catalog) Inside(label string) string {
	if base, _ := c.tag.Base(); base.String() == "de" {
		return label
	}
	return units.LowerFirst(label)
}

// Typed returns a number as a reader types it, in full precision: a limit that is rounded is another one.
func (c *Catalog) Typed(x float64) string {
	size, format := math.Abs(x), byte('f')
	if x == math.Trunc(x) && size < 1e16 {
		return c.Whole(int(x))
	}
	if size < 1e-4 || size >= 1e16 {
		format = 'e'
	}
	return strings.ReplaceAll(strconv.FormatFloat(x, format, -1, 64), ".", c.Decimal)
}

// Field returns the translation of a field of the data.
func (c *Catalog) Field(name string) Field { return c.fields[name] }

// parts are those of a message in the plural form that the value n chooses.
func (c *Catalog) parts(key string, values []any) []part {
	m, ok := c.messages[key]
	if !ok {
		panic("words: there is no message " + key)
	}
	if len(m.forms) == 1 {
		return m.forms["other"]
	}
	n, ok := value("n", values)
	count, isInt := n.(int)
	if !ok || !isInt {
		panic("words: a message with plural forms needs the number n")
	}
	category := categories[plural.Cardinal.MatchPlural(c.tag, count, 0, 0, 0, 0)]
	if form, ok := m.forms[category]; ok {
		return form
	}
	return m.forms["other"]
}

var categories = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// text is what a part says: its own text, or a value.
func (c *Catalog) text(key string, p part, values []any) string {
	if p.value == "" {
		return p.text
	}
	return c.value(key, p.value, values)
}

func (c *Catalog) value(key, name string, values []any) string {
	v, ok := value(name, values)
	if !ok {
		panic(fmt.Sprintf("words: the message %s needs a value {%s}", key, name))
	}
	switch v := v.(type) {
	case string:
		return v
	case int:
		return c.Whole(v)
	case float64:
		return c.Number(v)
	}
	return fmt.Sprint(v)
}

func value(name string, values []any) (any, bool) {
	for i := 0; i+1 < len(values); i += 2 {
		if values[i] == name {
			return values[i+1], true
		}
	}
	return nil, false
}

// Script returns the JSON that a page's scripts read: the language, its style of numbers, and the messages of some
// keys. A key that ends in a dot stands for all keys that begin with it.
func (c *Catalog) Script(keys []string) json.RawMessage {
	messages := map[string]any{}
	for _, key := range keys {
		m, ok := c.messages[key]
		if ok {
			messages[key] = m.source
			continue
		}
		for name, m := range c.messages {
			if strings.HasSuffix(key, ".") && strings.HasPrefix(name, key) {
				messages[name], ok = m.source, true
			}
		}
		if !ok {
			panic("words: a script uses the message " + key + ", which does not exist")
		}
	}
	text, err := json.Marshal(map[string]any{
		"language": c.Language, "decimal": c.Decimal, "group": c.Group, "messages": messages,
	})
	if err != nil {
		panic(err) // texts alone
	}
	return text
}

// Keys are those of all messages, sorted.
func (c *Catalog) Keys() []string { return slices.Sorted(maps.Keys(c.messages)) }

// Message is the message of a key; without one it is empty.
func (c *Catalog) Message(key string) Message { return c.messages[key] }

// Noun returns the noun for n of a thing: its message, or without one the noun in its declaration.
func (c *Catalog) Noun(thing string, n int) string {
	if key := "outputs." + keyOf(thing); c.Has(key) {
		return c.Say(key, "n", n)
	}
	if n == 1 {
		return thing
	}
	return units.Nouns(thing)
}

// Per returns a unit per thing, such as "J per token".
func (c *Catalog) Per(unit, thing string) string {
	return c.Say("form.per", "unit", unit, "noun", c.Noun(thing, 1))
}

// Either returns names as alternatives: "token, image or video".
func (c *Catalog) Either(names []string) string { return c.joined("form.or", names) }

// All returns names as a list: "GPUs, precision and batch size".
func (c *Catalog) All(names []string) string { return c.joined("form.and", names) }

func (c *Catalog) joined(key string, names []string) string {
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return c.Say(key, "list", strings.Join(names[:n-1], ", "), "last", names[n-1])
}

// Unit returns a declared unit in the language: "tok/s per GPU".
func (c *Catalog) Unit(unit string) string {
	unit, thing, isPer := strings.Cut(unit, " per ")
	if last := strings.LastIndexByte(unit, '/'); !isPer && strings.Count(unit, "/") > 1 { // token/s/GPU
		unit, thing, isPer = unit[:last], unit[last+1:], true
	}
	if key := "unit." + keyOf(unit); c.Has(key) {
		unit = c.Say(key)
	}
	if isPer {
		return c.Per(unit, thing)
	}
	return unit
}

// Measured returns a written number with its unit behind a gap: "78.7%", "1 token", "2 tokens".
func (c *Catalog) Measured(number, gap, unit string) string {
	if of, percent := strings.CutPrefix(unit, "%"); percent {
		return c.Say("form.percent", "x", number) + of
	}
	return strings.TrimSpace(number + gap + units.Behind(number, unit))
}

// keyOf is a word of a declaration as the end of a message's key.
func keyOf(word string) string { return keyParts.Replace(word) }

var keyParts = strings.NewReplacer(" ", "_", "/", "_")

// Day is a date for people: "February 16, 2026". What is no date (YYYY-MM-DD) stays as it is.
func (c *Catalog) Day(date string) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	month := c.Say("form.months." + strconv.Itoa(int(d.Month())))
	return c.Say("form.date", "day", strconv.Itoa(d.Day()), "month", month, "year", strconv.Itoa(d.Year()))
}
