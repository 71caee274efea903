package declared

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

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

// alone are the built-in declarations as they are without another, in order of their names.
func alone() []*Benchmark {
	return lists.Map(Shipped(), func(name string) *Benchmark {
		b, err := Parse([]byte("benchmark: " + name))
		if err != nil {
			panic("declared: invalid declaration " + name + ": " + err.Error())
		}
		return b
	})
}

// Schemas returns the field tables of the built-in declarations, in order of their names.
var Schemas = sync.OnceValue(func() []*data.Schema {
	return lists.Map(alone(), func(b *Benchmark) *data.Schema { return b.schema })
})

// extended is a declaration with all that the shipped one has on which it builds: keys of a
// mapping are added to its, fields by their names, and anything else replaces.
func extended(tree ast.Node) (ast.Node, error) {
	named, _ := yamltree.Below(tree, "benchmark", 0)
	if named == nil {
		return tree, nil
	}
	name := named.GetToken().Value
	text, err := shippedFiles.ReadFile(path.Join("shipped", path.Base(name)+".yaml"))
	if err != nil {
		return tree, nil // which is refused
	}
	base, err := yamltree.Parse(text)
	if err != nil {
		return nil, err
	}
	return overlaid(base, tree), nil
}

// overlaid is a mapping with the keys of another that stands over it.
func overlaid(base, over ast.Node) ast.Node {
	all := &ast.MappingNode{BaseNode: &ast.BaseNode{}, Start: over.GetToken(), Values: slices.Clone(yamltree.Pairs(base))}
	for _, pair := range yamltree.Pairs(over) {
		key := pair.Key.GetToken().Value
		i := slices.IndexFunc(all.Values, func(v *ast.MappingValueNode) bool { return v.Key.GetToken().Value == key })
		if i < 0 {
			all.Values = append(all.Values, pair)
			continue
		}
		merged := *pair
		below := all.Values[i].Value
		switch list, isList := pair.Value.(*ast.SequenceNode); {
		case key == "fields" && isList:
			merged.Value = fieldsOver(below, list)
		case yamltree.Pairs(pair.Value) != nil && yamltree.Pairs(below) != nil:
			merged.Value = overlaid(below, pair.Value)
		}
		all.Values[i] = &merged
	}
	return all
}

// fieldsOver are the fields of a list with those of another that have the same names laid over.
func fieldsOver(base ast.Node, over *ast.SequenceNode) ast.Node {
	below, isList := base.(*ast.SequenceNode)
	if !isList {
		return over
	}
	all := *over
	all.Values = slices.Clone(below.Values)
	for _, field := range over.Values {
		i := slices.IndexFunc(all.Values, func(n ast.Node) bool { return nameOf(n) != "" && nameOf(n) == nameOf(field) })
		if i < 0 {
			all.Values = append(all.Values, field)
			continue
		}
		all.Values[i] = overlaid(all.Values[i], field)
	}
	all.ValueHeadComments, all.Entries = nil, nil
	return &all
}

func nameOf(field ast.Node) string {
	if n, _ := yamltree.Below(field, "name", 0); n != nil {
		return n.GetToken().Value
	}
	return ""
}

// lines are where a declaration names its fields.
func lines(tree ast.Node) map[string]int {
	of := map[string]int{}
	if fields, _ := yamltree.Below(tree, "fields", 0); fields != nil {
		if list, ok := fields.(*ast.SequenceNode); ok {
			for _, f := range list.Values {
				of[nameOf(f)] = yamltree.Line(f)
			}
		}
	}
	return of
}
