package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// above are the packages that know no benchmark: they ask for roles of fields.
var above = []string{"aggregate", "board", "charts", "charts/live", "diff", "history", "posts", "posts/query", "site", "internal/command"}

// headers name columns of file formats of their own, which happen to be called as
// fields are.
var headers = map[string]bool{
	"charts/csv.go": true, "posts/query/rows.go": true, "history/file.go": true, "diff/json.go": true, "internal/command/bulk_tables.go": true,
}

var declared = regexp.MustCompile(`(?m)^- name: (\w+_\w+)$`)

// A name in code would have to change with the declaration, and would leave out every
// benchmark that calls the same thing otherwise. Names of one word are left out here:
// they are words of other things too.
func TestNoPackageAboveTheLoadersNamesAField(t *testing.T) {
	root := filepath.Join("..", "..")
	fields := map[string]bool{}
	for _, pattern := range []string{"data/*.yaml", "data/*/*.yaml"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
				fields[m[1]] = true
			}
		}
	}
	if len(fields) < 200 {
		t.Fatalf("only %d fields are declared", len(fields))
	}
	for _, dir := range above {
		files, _ := filepath.Glob(filepath.Join(root, dir, "*.go"))
		for _, file := range files {
			name := dir + "/" + filepath.Base(file)
			if !strings.HasSuffix(file, "_test.go") && !headers[name] {
				lookForFields(t, file, name, fields)
			}
		}
	}
}

func lookForFields(t *testing.T, file, name string, fields map[string]bool) {
	t.Helper()
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if _, isTag := n.(*ast.StructType); isTag { // keys of a format
			return false
		}
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil && fields[text] {
				t.Errorf("%s:%d names the field %s: ask for its role", name, set.Position(literal.Pos()).Line, text)
			}
		}
		return true
	})
}
