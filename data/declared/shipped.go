package declared

import (
	"embed"
	"io/fs"
	"path"
	"strings"
	"sync"

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
func extended(tree *yamltree.Node, errs *yamltree.Errors) *yamltree.Node {
	name := path.Base(tree.At("benchmark").Text)
	text, err := shippedFiles.ReadFile(path.Join("shipped", name+".yaml"))
	if err != nil {
		return tree // which says no name, or one that is refused
	}
	return yamltree.Merging{Errs: errs}.Merged(keys(), yamltree.Read("", text, 0, errs), tree)
}

// lines are where a declaration names its fields.
func lines(tree *yamltree.Node) map[string]int {
	return lists.By(tree.At("fields").Items, func(f *yamltree.Node) (string, int) { return f.At("name").Text, f.Line })
}
