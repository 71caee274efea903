package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCommandsAndTopicsHaveManPages(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	for page, part := range map[string]string{
		"jouleboard":                  "jouleboard-help(1)",
		"jouleboard-rank":             "\n  pct=p90                  percentile",
		"jouleboard-help":             "jouleboard-help-expressions(1)",
		"jouleboard-help-expressions": `task == "gpqa" && num_gpus >= 2`,
		"jouleboard-help-fields":      "energy_per_token_joules",
		"jouleboard-bulk-itl":         "itl_s",
	} {
		text, err := os.ReadFile(filepath.Join(dir, "man", page+".1"))
		if err != nil || !strings.Contains(strings.ReplaceAll(string(text), `\-`, "-"), part) {
			t.Errorf("%s.1 lacks %q: %v", page, part, err)
		}
	}
}
