package site

import (
	"context"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

func (p *page) taskPage(ctx context.Context, t *task) (templates.Task, error) {
	evidence, err := p.evidence(ctx, t)
	if err != nil {
		return templates.Task{}, err
	}
	return templates.Task{
		Frame:    p.frame(),
		Title:    t.Title,
		Lede:     t.lede(),
		Source:   p.source(),
		Count:    t.count(),
		Results:  p.results(t),
		Beyond:   p.beyond(t),
		Sections: append(evidence, p.taskData(t), p.aboutTask(t)),
	}, nil
}

// lede is the answer in a sentence.
func (t *task) lede() templates.Text {
	if len(t.best) == 0 {
		return templates.Plain(fmt.Sprintf("No model is as fast as %s.", t.deadlineText()))
	}
	first, last := t.best[0], t.best[len(t.best)-1]
	text := templates.Text{
		plain(fmt.Sprintf("At %s or faster, ", t.deadlineText())),
		strong(fmt.Sprintf("%s uses the least energy: %s %s", first.Nickname, units.Number(first.Energy), t.perOutput())),
		plain(fmt.Sprintf(" on %s at batch size %s.", on(first), units.Whole(first.Batch))),
	}
	if t.ranks[0].Tied {
		text = append(text, plain(" The next is closer than the measurement can tell."))
	}
	if len(t.best) > 1 {
		text = append(text, plain(fmt.Sprintf(" The most frugal and the hungriest of %s differ %s.",
			plural(len(t.best), "model"), fold(last.Energy/first.Energy))))
	}
	return text
}

// fold writes a ratio in words: "75-fold", "by 12 %".
func fold(ratio float64) string {
	if ratio < 2 {
		return fmt.Sprintf("by %.0f %%", (ratio-1)*100)
	}
	if ratio < 10 {
		return fmt.Sprintf("%.1f-fold", ratio)
	}
	return units.Whole(int(ratio+0.5)) + "-fold"
}

func (t *task) count() templates.Count {
	shown := len(t.query.Select(t.rows))
	models := len(t.best) + len(t.late)
	return templates.Count{
		Models: len(t.best), Shown: shown, Total: len(t.rows),
		Text: fmt.Sprintf("%d of %s · %s of %s within %s", len(t.best), plural(models, "model"),
			units.Whole(shown), plural(len(t.rows), "configuration"), t.deadlineText()),
	}
}

// results is the table that the page is about: each model's best configuration
// within the default deadline.
func (p *page) results(t *task) templates.Table {
	byModel := map[string][]aggregate.Row{}
	for _, r := range t.rows {
		byModel[r.ModelID] = append(byModel[r.ModelID], r)
	}
	models := func(r aggregate.Row) []aggregate.Row { return byModel[r.ModelID] }
	columns := []column{
		t.rankColumn(p.help("ties")), p.modelName(t), p.energy(t),
		rangeColumn("Range", t.perOutput()+", log", scaleOf(t.rows), models),
	}
	columns[2].Sorted = "ascending"
	results := table(append(columns, p.taskColumns(t)...), t.best)
	results.ID, results.Label = "results", "Models by energy per "+t.Output
	results.Note = templates.Plain("The least-energy configuration of each model within " + t.deadlineText() +
		". Strip: bar, all its configurations; dot, the one shown. “=”: closer than the measurement can tell.")
	results.Empty = "No configuration is as fast as " + t.deadlineText() + "."
	return results
}

func (t *task) rankColumn(help string) column {
	places := map[string]string{}
	for i, r := range t.best {
		places[r.Run] = t.ranks[i].String()
	}
	return words(templates.Column{Label: "Rank", Kind: templates.Rank, Help: help},
		func(r aggregate.Row) string { return places[r.Run] })
}

// tied reports whether a best row shares its rank.
func (t *task) tied(r aggregate.Row) bool {
	for i, b := range t.best {
		if b.Run == r.Run {
			return t.ranks[i].Tied
		}
	}
	return false
}

// taskColumns are the columns behind energy and range; which ones make sense
// depends on what the task puts out.
func (p *page) taskColumns(t *task) []column {
	latency := p.latency(t, templates.Tablet)
	if !t.PerToken() {
		size := words(templates.Column{Label: "Resolution", Unit: "px", Show: templates.Desktop, Help: p.help("resolution")}, resolution)
		return append([]column{latency, gpus(templates.Tablet), p.batch(t, templates.Desktop), size},
			p.present(t, templates.Screen, "inference_steps", "num_frames")...)
	}
	response, _ := t.rows[0].Field("energy_per_request_joules")
	perResponse := p.field(response, templates.Tablet)
	perResponse.Label, perResponse.Unit = "Per response", "J"
	return []column{perResponse, latency, gpus(templates.Desktop), p.batch(t, templates.Desktop), p.perGPU(t, templates.Desktop)}
}

// batch is the batch-size column; runs of all kinds have one.
func (p *page) batch(t *task, show templates.Show) column {
	name := "batch_size"
	if t.PerToken() {
		name = "max_num_seqs"
	}
	f, _ := t.rows[0].Field(name)
	return p.field(f, show)
}

// present lists columns of the named fields that any row of the task has.
func (p *page) present(t *task, show templates.Show, names ...string) []column {
	var columns []column
	for _, name := range names {
		f, ok := t.rows[0].Field(name)
		if !ok {
			continue
		}
		for _, r := range t.rows {
			if r.Value(name) != nil {
				columns = append(columns, p.field(f, show))
				break
			}
		}
	}
	return columns
}

// beyond names the models that no deadline-keeping configuration has.
func (p *page) beyond(t *task) templates.Beyond {
	b := templates.Beyond{Title: "Slower than " + t.deadlineText()}
	for _, r := range t.late {
		b.Items = append(b.Items, templates.Text{
			linked(r.Nickname, p.to(modelAddress(r.ModelID))),
			plain(fmt.Sprintf(" at best %s, with %s %s on %s at batch size %s", t.latencyText(r.Latency(t.query.Percentile)),
				units.Number(r.Energy), t.perOutput(), on(r), units.Whole(r.Batch))),
		})
	}
	return b
}

// taskData links to the data of exactly this page.
func (p *page) taskData(t *task) templates.Section {
	s := templates.Section{
		ID: "data", Title: "The data of this page",
		Text: templates.Plain(fmt.Sprintf("All %s of this task in full precision; the columns are described by the schemas on the data page.",
			plural(len(t.rows), "configuration"))),
	}
	for _, format := range []string{"csv", "json", "parquet"} {
		path := "data/tasks/" + t.ID + "." + format
		if f := p.file(path); f != nil {
			s.Links = append(s.Links, templates.Link{
				Text: fmt.Sprintf("%s (%s)", formatName(format), units.Bytes(f.size)), Href: p.to(path), Download: t.ID + "." + format,
			})
		}
	}
	s.Links = append(s.Links, templates.Link{Text: "Schemas and provenance", Href: p.to("data/")})
	return s
}

func formatName(extension string) string {
	if extension == "parquet" {
		return "Parquet"
	}
	return strings.ToUpper(extension)
}

func (p *page) aboutTask(t *task) templates.Section {
	about := templates.Section{ID: "about", Title: "What this task measures", Text: templates.Plain(t.Summary)}
	if t.About.Text != "" {
		about.Prose = p.prose(t.About)
	}
	return about
}
