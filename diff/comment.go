package diff

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/content"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Comment is the content of a comment on a pull request. It can be read from a report in JSON, so that the Markdown
// of a comparison made by a job without permissions is written by a job with permission to comment.
type Comment struct {
	verdict, version string
	noise            []string
	sections         []Section
	base, head       []string // where the sides come from
	foreign          bool     // all of it
}

// Comment returns the comment on the report. version is that of the program.
func (r *Report) Comment(version string) Comment {
	c := Comment{
		verdict: r.Verdict(), version: version, sections: r.Sections(steps[0]),
		base: Provenance(r.Base, content.English()), head: Provenance(r.Head, content.English()),
	}
	c.noise = append(c.noise, lists.Map(r.Noise, (*SystemNoise).Text)...)
	return c
}

// wireComment is a comment in the report's JSON, texts as they are shown. Titles and
// columns of the sections go without saying: the program that reads them has them.
type wireComment struct {
	Noise    []string      `json:"noise"`
	Sections []wireSection `json:"sections"`
	Base     []string      `json:"base"`
	Head     []string      `json:"head"`
}

type wireSection struct {
	ID    string     `json:"id"`
	Rows  [][]string `json:"rows"`
	Links []string   `json:"links"`
	More  int        `json:"more"`
	Count int        `json:"count"`
}

func (c Comment) wire() wireComment {
	w := wireComment{Noise: append([]string{}, c.noise...), Sections: []wireSection{}, Base: cleaned(c.base), Head: cleaned(c.head)}
	for _, s := range c.sections {
		rows := [][]string{}
		for _, row := range s.Rows {
			texts := lists.Map(row, Cell.clean)
			rows = append(rows, texts)
		}
		w.Sections = append(w.Sections, wireSection{s.ID, rows, append([]string{}, s.Links...), s.More, s.Count})
	}
	return w
}

func cleaned(texts []string) []string {
	list := []string{}
	list = append(list, lists.Map(texts, func(t string) string { return clean(t, longestCell) })...)
	return list
}

// MostReport is the maximum size of a report in JSON, in bytes.
const MostReport = 100_000_000

const (
	mostComment = 8_000_000 // bytes
	mostLines   = 20        // about noise, or of a side
	longestLine = 1000      // characters
)

// ReadComment reads the comment of a report that [Report.WriteJSON] has written. The report is untrusted: everything
// in it is treated as text. file is its name in errors.
func ReadComment(file string, in io.Reader) (Comment, error) {
	var w struct {
		Version string          `json:"jouleboard"`
		Verdict string          `json:"verdict"`
		Comment json.RawMessage `json:"comment"`
	}
	bounded := &io.LimitedReader{R: in, N: MostReport + 1}
	err := json.NewDecoder(bounded).Decode(&w)
	if bounded.N == 0 {
		err = fmt.Errorf("larger than %d bytes", MostReport)
	}
	c := Comment{verdict: w.Verdict, version: w.Version, foreign: true}
	var said wireComment
	if err == nil {
		err = part("comment", w.Comment, mostComment, &said)
	}
	if err == nil {
		err = c.read(said)
	}
	if err != nil {
		return Comment{}, fmt.Errorf("%s: expected a report written by jouleboard diff --format json: %w", file, err)
	}
	return c, nil
}

// part reads a value once its size is known: small values in JSON can be large in memory.
func part(name string, text json.RawMessage, most int, to any) error {
	if len(text) == 0 || len(text) > most {
		return fmt.Errorf("%s: expected 1 to %d bytes, got %d", name, most, len(text))
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (c *Comment) read(w wireComment) error {
	c.noise, c.base, c.head = w.Noise, w.Base, w.Head
	if most := max(len(c.noise), len(c.base), len(c.head)); most > mostLines {
		return fmt.Errorf("comment: expected at most %d lines of noise, base and head, got %d", mostLines, most)
	}
	err := errors.Join(
		short("verdict", longestLine, c.verdict), short("jouleboard", longestLine, c.version), short("comment.noise", longestLine, c.noise...),
		short("comment.base", longestLine, c.base...), short("comment.head", longestLine, c.head...),
	)
	if err != nil {
		return err
	}
	heads := lists.By(layouts(), func(t layout) (string, Section) { return t.ID, t.titled(content.English()) })
	for i, from := range w.Sections {
		s, known := heads[from.ID]
		if !known {
			return fmt.Errorf("comment.sections[%d].id: unknown or repeated section %.40q", i, from.ID)
		}
		delete(heads, from.ID)
		if err := s.read(from); err != nil {
			return fmt.Errorf("comment.sections[%d].%w", i, err)
		}
		c.sections = append(c.sections, s)
	}
	return nil
}

// read takes the rows of a section.
func (s *Section) read(from wireSection) error {
	if s.More, s.Count = from.More, from.Count; s.More < 0 || s.Count < 0 || len(from.Rows) > s.most(steps[0]) {
		return fmt.Errorf("rows: expected at most %d, with more and count of at least 0", s.most(steps[0]))
	}
	for i, texts := range from.Rows {
		if len(texts) != len(s.Columns) {
			return fmt.Errorf("rows[%d]: expected %d cells, got %d", i, len(s.Columns), len(texts))
		}
		var row []Cell
		for k, t := range texts {
			cell := Cell{t, !isPlain(t), s.Columns[k] == "Where" || s.Columns[k] == "Why"}
			if err := short(fmt.Sprintf("rows[%d]", i), cell.longest()+1, t); err != nil {
				return err
			}
			row = append(row, cell)
		}
		s.Rows = append(s.Rows, row)
	}
	return s.readLinks(from.Links)
}

// isPage matches the address of a run in a site, and no other.
var isPage = regexp.MustCompile(`^runs/(\?run=[a-z2-7]{10}|[a-z2-7]{10}/)$`).MatchString

func (s *Section) readLinks(links []string) error {
	if len(links) > 0 && (s.Linked == "" || len(links) != len(s.Rows)) {
		return fmt.Errorf("links: expected one per row (%d), or none", len(s.Rows))
	}
	for i, link := range links {
		if link != "" && !isPage(link) {
			return fmt.Errorf("links[%d]: expected the address of a run, got %.40q", i, link)
		}
	}
	s.Links = links
	return nil
}

func short(field string, most int, texts ...string) error {
	for _, t := range texts {
		if n := utf8.RuneCountInString(t); n > most {
			return fmt.Errorf("%s: expected at most %d characters, got %d", field, most, n)
		}
	}
	return nil
}

// isPlain reports whether a text of somebody can stand outside of a code element:
// letters and numbers, in which nothing calls or links.
var isPlain = regexp.MustCompile(`^[A-Za-z0-9 .,:;()+=%×→−–…]*$`).MatchString

// Markdown returns the comment, shorter than [CommentLimit] by a margin for text that a workflow adds, and with at
// most [mostUnfolded] visible lines. preview is the URL of the site that it links to, "" for none. Text from
// contributors is in code elements with every mark of Markdown and HTML escaped, so it cannot format, link or notify
// people.
func (c Comment) Markdown(preview string) string {
	const room = 500 // characters
	text := ""
	for _, l := range steps {
		text = c.markdown(l, preview)
		if utf8.RuneCountInString(text) < CommentLimit-room && unfolded(text) <= mostUnfolded {
			break
		}
	}
	return text
}

// mostUnfolded is the number of lines of a comment that its reader sees at once.
const mostUnfolded = 60

// unfolded counts the lines with a text outside of folds.
func unfolded(text string) (n int) {
	folded := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "<details>"):
			folded = true
			n++
		case strings.HasPrefix(line, "</details>"):
			folded = false
		case !folded && strings.TrimSpace(line) != "":
			n++
		}
	}
	return n
}

func (c Comment) markdown(l Limits, preview string) string {
	var b strings.Builder
	verdict := c.verdict
	if !isPlain(verdict) { // it has names in it, which may call people
		verdict = Cell{verdict, true, true}.markdown()
	}
	fmt.Fprintf(&b, "%s\n### Changes in the results\n\n**%s**\n\n", Marker, verdict)
	for _, s := range c.sections {
		s.markdown(&b, l, preview)
	}
	b.WriteString("<details><summary>Sources and method</summary>\n\n")
	for _, n := range c.noise {
		b.WriteString(c.line(n) + "\n\n")
	}
	for _, line := range c.base {
		fmt.Fprintf(&b, "Base: %s<br>\n", code(line))
	}
	for _, line := range c.head {
		fmt.Fprintf(&b, "Head: %s<br>\n", code(line))
	}
	fmt.Fprintf(&b, "Compared by jouleboard %s.\n\n</details>\n", code(c.version))
	return b.String()
}

// line is a text of the program, or what is said to be one.
func (c Comment) line(text string) string {
	return Cell{Text: text, Foreign: c.foreign && !isPlain(text)}.markdown()
}
