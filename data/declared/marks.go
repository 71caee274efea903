package declared

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// marks are those of the numbers of a file; the zero value is a decimal point alone.
type marks struct{ decimal, thousands string }

func (r Rows) marks() marks {
	return marks{r.Decimal, cmp.Or(r.Thousands, map[string]string{",": "."}[r.Decimal])}
}

// number is the number that a text is.
func (m marks) number(s string) (float64, error) {
	if m == (marks{}) {
		x, err := units.ParseNumber(s)
		return x, m.unread(s, err)
	}
	whole, decimals, broken := strings.Cut(plainMarks.Replace(s), cmp.Or(m.decimal, "."))
	if m.thousands != "" && strings.Contains(whole, m.thousands) {
		if !grouped[m.thousands].MatchString(whole) {
			return 0, fmt.Errorf("expected a number, got %q: %q separates thousands, in groups of three digits; correct it, or “decimal” and "+
				"“thousands” under rows", data.ClipName(s), m.thousands)
		}
		whole = strings.ReplaceAll(whole, m.thousands, "")
	}
	if strings.ContainsAny(whole+decimals, ".") {
		return 0, m.unread(s, strconv.ErrSyntax)
	}
	x, err := units.ParseNumber(whole + when(broken, "."+decimals))
	return x, m.unread(s, err)
}

// plainMarks makes one mark of those that are written in several ways.
var plainMarks = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "’", "'")

// grouped are, by the mark between them, digits in groups of three: no number of several groups begins with 0, so that
// 0.540 is not 540.
var grouped = lists.By(thousandsMarks, func(mark string) (string, *regexp.Regexp) {
	return mark, regexp.MustCompile(`^[-+]*[1-9][0-9]{0,2}(?:` + regexp.QuoteMeta(mark) + `[0-9]{3})+$`)
})

// spaced is a number whose groups of three digits are set apart by a mark that is no other's.
var spaced = regexp.MustCompile(`^[-+]?[1-9][0-9]{0,2}(?:([ '])[0-9]{3})+(?:[.,][0-9]+)?$`)

// unread is the error of a text that is no number.
func (m marks) unread(s string, err error) error {
	if err == nil {
		return nil
	}
	s = units.Clip(s, 1000)
	form, _ := lists.Find(clues().Numbers, func(c clue) bool { return c.Like.MatchString(s) })
	if spaced := spaced.FindStringSubmatch(plainMarks.Replace(s)); spaced != nil {
		form.Say = fmt.Sprintf("state “thousands: %q” under rows if it separates thousands", spaced[1])
	} else if m.decimal != "" { // as it is stated
		form.Say = strings.Replace(form.Say, "under rows", fmt.Sprintf("in place of “decimal: %q” under rows", m.decimal), 1)
	}
	remedy := cmp.Or(form.Say, fmt.Sprintf("write “missing: [%s]” if it means no value", data.ClipName(s)))
	return fmt.Errorf("expected a number, got %q; %s", data.ClipName(s), remedy)
}
