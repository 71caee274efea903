package data

import (
	"fmt"
	"slices"
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
	Problems  []Problem
}

// Dataset is everything that the given sources hold.
type Dataset struct {
	LLM       LLMRuns
	Diffusion DiffusionRuns
	// Lengths holds the output lengths of the runs whose source states them.
	Lengths map[LLMRun]*OutputLengths
	Sources []Source
}

// Len is the number of records of all types.
func (d Dataset) Len() int { return d.LLM.Len() + d.Diffusion.Len() }

// Synthetic reports whether any record is invented.
func (d Dataset) Synthetic() bool {
	return slices.ContainsFunc(d.Sources, func(s Source) bool { return s.Synthetic })
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
	all := Dataset{Lengths: map[LLMRun]*OutputLengths{}}
	for _, p := range parts {
		llm, twins := fresh(all.LLM, p.LLM)
		diffusion, more := fresh(all.Diffusion, p.Diffusion)
		all.LLM, all.Diffusion = join(all.LLM, llm), join(all.Diffusion, diffusion)
		for run, lengths := range p.Lengths {
			if all.Lengths[run] == nil {
				all.Lengths[run] = lengths
			}
		}
		all.Sources = append(all.Sources, noteTwins(p.Sources, twins+more)...)
	}
	all.LLM, all.Diffusion = all.LLM.InOrder(), all.Diffusion.InOrder()
	return all
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
