package sentences

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// row is a configuration of a board, from the published CSV file.
type row struct {
	run, model, name, gpu, hardware, precision, arch, batch string
	gpus                                                    int
	stable                                                  bool
	energy, params, output                                  float64
	latency                                                 [4]float64 // at P50, P90, P95 and P99; infinite where it is unknown
	work                                                    [4]float64 // by [works]; infinite where it is unknown
	group                                                   int        // of equal work, from 0: that of the most models, then of the lowest settings
	margin, sensor                                          float64    // half of the interval on a log scale; the error of the sensors as a share
}

// table is all rows of a board.
type table struct {
	id, name string
	limit    float64 // 0 for none
	batched  string  // what a batch size is called
	rows     []row
}

// wire is what is read of a board's file: names of columns, and what the CSV file does not have.
type wire struct {
	Board struct {
		Runs              []string
		Energy, Low, High string
		Latency           []string
		Parts             map[string]string
		Sensor            []float64
		Deadline          float64
		Columns           []struct {
			Name   string
			Values []any
		}
	}
	Task struct {
		Name string
		ID   string `json:"id"`

		BatchName string `json:"batch_name"`
	}
}

var precisions = map[string]string{"bfloat16": "BF16", "float16": "FP16", "fp8": "FP8", "mxfp4": "MXFP4"}

// tables are the boards of tasks of a site by their ids.
func tables(t *testing.T, site string) map[string]table {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(site, "data", "tasks", "*.csv"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tasks: %v", err)
	}
	all := map[string]table{}
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".csv")
		page, err := os.ReadFile(filepath.Join(site, "tasks", id, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(page), `data-board="`)
		address, _, _ := strings.Cut(after, `"`)
		text, err := os.ReadFile(filepath.Join(site, "tasks", id, address))
		if err != nil {
			t.Fatal(err)
		}
		var w wire
		if err := json.Unmarshal(text, &w); err != nil {
			t.Fatal(err)
		}
		all[id] = read(t, file, w)
	}
	return all
}

func read(t *testing.T, file string, w wire) table {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	made := table{id: w.Task.ID, name: w.Task.Name, limit: w.Board.Deadline, batched: w.Task.BatchName}
	repeats := map[string][]row{}
	for _, line := range lines[1:] {
		r := rowOf(w, func(name string) string {
			if i := slices.Index(lines[0], name); i >= 0 {
				return line[i]
			}
			return ""
		})
		if id := configuration.FindString(r.run); r.stable {
			repeats[id] = append(repeats[id], r)
		}
	}
	for at, run := range w.Board.Runs {
		r := mean(repeats[configuration.FindString(run)])
		r.run, r.sensor = run, w.Board.Sensor[at]
		ends := map[string]float64{}
		for _, c := range w.Board.Columns {
			if c.Name == w.Board.Low || c.Name == w.Board.High {
				ends[c.Name], _ = c.Values[at].(float64)
			}
		}
		if low, high := ends[w.Board.Low], ends[w.Board.High]; low > 0 && high > 0 {
			r.margin = math.Log(high/low) / 2
		}
		made.rows = append(made.rows, r)
	}
	group(made.rows)
	return made
}

// group numbers the groups of equal work.
func group(rows []row) {
	models := map[[4]float64]map[string]bool{}
	for _, r := range rows {
		if models[r.work] == nil {
			models[r.work] = map[string]bool{}
		}
		models[r.work][r.model] = true
	}
	order := slices.SortedFunc(maps.Keys(models), func(a, b [4]float64) int {
		return cmp.Or(len(models[b])-len(models[a]), slices.Compare(a[:], b[:]))
	})
	for i := range rows {
		rows[i].group = slices.Index(order, rows[i].work)
	}
}

// configuration is the part of a run's id that its repeats share.
var configuration = regexp.MustCompile(`^[a-z0-9]+`)

func rowOf(w wire, field func(string) string) row {
	part := func(name string) string { return field(w.Board.Parts[name]) }
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return math.Inf(1)
		}
		return x
	}
	r := row{
		run: field("run"), model: part("model"), name: part("name"), gpu: part("gpu"), precision: precisions[part("precision")],
		arch: part("architecture"), batch: grouped(part("batch")), gpus: int(number(part("gpus"))), stable: field("is_stable") != "false",
		energy: number(field(w.Board.Energy)), params: number(field("total_params_billions")), output: number(field("avg_output_len")),
	}
	r.hardware = fmt.Sprintf("%d× %s", r.gpus, r.gpu)
	for i, w := range works {
		r.work[i] = number(field(w.field))
	}
	for i := range r.latency {
		r.latency[i] = number(field(w.Board.Latency[min(i, len(w.Board.Latency)-1)]))
	}
	return r
}

// grouped is an integer with commas.
func grouped(digits string) string {
	if len(digits) > 3 {
		return digits[:len(digits)-3] + "," + digits[len(digits)-3:]
	}
	return digits
}

// mean is a configuration that was measured several times.
func mean(repeats []row) row {
	r := repeats[0]
	for _, o := range repeats[1:] {
		r.energy += o.energy
		for i := range r.latency {
			r.latency[i] += o.latency[i]
		}
	}
	n := float64(len(repeats))
	r.energy /= n
	for i := range r.latency {
		r.latency[i] /= n
	}
	known, length := 0.0, 0.0
	for _, o := range repeats {
		if !math.IsInf(o.output, 1) {
			known, length = known+1, length+o.output
		}
	}
	if known > 0 {
		r.output = length / known
	}
	return r
}

// ties reports whether the difference of two energies is within their uncertainty.
func (r row) ties(o row) bool {
	open := r.margin*r.margin + o.margin*o.margin
	if r.gpu != o.gpu {
		open += r.sensor*r.sensor + o.sensor*o.sensor
	}
	apart := math.Log(r.energy / o.energy)
	return apart*apart <= open
}

// setting is where a row ran, as sentences call it.
func (t table) setting(r row) string {
	if r.batch == "" {
		return r.hardware
	}
	return r.hardware + ", " + t.batched + " " + r.batch
}

func where(rows []row, passes func(row) bool) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return !passes(r) })
}

// least are the rows of the least energy for each value in each group of equal work, group by group and by rising energy.
func least(rows []row, value func(row) string) []row {
	best := map[string]row{}
	for _, r := range rows {
		key := fmt.Sprint(r.group, value(r))
		if b, ok := best[key]; !ok || r.energy < b.energy {
			best[key] = r
		}
	}
	var all []row
	for _, r := range best {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b row) int { return cmp.Or(a.group-b.group, cmp.Compare(a.energy, b.energy)) })
	return all
}

func model(r row) string { return r.model }
func gpu(r row) string   { return r.gpu }

func energyOf(r row) float64 { return r.energy }

// ends are the lowest and the highest value of rows.
func ends(rows []row, value func(row) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		low, high = min(low, value(r)), max(high, value(r))
	}
	return low, high
}

// amount is a number of joules or watt-hours in a multiple of them, as pages write it: "61.4 kJ".
const amount = `([0-9.,e-]+ [kMG]?(?:J|Wh))`

var joules = map[string]float64{"": 1, "J": 1, "kJ": 1e3, "MJ": 1e6, "GJ": 1e9, "Wh": 3600, "kWh": 3.6e6, "MWh": 3.6e9, "GWh": 3.6e12}

// unitOf is the unit of an amount after its space: of "61.4 kJ", " kJ".
func unitOf(text string) string { return strings.TrimLeft(text, "0123456789.,e+-−") }

// number reads a number as pages write it; an amount in joules.
func number(text string) float64 {
	unit := unitOf(text)
	x, err := strconv.ParseFloat(strings.NewReplacer(",", "", "+", "", "−", "-").Replace(strings.TrimSuffix(text, unit)), 64)
	size, known := joules[strings.TrimSpace(unit)]
	if err != nil || !known {
		return math.NaN()
	}
	return x * size
}

// rounds reports whether a text is a value with three digits, or more.
func rounds(text string, x float64) bool {
	return math.Abs(number(text)-x) <= 0.00501*math.Abs(x)
}
