package llenergymeasure

import (
	"fmt"
	"math"
	"path"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/data/filetree"
)

// powerSeries names the power over time of all GPUs together.
const powerSeries = "power_w"

// largest file of power over time that is read: some months of a node
const largestSeries = 64 << 20

// The columns of a time series: as the tool writes them, and as its pages name them.
var (
	timeColumns = []string{"timestamp_s", "t"}
	gpuColumns  = []string{"gpu_index", "gpu_idx"}
	powerColumn = []string{"power_w"}
)

// timeseries reads the file of power over time that a result names: the power of all
// GPUs together, and how many there are. Without it a run is complete, so whatever is
// wrong with it is a problem of the file alone.
func (r *reader) timeseries(e *Experiment, d filetree.Dir) (power []data.Point, gpus int, problems []data.Problem) {
	name, named := e.Timeseries.Value()
	if !named {
		e.TimeseriesRows = data.Some(0)
		return nil, 0, nil
	}
	wrong := func(err error) ([]data.Point, int, []data.Problem) {
		return nil, 0, []data.Problem{{File: d.File(path.Base(name)), Message: err.Error() + "; the run has no power over time"}}
	}
	if path.Base(name) != name || name == "." || name == ".." {
		return wrong(fmt.Errorf("the result names %q, which is no bare file name", name))
	}
	content, err := r.tree.Read(d.File(name), largestSeries)
	if err != nil {
		return wrong(err)
	}
	r.hash.Write(content)
	file, err := columnfile.Open(content)
	if err != nil {
		return wrong(err)
	}
	e.TimeseriesRows = data.Some(file.Rows)
	power, gpus, err = totalPower(file)
	if err != nil {
		return wrong(err)
	}
	return power, gpus, nil
}

// totalPower adds up the GPUs' power second by second.
func totalPower(file *columnfile.File) (power []data.Point, gpus int, err error) {
	times, err := column(file, timeColumns)
	if err != nil {
		return nil, 0, err
	}
	watts, err := column(file, powerColumn)
	if err != nil {
		return nil, 0, err
	}
	indexes, err := column(file, gpuColumns)
	if err != nil {
		return nil, 0, err
	}
	seen := map[float64]bool{}
	at := map[float64]int{}
	for row := range file.Rows {
		seconds, ok := number(times.At(row))
		if !ok || seconds < 0 {
			continue
		}
		if gpu, ok := number(indexes.At(row)); ok {
			seen[gpu] = true
		}
		w, ok := number(watts.At(row))
		if !ok || w < 0 {
			continue
		}
		i, known := at[seconds]
		if !known {
			i = len(power)
			at[seconds] = i
			power = append(power, data.Point{Seconds: seconds})
		}
		power[i].Value += w
	}
	slices.SortStableFunc(power, func(a, b data.Point) int {
		switch {
		case a.Seconds < b.Seconds:
			return -1
		case a.Seconds > b.Seconds:
			return 1
		}
		return 0
	})
	return power, len(seen), nil
}

// column reads the first of the named columns that is there.
func column(file *columnfile.File, names []string) (*columnfile.Values, error) {
	for _, c := range file.Columns {
		if slices.Contains(names, c.Name) {
			values, err := file.Read(c)
			if err != nil {
				return nil, fmt.Errorf("column %s: %w", c.Name, err)
			}
			return values, nil
		}
	}
	return nil, fmt.Errorf("column %s is missing", names[0])
}

func number(v any) (float64, bool) {
	switch x := v.(type) {
	case int:
		return float64(x), true
	case float64:
		return x, !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	return 0, false
}
