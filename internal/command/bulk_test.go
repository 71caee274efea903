package command

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/parquet-go/parquet-go"
)

// corpus is a small benchmark root with two LLM runs and a diffusion run.
func corpus(t *testing.T) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "results")
	for _, r := range []rawRun{
		{task: "gpqa", model: "Acme/Small-1B", gpu: "H100", gpus: 1, batch: 8, seed: 1, requests: 4, running: 0.95, steady: 60},
		{task: "gpqa", model: "Acme/Small-1B", gpu: "H100", gpus: 2, batch: 16, seed: 2, requests: 3, running: 0.95, steady: 60},
	} {
		if err := r.writeLLM(root); err != nil {
			t.Fatal(err)
		}
	}
	r := rawRun{task: "text-to-image", model: "Acme/Paint", gpu: "H100", gpus: 1, batch: 1, seed: 1, requests: 3}
	if err := r.writeDiffusion(root); err != nil {
		t.Fatal(err)
	}
	return root
}

func TestBulkParquetHasTheRowsOfCSV(t *testing.T) {
	root := corpus(t)
	for _, args := range [][]string{
		{"bulk", "output-lengths", "--include-unsuccessful"},
		{"bulk", "itl"},
		{"bulk", "timelines"},
		{"bulk", "timelines", "--domain", "diffusion", "--metric", "temperature"},
		{"bulk", "queries", "--where", `!(run_path contains "broken")`},
	} {
		from := "raw:" + root
		if args[1] == "queries" {
			from = "ipw:" + filepath.Join(shared.Small(t), "fixtures", "ipw")
		}
		args = append(args, "--source", from, "--format")
		text, _ := command(t, append(args, "csv")...)
		want, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		content, _ := command(t, append(args, "parquet")...)
		if got := parquetLines(t, content); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: Parquet holds %v, CSV %v", args, got, want)
		}
	}
}

// parquetLines is a Parquet file as the lines of a CSV file.
func parquetLines(t *testing.T, content []byte) (lines [][]string) {
	t.Helper()
	file, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range file.Schema().Fields() {
		names = append(names, f.Name())
	}
	lines = append(lines, names)
	rows, err := parquet.Read[any](bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		values := r.(map[string]any)
		var line []string
		for _, name := range names {
			line = append(line, cellText(values[name]))
		}
		lines = append(lines, line)
	}
	return lines
}

func cellText(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case []byte:
		return string(x)
	case float64:
		if x == float64(int64(x)) {
			return fmt.Sprint(int64(x))
		}
	}
	return fmt.Sprint(v)
}
