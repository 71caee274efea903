package recording

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/instants"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/internal/tabletext"
	"github.com/jouleboard/jouleboard/internal/textlog"
	"github.com/jouleboard/jouleboard/units"
)

// mostSamples of one file: a day of eight GPUs at 20 per second
const mostSamples = 20_000_000

const (
	mostDevices = 10_000 // of one file
	mostWatts   = 1e9    // of one device
	mostOffset  = 1      // W below zero, which an idle meter may show
)

var watt, _ = data.ParseUnit("W")

// read reads the samples of each device of a recording by what tells it apart: in CSV or text, unless it is of Prometheus.
func (p Power) read(in io.ReadSeeker, work *int) (found map[string]*samples, lacking string, err error) {
	if p.Kind == "prometheus" {
		found, err = prometheus(in)
		return found, lacking, err
	}
	text := tabletext.NewBounded(in)
	if mark, _ := text.Peek(3); string(mark) == "\xEF\xBB\xBF" {
		_, _ = text.Discard(3)
	}
	cells := csv.NewReader(text.Reader)
	cells.ReuseRecord, cells.TrimLeadingSpace, cells.FieldsPerRecord = true, true, -1
	read := cells.Read
	if len(p.Lines) > 0 {
		read = textlog.New(text.Line, p.Lines, work).Read
	}
	unit, _ := data.ParseUnit(p.Unit)
	t := table{Power: p, clock: instants.Clock{Zone: p.Clock}, found: map[string]*samples{}, scale: cmp.Or(unit.Factor, 1)}
	t.factor = t.scale
	example := ""
	for n := 0; ; n++ {
		row, err := read()
		text.Next()
		switch {
		case errors.Is(err, io.EOF) && n == 0:
			return nil, lacking, errors.New("is empty")
		case errors.Is(err, io.EOF) && len(t.found) == 0 && p.Kind == "table":
			return nil, lacking, placed.At([]any{"watts"}, "has no number at %q, such as in %q; correct it, and “device” if they are swapped",
				p.Watts, data.ClipName(example))
		case errors.Is(err, io.EOF):
			return t.found, t.lacking, nil
		case err != nil:
			return nil, lacking, err
		case n > mostSamples:
			return nil, lacking, fmt.Errorf("more than %d lines", mostSamples)
		}
		if n == 0 {
			if header, err := t.header(row); err != nil {
				return nil, lacking, err
			} else if header {
				continue
			}
		}
		example = cmp.Or(example, strings.Join(row, ","))
		if err := t.take(row); err != nil {
			return nil, lacking, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
}

// table is a recording with a sample in each row, or one of each device.
type table struct {
	Power
	clock        instants.Clock
	time, device int   // columns
	watts        []int // columns of power, one where a column names the device
	found        map[string]*samples
	scale        float64 // W of the unit of values without one
	unit         string  // of the cell before, "" for none
	factor       float64 // W of it, 0 if it is not one of power
	lacking      string  // the first cell that states no power
}

// header finds the columns by their names; false where the first row has none.
func (t *table) header(row []string) (bool, error) {
	t.device = -1
	at := func(name string) int {
		return slices.IndexFunc(row, func(cell string) bool { return name != "" && strings.TrimSpace(cell) == name })
	}
	other := func(kind string) bool { return at(Kinds()[kind].Time) >= 0 && at(Kinds()[kind].Watts) >= 0 }
	if kind, is := lists.Find(t.Choices("kind"), other); is && kind != t.Kind && t.Kind != "table" {
		return false, placed.At([]any{"kind"}, "has the columns of %s; write “kind: %[1]s”", kind)
	}
	if t.Kind == "zeus" { // time, then the power of each GPU
		if t.watts = lists.Indices(len(row))[1:]; len(t.watts) == 0 {
			return false, placed.At([]any{"kind"}, "has one column, but zeus writes the time and the power of each GPU; correct it, or the file")
		}
		_, err := units.ParseNumber(row[0])
		return err != nil, nil
	}
	watts := at(t.Watts)
	if watts < 0 && t.Kind == "nvidia-smi" { // with the option nounits
		watts = at(strings.TrimSuffix(t.Watts, " [W]"))
	}
	t.time, t.device, t.watts = at(t.Time), at(t.Device), []int{watts}
	key, lacks := "time", t.Time
	if t.time >= 0 {
		key, lacks = "watts", t.Watts
	}
	switch mark, is := lists.Find(tabletext.Marks[1:], func(mark string) bool { return strings.Contains(row[0], mark) }); {
	case t.time >= 0 && watts >= 0:
		return true, nil
	case is && len(row) == 1:
		return false, placed.At([]any{"files"}, "is separated by %q; save it with commas", mark)
	}
	return false, placed.At([]any{key}, "has no column %q%s; correct it", lacks, nearest.Among(lacks, row))
}

// take adds the samples of a row.
func (t *table) take(row []string) error {
	if len(row) <= t.time || len(row) <= t.device || len(row) <= t.watts[len(t.watts)-1] {
		return errors.New("has fewer cells than the header")
	}
	seconds, err := t.clock.Instant(strings.TrimSpace(row[t.time]))
	if _, unzoned := errors.AsType[instants.Unzoned](err); unzoned {
		return placed.At([]any{"clock"}, "%w", err)
	} else if err != nil {
		return err
	}
	for i, at := range t.watts {
		value, measured, err := t.value(strings.TrimSpace(row[at]))
		if err != nil {
			return err
		}
		if !measured {
			t.lacking = cmp.Or(t.lacking, strings.Clone(row[at]))
			continue
		}
		name := ""
		if t.device >= 0 {
			name = row[t.device]
		} else if i > 0 {
			name = strconv.Itoa(i)
		}
		s := t.found[name]
		if s == nil {
			if len(t.found) == mostDevices {
				return fmt.Errorf("more than %d devices", mostDevices)
			}
			s = &samples{}
			t.found[strings.Clone(name)] = s
		}
		s.add(seconds, value)
	}
	return nil
}

// value is what a cell states: power in W, or what a counter shows. A cell without a number, or with a unit that is none of power, was
// not measured.
func (t *table) value(cell string) (x float64, measured bool, err error) {
	number := strings.TrimRight(cell, "mkW ")
	x, err = units.ParseNumber(number)
	if err != nil || x != x {
		return 0, false, nil
	}
	if text := strings.TrimSpace(cell[len(number):]); text != t.unit {
		t.unit, t.factor = strings.Clone(text), t.scale
		if u, _ := data.ParseUnit(text); text != "" {
			t.factor = u.Factor * float64(lists.One(u.Fits(watt)))
		}
	}
	x = data.Scaled(x, t.factor)
	if t.factor != 0 && (math.IsInf(x, 0) || t.Counter == "" && !(x >= -mostOffset && x <= mostWatts)) {
		err = fmt.Errorf("%q is no power of a device in W", data.ClipName(cell))
	}
	return x, t.factor != 0, err
}

// prometheus reads the answer to a query over a range of time: a series for each GPU, or for each mode of one, such as idle and
// dynamic, whose power is added.
func prometheus(in io.ReadSeeker) (map[string]*samples, error) {
	modes, found := map[string][]*samples{}, map[string]*samples{}
	var wrong error
	err := jsontree.Each(in, jsontree.Options{}, func(v any) bool {
		series, _ := jsontree.At(v, "data.result").([]any)
		if jsontree.At(v, "data.resultType") != "matrix" || len(series) == 0 {
			wrong = errors.New("is not a response of /api/v1/query_range with a series")
		}
		for i, one := range series {
			key := fmt.Sprint(i)
			if labels, _ := jsontree.At(one, "metric").(*jsontree.Members); labels != nil && jsontree.At(labels, "mode") != nil {
				others := lists.Filter(labels.All(), func(m jsontree.Member) bool { return m.Key != "mode" })
				key = jsontree.ObjectOf(others).String()
			}
			modes[key] = append(modes[key], pointsOf(one))
		}
		return false
	})
	for key, parts := range modes {
		found[key] = together(parts)
	}
	return found, errors.Join(err, wrong)
}

// pointsOf are the samples of a series; NaN was not measured.
func pointsOf(series any) *samples {
	s := &samples{}
	points, _ := jsontree.At(series, "values").([]any)
	for _, point := range points {
		at, _ := point.([]any)
		if len(at) < 2 {
			continue
		}
		t, ok := data.Number(at[0])
		text, _ := at[1].(string)
		x, err := units.ParseNumber(text)
		if ok && err == nil && x == x {
			s.add(t, x)
		}
	}
	return s
}
