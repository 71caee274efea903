package site

import (
	"fmt"

	"github.com/jouleboard/jouleboard/history"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/templates"
)

// trendFigure is how a model's best energy in a task changed, or that of the best of all models if model is "", empty where there
// are no two dates to compare.
func (p *page) trendFigure(model string, t *task) charts.Figure {
	var moments []charts.Moment
	points := p.chronicle.Trend(t.shown().Key(), model)
	left := max(len(points)-mostMoments, 0)
	for _, at := range points[left:] {
		moment := charts.Moment{
			Date: at.Date, Run: at.Run, Model: at.Model, GPUs: at.Hardware(), Batch: at.Batch,
			Energy: at.Energy, Latency: at.Latency, Margin: at.Margin(),
		}
		if model == "" {
			moment.Name = at.Name
		}
		if moment.Date == "" {
			moment.Date = p.Say("history.now")
		}
		limit := p.content.Words.Typed(at.Deadline) + space + t.DeadlineUnit()
		switch {
		case !at.Comparable:
			moment.Note = p.Say("history.other_terms", "limit", limit)
		case at.Late:
			moment.Note = p.Say("history.late", "limit", limit)
		}
		if at.Shift != nil {
			moment.Shift = p.Say("history.shift", "percent", history.Percent(p.content.Words, at.Shift.Ratio))
		}
		moments = append(moments, moment)
	}
	f := charts.Trend(moments, t.rows[0].RankField(), t.rows[0].LatencyField(t.query.Percentile), t.chartTask())
	if left > 0 && !f.Empty() {
		f.Caption += " " + p.Say("history.left_out", "n", left)
	}
	return f
}

// mostTrends of the models of a board without pages of its models are drawn
const mostTrends = 8

// trends are how the best result of a board changed and, of boards of other systems, whose models have no pages, those of the best
// models.
func (p *page) trends(t *task) templates.Section {
	s := templates.Section{ID: "history", Title: p.Say("history.trends")}
	if p.chronicle == nil {
		return s
	}
	if best := p.trendFigure("", t); !best.Empty() {
		s.Figures = append(s.Figures, p.figure("trend-figure", best))
	}
	models := t.best
	if t.subject == nil {
		models = nil
	}
	for _, r := range models {
		trend := p.trendFigure(r.ModelID, t)
		if trend.Empty() || len(s.Figures) == mostTrends {
			continue
		}
		trend.Title = p.Say("history.trend", "model", r.Nickname, "title", p.content.Words.Inside(trend.Title))
		s.Figures = append(s.Figures, p.figure(fmt.Sprintf("trend-figure-%d", len(s.Figures)+1), trend))
	}
	if len(s.Figures) > 0 {
		for _, l := range p.chronicle.Leads() {
			if l.Task == t.shown().Key() {
				s.Items = []templates.Text{p.leadText(l)}
			}
		}
		s.Links = []templates.Link{{Text: p.Say("history.all"), Href: p.to(historyPath)}, {Text: p.Say("posts.feed"), Href: p.to(historyFeedOf(t))}}
	}
	return s
}
