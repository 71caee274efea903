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

// versionsFirst orders news: with other versions nothing else compares.
func versionsFirst(list []News) {
	slices.SortStableFunc(list, func(a, b News) int {
		if (a.What == newVersion) == (b.What == newVersion) {
			return 0
		} else if a.What == newVersion {
			return -1
		}
		return 1
	})
}

// newsRoles are the fields whose new values are news.
var newsRoles = []struct {
	role       data.Role
	name       string
	come, gone Class
}{{data.RoleTask, "task", Added, Removed}, {data.RoleModel, "model", Added, Removed}, {data.RoleGPU, "gpu", Added, Removed}}

// newsOf are those of a record type.
func (c *comparing) newsOf() (list []News) {
	list = append(list, about(newVersion, c.found, (*Change).versions)...)
	if c.base.Len() > 0 && c.head.Len() > 0 {
		for _, n := range newsRoles {
			list = append(list, about("new_"+n.name, c.found, c.onlyIn(c.head, c.base, n.role, n.come))...)
			list = append(list, about(n.name+"_removed", c.found, c.onlyIn(c.base, c.head, n.role, n.gone))...)
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
	var texts []string
	for _, f := range c.Facts {
		if f.isName() {
			texts = append(texts, f.Base+" → "+f.Head)
		}
	}
	return strings.Join(slices.Compact(texts), ", ")
}

func (f Fact) isName() bool {
	return slices.Contains([]data.Role{data.RoleTask, data.RoleModel, data.RoleModelName, data.RoleGPU}, f.Field.Role)
}

// onlyNamed reports whether nothing but names differs.
func (c *Change) onlyNamed() bool {
	return c.Class == Metadata && c.BaseRuns == c.HeadRuns && !slices.ContainsFunc(c.Facts, func(f Fact) bool { return !f.isName() })
}
