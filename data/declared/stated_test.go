package declared_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/declared"
)

// What a file states of itself is in its draft: units below the header, beside a value or in a table of their own, and how a table is written.
func TestDraftsSayWhatFilesState(t *testing.T) {
	for file, want := range map[string][]string{
		"units-below-header.csv": {
			"header: 2}", `{name: leistung_mittel_w, role: power, from: ["Leistung Mittel / W"]}`,
			`unit: J, in: kWh, from: ["Zählerstand Ende / kWh"]}`, "value: (zaehlerstand_ende_kwh - zaehlerstand_anfang_kwh) / ausgabetokens}",
		},
		"two-headers.csv":    {"header: 2"},
		"units-column.csv":   {`{name: energy, type: "number?", unit: J, in: kJ}`},
		"units-map.json":     {`{name: energy, type: "number?", unit: J, in: Wh}`, "{name: power, role: power, in: kW}\n", "{name: throughput, role: throughput}\n"},
		"nested-units.jsonl": {`unit: kWh, from: ["impacts.energy.value.min"]}`, `{name: impacts_energy_value_count, type: "whole?", from: [`},
		"chips.jsonl":        {"unit: USD/million token, from: [", "or the mean of one? If of one, multiply it by their number"},
		"detection.csv":      {`{name: metrics_map50_95_b, type: "number?", from: ["metrics/mAP50-95(B)"]} # not sure: its unit`, "is the latency of an output"},
		"commented.csv":      {`{files: ["commented.csv"]}`, "{name: batch, role: batch}\n"},
		"responses.jsonl":    {`from: ["usage.completion_time"]`},
		"layers.json":        {`from: ["summary.estimated_inference_time"]`},
		"other-letters.csv":  {`{name: column_5, from: ["备注"]}`},
		"influx.csv":         {`from: ["_time"]`},
		"since-start.csv":    {`role: duration, from: ["Elapsed Time (sec)"]} # not sure: rises from row to row`, "a counter? What a run used"},
		"header-again.csv":   {"row 3 repeats the header"},
		"jobs.txt":           {`{files: ["jobs.txt"], format: csv, separator: "|"}`, `{name: elapsed_raw, type: "number?"`},
		"tables.md":          {"what stands around the tables of tables.md is not read"},
		"run-folder": {
			"join: {metadata: {file: metadata.json}}", `from: ["metadata:gpu_count"]} # not sure: of those that were used, or of the machine?`,
			`{name: started_at, role: start, from: ["metadata:startedAt"]}`, `{name: gpu_nvidia_architecture, from: ["metadata:first(gpu_nvidia[*].architecture)"]}`,
			"such as config.yaml: convert it to JSON",
		},
	} {
		draft, err := declared.Describe(filepath.Join("testdata", "samples", file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for _, text := range want {
			if !strings.Contains(string(draft), text) {
				t.Errorf("%s: no %s in\n%s", file, text, draft[max(0, strings.Index(string(draft), "rows:")):])
			}
		}
	}
}

// A text is no table for a comma in each of its lines.
func TestATextIsNoTable(t *testing.T) {
	for _, text := range []string{
		"started, 14:01, run one\nfinished, 14:02, run one\n", "12, 14, 15\n13, 14, 16\n", "model, energy, x\na, 12.5\nb, 13.5, 1\n", "model, energy\na, 1\nb, 2\n",
	} {
		dir := t.TempDir()
		written(t, dir, "run.txt", text)
		if draft, err := declared.Describe(filepath.Join(dir, "run.txt")); err == nil || !strings.Contains(err.Error(), "declare the rows of a text") {
			t.Errorf("%q: %v\n%s", text, err, draft)
		}
	}
}

// A folder of files that are not read says how they become readable.
func TestUnreadFilesSayHowTheyAreRead(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, "report.yaml", "model: a\n")
	if _, err := declared.Describe(dir); err == nil || !strings.Contains(err.Error(), "; report.yaml is not read: convert it to JSON") {
		t.Error(err)
	}
}

// Rows of one's own over a built-in declaration keep the texts that its tool writes where a value is missing, unless they state others.
func TestOwnRowsKeepWhatIsMissing(t *testing.T) {
	for rows, want := range map[string][]string{
		`{files: ["a/*.json"]}`:                  {"inf", "NaN", "Infinity"},
		`{files: ["a/*.json"], missing: ["-1"]}`: {"-1"},
	} {
		b, err := declared.Parse([]byte("benchmark: vllm-bench-serve\nrows: [" + rows + "]\n"))
		if err != nil || !slices.Equal(b.Rows[0].Missing, want) || len(b.Rows) != 1 || b.Rows[0].Format != "" {
			t.Errorf("%s: %v %+v", rows, err, b.Rows)
		}
	}
}

// Tables of a Markdown file whose headers are equal are one; a row with other cells is left out. A column without a name is no role's.
func TestTablesAsTheyAreWritten(t *testing.T) {
	const begin, fields = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [\"", "\"]}]\nfields:\n- {name: model, role: model}\n- {name: e, role: energy}\n"
	for _, c := range []struct {
		file, text, want string
		runs             int
	}{
		{"a.md", "|model|e|\n|-|-|\n|a|1|\n\n## B\n|model|e|\n|-|-|\n|b|2|\n", "[]", 2},
		{"a.md", "|model|e|\n|-|-|\n|a|1|\n|q|\n|b|2|x|\n", "line 4: the header has 2 cells, the line 1", 1},
		{"a.csv", ",model,e\n0,a,1\n1,b,2\n", "[]", 2},
		{"a.csv", "# by lab-bench\n# all, in J\nmodel,e,n\na,1,2\n# end\nb,2,3\n", "[]", 2},
		{"a.csv", "#,model,e\n1,a,1\n2,b,2\n", "[]", 2},
		{"a.csv", "# by lab-bench\nmodel,e\na,1\nb\n", "line 4: the header has 2 cells, the line 1", 1},
	} {
		ds, err := open(t, begin+c.file+fields, map[string]string{c.file: c.text})
		if err != nil || ds.Len() != c.runs || !strings.Contains(fmt.Sprint(ds.Problems()), c.want) {
			t.Errorf("%q: %d runs, %v %v", c.text, ds.Len(), err, ds.Problems())
		}
	}
}
