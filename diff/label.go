package diff

import (
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Label describes the configuration without task and model: "FP8, 8× H100, batch size 128, tensor parallel 8".
func (c *Change) Label() string {
	var parts []string
	for _, k := range c.Key {
		if words := k.words(c); words != "" {
			parts = append(parts, words)
		}
	}
	return strings.Join(parts, ", ")
}

// words is a part of a label, "" for what goes without saying.
func (k KeyValue) words(c *Change) string {
	text := k.text(k.Value)
	switch role := k.Field.Role; {
	case role == data.RoleTask, text == c.Model, role == data.RoleGPUs && c.key(data.RoleGPU) != nil:
		return ""
	case role == data.RoleGPU && c.key(data.RoleGPUs) != nil:
		return data.Text(c.key(data.RoleGPUs)) + "× " + text
	case k.Value == nil, k.Value == 1 && (k.Field.Protocol || k.Field.Anchor == "parallelism"):
		return ""
	case k.Field.Kind == data.String:
		return text
	case role == data.RoleBatch:
		return "batch size " + text
	}
	return k.label() + " " + text
}

// label is the label of the field within a sentence.
func (k KeyValue) label() string {
	if k.Field.Role == data.RoleUlysses { // a name
		return k.Field.Label
	}
	return units.LowerFirst(k.Field.Label)
}

// text is a value of the field as readers know it.
func (k KeyValue) text(value any) string {
	if text := data.Text(value); k.Field.Role != data.RolePrecision {
		return text
	} else {
		return units.Precision(text)
	}
}

// key is the value of the field of the identity that plays a role, nil if there is none.
func (c *Change) key(role data.Role) any {
	for _, k := range c.Key {
		if k.Field.Role == role {
			return k.Value
		}
	}
	return nil
}

// compareKeys orders configurations as a table does: task by task, values by size.
func compareKeys(a, b *Change) int {
	return data.CompareKeys(a.values(), b.values())
}

func (c *Change) values() []any {
	return lists.Map(c.Key, func(k KeyValue) any { return k.Value })
}
