package declared

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// statedOnce are roles of which a row has one value; precisions are those of weights, of a cache or of what is computed.
var statedOnce = []data.Role{data.RoleModel, data.RoleGPU, data.RoleGPUs, data.RoleBatch}

// stating are the columns that evidently state a field which “set” fixes, and that no other field reads: its own, and for what tells
// runs apart those that are called as such. Limits of a server are none.
func (l *loader) stating(f *reading, header []string) []string {
	if !f.Key || !slices.ContainsFunc(l.Set, func(set map[string]any) bool { return set[f.Name] != nil }) {
		return nil
	}
	return lists.Filter(lists.Distinct(append(slices.Clip(header), l.keysOf()...)), func(path string) bool {
		called := slices.Contains(statedOnce, f.Role) && !strings.Contains(path, "max_") && f.isCalled(path)
		reads := func(o *reading) bool { return o.Name != f.Name && o.value == nil && slices.Contains(o.paths, path) }
		return (called || slices.Contains(f.paths, path)) && !slices.ContainsFunc(l.fields, reads)
	})
}

// isCalled reports whether the name of a column is one for the role of the field.
func (r *reading) isCalled(column string) bool {
	return slices.ContainsFunc(clues().Roles, func(k clue) bool { return k.Role == r.Role && k.named(slug(column)) })
}

// contradicted tells that “set” says another value than all columns that state the field. Texts other than those of GPUs may be other
// names of one thing, unless they differ between rows.
func (l *loader) contradicted(s *step, v any, file string, row int) {
	var other *step
	for _, c := range s.contrary {
		stated, err := c.convert(c.get())
		text, isText := stated.(string)
		varies := c.below != "" && c.below != text
		switch c.below = text; {
		case stated == nil || err != nil:
		case isText && s.Role == data.RoleGPU && !data.OtherGPU(data.Text(v), text), near(v, stated),
			isText && s.Role != data.RoleGPU && !varies && !(s.Role == data.RolePrecision && data.OtherPrecision(data.Text(v), text)):
			return
		default:
			other = c
		}
	}
	if other != nil {
		l.doubt(s.Name, fmt.Sprintf("set: %s counts, but %q states %s", clipped(v), data.ClipName(other.froms[0]), clipped(other.get())), file, row,
			"remove it from “set”, or correct it; if the column is something else, declare it as a field of another name")
	}
}
