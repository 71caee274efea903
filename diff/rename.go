package diff

import (
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// rename is a name that the base alone has, of runs that the head has under a name of its own.
type rename struct {
	field    data.Field // of a model, a GPU or a task
	from, to string
}

// renamedIn gives the base the names of the head, so that a run under a new name is compared with itself. Half of the
// runs of a name at least must be in the head with every result the same.
func renamedIn(base, head data.Table) (data.Table, []rename) {
	var all []rename
	for _, role := range []data.Role{data.RoleTask, data.RoleModel, data.RoleGPU} {
		field, ok := base.Schema().Field(base.Schema().Name(role))
		if !ok || !field.Key || field.Kind != data.String {
			continue
		}
		names := newNames(base, head, field)
		for _, from := range slices.Sorted(maps.Keys(names)) {
			all = append(all, rename{field, from, names[from]})
		}
		base = base.Renamed(field.Name, names)
	}
	return base, all
}

// newNames are the names of the head by those of the base.
func newNames(base, head data.Table, f data.Field) map[string]string {
	old, fresh := without(base, head, f.Name), without(head, base, f.Name)
	if len(old) == 0 || len(fresh) == 0 {
		return nil
	}
	stated := statedIn(base, head, f)
	under := map[string]string{} // by result
	for i := range head.Len() {
		if to := head.Text(i, f.Name); fresh[to] > 0 {
			under[resultOf(head, i, stated)] = to
		}
	}
	alike := map[[2]string]int{}
	for i := range base.Len() {
		if from := base.Text(i, f.Name); old[from] > 0 {
			if to, found := under[resultOf(base, i, stated)]; found {
				alike[[2]string{from, to}]++
			}
		}
	}
	names, taken := map[string]string{}, map[string]bool{}
	for _, pair := range slices.SortedFunc(maps.Keys(alike), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		if from, to := pair[0], pair[1]; 2*alike[pair] >= old[from] && names[from] == "" && !taken[to] {
			names[from], taken[to] = to, true
		}
	}
	return names
}

// without counts the runs of each name that the other side has not.
func without(runs, other data.Table, field string) map[string]int {
	count := map[string]int{}
	for i := range runs.Len() {
		count[runs.Text(i, field)]++
	}
	for _, name := range other.Distinct(field) {
		delete(count, data.Text(name))
	}
	delete(count, "")
	return count
}

// statedIn are the fields of identity but for one name, and the results that both sides state.
func statedIn(base, head data.Table, name data.Field) []string {
	stated := lists.Filter(base.Schema().Fields(), func(f data.Field) bool {
		return f.Key && f.Name != name.Name || isResult(f) && states(base, f.Name) && states(head, f.Name)
	})
	return lists.Map(stated, func(f data.Field) string { return f.Name })
}

// resultOf is what a run says in some fields.
func resultOf(runs data.Table, i int, fields []string) string {
	return strings.Join(lists.Map(fields, func(name string) string { return runs.Text(i, name) }), "\x00")
}
