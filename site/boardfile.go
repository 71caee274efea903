package site

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/digest"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
)

// boardFile is what the scripts of pages load of a task: all its rows, and how the
// pages show them, so that script and page agree.
type boardFile struct {
	Board    board.Wire    `json:"board"`
	Task     boardTask     `json:"task"`
	Columns  []boardColumn `json:"columns"`  // of the table, in its order
	Measures []boardColumn `json:"measures"` // that views can show besides
	Models   []string      `json:"models"`   // address of each model's page, by the dictionary of model_id
	Marks    charts.Marks  `json:"marks"`    // by GPU
	// ModelMarks are the marks of models, in the order of the dictionary of model_id.
	ModelMarks []charts.Mark `json:"model_marks"`
	Hues       []scene.Color `json:"hues"` // of all marks
	// Tradeoff is the drawing of all configurations; nil where the board has none.
	Tradeoff *ask `json:"tradeoff,omitempty"`
	// Matrix is that of models and GPU models; nil where the board has one GPU model.
	Matrix *ask `json:"matrix,omitempty"`
	// Own is how a run of the reader's own is read and checked.
	Own ownRules `json:"own"`
	// Ghosts are what a preview's base had; they exist only there.
	Ghosts *boardGhosts `json:"ghosts,omitempty"`
}

// boardTask is how the pages speak of the task.
type boardTask struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Output  string  `json:"output"`   // "token"
	Per     string  `json:"per"`      // what the deadline is for: "token", "batch"
	Unit    string  `json:"unit"`     // of the deadline: "ms", "s"
	Lot     int     `json:"lot"`      // outputs that cost and carbon are stated for
	LotText string  `json:"lot_text"` // "million tokens"
	Least   float64 `json:"least"`    // ends of the strips' scale, in J per output
	Most    float64 `json:"most"`
	// Lacking are the columns of this task that another task does not have, by the other's id: the other cannot be
	// sorted by them.
	Lacking map[string][]string `json:"lacking"`
	// Metric is the name of the ranking metric in sentences; a claim and a superlative are ends of messages' keys.
	Metric      string `json:"metric"` // what ranks: "energy per token"
	Axes        string `json:"axes"`   // what the trade-off draws: "energy against latency"
	Claim       string `json:"claim"`
	Superlative string `json:"superlative"`
	// Latencies are the latencies that rows can be ranked by in sentences, by percentile.
	Latencies  []string `json:"latencies"`
	RankUnit   string   `json:"rank_unit"`
	EnergyUnit string   `json:"energy_unit"` // of one output
	BatchName  string   `json:"batch_name"`  // in sentences
	Spread     string   `json:"spread"`      // between runs, in a sentence
	// Badges are the notes of a preview on rows, by run, and Changes the address of the page that they link to.
	Badges  map[string]string `json:"badges,omitempty"`
	Changes string            `json:"changes,omitempty"`
	Compare string            `json:"compare,omitempty"` // address of its comparisons
	Run     string            `json:"run"`               // address of a run's page, with {run} in place of its ID
	// Warned are the labels of the warnings of rows, by run.
	Warned map[string][]string `json:"warned,omitempty"`
	// Work are the columns that fix how much work an output is, with what sentences call them.
	Work []workColumn `json:"work,omitempty"`
	// Normalized are measures that level out work, by their columns.
	Normalized map[string]normalizedBy `json:"normalized,omitempty"`
	// Settings describe configurations of other systems in sentences.
	Settings *settings `json:"settings,omitempty"`
	// Everyday are the uses of energy that answers set energy beside.
	Everyday []content.Everyday `json:"everyday,omitempty"`
	Daily    float64            `json:"daily"` // the load of the planner, in outputs per day
	Scope    string             `json:"scope"` // what was measured
	// Strangers are the models of other tasks.
	Strangers []stranger `json:"strangers,omitempty"`
}

type workColumn struct {
	Field string `json:"field"`
	Label string `json:"label"`
	Unit  string `json:"unit,omitempty"`
}

// normalizedBy is how sentences call a measure that levels out work.
type normalizedBy struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
}

// boardColumn is how a column of the table looks.
type boardColumn struct {
	Field    string `json:"field"`
	Label    string `json:"label"`
	Unit     string `json:"unit,omitempty"`
	Help     string `json:"help,omitempty"` // address of the explanation
	Text     string `json:"text,omitempty"` // explanation in a sentence
	Class    string `json:"class"`
	Kind     string `json:"kind"` // rank, name, range, number, words or pick
	Exact    bool   `json:"exact,omitempty"`
	More     bool   `json:"more,omitempty"` // whether more of it is better
	Per      string `json:"per,omitempty"`  // of an energy: what it is for, such as "token"
	Optional bool   `json:"optional,omitempty"`
	Name     string `json:"name,omitempty"`  // of the field, where the table has another label
	Axis     string `json:"axis,omitempty"`  // name of an axis, where it is not label and unit
	Short    string `json:"short,omitempty"` // unit at axes and in sentences, where it is another
	// Words are those of codes, which the table shows; Time tells that times which are numbers are written as people do.
	Words map[string]string `json:"words,omitempty"`
	Time  bool              `json:"time,omitempty"`
}

var columnKinds = map[templates.Kind]string{
	templates.Rank: "rank", templates.Name: "name", templates.Range: "range",
	templates.Number: "number", templates.Words: "words", templates.Pick: "pick",
}

// writeBoards writes the boards' files and notes their addresses.
func (e *edition) writeBoards(ctx context.Context, w writer) error {
	return sideBySide(ctx, len(e.all), func(_ context.Context, i int) error {
		t := e.all[i]
		name, encode := "assets/"+t.ID+".json", compactJSON
		if len(t.rows) > mostAhead {
			name, encode = name+".gz", zippedJSON
		}
		kept, err := e.part(w, "assets/"+t.ID, e.boardFileKey(t), func(r *recorder) error {
			content, err := encode(e.boardFile(t))
			if err == nil {
				t.data, err = writeHashed(r, name, content)
			}
			return err
		})
		if err != nil {
			return err
		}
		for _, f := range kept {
			t.data = f.Name
		}
		return e.writeLengths(w, t)
	})
}

// boardFileKey is the digest of what the file of a board is made from; "" for boards of other
// systems, which are made anew: their models lead to pages of the first.
func (e *edition) boardFileKey(t *task) string {
	if e.settings == "" || t.subject != nil {
		return ""
	}
	uncertainty := t.uncertainty
	uncertainty.Sensor = nil // of the settings
	return digest.Of(e.keyOfFile("data/tasks/"+t.ID), uncertainty, t.columns, e.lacking(t), t.strangers,
		e.compareAddress(t), e.gpuMarks, e.modelMarks, e.systemOf(t).name)
}

// lacking are the columns of a task that the others do not have, by their ids.
func (e *edition) lacking(t *task) map[string][]string {
	lacking := map[string][]string{}
	known := map[string][]string{t.columns: nil} // by the columns of the other: most tasks have the same
	for _, other := range e.tasks {
		names, found := known[other.columns]
		if !found {
			names = strings.Fields(t.columns)
			names = slices.DeleteFunc(names, func(name string) bool { _, has := other.board.Column(name); return has })
			known[other.columns] = names
		}
		if len(names) > 0 {
			lacking[other.ID] = names
		}
	}
	return lacking
}

func (e *edition) boardFile(t *task) boardFile {
	root := &page{edition: e} // addresses in the file are relative to the site's root
	scale := scaleOf(t.rows)
	f := boardFile{
		Board: t.board.Wire(),
		Task: boardTask{
			ID: t.ID, Name: t.Name, Output: t.Output, Per: t.deadlinePer(), Unit: t.latencyUnit(),
			Lot: t.lot(), LotText: t.lotText(), Least: scale.least, Most: scale.most,
			Lacking: e.lacking(t), Metric: t.metric(), Axes: t.axes(),
			Claim: t.claim(t.board.Default), Superlative: t.superlative(), RankUnit: t.rankUnit(), EnergyUnit: t.energyUnit(),
			BatchName: t.batchName(), Spread: t.caveats(),
			Latencies: t.latenciesInSentences(), Everyday: t.everyday, Settings: t.settings(), Daily: t.Daily, Scope: t.basisOf(t.rows[0]), Strangers: t.strangers,
		},
		Marks: t.marks, Own: e.ownRules(t),
	}
	f.Task.Work = lists.Map(t.board.Work(), func(c board.Column) workColumn { return workColumn{c.Name, inSentence(t.words, c.Field), c.Unit} })
	f.Task.Normalized = map[string]normalizedBy{}
	for _, n := range t.rows[0].Schema().Normalized {
		field := translated(t.words, n.Field())
		f.Task.Normalized[n.Name] = normalizedBy{t.normalizedName(n), t.board.Form(n.Name).Unit(field.Unit)}
	}
	f.Task.Compare, f.Task.Run = e.compareAddress(t), root.to(provenance.Address("{run}", e.runs.Len()))
	if e.preview != nil {
		f.Task.Badges, f.Task.Changes = e.preview.badgesOf(t.rows), changesPath
	}
	f.Task.Warned = map[string][]string{}
	for _, r := range t.rows {
		if labels := t.warned(r); len(labels) > 0 {
			f.Task.Warned[r.Run] = labels
		}
	}
	f.Columns = append(f.Columns, lists.Map(root.resultColumns(t), t.boardColumn)...)
	f.Measures = lists.Map(t.board.Measures(), func(m board.Measure) boardColumn {
		own := t.exploredField(m.Field, t.board.Default)
		made := boardColumn{Field: m.Name, Label: own.Label, Unit: own.Unit, Kind: columnKinds[templates.Number], More: m.Better == data.Higher}
		if short := t.chartTask().ShortUnit(own); short != made.Unit {
			made.Short = cmp.Or(short, " ")
		}
		return made
	})
	for _, c := range f.Board.Columns {
		if c.Name == f.Board.Parts["model"] {
			f.Models, f.ModelMarks = e.modelLinks(t, c.Words)
			f.Hues = charts.Hues()
		}
	}
	f.Ghosts = t.boardGhosts()
	if a := t.tradeoff(); a != nil {
		f.Tradeoff = new(t.asked(*a))
	}
	if a := t.modelsByGPU(); a != nil {
		f.Matrix = new(t.asked(*a))
	}
	return f
}

func (t *task) boardColumn(c column) boardColumn {
	column := boardColumn{
		Field: c.Field, Label: c.Label, Unit: c.Unit, Help: c.Help, Class: c.Class(), Kind: columnKinds[c.Kind], Optional: c.optional, More: c.More,
	}
	if f, ok := t.board.Column(c.Field); ok {
		if t.subject != nil {
			column.Words = t.subject.Words[c.Field]
		}
		column.Text = t.translated(f.Field).Help
		column.Exact = slices.Contains(stated, f.Role)
		if short := t.chartTask().ShortUnit(t.translated(f.Field)); short != column.Unit {
			column.Short = cmp.Or(short, " ")
		}
		if label := t.translated(f.Field).Label; label != column.Label {
			column.Name = label
		}
		label := cmp.Or(column.Name, column.Label)
		unit := strings.TrimSpace(cmp.Or(column.Short, column.Unit))
		if axis := t.chartTask().Axis(f.Field); axis != label && axis != t.words.Say("charts.axis.unit", "label", label, "unit", unit) {
			column.Axis = axis
		}
	}
	s := t.rows[0].Schema()
	column.Time = isTime(s, c.Field)
	switch c.Field {
	case "": // of what is no value, such as the rank
	case s.Name(data.RoleEnergy), "energy_low", "energy_high", "energy_within_low", "energy_within_high":
		column.Per = t.Output
	case s.Name(data.RolePerResponse):
		column.Per = "response"
	}
	return column
}

// modelLinks are the addresses of the pages of models, "" for one without, and the marks
// of models.
func (e *edition) modelLinks(t *task, ids []string) (addresses []string, marks []charts.Mark) {
	own := e.modelMarks
	if t.subject != nil {
		own = charts.MarksByHash(ids)
	}
	rows := lists.By(t.rows, func(r aggregate.Row) (string, aggregate.Row) { return r.ModelID, r })
	for _, id := range ids {
		addresses, marks = append(addresses, e.modelOf(t, rows[id])), append(marks, own[id])
	}
	return addresses, marks
}
