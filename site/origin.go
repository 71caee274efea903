package site

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// how says where a value comes from, in the words of the page: fields by their labels.
func (e *edition) how(of *data.Schema, v provenance.Value) string {
	how := conditional.ReplaceAllString(v.How(), "$1")
	if v.Derived == "" && code.MatchString(how) {
		return ""
	}
	how = strings.NewReplacer(" * ", " × ", " / ", " ÷ ", " - ", " − ", " ?? ", " "+e.Say("run.otherwise")+" ").Replace(how)
	return capital(fieldNames.ReplaceAllStringFunc(how, func(name string) string {
		f, ok := of.Field(name)
		switch {
		case !ok:
			return name
		case strings.HasPrefix(how, name):
			return translated(e.content.Words, f).Label
		}
		return inSentence(e.content.Words, f)
	}))
}

// conditional is an expression that holds for some rows only, as the row of a value is one.
var conditional = regexp.MustCompile(`^[^?]+ \? ([^?:]+) : nil$`)

// code is in expressions that say nothing to a reader: alternatives, comparisons, texts, and what is a number alone.
var code = regexp.MustCompile(` \? |[=<>"']|^[0-9.]+$`)

// fieldNames are names of several words.
var fieldNames = regexp.MustCompile(`[a-z0-9]+(_[a-z0-9]+)+`)

func (p ofRun) stated(v provenance.Value) templates.Value {
	f := p.fields[v.Name]
	cell := p.shown(v.Name, v.Value)
	shown := templates.Value{Label: f.Label, Text: cell.Text, Unit: units.Behind(cell.Text, f.Unit), Help: p.help(f.Anchor), Note: f.how}
	if cell.Value != cell.Text {
		shown.Full = cell.Value
	}
	switch {
	case strings.HasPrefix(f.Unit, "%"):
		shown.Text, shown.Unit = p.content.Words.Measured(cell.Text, "", f.Unit), ""
	case f.Kind == data.String && sentence.MatchString(cell.Text):
		shown.Note = p.Say("run.quoted", "system", p.system(p.run.Schema().System()).name)
		if cell.Text == v.Value { // no list
			shown.Text = p.Say("form.quote", "text", cell.Text)
		}
	case f.Role == data.RolePrecision:
		shown.Text = units.Precision(cell.Text)
	case cell.Text == "":
		shown.Text, shown.Unit = p.Say("run.no_entries"), ""
	case f.Role == data.RoleTask && p.at.board != nil && cell.Text != p.at.board.Title:
		shown.Text, shown.Note = p.at.board.Title, cell.Text
	}
	return shown
}

// origin says where the run was read, and what the source does not say.
func (p ofRun) origin() templates.Section {
	run, by := p.run, p.system(p.run.Schema().System())
	s := p.originOf(run.Schema(), run.Sources)
	if run.Place.File != "" {
		s.Values = append(s.Values, templates.Value{
			Label: p.Say("run.origin.file"), Text: data.Public(run.Place.File),
			Note: p.Say("run.origin.row", "row", p.content.Words.Whole(run.Place.Row)),
		})
	}
	if model := run.Schema().Name(data.RoleModel); by.about.Models != "" && model != "" {
		s.Links = append(s.Links, templates.Link{Text: p.Say("run.elsewhere.model"), Href: by.about.Models + run.Text(0, model)})
	}
	unstated := lists.Filter(run.Unstated, func(u provenance.Unstated) bool { return u != provenance.Published || by.date == "" })
	silent := lists.Map(unstated, func(u provenance.Unstated) string { return p.Say("run.unstated." + string(u)) })
	if len(silent) > 0 {
		s.Text = templates.Plain(p.Say("run.silent", "what", p.content.Words.Either(silent)))
	}
	return s
}

// originOf is where the runs of a record type come from, with the pages of others about their benchmark.
func (p *page) originOf(s *data.Schema, sources []data.Source) templates.Section {
	made := templates.Section{ID: "origin", Title: p.Say("run.origin.title")}
	add := func(key, text, note string) {
		if text != "" {
			made.Values = append(made.Values, templates.Value{Label: p.Say("run.origin." + key), Text: text, Note: note})
		}
	}
	by := p.system(s.System())
	add("dataset", by.name, by.about.License)
	add("date", by.date, p.opts.DataVersion)
	for _, source := range sources {
		name := leaderboard.SourceName(source.Name)
		if name == source.Kind || filepath.IsAbs(source.Name) { // a folder of the one who built the site
			name, source.Kind = source.Kind, ""
		}
		add("source", name, source.Kind)
		if !strings.HasPrefix(source.Revision, contentRevision) { // a digest of all results changes with each; the data page has it
			add("revision", data.Public(source.Revision), "")
		}
	}
	for _, l := range [][2]string{{"benchmark", by.about.URL}, {"paper", by.about.Paper}, {"data", by.about.Dataset}} {
		if l[1] != "" {
			made.Links = append(made.Links, templates.Link{Text: p.Say("run.elsewhere." + l[0]), Href: l[1]})
		}
	}
	return made
}

// relations are the formulas of the record type with the numbers of the run.
func (p ofRun) relations() []templates.Section {
	s := p.runSection("computed")
	for _, r := range p.run.Relations() {
		label := func(v provenance.Value) string { return p.called(v.Field).Label }
		number := func(v provenance.Value) string {
			unit, _, _ := strings.Cut(p.called(v.Field).Unit, ",") // "J per token, input + output": the field says which
			return p.content.Words.Measured(p.shown(v.Name, v.Value).Text, space, unit)
		}
		names, numbers := r.Text(p.content.Words.Short, label, number)
		s.Items = append(s.Items, templates.Text{strong(names), plain(": " + numbers)})
	}
	if p.run.Repeats.Len() < 2 {
		s.Items = append(s.Items, p.derived()...)
	}
	return lists.Filter([]templates.Section{s}, func(s templates.Section) bool { return len(s.Items) > 0 })
}

// derived are further numbers that pages show of a run that a board has.
func (p ofRun) derived() []templates.Text {
	t := p.at.board
	if t == nil {
		return nil
	}
	whole := func(f data.Field) data.Field { return p.fields[f.Name].whole }
	return p.run.Derived(p.content.Words, whole, t.Output, p.at.row().PowerLimit)
}
