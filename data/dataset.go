package data

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Source identifies the origin of records, so that a reader can find them again.
type Source struct {
	Name      string         // as the user gave it
	Kind      string         // "compiled", "json", "sample", …
	Revision  string         // content hash or commit, "" if unknown
	Date      string         // date of the data, YYYY-MM-DD, "" if unknown
	Synthetic bool           // invented by a model, not measured
	Runs      int            // records loaded
	Domains   map[string]int // number of these by record type; set by [NewDataset]
	LeftOut   int            // records left out because of problems
	Pending   bool           // it has no record yet because its runs are not finished
	Problems  []Problem

	// Written is where the contributor declared its fields and laws, nil if they are built in.
	Written *Written

	// Origins are the sources that a published site lists for its runs, by record type.
	Origins map[string][]Source
}

// Written is the text that declares what the runs of a source are.
type Written struct {
	File    string
	Fields  map[string]int  // lines of fields
	Laws    map[string]int  // and of laws, by their code
	Sets    map[string]int  // and of values that hold for all rows of some files, by their field
	Absent  map[string]bool // fields of which it says that rows may lack them
	Entries map[string]int  // which entry of rows reads a file
	Rows    []string        // the files of each entry, as it names them
	Strays  []string        // files of which no field reads a value

	Deadlines int  // the line of them
	Recorded  bool // power was recorded, by a clock that times of runs have
	Unread    bool // some of it cannot be read, so that it is not told of each row that its energy is missing
	Mixed     bool // lines of several rows of a text are read as those of one
}

// Dataset is the combined content of the given sources.
type Dataset struct {
	Tables  []Table // one per record type, none empty: LLM, diffusion, then others by domain
	Sources []Source

	// Recordings reads what was recorded by that name during each run of a table, where it is in files that are read on
	// request only; nil where there are none. Other recordings are in the tables ([Table.Series]).
	Recordings func(runs Table, name string) ([]Series, error)
}

// NewDataset returns a dataset of the tables that have runs, in order. The source's problems are put in order, and what
// they leave out is counted.
func NewDataset(source Source, tables ...Table) Dataset {
	source.Domains, source.LeftOut = map[string]int{}, leftOut(source.Problems)
	SortProblems(source.Problems)
	d := Dataset{Sources: []Source{source}}
	for _, t := range tables {
		d.set(t)
		if t.Len() > 0 {
			source.Domains[t.schema.Domain] = t.Len()
		}
	}
	return d
}

// set puts a table in the place of that of its record type.
func (d *Dataset) set(t Table) {
	d.Tables = slices.DeleteFunc(slices.Clone(d.Tables), func(have Table) bool { return have.schema.Domain == t.schema.Domain })
	if t.Len() == 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(d.Tables, t, func(a, b Table) int { return compareDomains(a.schema.Domain, b.schema.Domain) })
	d.Tables = slices.Insert(d.Tables, i, t)
}

// With returns the dataset with the runs of the table's record type replaced.
func (d Dataset) With(t Table) Dataset { d.set(t); return d }

// compareDomains puts the ML.ENERGY benchmark's record types before the others.
func compareDomains(a, b string) int {
	own := []string{llmDomain, diffusionDomain}
	return cmp.Or(compareFlags(!slices.Contains(own, a), !slices.Contains(own, b)),
		cmp.Compare(slices.Index(own, a), slices.Index(own, b)), cmp.Compare(a, b))
}

// Table returns the runs of a record type, empty if there are none.
func (d Dataset) Table(s *Schema) Table {
	if t, ok := lists.Find(d.Tables, func(t Table) bool { return t.schema.Domain == s.Domain }); ok {
		return t
	}
	return Empty(s)
}

// LLM is the runs of language models.
func (d Dataset) LLM() LLMRuns { return As[LLMRun](d.Table(LLMRun{}.Schema())) }

// Diffusion is the runs of image and video models.
func (d Dataset) Diffusion() DiffusionRuns { return As[DiffusionRun](d.Table(DiffusionRun{}.Schema())) }

// Series is a quantity recorded over time during one run.
type Series struct {
	Name, Label, Unit string
	Points            []Point
}

// Point is a value at a time, in s from the start of the recording.
type Point struct{ Seconds, Value float64 }

// Systems names the benchmarks of the runs, in order of their tables.
func (d Dataset) Systems() []string {
	return lists.Distinct(lists.Map(d.Tables, func(t Table) string { return t.schema.System() }))
}

// Of returns the part of one benchmark: its runs and their sources. For a published site these are the sources that
// it lists.
func (d Dataset) Of(system string) (own Dataset) {
	own.Tables = append(own.Tables, lists.Filter(d.Tables, func(t Table) bool { return t.schema.System() == system })...)
	for _, s := range d.Sources {
		for _, t := range own.Tables {
			own.Sources = addOrigins(own.Sources, s.OriginsOf(t.schema.Domain))
		}
	}
	return own
}

// OriginsOf returns the sources of the runs of a record type: the source itself, or for a published site those that
// it lists; none if there are no such runs.
func (s Source) OriginsOf(domain string) []Source {
	own := s
	own.Runs = s.Domains[domain]
	switch {
	case own.Runs == 0:
		return nil
	case len(s.Origins[domain]) > 0:
		return s.Origins[domain]
	}
	return []Source{own}
}

// addOrigins adds sources, each once: it may be that of several record types.
func addOrigins(all, more []Source) []Source {
	for _, s := range more {
		i := slices.IndexFunc(all, func(o Source) bool {
			return o.Name == s.Name && o.Kind == s.Kind && o.Revision == s.Revision && o.Date == s.Date && o.Synthetic == s.Synthetic
		})
		if i < 0 {
			all = append(all, s)
			continue
		}
		all[i].Runs += s.Runs
	}
	return all
}

// Len returns the number of runs of all types.
func (d Dataset) Len() int {
	return lists.Sum(d.Tables, Table.Len)
}

// Synthetic reports whether any record is invented.
func (d Dataset) Synthetic() bool {
	return slices.ContainsFunc(d.Sources, func(s Source) bool { return s.Synthetic })
}

// Date returns the newest date of the sources, YYYY-MM-DD, "" if there is none.
func (d Dataset) Date() string { return lists.Most(d.Sources, func(s Source) string { return s.Date }) }

// Revision returns the revisions of the sources, "" if none is known.
func (d Dataset) Revision() string {
	return Clip(strings.Join(lists.NonZero(lists.Map(d.Sources, func(s Source) string { return s.Revision })), ", "))
}

// Problems lists the problems of all sources, in the order of the sources.
func (d Dataset) Problems() []Problem {
	return lists.FlatMap(d.Sources, func(s Source) []Problem { return s.Problems })
}

// Merge joins several sources into one dataset, with the runs in the order of their field table. A run that equals
// one of an earlier source in every value is counted once, with a problem; runs with the same visible configuration
// but different values are repeats and are all kept.
func Merge(parts ...Dataset) Dataset {
	var all Dataset
	for _, p := range parts {
		twins := map[string]int{}
		for _, t := range p.Tables {
			known := all.Table(t.schema)
			fresh := t
			if known.Len() > 0 {
				fresh = t.without(known)
				twins[t.schema.Domain] += t.Len() - fresh.Len()
				fresh = known.Concat(fresh)
			}
			all.set(fresh)
		}
		all.Sources = append(all.Sources, noteTwins(p.Sources, twins)...)
	}
	for i, t := range all.Tables {
		all.Tables[i] = t.InOrder()
	}
	return all
}

// without keeps the runs of which known has no equal.
func (t Table) without(known Table) Table {
	seed, found := maphash.MakeSeed(), lists.Index{}
	for i := range known.Len() {
		found.Add(known.row(i).digest(seed), i)
	}
	return t.Select(func(i int) bool {
		run := t.row(i)
		return found.Find(run.digest(seed), func(at int) bool { return slices.Equal(known.row(at).values, run.values) }) < 0
	})
}

// row is run i without what is computed.
func (t Table) row(i int) Row {
	r := Row{t.schema, make([]any, len(t.schema.fields))}
	for f := range r.values {
		if !t.schema.fields[f].Computed {
			r.values[f] = t.column(f).at(int(t.rows[i]))
		}
	}
	return r
}

func noteTwins(sources []Source, of map[string]int) []Source {
	twins := 0
	for _, n := range of {
		twins += n
	}
	if twins == 0 || len(sources) == 0 {
		return sources
	}
	sources = slices.Clone(sources)
	last := &sources[len(sources)-1]
	last.Domains = maps.Clone(last.Domains)
	for domain, n := range of {
		last.Domains[domain] -= n
	}
	last.Runs -= twins
	last.LeftOut += twins
	last.Problems = append(slices.Clone(last.Problems), Problem{
		Message: fmt.Sprintf("%d runs are duplicates of runs in an earlier source, with equal values in all columns; each is counted once; "+
			"give each source once", twins),
		Code: CodeTwice, LeftOut: twins,
	})
	return sources
}
