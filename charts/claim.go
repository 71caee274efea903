package charts

import (
	"math"

	"github.com/jouleboard/jouleboard/content/words"
)

// Claim is the content of a sentence of a figure, as data. It refers to rows of the figure's table, so that a test
// can recompute it from what is drawn.
type Claim struct {
	Predicate Predicate
	Runs      []string // of the table's rows: the subject, then those it is compared with
	Places    []int    // of these rows in the table, if a run has several
	Fields    []string // columns of the table, by field
	// Value is the number in the sentence: in the unit of the first field, or a ratio or a share in percent for a
	// comparison.
	Value float64
	// Limit restricts the claim: the deadline, or the share of a quantile.
	Limit float64
}

// Predicate is the kind of statement that a claim makes about its subject.
type Predicate string

// The predicates of sentences. F and G are the claim's fields.
const (
	Is         Predicate = "is"       // the subject's F is Value
	Least      Predicate = "least"    // no row has less F than the subject, of those drawn whose work is equal
	Most       Predicate = "most"     // no row has more F
	Less       Predicate = "less"     // the subject has Value percent less F than the object
	ShareOf    Predicate = "share of" // the subject's F is Value percent of all its Fields together
	QuantileIs Predicate = "quantile" // the Limit quantile of the bins is about Value
	Between    Predicate = "between"  // all values lie from Value to Limit
)

// sentence is a text with what it claims.
type sentence struct {
	text   string
	claims []Claim
}

// saying makes a sentence of claims.
func saying(text string, claims ...Claim) sentence { return sentence{text, claims} }

// say makes a sentence the title of a figure.
func (f *Figure) say(s sentence) { f.Title, f.Claims = s.text, s.claims }

// percent writes a share in whole percent.
func percent(w *words.Catalog, x float64) string {
	return w.Say("form.percent", "x", w.Short(math.Round(x)))
}
