package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// frame is how one of the Python toolkit's tables begins.
type frame struct {
	Columns []string
	Head    [][]any
}

func TestBulkTablesBeginAsTheReference(t *testing.T) {
	root := shared.Whole(t)
	var frames map[string]json.RawMessage
	text, err := os.ReadFile(filepath.Join(root, "reference", "raw-expected", "frames.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &frames); err != nil {
		t.Fatal(err)
	}
	for kind, name := range map[string]string{"output-lengths": "output_lengths", "itl": "inter_token_latencies"} {
		csvText, _ := bulkOfReference(t, root, kind)
		lines, err := csv.NewReader(bytes.NewReader(csvText)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var want frame
		if err := json.Unmarshal(frames[name], &want); err != nil {
			t.Fatal(err)
		}
		for i, row := range want.Head {
			got := pick(lines[0], lines[i+1], want.Columns)
			if !reflect.DeepEqual(got, row) {
				t.Errorf("%s: row %d: %v, want %v", kind, i+1, got, row)
			}
		}
	}
}

// bulkOfReference prints bulk data of the reference corpus, which has runs that
// cannot be read, so that the exit status is 1.
func bulkOfReference(t *testing.T, root, kind string) ([]byte, string) {
	t.Helper()
	var out, messages bytes.Buffer
	err := run(t.Context(), &out, &messages, []string{"bulk", kind, "--source", "raw:" + filepath.Join(root, "reference", "raw")})
	if err != nil && exitStatus(err) != 1 {
		t.Fatal(err)
	}
	return out.Bytes(), messages.String()
}

// pick is the cells of a line under these columns, numbers as numbers.
func pick(header, line, columns []string) []any {
	var cells []any
	for _, name := range columns {
		text := line[slices.Index(header, name)]
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			cells = append(cells, x)
		} else {
			cells = append(cells, text)
		}
	}
	return cells
}

func TestMergedPartsOfTheReferenceEqualTheWhole(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		results := filepath.Join(root, "reference", "raw")
		dir := t.TempDir()
		whole := filepath.Join(dir, "whole")
		command(t, "compile", "--results", results, "--out", whole)
		for _, n := range []int{1, 2, 3, 7} {
			parts, merged := filepath.Join(dir, fmt.Sprint("parts", n)), filepath.Join(dir, fmt.Sprint("merged", n))
			for i := range n {
				command(t, "compile", "--results", results, "--out", parts, "--shard", fmt.Sprintf("%d/%d", i+1, n))
			}
			command(t, "merge", parts, "--out", merged)
			sameFiles(t, os.DirFS(merged), os.DirFS(whole))
		}
	})
}

func sameFiles(t *testing.T, got, want fs.FS) {
	t.Helper()
	a, b := contents(t, got), contents(t, want)
	if len(a) != len(b) || len(b) == 0 {
		t.Errorf("%d files, want %d", len(a), len(b))
	}
	for name, content := range b {
		if a[name] != content {
			t.Errorf("%s differs", name)
		}
	}
}

func contents(t *testing.T, tree fs.FS) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := walkFiles(tree, func(name string, content []byte) { files[name] = string(content) }); err != nil {
		t.Fatal(err)
	}
	return files
}

func TestTheCompiledReferenceReadsBackAsItsRawResults(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		results := filepath.Join(root, "reference", "raw")
		compiled := filepath.Join(t.TempDir(), "compiled")
		command(t, "compile", "--results", results, "--out", compiled)
		for _, domain := range []string{llm, diffusion} {
			args := []string{"runs", "--include-unstable", "--domain", domain, "--format", "json", "--source"}
			got, _ := command(t, append(args, "compiled:"+compiled)...)
			want, _ := command(t, append(args, "raw:"+results)...)
			if !bytes.Equal(got, want) {
				t.Errorf("domain %s: the compiled directory has other runs than the raw results", domain)
			}
		}
		for name, columns := range map[string]int{"llm": 47, "diffusion": 23} {
			content, err := os.ReadFile(filepath.Join(compiled, "runs", name+".parquet"))
			if err != nil {
				t.Fatal(err)
			}
			if lines := parquetLines(t, content); len(lines[0]) != columns {
				t.Errorf("%s: %d columns, want %d", name, len(lines[0]), columns)
			}
		}
	})
}
