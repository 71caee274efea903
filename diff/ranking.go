package diff

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// rankings compares the boards of the other systems as they are shown: the best configuration of each model within the
// deadline, by the metric that the record type is ranked by.
func rankings(base, head data.Dataset, material map[string]bool, o Options) []Board {
	sides := [2]map[string]board.Shown{systemBoards(base, o.Content), systemBoards(head, o.Content)}
	var different []Board
	for _, name := range namesOf(sides) {
		if b := rankingOf(name, sides[0][name], sides[1][name], material, o.Top); !b.same() {
			different = append(different, b)
		}
	}
	return different
}

// systemBoards are the published boards of other systems. A board is named by system, subject and what its
// configurations agree in.
func systemBoards(ds data.Dataset, settings content.Content) map[string]board.Shown {
	published, _ := leaderboard.Publishable(ds)
	boards := map[string]board.Shown{}
	for _, s := range board.Systems(published, settings) {
		boards[s.Key()] = s
	}
	return boards
}

func namesOf[T any](sides [2]map[string]T) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(sides[0])), maps.Keys(sides[1]))
	slices.Sort(names)
	return slices.Compact(names)
}

// rankingOf compares one board, which a side may lack.
func rankingOf(name string, base, head board.Shown, material map[string]bool, top int) Board {
	shown := cmp.Or(head.Board, base.Board)
	metric := shown.Rows[0].RankField()
	before, after := standingOn(base), standingOn(head)
	b := Board{Task: name, Name: name, Energy: &metric, Top: top, BaseN: len(before.order), HeadN: len(after.order)}
	b.Hypervolume.Base, b.Hypervolume.Head = math.NaN(), math.NaN()
	if anyOf(material, before.rows(), after.rows()) {
		b.Moves = moves(before, after, top)
	}
	if metric.Better == data.Higher {
		for i := range b.Moves {
			m := &b.Moves[i]
			m.BaseEnergy, m.HeadEnergy = 1/m.BaseEnergy, 1/m.HeadEnergy
		}
	}
	return b
}

// standingOn is the default view of a board, without models that lack the metric.
func standingOn(b board.Shown) standing {
	if b.Board == nil {
		return standingIn(nil)
	}
	ranked := slices.DeleteFunc(slices.Clone(b.Rows), func(r aggregate.Row) bool {
		x, ok := r.Metric()
		return !ok || x <= 0
	})
	return standingOf(ranked, b.Task.Deadline, b.Subject.Percentile)
}
