package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/fitting"
)

// Source is where records came from: what a reader needs to find them again.
type Source struct {
	Name      string // as the user gave it
	Kind      string // "compiled", "json", "sample", …
	Revision  string // content hash or commit, "" if unknown
	Date      string // date of the data, YYYY-MM-DD, "" if unknown
	Synthetic bool   // invented by a model, not measured
	Runs      int    // records loaded
	LeftOut   int    // records that problems kept out
	Pending   bool   // it has no record because its runs are not done
	Problems  []Problem
}

// Dataset is everything that the given sources hold.
type Dataset struct {
	LLM       LLMRuns
	Diffusion DiffusionRuns
	// More holds the runs of the other systems: a collection a record type, none of
	// them empty, by domain.
	More []AnyRuns
	// Lengths holds the output lengths of the runs whose source states them.
	Lengths map[LLMRun]*OutputLengths
	// Within holds the interval of a run's energy per output that its power over time
	// leaves open; it knows nothing of how another run would differ.
	Within map[AnyRun]fitting.Interval
	// Series holds what was recorded over time during runs of the other systems.
	Series  map[AnyRun][]Series
	Sources []Source
}

// Series is a quantity recorded over time during one run.
type Series struct {
	Name, Label, Unit string
	Points            []Point
}

// Point is a value at a time, in s from the start of the recording.
type Point struct{ Seconds, Value float64 }

// Collections lists the runs type by type: language models, image and video
// models, the other systems. A type without a run is left out.
func (d Dataset) Collections() []AnyRuns {
	all := append([]AnyRuns{d.LLM.Any(), d.Diffusion.Any()}, d.More...)
	return slices.DeleteFunc(all, func(rs AnyRuns) bool { return rs.Len() == 0 })
}

// Len is the number of records of all types.
func (d Dataset) Len() int {
	n := d.LLM.Len() + d.Diffusion.Len()
	for _, rs := range d.More {
		n += rs.Len()
	}
	return n
}

// Synthetic reports whether any record is invented.
func (d Dataset) Synthetic() bool {
	return slices.ContainsFunc(d.Sources, func(s Source) bool { return s.Synthetic })
}

// Date is the newest date that a source states, YYYY-MM-DD, "" where none does.
func (d Dataset) Date() (newest string) {
	for _, s := range d.Sources {
		newest = max(newest, s.Date)
	}
	return newest
}

// Revision names the revisions of the sources, "" where none is known.
func (d Dataset) Revision() string {
	var known []string
	for _, s := range d.Sources {
		if s.Revision != "" {
			known = append(known, s.Revision)
		}
	}
	return Clip(strings.Join(known, ", "))
}

// Problems lists the problems of all sources, in the order of the sources.
func (d Dataset) Problems() []Problem {
	var all []Problem
	for _, s := range d.Sources {
		all = append(all, s.Problems...)
	}
	return all
}

// Merge joins what several sources hold into one dataset, records in schema
// order. A record that an earlier source has with every value equal is taken
// once, with a problem; records that share the visible configuration but differ
// in a value are repeats and all stay.
func Merge(parts ...Dataset) Dataset {
	all := Dataset{Lengths: map[LLMRun]*OutputLengths{}, Within: map[AnyRun]fitting.Interval{}, Series: map[AnyRun][]Series{}}
	for _, p := range parts {
		llm, twins := fresh(all.LLM, p.LLM)
		diffusion, more := fresh(all.Diffusion, p.Diffusion)
		all.LLM, all.Diffusion = join(all.LLM, llm), join(all.Diffusion, diffusion)
		twins += more
		for _, runs := range p.More {
			twins += all.addMore(runs)
		}
		keepFirst(all.Lengths, p.Lengths)
		keepFirst(all.Within, p.Within)
		keepFirst(all.Series, p.Series)
		all.Sources = append(all.Sources, noteTwins(p.Sources, twins)...)
	}
	all.LLM, all.Diffusion = all.LLM.InOrder(), all.Diffusion.InOrder()
	for i := range all.More {
		all.More[i] = all.More[i].InOrder()
	}
	return all
}

// addMore joins runs to those of their type and tells how many were there.
func (d *Dataset) addMore(runs AnyRuns) (twins int) {
	if runs.Len() == 0 {
		return 0
	}
	domain := runs.Schema().Domain
	i, found := slices.BinarySearchFunc(d.More, domain, func(rs AnyRuns, domain string) int {
		return strings.Compare(rs.Schema().Domain, domain)
	})
	if !found {
		d.More = slices.Insert(d.More, i, runs)
		return 0
	}
	runs, twins = fresh(d.More[i], runs)
	d.More[i] = join(d.More[i], runs)
	return twins
}

// keepFirst adds what is not there yet.
func keepFirst[R Record[R], T any](all, more map[R]T) {
	for run, v := range more {
		if _, there := all[run]; !there {
			all[run] = v
		}
	}
}

// fresh keeps the records of next that seen has not.
func fresh[R Record[R]](seen, next Runs[R]) (kept Runs[R], twins int) {
	known := make(map[R]bool, seen.Len())
	for _, r := range seen.rows {
		known[*r] = true
	}
	kept = next.whereRow(func(r *R) bool { return !known[*r] })
	return kept, next.Len() - kept.Len()
}

// join is Concat, where an empty collection has no say in stableOnly.
func join[R Record[R]](a, b Runs[R]) Runs[R] {
	if a.Len() == 0 && a.err == nil {
		return b
	}
	if b.Len() == 0 && b.err == nil {
		return a
	}
	return a.Concat(b)
}

func noteTwins(sources []Source, twins int) []Source {
	if twins == 0 || len(sources) == 0 {
		return sources
	}
	sources = slices.Clone(sources)
	last := &sources[len(sources)-1]
	last.Runs -= twins
	last.LeftOut += twins
	last.Problems = append(slices.Clone(last.Problems), Problem{
		Message: fmt.Sprintf("%d runs stand in an earlier source too, equal in every column; taken once, give each source once", twins),
		LeftOut: twins,
	})
	return sources
}
