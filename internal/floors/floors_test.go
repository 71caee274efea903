package floors

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/jouleboard/jouleboard"

func TestImportsPointDown(t *testing.T) {
	imports := moduleImports(t, filepath.Join("..", ".."))
	for _, fault := range faults(imports) {
		t.Error(fault)
	}
	for name := range floor {
		if _, ok := imports[name]; !ok {
			t.Errorf("%s has a layer but no code: remove it from the table", name)
		}
	}
}

// moduleImports maps each package of the module to the project packages that its
// files, other than tests, import.
func moduleImports(t *testing.T, root string) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			return skip(root, file, e)
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		name, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		imports[name] = append(imports[name], projectImports(t, file)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}

// skip leaves out what is no Go package of ours.
func skip(root, dir string, e fs.DirEntry) error {
	name := e.Name()
	if dir != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "node_modules") {
		return fs.SkipDir
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); dir != root && err == nil {
		return fs.SkipDir // a module of its own, on top of this one
	}
	return nil
}

func projectImports(t *testing.T, file string) (names []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range parsed.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if name, ok := strings.CutPrefix(p, module+"/"); ok {
			names = append(names, name)
		}
	}
	return names
}

// isTool tells programs of the build, tests and measurements, which may import
// anything and are imported by nothing.
func isTool(name string) bool {
	return strings.HasPrefix(name, "test/") || path.Base(name) == "generate"
}

// faults are the imports that the table forbids, and packages it does not know.
func faults(imports map[string][]string) (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, from := range slices.Sorted(maps.Keys(imports)) {
		if isTool(from) {
			continue
		}
		own, known := floor[from]
		if !known {
			say("%s is in no layer: add it to internal/floors/table_test.go and docs/architecture.md", from)
			continue
		}
		names := slices.Clone(imports[from])
		slices.Sort(names)
		for _, to := range slices.Compact(names) {
			below, known := floor[to]
			inside := strings.HasPrefix(to, from+"/") && below == own
			switch {
			case !known:
				say("%s imports %s, which is in no layer", from, to)
			case below >= own && !inside:
				say("%s (floor %d) imports %s (floor %d): imports point down", from, own, to, below)
			case onlyFrom[to] != nil && !slices.Contains(onlyFrom[to], from):
				say("%s imports %s, which only %s may", from, to, strings.Join(onlyFrom[to], " and "))
			case testOnly[to]:
				say("%s imports %s, which is for tests", from, to)
			}
		}
	}
	return lines
}

func TestFaultsNameEveryForbiddenImport(t *testing.T) {
	for name, c := range map[string]struct {
		from, to, want string
	}{
		"down":             {"site", "data", ""},
		"into own folder":  {"charts", "charts/render", ""},
		"up":               {"data", "aggregate", "imports point down"},
		"sideways":         {"posts", "posts", "imports point down"},
		"out of a folder":  {"charts/render", "charts", "imports point down"},
		"a loader":         {"site", "data/mlenergy", "which only source may"},
		"the list's":       {"source", "data/mlenergy", ""},
		"raw results":      {"diff", "data/mlenergy/raw", "which only source and data/mlenergy/compile and site and"},
		"published data":   {"history", "leaderboard", "which only source and"},
		"test material":    {"site", "internal/shared", "which is for tests"},
		"unknown package":  {"newcomer", "data", "is in no layer: add it"},
		"unknown import":   {"site", "newcomer", "which is in no layer"},
		"measurement":      {"test/bench", "site", ""},
		"generator":        {"data/mlenergy/generate", "data", ""},
		"floor without up": {"assets", "fitting", "imports point down"},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(faults(map[string][]string{c.from: {c.to}}), "\n")
			if got == "" != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTheModuleIsTheOneParsed(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), "module "+module+"\n") {
		t.Errorf("go.mod names another module than %s: no import would be seen", module)
	}
}
