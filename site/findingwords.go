package site

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// percent writes a change with its sign: −28.3%. A tenth of a percent is more than any
// measurement here supports.
func percent(x float64) string {
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals(x), 64) + "%"
	switch {
	case strings.Trim(text, "0.%") == "":
		return text
	case x < 0:
		return "−" + text
	}
	return "+" + text
}

func decimals(x float64) int {
	if math.Abs(x) >= 99.95 {
		return 0
	}
	return 1
}

// medianInterval is that of the median: "−39.1% to −20.4%", "" where there is none.
func medianInterval(e aggregate.Effect) string {
	if e.Interval == nil {
		return ""
	}
	return percent(e.Interval.Low) + " to " + percent(e.Interval.High)
}

func ofGroups(e aggregate.Effect) string {
	return fmt.Sprintf("%s of %s", units.Whole(e.GroupWins), units.Plural(e.Groups, "group"))
}

func lowerGroups(e aggregate.Effect) string { return "lower energy in " + ofGroups(e) }

// name is the finding's title, with the deadline that it is stated at.
func (f finding) name() string {
	if f.answer.Deadline == 0 {
		return f.text.Title
	}
	return f.text.Title + ", " + units.LowerFirst(f.within(f.answer.Deadline))
}

// within names a deadline: "Median ITL ≤ 50 ms".
func (f finding) within(deadline float64) string {
	field, _ := f.schema.Field(f.text.Deadline)
	return fmt.Sprintf("%s ≤%s%s%s%s", field.Label, space, units.Short(deadline), space, field.Unit)
}

// sentence is a claim in words.
func sentence(c aggregate.Claim) string {
	if len(c.Pairs) == 0 {
		return "no pair"
	}
	text := lowerGroups(c.Effect)
	if len(c.Pairs) > c.Groups {
		text += fmt.Sprintf(" and in %s of %s", units.Whole(c.Wins), units.Plural(len(c.Pairs), "pair"))
	}
	text += "; median change " + percent(*c.Median)
	if c.Interval == nil {
		return text + " (too few groups for an interval)"
	}
	return text + " (95% interval " + medianInterval(c.Effect) + ")"
}

// from says which models and groups the claim rests on.
func (f finding) from() string {
	models := units.Plural(f.answer.Models, "model")
	if f.answer.OtherModels {
		models = fmt.Sprintf("%s on one side and %s on the other", models, units.Whole(f.answer.AltModels))
	}
	return fmt.Sprintf("%s of %s: %s.", units.Plural(len(f.answer.Pairs), "pair"), units.Plural(f.answer.Groups, "group"), models)
}

// equal names what the sides of a pair agree in.
func (f finding) equal() string {
	labels := make([]string, len(f.answer.Hold))
	for i, key := range f.answer.Hold {
		labels[i] = units.LowerFirst(f.label(key))
	}
	return strings.Join(labels, ", ") + "."
}

// differs names what is not held and differs all the same; "" for nothing.
func (f finding) differs() string {
	var parts []string
	for _, d := range f.answer.Differs {
		field, _ := f.schema.Field(d.Field)
		parts = append(parts, fmt.Sprintf("%s in %s", units.LowerFirst(field.Label), units.Whole(d.Pairs)))
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s.", strings.Join(parts, ", "), units.Plural(len(f.answer.Pairs), "pair"))
}

// sensorDoubt says what the error of one GPU type's sensor would change, where it is
// looked at.
func (f finding) sensorDoubt() string {
	s := f.answer.Sensor
	if s == nil {
		return ""
	}
	verdict := "The sign does not depend on it."
	if s.Turns {
		verdict = "The result could be the other way around."
	}
	return fmt.Sprintf("if all energies of one GPU type were wrong by %s%%, energy would be lower in %s to %s of %s, "+
		"with a median change of %s to %s. %s",
		units.Short(s.Percent), units.Whole(s.FewestWins), units.Whole(s.MostWins), units.Plural(len(f.answer.Pairs), "pair"),
		percent(s.LowMedian), percent(s.HighMedian), verdict)
}

// against states the matched result of a task on a GPU's page.
func (p *page) against(t *task, f finding) templates.Text {
	a, limit := f.answer, "≤"+space+t.deadlineText()
	if len(a.Pairs) == 0 {
		return templates.Plain(fmt.Sprintf("No model was measured on both %s and %s at %s: they cannot be compared here.",
			f.text.Alt, f.text.Base, limit))
	}
	claim, rest := lessOrMore(*a.Median)+" energy than "+f.text.Base, ""
	if len(a.Pairs) == 1 {
		model := p.value(f, f.schema.Name(data.RoleModel), a.Pairs[0].Model)
		rest = fmt.Sprintf(" for %s, the one model measured on both (each GPU at its best, %s).", model, limit)
	} else {
		rest = fmt.Sprintf(" in the median of the %s measured on both (each GPU at its best, %s). Energy is lower for %s of them",
			units.Plural(a.Groups, "model"), limit, units.Whole(a.GroupWins))
		if a.Interval != nil {
			rest += "; 95% interval of the median change " + medianInterval(a.Effect)
			if a.Interval.Low < 0 && a.Interval.High > 0 {
				rest += ", so the direction is uncertain"
			}
		}
		rest += "."
	}
	if s := a.Sensor; s.Turns {
		rest += fmt.Sprintf(" An error of %s%% of one GPU type’s power sensor could reverse this.", units.Short(s.Percent))
	}
	return templates.Text{strong(claim), plain(rest)}
}

// lessOrMore writes a change without a sign: "28.3% less".
func lessOrMore(change float64) string {
	text := percent(change)
	if more, found := strings.CutPrefix(text, "+"); found {
		return more + " more"
	}
	if less, found := strings.CutPrefix(text, "−"); found {
		return less + " less"
	}
	return "no less"
}

// batches names the batch sizes of a part of a claim: "up to 16".
func batches(part aggregate.Claim) string {
	switch {
	case part.Above == 0:
		return "up to " + units.Short(part.UpTo)
	case part.UpTo == 0:
		return "above " + units.Short(part.Above)
	}
	return fmt.Sprintf("%s to %s", units.Short(part.Above+1), units.Short(part.UpTo))
}

// label names a key that is held equal: by its field, or by the first field that
// an expression is made of.
func (f finding) label(key string) string {
	if fields, err := f.schema.Named(key); err == nil && len(fields) > 0 {
		return fields[0].Label
	}
	return key
}

// value is a held value as readers know it.
func (p *page) value(f finding, key string, v any) string {
	text := data.Text(v)
	switch key {
	case f.schema.Name(data.RoleTask):
		return p.content.Task(text, f.text.Domain).Name
	case f.schema.Name(data.RoleModel):
		for _, m := range p.models {
			if m.id == text {
				return m.name()
			}
		}
	}
	return text
}
