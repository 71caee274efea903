package site

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/digest"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// The page of a group states few of the rows of its boards. Its key has the rows that it answers
// from, and of all others what they make of a board and of the group's place on it.

// readsOfGroup is the digest of what the page of a group reads: its rows and those that it is
// compared with, what the page takes from all rows of its boards, and what it says of others.
// Pages of a history draw trends of whole boards.
func (e *edition) readsOfGroup(s *pageKind, g *group) string {
	compared := s.comparedWith(g)
	reads := lists.Map(compared, func(o *group) string { return digest.Of(o.id, o.name) })
	bases := lists.Filter(compared, func(o *group) bool {
		named := func(v content.DeclaredView) bool { return v.Base == o.id }
		return o == compared[0] || slices.ContainsFunc(s.Views, named)
	})
	for _, t := range g.boards {
		reads = append(reads, t.common, rowsSum(g.on(t)))
		for _, o := range bases {
			reads = append(reads, rowsSum(o.on(t)))
		}
		switch {
		case s.Of != content.OfModel:
		case e.chronicle != nil:
			reads = append(reads, t.key)
		default:
			file := e.file("data/" + leaderboard.ModelPath(g.id, t.ID))
			reads = append(reads, rowsSum(t.alternativesTo(g.id)), digest.Of(t.placesOf(g.id), file != nil))
		}
	}
	return digest.Of(append(reads, lists.Map(e.boards, func(b *task) string { return b.key })...))
}

// commonKey is the digest of what pages about some rows of a board may take from all of them. What is too much here makes
// pages again that need not be; what lacks leaves them stale.
func (e *edition) commonKey(t *task) string {
	b, uncertainty, first := t.board, t.uncertainty, t.rows[0]
	uncertainty.Sensor = nil // of the settings
	names := func(columns []board.Column) []string {
		return lists.Map(columns, func(c board.Column) string { return c.Name })
	}
	return digest.Of(t.Task, b.Default, b.Prices, formsOf(b), names(b.Work()),
		names(b.Grouping(b.Default)), names(t.unequal(b.Default, t.rows)),
		lists.Map(b.Measures(), func(m board.Measure) string { return m.Name }),
		b.GPUs(), b.GPUCounts(), b.Precisions(), b.Architectures(), b.Server(),
		t.hasCapacity(), t.hasComparison(), e.compareAddress(t), uncertainty, t.spread(),
		t.basisOf(first), t.order(b.Default).name, t.lengthEdges, first.Schema().Domain)
}

// formsOf are the columns of a board with the form of their numbers.
func formsOf(b *board.Board) []any {
	return lists.Map(b.Columns, func(c board.Column) any { return []any{c.Name, c.Form} })
}

// placesOf is what the page of a model says of its places among the others.
func (t *task) placesOf(id string) (places []any) {
	badged := t.badged()
	for i, r := range t.best {
		if r.ModelID == id {
			group := aggregate.InGroup(t.best, r.Group)
			places = append(places, t.initial.Ranges[i], t.initial.Ranks[i].Tied, len(group),
				len(aggregate.RankedOf(group)), slices.Contains(badged, i))
		}
	}
	return places
}

// rowsSum is the digest of rows: what settings and their board say of them, and their runs.
func rowsSum(rows []aggregate.Row) string {
	h := sha256.New()
	var b []byte
	for _, r := range rows {
		begin := len(b)
		b = append(b, r.Nickname...)
		for _, x := range []float64{
			r.PowerLimit, r.Score, r.Rest, r.Margin, r.Sensor, r.Further, float64(r.Group),
		} {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		b = r.Runs().AppendDigests(binary.LittleEndian.AppendUint64(b, uint64(len(b)-begin)))
		if len(b) > 1<<14 { // many at once, since each write takes its time
			h.Write(b)
			b = b[:0]
		}
	}
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil))
}
