package charts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// work are the fields that say how much work one output of a diffusion model is;
// records of other types have none of them.
var work = []struct {
	role data.Role
	unit string
}{
	{data.RoleWidth, "px wide"},
	{data.RoleHeight, "px high"},
	{data.RoleSteps, "steps"},
	{data.RoleFrames, "frames"},
	{data.RoleFrameRate, "frames/s"},
}

// mostMeasured keeps the rows of that resolution, number of steps and frames which
// most rows share, and says so where others were left out: outputs of different
// size do not belong on one line.
func mostMeasured(rows []aggregate.Row) (kept []aggregate.Row, note string) {
	groups := map[string][]aggregate.Row{}
	for _, r := range rows {
		groups[workOf(r)] = append(groups[workOf(r)], r)
	}
	if len(groups) < 2 {
		return rows, ""
	}
	most := ""
	for _, w := range slices.Sorted(maps.Keys(groups)) {
		if len(groups[w]) > len(groups[most]) {
			most = w
		}
	}
	return groups[most], fmt.Sprintf("Only outputs of %s are shown: %s of %s.",
		most, units.Whole(len(groups[most])), units.Plural(len(rows), "configuration"))
}

// workOf describes the work of one output: "1024 px wide, 1024 px high, 20 steps".
func workOf(r aggregate.Row) string {
	var parts []string
	for _, w := range work {
		if v := r.The(w.role); v != nil {
			parts = append(parts, data.Text(v)+" "+w.unit)
		}
	}
	return strings.Join(parts, ", ")
}
