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
	foreign          bool // all of it
	commentParts
}

// commentParts is a comment in the report's JSON, texts as they are shown. Titles and columns of the sections go without saying:
// the program that reads them has them.
type commentParts struct {
	Noise    []string  `json:"noise"`
	Sections []Section `json:"sections"`
	Base     []string  `json:"base"` // where the sides come from
	Head     []string  `json:"head"`
}

// Comment returns the comment on the report. version is that of the program.
func (r *Report) Comment(version string) Comment {
	origin := func(side []Revision) []string {
		return listOf(Provenance(side, content.English()), func(line string) string { return clean(line, longestCell) })
	}
	return Comment{r.Verdict(), version, false, commentParts{
		listOf(r.Noise, (*SystemNoise).Text), append([]Section{}, r.Sections(steps[0])...), origin(r.Base), origin(r.Head),
	}}
}

// MarshalText writes the text as it is shown.
func (c Cell) MarshalText() ([]byte, error) { return []byte(c.clean()), nil }

// UnmarshalText reads a text of somebody.
func (c *Cell) UnmarshalText(text []byte) error {
	c.Text, c.Foreign = string(text), !isPlain(string(text))
	return nil
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
	c := Comment{foreign: true}
	if err := c.read(in); err != nil {
		return Comment{}, fmt.Errorf("%s: expected a report written by jouleboard diff --format json: %w", file, err)
	}
	return c, nil
}

func (c *Comment) read(in io.Reader) error {
	var report struct {
		Version string          `json:"jouleboard"`
		Verdict string          `json:"verdict"`
		Comment json.RawMessage `json:"comment"` // whose size is known before it is read: small values can be large in memory
	}
	bounded := &io.LimitedReader{R: in, N: MostReport + 1}
	err := json.NewDecoder(bounded).Decode(&report)
	switch size := len(report.Comment); {
	case bounded.N == 0:
		return fmt.Errorf("larger than %d bytes", MostReport)
	case err != nil:
		return err
	case size == 0 || size > mostComment:
		return fmt.Errorf("comment: expected 1 to %d bytes, got %d", mostComment, size)
	}
	c.verdict, c.version = report.Verdict, report.Version
	if err := json.Unmarshal(report.Comment, &c.commentParts); err != nil {
		return fmt.Errorf("comment: %w", err)
	}
	return c.check()
}

func (c *Comment) check() error {
	if most := max(len(c.Noise), len(c.Base), len(c.Head)); most > mostLines {
		return fmt.Errorf("comment: expected at most %d lines of noise, base and head, got %d", mostLines, most)
	}
	err := errors.Join(
		short("verdict", longestLine, c.verdict), short("jouleboard", longestLine, c.version), short("comment.noise", longestLine, c.Noise...),
		short("comment.base", longestLine, c.Base...), short("comment.head", longestLine, c.Head...),
	)
	if err != nil {
		return err
	}
	heads := lists.By(layouts(), func(t layout) (string, Section) { return t.ID, t.titled(content.English()) })
	for i := range c.Sections {
		s := &c.Sections[i]
		head, known := heads[s.ID]
		if !known {
			return fmt.Errorf("comment.sections[%d].id: unknown or repeated section %.40q", i, s.ID)
		}
		delete(heads, s.ID)
		head.Rows, head.Links, head.More, head.Count = s.Rows, s.Links, s.More, s.Count
		if *s = head; s.More < 0 || s.Count < 0 || len(s.Rows) > s.most(steps[0]) {
			return fmt.Errorf("comment.sections[%d].rows: expected at most %d, with more and count of at least 0", i, s.most(steps[0]))
		}
		if err := errors.Join(s.checkRows(), s.checkLinks()); err != nil {
			return fmt.Errorf("comment.sections[%d].%w", i, err)
		}
	}
	return nil
}

func (s *Section) checkRows() error {
	for i, row := range s.Rows {
		if len(row) != len(s.Columns) {
			return fmt.Errorf("rows[%d]: expected %d cells, got %d", i, len(s.Columns), len(row))
		}
		for k := range row {
			row[k].Long = s.Columns[k] == "Where" || s.Columns[k] == "Why"
			if err := short(fmt.Sprintf("rows[%d]", i), row[k].longest()+1, row[k].Text); err != nil {
				return err
			}
		}
	}
	return nil
}

// isPage matches the address of a run in a site, and no other.
var isPage = regexp.MustCompile(`^runs/(\?run=[a-z2-7]{10}|[a-z2-7]{10}/)$`).MatchString

func (s *Section) checkLinks() error {
	if len(s.Links) > 0 && (s.Linked == "" || len(s.Links) != len(s.Rows)) {
		return fmt.Errorf("links: expected one per row (%d), or none", len(s.Rows))
	}
	for i, link := range s.Links {
		if link != "" && !isPage(link) {
			return fmt.Errorf("links[%d]: expected the address of a run, got %.40q", i, link)
		}
	}
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
	for _, s := range c.Sections {
		s.markdown(&b, l, preview)
	}
	b.WriteString("<details><summary>Sources and method</summary>\n\n")
	for _, n := range c.Noise {
		b.WriteString(c.line(n) + "\n\n")
	}
	for _, line := range c.Base {
		fmt.Fprintf(&b, "Base: %s<br>\n", code(line))
	}
	for _, line := range c.Head {
		fmt.Fprintf(&b, "Head: %s<br>\n", code(line))
	}
	fmt.Fprintf(&b, "Compared by jouleboard %s.\n\n</details>\n", code(c.version))
	return b.String()
}

// line is a text of the program, or what is said to be one.
func (c Comment) line(text string) string {
	return Cell{Text: text, Foreign: c.foreign && !isPlain(text)}.markdown()
}
