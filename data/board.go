package data

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/nearest"
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

	Alike   []string // fields that agree in rows that may be compared, that with the role scope among them
	Columns []string // fields of the table of configurations, after the model
	Counts  []string // fields that are the same for all runs of a page, such as how many failed
	Plots   []Plot

	// Words are the texts for codes on pages, by field and code.
	Words map[string]map[string]string

	Warnings []string      // JSON fields with a list of texts, "code: what happened"
	Explain  []Explanation // the meaning of a warning, by its code
}

// Choices returns the values that a key takes, nil for any.
func (Board) Choices(key string) []string {
	return map[string][]string{"percentile": {"p50", "p90", "p95", "p99", "P50", "P90", "P95", "P99"}}[key]
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
	for _, name := range []*string{&b.By, &b.Primary, &b.Title} {
		named := []string{*name}
		s.named(named)
		*name = named[0]
	}
	for _, names := range [][]string{b.Alike, b.Columns, b.Counts, b.Warnings} {
		s.named(names)
	}
	if scope := s.Name(RoleScope); scope != "" && !slices.Contains(b.Alike, scope) {
		b.Alike = append(b.Alike, scope)
	}
	for _, role := range slices.Collect(maps.Keys(b.Words)) {
		if name := s.Name(Role(role)); name != "" && !s.Has(role) && b.Words[name] == nil {
			b.Words[name] = b.Words[role]
			delete(b.Words, role)
		}
	}
	b.System, b.Noun = cmp.Or(b.System, s.Domain), cmp.Or(b.Noun, "task")
	b.By, b.Primary = cmp.Or(b.By, s.Name(RoleTask)), cmp.Or(b.Primary, s.Name(RoleEnergy))
	if i, known := s.byName[b.Primary]; known {
		s.spreadIn(s.fields[i].Unit)
		s.fields[i].Better = cmp.Or(s.fields[i].Better, betterBy(s.fields[i].Unit))
	}
	own := []string{b.By, s.Name(RoleModel)}
	if len(b.Columns) == 0 {
		b.Columns = slices.DeleteFunc(slices.Clone(s.Main), func(name string) bool { return slices.Contains(own, name) })
	}
	if latency := s.Latency(); len(b.Plots) == 0 && len(latency) > 0 {
		b.Plots = []Plot{{Name: "tradeoff", X: latency[0], Y: b.Primary}}
	}
}

// licenses are the SPDX identifiers of licenses under which data are published (https://spdx.org/licenses/).
var licenses = strings.Fields(`
	CC0-1.0 CC-BY-4.0 CC-BY-3.0 CC-BY-2.0 CC-BY-SA-4.0 CC-BY-SA-3.0 CC-BY-NC-4.0 CC-BY-NC-3.0 CC-BY-NC-SA-4.0 CC-BY-NC-SA-3.0 CC-BY-NC-ND-4.0
	CC-BY-ND-4.0 ODbL-1.0 ODC-By-1.0 PDDL-1.0 CDLA-Permissive-1.0 CDLA-Permissive-2.0 CDLA-Sharing-1.0 OGL-UK-3.0 OGL-Canada-2.0 etalab-2.0
	DL-DE-BY-2.0 DL-DE-ZERO-2.0 Apache-2.0 MIT MIT-0 BSD-2-Clause BSD-3-Clause 0BSD ISC Unlicense BSL-1.0 Zlib
	MPL-2.0 EPL-2.0 EUPL-1.2 GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0-only
	LGPL-3.0-or-later AGPL-3.0-only AGPL-3.0-or-later`)

// Faults lists the names in the board that are not fields of the table, and wrong values.
func (b *Board) Faults(s *Schema) (faults []yamltree.Fault) {
	add := func(message string, path ...any) {
		faults = append(faults, yamltree.Fault{Path: path, Message: fmt.Sprintf("board: %v: %s", path[0], message)})
	}
	names := func(key string, list ...string) {
		for i, name := range list {
			if name != "" && !s.Has(name) {
				add(ClipName(name)+" is not a field of "+s.Domain+nearest.Among(name, s.Names()), key, i)
			}
		}
	}
	names("by", b.By)
	names("primary", b.Primary)
	names("title", b.Title)
	names("alike", b.Alike...)
	names("columns", b.Columns...)
	names("counts", b.Counts...)
	names("warnings", b.Warnings...)
	if f, ok := s.Field(b.Primary); ok && f.Kind != Float && f.Kind != Int {
		add(ClipName(b.Primary)+" is no number; name a field that is one", "primary")
	} else if ok && f.Better == Neutral {
		add("which values of "+ClipName(b.Primary)+" are better? Write “better: higher” or “better: lower” in its field", "primary")
	}
	if p := strings.ToLower(b.Percentile); p != "" && len(s.Percentiles()) > 0 && !slices.Contains(s.Percentiles(), p) {
		add("no field has the role latency_"+p+"; use one of "+strings.Join(s.Percentiles(), ", "), "percentile")
	}
	for i, p := range b.Plots {
		for _, name := range append([]string{p.X, p.Y}, p.Parts...) {
			if name != "" && name != b.Primary && !s.Has(name) {
				add(ClipName(name)+" is not a field of "+s.Domain+nearest.Among(name, s.Names()), "plots", i)
			}
		}
		switch {
		case !IsTask(p.Name):
			add(fmt.Sprintf("expected a name of at most %d lower-case letters, digits and hyphens, got %s", longestID, show(p.Name)), "plots", i)
		case b.Primary != "" && (p.X == "") != (p.Y == ""):
			add(p.Name+" has only one of x and y; add the other", "plots", i)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(b.Words)) {
		if !s.Has(field) {
			add(ClipName(field)+" is not a field of "+s.Domain+nearest.Among(field, s.Names()), "words", field)
		}
	}
	if u, err := url.Parse(b.URL); b.URL != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
		add("expected an https:// address, got "+show(b.URL), "url")
	}
	if b.License != "" && !strings.HasPrefix(b.License, "LicenseRef-") && !slices.Contains(licenses, b.License) {
		add("unknown license "+show(b.License)+nearest.Hint(b.License, licenses)+"; give its SPDX identifier, such as CC-BY-4.0, or LicenseRef- and a name", "license")
	}
	if len(b.Deadlines) > 0 && len(s.Latency()) == 0 {
		add("no field has the role of a latency: add “role: latency_p50”, or remove the deadlines", "deadlines")
	}
	for _, task := range slices.Sorted(maps.Keys(b.Deadlines)) {
		if deadline := b.Deadlines[task]; !(deadline >= 0 && deadline < mostSize) {
			add(fmt.Sprintf("expected a latency above 0 for %s, got %v", ClipName(task), deadline), "deadlines", task)
		}
	}
	return faults
}

// Unmet says that no run has the latency that deadlines are about, or that none meets any of them; "" if there are none, or one is met.
func (t Table) Unmet() string {
	s := t.Schema()
	if s.Board == nil || len(s.Board.Deadlines) == 0 || t.Len() == 0 {
		return ""
	}
	latest := slices.Max(slices.Collect(maps.Values(s.Board.Deadlines)))
	for _, name := range s.Latency() {
		f, _ := s.Field(name)
		values := t.Numbers(name)
		switch {
		case len(values) == 0:
			continue
		case slices.Min(values) > latest && latest > 0:
			return fmt.Sprintf("board: deadlines: no row meets one: the lowest %s is %.6g %s; correct the deadlines, or the unit of the field",
				name, slices.Min(values), f.Unit)
		}
		return ""
	}
	return fmt.Sprintf("board: deadlines: no row has a value of %s, so none meets a deadline; correct the field, or remove the deadlines",
		strings.Join(s.Latency(), " or "))
}
