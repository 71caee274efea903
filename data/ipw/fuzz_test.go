package ipw

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// seeds adds the fixtures of that name, and copies with a wrong bit.
func seeds(f *testing.F, pattern string) {
	root := filepath.Join(shared.Small(f), "fixtures", "ipw")
	for _, dir := range []string{"*", "broken/*", "*/analysis", "broken/*/analysis"} {
		names, err := filepath.Glob(filepath.Join(root, dir, pattern))
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(content)
			for bit := 5; bit < 8*len(content); bit += 8*len(content)/8 + 3 {
				flipped := bytes.Clone(content)
				flipped[bit/8] ^= 1 << (bit % 8)
				f.Add(flipped)
			}
		}
	}
}

// FuzzTraces: whatever lines hold, their profile can be written as JSON.
func FuzzTraces(f *testing.F) {
	f.Add([]byte(line("a", turn(0, `, "gpu_energy_joules": 1.5`)) + "{}\n"))
	seeds(f, "*.jsonl")
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := readLines(context.Background(), bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if g.traces == 0 {
			return
		}
		n := run{name: "run"}
		p, _ := n.agentic(g, func(string, string) {})
		writable(t, p)
	})
}

// FuzzDataset: whatever a file holds, it is read or refused, and profiles can be
// written.
func FuzzDataset(f *testing.F) {
	f.Add([]byte(set{text: arrow.BinaryTypes.String, metrics: []map[string]string{{"lab/a": metrics("100.0", "2.0", "10", "")}}}.file(f)))
	seeds(f, "*.arrow")
	f.Fuzz(func(t *testing.T, file []byte) {
		c := profiled()
		if err := c.read(bytes.NewReader(file), int64(len(file))); err != nil {
			return
		}
		n := run{name: "run"}
		for _, model := range c.order {
			p, _ := n.singleTurn(model, c.models[model], c.rows)
			writable(t, p)
		}
	})
}

// FuzzReports: whatever summary and reports hold, a profile beside them can be
// written.
func FuzzReports(f *testing.F) {
	f.Add([]byte(agentSummary))
	seeds(f, "*.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x.json"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		o, err := readJSON(open(t, dir), "x.json")
		if err != nil {
			return
		}
		n := run{name: "run", summary: o, regression: o}
		r := reportOf(o)
		n.report = r
		p := n.profile(singleForm, "m", "")
		n.apply(p)
		writable(t, p)
	})
}

// writable fails for a profile that is taken in and cannot be written as JSON, or
// holds a number that is not finite.
func writable(t *testing.T, p data.Row) {
	t.Helper()
	in := data.NewIntake(Schema())
	if !in.Add(p, "file", 0) {
		return
	}
	for _, f := range Schema().Fields() {
		for _, x := range in.Table(false).Numbers(f.Name) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s is %v", f.Name, x)
			}
		}
	}
	var b bytes.Buffer
	if err := in.Table(false).WriteJSON(&b); err != nil || !json.Valid(b.Bytes()) {
		t.Errorf("no JSON: %v\n%s", err, &b)
	}
}
