package posts

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/jouleboard/jouleboard/data"
)

// work is an entry of a bibliography.
type work struct {
	key    string
	line   int               // of its beginning, counted from 0
	fields map[string]string // by lower-case name, as plain text
}

// readBibTeX reads the entries of a bibliography: @kind{key, name = {value}, …}. Values stand in braces or quotation
// marks or are numbers; the commands for accents become letters, other braces vanish. An error tells the line, counted
// from 0, on which reading ended.
func readBibTeX(text string) (works []work, line int, err error) {
	r := &bibReader{text: text}
	for r.skipTo('@') {
		if len(works) == mostWorks {
			return works, r.line(), fmt.Errorf("more than %d works; remove those that are not cited", mostWorks)
		}
		w := work{line: r.line(), fields: map[string]string{}}
		if err := r.entry(&w); err != nil {
			return works, r.line(), err
		}
		works = append(works, w)
	}
	return works, 0, nil
}

type bibReader struct {
	text string
	at   int
}

func (r *bibReader) line() int { return strings.Count(r.text[:min(r.at, len(r.text))], "\n") }

// skipTo moves behind the next such character.
func (r *bibReader) skipTo(c byte) bool {
	i := strings.IndexByte(r.text[r.at:], c)
	if i < 0 {
		return false
	}
	r.at += i + 1
	return true
}

func (r *bibReader) blanks() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// take moves behind the character if it comes next.
func (r *bibReader) take(c byte) bool {
	r.blanks()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// word is what comes before any of the marks that structure an entry.
func (r *bibReader) word() string {
	r.blanks()
	n := strings.IndexAny(r.text[r.at:], " \t\r\n={},\"#@")
	if n < 0 {
		n = len(r.text) - r.at
	}
	r.at += n
	return r.text[r.at-n : r.at]
}

func (r *bibReader) entry(w *work) error {
	r.word() // article, book, …: the fields say what there is to say
	if !r.take('{') {
		return fmt.Errorf("expected { after the type of the entry")
	}
	if w.key = r.word(); w.key == "" {
		return fmt.Errorf("expected the key of the entry after {")
	}
	if len(w.key) > longestKey {
		return fmt.Errorf("a key of %d bytes; use at most %d", len(w.key), longestKey)
	}
	for r.take(',') {
		name := strings.ToLower(r.word())
		if name == "" {
			break // a comma behind the last field
		}
		if !r.take('=') {
			return fmt.Errorf("%s: expected = after the field name %q", w.key, name)
		}
		value, err := r.value()
		if err != nil {
			return fmt.Errorf("%s: %s: %w", w.key, name, err)
		}
		if name == "url" && (!strings.HasPrefix(value, "http") || !isAllowed(value)) {
			return fmt.Errorf("%s: url: %q is not the address of a page; begin it with https://", w.key, data.ClipName(value))
		}
		w.fields[name] = value
	}
	if !r.take('}') {
		return fmt.Errorf("%s: expected , or } after a field", w.key)
	}
	return nil
}

func (r *bibReader) value() (string, error) {
	switch {
	case r.take('{'):
		return r.until('}')
	case r.take('"'):
		return r.until('"')
	}
	if word := r.word(); word != "" {
		return word, nil
	}
	return "", fmt.Errorf("expected a value in braces")
}

// until reads to the closing mark at the depth of the opening one.
func (r *bibReader) until(end byte) (string, error) {
	start, depth := r.at, 0
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '\\':
			r.at++
		case c == end && depth == 0:
			r.at++
			return plainTeX(r.text[start : r.at-1]), nil
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	r.at = min(r.at, len(r.text))
	return "", fmt.Errorf("the value has no end")
}

// accents are TeX's commands for them with the marks that Unicode combines.
var accents = map[rune]rune{
	'`': '\u0300', '\'': '\u0301', '^': '\u0302', '~': '\u0303', '=': '\u0304', 'u': '\u0306', '.': '\u0307', '"': '\u0308',
	'r': '\u030a', 'H': '\u030b', 'v': '\u030c', 'c': '\u0327', 'k': '\u0328',
}

// letters are TeX's commands for those that are no ASCII.
var letters = strings.NewReplacer(
	`\ss`, "ß", `\o`, "ø", `\O`, "Ø", `\ae`, "æ", `\AE`, "Æ", `\aa`, "å", `\AA`, "Å", `\l`, "ł", `\L`, "Ł", `\i`, "i", `\j`, "j",
	`\&`, "&", `\%`, "%", `\$`, "$", `\_`, "_", `\#`, "#", "---", "—", "--", "–", "~", "\u00a0",
)

// plainTeX is the text of a value: accents as letters, without braces and line ends.
func plainTeX(s string) string {
	var out strings.Builder
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		mark, ok := rune(0), false
		if runes[i] == '\\' && i+1 < len(runes) {
			mark, ok = accents[runes[i+1]]
		}
		if j := letterAfter(runes, i+2); ok && j > 0 && (!unicode.IsLetter(runes[i+1]) || !unicode.IsLetter(runes[i+2])) {
			out.WriteRune(runes[j])
			out.WriteRune(mark)
			i = j
			continue
		}
		out.WriteRune(runes[i])
	}
	text := strings.NewReplacer("{", "", "}", "").Replace(letters.Replace(norm.NFC.String(out.String())))
	return strings.Join(strings.Fields(text), " ")
}

// letterAfter finds the letter that an accent belongs to: \"o, \"{o}, \v{c}, \'\i.
func letterAfter(runes []rune, i int) int {
	for ; i < len(runes) && (runes[i] == '{' || runes[i] == ' ' || runes[i] == '\\'); i++ {
	}
	if i < len(runes) && unicode.IsLetter(runes[i]) {
		return i
	}
	return 0
}

// authors writes names as people say them: given name first, "and" before the last, no more than six.
func (w work) authors() string {
	const most = 6
	names := strings.Split(w.fields["author"], " and ")
	for i, name := range names {
		if family, given, ok := strings.Cut(name, ","); ok {
			names[i] = strings.TrimSpace(given) + " " + strings.TrimSpace(family)
		}
	}
	if len(names) > most {
		return names[0] + " et al."
	}
	if i := slices.Index(names, "others"); i > 0 {
		return strings.Join(names[:i], ", ") + " et al."
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// address is where the work can be read, "" if it does not say.
func (w work) address() string {
	if doi := w.fields["doi"]; doi != "" {
		return "https://doi.org/" + strings.TrimPrefix(doi, "https://doi.org/")
	}
	return w.fields["url"]
}

// venue is where the work appeared.
func (w work) venue() string {
	for _, name := range []string{"journal", "booktitle", "howpublished", "publisher", "institution", "school"} {
		if v := w.fields[name]; v != "" && !strings.HasPrefix(v, `\url`) {
			return v
		}
	}
	return ""
}
