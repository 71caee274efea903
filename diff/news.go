package diff

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/data"
)

// News is a version, GPU, model, task or name that was added or removed as a whole.
type News struct {
	What, Which string
	Changes     []*Change // the changes that belong to it
}

// What news are.
const newVersion, renamed = "new_version", "renamed"

// newsOf are those of a record type but for its versions.
func (c *comparing) newsOf() (list []News) {
	if c.base.Len() > 0 && c.head.Len() > 0 {
		for _, role := range []data.Role{data.RoleTask, data.RoleModel, data.RoleGPU} {
			list = append(list, about("new_"+string(role), c.found, c.onlyIn(c.head, c.base, role, Added))...)
			list = append(list, about(string(role)+"_removed", c.found, c.onlyIn(c.base, c.head, role, Removed))...)
		}
	}
	return append(list, about(renamed, c.found, (*Change).names)...)
}

// about collects the changes of which the same is news, "" for none.
func about(what string, changes []*Change, which func(*Change) string) (list []News) {
	for _, alike := range lists.Group(changes, which) {
		if text := which(alike[0]); text != "" {
			list = append(list, News{what, text, alike})
		}
	}
	return list
}

// versions says in which methods the sides differ.
func (c *Change) versions() string {
	if c.Class == NotComparable {
		return c.Method
	}
	return ""
}

// onlyIn tells of a change of a class the name that one side alone has.
func (c *comparing) onlyIn(runs, other data.Table, role data.Role, class Class) func(*Change) string {
	only := without(runs, other, c.schema.Name(role))
	return func(change *Change) string {
		value := change.key(role)
		if name := data.Text(value); value == nil || change.Class != class || only[name] == 0 {
			return ""
		} else if role == data.RoleModel {
			return change.Name
		} else {
			return name
		}
	}
}

// names says how what a configuration is of was called, and is.
func (c *Change) names() string {
	texts := lists.Map(lists.Filter(c.Facts, Fact.isName), func(f Fact) string { return f.Base + " → " + f.Head })
	return strings.Join(slices.Compact(texts), ", ")
}

func (f Fact) isName() bool {
	return slices.Contains([]data.Role{data.RoleTask, data.RoleModel, data.RoleModelName, data.RoleGPU}, f.Field.Role)
}

// onlyNamed reports whether nothing but names differs.
func (c *Change) onlyNamed() bool {
	return c.Class == Metadata && c.BaseRuns == c.HeadRuns && !slices.ContainsFunc(c.Facts, func(f Fact) bool { return !f.isName() })
}
