package declared_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

const base = `domain: tiny
board: {system: Tiny}
rows: [{files: ["*.csv"]}]
fields:
- {name: model, role: model}
- {name: e, role: energy}
`

// Each faulty declaration is refused with one message that names file, line, key, value and remedy, in words of the
// declaration.
func TestFaultyDeclarations(t *testing.T) {
	text, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases, want, body := 0, "", ""
	check := func() {
		if want == "" {
			return
		}
		cases++
		whole := base + body
		if strings.HasPrefix(body, "domain:") {
			whole = body
		}
		ds, err := open(t, whole, map[string]string{"a.csv": "model,e\na,1\n"})
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(ds.Problems())
		}
		line, parts, _ := strings.Cut(want, ": ")
		if strings.Contains(got, "\n") || !strings.Contains(got, "benchmark.yaml:"+line+": ") || strings.Contains(got, "unmarshal") {
			t.Errorf("%s\ngot  %s\nwant one message at line %s", body, got, line)
		}
		for part := range strings.SplitSeq(parts, " | ") {
			if !strings.Contains(got, part) {
				t.Errorf("%s\ngot  %s\nwant %s", body, got, part)
			}
		}
	}
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "#"):
		case line[0] >= '0' && line[0] <= '9':
			check()
			want, body = strings.TrimSpace(line), ""
		default:
			body += line
		}
	}
	check()
	if cases < 60 {
		t.Errorf("%d cases", cases)
	}
}
