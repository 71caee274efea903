package declared

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// unknownValues tells deadlines of a task that no row has, and words of a value that is nearly that of a row.
func (l *loader) unknownValues() {
	board, _ := yamltree.Below(l.written, "board", 0)
	if l.in.Len() == 0 || board == nil {
		return
	}
	deadlines, _ := yamltree.Below(board, "deadlines", 0)
	l.unknownKeys("deadlines", l.schema.Board.By, deadlines, true)
	words, _ := yamltree.Below(board, "words", 0)
	for _, of := range yamltree.Pairs(words) {
		field := of.Key.GetToken().Value
		if name := l.schema.Name(data.Role(field)); name != "" && !l.schema.Has(field) {
			field = name
		}
		l.unknownKeys("words", field, of.Value, false)
	}
}

// unknownKeys tells the keys of a mapping that are no value of a field: all, or those like a value that is no key.
func (l *loader) unknownKeys(key, field string, mapping ast.Node, all bool) {
	pairs := yamltree.Pairs(mapping)
	if len(pairs) == 0 {
		return
	}
	var values, free []string
	for _, v := range l.in.Table(false).Distinct(field) {
		values = append(values, data.Text(v))
	}
	for _, v := range values {
		if !slices.ContainsFunc(pairs, func(p *ast.MappingValueNode) bool { return p.Key.GetToken().Value == v }) {
			free = append(free, v)
		}
	}
	for _, p := range pairs {
		value := p.Key.GetToken().Value
		hint := nearest.Hint(value, free)
		if slices.Contains(values, value) || all && value == "default" || !all && hint == "" {
			continue
		}
		known := nearest.Order(value, values)
		l.note(data.Problem{File: Name, Row: yamltree.Line(p.Key), Lines: true, Message: fmt.Sprintf(
			"board: %s: no row has the %s %q; rows have %s", key, field, data.ClipName(value), data.ClipName(strings.Join(known[:min(len(known), 5)], ", ")))})
	}
}

// unranked tells columns of energy or power that are not used although boards do not rank by energy.
func (l *loader) unranked() {
	if l.schema.Name(data.RoleEnergy) != "" || l.ranked || l.Benchmark.Benchmark != "" {
		return
	}
	used := map[string]bool{}
	for _, f := range l.fields {
		if f.value != nil {
			for _, name := range f.value.Uses(l.schema) {
				used[name] = true
			}
		}
	}
	var unused []string
	for _, f := range l.fields {
		u, _ := data.ParseUnit(f.Unit)
		for _, path := range f.paths {
			if f.value == nil && f.Role == "" && !used[f.Name] && (u.Fits(joule) || u.Fits(watt)) {
				unused = append(unused, path)
			}
			used["column "+path] = true
		}
	}
	for _, column := range l.columns {
		if u, _ := data.ParseUnit(unitOf(column)); !used["column "+column] && (u.Fits(joule) || u.Fits(watt) || u.Fits(joulePerToken)) {
			unused = append(unused, column)
		}
	}
	if len(unused) == 0 {
		return
	}
	l.note(data.Problem{File: Name, Row: yamltree.LineAt(l.written, "fields"), Lines: true, Message: fmt.Sprintf(
		"no field has the role energy, but the files contain %s; compute the energy per token: “{name: energy_per_token, role: energy, "+
			"value: energy / output_tokens}” or “value: power / throughput”; or name the metric that ranks: “board: {primary: FIELD}”",
		data.ClipName(strings.Join(unused, ", ")))})
}
