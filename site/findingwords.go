package site

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// percent writes a change with its sign: −28.3%. A tenth of a percent is more than any
// measurement here supports.
func (f finding) percent(x float64) string {
	decimals := 1
	if math.Abs(x) >= 99.95 {
		decimals = 0
	}
	return f.words.Say("findings.percent", "number", f.words.Signed(x, decimals))
}

// interval is that of the median: "−39.1% to −20.4%", "" where there is none.
func (f finding) interval(e aggregate.Effect) string {
	if e.Interval == nil {
		return ""
	}
	return f.words.Say("findings.range", "low", f.percent(e.Interval.Low), "high", f.percent(e.Interval.High))
}

func (f finding) ofGroups(e aggregate.Effect) string {
	return f.words.Say("findings.of_groups", "wins", e.GroupWins, "n", e.Groups)
}

// models is how many models were compared, of both sides where they are different ones.
func (f finding) models() templates.Cell {
	text := f.words.Whole(f.answer.Models)
	if f.answer.OtherModels {
		return templates.Cell{Text: text + " + " + f.words.Whole(f.answer.AltModels)}
	}
	return templates.Cell{Text: text, Value: data.Text(f.answer.Models)}
}

// name is the finding's title, with the deadline that it is stated at.
func (f finding) name() string {
	if f.answer.Deadline == 0 {
		return f.text.Title
	}
	return f.words.Say("findings.at_deadline", "finding", f.text.Title, "deadline", f.within(f.inText, f.answer.Deadline))
}

// within names a deadline by the name of its field: "Median ITL ≤ 50 ms".
func (f finding) within(name func(data.Field) string, deadline float64) string {
	field, _ := f.schema.Field(f.text.Deadline)
	label := strings.Replace(name(field), "ITL", f.words.Say("charts.axis.itl"), 1)
	return label + " ≤" + space + f.words.Typed(deadline) + space + field.Unit
}

// claim is a claim in words.
func (f finding) claim(c aggregate.Claim) string {
	if c.Count == 0 {
		return f.words.Say("findings.no_pair")
	}
	text := f.words.Say("findings.lower", "groups", f.ofGroups(c.Effect))
	if c.Count > c.Groups {
		text = f.words.Say("findings.lower_pairs", "groups", f.ofGroups(c.Effect), "wins", c.Wins, "n", c.Count)
	}
	median := f.percent(*c.Median)
	if c.Interval == nil {
		return text + "; " + f.words.Say("findings.median_alone", "median", median)
	}
	return text + "; " + f.words.Say("findings.median_interval", "median", median, "interval", f.interval(c.Effect))
}

// from says which models and groups the claim rests on.
func (f finding) from() string {
	models := f.words.Say("findings.of_families", "n", f.answer.Families, "models", f.words.Say("count.models", "n", f.answer.Models))
	groups := f.words.Say("count.groups", "n", f.answer.Groups)
	if !f.answer.OtherModels {
		return f.words.Say("findings.from", "n", len(f.answer.Pairs), "groups", groups, "models", models)
	}
	return f.words.Say("findings.from_sides", "n", len(f.answer.Pairs), "groups", groups, "models", models, "base", f.side(f.text.Base),
		"other", f.words.Say("findings.of_families", "n", f.answer.AltFamilies, "models", f.words.Say("count.models", "n", f.answer.AltModels)), "alt", f.side(f.text.Alt))
}

// equal names what the sides of a pair agree in: what no run states is not known to be equal.
func (f finding) equal() string {
	var labels []string
	for i, key := range f.answer.Hold {
		if slices.ContainsFunc(f.answer.Pairs, func(pair aggregate.Pair) bool { return pair.Hold[i] != nil && pair.Hold[i] != "" }) {
			labels = append(labels, f.keyName(f.inText, key))
		}
	}
	return strings.Join(labels, ", ")
}

// unequal names the groups of pairs that are left out with what their sides do not share, each once: "Nemotron Nano 12B,
// Text conversation (output length 1,381 and 461 tokens)".
func (p *page) unequal(f finding, pairs []aggregate.Pair) string {
	var named []string
	for _, pair := range pairs {
		var parts []string
		for _, u := range pair.Unequal {
			field, known := f.schema.Field(u.Field)
			if !known {
				field.Label = u.Field
			}
			parts = append(parts, strings.TrimSpace(p.Say("findings.unequal", "field", f.inText(field), "base", f.amount(u.Base), "alt", f.amount(u.Alt), "unit", field.Unit)))
		}
		model := p.value(f, f.schema.Name(data.RoleModel), data.Text(pair.Model))
		task := p.content.Task(data.Text(pair.Task), f.text.Domain).Name
		named = append(named, p.Say("findings.unequal_of", "model", model, "task", task, "unequal", f.words.All(parts)))
	}
	return strings.Join(lists.Distinct(named), "; ")
}

// differs names what is not held and differs anyway; "" for nothing.
func (f finding) differs() string {
	var parts []string
	for _, d := range f.answer.Differs {
		field, _ := f.schema.Field(d.Field)
		parts = append(parts, f.words.Say("findings.differs_in", "field", f.inText(field), "pairs", d.Pairs, "n", len(f.answer.Pairs)))
	}
	return strings.Join(parts, ", ")
}

// sensorDoubt says what the error of one GPU type's sensor would change, where it is
// looked at.
func (f finding) sensorDoubt() string {
	s := f.answer.Sensor
	if s == nil {
		return ""
	}
	wins := f.words.Short(float64(s.FewestWins))
	if s.MostWins > s.FewestWins {
		wins = f.words.Say("findings.range", "low", wins, "high", f.words.Short(float64(s.MostWins)))
	}
	text := f.words.Say("findings.sensor_error", "alt", f.side(f.text.Alt), "percent", f.words.Short(s.Percent),
		"wins", wins, "n", len(f.answer.Pairs), "low", f.percent(s.LowMedian), "high", f.percent(s.HighMedian))
	if s.Turns {
		return text + " " + f.words.Say("findings.sensor_turns")
	}
	return text + " " + f.words.Say("findings.sensor_stands")
}

// batches names the batch sizes of a part of a claim: "up to 16".
func (f finding) batches(part aggregate.Claim) string {
	switch {
	case part.Above == 0:
		return f.words.Say("findings.up_to", "most", f.words.Short(part.UpTo))
	case part.UpTo == 0:
		return f.words.Say("findings.above", "least", f.words.Short(part.Above))
	}
	return f.words.Say("findings.range", "low", f.words.Short(part.Above+1), "high", f.words.Short(part.UpTo))
}

// keyName names a key that is held equal: by its field, or by the first field that
// an expression is made of. The field of a model's identifier shows the model's name.
func (f finding) keyName(name func(data.Field) string, key string) string {
	fields, err := f.schema.Named(key)
	switch {
	case err != nil || len(fields) == 0:
		return key
	case fields[0].Role == data.RoleModel:
		return name(f.modelName())
	}
	return name(fields[0])
}

// modelName is the field that readers know models by.
func (f finding) modelName() data.Field {
	field, _ := f.schema.Field(f.schema.Name(data.RoleModelName))
	return field
}

// side is the name of one side of the pairs; a number alone would not say of what it is.
func (f finding) side(value string) string {
	field, _ := f.schema.Field(f.text.Factor)
	switch {
	case field.Role == data.RolePrecision:
		return units.Precision(value)
	case field.Role == data.RoleGPUs:
		n, _ := strconv.Atoi(value)
		return f.words.Say("count.gpus", "n", n)
	case field.Kind == data.Int:
		return f.label(field) + ": " + value
	}
	return value
}

// label is a field at the head of a column.
func (f finding) label(field data.Field) string {
	return cmp.Or(f.words.Field(field.Name).Label, field.Label)
}

// inText is a field within a sentence, a model by its name.
func (f finding) inText(field data.Field) string {
	if field.Role == data.RoleModel {
		field = f.modelName()
	}
	return inSentence(f.words, field)
}

// value is a held value as readers know it.
func (p *page) value(f finding, key string, v any) string {
	text := data.Text(v)
	switch key {
	case f.schema.Name(data.RoleTask):
		return p.content.Task(text, f.text.Domain).Name
	case f.schema.Name(data.RoleModel):
		if m, known := lists.Find(p.models, func(m *group) bool { return m.id == text }); known {
			return m.name
		}
	case f.schema.Name(data.RolePrecision):
		return units.Precision(text)
	}
	return text
}

// amount is a value of a field of the work.
func (f finding) amount(v any) string {
	if x, ok := data.Number(v); ok {
		return f.words.Short(x)
	}
	return data.Text(v)
}
