package history

import (
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// lost tells whether a configuration of the board before, whichever that is, is no result any more: it was removed, or left out
// because of errors. The configurations that a board keeps tell it, so that snapshots can be added in any order; of those that it
// may not have kept, what it states to be gone.
func (b *Board) lost() func(before *Configuration) bool {
	there := sync.OnceValue(func() map[string]bool {
		of := make(map[string]bool, len(b.Best)+len(b.Late)+len(b.Others))
		for _, c := range b.configurations {
			of[c.configuration()] = true
		}
		return of
	})
	return func(before *Configuration) bool {
		return before != nil && (slices.Contains(b.Gone, before.Run) || b.tells(before.Run) && !there()[before.configuration()])
	}
}

// tells reports whether the board would have kept a run: of too many others, it keeps the first ones.
func (b *Board) tells(run string) bool {
	n := len(b.Others)
	return b.Others != nil && (n < MostOthers || run < b.Others[n-1].Run)
}

// unseen are the best runs of the board before that are no results any more, where what the board keeps does not tell it.
func (b *Board) unseen(before *Board) []string {
	if before == nil {
		return nil
	}
	left := lists.Filter(before.Best, func(c Configuration) bool { return !b.tells(c.Run) && b.absent(c.Run) })
	return lists.Map(left, func(c Configuration) string { return c.Run })
}
