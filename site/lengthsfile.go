package site

import (
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// lengthsFile is what scripts load to draw how long a task's answers were: a
// histogram for each row of the board's file whose source states lengths.
type lengthsFile struct {
	Edges  [][]float64 `json:"edges"`  // in tokens; rows share them
	Of     []int       `json:"of"`     // index into Edges by row, -1 where nothing is known
	Counts [][]int     `json:"counts"` // of answers by row, without empty bins at the end
}

// writeLengths writes the lengths of a task and notes their address; without any
// there is no file.
func (e *edition) writeLengths(w writer, t *task) error {
	f, any := e.lengthsFile(t)
	if !any {
		return nil
	}
	var err error
	t.lengths, err = writeJSON(w, "assets/"+t.ID+"-lengths.json", f)
	return err
}

// lengthsFile bins exact lengths by edges that all of the task share; what is
// already binned keeps its own.
func (e *edition) lengthsFile(t *task) (f lengthsFile, any bool) {
	t.lengthEdges = data.CommonEdges(e.lengthsOf(t.rows))
	for _, r := range t.rows {
		edges, counts := histogramOf(e.lengths[r.Run], t.lengthEdges)
		f.Counts = append(f.Counts, counts)
		if counts == nil {
			f.Of = append(f.Of, -1)
			continue
		}
		any = true
		at := slices.IndexFunc(f.Edges, func(known []float64) bool { return slices.Equal(known, edges) })
		if at < 0 {
			at = len(f.Edges)
			f.Edges = append(f.Edges, edges)
		}
		f.Of = append(f.Of, at)
	}
	return f, any
}

// histogramOf is one run's histogram; counts are nil where there is none.
func histogramOf(l *data.OutputLengths, common []float64) (edges []float64, counts []int) {
	if l == nil || l.Requests() == 0 {
		return nil, nil
	}
	edges = common
	if l.Lengths == nil {
		edges = l.Edges
	}
	counts, ok := l.Binned(edges)
	if !ok || len(edges) != len(counts)+1 {
		return nil, nil
	}
	last := len(counts)
	for counts[last-1] == 0 {
		last--
	}
	return edges, counts[:last]
}
