package diff

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Comment is what a comment on a pull request says. It can be read from a report in
// JSON, so that a job with the right to comment writes Markdown of its own from what a
// job without any right has compared.
type Comment struct {
	verdict, version string
	counts           map[Class]int
	noise            []string
	sections         []Section
	base, head       []string // where the sides come from
	foreign          bool     // all of it
}

func (r *Report) comment(version string) Comment {
	c := Comment{
		verdict: r.Verdict(), version: version, counts: r.Counts, sections: r.Sections(steps[0]),
		base: Provenance(r.Base), head: Provenance(r.Head),
	}
	for _, n := range r.Noise {
		c.noise = append(c.noise, n.Text())
	}
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
	ID   string     `json:"id"`
	Rows [][]string `json:"rows"`
	More int        `json:"more"`
}

func (c Comment) wire() wireComment {
	w := wireComment{Noise: append([]string{}, c.noise...), Sections: []wireSection{}, Base: cleaned(c.base), Head: cleaned(c.head)}
	for _, s := range c.sections {
		rows := [][]string{}
		for _, row := range s.Rows {
			var texts []string
			for _, cell := range row {
				texts = append(texts, clean(cell.Text))
			}
			rows = append(rows, texts)
		}
		w.Sections = append(w.Sections, wireSection{s.ID, rows, s.More})
	}
	return w
}

func cleaned(texts []string) []string {
	list := []string{}
	for _, t := range texts {
		list = append(list, clean(t))
	}
	return list
}

// MostReport bounds a report in JSON that is read, in bytes.
const MostReport = 100_000_000

const (
	mostComment = 8_000_000 // bytes
	mostLines   = 20        // about noise, or of a side
	longestLine = 1000      // characters
)

// ReadComment reads the comment of a report that [Report.WriteJSON] has written,
// wherever it has been since: nothing in it is taken for more than a text. File names
// it in errors.
func ReadComment(file string, in io.Reader) (Comment, error) {
	var w struct {
		Version string          `json:"jouleboard"`
		Verdict string          `json:"verdict"`
		Counts  json.RawMessage `json:"counts"`
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
		err = errors.Join(part("counts", w.Counts, 1000, &c.counts), part("comment", w.Comment, mostComment, &said))
	}
	if err == nil {
		err = c.read(said)
	}
	if err != nil {
		return Comment{}, fmt.Errorf("%s: want a report as jouleboard diff --format json writes it: %w", file, err)
	}
	return c, nil
}

// part reads a value once its size is known: small values in JSON can be large in memory.
func part(name string, text json.RawMessage, most int, to any) error {
	if len(text) == 0 || len(text) > most {
		return fmt.Errorf("%s: want 1 to %d bytes, got %d", name, most, len(text))
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (c *Comment) read(w wireComment) error {
	c.noise, c.base, c.head = w.Noise, w.Base, w.Head
	if most := max(len(c.noise), len(c.base), len(c.head)); most > mostLines {
		return fmt.Errorf("comment: want %d lines of noise, base and head at most, got %d", mostLines, most)
	}
	err := errors.Join(
		short("verdict", longestLine, c.verdict), short("jouleboard", longestLine, c.version), short("comment.noise", longestLine, c.noise...),
		short("comment.base", longestLine, c.base...), short("comment.head", longestLine, c.head...),
	)
	if err != nil {
		return err
	}
	heads := map[string]Section{}
	for _, s := range new(Report).sections(Limits{}) {
		heads[s.ID] = s
	}
	for i, from := range w.Sections {
		s, known := heads[from.ID]
		if !known {
			return fmt.Errorf("comment.sections[%d].id: no section %.40q, or a second one", i, from.ID)
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
	if s.More = from.More; s.More < 0 || len(from.Rows) > s.most(steps[0]) {
		return fmt.Errorf("rows: want %d at most, and more from 0 on", s.most(steps[0]))
	}
	for i, texts := range from.Rows {
		if len(texts) != len(s.Columns) {
			return fmt.Errorf("rows[%d]: want %d cells, got %d", i, len(s.Columns), len(texts))
		}
		if err := short(fmt.Sprintf("rows[%d]", i), longestCell+1, texts...); err != nil {
			return err
		}
		var row []Cell
		for _, t := range texts {
			row = append(row, Cell{t, !isPlain(t)})
		}
		s.Rows = append(s.Rows, row)
	}
	return nil
}

func short(field string, most int, texts ...string) error {
	for _, t := range texts {
		if n := utf8.RuneCountInString(t); n > most {
			return fmt.Errorf("%s: want %d characters at most, got %d", field, most, n)
		}
	}
	return nil
}

// isPlain reports whether a text of somebody can stand outside of a code element:
// letters and numbers, in which nothing calls or links.
var isPlain = regexp.MustCompile(`^[A-Za-z0-9 .,:;()+=%×→−–…]*$`).MatchString

// Markdown is the comment, shorter than [CommentLimit] by what a workflow may add.
// Text that contributors wrote stands in code elements with every mark of Markdown and
// HTML escaped, so it can neither format, nor link, nor call anybody.
func (c Comment) Markdown() string {
	const room = 500 // characters
	text := ""
	for _, l := range steps {
		text = c.markdown(l)
		if utf8.RuneCountInString(text) < CommentLimit-room {
			break
		}
	}
	return text
}

func (c Comment) markdown(l Limits) string {
	var b strings.Builder
	verdict := c.verdict // our own words
	if c.foreign {
		verdict = c.line(verdict)
	}
	fmt.Fprintf(&b, "%s\n### What changes in the results\n\n**%s**\n\n", Marker, verdict)
	b.WriteString("| Configurations | |\n| --- | ---: |\n")
	for _, class := range Classes() {
		if n := c.counts[class]; n > 0 {
			fmt.Fprintf(&b, "| %s | %d |\n", class, n)
		}
	}
	b.WriteString("\n")
	for _, n := range c.noise {
		b.WriteString(c.line(n) + "\n\n")
	}
	for _, s := range c.sections {
		s.cut(l).markdown(&b)
	}
	b.WriteString("<sub>\n")
	for _, line := range c.base {
		fmt.Fprintf(&b, "Base: %s<br>\n", code(line))
	}
	for _, line := range c.head {
		fmt.Fprintf(&b, "Head: %s<br>\n", code(line))
	}
	fmt.Fprintf(&b, "Compared by jouleboard %s.\n</sub>\n", code(c.version))
	return b.String()
}

// line is a text of the program, or what is said to be one.
func (c Comment) line(text string) string {
	return Cell{text, c.foreign && !isPlain(text)}.markdown()
}

// most is how many rows are shown.
func (s Section) most(l Limits) int {
	switch {
	case s.Folded:
		return l.Folded
	case s.Extreme:
		return l.Extremes
	}
	return l.Rows
}

func (s Section) cut(l Limits) Section {
	if over := len(s.Rows) - s.most(l); over > 0 {
		s.More += over
		s.Rows = s.Rows[:s.most(l)]
	}
	return s
}
