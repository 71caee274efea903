package site

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/instants"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// column is a table column together with how a row fills it.
type column struct {
	templates.Column
	cell     func(aggregate.Row) templates.Cell
	optional bool // shown only when a reader asks for it
}

// table makes a table of rows; header texts come from the columns. The main number of a row leads to its run.
func (p *page) table(columns []column, rows []aggregate.Row) templates.Table {
	t := templates.Table{Columns: make([]templates.Column, len(columns)), Rows: make([]templates.Row, len(rows))}
	for i, c := range columns {
		t.Columns[i] = c.Column
	}
	for i, r := range rows {
		line := templates.Row{Run: r.Run, Model: r.ModelID, Cells: make([]templates.Cell, len(columns))}
		for j, c := range columns {
			line.Cells[j] = c.cell(r)
			if c.Main {
				line.Cells[j] = p.traced(line.Cells[j], r)
			}
		}
		t.Rows[i] = line
	}
	return t
}

// traced is the cell of a number with a link to the run that it comes from.
func (p *page) traced(c templates.Cell, r aggregate.Row) templates.Cell {
	if c.Text != "" {
		c.Href = p.toRun(r.Run)
	}
	return c
}

// heads are the columns that a line declares: of each the key of its label, or an equals sign and the label itself, and what
// else is known of it, in words.
//
//	table.model name
//	groups.power_limit number tablet unit=W help=power
func (p *page) heads(line string) []templates.Column {
	return lists.Map(strings.Split(line, ", "), func(text string) templates.Column {
		words := strings.Fields(text)
		label, literal := strings.CutPrefix(words[0], "=")
		if !literal {
			label = p.Say(label)
		}
		c := templates.Column{Label: label}
		for _, word := range words[1:] {
			name, value, _ := strings.Cut(word, "=")
			switch name {
			case "main":
				c.Main = true
			case "named":
				c.Named = true
			case "unit":
				c.Unit = value
			case "help":
				c.Help = p.help(value)
			case "field":
				c.Field = value
			default:
				c.Kind, c.Show = c.Kind|columnWords[name].Kind, c.Show|columnWords[name].Show
			}
		}
		return c
	})
}

// columnWords are the words for the kind of a column, and for the windows in which it is shown.
var columnWords = map[string]templates.Column{
	"name": {Kind: templates.Name}, "number": {Kind: templates.Number}, "range": {Kind: templates.Range}, "long": {Kind: templates.Long},
	"code": {Kind: templates.Code}, "date": {Kind: templates.Date},
	"tablet": {Show: templates.Tablet}, "desktop": {Show: templates.Desktop}, "screen": {Show: templates.Screen},
}

// row is a row of texts, links, numbers and cells.
func (p *page) row(values ...any) templates.Row {
	return templates.Row{Cells: lists.Map(values, func(v any) templates.Cell {
		switch v := v.(type) {
		case templates.Cell:
			return v
		case templates.Run:
			return templates.Cell{Text: v.Text, Href: v.Href}
		}
		return p.cellOf(v)
	})}
}

// rowOf is such a row about a configuration.
func (p *page) rowOf(run, model string, values ...any) templates.Row {
	row := p.row(values...)
	row.Run, row.Model = run, model
	return row
}

// named is the cell of a model.
func (p *page) named(r aggregate.Row, href string) templates.Cell {
	tag := units.Precision(r.Precision)
	if strings.HasSuffix(r.Nickname, " "+tag) {
		tag = "" // the name says it
	}
	return templates.Cell{Text: r.Nickname, Href: href, Tag: tag}
}

// few are the rows that a table has room for.
func few(rows []aggregate.Row) []aggregate.Row { return rows[:min(len(rows), view.Most)] }

// field is the column of a field: label, unit and explanation come from the
// field table, so a new field needs no code here.
func (p *page) field(t *task, f data.Field, show templates.Show) column {
	f = t.display(f)
	c := column{Column: templates.Column{
		Field: f.Name, Label: f.Label, Unit: f.Unit, Help: p.help(f.Anchor), Text: f.Help, Show: show, More: f.Better == data.Higher,
	}}
	if f.Kind == data.Int || f.Kind == data.Float {
		c.Kind = templates.Number
	}
	c.Named = f.Kind == data.Bool // yes or no alone says nothing
	c.cell = func(r aggregate.Row) templates.Cell { return t.cellOf(f.Name, r.Value(f.Name)) }
	return c
}

// cellOf shows a value rounded and keeps its full precision beside it.
func (p *page) cellOf(v any) templates.Cell { return fieldCell(p.content.Words, units.Form{}, v) }

// cellOf shows a value of a field as the board writes it.
func (t *task) cellOf(field string, v any) templates.Cell {
	return fieldCell(t.words, t.board.Form(field), t.inWords(field, v))
}

// inWords is a code in the words of its declaration, and a time as people write it; another value stays as it is.
func (t *task) inWords(field string, v any) any {
	if code, is := v.(string); is && t.subject != nil && code != "" {
		v = t.subject.InWords(field, v)
	}
	return inUTC(t.rows[0].Schema(), field, v)
}

// inUTC is a value of a field of which times that are numbers are written as people do.
func inUTC(s *data.Schema, field string, v any) any {
	if isTime(s, field) && v != nil {
		return instants.InUTC(data.Text(v))
	}
	return v
}

func isTime(s *data.Schema, field string) bool {
	return field != "" && (field == s.Name(data.RoleStart) || field == s.Name(data.RoleEnd))
}

func fieldCell(w *words.Catalog, form units.Form, v any) templates.Cell {
	switch x := v.(type) {
	case int:
		return templates.Cell{Text: w.Whole(x), Value: data.Text(x)}
	case float64:
		return templates.Cell{Text: w.In(form, x), Value: data.Text(x)}
	case bool:
		return templates.Cell{Text: w.Say("run.flag." + data.Text(x))}
	}
	text := data.Text(v)
	if strings.HasPrefix(text, `["`) {
		text = readable(w, text)
	}
	return templates.Cell{Text: text}
}

// readable shows a list, which records hold as JSON, without the codes of warnings, and a time without separators as people write them; no
// entries are no text. Sentences are quoted.
func readable(w *words.Catalog, text string) string {
	var all []any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber() // all digits
	if strings.HasPrefix(text, "[") && decoder.Decode(&all) == nil && !slices.ContainsFunc(all, nested) {
		texts := lists.Map(all, func(v any) string { return codeOfWarning.ReplaceAllString(fmt.Sprint(v), "") })
		if slices.ContainsFunc(texts, sentence.MatchString) {
			return strings.Join(lists.Map(texts, func(text string) string { return w.Say("form.quote", "text", text) }), " ")
		}
		return strings.Join(texts, "; ")
	}
	return bareTime.ReplaceAllString(text, "$1-$2-$3 $4:$5:$6")
}

// sentence is in texts that a benchmark says in sentences.
var sentence = regexp.MustCompile(`\pL{2}[^.]*\.(?:[\s"”“]|$)`)

// codeOfWarning is what programs read before what people do: "gpus_assumed: one GPU is assumed".
var codeOfWarning = regexp.MustCompile(`^[a-z]+(?:_[a-z]+)+: `)

// bareTime is a time as names of files have it.
var bareTime = regexp.MustCompile(`^(20[0-9]{2})([0-9]{2})([0-9]{2})-([0-9]{2})([0-9]{2})([0-9]{2})$`)

func nested(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return true
	}
	return false
}

// exact shows a number that is stated, not measured: 80, not 80.0.
func (p *page) exact(x float64) templates.Cell {
	return templates.Cell{Text: p.content.Words.Short(x), Value: data.Text(x)}
}

// number is a computed column; values that are missing show a dash.
func (p *page) number(c templates.Column, value func(aggregate.Row) (float64, bool)) column {
	c.Kind = templates.Number
	return column{Column: c, cell: func(r aggregate.Row) templates.Cell {
		if x, ok := value(r); ok {
			return p.cellOf(x)
		}
		return templates.Cell{}
	}}
}

// written is a computed column of text.
func written(c templates.Column, value func(aggregate.Row) string) column {
	return column{Column: c, cell: func(r aggregate.Row) templates.Cell { return templates.Cell{Text: value(r)} }}
}

// energy is the column that a board ranks by.
func (p *page) energy(t *task) column {
	f := t.translated(t.rows[0].RankField())
	return column{
		Column: templates.Column{
			Field: f.Name, Label: t.rankLabel(), Unit: cmp.Or(t.rankUnit(), t.words.Unit(f.Unit)), Help: p.help(f.Anchor), Text: f.Help, Kind: templates.Number, Main: true,
			More: f.Better == data.Higher,
		},
		cell: func(r aggregate.Row) templates.Cell {
			x, ok := r.Metric()
			if !ok {
				return templates.Cell{}
			}
			return t.cellOf(f.Name, x)
		},
	}
}

// interval is that of a row's metric, "" where it has none.
func (t *task) interval(r aggregate.Row) string {
	low, high, ok := r.Interval()
	if !ok {
		return ""
	}
	text := t.words.In(t.rankForm(), low) + "–" + t.words.In(t.rankForm(), high)
	if n := r.Measured(); n > 1 {
		return t.words.Say("model.mean", "interval", text, "n", n)
	}
	return text
}

// latency is the column of the task's latency at the default percentile.
func (p *page) latency(t *task, show templates.Show) column {
	return p.field(t, t.rows[0].LatencyField(t.query.Percentile), show)
}

// modelName is the header cell of a row that stands for a model.
func (p *page) modelName(t *task) column {
	return column{
		Column: templates.Column{Field: t.nameField(), Label: t.words.Say("table.model"), Kind: templates.Name},
		cell: func(r aggregate.Row) templates.Cell {
			c := p.named(r, p.modelLink(t, r))
			c.Badges = p.badges(t, r)
			return c
		},
	}
}

// modelOf is the address of the page of a row's model, "" where it has none.
func (e *edition) modelOf(t *task, r aggregate.Row) string {
	id := r.ModelID
	if t.subject != nil {
		if id, _ = e.kin(r); id == "" {
			return e.guestPages[e.guestAddress(content.OfModel, r.ModelID)]
		}
	}
	if id == "" {
		return ""
	}
	return modelAddress(id)
}

func (p *page) modelLink(t *task, r aggregate.Row) string { return p.toFile(p.modelOf(t, r)) }
