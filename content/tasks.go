package content

import (
	"io/fs"
	"slices"
	"strings"
)

// Group is a family of tasks that the task bar keeps together.
type Group struct {
	ID   string // llm, mllm or diffusion
	Name string
}

// groupIDs are the groups that published results know.
var groupIDs = []string{"llm", "mllm", "diffusion"}

// Task is what the site says about one benchmark task.
type Task struct {
	ID      string
	Group   string // Group.ID
	Name    string // short, for tabs
	Title   string // of its page
	Summary string // one sentence
	Output  string // what is counted, singular: token, image, video

	// Deadline is the latency that the default view asks for: in
	// milliseconds per token where PerToken, else in seconds per batch.
	Deadline   float64
	Percentile string // p50 … p99 of the latency per token; empty per batch

	Daily float64 // outputs a day that the capacity table begins with

	About Markdown // what the task measures and why it behaves so
}

// PerToken tells tasks whose latency is the time between tokens from those
// whose latency is that of a whole batch.
func (t Task) PerToken() bool { return t.Group != "diffusion" }

// DeadlineUnit is "ms" or "s".
func (t Task) DeadlineUnit() string {
	if t.PerToken() {
		return "ms"
	}
	return "s"
}

// Task returns what the authors say about a task. One that they do not name is
// shown under its id, with the defaults of its domain, "llm" or "diffusion".
func (c Content) Task(id, domain string) Task {
	for _, t := range c.Tasks {
		if t.ID == id {
			return t
		}
	}
	return unknownTask(id, domain)
}

func unknownTask(id, domain string) Task {
	t := Task{
		ID: id, Group: "llm", Name: id, Title: id, Output: "token",
		Deadline: 50, Percentile: "p50",
		Summary: "A task that this site has no description of.",
	}
	if domain == "diffusion" {
		t.Group, t.Output, t.Deadline, t.Percentile = "diffusion", "output", 30, ""
	}
	t.Daily = UsualDaily(t.Output)
	return t
}

func loadTasks(fsys fs.FS, errs *Errors) (groups []Group, tasks []Task) {
	m, ok := parseFile(fsys, "tasks.yaml", errs)
	if !ok {
		return nil, nil
	}
	ids := unique{}
	for _, e := range m.list("groups") {
		groups = append(groups, e.group(ids))
	}
	ids = unique{}
	for _, e := range m.list("tasks") {
		tasks = append(tasks, e.task(ids))
		e.checkDeclared(groups)
	}
	m.done()
	return groups, tasks
}

func (m *mapping) group(ids unique) Group {
	g := Group{
		ID:   m.oneOf("id", groupIDs...),
		Name: m.text("name", "Language models"),
	}
	ids.check(m, "id", g.ID)
	m.done()
	return g
}

func (m *mapping) task(ids unique) Task {
	t := Task{
		ID:      m.slug("id", "my-task"),
		Group:   m.oneOf("group", groupIDs...),
		Name:    m.text("name", "My task"),
		Title:   m.text("title", "My task in full"),
		Summary: m.text("summary", "What the task asks of a model."),
		Output:  m.oneOf("output", "token", "image", "video"),
		About:   m.markdown("about"),
	}
	t.Deadline = m.deadline(t)
	if t.PerToken() {
		t.Percentile = m.oneOf("percentile", "p50", "p90", "p95", "p99")
	}
	t.Daily = m.daily(t.Output)
	ids.check(m, "id", t.ID)
	m.done()
	return t
}

// daily may be left out.
func (m *mapping) daily(output string) float64 {
	if _, ok := m.values["daily"]; ok {
		return m.positive("daily", "1000000")
	}
	m.known = append(m.known, "daily")
	return UsualDaily(output)
}

// UsualDaily is a demand that takes from one to some dozens of servers.
func UsualDaily(output string) float64 {
	switch output {
	case "token":
		return 1e9
	case "video":
		return 10_000
	}
	return 1e6
}

// checkDeclared sees that the group has a name and a place in the task bar. It
// is silent about a group that oneOf has reported.
func (m *mapping) checkDeclared(groups []Group) {
	id, _ := scalar(m.values["group"])
	declared := slices.ContainsFunc(groups, func(g Group) bool { return g.ID == id })
	if slices.Contains(groupIDs, id) && !declared {
		m.fault(m.at("group"), "group: %q is not in the list of groups; add it there", id)
	}
}

// deadline reads a number with its unit: the unit says whether the author had
// tokens or batches in mind, and a bare number would hide a mistake.
func (m *mapping) deadline(t Task) float64 {
	example := "50 ms"
	if !t.PerToken() {
		example = "30 s"
	}
	s := m.text("deadline", example)
	digits, ok := strings.CutSuffix(s, " "+t.DeadlineUnit())
	v, isNumber := number(digits)
	if s != "" && (!ok || !isNumber || !(v > 0) || v > 1e9) {
		m.fault(m.at("deadline"), "deadline: want a number above 0 and the unit, such as %q, got %q", example, s)
	}
	return v
}
