package site

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// A board of another system has each model at settings of its own, so that the models
// alone do not make the difference. Sentences name what differs otherwise.

// settings are what a board's sentences name of its configurations; the script of the page
// has the same.
type settings struct {
	Labels []string            `json:"labels"`
	Values map[string][]string `json:"values"` // by run, in the order of the labels
	Asides map[string]string   `json:"asides"` // by run, what stands beside its GPUs and batch size
}

// differing are the settings that any two of the rows state differently.
func (t *task) differing(rows []aggregate.Row) []data.Field {
	if t.subject == nil {
		return nil
	}
	return lists.Filter(aggregate.Settings(t.rows[0].Schema()), func(f data.Field) bool {
		var first any
		return f.Role != data.RoleModel && slices.ContainsFunc(rows, func(r aggregate.Row) bool {
			v := r.Value(f.Name)
			if first == nil {
				first = v
			}
			return v != nil && v != first
		})
	})
}

// stating is what a row states in the fields: "vllm, batch 64".
func (t *task) stating(r aggregate.Row, fields []data.Field) string {
	var stated []string
	for _, f := range fields {
		v := r.Value(f.Name)
		switch {
		case v == nil:
		case f.Role == data.RolePrecision:
			stated = append(stated, units.Precision(data.Text(v)))
		case f.Kind == data.String:
			stated = append(stated, t.subject.InWords(f.Name, v))
		default:
			text := data.Text(v)
			if f.Kind == data.Bool {
				text = t.cellOf(f.Name, v).Text
			}
			stated = append(stated, t.words.Inside(t.translated(f).Label)+space+text)
		}
	}
	return strings.Join(stated, ", ")
}

func joined(parts ...string) string {
	return strings.Join(lists.NonZero(parts), ", ")
}

func (t *task) warningCount(r aggregate.Row) string {
	if n := len(t.warned(r)); n > 0 {
		return t.words.Say("count.warnings", "n", n)
	}
	return ""
}

// setting is what sentences say of a configuration: GPUs, batch size and an aside.
func (t *task) setting(r aggregate.Row) string { return joined(t.where(r), t.aside(r)) }

// aside is what sentences say of a configuration besides its GPUs and batch size: in what the board's rows differ.
func (t *task) aside(r aggregate.Row) string {
	text := t.stating(r, slices.DeleteFunc(slices.Clone(t.apart), func(f data.Field) bool {
		return f.Role == data.RoleGPU || f.Role == data.RoleGPUs || f.Role == data.RoleBatch
	}))
	if text == "" && t.where(r) == "" {
		return "" // warnings alone are no configuration
	}
	return joined(text, t.warningCount(r))
}

// settings are those of all rows, nil where sentences need none.
func (t *task) settings() *settings {
	if t.subject == nil {
		return nil
	}
	fields := t.apart
	s := settings{Values: map[string][]string{}, Asides: map[string]string{}}
	s.Labels = append(s.Labels, lists.Map(fields, func(f data.Field) string { return inSentence(t.words, f) })...)
	for _, r := range t.rows {
		for _, f := range fields {
			s.Values[r.Run] = append(s.Values[r.Run], data.Text(r.Value(f.Name)))
		}
		if aside := t.aside(r); aside != "" {
			s.Asides[r.Run] = aside
		}
	}
	return &s
}

// unmatched says in what two rows differ besides their models.
func (t *task) unmatched(a, b aggregate.Row) string {
	labels := lists.Map(t.differing([]aggregate.Row{a, b}), func(f data.Field) string { return inSentence(t.words, f) })
	if len(labels) == 0 {
		return ""
	}
	return " " + t.words.Say("task.lede.unmatched", "settings", t.words.All(labels))
}
