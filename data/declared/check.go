package declared

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/internal/textlog"
)

// pathTo is the path to what is declared of a field: last, if it is twice.
func (b *Benchmark) pathTo(field string, below ...any) []any {
	i := len(b.Fields) - 1
	for i >= 0 && b.Fields[i].Name != field {
		i--
	}
	return append([]any{"fields", i}, below...)
}

// check compiles the expressions and looks for names that are no field.
func (b *Benchmark) check(faults *data.Faults) {
	b.checkPower(faults)
	faults.Stage()
	unknown := b.checkNames(faults)
	for _, fault := range b.Board.Faults(b.schema) {
		faults.If(!unknown, append([]any{"board"}, fault.Path...), "%s", fault.Message)
	}
	faults.If(b.schema.Name(data.RoleEnergy)+b.schema.Name(data.RoleThroughput)+b.Board.Primary == "", []any{"fields"},
		"no field has the role energy or throughput: add “role: energy”, or board: {primary: FIELD} to rank by another field")
	_, err := time.Parse(time.DateOnly, b.Date)
	faults.If(b.Date != "" && err != nil, []any{"date"}, "date: expected YYYY-MM-DD, got %q", data.ClipName(b.Date))
	b.checkRows(faults)
	b.checkFields(faults)
	b.checkExclusive(faults)
	f, _ := b.schema.The(data.RoleEnergy)
	ofToken := b.own[f.Name] > 0 && f.Label == data.UsualLabel(data.RoleEnergy)
	faults.If(ofToken && unit(f.Unit).Fits(joule) && b.schema.Name(data.RoleOutputTokens) != "", b.pathTo(f.Name, "unit"),
		"%s: %s is the unit of a run's energy, not of one token's; give the role to a field with “value: %[1]s / %[3]s”, or, to rank by the energy "+
			"of a run, write “label: Energy of a run”", f.Name, f.Unit, b.schema.Name(data.RoleOutputTokens))
	b.checkSet(faults)
	condition := func(c Condition, path ...any) rule {
		e, err := b.schema.Expression(c.When)
		f, isField := b.schema.Field(strings.TrimSpace(c.When))
		switch {
		case err != nil:
			faults.Add(path, "%s: %v; correct it", path[0], err)
		case !e.Condition() || isField && f.Kind != data.Bool:
			faults.Add(path, "%s: expected a condition, such as %s > 0, got %q", path[0], data.ClipName(c.When), data.ClipName(c.When))
		case e.Compares(b.schema) != nil:
			faults.Add(path, "%s: %v", path[0], e.Compares(b.schema))
		}
		return rule{e, cmp.Or(c.Why, c.When)}
	}
	rules := func(key string, all []Condition) []rule {
		return lists.Times(len(all), func(i int) rule { return condition(all[i], key, i, "when") })
	}
	b.invalid, b.bad = rules("invalid", b.Invalid), rules("unstable", b.Unstable)
	if b.Where != "" {
		b.where = []rule{condition(Condition{When: b.Where}, "where")}
	}
}

// checkSet looks at the values that hold for all rows of files.
func (b *Benchmark) checkSet(faults *data.Faults) {
	for i, set := range b.Set {
		for _, name := range sortedKeys(set) {
			f, known := b.schema.Field(name)
			switch {
			case name == "files":
			case !known && b.schema.Name(data.Role(name)) != "":
				faults.Add([]any{"set", i, name}, "set: %s is a role; write the name of the field that has it, %s", name, b.schema.Name(data.Role(name)))
			case !known:
				faults.Add([]any{"set", i, name}, "set: %s is not a field%s; declare it, or, if it is a pattern of files, write “files: ” before it",
					data.ClipName(name), nearest.Hint(name, b.schema.Names()))
			default:
				own := unitOfSet(&f, set[name])
				_, err := own.convert(plainNumber(set[name]))
				in := f.FileUnit
				open := err == nil && !own.cell && own.unit.Factor > 0 && in != "cell" && in != f.Unit && faults.Tree.Has(b.pathTo(name, "in")...)
				faults.If(open, []any{"set", i, name},
					"set: %s: %v may be in %s, as “in” says of columns, or in %s; write its unit, such as “%[1]s: %[2]v %[3]s”",
					name, set[name], in, f.Unit)
				said, _, _ := strings.Cut(fmt.Sprint(err), "; write “missing:") // which does not hold for “set”
				faults.If(err != nil, []any{"set", i, name}, "set: %s: %s; write one value for all rows", name, said)
			}
		}
	}
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
				faults.Add([]any{of.key, i}, "%s: %s is not a field of %s; use one of %s", of.key, data.ClipName(name), b.Domain,
					nearest.Few(name, b.schema.Names()))
			}
		}
	}
	return unknown
}

var thousandsMarks = []string{".", ",", " ", "'"}

var formats = []string{"csv", "tsv", "json", "jsonl", "parquet", "md", "sql", "text"}

func (b *Benchmark) checkRows(faults *data.Faults) {
	faults.If(len(b.Rows) == 0, nil, "rows is missing; add “rows: [{files: [\"*.csv\"]}]”")
	for i, r := range b.Rows {
		for k, pattern := range r.Files {
			faults.If(strings.HasPrefix(pattern, "/") || slices.Contains(strings.Split(pattern, "/"), ".."), []any{"rows", i, "files", k},
				"rows: files: %q leads out of the directory of %s; write a pattern relative to it, or move the files there", data.ClipName(pattern), Name)
		}
		faults.If(r.Thousands != "" && r.Thousands == cmp.Or(r.Decimal, "."), []any{"rows", i, "thousands"},
			"rows: thousands: %q is the decimal mark; write another, or remove it", r.Thousands)
		b.checkPatterns(faults, i, r)
		for _, key := range r.idle() {
			faults.Add([]any{"rows", i, key}, "rows: %s has no effect on files of this format; remove it", key)
		}
		_, fault := r.ordered()
		faults.If(fault != "", []any{"rows", i, "join"}, "rows: join: %s", fault)
		for name, j := range r.Join {
			faults.If(slices.Contains(own, name), []any{"rows", i, "join", name},
				"rows: join: %s has a meaning of its own in paths; use a name other than %s", name, strings.Join(own, ", "))
			checkLines(faults, j.Lines, "rows: join: lines", "rows", i, "join", name, "lines")
			faults.If(j.Key != "" && j.By == "", []any{"rows", i, "join", name, "key"},
				"rows: join: key has no effect without by; add “by: PATH” in the row")
		}
	}
}

// checkPatterns looks at the paths and the regular expressions of an entry of rows.
func (b *Benchmark) checkPatterns(faults *data.Faults, i int, r Rows) {
	err := parsePath(r.At, r.joins).fault()
	faults.If(err != nil, []any{"rows", i, "at"}, "rows: at: %v", err)
	faults.If(len(r.Lines) > textlog.MostPatterns, []any{"rows", i, "lines"}, "rows: lines: expected at most %d patterns", textlog.MostPatterns)
	checkLines(faults, r.Lines, "rows: lines", "rows", i, "lines")
	err = textlog.Check(r.Path)
	faults.If(r.Path != "" && err != nil, []any{"rows", i, "path"}, "rows: path: %v", err)
	faults.If(r.Format == "text" && len(r.Lines) == 0, []any{"rows", i, "format"},
		"rows: a text requires patterns of its lines: add “lines: ['energy: (?P<energy>[0-9.]+) J']”")
	for k, name := range cmp.Or(r.Pivot, &Pivot{}).Differ {
		faults.If(slices.Contains(r.Pivot.Values, name), []any{"rows", i, "pivot", "differ", k},
			"rows: pivot: differ: %s is also under values; remove one of the two", data.ClipName(name))
	}
	faults.If(r.Pivot != nil && r.Pair != nil, []any{"rows", i, "pivot"}, "rows: pivot: has no effect beside pair; remove one of the two")
}

// checkLines looks at the regular expressions of lines.
func checkLines(faults *data.Faults, patterns []string, called string, path ...any) {
	for k, text := range patterns {
		err := textlog.Check(text)
		faults.If(err != nil, append(slices.Clip(path), k), "%s: %v", called, err)
	}
}

// idle are the keys that no file of the patterns heeds, as their formats tell it.
func (r Rows) idle() []string {
	of := lists.By(r.Files, func(pattern string) (string, bool) { format, _ := formatOf(pattern, r); return format, true })
	if len(of) == 0 || of[""] {
		return nil
	}
	cells, tree := of["csv"] || of["tsv"], of["json"] || of["jsonl"]
	texts := cells || of["md"] || of["sql"] || of["text"]
	idle := map[string]bool{
		"at": r.At != "" && !tree, "header": r.Header != 0 && !cells, "separator": r.Separator != "" && !cells,
		"decimal": r.Decimal != "" && !texts, "thousands": r.Thousands != "" && !texts, "pair": r.Pair != nil && !texts,
		"lines": len(r.Lines) > 0 && !of["text"], "down": len(r.Down) > 0 && !texts,
	}
	maps.DeleteFunc(idle, func(_ string, is bool) bool { return !is })
	return sortedKeys(idle)
}

// checkFields makes the reading of each field.
func (b *Benchmark) checkFields(faults *data.Faults) {
	fields := b.schema.Fields()
	made, faulty := map[string]bool{}, map[string]bool{}
	b.operands = map[string][]string{}
	var circular []string // fields of which that was told
	for i := range fields {
		r, err := b.reading(&fields[i])
		faulty[fields[i].Name] = err != nil && fields[i].Value == ""
		if err == nil && r.value != nil {
			b.operands[r.Name] = r.value.Uses(b.schema)
		}
	}
	for i := range fields {
		f := &fields[i]
		if f.Computed || f.Role == data.RoleDomain {
			continue
		}
		made[f.Name] = true
		for _, key := range []string{"from", "in", "item", "match", "aliases"} {
			faults.If(f.Value != "" && faults.Tree.Has(b.pathTo(f.Name, key)...), b.pathTo(f.Name, key),
				"%s: %s has no effect beside value; remove one of the two", f.Name, key)
		}
		faults.If(f.Item < 1 && faults.Tree.Has(b.pathTo(f.Name, "item")...), b.pathTo(f.Name, "item"), "%s: item: count elements from 1", f.Name)
		for k, path := range f.From {
			faults.If(slices.Contains(f.From[:k], path), b.pathTo(f.Name, "from", k),
				"%s: from: %s is there twice, which has no effect; remove one", f.Name, data.ClipName(path))
			faults.If(path == "", b.pathTo(f.Name, "from", k), "%s: from: an empty path; write the column, or the path of keys", f.Name)
			err := parsePath(path, b.joins).fault()
			faults.If(err != nil, b.pathTo(f.Name, "from", k), "%s: from: %v", f.Name, err)
		}
		for _, from := range sortedKeys(f.Aliases) {
			last, chained := f.Aliases[f.Aliases[from]]
			faults.If(chained && last != f.Aliases[from], b.pathTo(f.Name, "aliases", from),
				"%s: aliases: %s is itself an alias, of %s; write “%s: %s”", f.Name, data.ClipName(f.Aliases[from]), data.ClipName(last), scalar(from), scalar(last))
		}
		r, err := b.reading(f)
		if err != nil { // of an expression, which is of other fields, only if they have none
			faults.If(f.Value == "" || !faults.Any("fields") && !b.uses(f.Value, faulty), b.pathTo(f.Name), "%s: %v", f.Name, err)
			continue
		}
		for _, used := range b.operands[f.Name] {
			if used == f.Name {
				faults.Add(b.pathTo(f.Name, "value"), "%s: value: computes the field from itself; declare the column as a field of its own, and name that", f.Name)
			} else if way := leads(used, f.Name, b.operands, map[string]bool{}); way != nil {
				faults.If(!slices.Contains(circular, f.Name), b.pathTo(f.Name, "value"),
					"%s: value: computes the field from itself: %[1]s → %s; read one of them from a column", f.Name, strings.Join(way, " → "))
				circular = append(circular, way...)
			} else if d, _ := b.schema.Field(used); d.Value != "" && !made[used] {
				faults.Add(b.pathTo(f.Name, "value"), "%s: %s is also an expression and must be declared first", f.Name, used)
			}
		}
		b.fields = append(b.fields, r)
	}
}

// leads is the way by which the expression of a field uses another one, nil if it does not.
func leads(from, to string, uses map[string][]string, seen map[string]bool) (way []string) {
	if from == to {
		return []string{to}
	}
	for _, used := range uses[from] {
		if !seen[used] {
			seen[used] = true
			if rest := leads(used, to, uses, seen); rest != nil {
				return append([]string{from}, rest...)
			}
		}
	}
	return nil
}

// uses reports whether an expression is of one of some fields.
func (b *Benchmark) uses(value string, fields map[string]bool) bool {
	e, err := b.schema.Expression(value)
	return err == nil && slices.ContainsFunc(e.Uses(b.schema), func(name string) bool { return fields[name] })
}
