package declared

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
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
	"github.com/jouleboard/jouleboard/units"
)

// mostSamples of one file: a day of eight GPUs at 20 per second
const mostSamples = 20_000_000

const (
	mostDevices = 10_000 // of one file
	mostWatts   = 1e9    // of one device
	mostOffset  = 1      // W below zero, which an idle meter may show
)

// sample is the power of a device at a time, or what its counter shows.
type sample struct {
	seconds, value float64
	energy         float64 // J until then, once it is summed up
}

// samples are a device's as they stand in a file.
type samples []sample

func (s *samples) add(t, v float64) { *s = append(*s, sample{seconds: t, value: v}) }

// together is the sum of samples at the times that all of them have.
func together(parts []*samples) *samples {
	n, total := map[float64]int{}, map[float64]float64{}
	for k, s := range parts {
		for _, at := range *s {
			if n[at.seconds] == k { // once in each
				n[at.seconds]++
				total[at.seconds] += at.value
			}
		}
	}
	all := &samples{}
	for _, at := range *parts[0] {
		if t := at.seconds; n[t] == len(parts) {
			all.add(t, total[t])
			n[t] = 0
		}
	}
	return all
}

// ofDevices are the kinds of recordings in which a column tells devices apart.
var ofDevices = []string{"table", "text", "nvidia-smi", "amd-smi"}

// devices reads one recording.
func (l *loader) devices(name string, p Power) ([]*device, error) {
	in, err := l.hashed(name, largestFile)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	found, err := powerTable(in, p)
	if err != nil {
		return nil, err
	}
	if s := found[""]; s != nil && len(found) == 1 && p.Counter == "" && slices.Contains(ofDevices, p.Kind) && s.mixed() {
		l.note(data.Problem{File: name, Message: "its samples are probably those of several devices, which count as one; record what tells them " +
			"apart, and write “device: COLUMN” under power, or record each in a file"})
	}
	devices := lists.Map(sortedKeys(found), func(key string) *device { return found[key].device(p) })
	if slices.ContainsFunc(devices, (*device).isPower) {
		return nil, placedAt([]any{"counter"}, "has values that rise and fall, as power does and a counter does not; remove “counter”")
	}
	return devices, nil
}

// mostResets of a counter are believed, unless they are rare.
const mostResets = 3

// isPower reports whether what counts as a counter falls too often to be one.
func (d *device) isPower() bool {
	falls := len(d.resets)
	return falls > mostResets && falls > len(d.samples)/4
}

// prometheus reads the answer to a query over a range of time: a series for each GPU, or for each mode of one, such as idle and
// dynamic, whose power is added.
func prometheus(in io.ReadSeeker) (map[string]*samples, error) {
	modes, found := map[string][]*samples{}, map[string]*samples{}
	var wrong error
	err := jsontree.Each(in, jsontree.Options{}, func(v any) bool {
		series, _ := at(v, "data.result").([]any)
		if at(v, "data.resultType") != "matrix" || len(series) == 0 {
			wrong = errors.New("is not a response of /api/v1/query_range with a series")
		}
		for i, one := range series {
			s, key := &samples{}, fmt.Sprint(i)
			if labels, _ := at(one, "metric").(*jsontree.Members); labels != nil && at(labels, "mode") != nil {
				others := lists.Filter(labels.All(), func(m jsontree.Member) bool { return m.Key != "mode" })
				of, _ := json.Marshal(lists.By(others, func(m jsontree.Member) (string, any) { return m.Key, m.Value }))
				key = string(of)
			}
			points, _ := at(one, "values").([]any)
			for _, point := range points {
				t, ok := data.Number(at(point, "0"))
				text, _ := at(point, "1").(string)
				x, err := units.ParseNumber(text)
				if ok && err == nil && x == x { // NaN: not measured
					s.add(t, x)
				}
			}
			modes[key] = append(modes[key], s)
		}
		return false
	})
	for key, parts := range modes {
		found[key] = together(parts)
	}
	return found, errors.Join(err, wrong)
}

// powerTable reads a recording, in CSV unless it is of Prometheus.
func powerTable(in io.ReadSeeker, p Power) (map[string]*samples, error) {
	if p.Kind == "prometheus" {
		return prometheus(in)
	}
	bound := newBounded(in)
	if mark, _ := bound.in.Peek(3); string(mark) == "\xEF\xBB\xBF" {
		_, _ = bound.in.Discard(3)
	}
	table := csv.NewReader(bound.in)
	table.ReuseRecord, table.TrimLeadingSpace, table.FieldsPerRecord = true, true, -1
	read := table.Read
	if len(p.Lines) > 0 {
		read, _ = rowReader("text", bound, Rows{Lines: p.Lines})
	}
	c := columnsOfPower{Clock: instants.Clock{Zone: p.Clock}, found: map[string]*samples{}, counter: p.Counter != ""}
	c.scale = cmp.Or(unit(p.Unit).Factor, 1)
	c.factor = c.scale
	example := ""
	for n := 0; ; n++ {
		row, err := read()
		bound.left = longestRow
		switch {
		case errors.Is(err, io.EOF) && n == 0:
			return nil, errors.New("is empty")
		case errors.Is(err, io.EOF) && len(c.found) == 0 && p.Kind == "table":
			return nil, placedAt([]any{"watts"}, "has no number at %q, such as in %q; correct it, and “device” if they are swapped", p.Watts, data.ClipName(example))
		case errors.Is(err, io.EOF):
			return c.found, nil
		case err != nil:
			return nil, err
		case n > mostSamples:
			return nil, fmt.Errorf("more than %d lines", mostSamples)
		}
		if n == 0 {
			if header, err := c.header(row, p); err != nil {
				return nil, err
			} else if header {
				continue
			}
		}
		example = cmp.Or(example, strings.Join(row, ","))
		if err := c.take(row); err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
}

// columnsOfPower are where the cells of a recording stand.
type columnsOfPower struct {
	instants.Clock
	time, device int
	watts        []int // columns of power, one where a column names the device
	found        map[string]*samples
	counter      bool    // what is read is energy
	scale        float64 // W of the unit of values without one
	unit         string  // of the cell before, "" for none
	factor       float64 // W of it, 0 if it is not one of power
}

// header finds the columns by their names; false where the first row has none.
func (c *columnsOfPower) header(row []string, p Power) (bool, error) {
	c.device = -1
	at := func(name string) int {
		return slices.IndexFunc(row, func(cell string) bool { return name != "" && strings.TrimSpace(cell) == name })
	}
	other := func(kind string) bool { return at(powerKinds()[kind].Time) >= 0 && at(powerKinds()[kind].Watts) >= 0 }
	if kind, is := lists.Find(sortedKeys(powerKinds()), other); is && kind != p.Kind && p.Kind != "table" {
		return false, placedAt([]any{"kind"}, "has the columns of %s; write “kind: %[1]s”", kind)
	}
	if p.Kind == "zeus" { // time, then the power of each GPU
		c.watts = lists.Indices(len(row))[1:]
		_, err := units.ParseNumber(row[0])
		return err != nil, nil
	}
	watts := at(p.Watts)
	if watts < 0 && p.Kind == "nvidia-smi" { // with the option nounits
		watts = at(strings.TrimSuffix(p.Watts, " [W]"))
	}
	c.time, c.device = at(p.Time), at(p.Device)
	for _, column := range []struct {
		key, name string
		at        int
	}{{"time", p.Time, c.time}, {"watts", p.Watts, watts}} {
		switch mark, is := lists.Find(separators[1:], func(mark string) bool { return strings.Contains(row[0], mark) }); {
		case column.at < 0 && is && len(row) == 1:
			return false, placedAt([]any{"files"}, "is separated by %q; save it with commas", mark)
		case column.at < 0:
			return false, placedAt([]any{column.key}, "has no column %q%s; correct it", column.name, nearest.Among(column.name, row))
		}
	}
	c.watts = []int{watts}
	return true, nil
}

// take adds the samples of a row. A cell without a number was not measured.
func (c *columnsOfPower) take(row []string) error {
	if len(row) <= c.time || len(row) <= c.device || len(row) <= c.watts[len(c.watts)-1] {
		return errors.New("has fewer cells than the header")
	}
	t, err := c.Instant(strings.TrimSpace(row[c.time]))
	if _, unzoned := errors.AsType[instants.Unzoned](err); unzoned {
		return &placed{[]any{"clock"}, err}
	} else if err != nil {
		return err
	}
	for i, at := range c.watts {
		cell := strings.TrimSpace(row[at])
		number := strings.TrimRight(cell, "mkW ")
		w, err := units.ParseNumber(number)
		if err != nil || w != w {
			continue
		}
		if text := strings.TrimSpace(cell[len(number):]); text != c.unit {
			c.unit, c.factor = strings.Clone(text), c.scale
			if u := unit(text); text != "" {
				c.factor = u.Factor * float64(lists.One(u.Fits(watt)))
			}
		}
		if c.factor == 0 { // no unit of power
			continue
		}
		w *= c.factor
		if math.IsInf(w, 0) || !c.counter && !(w >= -mostOffset && w <= mostWatts) {
			return fmt.Errorf("%q is no power of a device in W", data.ClipName(cell))
		}
		name := ""
		if c.device >= 0 {
			name = row[c.device]
		} else if i > 0 {
			name = strconv.Itoa(i)
		}
		s := c.found[name]
		if s == nil {
			if len(c.found) == mostDevices {
				return fmt.Errorf("more than %d devices", mostDevices)
			}
			s = &samples{}
			c.found[strings.Clone(name)] = s
		}
		s.add(t, w)
	}
	return nil
}

// device sums the power up. Samples of one time count once.
func (s samples) device(p Power) *device {
	byTime := func(a, b sample) int { return cmp.Compare(a.seconds, b.seconds) }
	if !slices.IsSortedFunc(s, byTime) {
		slices.SortStableFunc(s, byTime)
	}
	d := &device{samples: s[:0], counter: p.Counter != ""}
	for _, now := range s {
		if n := len(d.samples); n > 0 {
			before := d.samples[n-1]
			switch now.energy = before.energy; {
			case now.seconds == before.seconds:
				continue
			case !d.counter:
				now.energy += (now.seconds - before.seconds) * (now.value + before.value) / 2
			case now.value < before.value:
				d.resets = append(d.resets, now.seconds)
			default:
				now.energy += (now.value - before.value) * unit(p.Counter).Factor
			}
		}
		d.samples = append(d.samples, now)
	}
	return d
}
