package declared

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
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

// mostCompared rows of a file are compared with the built-in declarations.
const mostCompared = 5

// sampled is a row of a table, or a document, of a file.
type sampled struct {
	file  string
	value any
}

// known is the shipped declaration that these files have the form of, nil for none: most of what it reads is there, or it
// reads most columns of a table, a number that can rank among them.
func (d *draft) known(shipped []*Benchmark) (best *Benchmark) {
	most := 0.6
	for _, b := range shipped {
		for _, s := range d.samples {
			fits := func(pattern string) bool { return filetree.Glob(pattern).MatchString(s.file) }
			i := slices.IndexFunc(b.Rows, func(r Rows) bool { return slices.ContainsFunc(r.Files, fits) && !slices.ContainsFunc(r.But, fits) })
			if i < 0 {
				continue
			}
			if share := b.share(s.value, b.Rows[i]); share > most {
				best, most = b, share
			}
		}
	}
	return best
}

// share is how much of what a declaration reads a sample has, or how much of a table it reads.
func (b *Benchmark) share(sample any, r Rows) (share float64) {
	rows := rowsAt(sample, rowRoute(r.At))
	row, isTable := sample.(record)
	if isTable {
		rows = []scope{{value: sample}}
	}
	if len(rows) == 0 {
		return 0
	}
	found, of, used, ranked := 0, 0, map[string]bool{}, false
	for _, f := range b.fields {
		if f.value != nil {
			continue
		}
		at := slices.IndexFunc(f.paths, func(path string) bool {
			return isTable && slices.Contains(row.of.header, path) || !isTable && stands(path, &rows[0], r)
		})
		is := at >= 0
		if is {
			_, path := called(f.paths[at])
			used[path] = true
			found++
			ranked = ranked || f.Kind == data.Float
		}
		if is || len(f.From) > 0 && !strings.Contains(f.paths[0], ":") {
			of++
		}
	}
	if !ranked || len(used) < 2 || !isTable && len(used) < 4 {
		return 0
	}
	if isTable {
		share = float64(len(used)) / float64(len(row.of.header))
	}
	return max(share, float64(found)/float64(of))
}

// stands reports whether a path leads to a value from a row.
func stands(path string, row *scope, r Rows) bool {
	route, left := parsePath(path, r.joins), mostVisited
	if len(route.of) > 0 && !slices.Contains([]string{"up", "key"}, route.of[0]) {
		return false
	}
	row = above(row, route.of)
	return row != nil && route.read(row, &left, marks{}, nil) != nil
}

// builtOn is a draft that names a shipped declaration and what the files do not state.
func (d *draft) builtOn(b *Benchmark) []byte {
	var w bytes.Buffer
	fmt.Fprintf(&w, "# These files have the format of the declaration %s.\nbenchmark: %[1]s\n", b.Benchmark)
	var set []string
	for _, role := range []data.Role{data.RoleTask, data.RoleModel, data.RoleGPU, data.RoleGPUs} {
		f, ok := b.schema.The(role)
		there := func(path string) bool {
			return strings.Contains(path, ":") || d.columns[path] != nil || d.columns[strings.ReplaceAll(path, ".0.", "[*].")] != nil
		}
		if !ok || f.Value != "" || slices.ContainsFunc(append(f.From, f.Name), there) {
			continue
		}
		example := map[data.Role]string{data.RoleModel: "organization/model", data.RoleGPU: "H100", data.RoleGPUs: "1"}[role]
		set = append(set, fmt.Sprintf("%s: %s", f.Name, example))
	}
	if len(set) > 0 {
		fmt.Fprintf(&w, "set: # the files do not contain these values; fill them in\n- {%s}\n", strings.Join(set, ", "))
	}
	return w.Bytes()
}
