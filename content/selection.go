package content

import (
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/units"
)

// Selection declares the runs that a figure, a table or a number is computed from. Package query evaluates its
// expressions.
type Selection struct {
	Name   string `key:"-"` // name of the selection in the text, "" inside a block
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
	return map[bool]string{true: "parquet", false: "csv"}[strings.HasSuffix(name, ".parquet")]
}

// Pick selects one run from each group: the one with the lowest or the highest value.
type Pick struct {
	By       string   `key:"least"` // expression
	Most     bool     `key:"-"`
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
	Language   string // of the text, a BCP 47 tag; "" for that of the site
	Keys
}

// Names are used in expressions, so they look as field names do.
var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (d *Declared) finish(e entry) {
	_, err := words.New(d.Language, units.Style{}, nil, nil)
	e.faultIf(d.Language != "" && err != nil, "language", "language: %v", err)
	e.named("select", func(name string, n *node) {
		if under := entryOf(n, keysOf("selection"), e.errs); n.Kind == yamltree.Mapping {
			s := read[Selection](under)
			s.Name = name
			d.Selections = append(d.Selections, s)
		}
	})
	e.named("compare", func(name string, n *node) { d.Matches = append(d.Matches, e.match(name, n)) })
}

// named takes the values of the mapping below a key by name, as written.
func (e entry) named(key string, take func(name string, n *node)) {
	v := e.value(key)
	e.faultIf(e.has(key) && v.Kind != yamltree.Mapping, key, "expected “key: value” lines")
	for _, name := range v.Keys {
		n := v.Values[name]
		if !nameForm.MatchString(name) {
			e.errs.At(n, "%q is not a name; use a-z, 0-9 and _, beginning with a letter", name)
		}
		if n.Kind != yamltree.Absent {
			take(name, n)
		}
	}
}

func (s *Selection) finish(e entry) {
	s.File = e.ownFile()
	key := FileKey(s.File)
	e.faultIf(s.File != "" && s.From+s.Domain != "", key, "%s: rows come from a file, from or domain; give one of them", key)
}

func (j *Join) finish(e entry) {
	j.File = e.ownFile()
	if !e.has("csv") && !e.has("parquet") {
		e.needs("csv")
	}
}

// ownFile is the author's file of csv or parquet, "" for none.
func (e entry) ownFile() (name string) {
	for _, key := range []string{"csv", "parquet"} {
		own := e.text(key)
		switch {
		case own == "":
		case name != "":
			e.fault(key, "%s: give csv or parquet, not both", key)
		case !strings.HasSuffix(own, "."+key):
			e.fault(key, "%s: expected a file that ends in .%s, got %q", key, key, own)
		default:
			name = own
		}
	}
	return name
}

func (p *Pick) finish(e entry) {
	most := e.text("most")
	switch {
	case p.By == "" && most == "":
		e.needs("least")
	case p.By != "" && most != "":
		e.fault("most", "most: give least or most, not both")
	case most != "":
		p.By, p.Most = most, true
	}
}

// match is the id of a comparison of the site, or one declared here.
func (e entry) match(name string, n *node) Match {
	if id, ok := n.Scalar(); ok {
		return Match{Name: name, ID: id, Keys: Keys{File: n.File, Line: n.Line}}
	}
	m := read[Match](entryOf(n, keysOf("match"), e.errs))
	m.Name = name
	return m
}

// Key is the key under which By was written.
func (p Pick) Key() string { return map[bool]string{true: "most", false: "least"}[p.Most] }
