package charts

import (
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
)

// work are the fields that say how much work one output of a diffusion model is;
// records of other types have none of them.
var work = []data.Role{data.RoleWidth, data.RoleHeight, data.RoleSteps, data.RoleFrames, data.RoleFrameRate}

// mostMeasured keeps the rows of that resolution, number of steps and frames which
// most rows share, and says so where others were left out: outputs of different
// size do not belong on one line.
func mostMeasured(w *words.Catalog, rows []aggregate.Row) (kept []aggregate.Row, note string) {
	groups := map[string][]aggregate.Row{}
	for _, r := range rows {
		key := workOf(w, r)
		groups[key] = append(groups[key], r)
	}
	if len(groups) < 2 {
		return rows, ""
	}
	most := ""
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		if len(groups[key]) > len(groups[most]) {
			most = key
		}
	}
	return groups[most], w.Say("charts.batch.work", "work", most, "shown", len(groups[most]), "n", len(rows))
}

// workOf describes the work of one output: "1024 px wide, 1024 px high, 20 steps".
func workOf(w *words.Catalog, r aggregate.Row) string {
	var parts []string
	for _, role := range work {
		if v := r.The(role); v != nil {
			parts = append(parts, w.Say("charts.work."+string(role), "value", data.Text(v)))
		}
	}
	return strings.Join(parts, ", ")
}
