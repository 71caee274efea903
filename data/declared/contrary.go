package declared

import (
	"cmp"
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
	if !slices.ContainsFunc(l.Set, func(set map[string]any) bool { return set[f.Name] != nil }) {
		return nil
	}
	return lists.Filter(lists.Distinct(append(slices.Clip(header), l.keysOf()...)), func(path string) bool {
		called := f.Key && slices.Contains(statedOnce, f.Role) && !strings.Contains(path, "max_") && isFor(f.Role, path)
		reads := func(o *reading) bool { return o.Name != f.Name && o.value == nil && slices.Contains(o.paths, path) }
		return (called || slices.Contains(f.paths, path)) && !slices.ContainsFunc(l.fields, reads)
	})
}

// isFor reports whether the name of a column is one for a role.
func isFor(role data.Role, column string) bool {
	return slices.ContainsFunc(clues().Roles, func(k clue) bool { return k.Role == role && k.named(slug(column)) })
}

// unread is the first column of the rows whose name is one for a role, and that no field reads; nil for none.
func (l *loader) unread(role data.Role) (name string, of *column) {
	first, _ := lists.Find(l.all, func(name string) bool { return l.entryOf(name) >= 0 })
	all := l.sampled(first)
	name, _ = lists.Find(all.order, func(path string) bool { return isFor(role, path) && !l.reads(path) })
	return name, all.columns[name]
}

// roleless tells roles of what tells runs apart that no field has, though a column is called so that no field reads and whose values differ.
func (l *loader) roleless() {
	for _, role := range append([]data.Role{data.RoleTask}, tellApart...) {
		if l.own[l.schema.Name(role)] == 0 && l.Benchmark.Benchmark == "" && l.in.Len() > 0 {
			column, of := l.unread(role)
			l.tellIf(of != nil && of.varies, l.written.At("fields").Line, string(role), "no field has this role, and none reads the column %q, in which rows differ; "+
				"add “- {name: %s, role: %[2]s, from: [%s]}”", data.ClipName(column), role, scalar(column))
		}
	}
}

// calledOtherwise tells that a field is read from a column whose name states another quantity, unless its own does, too; or from elsewhere
// though no field reads the column of its name, which is one for its role; or, of a batch size, from where another field has another number.
func (l *loader) calledOtherwise(f *reading) {
	column := f.paths[0]
	k, contrary := lists.Find(clues().Contrary, func(k clue) bool {
		return slices.Contains(k.Roles, f.Role) && k.named(slug(column)) && !fits(k.Name, slug(f.Name+" "+f.Label))
	})
	isIts := func(path string) bool { return isFor(f.Role, path) }
	passed := l.headed[f.Name] && !l.reads(f.Name) && isIts(f.Name) && !slices.ContainsFunc(f.paths, isIts)
	twin, twice := lists.Find(l.fields, func(o *reading) bool {
		same := slices.Equal(o.paths, f.paths) && o.Match == f.Match && o.Item == f.Item && o.Name != f.Name && o.value == nil
		return same && f.Role == data.RoleBatch && o.Role != data.RoleMeanBatch && o.Kind != data.String
	})
	switch own := l.own[f.Name] > 0 && l.found[f.Name] && f.value == nil; {
	case own && twice:
		u := cmp.Or(twin.Unit, map[data.Role]string{data.RoleRequests: "request"}[twin.Role])
		l.tell(l.own[f.Name], f.Name, "is read from %s, as %s is; correct “from” of one, or, if both are one number, write “%s” in its place",
			data.ClipName(strings.Join(f.paths, ", ")), twin.Name, strings.TrimPrefix("unit: "+u+", value: "+twin.Name, "unit: , "))
	case own && contrary:
		other, of := l.unread(f.Role)
		hint := data.When(of != nil, fmt.Sprintf("read %q", data.ClipName(other))).Or("correct “from”")
		l.tell(l.own[f.Name], f.Name, "is read from %q, whose name states %s; %s, or, if it is meant, say so in “label”", data.ClipName(column), k.Say, hint)
	case own && passed:
		l.tell(l.own[f.Name], f.Name, "is read from %q, and no field reads the column %q; correct “from”, or rename the field", data.ClipName(column), f.Name)
	}
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
