package declared

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// What lists in documents are, for a draft: rows, metrics, percentiles, samples, or parts of a sum.

// metricsBy is the key of the names in a list of metrics, each of which has a name, a value and a unit; "" for another list.
func metricsBy(list []any) string {
	texts := func(keys ...string) []string {
		return lists.NonZero(lists.Map(list, func(v any) string {
			return data.Text(cmp.Or(lists.Map(keys, func(key string) any { return at(v, key) })...))
		}))
	}
	key, _ := lists.Find([]string{"name", "metric", "metric_name"}, func(key string) bool {
		names := texts(key)
		return len(names) == len(list) && len(lists.Distinct(names)) == len(list) && !strings.ContainsAny(strings.Join(names, ""), "[]=")
	})
	return data.When(len(list) <= mostMetrics && len(texts("unit", "units")) > 0 && len(texts("value", "mean", "avg")) > 0, key).Or("")
}

// mostMetrics are those of one result in a list.
const mostMetrics = 200

// ofMetric is how a path leads to the value of a metric in a list.
var ofMetric = regexp.MustCompile(`\[[^\[\]=]+=([^\[\]]*)\](?:\.value$)?`)

// bareColumn is the path to a column as if metrics of a list were keys.
func bareColumn(path string) string { return ofMetric.ReplaceAllString(path, ".$1") }

// aboutList says what may be made of a list of numbers: of parts of an energy or a power their sum, and of a sample its percentiles, unless it
// has those, which another list beside it names.
func aboutList(path string, order []string, columns map[string]*column) []string {
	isNaming := clues().Percentiles.MatchString
	beside, is := lists.Find(order, func(o string) bool {
		return columns[o].list != nil && isNaming(o) && path[:strings.LastIndex(path, ".")+1] == o[:strings.LastIndex(o, ".")+1]
	})
	u := unit(columns[path].unitAt(path))
	switch {
	case isNaming(path):
		return nil
	case is:
		return []string{fmt.Sprintf("%s has the values of %s: the one of %s is “from: [\"%[1]s[0]\"]”", path, beside, columns[beside].list.example)}
	case u.Fits(joule) || u.Fits(watt):
		return []string{fmt.Sprintf("%s is a list of numbers: if they are of several GPUs, their sum is “from: [sum(%[1]s)]”", path)}
	}
	return []string{fmt.Sprintf("%s is a list of numbers: its percentiles are “from: [p50(%[1]s)]” and p99(…), its mean is mean(…)", path)}
}

// rowsOf finds the rows in a document, or in an element of one that is a list: the one list of objects, or objects that are alike.
func (d *draft) rowsOf(v any, element bool) []any {
	object, is := v.(*jsontree.Members)
	if d.whole = d.whole || is && d.first && len(d.files) > 0 && ofParts(object); !is || d.whole {
		return []any{v}
	}
	var rows, settings []string
	objects := lists.Count(object.All(), func(m jsontree.Member) bool { return isObject(m.Value) })
	for _, m := range object.All() {
		if list, _ := m.Value.([]any); len(list) > 0 && isObject(list[0]) && !d.hardware(m.Key) && metricsBy(list) == "" {
			rows = append(rows, m.Key)
		} else if inner, is := m.Value.(*jsontree.Members); is && len(d.files) > 0 && len(inner.All()) > 1 && alike(inner) &&
			lists.All(inner.All(), func(m jsontree.Member) bool { return clues().Settings.MatchString(m.Key) && isObject(m.Value) }) {
			settings = append(settings, m.Key)
		}
	}
	switch {
	case len(rows) == 1 && !(clues().Single.MatchString(rows[0]) && objects > 0):
		d.at = data.When(element, "[*]."+rows[0]+"[*]").Or(rows[0])
		d.around(&scope{value: v}, rows[0])
	case len(rows) == 0 && len(settings) == 1 && !element:
		d.at = settings[0] + ".*"
		d.around(&scope{value: v}, settings[0])
	case objects == len(object.All()) && objects > 1 && alike(object):
		d.at = data.When(element, "[*].*").Or("*")
	default:
		if d.format != "json" || element || len(rows) > 0 || d.nested(v) == "" {
			return []any{v}
		}
		d.at = d.nested(v)
		d.around(&scope{value: v}, d.at)
	}
	return lists.Map(rowsAt(data.When(element, any([]any{v})).Or(v), rowRoute(d.at)), func(s scope) any { return s.value })
}

// ofParts reports whether a document is itself the row, and its list one of parts: these play no role, and what stands around them is measured.
func ofParts(object *jsontree.Members) bool {
	one := &draft{columns: map[string]*column{}, room: mostColumns}
	one.leaves("", object, 0)
	isPart := func(path string) bool { return strings.Contains(path, ".0.") }
	parts, _ := guess(lists.Filter(one.order, isPart), one.columns)
	return len(parts) > 0 && lists.All(parts, func(f guessed) bool { return f.Role == "" }) && slices.ContainsFunc(one.order, func(path string) bool {
		return !isPart(path) && one.columns[path].all("number") && clues().Spent.MatchString(slug(path))
	})
}

// nested is the path to the one list of several results below other objects of a document without results beside it, "" for none.
func (d *draft) nested(v any) string {
	one := &draft{columns: map[string]*column{}, files: d.files, room: mostColumns}
	one.leaves("", v, 0)
	firsts := distinct(one.order, func(path string) string { return one.columns[path].firstOf })
	at, isBelow := lists.Find(firsts, func(list string) bool { return strings.Contains(list, ".") })
	within := func(path string) bool { return one.columns[path].firstOf != "" }
	beside := &draft{columns: one.columns, order: lists.Filter(one.order, func(path string) bool { return !within(path) })}
	one.order = lists.Filter(one.order, within)
	return when(isBelow && len(lists.NonZero(firsts)) == 1 && one.measured() && !beside.measured(), at)
}

// around notes what stands around the rows, which are at a path in it.
func (d *draft) around(s *scope, at string) {
	if s != nil && len(d.files) > 0 {
		d.siblings(outside, s.value, strings.TrimPrefix(strings.ReplaceAll(at, "[*]", ""), "."))
	}
}

// siblings notes what stands in a value, whose path is known, beside what leads to the rows.
func (d *draft) siblings(known string, v any, at string) {
	key, below, _ := strings.Cut(at, ".")
	for name, v := range members(v) {
		if is, _ := path.Match(key, name); !is {
			d.leaves(known+name, v, 0)
		} else if below != "" && !strings.Contains(below, "*") && isObject(v) {
			d.siblings(known+name+".", v, below)
		}
	}
}

func isObject(v any) bool { _, is := v.(*jsontree.Members); return is }

// alike reports whether all objects have the same keys, under names that count them.
func alike(objects *jsontree.Members) bool {
	counted := func(m jsontree.Member) bool { return clues().Counted.named(m.Key) }
	if !lists.All(objects.All(), counted) { // parts of one thing, not several of a kind
		return false
	}
	keys := lists.Map(objects.All(), func(m jsontree.Member) []string {
		object, _ := m.Value.(*jsontree.Members)
		return lists.Map(cmp.Or(object, &jsontree.Members{}).All(), func(m jsontree.Member) string { return m.Key })
	})
	return lists.All(keys, func(own []string) bool { return slices.Equal(own, keys[0]) })
}
