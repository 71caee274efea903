package history_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/history"
)

func TestFaultsNameLineAndRemedy(t *testing.T) {
	good := func(date string, change ...string) string {
		one := snapshot(date, "r", board("gpqa", configuration("a", 1)))
		line, err := json.Marshal(one) // as version 1 of the format has it
		if err != nil {
			t.Fatal(err)
		}
		return strings.NewReplacer(change...).Replace(string(line))
	}
	for name, c := range map[string]struct {
		lines []string // behind the head
		want  []string
	}{
		"blank":         {[]string{""}, []string{"line 2", "blank", "remove it"}},
		"cut off":       {[]string{good("2025-01-01")[:100]}, []string{"line 2", "the file ends within a string"}},
		"two in a line": {[]string{good("2025-01-01") + "{}"}, []string{"line 2", "begin a new line"}},
		"unknown key":   {[]string{good("2025-01-01", `"date"`, `"day"`)}, []string{"line 2", `unknown field "day"`}},
		"another type":  {[]string{good("2025-01-01", `"energy":1`, `"energy":"1"`)}, []string{"energy", "string does not belong"}},
		"no date":       {[]string{good("2025-01-01", "2025-01-01", "2025-13-01")}, []string{"YYYY-MM-DD", "2025-13-01"}},
		"out of order":  {[]string{good("2025-01-02"), good("2025-01-01")}, []string{"line 3", "sort lines by date"}},
		"twice":         {[]string{good("2025-01-02"), good("2025-01-02")}, []string{"line 3", "second snapshot", "remove one"}},
		"negative": {
			[]string{good("2025-01-01", `"energy":1`, `"energy":-1`)},
			[]string{"boards[0].best[0].energy", "positive number, got -1", "correct it"},
		},
		"zero GPUs":      {[]string{good("2025-01-01", `"num_gpus":1`, `"num_gpus":0`)}, []string{"num_gpus", "positive"}},
		"control":        {[]string{good("2025-01-01", `"name":"A"`, `"name":"A\u0007"`)}, []string{"name", "printable"}},
		"no name":        {[]string{good("2025-01-01", `"gpu":"H100"`, `"gpu":" "`)}, []string{"gpu", "missing"}},
		"long":           {[]string{good("2025-01-01", `"name":"A"`, `"name":"`+strings.Repeat("A", 301)+`"`)}, []string{"at most 300 bytes"}},
		"a path as task": {[]string{good("2025-01-01", `"task":"gpqa"`, `"task":"../x"`)}, []string{"boards[0].task", "lower-case"}},
		"no board":       {[]string{`{"boards":[],"date":"2025-01-01","revision":""}`}, []string{"boards", "got none"}},
		"no UTF-8":       {[]string{"{\xff}"}, []string{"UTF-8"}},
		"a long line":    {[]string{strings.Repeat(" ", 4<<20+1)}, []string{"line 2", "longer than"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := history.Read("h.jsonl", strings.NewReader("{\"jouleboard_history\":1}\n"+strings.Join(c.lines, "\n")+"\n"))
			if err == nil {
				t.Fatal("it is read")
			}
			for _, want := range append(c.want, "h.jsonl: line ") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not say %q", err, want)
				}
			}
		})
	}
	for head, want := range map[string]string{
		"{}": "its first line is missing", "[1]": "this is not a history", `{"jouleboard_history":3}`: "use a newer program",
	} {
		if _, err := history.Read("h", strings.NewReader(head)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", head, err, want)
		}
	}
}

// Each line of a file in which one thing is wrong.
func TestFaultsOfNumbersNameLineAndRemedy(t *testing.T) {
	late := board("gpqa", configuration("a", 1))
	late.Late, late.Others = append(late.Late, configuration("b", 0.5)), []history.Configuration{configuration("c", 3)}
	late.Best[0].Software = "engine=1"
	file := text(t, history.History{Snapshots: []history.Snapshot{snapshot("2025-01-01", "r", late)}})
	for _, c := range [][3]string{
		{`"board":0`, `"board":1`, "line 3: boards[0].board: no line above introduces board 1"},
		{`"board":0`, `"board":-1`, "no line above introduces board -1"},
		{`"place":"blo"`, `"place":"blob"`, "place: expected a letter for each of 3 known configurations at most, got 4"},
		{`"place":"blo"`, `"place":"bxo"`, "place: expected the letters b, l, o and dots"},
		{`"place":"blo"`, `"place":"bb"`, "software: expected 2 numbers"},
		{`"energy":"0"`, `"energy":"0 0"`, "energy: expected 3 numbers, or one for all"},
		{`"energy":"0"`, `"energy":"0 0 0 0"`, "energy: expected 3 numbers"},
		{`"energy":"0"`, `"energy":"0  0"`, "energy: expected dots and whole numbers"},
		{`"energy":"0"`, `"energy":"."`, "energy: is missing"},
		{`"energy":"0"`, `"energy":"9999999"`, "from -1000000 to 1000000"},
		{`"latency":"0"`, `"latency":"."`, "best[0].latency: expected a positive number"},
		{`"margin":"."`, `"margin":"-1"`, "margin: expected"},
		{`"software":"0 . ."`, `"software":"1 . ."`, "from 0 to 0"},
		{`"model":"lab/b"`, `"model":"lab/a"`, "is on the board twice"},
		{`"name":"A"`, `"name":"A\u0007"`, "line 2: introduces.configurations[0].name: expected printable text"},
		{`"num_gpus":1`, `"num_gpus":0`, "num_gpus: expected a positive number"},
		{`"gpu":"H100"`, `"gpu":""`, "gpu: is missing"},
		{`"software":["engine=1"]`, `"software":[" "]`, "introduces.software[0]: is missing"},
		{`"task":"gpqa"}]`, `"task":"../x"}]`, "introduces.boards[0].task"},
		{`"energy":0,"gpu"`, `"energy":99999999,"gpu"`, "introduces.configurations[0]: expected an energy and a latency within"},
	} {
		if !strings.Contains(file, c[0]) {
			t.Fatalf("%s is not in\n%s", c[0], file)
		}
		if _, err := history.Read("h.jsonl", strings.NewReader(strings.Replace(file, c[0], c[1], 1))); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s → %s: %v; want %q", c[0], c[1], err, c[2])
		}
	}
}

// Two branches that add a snapshot each introduce things with the same numbers: their lines one after the other are no history.
func TestTwoFilesPutTogetherAreNoHistory(t *testing.T) {
	with := func(date, name string) []string {
		base := snapshot("2025-01-01", "r", board("gpqa", configuration("a", 1)))
		added := snapshot(date, "r", board("gpqa", configuration("a", 1), configuration(name, 2)))
		return strings.SplitAfter(text(t, history.History{Snapshots: []history.Snapshot{base, added}}), "\n")
	}
	one, other := with("2025-01-02", "b"), with("2025-01-03", "c")
	both := strings.Join(append(one[:5:5], other[3:]...), "")
	if _, err := history.Read("h.jsonl", strings.NewReader(both)); err == nil || !strings.Contains(err.Error(), "h.jsonl: line 6: introduces.after: expected 1 boards, 2 conf") {
		t.Errorf("%v in\n%s", err, both)
	}
}
