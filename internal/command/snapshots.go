package command

import (
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/history"
)

// snapshotColumns are those of a history as a table. Energy and latency are in the units of the board; a place is counted
// from 1, and missing for a model that misses the deadline, as are the bounds of the interval where there are none.
var snapshotColumns = []rowfile.Column{
	{Name: "date"},
	{Name: "revision", Optional: true},
	{Name: "board"},
	{Name: "place", Kind: rowfile.Integer, Optional: true},
	{Name: "model"},
	{Name: "nickname"},
	{Name: "gpu"},
	{Name: "gpus", Kind: rowfile.Integer},
	{Name: "batch", Kind: rowfile.Integer},
	{Name: "energy", Kind: rowfile.Number},
	{Name: "latency", Kind: rowfile.Number},
	{Name: "low", Kind: rowfile.Number, Optional: true},
	{Name: "high", Kind: rowfile.Number, Optional: true},
}

// printSnapshots prints the rows of all boards at all dates, for figures of a history.
func (c *console) printSnapshots(h history.History) error {
	w, err := rowfile.New("csv", c.stdout, snapshotColumns)
	if err != nil {
		return err
	}
	for _, s := range h.Snapshots {
		for _, b := range s.Boards {
			for i, one := range append(append([]history.Configuration(nil), b.Best...), b.Late...) {
				cells := []any{s.Date, nil, b.Task, nil, one.Model, one.Name, one.GPU, one.NumGPUs, one.Batch, one.Energy, one.Latency, nil, nil}
				if s.Revision != "" {
					cells[1] = s.Revision
				}
				if i < len(b.Best) {
					cells[3] = i + 1
				}
				if one.Interval != nil {
					cells[11], cells[12] = one.Interval.Low, one.Interval.High
				}
				for k, cell := range cells {
					w.Value(k, cell)
				}
				if err := w.Next(); err != nil {
					return err
				}
			}
		}
	}
	return w.Close()
}
