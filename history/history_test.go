package history_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/shared"
)

func configuration(model string, energy float64) history.Configuration {
	return history.Configuration{
		Run: "run" + model, Model: "lab/" + model, Name: strings.ToUpper(model), Precision: "fp8",
		GPU: "H100", NumGPUs: 1, Batch: 8, Energy: energy, Latency: 10,
	}
}

func board(task string, best ...history.Configuration) history.Board {
	return history.Board{
		Terms: history.Terms{Task: task, Domain: "llm", Deadline: 50, EnergyField: "energy_per_token_joules", LatencyField: "p50_itl_ms"},
		Best:  best, Late: []history.Configuration{},
	}
}

func snapshot(date, revision string, boards ...history.Board) history.Snapshot {
	return history.Snapshot{Date: date, Revision: revision, Boards: boards}
}

func text(t testing.TB, h history.History) string {
	t.Helper()
	b, err := h.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAFileIsReadAsItWasWritten(t *testing.T) {
	late := board("chat", configuration("a", 1))
	late.Late = append(late.Late, configuration("b", 0.5))
	late.Best[0].Interval = &history.Interval{Low: 0.9, High: 1.1}
	h := history.History{Snapshots: []history.Snapshot{
		snapshot("2025-01-02", "r1", late), snapshot("2025-01-02", "<&>", board("gpqa", configuration("a", 2))),
	}}
	written := text(t, h)
	read, err := history.Read("h.jsonl", strings.NewReader(written))
	if err != nil {
		t.Fatal(err)
	}
	if again := text(t, read); again != written {
		t.Errorf("read and written again it is\n%s, not\n%s", again, written)
	}
	if !strings.Contains(written, `"revision":"<&>"`) || strings.Count(written, "\n") != 5 {
		t.Errorf("want a line a snapshot and one for what is new in it, got\n%s", written)
	}
}

func TestAnEmptyFileIsAHistoryWithoutSnapshots(t *testing.T) {
	for _, text := range []string{"", "{\"jouleboard_history\":1}\n", "{\"jouleboard_history\":2}\n"} {
		if h, err := history.Read("h", strings.NewReader(text)); err != nil || len(h.Snapshots) != 0 {
			t.Errorf("%q: %v, %v", text, h, err)
		}
	}
}

// A file is bounded by what it makes, too: each letter is a configuration.
func TestTheConfigurationsOfAFileAreBounded(t *testing.T) {
	many := board("gpqa", configuration("a", 1))
	for i := range 5000 {
		many.Others = append(many.Others, configuration(fmt.Sprintf("o%04d", i), 2))
	}
	lines := strings.SplitAfter(text(t, history.History{Snapshots: []history.Snapshot{snapshot("2025-01-01", "r0", many)}}), "\n")
	file := strings.Join(lines[:3], "")
	for i := range 400 {
		file += strings.Replace(lines[2], `"r0"`, fmt.Sprintf(`"r%d"`, i+1), 1)
	}
	if _, err := history.Read("h", strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), "more than 2000000 configurations") {
		t.Errorf("%v", err)
	}
}

// A file keeps three digits, and which model leads.
func TestAFileKeepsThreeDigits(t *testing.T) {
	one := board("gpqa", configuration("b", 1), configuration("a", 1), configuration("c", 1.00001))
	for i := range 900 {
		c := configuration(fmt.Sprintf("o%03d", i), float64(100+i)/100)
		c.Interval = &history.Interval{Low: c.Energy / 1.1, High: c.Energy * 1.1}
		one.Others = append(one.Others, c)
	}
	read, err := history.Read("h", strings.NewReader(text(t, history.History{Snapshots: []history.Snapshot{snapshot("2025-01-01", "r", one)}})))
	if err != nil {
		t.Fatal(err)
	}
	got := read.Snapshots[0].Boards[0]
	if got.Best[0].Model != "lab/b" || len(got.Best) != 3 || len(got.Others) != 900 {
		t.Errorf("%s leads %d models, with %d others", got.Best[0].Model, len(got.Best), len(got.Others))
	}
	for i, c := range got.Others {
		if want := one.Others[i]; fmt.Sprintf("%.2f", c.Energy) != fmt.Sprintf("%.2f", want.Energy) || math.Abs(c.Margin()-want.Margin()) > 1e-4 || c.Run != want.Run {
			t.Errorf("%v of %s became %v of %s", want.Energy, want.Run, c.Energy, c.Run)
		}
	}
}

func TestAModelStandsOnABoardOnce(t *testing.T) {
	twice := snapshot("2025-01-01", "r", board("gpqa", configuration("a", 1), configuration("a", 2)))
	unordered := snapshot("2025-01-01", "r", board("gpqa", configuration("a", 2), configuration("b", 1)))
	for want, s := range map[string]history.Snapshot{"is on the board twice": twice, "the best first": unordered} {
		if _, err := (history.History{Snapshots: []history.Snapshot{s}}).Bytes(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestASnapshotGoesToItsDate(t *testing.T) {
	var h history.History
	add := func(want history.Outcome, date, revision string, energy float64) {
		t.Helper()
		if got := h.Add(snapshot(date, revision, board("gpqa", configuration("a", energy)))); got != want {
			t.Errorf("%s %s: outcome %s, want %s", date, revision, got, want)
		}
	}
	add(history.Added, "2025-03-01", "c", 3)
	add(history.Added, "2025-01-01", "a", 1)
	add(history.Added, "2025-02-01", "b", 2)
	add(history.Unchanged, "2025-02-01", "b", 2)  // the same once more
	add(history.Replaced, "2025-02-01", "b", 2.5) // measured anew under the same name
	add(history.Unchanged, "2025-04-01", "d", 3)  // nothing new to tell
	add(history.Added, "2025-01-01", "a2", 1.5)   // later on the same day
	order := ""
	for _, s := range h.Snapshots {
		order += fmt.Sprint(s.Revision, s.Boards[0].Best[0].Energy, " ")
	}
	if order != "a1 a21.5 b2.5 c3 " {
		t.Errorf("the order is %s", order)
	}
}

func TestWhatIsShownNowIsTheLastSnapshot(t *testing.T) {
	h := history.History{}
	h.Add(snapshot("2025-01-01", "a", board("gpqa", configuration("a", 1))))
	h.Add(snapshot("2025-03-01", "c", board("gpqa", configuration("a", 3))))
	for name, c := range map[string]struct {
		now   history.Snapshot
		want  string
		later int
	}{
		"of an earlier date":  {snapshot("2025-02-01", "b", board("gpqa", configuration("a", 2))), "a b ", 1},
		"of no known date":    {snapshot("", "b", board("gpqa", configuration("a", 2))), "a c b ", 0},
		"the newest":          {snapshot("", "b", board("gpqa", configuration("a", 3))), "a c ", 0},
		"of the newest date":  {snapshot("2025-03-01", "d", board("gpqa", configuration("a", 4))), "a c d ", 0},
		"added already":       {snapshot("2025-03-01", "c", board("gpqa", configuration("a", 3))), "a c ", 0},
		"before all of these": {snapshot("2024-01-01", "x", board("gpqa", configuration("a", 9))), "x ", 2},
	} {
		until, later := h.Until(c.now)
		got := ""
		for _, s := range until.Snapshots {
			got += s.Revision + " "
		}
		if got != c.want || later != c.later {
			t.Errorf("%s: %s and %d later, want %s and %d", name, got, later, c.want, c.later)
		}
	}
	if len(h.Snapshots) != 2 {
		t.Error("asking changed the history")
	}
}

func TestATrendMarksOtherTerms(t *testing.T) {
	strict := board("gpqa", configuration("a", 5))
	strict.Deadline = 20
	h := history.History{Snapshots: []history.Snapshot{
		snapshot("2025-01-01", "1", strict),
		snapshot("2025-02-01", "2", board("gpqa", configuration("b", 1))),
		snapshot("2025-03-01", "3", board("gpqa", configuration("a", 3))),
	}}
	points := h.Trends().Model("gpqa", "lab/a")
	if len(points) != 2 || points[0].Comparable || !points[1].Comparable || points[1].Energy != 3 {
		t.Errorf("%+v", points)
	}
	if h.Trends().Model("gpqa", "lab/z") != nil || (history.History{}).Trends().Model("gpqa", "lab/a") != nil {
		t.Error("a model that was never there has a trend")
	}
}

// steps tells the changes of two boards in words.
func steps(from, to []history.Board) string {
	h := history.History{Snapshots: []history.Snapshot{snapshot("2025-01-01", "1", from...), snapshot("2025-02-01", "2", to...)}}
	task := content.Task{Output: "token", Group: "llm"}
	var lines []string
	for _, s := range h.Steps() {
		for _, c := range s.Changes {
			lines = append(lines, strings.Join(strings.Fields(c.Task+" "+c.Name+" "+c.Words(task, content.English())), " "))
		}
	}
	return strings.Join(lines, "\n")
}

// accurate is a board of another system, where more is better and little is stated.
func accurate(best ...history.Configuration) []history.Board {
	for i := range best {
		best[i].NumGPUs, best[i].Batch, best[i].Latency = 0, 0, 0
	}
	return []history.Board{{
		Terms: history.Terms{
			Task: "IPW, mmlu", Domain: "ipw", EnergyField: "ipj", Metric: &history.Metric{Label: "Correct answers", More: true, Unit: "per J"},
		},
		Best: best, Late: []history.Configuration{},
	}}
}

func TestBoardsOfOtherSystemsStandInTheFile(t *testing.T) {
	two := snapshot("2025-01-02", "r", accurate(configuration("b", 2), configuration("a", 1))...)
	written := text(t, history.History{Snapshots: []history.Snapshot{two}})
	read, err := history.Read("h", strings.NewReader(written))
	if err != nil || text(t, read) != written {
		t.Errorf("read and written again it is not what it was: %v\n%s", err, written)
	}
	for want, s := range map[string]history.Snapshot{
		"the best first":         snapshot("2025-01-02", "r", accurate(configuration("a", 1), configuration("b", 2))...),
		"num_gpus":               snapshot("2025-01-02", "r", accurate(configuration("a", 1))...),
		"task: expected printab": snapshot("2025-01-02", "r", accurate(configuration("a", 1))...),
		"label: is missing":      snapshot("2025-01-02", "r", accurate(configuration("a", 1))...),
	} {
		switch want {
		case "num_gpus":
			s.Boards[0].Best[0].NumGPUs = -1
		case "task: expected printab":
			s.Boards[0].Task = "a\x00"
		case "label: is missing":
			s.Boards[0].Metric.Label = ""
		}
		if _, err := (history.History{Snapshots: []history.Snapshot{s}}).Bytes(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestChangesAreTold(t *testing.T) {
	one := func(best ...history.Configuration) []history.Board { return []history.Board{board("gpqa", best...)} }
	tooSlow := func(in []history.Configuration, slow ...history.Configuration) []history.Board {
		b := board("gpqa", in...)
		for i := range slow {
			slow[i].Latency = 80
		}
		b.Late = slow
		return []history.Board{b}
	}
	a, b := configuration("a", 1), configuration("b", 2)
	strict, tails := board("gpqa", a), board("gpqa", a)
	strict.Deadline, tails.LatencyField = 20, "p99_itl_ms"
	sure := func(c history.Configuration, low, high float64) history.Configuration {
		c.Interval = &history.Interval{Low: low, High: high}
		return c
	}
	for name, c := range map[string]struct {
		from, to []history.Board
		want     string
	}{
		"nothing":      {one(a, b), one(a, b), ""},
		"a new model":  {one(a), one(a, b), "gpqa B is new: 2.00 J per token on 1× H100 at batch size 8"},
		"a model gone": {one(a, b), one(a), "gpqa B was removed; previously: 2.00 J per token on 1× H100 at batch size 8"},
		"less energy":  {one(a, b), one(a, configuration("b", 1.5)), "gpqa B uses less energy: 2.00 → 1.50 J per token (−25%)"},
		"more energy":  {one(a, b), one(a, configuration("b", 2.5)), "gpqa B uses more energy: 2.00 → 2.50 J per token (+25%)"},
		"within noise": {one(a, b), one(configuration("a", 1.2), configuration("b", 1.7)), ""},
		"repeats tell": {
			one(sure(a, 0.99, 1.01)), one(sure(configuration("a", 1.04), 1.03, 1.05)),
			"gpqa A uses more energy: 1.00 → 1.04 J per token (+4.0%)",
		},
		"intervals meet": {one(sure(a, 0.5, 1.3)), one(sure(configuration("a", 1.2), 1.1, 1.3)), ""},
		"a new best": {
			one(a), one(configuration("c", 0.5), a),
			"gpqa C now uses the least energy (0.500 J per token on 1× H100 at batch size 8); the previous leader was A (1.00 J per token), a change of −50%",
		},
		"best by a hair": {one(a), one(configuration("c", 0.97), a), "gpqa C is new: 0.970 J per token on 1× H100 at batch size 8"},
		"best of a swap": {
			one(a, b), one(b, configuration("a", 3)),
			"gpqa B now uses the least energy (2.00 J per token on 1× H100 at batch size 8); the previous leader was A (3.00 J per token), a change of −33%; " +
				"the result of B is as before\n" +
				"gpqa A uses more energy: 1.00 → 3.00 J per token (+200%)",
		},
		"best by absence": {
			one(a, b), one(b),
			"gpqa B now uses the least energy (2.00 J per token on 1× H100 at batch size 8); the previous leader was A (1.00 J per token), a change of +100%; " +
				"the result of B is as before\n" +
				"gpqa A was removed; previously: 1.00 J per token on 1× H100 at batch size 8",
		},
		"too late": {one(a, b), tooSlow([]history.Configuration{a}, b), "gpqa B no longer meets the deadline of 50 ms: 80.0 ms at best"},
		"in time": {
			tooSlow([]history.Configuration{a}, b), one(a, b),
			"gpqa B now meets the deadline of 50 ms: 2.00 J per token on 1× H100 at batch size 8",
		},
		"new and too late": {
			one(a), tooSlow([]history.Configuration{a}, b),
			"gpqa B is new: 80.0 ms on 1× H100 at batch size 8, slower than 50 ms",
		},
		"still too late": {tooSlow([]history.Configuration{a}, b), tooSlow([]history.Configuration{a}, configuration("b", 9)), ""},
		"a new task":     {one(a), append([]history.Board{board("chat", a, b)}, one(a)...), "chat is new, with 2 models"},
		"a task gone":    {append([]history.Board{board("chat", a)}, one(a)...), one(a), "chat was removed, with 1 model"},
		"other terms": {
			one(a),
			[]history.Board{strict},
			"gpqa now has a deadline of 20 ms (previously 50 ms); earlier results are not compared",
		},
		"another system": {
			accurate(b, a), accurate(a),
			"IPW, mmlu A now has the highest correct answers (1.00 per J on H100); the previous leader was B (2.00 per J), a change of −50%; the result of A is as before\n" +
				"IPW, mmlu B was removed; previously: 2.00 per J on H100",
		},
		"better, worse": {
			accurate(b, a), accurate(configuration("b", 1.5), configuration("a", 1.3)),
			"IPW, mmlu A is better in correct answers: 1.00 → 1.30 per J (+30%)\nIPW, mmlu B is worse in correct answers: 2.00 → 1.50 per J (−25%)",
		},
		"another metric": {
			one(a),
			[]history.Board{tails},
			"gpqa is now ranked by energy_per_token_joules within 50 ms of p99_itl_ms (previously by energy_per_token_joules within 50 ms of " +
				"p50_itl_ms); earlier results are not compared",
		},
	} {
		if got := steps(c.from, c.to); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// FuzzRead: what is read is written as it was read, and faults are errors that name
// the file.
func FuzzRead(f *testing.F) {
	late := board("chat", configuration("a", 1))
	late.Late = append(late.Late, configuration("b", 0.5))
	h := history.History{Snapshots: []history.Snapshot{
		snapshot("2025-01-02", "r", late, board("gpqa", configuration("a", 2))),
		snapshot("2025-01-03", "", board("gpqa", configuration("a", 1))),
	}}
	f.Add([]byte(text(f, h)))
	f.Add([]byte("{\"jouleboard_history\":1}\n{}\n"))
	f.Add([]byte("{\"jouleboard_history\":1}\n{\"date\":\"2025-01-02\",\"boards\":[" + strings.Repeat("{},", 500) + "{}]}\n"))
	f.Add([]byte("{\"jouleboard_history\":1}\n" + strings.Repeat("{\"boards\":", 500)))
	f.Fuzz(func(t *testing.T, file []byte) {
		var h history.History
		var err error
		shared.Bounded(func() { h, err = history.Read("h.jsonl", bytes.NewReader(file)) })
		if err != nil {
			if !strings.HasPrefix(err.Error(), "h.jsonl: ") {
				t.Errorf("%v", err)
			}
			return
		}
		once := text(t, h)
		again, err := history.Read("h.jsonl", strings.NewReader(once))
		if err != nil || text(t, again) != once {
			t.Errorf("written it cannot be read as it was: %v\n%s", err, once)
		}
		for _, s := range h.Steps() { // whatever was read can be compared
			for _, c := range s.Changes {
				c.Words(content.Task{}, content.English())
			}
		}
	})
}

// A model whose best run is no result any more is not said to be worse: the change names the run and both configurations.
func TestARunThatWasLeftOutIsNamed(t *testing.T) {
	fast, slow := configuration("a", 1), configuration("a", 1.43)
	fast.GPU, slow.Run, slow.Batch = "B200", "runslow", 16
	out := board("chat", slow)
	out.Gone = []string{fast.Run}
	h := history.History{Snapshots: []history.Snapshot{
		snapshot("2025-01-02", "r1", board("chat", fast)), snapshot("2025-01-03", "r2", out), snapshot("2025-01-04", "r3", board("chat", fast)),
	}}
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"uses less energy: 1.43 J per token on 1× H100 at batch size 16 → 1.00 J per token on 1× B200 at batch size 8 (−30%)",
		"is at its best now: 1.43 J per token on 1× H100 at batch size 16; its best configuration of before (1.00 J per token on 1× B200 at batch size 8) " +
			"is not among the results, since it was removed or left out because of errors",
	}
	for i, step := range h.Steps() {
		if len(step.Changes) != 1 || step.Changes[0].Words(texts.Task("chat", "llm"), texts.Words) != want[i] {
			t.Errorf("got %v, want %s", step.Changes[0].Words(texts.Task("chat", "llm"), texts.Words), want[i])
		}
	}
	if read, err := history.Read("h.jsonl", strings.NewReader(text(t, h))); err != nil || len(read.Snapshots[1].Boards[0].Gone) != 1 {
		t.Errorf("%+v, %v", read, err)
	}
}
