package data

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// Board describes the pages of a record type whose numbers are not comparable with others: runs of a study or a
// dataset have a page with their own columns, charts and order.
type Board struct {
	System string // name of the benchmark: "llenergymeasure"
	About  string // what it measures, in a sentence or two
	URL    string // URL of its description

	License  string // of the data, "" if unknown
	Citation string // of the benchmark, in BibTeX, "" if unknown

	By    string // the field whose values have separate pages
	Noun  string // noun for such a value: "study"
	Title string // the field with its display name, "" for By

	Primary string // the metric that orders the rows
	// Deadlines are the longest latencies in the default view, in the unit of the latency, by the value of By;
	// "default" applies to all others.
	Deadlines  map[string]float64
	Percentile string // of the latency that the deadline applies to, p50 if ""

	Alike   []string // fields that agree in rows that may be compared
	Columns []string // fields of the table of configurations, after the model
	Details []string // fields of the table of all runs
	Counts  []string // fields that are the same for all runs of a page, such as how many failed
	Plots   []Plot

	// Words are the texts for codes on pages, by field and code.
	Words map[string]map[string]string

	Warnings []string      // JSON fields with a list of texts, "code: what happened"
	Explain  []Explanation // the meaning of a warning, by its code
}

// Plot is a chart of a board.
type Plot struct {
	Name string // "tradeoff"; unique among the board's plots
	// X and Y are the metrics of a scatter plot.
	X, Y string
	// Parts are fields with the same unit that are drawn as one bar per run.
	Parts []string
	// Series names a series of [Dataset.Series], drawn over time run by run.
	Series string
	Help   string // explains how to read it, in a sentence
}

// Explanation describes a warning for readers.
type Explanation struct{ Code, Label, Text string }

// Basis describes the meaning of a record type's numbers, so that readers see which of them are comparable.
type Basis struct {
	Window     string // time that is measured: steady state, the whole run
	Load       string // how requests arrive: full batches, one at a time
	Scope      string // components measured: GPUs, the whole chip
	Token      string // divisor of energy per token
	Latency    string // definition of the latency
	Throughput string // definition of the throughput
	Accuracy   string // whether quality is measured
	Repeats    string // definition of a repeat
}

// fill makes what a declaration leaves out of the roles of its fields.
func (b *Board) fill(s *Schema) {
	fill := func(text *string, usual string) {
		if *text == "" {
			*text = usual
		}
	}
	fill(&b.System, s.Domain)
	fill(&b.By, s.Name(RoleTask))
	fill(&b.Noun, "task")
	fill(&b.Primary, s.Name(RoleEnergy))
	own := []string{b.By, s.Name(RoleModel)}
	if len(b.Columns) == 0 {
		b.Columns = slices.DeleteFunc(slices.Clone(s.Main), func(name string) bool { return slices.Contains(own, name) })
	}
	if len(b.Details) == 0 {
		for _, f := range s.fields[2:] { // behind the run's id and the domain
			if !slices.Contains(own, f.Name) {
				b.Details = append(b.Details, f.Name)
			}
		}
	}
	if latency := s.Latency(); len(b.Plots) == 0 && len(latency) > 0 {
		b.Plots = []Plot{{Name: "tradeoff", X: latency[0], Y: b.Primary, Help: tradeoffHelp}}
	}
}

// tradeoffHelp explains the chart that boards have by default.
const tradeoffHelp = "The line is the Pareto frontier: no other configuration is better in both metrics."

// Faults lists the names in the board that are no field of the table.
func (b *Board) Faults(s *Schema) (faults []string) {
	names := append([]string{b.By, b.Primary}, b.Alike...)
	names = append(append(append(names, b.Columns...), b.Details...), b.Counts...)
	names = append(names, b.Warnings...)
	for _, p := range b.Plots {
		names = append(append(names, p.X, p.Y), p.Parts...)
	}
	names = slices.AppendSeq(names, maps.Keys(b.Words))
	if u, err := url.Parse(b.URL); b.URL != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
		faults = append(faults, "url: expected an https:// address")
	}
	switch strings.ToLower(b.Percentile) {
	case "", "p50", "p90", "p95", "p99":
	default:
		faults = append(faults, "percentile: expected p50, p90, p95 or p99")
	}
	for _, p := range b.Plots {
		if !IsTask(p.Name) {
			faults = append(faults, "plots: expected a name of lower-case letters, digits and hyphens, got "+show(p.Name))
		}
	}
	for task, deadline := range b.Deadlines {
		if !(deadline >= 0 && deadline < mostSize) {
			faults = append(faults, "deadlines: expected a latency above 0 for "+ClipName(task))
		}
	}
	for _, name := range append(names, b.Title) {
		if _, ok := s.Field(name); !ok && name != "" {
			faults = append(faults, name+" is not a field of "+s.Domain)
		}
	}
	return faults
}
