package content

import (
	"regexp"
	"strings"
)

// Selection declares the runs that a figure, a table or a number is computed from. Package query evaluates its
// expressions.
type Selection struct {
	Name   string // name of the selection in the text, "" inside a block
	From   string // the selection that it narrows, "" for all runs of Domain
	Domain string // of the runs, "" for llm
	File   string // the author's .csv or .parquet file in data/ of the content folder whose rows are selected, "" for runs
	Join   *Join  // columns of such a file beside the fields of runs; nil for none
	Where  string // expression over field names, "" for all
	Pick   *Pick  // nil selects all
	Keys
}

// Join adds the columns of an author's file to runs: of the row that agrees with a run in the fields On.
type Join struct {
	File string // as in Selection
	On   []string
	Keys
}

// FileKey is the key under which an author's file stands.
func FileKey(name string) string {
	if strings.HasSuffix(name, ".parquet") {
		return "parquet"
	}
	return "csv"
}

// Pick selects one run from each group: the one with the lowest or the highest value.
type Pick struct {
	By       string // expression
	Most     bool
	Per      []string // expressions; none means a single group
	Deadline string   // such as "50 ms", of the median or batch latency; "" for none
	Keys
}

// Match names a matched comparison for use in the text.
type Match struct {
	Name  string
	ID    string // in comparisons.yaml; if "", Comparison is declared here
	Where string
	Comparison
	Keys
}

// Declared contains the declarations from which a text computes its numbers.
type Declared struct {
	Selections []Selection
	Matches    []Match
	Requires   string // condition for publishing the text, "" for none
	Keys
}

// Names are used in expressions, so they look as field names do.
var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (e entry) declared() Declared {
	d := Declared{Requires: e.text("requires"), Keys: e.places()}
	m := &mapping{node: e.node, errs: e.errs}
	names, under := m.entries("select")
	for _, name := range names {
		under.checkName(name)
		if e, ok := under.optionalEntry(name); ok {
			s := e.selection()
			s.Name = name
			d.Selections = append(d.Selections, s)
			e.done()
		}
	}
	names, under = m.entries("compare")
	for _, name := range names {
		under.checkName(name)
		d.Matches = append(d.Matches, under.match(name))
	}
	return d
}

func (m *mapping) checkName(name string) {
	if !nameForm.MatchString(name) {
		m.fault(m.at(name), "%q is not a name; use a-z, 0-9 and _, beginning with a letter", name)
	}
}

func (m *mapping) selection() Selection {
	s := Selection{
		From: m.optional("from"), Domain: m.optional("domain"), File: m.file(), Where: m.optional("where"), Keys: m.places(),
	}
	if key := FileKey(s.File); s.File != "" && s.From+s.Domain != "" {
		m.fault(m.at(key), "%s: rows come from a file, from or domain; give one of them", key)
	}
	if e, ok := m.optionalEntry("join"); ok {
		s.Join = &Join{File: e.file(), On: e.optionalWords("on"), Keys: e.places()}
		if s.Join.File == "" {
			e.missing("csv", "data/mine.csv")
		}
		if len(s.Join.On) == 0 {
			e.missing("on", "[nickname, task]")
		}
		e.done()
	}
	if e, ok := m.optionalEntry("pick"); ok {
		s.Pick = e.pick()
	}
	return s
}

// file is the author's file of csv or parquet, "" for none.
func (m *mapping) file() (name string) {
	for _, key := range []string{"csv", "parquet"} {
		own := m.optional(key)
		switch {
		case own == "":
		case name != "":
			m.fault(m.at(key), "%s: give csv or parquet, not both", key)
		case !strings.HasSuffix(own, "."+key):
			m.fault(m.at(key), "%s: expected a file that ends in .%s, got %q", key, key, own)
		default:
			name = own
		}
	}
	return name
}

func (m *mapping) pick() *Pick {
	p := &Pick{By: m.optional("least"), Per: m.optionalWords("per"), Deadline: m.optional("deadline"), Keys: m.places()}
	most := m.optional("most")
	switch {
	case p.By == "" && most == "":
		m.missing("least", "energy_per_token_joules")
	case p.By != "" && most != "":
		m.fault(m.at("most"), "most: give least or most, not both")
	case most != "":
		p.By, p.Most = most, true
	}
	m.done()
	return p
}

// match is the id of a comparison of the site, or one declared here.
func (m *mapping) match(name string) Match {
	v, ok := m.take(name)
	if !ok {
		return Match{Name: name, Keys: m.places()}
	}
	if id, ok := v.scalar(); ok {
		return Match{Name: name, ID: id, Keys: Keys{File: v.file, Line: v.line}}
	}
	under, ok := m.optionalEntry(name)
	if !ok {
		return Match{Name: name, Keys: m.places()}
	}
	e := entryOf(under.node, keysOf("match"), m.errs)
	return Match{Name: name, Where: e.text("where"), Comparison: e.sides(), Keys: e.places()}
}

// Key is the key under which By was written.
func (p Pick) Key() string {
	if p.Most {
		return "most"
	}
	return "least"
}
