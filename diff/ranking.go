package diff

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

// rankings compares the boards of the other systems, whose record types say how they
// are ranked: by one metric among the configurations that agree in some fields.
func rankings(base, head data.Dataset, o Options) []Board {
	var different []Board
	for _, s := range schemas(base, head) {
		if s.Board == nil {
			continue
		}
		metric := aggregate.RankField(s)
		sides := [2]map[string][]aggregate.Row{rankedRows(base.Table(s), o.Content), rankedRows(head.Table(s), o.Content)}
		for _, name := range namesOf(sides) {
			if b := rankingOf(name, metric, sides[0][name], sides[1][name], o.Top); !b.same() {
				different = append(different, b)
			}
		}
	}
	return different
}

func namesOf(sides [2]map[string][]aggregate.Row) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(sides[0])), maps.Keys(sides[1]))
	slices.Sort(names)
	return slices.Compact(names)
}

// rankedRows are the configurations of each board, the best first, as rows whose
// energy is what they are ranked by, less being better. A board is named by system,
// subject and what its configurations agree in.
func rankedRows(runs data.Table, settings content.Content) map[string][]aggregate.Row {
	boards := map[string][]aggregate.Row{}
	if runs.Len() == 0 {
		return boards
	}
	declared, u := runs.Schema().Board, aggregate.UncertaintyOf(runs, settings)
	groups, _ := runs.GroupBy(append([]string{cmp.Or(declared.Title, declared.By)}, declared.Alike...)...) // tested where it is declared
	for _, g := range groups {
		name := board.Key(declared, data.Text(g.Key[0]), g.Key[1:])
		for _, r := range (aggregate.Query{}).InOrder(aggregate.Rows(g.Runs, u)) {
			if x, ok := r.Metric(); !ok || x <= 0 {
				continue
			}
			r.Run = r.Configuration()
			r.ModelID = r.Run
			boards[name] = append(boards[name], r)
		}
	}
	return boards
}

// rankingOf compares one board.
func rankingOf(name string, metric data.Field, base, head []aggregate.Row, top int) Board {
	b := Board{Task: name, Name: name, Energy: &metric, Top: top, BaseN: len(base), HeadN: len(head)}
	b.Hypervolume.Base, b.Hypervolume.Head = math.NaN(), math.NaN()
	b.Moves = moves(standingIn(base), standingIn(head), top)
	if metric.Better == data.Higher {
		for i := range b.Moves {
			m := &b.Moves[i]
			m.BaseEnergy, m.HeadEnergy = 1/m.BaseEnergy, 1/m.HeadEnergy
		}
	}
	return b
}

// value is a move's metric on both sides with its unit.
func (b *Board) value(m Move) string {
	if b.Latency != nil {
		return arrow(m.BaseEnergy, m.HeadEnergy, b.Energy.Unit)
	}
	return fmt.Sprintf("%s %s", b.Energy.Label, arrow(m.BaseEnergy, m.HeadEnergy, ""))
}
