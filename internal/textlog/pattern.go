package textlog

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/jouleboard/jouleboard/internal/faultwords"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Limits of patterns.
const (
	MostPatterns = 20      // of a text
	MostWork     = 3 << 27 // of matching all texts of a source: 8 s
	WorkOfByte   = 4       // more for each byte of its files

	longestPattern = 500  // bytes
	largestPattern = 1000 // instructions
)

// Pattern is a regular expression of bounded size.
type Pattern struct {
	*regexp.Regexp
	begins string // a text that every match contains
	size   int    // instructions, to which the time per byte is proportional
}

// Parse reads a pattern. The error names the remedy.
func Parse(text string) (Pattern, error) {
	size, err := sizeOf(text)
	if err != nil {
		return Pattern{}, fmt.Errorf("%q is not a regular expression of at most %d bytes: %w; correct it", units.Shown(text), longestPattern, err)
	}
	p := Pattern{Regexp: regexp.MustCompile(text), size: size}
	p.begins, _ = regexp.MustCompile(strings.TrimPrefix(text, "^")).LiteralPrefix()
	return p, nil
}

// sizeOf are the instructions of a pattern.
func sizeOf(text string) (int, error) {
	if len(text) > longestPattern {
		return 0, fmt.Errorf("longer than %d bytes", longestPattern)
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return 0, errors.New(faultwords.Pattern(err))
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return 0, err
	}
	if len(program.Inst) > largestPattern {
		return 0, errors.New("its repetitions make it too large")
	}
	return len(program.Inst), nil
}

// Check says why a text is no pattern with a named group, and the remedy.
func Check(text string) error {
	p, err := Parse(text)
	if err == nil && len(p.Groups()) == 0 {
		return fmt.Errorf("%q has no named group; write (?P<name>…) around a value", units.Shown(text))
	}
	return err
}

// Groups returns the named groups.
func (p Pattern) Groups() []string { return lists.NonZero(p.SubexpNames()) }

// Work is that of matching a text, in bytes times instructions.
func (p Pattern) Work(text string) int { return len(text) * p.size }

// Affords takes the work of matching a text from what is left, and reports whether there was enough.
func (p Pattern) Affords(text string, left *int) bool {
	*left -= p.Work(text)
	return *left >= 0
}

// continued begins with what continues a number: further digits, decimal places, or a multiple.
var continued = regexp.MustCompile(`^(?:[0-9]|[.,][0-9]|[kK](?:[^A-Za-z]|$))`)

// CutOff reports whether a number goes on behind its end in a text. A comma among several separates cells.
func CutOff(text string, end int) bool {
	return continued.MatchString(text[end:]) && (text[end] != ',' || strings.Count(text, ",") < 3)
}
