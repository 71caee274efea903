package llenergymeasure

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// powerSeries names the power over time of all GPUs together.
const powerSeries = "power_w"

// largest file of power over time that is read: some months of a node
const largestSeries = 64 << 20

// timeseries reads the file of power over time that a result names: the power of all
// GPUs together, and how many there are. Without it a run is complete, so whatever is
// wrong with it is a problem of the file alone.
func (r *reader) timeseries(e data.Row, d filetree.Dir) (power []data.Point, gpus int) {
	name, named := e.Text("timeseries").Value()
	if !named {
		e.Take(fields{"timeseries_rows": data.Some(0)})
		return nil, 0
	}
	wrong := func(err error) ([]data.Point, int) {
		r.note(data.Problem{File: d.File(path.Base(name)), Message: err.Error() + "; the run has no power over time"})
		return nil, 0
	}
	if path.Base(name) != name || name == "." || name == ".." {
		return wrong(fmt.Errorf("the result refers to %q, which is not a plain file name", name))
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
	e.Take(fields{"timeseries_rows": data.Some(file.Rows)})
	power, gpus, err = totalPower(file)
	if err != nil {
		return wrong(err)
	}
	if err := recorded(e, file); err != nil {
		r.note(data.Problem{File: d.File(name), Message: err.Error() + "; its values are unknown"})
	}
	return power, gpus
}

// recorded fills in what the columns beside power come to. Each may be absent, or have the name by which the tool's pages
// call it.
func recorded(e data.Row, file *columnfile.File) error {
	var failed error
	read := func(names ...string) []float64 {
		name, values, err := column(file, names)
		failed = errors.Join(failed, err)
		if strings.HasSuffix(name, "_mib") {
			values = lists.Map(values, func(x float64) float64 { return x * 1.048576 }) // in MB
		}
		return lists.Filter(values, func(x float64) bool { return x >= 0 })
	}
	most := func(of []float64) data.Opt[float64] {
		return data.When(len(of) > 0, lists.Most(of, func(x float64) float64 { return x }))
	}
	mean := func(of []float64) data.Opt[float64] {
		return data.Ratio(data.Some(sum(of)), data.Some(float64(len(of))))
	}
	e.Take(fields{
		"timeseries_max_temperature_c":       most(read("temperature_c")),
		"timeseries_max_memory_used_mb":      most(read("memory_used_mb", "memory_used_mib")),
		"timeseries_mean_sm_utilisation_pct": mean(read("sm_utilisation_pct")),
		"timeseries_mean_sm_clock_mhz":       mean(read("sm_clock_mhz")),
		"timeseries_throttle_reasons":        throttleText(read("throttle_reasons")),
	})
	return failed
}

// throttleText names the reasons that are among the bits of any sample.
func throttleText(samples []float64) data.Opt[string] {
	reasons := 0
	for _, x := range samples {
		if x < 1<<31 {
			reasons |= int(x)
		}
	}
	var names []string
	for bit, name := range tables().Throttling {
		if name != "" && reasons&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return data.When(names != nil, strings.Join(names, ", "))
}

// totalPower adds up the GPUs' power second by second.
func totalPower(file *columnfile.File) (power []data.Point, gpus int, err error) {
	needed := func(names ...string) []float64 {
		name, values, fault := column(file, names)
		if name == "" {
			fault = fmt.Errorf("column %s is missing", names[0])
		}
		err = cmp.Or(err, fault)
		return values
	}
	times, watts, indexes := needed("timestamp_s", "t"), needed("power_w"), needed("gpu_index", "gpu_idx")
	if err != nil {
		return nil, 0, err
	}
	seen, total := map[float64]bool{}, map[float64]float64{}
	for row, seconds := range times {
		if gpu := indexes[row]; seconds >= 0 && !math.IsNaN(gpu) {
			seen[gpu] = true
		}
		if seconds >= 0 && watts[row] >= 0 {
			total[seconds] += watts[row]
		}
	}
	power = lists.Map(slices.Sorted(maps.Keys(total)), func(t float64) data.Point { return data.Point{Seconds: t, Value: total[t]} })
	return power, len(seen), nil
}

// column reads the numbers of the first of the named columns that is there, NaN where a sensor has written none. Without
// such a column there is no name.
func column(file *columnfile.File, names []string) (name string, values []float64, err error) {
	c, there := lists.Find(file.Columns, func(c columnfile.Column) bool { return slices.Contains(names, c.Name) })
	if !there {
		return "", nil, nil
	}
	read, err := file.Read(c)
	if err != nil {
		return c.Name, nil, fmt.Errorf("column %s: %w", c.Name, err)
	}
	return c.Name, lists.Times(file.Rows, func(row int) float64 {
		x, ok := data.Number(read.At(row))
		return data.When(ok && units.IsFinite(x), x).Or(math.NaN())
	}), nil
}
