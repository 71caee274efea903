package declared

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// Name is the name of the file that describes the results in its directory.
const Name = "benchmark.yaml"

// File is a declaration: a field table, and how to read its rows.
type File struct {
	data.Declaration `yaml:",inline"`

	Benchmark string // the built-in declaration that this one extends
	Date      string // of the results, YYYY-MM-DD
	Rows      []Rows
	Set       []map[string]any // fields with one value for all rows of some files
	Invalid   []Condition      // rows that are left out as problems
	Unstable  []Condition      // rows that must not be ranked
	Power     []Power          // recordings of power, from which the energy is computed
}

// reserved are the built-in record types, which no file can declare.
var reserved = []string{"llm", "diffusion", "llenergymeasure", "ipw"}

// Rows describes where rows are: one for each line or element of a file, or one per file.
type Rows struct {
	Files   []string // patterns: * within a name, ** over directories
	But     []string // patterns of files to leave out
	Format  string   // csv, tsv, json, jsonl, parquet, md, sql or text; "": by the file extension
	At      string   // path to the rows of a document; each element of a list or * is one
	Header  int      // number of header lines of a table, joined by “ / ”; 0 means one
	Missing []string // texts that mean a missing value, besides the empty text
	// Separator is the separator of CSV columns, Decimal the decimal mark; "": a comma and a point. Thousands is the mark
	// between groups of three digits; "": a point if the decimal mark is a comma, otherwise none.
	Separator, Decimal, Thousands string
	Path                          string   // regular expression on the file's path; its named groups are values at path:NAME
	Lines                         []string // regular expressions on the lines of a text, whose named groups are columns; the first begins a row
	Down                          []string // columns whose empty cells have the value of the row above
	Join                          map[string]Join
	Pair                          *Pair
	Pivot                         *Pivot
}

// Join joins a second file to the rows; paths into it begin with its name and a colon.
type Join struct {
	File string // relative to the directory of the rows' file
	By   string // path in the row; "": the whole file is joined to every row
	Key  string // path in the second file's rows with the same value; "": as By
	// Lines are patterns of a text, as of [Rows]
	Lines []string
}

// Pair joins two rows that agree in all but some columns; paths into the second begin with “pair:”.
type Pair struct {
	By     string   // column that distinguishes the second row from the first
	Second []string // its values in second rows
	Differ []string // columns in which they differ, besides By
}

// Pivot makes one row of all rows that agree in all columns but some, each of which states one metric. The path to a
// value is the metric's name, followed by the column if there are several.
type Pivot struct {
	By     string   // column that names the metric
	Values []string // columns with its values
	Differ []string // columns in which the rows differ, besides these
}

// Condition is an expression, and the reason to report if it is true.
type Condition struct{ When, Why string }

// Benchmark is a declaration that is ready to use.
type Benchmark struct {
	File
	schema  *data.Schema
	fields  []*reading
	own     map[string]int // lines of the fields that a contributor declared
	written ast.Node       // what the contributor wrote
	ranked  bool           // by a field that the declaration names
	where   []rule
	invalid []rule
	bad     []rule
}

type rule struct {
	*data.Expression
	why string
}

// Parse reads a declaration. The error joins one [yamltree.Error] for each error found.
func Parse(text []byte) (*Benchmark, error) {
	tree, err := yamltree.Parse(text)
	if err != nil {
		return nil, err
	}
	b := &Benchmark{own: lines(tree), written: tree}
	if tree, err = extended(tree); err != nil {
		return nil, err
	}
	faults := &data.Faults{Tree: tree, Follows: follows}
	faults.Decode(&b.File)
	faults.Stage()
	b.checkFilled(faults)
	faults.Stage()
	if slices.Contains(reserved, b.Domain) {
		faults.Add([]any{"domain"}, "domain: %s is a built-in record type; use another ID, such as my-benchmark", b.Domain)
	}
	b.complete(faults)
	b.ranked = b.Board.Primary != ""
	b.schema = b.Schema(faults)
	faults.Stage()
	b.check(faults)
	if faults.Err() == nil {
		b.checkEffect(faults)
	}
	return b, faults.Err()
}

// follows reports whether a fault at a path may only be a consequence of an earlier one: it is in the same entry, or is about fields
// of which one is faulty.
func follows(earlier, later []any) bool {
	if len(earlier) == 0 || len(later) == 0 { // a key is missing of the whole
		return len(later) == 0
	}
	section, ofFields := earlier[0].(string), []string{"fields", "benchmark"}
	if section == "power" && (len(earlier) < 3 || earlier[2] == "energy") { // of which fields are made
		section = "fields"
	}
	switch {
	case len(later) <= 1 && !slices.Contains(sections(), section): // what is missing may be written wrong
		return true
	case later[0] == earlier[0]:
		return len(earlier) < 2 || len(later) < 2 || earlier[1] == later[1]
	case slices.Contains(ofFields, section):
		return section == "benchmark" || !slices.Contains([]any{"rows", "domain", "date"}, later[0])
	}
	return section == "board" && len(later) == 1 // which may name what ranks
}

// sections are the keys of a declaration.
var sections = sync.OnceValue(func() []string {
	return sortedKeys(data.TreeSchema(reflect.TypeFor[File]())["properties"].(map[string]any))
})

// complete adds what every declared record type has.
func (b *Benchmark) complete(faults *data.Faults) {
	if b.Board == nil {
		faults.Add(nil, "board is missing: add “board: {system: Name of the benchmark}”")
		b.Board = &data.Board{}
	}
	for _, p := range b.Power {
		b.Fields = p.fields(b.Fields)
	}
	has := func(role data.Role) bool {
		return slices.ContainsFunc(b.Fields, func(f data.DeclaredField) bool { return f.Role == role })
	}
	for _, f := range []data.DeclaredField{{Name: "is_stable", Role: data.RoleStable}, {Name: "unstable_reason", Role: data.RoleReason}} {
		if len(b.Unstable) > 0 && !has(f.Role) {
			b.Fields = append(b.Fields, f)
		}
	}
	known := data.Roles()
	if !has(data.RoleModel) && lists.All(b.Fields, func(f data.DeclaredField) bool { return f.Role == "" || slices.Contains(known, string(f.Role)) }) {
		faults.Add([]any{"fields"}, "no field has the role model: add “- {name: model, role: model, from: [COLUMN]}”")
	}
	if !has(data.RoleTask) {
		b.Fields = append(b.Fields, data.DeclaredField{Name: "task", Role: data.RoleTask, Reading: data.Reading{Value: data.OneTask}})
	}
}

// check compiles the expressions and looks for names that are no field.
func (b *Benchmark) check(faults *data.Faults) {
	unknown := b.checkNames(faults)
	for _, fault := range b.Board.Faults(b.schema) {
		if !unknown {
			faults.Add(append([]any{"board"}, fault.Path...), "%s", fault.Message)
		}
	}
	if b.schema.Name(data.RoleEnergy)+b.schema.Name(data.RoleThroughput)+b.Board.Primary == "" {
		faults.Add([]any{"fields"},
			"no field has the role energy or throughput: add “role: energy”, or board: {primary: FIELD} to rank by another field")
	}
	if _, err := time.Parse(time.DateOnly, b.Date); b.Date != "" && err != nil {
		faults.Add([]any{"date"}, "date: expected YYYY-MM-DD, got %q", data.ClipName(b.Date))
	}
	b.checkRows(faults)
	b.checkFields(faults)
	b.checkSet(faults)
	condition := func(text, why string, path ...any) rule {
		key, why := path[0], cmp.Or(why, text)
		e, err := b.schema.Expression(text)
		switch {
		case text == "":
			faults.Add(path, "%s: when is missing: add “when: ” and a condition, such as batch >= 2", key)
		case err != nil:
			faults.Add(path, "%s: %v; correct it", key, err)
		case !e.Condition() || b.number(text):
			faults.Add(path, "%s: expected a condition, such as %s > 0, got %q", key, data.ClipName(text), data.ClipName(text))
		case e.Compares(b.schema) != nil:
			faults.Add(path, "%s: %v; convert one", key, e.Compares(b.schema))
		}
		return rule{e, why}
	}
	for i, c := range b.Invalid {
		b.invalid = append(b.invalid, condition(c.When, c.Why, "invalid", i, "when"))
	}
	for i, c := range b.Unstable {
		b.bad = append(b.bad, condition(c.When, c.Why, "unstable", i, "when"))
	}
	if b.Where != "" {
		b.where = []rule{condition(b.Where, "", "where")}
	}
	for i, p := range b.Power {
		for key, fault := range p.faults(b.schema) {
			faults.Add([]any{"power", i, key}, "power: %s", fault)
		}
	}
}

// number reports whether a text names a field that is neither true nor false.
func (b *Benchmark) number(text string) bool {
	f, known := b.schema.Field(strings.TrimSpace(text))
	return known && f.Kind != data.Bool
}

// checkSet looks at the values that hold for all rows of files.
func (b *Benchmark) checkSet(faults *data.Faults) {
	for i, set := range b.Set {
		for _, name := range sortedKeys(set) {
			f, known := b.schema.Field(name)
			switch {
			case name == "files":
			case !known:
				faults.Add([]any{"set", i, name}, "set: %s is not a field%s; declare it, or, if it is a pattern of files, write “files: ” before it",
					data.ClipName(name), nearest.Hint(name, b.names()))
			default:
				if _, err := (&reading{Field: &f, factor: 1}).convert(plainNumber(set[name])); err != nil {
					faults.Add([]any{"set", i, name}, "set: %s: %v; write one value for all rows", name, err)
				}
			}
		}
	}
}

// names are those of all fields.
func (b *Benchmark) names() []string {
	return lists.Map(b.schema.Fields(), func(f data.Field) string { return f.Name })
}

// checkNames reports whether a list of fields names an unknown one, of which the board's columns are made.
func (b *Benchmark) checkNames(faults *data.Faults) (unknown bool) {
	for _, of := range []struct {
		key   string
		names []string
	}{{"order", b.schema.Order}, {"main", b.schema.Main}, {"sweep", b.schema.Sweep}, {"neighbors", b.schema.Neighbors}} {
		for i, name := range of.names {
			if !b.schema.Has(name) {
				unknown = true
				known := nearest.Order(name, b.names())
				faults.Add([]any{of.key, i}, "%s: %s is not a field of %s; use one of %s", of.key, data.ClipName(name), b.Domain,
					strings.Join(known[:min(5, len(known))], ", "))
			}
		}
	}
	return unknown
}

var separators = []string{",", ";", "|", "\t"}

var thousandsMarks = []string{".", ",", " ", "'"}

var formats = []string{"csv", "tsv", "json", "jsonl", "parquet", "md", "sql", "text"}

func (b *Benchmark) checkRows(faults *data.Faults) {
	if len(b.Rows) == 0 {
		faults.Add(nil, "rows is missing: add “rows: [{files: [\"*.csv\"]}]”")
	}
	for i, r := range b.Rows {
		if len(r.Files) == 0 {
			faults.Add([]any{"rows", i}, "rows: files is missing: add “files: [\"*.csv\"]”")
		}
		for k, pattern := range r.Files {
			if strings.HasPrefix(pattern, "/") || slices.Contains(strings.Split(pattern, "/"), "..") {
				faults.Add([]any{"rows", i, "files", k}, "rows: files: %q leads out of the directory of %s; write a pattern relative to it, or move the files there",
					data.ClipName(pattern), Name)
			}
		}
		if r.Header < 0 || r.Header > 10 || r.Header == 0 && yamltree.Has(faults.Tree, "rows", i, "header") {
			faults.Add([]any{"rows", i, "header"}, "rows: header: expected 1 to 10 lines, got %d", r.Header)
		}
		if r.Thousands != "" && r.Thousands == cmp.Or(r.Decimal, ".") {
			faults.Add([]any{"rows", i, "thousands"}, "rows: thousands: %q is the decimal mark; write another, or remove it", r.Thousands)
		}
		b.checkPatterns(faults, i, r)
		for _, key := range r.idle() {
			faults.Add([]any{"rows", i, key}, "rows: %s has no effect on files of this format; remove it", key)
		}
		if _, fault := r.ordered(); fault != "" {
			faults.Add([]any{"rows", i, "join"}, "rows: join: %s", fault)
		}
		for name, j := range r.Join {
			if slices.Contains(own, name) {
				faults.Add([]any{"rows", i, "join", name}, "rows: join: %s has a meaning of its own in paths; use a name other than %s", name,
					strings.Join(own, ", "))
			} else if j.File == "" {
				faults.Add([]any{"rows", i, "join", name}, "rows: join: %s: file is missing: add “file: NAME”", data.ClipName(name))
			}
			checkLines(faults, j.Lines, "rows: join: lines", "rows", i, "join", name, "lines")
			if j.Key != "" && j.By == "" {
				faults.Add([]any{"rows", i, "join", name, "key"}, "rows: join: key has no effect without by; add “by: PATH” in the row")
			}
		}
		if p := r.Pair; p != nil && (p.By == "" || len(p.Second) == 0) {
			faults.Add([]any{"rows", i, "pair"}, "rows: pair: expected “by: COLUMN” and “second: [VALUE]”")
		}
	}
}

// checkPatterns looks at the paths and the regular expressions of an entry of rows.
func (b *Benchmark) checkPatterns(faults *data.Faults, i int, r Rows) {
	if err := parsePath(r.At, r.joins).fault(); err != nil {
		faults.Add([]any{"rows", i, "at"}, "rows: at: %v", err)
	}
	if len(r.Lines) > mostPatterns {
		faults.Add([]any{"rows", i, "lines"}, "rows: lines: expected at most %d patterns", mostPatterns)
	}
	checkLines(faults, r.Lines, "rows: lines", "rows", i, "lines")
	if fault := patternFault(r.Path); r.Path != "" && fault != "" {
		faults.Add([]any{"rows", i, "path"}, "rows: path: %s", fault)
	}
	if r.Format == "text" && len(r.Lines) == 0 {
		faults.Add([]any{"rows", i, "format"}, "rows: a text requires patterns of its lines: add “lines: ['energy: (?P<energy>[0-9.]+) J']”")
	}
	if p := r.Pivot; p != nil && (p.By == "" || len(p.Values) == 0 || r.Pair != nil) {
		faults.Add([]any{"rows", i, "pivot"}, "rows: pivot: expected “by: COLUMN” and “values: [COLUMN]”, and no pair")
	}
}

// checkLines looks at the regular expressions of lines.
func checkLines(faults *data.Faults, patterns []string, called string, path ...any) {
	for k, text := range patterns {
		if fault := patternFault(text); fault != "" {
			faults.Add(append(slices.Clip(path), k), "%s: %s", called, fault)
		}
	}
}

// joins reports whether a name is that of a second file.
func (r Rows) joins(name string) bool { _, is := r.Join[name]; return is }

// joins reports whether a name is that of a second file of any rows.
func (b *Benchmark) joins(name string) bool {
	return slices.ContainsFunc(b.Rows, func(r Rows) bool { return r.joins(name) })
}

// idle are the keys that no file of the patterns heeds, as their formats tell it.
func (r Rows) idle() (keys []string) {
	of := map[string]bool{}
	for _, pattern := range r.Files {
		format, err := formatOf(pattern, r)
		if err != nil {
			return nil
		}
		of[format] = true
	}
	cells, tree := of["csv"] || of["tsv"], of["json"] || of["jsonl"]
	texts := cells || of["md"] || of["sql"] || of["text"]
	for key, set := range map[string]bool{
		"at": r.At != "" && !tree, "header": r.Header != 0 && !cells, "separator": r.Separator != "" && !cells,
		"decimal": r.Decimal != "" && !texts, "thousands": r.Thousands != "" && !texts, "pair": r.Pair != nil && !texts,
		"lines": len(r.Lines) > 0 && !of["text"], "down": len(r.Down) > 0 && !texts,
	} {
		if set && len(r.Files) > 0 {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// checkFields makes the reading of each field.
func (b *Benchmark) checkFields(faults *data.Faults) {
	fields := b.schema.Fields()
	made, faulty := map[string]bool{}, map[string]bool{}
	for i := range fields {
		if _, err := b.reading(&fields[i]); err != nil && fields[i].Value == "" {
			faulty[fields[i].Name] = true
		}
	}
	for i := range fields {
		f := &fields[i]
		if f.Computed || f.Role == data.RoleDomain {
			continue
		}
		made[f.Name] = true
		at := slices.IndexFunc(b.Fields, func(d data.DeclaredField) bool { return d.Name == f.Name })
		for _, key := range []string{"from", "in", "item", "match", "aliases"} {
			if f.Value != "" && yamltree.Has(faults.Tree, "fields", at, key) {
				faults.Add([]any{"fields", at, key}, "%s: %s has no effect beside value; remove one of the two", f.Name, key)
			}
		}
		if f.Item == 0 && yamltree.Has(faults.Tree, "fields", at, "item") {
			faults.Add([]any{"fields", at, "item"}, "%s: item: count elements from 1", f.Name)
		}
		for k, path := range f.From {
			if slices.Contains(f.From[:k], path) {
				faults.Add([]any{"fields", at, "from", k}, "%s: from: %s is there twice, which has no effect; remove one", f.Name, data.ClipName(path))
			}
			if path == "" {
				faults.Add([]any{"fields", at, "from", k}, "%s: from: an empty path; write the column, or the path of keys", f.Name)
			} else if err := parsePath(path, b.joins).fault(); err != nil {
				faults.Add([]any{"fields", at, "from", k}, "%s: from: %v", f.Name, err)
			}
		}
		for _, from := range sortedKeys(f.Aliases) {
			if last, chained := f.Aliases[f.Aliases[from]]; chained && last != f.Aliases[from] {
				faults.Add([]any{"fields", at, "aliases", from}, "%s: aliases: %s is itself an alias, of %s; write “%s: %s”", f.Name,
					data.ClipName(f.Aliases[from]), data.ClipName(last), scalar(from), scalar(last))
			}
		}
		r, err := b.reading(f)
		if err != nil {
			if f.Value == "" || !faults.Any("fields") && !b.uses(f.Value, faulty) { // which is of other fields
				faults.Add([]any{"fields", at}, "%s: %v", f.Name, err)
			}
			continue
		}
		if r.value != nil {
			for _, used := range r.value.Uses(b.schema) {
				if used == f.Name {
					faults.Add([]any{"fields", at, "value"}, "%s: value: computes the field from itself; declare the column as a field of its own, and name that", f.Name)
				} else if d, _ := b.schema.Field(used); d.Value != "" && !made[used] {
					faults.Add([]any{"fields", at, "value"}, "%s: %s is also an expression and must be declared first", f.Name, used)
				}
			}
		}
		b.fields = append(b.fields, r)
	}
}

// uses reports whether an expression is of one of some fields.
func (b *Benchmark) uses(value string, fields map[string]bool) bool {
	e, err := b.schema.Expression(value)
	return err == nil && slices.ContainsFunc(e.Uses(b.schema), func(name string) bool { return fields[name] })
}

// Fault is an error of a declaration with the name of its file.
func fault(file string, err error) error {
	joined, several := err.(interface{ Unwrap() []error })
	if !several {
		var at *yamltree.Error
		if errors.As(err, &at) {
			return fmt.Errorf("%s:%d: %s", file, at.Line, at.Message)
		}
		return fmt.Errorf("%s: %w", file, err)
	}
	named := lists.Map(joined.Unwrap(), func(e error) error { return fault(file, e) })
	return errors.Join(named...)
}

// Choices returns the values that a key takes, nil for any.
func (File) Choices(key string) []string { return map[string][]string{"benchmark": Shipped()}[key] }

// Choices returns the values that a key takes, nil for any.
func (Rows) Choices(key string) []string {
	return map[string][]string{"format": formats, "separator": separators, "decimal": {".", ","}, "thousands": thousandsMarks}[key]
}

// Choices returns the values that a key takes, nil for any.
func (Power) Choices(key string) []string {
	return map[string][]string{"kind": sortedKeys(powerKinds())}[key]
}

// JSONSchema returns the JSON Schema of declarations, with which editors check and complete them.
func JSONSchema() []byte {
	s := data.TreeSchema(reflect.TypeFor[File]())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["properties"].(map[string]any)["domain"] = map[string]any{"type": "string", "not": map[string]any{"enum": reserved}}
	s["title"] = "Declaration of a benchmark for jouleboard"
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("declared: " + err.Error())
	}
	return append(text, '\n')
}
