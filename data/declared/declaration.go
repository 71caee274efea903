package declared

import (
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/recording"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/internal/tabletext"
)

// Name is the name of the file that describes the results in its directory.
const Name = "benchmark.yaml"

// File is a declaration: a field table, and how to read its rows.
type File struct {
	data.Declaration `yaml:",inline"`

	Benchmark string // the built-in declaration that this one extends
	Date      string // of the results, YYYY-MM-DD
	Rows      []Rows
	Set       []map[string]any  // fields with one value for all rows of some files
	Invalid   []Condition       // rows that are left out as problems
	Unstable  []Condition       // rows that must not be ranked
	Power     []recording.Power // recordings of power, from which the energy is computed
}

// reserved are the built-in record types, which no file can declare.
var reserved = []string{"llm", "diffusion", "llenergymeasure", "ipw"}

// Rows describes where rows are: one for each line or element of a file, or one per file.
type Rows struct {
	Files   []string `need:"[\"*.csv\"]"` // patterns: * within a name, ** over directories
	But     []string // patterns of files to leave out
	Format  string   // csv, tsv, json, jsonl, parquet, md, sql or text; "": by the file extension
	At      string   // path to the rows of a document; each element of a list or * is one
	Header  int      `range:"1 10"` // number of header lines of a table, joined by “ / ”; 0 means one
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
	File string `need:"NAME"` // relative to the directory of the rows' file
	By   string // path in the row; "": the whole file is joined to every row
	Key  string // path in the second file's rows with the same value; "": as By
	// Lines are patterns of a text, as of [Rows]
	Lines []string
}

// Pair joins two rows that agree in all but some columns; paths into the second begin with “pair:”.
type Pair struct {
	By     string   `need:"COLUMN"`  // column that distinguishes the second row from the first
	Second []string `need:"[VALUE]"` // its values in second rows
	Differ []string // columns in which they differ, besides By
}

// Pivot makes one row of all rows that agree in all columns but some, each of which states one metric. The path to a
// value is the metric's name, followed by the column if there are several.
type Pivot struct {
	By     string   `need:"COLUMN"`   // column that names the metric
	Values []string `need:"[COLUMN]"` // columns with its values
	Differ []string // columns in which the rows differ, besides these
}

// Condition is an expression, and the reason to report if it is true.
type Condition struct {
	When string `need:"batch >= 2"`
	Why  string `need:"REASON"`
}

// Benchmark is a declaration that is ready to use.
type Benchmark struct {
	File
	schema   *data.Schema
	fields   []*reading
	own      map[string]int      // lines of the fields that a contributor declared
	written  *yamltree.Node      // what the contributor wrote
	operands map[string][]string // of computed fields
	ranked   bool                // by a field that the declaration names
	where    []rule
	invalid  []rule
	bad      []rule
}

type rule struct {
	*data.Expression
	why string
}

// keys are those of a declaration.
var keys = sync.OnceValue(func() *yamltree.Object { return yamltree.ObjectOf(reflect.TypeFor[File]()) })

// Parse reads a declaration. The error is of type [yamltree.Errors].
func Parse(text []byte) (*Benchmark, error) {
	var errs yamltree.Errors
	tree := yamltree.ReadMapping("", text, 0, &errs)
	if tree != nil {
		indented(tree, &errs)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	b := &Benchmark{written: tree}
	b.own = lists.By(tree.At("fields").Items, func(f *yamltree.Node) (string, int) { return f.At("name").Text, f.Line })
	if tree = extended(tree, &errs); len(errs) > 0 {
		return nil, errs
	}
	faults := &data.Faults{Tree: tree, Follows: follows}
	faults.Decode(&b.File, keys())
	faults.Stage()
	b.checkFilled(faults)
	faults.Stage()
	faults.If(slices.Contains(reserved, b.Domain), []any{"domain"},
		"domain: %s is a built-in record type; use another ID, such as my-benchmark", b.Domain)
	b.complete(faults)
	b.ranked = b.Board.Primary != ""
	b.schema = b.Schema(faults)
	faults.Stage()
	b.check(faults)
	if faults.Err() == nil {
		b.checkMeasured(faults)
		b.checkEffect(faults)
	}
	return b, faults.Err()
}

// indented looks for a key of the first level below another one: what follows would be read as part of that.
func indented(tree *yamltree.Node, errs *yamltree.Errors) {
	for _, above := range tree.Keys {
		k := keys().Key(above)
		if k == nil || k.Under == nil {
			continue
		}
		for _, entry := range tree.Values[above].List() {
			isAbove := func(name string) bool { return k.Under.Key(name) == nil && keys().Key(name) != nil }
			if name, is := lists.Find(entry.Keys, isAbove); is {
				errs.At(entry.Values[name], "%s is no key of %s, but of the first level; begin its line without spaces", name, above)
				return
			}
		}
	}
}

// follows reports whether a fault at a path may only be a consequence of an earlier one: it is in the same entry, or is about fields
// of which one is faulty.
func follows(earlier, later []any) bool {
	if len(earlier) == 0 || len(later) == 0 { // a key is missing of the whole
		return len(later) == 0
	}
	section, ofFields := earlier[0].(string), []string{"fields", "benchmark"}
	misspelled := nearest.Hint(section, ofFields[:1]) != "" && len(earlier) == 1
	if misspelled || section == "power" && (len(earlier) < 3 || earlier[2] == "energy") { // of which fields are made
		section = "fields"
	}
	switch {
	case len(later) <= 1 && !slices.Contains(keys().Names(), section): // what is missing may be written wrong
		return true
	case later[0] == earlier[0]:
		return len(earlier) < 2 || len(later) < 2 || earlier[1] == later[1]
	case slices.Contains(ofFields, section):
		return section == "benchmark" || !slices.Contains([]any{"rows", "domain", "date"}, later[0])
	}
	return section == "board" && len(later) == 1 // which may name what ranks
}

// complete adds what every declared record type has.
func (b *Benchmark) complete(faults *data.Faults) {
	if b.Board == nil {
		faults.Add(nil, "board is missing; add “board: {system: Name of the benchmark}”")
		b.Board = &data.Board{}
	}
	for _, p := range b.Power {
		b.Fields = withMeasured(b.Fields, p)
		if b.Basis.Scope == data.NotMeasured { // by the benchmark itself
			b.Basis.Scope = measuredBy(p)
		}
	}
	has := func(role data.Role) bool {
		return slices.ContainsFunc(b.Fields, func(f data.DeclaredField) bool { return f.Role == role })
	}
	made := []data.DeclaredField{{Name: "task", Role: data.RoleTask, Reading: data.Reading{Value: data.OneTask}}}
	if len(b.Unstable) > 0 {
		made = slices.Insert(made, 0, data.DeclaredField{Name: "is_stable", Role: data.RoleStable}, data.DeclaredField{Name: "unstable_reason", Role: data.RoleReason})
	}
	b.Fields = append(b.Fields, lists.Filter(made, func(f data.DeclaredField) bool { return !has(f.Role) })...)
	roles := append(data.Roles(), "")
	known := lists.All(b.Fields, func(f data.DeclaredField) bool { return slices.Contains(roles, string(f.Role)) })
	faults.If(known && !has(data.RoleModel), []any{"fields"}, "no field has the role model: add “- {name: model, role: model, from: [COLUMN]}”")
}

// joins reports whether a name is that of a second file.
func (r Rows) joins(name string) bool { _, is := r.Join[name]; return is }

// joins reports whether a name is that of a second file of any rows.
func (b *Benchmark) joins(name string) bool {
	return slices.ContainsFunc(b.Rows, func(r Rows) bool { return r.joins(name) })
}

// fault is the error of a declaration with the name of its file.
func fault(file string, err error) error {
	errs, _ := errors.AsType[yamltree.Errors](err)
	return yamltree.Errors(lists.Map(errs, func(e yamltree.Error) yamltree.Error { e.File = file; return e }))
}

// Choices returns the values that a key takes, nil for any.
func (File) Choices(key string) []string { return map[string][]string{"benchmark": Shipped()}[key] }

// Choices returns the values that a key takes, nil for any.
func (Rows) Choices(key string) []string {
	return map[string][]string{"format": formats, "separator": tabletext.Marks, "decimal": {".", ","}, "thousands": thousandsMarks}[key]
}

// JSONSchema returns the JSON Schema of declarations, with which editors check and complete them.
func JSONSchema() []byte {
	s := keys().Document("Declaration of a benchmark for jouleboard", "")
	s["properties"].(map[string]any)["domain"] = map[string]any{"type": "string", "not": map[string]any{"enum": reserved}}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("declared: " + err.Error())
	}
	return append(text, '\n')
}

// shippedFiles are the declarations of known benchmarks, by the name that a benchmark.yaml
// gives: “benchmark: vllm-bench-serve”.
//
//go:embed shipped/*.yaml
var shippedFiles embed.FS

// Shipped returns the names of the built-in declarations.
func Shipped() []string {
	entries, _ := shippedFiles.ReadDir("shipped")
	return lists.Map(entries, func(e fs.DirEntry) string { return strings.TrimSuffix(e.Name(), ".yaml") })
}

// alone are the built-in declarations as they are without another, in order of their names. They are shared: nobody changes them.
var alone = sync.OnceValue(func() []*Benchmark {
	return lists.Map(Shipped(), func(name string) *Benchmark {
		b, err := Parse([]byte("benchmark: " + name))
		if err != nil {
			panic("declared: invalid declaration " + name + ": " + err.Error())
		}
		return b
	})
})

// extended is a declaration with all that the shipped one has on which it builds: keys of a
// mapping are added to its, fields by their names, and anything else replaces, but for the texts that the tool writes where a value is missing.
func extended(tree *yamltree.Node, errs *yamltree.Errors) *yamltree.Node {
	text, err := shippedFiles.ReadFile(path.Join("shipped", path.Base(tree.At("benchmark").Text)+".yaml"))
	if err != nil {
		return tree // which says no name, or one that is refused
	}
	merging, base := yamltree.Merging{Errs: errs}, yamltree.Read("", text, 0, errs)
	merged := merging.Merged(keys(), base, tree)
	if rows := *merged.At("rows"); tree.Has("rows") {
		missing := base.At("rows", 0).Without(func(key string) bool { return key != "missing" })
		rows.Items = lists.Map(rows.Items, func(n *yamltree.Node) *yamltree.Node { return merging.Merged(keys().Key("rows").Under, missing, n) })
		merged.Values["rows"] = &rows
	}
	return merged
}
