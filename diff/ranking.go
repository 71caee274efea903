package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
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
		metric, _ := s.Field(s.Board.Primary)
		sides := [2]map[string][]aggregate.Row{rankedRows(base.Table(s), metric, o.Content), rankedRows(head.Table(s), metric, o.Content)}
		for _, name := range namesOf(sides) {
			if b := rankingOf(name, metric, sides[0][name], sides[1][name], o.Top); !b.same() {
				different = append(different, b)
			}
		}
	}
	return different
}

func namesOf(sides [2]map[string][]aggregate.Row) []string {
	var names []string
	for _, side := range sides {
		for name := range side {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// rankedRows are the configurations of each board, the best first, as rows whose
// energy is what they are ranked by, less being better. A board is named by system,
// subject and what its configurations agree in.
func rankedRows(runs data.Table, metric data.Field, settings content.Content) map[string][]aggregate.Row {
	boards := map[string][]aggregate.Row{}
	if runs.Len() == 0 {
		return boards
	}
	declared := runs.Schema().Board
	for _, r := range (aggregate.Query{}).InOrder(aggregate.RowsOf(runs, settings)) {
		if x, _ := r.Float(metric.Name); !r.Ranked() || x <= 0 {
			continue
		}
		parts := []string{declared.System, data.Text(r.Value(cmp.Or(declared.Title, declared.By)))}
		for _, field := range declared.Alike {
			if text := data.Text(r.Value(field)); text != "" {
				parts = append(parts, text)
			}
		}
		r.Run = r.Configuration()
		r.ModelID = r.Run
		name := strings.Join(parts, ", ")
		boards[name] = append(boards[name], r)
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
