package site

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// What a board of another system has besides what every board has: what its record
// type declares.

// systemSections stand behind the evidence of a board of another system.
func (p *page) systemSections(t *task) []templates.Section {
	if t.subject == nil {
		return nil
	}
	further := []templates.Section{p.warningSection(t.subject), p.kinSection(t), p.siblings(t)}
	sections := append(p.systemFigures(t), lists.Filter(further, func(s templates.Section) bool { return len(s.Items) > 0 })...)
	return append(sections, p.basisSection(t.subject))
}

// siblings leads to the other boards of the same study or data set.
func (p *page) siblings(t *task) templates.Section {
	s := templates.Section{ID: "siblings", Title: p.Say("board.siblings", "noun", t.subject.Noun)}
	s.Items = lists.FilterMap(t.subject.of, func(b *task) (templates.Text, bool) {
		return templates.Text{linked(b.Title, p.to(b.address()))}, b != t
	})
	return s
}

// systemFigures are the charts of all runs of the board: parts and recordings.
func (p *page) systemFigures(t *task) (sections []templates.Section) {
	for _, plot := range t.subject.Plots {
		var drawn []charts.Figure
		switch {
		case len(plot.Parts) > 0:
			fields := lists.Map(plot.Parts, t.field)
			drawn = append(drawn, charts.Parts("board-"+plot.Name, t.items(), fields, plot.Help, t.words))
		case plot.Series != "":
			drawn = t.subject.recordings(plot, t.words)
		}
		s := templates.Section{ID: plot.Name, Title: p.Say("board.parts")}
		if plot.Series != "" {
			s.Title = p.Say("board.power")
		}
		for i, chart := range drawn {
			if chart.Empty() {
				continue
			}
			chart.Measured = t.basisOf(t.rows[0])
			s.Figures = append(s.Figures, p.figure(fmt.Sprintf("%s-figure-%d", plot.Name, i+1), chart))
		}
		if len(s.Figures) > 0 {
			sections = append(sections, s)
		}
	}
	return sections
}

// items are what charts draw of the configurations: each is told from the others by its model, and by what those of its model
// differ in.
func (t *task) items() []charts.Item {
	models := lists.Group(t.rows, func(r aggregate.Row) string { return r.ModelID })
	own := lists.By(models, func(rows []aggregate.Row) (string, []data.Field) { return rows[0].ModelID, t.differing(rows) })
	return lists.Map(t.rows, func(r aggregate.Row) charts.Item {
		name := withoutOrganization(r.ModelID)
		return charts.Item{Run: r.Run, Model: r.ModelID, Name: name, Own: t.stating(r, own[r.ModelID]), Value: r.Float}
	})
}

func withoutOrganization(model string) string {
	if _, name, ok := strings.Cut(model, "/"); ok {
		return name
	}
	return model
}

// recordings are the series of the runs, run by run.
func (s *study) recordings(plot data.Plot, w *words.Catalog) (drawn []charts.Figure) {
	for i := range s.Runs.Len() {
		for _, series := range s.Runs.Series(i) {
			if series.Name != plot.Series || len(drawn) == mostRecordings {
				continue
			}
			samples := lists.Map(series.Points, func(point data.Point) charts.Sample { return charts.Sample(point) })
			drawn = append(drawn, charts.Recording("board-"+plot.Name, charts.NewTrace(samples), s.runName(i), plot.Help, w))
		}
	}
	return drawn
}

// runName is what a run is called: its model, its GPU and its repeat.
func (s *study) runName(i int) string {
	the := func(role data.Role) string { return s.Runs.Text(i, s.Runs.Schema().Name(role)) }
	name := withoutOrganization(the(data.RoleModel))
	if gpu := the(data.RoleGPU); gpu != "" {
		name = s.words.Say("board.run_on", "run", name, "gpu", gpu)
	}
	if repeat := the(data.RoleRepeat); repeat != "" {
		name = s.words.Say("board.run_cycle", "run", name, "repeat", repeat)
	}
	return name
}

// warnings are the texts of each run's warnings by its id, "code: what happened".
func (s *study) warnings() map[string][]string {
	all := map[string][]string{}
	for i := range s.Runs.Len() {
		run := s.Runs.Run(i)
		for _, name := range s.Warnings {
			var texts []string
			if json.Unmarshal([]byte(s.Runs.Text(i, name)), &texts) == nil {
				all[run] = append(all[run], texts...)
			}
		}
		if s.Runs.Value(i, s.Runs.Schema().Name(data.RoleThrottled)) == true {
			all[run] = append(all[run], "throttled: "+s.words.Say("board.throttled"))
		}
	}
	return all
}

// warned are the labels of the warnings of a row's runs, each once.
func (t *task) warned(r aggregate.Row) (labels []string) {
	if t.subject == nil {
		return nil
	}
	for i := range r.Runs().Len() {
		labels = append(labels, lists.Map(t.subject.warned[r.Runs().Run(i)], func(w string) string { return t.subject.explain(w).Label })...)
	}
	return lists.Distinct(labels)
}

// explain is what is known of a warning, by its code; one that nobody explains speaks
// for itself.
func (s *study) explain(warning string) data.Explanation {
	code, _, _ := strings.Cut(warning, ":")
	if e, known := lists.Find(s.Explain, func(e data.Explanation) bool { return e.Code == code }); known {
		return e
	}
	return data.Explanation{Code: "other", Label: s.words.Say("board.warning"), Text: warning}
}

// warningsSection is where badges lead to.
const warningsSection = "warnings"

// warningSection explains the warnings that occur, with how many runs have them.
func (p *page) warningSection(s *study) templates.Section {
	section := templates.Section{ID: warningsSection, Title: p.Say("board.warnings")}
	runs := map[data.Explanation]int{}
	for i := range s.Runs.Len() {
		seen := map[data.Explanation]bool{}
		for _, w := range s.warned[s.Runs.Run(i)] {
			if e := s.explain(w); !seen[e] {
				seen[e] = true
				runs[e]++
			}
		}
	}
	order := slices.DeleteFunc(slices.Clone(s.Explain), func(e data.Explanation) bool { return runs[e] == 0 })
	unexplained := slices.DeleteFunc(slices.Collect(maps.Keys(runs)), func(e data.Explanation) bool { return slices.Contains(s.Explain, e) })
	lists.Sort(unexplained, func(x, y data.Explanation) int { return strings.Compare(x.Text, y.Text) })
	for _, e := range append(order, unexplained[:min(len(unexplained), mostUnexplained)]...) {
		section.Items = append(section.Items,
			p.Rich("board.warning_of", "label", e.Label, "runs", p.Say("count.runs", "n", runs[e]), "text", e.Text))
	}
	return section
}

// kinSection leads to what the ML.ENERGY benchmark measured of the same models on the
// same GPUs.
func (p *page) kinSection(t *task) templates.Section {
	s := templates.Section{
		ID: "same-models", Title: p.Say("board.kin", "benchmark", p.content.Site.Data.Name),
		Text: p.Rich("board.kin_text", "comparable", p.to(comparablePath)),
	}
	seen := map[string]bool{}
	for _, r := range t.rows {
		id, gpu := p.kin(r)
		if id == "" || seen[id+gpu] {
			continue
		}
		seen[id+gpu] = true
		s.Items = append(s.Items, p.Rich("board.kin_on", "model", r.Nickname, "address", p.to(modelAddress(id)), "gpu", gpu))
	}
	return s
}

// facts are what a board's configurations have in common, and how many there are.
func (s *study) facts(rows []aggregate.Row) []templates.Fact {
	fact := func(term, value string) templates.Fact {
		return templates.Fact{Term: term, Value: templates.Plain(value)}
	}
	facts := []templates.Fact{
		fact(s.words.Say("table.models"), s.words.Whole(s.count().Models)),
		fact(s.words.Say("board.configurations"), s.words.Whole(len(rows))),
		fact(s.words.Say("table.runs"), s.words.Whole(s.Runs.Len())),
	}
	for i, name := range s.Board.Alike {
		f, _ := s.Runs.Schema().Field(name)
		facts = append(facts, fact(f.Label, s.InWords(name, s.Alike[i])))
	}
	for _, name := range s.Counts {
		f, _ := s.Runs.Schema().Field(name)
		if n, ok := s.Runs.Value(0, name).(int); ok {
			facts = append(facts, fact(f.Label, s.words.Whole(n)))
		}
	}
	return facts
}
