package declared

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// What lists in documents are, for a draft: metrics, percentiles, samples, or parts of a sum.

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
