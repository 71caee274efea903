package content

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Group is a family of tasks with a common tab.
type Group struct {
	ID   string // llm, mllm or diffusion
	Name string
}

// Task is the site's description of one benchmark task.
type Task struct {
	ID      string
	Group   string // Group.ID
	Name    string // short, for tabs
	Title   string // of its page, the name unless it has its own
	Summary string // one sentence
	Output  string // what is counted, singular: token, image, video

	// Deadline is the latency of the default view: in milliseconds per token if PerToken, otherwise in seconds per
	// batch.
	Deadline   float64
	Percentile string // p50 … p99 of the latency per token; empty per batch

	Daily float64 // outputs per day that the capacity planner begins with

	Columns *Columns // nil for those of the site

	About Markdown // what the task measures, and the reasons for its results

	Added *Keys // where a publisher describes the task; nil for a built-in description
}

// PerToken reports whether the task's latency is the time between tokens rather than that of a whole batch.
func (t Task) PerToken() bool { return t.Group != "diffusion" }

// DeadlineUnit is "ms" or "s".
func (t Task) DeadlineUnit() string { return map[bool]string{true: "ms", false: "s"}[t.PerToken()] }

// Task returns the description of a task. A task without one is shown under its id, with the defaults of its domain,
// "llm" or "diffusion".
func (c Content) Task(id, domain string) Task {
	if t, ok := lists.Find(c.Tasks, func(t Task) bool { return t.ID == id }); ok {
		return t
	}
	t := Task{
		ID: id, Group: "llm", Name: id, Title: id, Output: "token",
		Deadline: 50, Percentile: "p50", Summary: "This task has no description.",
	}
	if domain == "diffusion" {
		t.Group, t.Output, t.Deadline, t.Percentile = "diffusion", "output", 30, ""
	}
	t.Daily = UsualDaily(t.Output)
	return t
}

// tasks are those of a publisher and, beside them, the built-in ones, or the built-in ones alone.
func (e entry) tasks(published bool) (groups []Group, tasks []Task) {
	groups = readAll[Group](e, "groups")
	tasks = lists.Map(e.each("tasks"), func(under entry) Task { return under.task(groups, published) })
	return groups, tasks
}

func (e entry) task(groups []Group, published bool) Task {
	t := read[Task](e)
	about := e.At("about")
	t.Title, t.Columns = cmp.Or(t.Title, t.Name), e.columns()
	t.About = Markdown{Text: strings.TrimRight(about.Text, " "), File: about.File, Line: about.First}
	if id := e.value("id"); e.has("id") && published && !t.About.BuiltIn() {
		t.Added = &Keys{File: id.File, Line: id.Line}
	}
	t.Deadline = e.deadline(t)
	if !t.PerToken() {
		t.Percentile = ""
	} else if !e.has("percentile") {
		e.fault("percentile", "percentile is missing; add “percentile: p50”")
	}
	t.Daily = cmp.Or(t.Daily, UsualDaily(t.Output))
	e.faultIf(t.Group != "" && !slices.ContainsFunc(groups, func(g Group) bool { return g.ID == t.Group }), "group",
		"group: %q is not in the list of groups; add it there", t.Group)
	return t
}

// UsualDaily is a demand that requires from one to a few dozen servers.
func UsualDaily(output string) float64 {
	return cmp.Or(map[string]float64{"token": 1e9, "video": 10_000}[output], 1e6)
}

// deadline reads a number with its unit: the unit says whether the author had
// tokens or batches in mind, and a bare number would hide a mistake.
func (e entry) deadline(t Task) float64 {
	example := map[bool]string{true: "50 ms", false: "30 s"}[t.PerToken()]
	s := e.text("deadline")
	digits, ok := strings.CutSuffix(s, " "+t.DeadlineUnit())
	v, isNumber := number(digits)
	e.faultIf(s != "" && (!ok || !isNumber || !(v > 0) || v > 1e9), "deadline",
		"deadline: expected a number above 0 and the unit, such as %q, got %q", example, s)
	return v
}
