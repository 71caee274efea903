package site

import (
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// modelFiles is what the script of a model's page needs to know.
type modelFiles struct {
	Model string      `json:"model"`
	Tasks []taskFiles `json:"tasks"`
}

// taskFiles are the addresses of a task's files, and the fields of its latency.
type taskFiles struct {
	ID      string   `json:"id"`
	Board   string   `json:"board"`
	Lengths string   `json:"lengths,omitempty"`
	Latency []string `json:"latency,omitempty"`
}

// modelChoices is the form above a model's tasks. A choice with one value is none.
func (p *page) modelChoices(m *model, tasks []*task) *templates.Configurations {
	var v templates.Configurations
	add := func(c templates.Choice) {
		if len(c.Options) > 1 {
			v.Choices = append(v.Choices, c)
		}
	}
	add(several("gpu", p.content.Words.Say("filters.gpu"), distinct(m.rows, func(r aggregate.Row) string { return r.GPU }), identity))
	add(several("gpus", p.content.Words.Say("filters.gpus"), gpuCounts(m.rows), strconv.Itoa))
	files := modelFiles{Model: m.id}
	for _, t := range tasks {
		files.Tasks = append(files.Tasks, taskFiles{
			ID: t.ID, Board: p.to(t.data), Lengths: p.toFile(t.lengths), Latency: t.rows[0].Schema().Latency(),
		})
	}
	if i := slices.IndexFunc(tasks, func(t *task) bool { return t.board.Percentiles() }); i >= 0 {
		c := percentileChoice(tasks[i])
		c.Label = p.content.Words.Say("model.percentile")
		add(c)
	}
	v.Data = files
	return &v
}

// toFile is the link to a file, "" for none.
func (p *page) toFile(address string) string {
	if address == "" {
		return ""
	}
	return p.to(address)
}

func gpuCounts(rows []aggregate.Row) []int {
	counts := lists.Map(rows, func(r aggregate.Row) int { return r.NumGPUs })
	slices.Sort(counts)
	return slices.Compact(counts)
}
