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
	Is           Predicate = "is"            // the subject's F is Value
	Least        Predicate = "least"         // no row has less F than the subject, of those with G up to Limit if there is one
	Most         Predicate = "most"          // no row has more F
	NoneWithin   Predicate = "none within"   // every row has more F than Limit
	NoneBeyond   Predicate = "none beyond"   // no row has more F than Limit
	SomeBeyond   Predicate = "some beyond"   // the subject has more F than Limit
	Less         Predicate = "less"          // the subject has Value percent less F than the object
	Times        Predicate = "times"         // the subject has Value times the F of the object
	Falling      Predicate = "falling"       // F falls from row to row, by 5 % or more in all
	Rising       Predicate = "rising"        // F rises from row to row, by 5 % or more in all
	Steady       Predicate = "steady"        // F of all rows is within 5 % of the least
	BelowEnds    Predicate = "below ends"    // the subject's F is the least of the rows, 5 % or more below the first and the last
	AboveEnds    Predicate = "above ends"    // the subject's F is the most of the rows, 5 % or more above the first and the last
	ShareOf      Predicate = "share of"      // the subject's F is Value percent of all its Fields together
	QuantileIs   Predicate = "quantile"      // the Limit quantile of the bins is about Value
	Between      Predicate = "between"       // all values lie from Value to Limit
	NobodyStates Predicate = "nobody states" // no row has both F and G
)

// sentence is a text with what it claims.
type sentence struct {
	text   string
	claims []Claim
}

// saying makes a sentence of claims.
func saying(text string, claims ...Claim) sentence { return sentence{text, claims} }

// say makes a sentence the title of a figure; neutral is the title for when a page shows
// other rows than those of the claims.
func (f *Figure) say(s sentence, neutral string) {
	f.Title, f.Claims, f.Neutral = s.text, s.claims, neutral
}

// percent writes a share in whole percent.
func percent(w *words.Catalog, x float64) string {
	return w.Say("form.percent", "x", w.Short(math.Round(x)))
}
