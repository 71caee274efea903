package data

import (
	"maps"
	"slices"
)

// Board says how pages show a record type whose numbers compare with no other's:
// runs of a study or a data set have a page with columns, charts and an order of
// their own.
type Board struct {
	System string // name of the benchmark: "llenergymeasure"
	About  string // what it measures, in a sentence or two
	URL    string // where it is described

	By    string // the field whose values have a page each
	Noun  string // what such a value is: "study"
	Title string // the field with its name for people, "" for By

	Primary string   // the metric that rows are in order of
	Alike   []string // fields that agree where two rows may be compared
	Columns []string // fields of the table of configurations, behind the model
	Details []string // fields of the table of all runs
	Counts  []string // fields that are the same for all runs of a page, such as how many failed
	Plots   []Plot

	// Words are what pages say for the codes that a field holds, by field and code.
	Words map[string]map[string]string

	Warnings []string      // JSON fields with a list of texts, "code: what happened"
	Explain  []Explanation // what a warning means, by its code
}

// Plot is a chart of a board.
type Plot struct {
	Name string // "tradeoff"; unique among the board's plots
	// X and Y are the metrics of a scatter plot.
	X, Y string
	// Parts are fields of one unit that are drawn as one bar a run.
	Parts []string
	// Series names what [Dataset.Series] holds, drawn over time run by run.
	Series string
	Help   string // how to read it, a sentence
}

// Explanation says what a warning means for its reader.
type Explanation struct{ Code, Label, Text string }

// Basis says what the numbers of a record type are, so that a reader sees which
// of them compare with which.
type Basis struct {
	Window     string // what time is measured: steady state, the whole run
	Load       string // how requests come: full batches, one at a time
	Scope      string // what is measured: GPUs, the whole chip
	Token      string // what energy per token divides by
	Latency    string // what the latency is of
	Throughput string // of what and including what
	Accuracy   string // whether quality is measured
	Repeats    string // what a repeat is
}

// Faults lists the names in the board that are no field of the table.
func (b *Board) Faults(s *Schema) (faults []string) {
	names := append([]string{b.By, b.Primary}, b.Alike...)
	names = append(append(append(names, b.Columns...), b.Details...), b.Counts...)
	names = append(names, b.Warnings...)
	for _, p := range b.Plots {
		names = append(append(names, p.X, p.Y), p.Parts...)
	}
	names = slices.AppendSeq(names, maps.Keys(b.Words))
	for _, name := range append(names, b.Title) {
		if _, ok := s.Field(name); !ok && name != "" {
			faults = append(faults, name+" is no field of "+s.Domain)
		}
	}
	return faults
}
