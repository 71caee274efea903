package declared

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// marks are those of the numbers of a file; the zero value is a decimal point alone.
type marks struct{ decimal, thousands string }

func (r Rows) marks() marks {
	m := marks{r.Decimal, r.Thousands}
	if m.decimal == "," {
		m.thousands = cmp.Or(m.thousands, ".")
	}
	return m
}

// grouped are numbers in groups of three digits, with their decimal places behind a point or a comma.
var grouped = regexp.MustCompile(`^[-+]?[0-9]{1,3}(?:[., '\x{a0}\x{202f}’][0-9]{3})+([.,][0-9]+)?$`)

// number is the number that a text is.
func (m marks) number(s string) (float64, error) {
	if m == (marks{}) {
		x, err := strconv.ParseFloat(s, 64)
		return x, unread(s, err)
	}
	whole, decimals, broken := strings.Cut(plainMarks.Replace(s), cmp.Or(m.decimal, "."))
	if m.thousands != "" && strings.Contains(whole, m.thousands) {
		if !m.fits(whole) {
			return 0, fmt.Errorf("expected a number, got %q: %q separates thousands, in groups of three digits; correct it, or “decimal” and "+
				"“thousands” under rows", data.ClipName(s), m.thousands)
		}
		whole = strings.ReplaceAll(whole, m.thousands, "")
	}
	if strings.ContainsAny(whole+decimals, ".") {
		return 0, unread(s, strconv.ErrSyntax)
	}
	if broken {
		whole += "." + decimals
	}
	x, err := strconv.ParseFloat(whole, 64)
	return x, unread(s, err)
}

// plainMarks makes one mark of those that are written in several ways.
var plainMarks = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "’", "'")

// fits reports whether the digits stand in groups of three: no number of several groups begins with 0, so that 0.540 is
// not 540.
func (m marks) fits(whole string) bool {
	groups := strings.Split(strings.TrimLeft(whole, "+-"), m.thousands)
	for i, g := range groups {
		if len(g) > 3 || len(g) == 0 || i > 0 && len(g) < 3 || i == 0 && g[0] == '0' || strings.Trim(g, "0123456789") != "" {
			return false
		}
	}
	return true
}

// unread is the error of a text that is no number.
func unread(s string, err error) error {
	switch {
	case err == nil:
		return nil
	case grouped.MatchString(s):
		return fmt.Errorf("expected a number, got %q; write it without separators of thousands, or state the marks of the file under rows, "+
			"such as “decimal: \",\"” and “thousands: \".\"”", data.ClipName(s))
	}
	return fmt.Errorf("expected a number, got %q; write “missing: [%s]” if it means no value", data.ClipName(s), data.ClipName(s))
}
