package site

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/provenance"
)

var mainNumbers = regexp.MustCompile(`<tr[^>]* data-run="([a-z2-7-]+\d*)".*?</tr>`)

// From the main number of a row a reader gets to the run that it comes from, and finds the number there.
func TestEveryNumberLeadsToItsRun(t *testing.T) {
	files := plainSite(t)
	followed := 0
	for name, page := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, m := range mainNumbers.FindAllStringSubmatch(page, -1) {
			if !strings.Contains(m[0], ` main"`) {
				continue
			}
			followed++
			if !strings.Contains(m[0], "runs/"+m[1]+"/\"") {
				t.Errorf("%s: no link to %s in %s", name, m[1], m[0])
			}
			if _, ok := files["runs/"+m[1]+"/index.html"]; !ok {
				t.Errorf("%s leads to %s, which has no page", name, m[1])
			}
		}
	}
	if followed < 10 {
		t.Errorf("only %d rows with a main number", followed)
	}
}

func TestAPageOfARunIsSmallAndSaysWhatItsSourceDoesNot(t *testing.T) {
	files := plainSite(t)
	n := 0
	for name, page := range files {
		if !strings.HasPrefix(name, "runs/") || strings.HasPrefix(name, "runs/index.") {
			continue
		}
		n++
		if strings.HasSuffix(name, ".md") || strings.Contains(files["llms.txt"], name) {
			t.Errorf("%s: lists of pages name no runs", name)
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		w.Write([]byte(page))
		w.Close()
		if packed.Len() > 12_000 {
			t.Errorf("%s has %d bytes", name, packed.Len())
		}
		for _, want := range []string{
			"The source does not state", "row ", "Energy per token × Throughput = Power", "@misc{", "this run",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
	}
	if n != 8 {
		t.Errorf("%d pages of 8 runs", n)
	}
}

func unzip(t *testing.T, zipped string, v any) {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(zipped))
	if err == nil {
		err = json.NewDecoder(r).Decode(v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Of very many runs one page reads the run that its address names, so that a build does not grow with their number.
func TestVeryManyRunsShareAPage(t *testing.T) {
	ds := many(50, 50, provenance.MostPages/50+1)
	o := options(t)
	files := builtOf(t, ds, o)
	for name := range files {
		if strings.HasPrefix(name, "runs/") && name != "runs/index.html" && name != "runs/index.md" {
			t.Fatalf("%s is a page of its own", name)
		}
	}
	if size := len(files["runs/index.html"]); size > 60_000 {
		t.Errorf("the page has %d bytes", size)
	}
	llm, seen, all, indexed := ds.Tables[0], map[string]bool{}, map[string]int{}, 0
	for i := range llm.Len() {
		all[llm.Run(i)] = i
	}
	for name, text := range files {
		if !strings.HasPrefix(name, shardsPath) {
			continue
		}
		if letter, isIndex := strings.CutPrefix(name, shardsPath+"ids-"); isIndex {
			numbers := map[string]int{}
			unzip(t, text, &numbers)
			for id, number := range numbers {
				if at, known := all[id]; !known || id[:1] != letter[:1] || number != at/shardSize {
					t.Errorf("%s has %s in file %d", name, id, number)
				}
			}
			indexed += len(numbers)
			continue
		}
		var runs runShard
		unzip(t, text, &runs)
		for id, run := range runs.Runs {
			values, _ := run[1].([]any)
			if len(values) != len(runs.Fields) || runs.Domain != "llm" {
				t.Errorf("%s has %s with %d values", name, id, len(values))
			}
			at := all[id]
			for k, field := range runs.Fields {
				if fmt.Sprint(values[k]) != fmt.Sprint(llm.Value(at, field)) {
					t.Errorf("%s of %s: %v, want %v", field, id, values[k], llm.Value(at, field))
				}
			}
			for field, value := range runs.Same {
				if fmt.Sprint(llm.Value(at, field)) != strings.Trim(string(value), `"`) {
					t.Errorf("%s of %s: %s, want %v", field, id, value, llm.Value(at, field))
				}
			}
			seen[id] = true
		}
	}
	if len(seen) != len(all) || indexed != len(all) {
		t.Errorf("files have %d of %d runs, indexes %d", len(seen), len(all), indexed)
	}
	if !strings.Contains(files["tasks/gpqa/index.html"], "runs/?run=") {
		t.Error("the board leads to no run")
	}
}
