package content

import "regexp"

// Selection declares which runs a figure, a table or a number is computed from.
// What its expressions mean is package query's business.
type Selection struct {
	Name   string // how numbers in the text refer to it, "" inside a block
	From   string // the selection that it narrows down, "" for all runs of Domain
	Domain string // of the runs, "" for llm
	Where  string // expression over field names, "" for all
	Pick   *Pick  // nil takes all
	Keys
}

// Pick takes one run of each group: the one with the least value, or the most.
type Pick struct {
	By       string // expression
	Most     bool
	Per      []string // expressions; none is one group
	Deadline string   // such as "50 ms", of the median or batch latency; "" for none
	Keys
}

// Match names a matched comparison for use in the text.
type Match struct {
	Name  string
	ID    string // in comparisons.yaml, or "" and Comparison is declared here
	Where string
	Comparison
	Keys
}

// Declared is what a text computes its numbers from.
type Declared struct {
	Selections []Selection
	Matches    []Match
	Requires   string // condition without which the text is left out, "" for none
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
		From: m.optional("from"), Domain: m.optional("domain"), Where: m.optional("where"), Keys: m.places(),
	}
	if e, ok := m.optionalEntry("pick"); ok {
		s.Pick = e.pick()
	}
	return s
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

// Key is the key that By was written under.
func (p Pick) Key() string {
	if p.Most {
		return "most"
	}
	return "least"
}
