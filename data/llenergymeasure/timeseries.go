package llenergymeasure

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/data/filetree"
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
	each := func(visit func(x, factor float64), names ...string) {
		name, values, err := optional(file, names)
		failed = errors.Join(failed, err)
		factor := map[bool]float64{true: 1.048576, false: 1}[strings.HasSuffix(name, "_mib")] // of MB
		for row := range file.Rows {
			if values == nil {
				return
			}
			if x, ok := sampleOf(values.At(row)); ok && x >= 0 {
				visit(x, factor)
			}
		}
	}
	var busy, clock mean
	var heat, memory data.Opt[float64]
	reasons := 0
	each(func(x, _ float64) { heat = data.Some(max(x, heat.Or(0))) }, "temperature_c")
	each(func(x, factor float64) { memory = data.Some(max(x*factor, memory.Or(0))) }, "memory_used_mb", "memory_used_mib")
	each(func(x, _ float64) { busy.add(x) }, "sm_utilisation_pct")
	each(func(x, _ float64) { clock.add(x) }, "sm_clock_mhz")
	each(func(x, _ float64) {
		if x < 1<<31 {
			reasons |= int(x)
		}
	}, "throttle_reasons")
	e.Take(fields{
		"timeseries_max_temperature_c": heat, "timeseries_max_memory_used_mb": memory, "timeseries_throttle_reasons": throttleText(reasons),
		"timeseries_mean_sm_utilisation_pct": busy.value(), "timeseries_mean_sm_clock_mhz": clock.value(),
	})
	return failed
}

type mean struct {
	sum float64
	n   int
}

func (m *mean) add(x float64) { m.sum += x; m.n++ }

func (m mean) value() data.Opt[float64] { return data.Ratio(data.Some(m.sum), data.Some(float64(m.n))) }

func throttleText(reasons int) data.Opt[string] {
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
	times, err := column(file, "timestamp_s", "t")
	watts, second := column(file, "power_w")
	indexes, third := column(file, "gpu_index", "gpu_idx")
	if err = cmp.Or(err, second, third); err != nil {
		return nil, 0, err
	}
	seen, at := map[float64]bool{}, map[float64]int{}
	for row := range file.Rows {
		seconds, ok := sampleOf(times.At(row))
		if !ok || seconds < 0 {
			continue
		}
		if gpu, ok := sampleOf(indexes.At(row)); ok {
			seen[gpu] = true
		}
		w, ok := sampleOf(watts.At(row))
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
	slices.SortStableFunc(power, func(a, b data.Point) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return power, len(seen), nil
}

// column reads the first of the named columns that is there.
func column(file *columnfile.File, names ...string) (*columnfile.Values, error) {
	_, values, err := optional(file, names)
	if err == nil && values == nil {
		err = fmt.Errorf("column %s is missing", names[0])
	}
	return values, err
}

// optional is column for one that may be absent: then there are no values.
func optional(file *columnfile.File, names []string) (string, *columnfile.Values, error) {
	for _, c := range file.Columns {
		if slices.Contains(names, c.Name) {
			values, err := file.Read(c)
			if err != nil {
				return c.Name, nil, fmt.Errorf("column %s: %w", c.Name, err)
			}
			return c.Name, values, nil
		}
	}
	return "", nil, nil
}

// sampleOf is a sample as a number; a sensor may have written none.
func sampleOf(v any) (float64, bool) {
	x, ok := data.Number(v)
	return x, ok && units.IsFinite(x)
}
