package llenergymeasure

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// FuzzResult: whatever a result holds, it is refused with a reason or its record can
// be written, without a number that is not finite.
func FuzzResult(f *testing.F) {
	text, err := json.Marshal(basic())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	for _, content := range fixtures(f) {
		f.Add(content)
		for bit := 5; bit < 8*len(content); bit += 8*len(content)/8 + 3 {
			flipped := bytes.Clone(content)
			flipped[bit/8] ^= 1 << (bit % 8)
			f.Add(flipped)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		e, docs, err := decode(text)
		if err != nil {
			if err.Error() == "" {
				t.Errorf("refused without a reason: %+v", err)
			}
			return
		}
		surround(e, &docs)
		nameModel(e, &docs)
		processes := several(docs.result)
		derive(e, processes)
		countGPUs(e, &docs, 0)
		odd := (&reader{in: data.NewIntake(Schema())}).check("", e, &docs, processes)
		if require(e, &docs) != nil {
			return
		}
		e.Take(fields{"study": "s", "run_path": "r", "configuration": e.Text("measurement_config_hash").Or("r")})
		remember(e, odd)
		writable(t, e)
	})
}

func writable(t *testing.T, e data.Row) {
	t.Helper()
	in := data.NewIntake(Schema())
	if !in.Add(e, "file", 0) {
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

// fixtures are the results among the system's fixtures.
func fixtures(f *testing.F) (all [][]byte) {
	names, err := filepath.Glob(filepath.Join(shared.Small(f), "fixtures", "llenergymeasure", "*", "*", "result.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, content)
	}
	return all
}
