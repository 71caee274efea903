package site

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

func (p *page) taskPage(ctx context.Context, t *task) (templates.Task, error) {
	evidence, err := p.evidence(ctx, t)
	if err != nil {
		return templates.Task{}, err
	}
	v := templates.Task{
		Frame:    p.frame(),
		Title:    t.Title,
		Lede:     t.lede(),
		Source:   p.source(),
		Count:    t.count(),
		Filters:  p.filters(t),
		Results:  p.results(t),
		Beyond:   p.beyond(t),
		Sections: append(evidence, p.taskCapacity(t), p.taskData(t), p.aboutTask(t)),
	}
	if !p.data.Synthetic() {
		v.Sections = slices.Insert(v.Sections, len(v.Sections)-1, p.citeTask(t))
	}
	return v, nil
}

// answer is which model needs the least energy, in a sentence.
func (t *task) answer() templates.Text {
	if len(t.best) == 0 {
		return templates.Plain(fmt.Sprintf("No model is as fast as %s.", t.deadlineText()))
	}
	first := t.best[0]
	return templates.Text{
		plain(fmt.Sprintf("At %s or faster, ", t.deadlineText())),
		strong(fmt.Sprintf("%s uses the least energy: %s %s", first.Nickname, units.Number(first.Energy), t.perOutput())),
		plain(fmt.Sprintf(" on %s at batch size %s.", on(first), units.Whole(first.Batch))),
	}
}

// lede is the answer and how sure and how large it is.
func (t *task) lede() templates.Text {
	text := t.answer()
	if len(t.best) == 0 {
		return text
	}
	first, last := t.best[0], t.best[len(t.best)-1]
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
