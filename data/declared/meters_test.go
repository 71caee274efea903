package declared_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/declared"
)

// kepler is the energy of two GPUs, each in two modes.
func kepler() string {
	var series []string
	for k, watts := range []int{100, 20, 70, 10} {
		var points []string
		for i := range 14 {
			points = append(points, fmt.Sprintf("[%d, %q]", 1769947200+i, fmt.Sprint(1000*k+watts*i)))
		}
		series = append(series, fmt.Sprintf(`{"metric": {"__name__": "kepler_node_gpu_joules_total", "gpu": "%d", "mode": %q}, "values": [%s]}`,
			k/2, []string{"dynamic", "idle"}[k%2], strings.Join(points, ",")))
	}
	return `{"status": "success", "data": {"resultType": "matrix", "result": [` + strings.Join(series, ",") + "]}}"
}

// Every kind of recording is integrated: 200 W for 10 s are 2000 J.
func TestRecordingsOfEveryMeter(t *testing.T) {
	const run = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [runs.csv]}]\nfields:\n- {name: model, role: model}\n" +
		"- {name: n, role: gpu_count}\n- {name: start, role: start}\n- {name: end, role: end}\n- {name: tokens, role: output_tokens}\n" +
		"- {name: energy, role: energy, value: energy_j / tokens}\n"
	each := func(line func(i int) string) string {
		var b strings.Builder
		for i := range 14 {
			b.WriteString(line(i) + "\n")
		}
		return b.String()
	}
	for kind, c := range map[string]struct{ entry, text string }{
		"dmon": {"kind: nvidia-smi-dmon, clock: UTC", "#Date       Time        gpu    pwr  gtemp\n" + each(func(i int) string {
			return fmt.Sprintf(" 20260201   12:00:%02d      0    120     45\n 20260201   12:00:%02d      1     80     45", i, i)
		})},
		"dcgmi": {"kind: dcgmi-dmon, clock: UTC", each(func(i int) string {
			return fmt.Sprintf("2026-02-01T12:00:%02d.00 #Entity   POWER  TOTEC\n2026-02-01T12:00:%02d.00 ID         W      mJ\n"+
				"2026-02-01T12:00:%02d.00 GPU 0     120.500  1234567\n2026-02-01T12:00:%02d.00 GPU 1     79.500   2345678", i, i, i, i)
		})},
		"kepler": {"kind: prometheus, counter: J", kepler()},
		"tegrastats": {"kind: tegrastats, clock: UTC", each(func(i int) string {
			return fmt.Sprintf("02-01-2026 12:00:%02d RAM 2448/7620MB CPU [1%%@729] VDD_IN 200000mW/5142mW VDD_SOC 1407mW/1407mW", i)
		})},
		"powermetrics": {"kind: powermetrics", each(func(i int) string {
			return fmt.Sprintf("*** Sampled system activity (Sun Feb  1 13:00:%02d 2026 +0100) (1005.26ms elapsed) ***\nCPU Power: 9 mW\n"+
				"Combined Power (CPU + GPU + ANE): 200000 mW", i)
		})},
		"ptdaemon": {"kind: ptdaemon, clock: UTC", each(func(i int) string {
			return fmt.Sprintf("Time,02-01-2026 12:00:%02d.000,Watts,200.000000,Volts,228.1,Amps,0.88,PF,0.97,Mark,notset", i)
		})},
		"ipmi": {"kind: ipmi-dcmi, clock: UTC", each(func(i int) string {
			return fmt.Sprintf("    Instantaneous power reading:                   200 Watts\n    Minimum during sampling period:  12 Watts\n"+
				"    IPMI timestamp:                           Sun Feb  1 12:00:%02d 2026", i)
		})},
		"rapl": {"kind: table, time: t, watts: energy_uj, counter: uJ, scope: package", "t,energy_uj\n" + each(func(i int) string {
			return fmt.Sprintf("%d,%d", 1769947200+i, 5_000_000+200_000_000*i)
		})},
		"text": {`kind: text, clock: UTC, lines: ['^(?P<time>\S+) gpu(?P<device>\d) (?P<watts>[0-9.]+ kW)']`, each(func(i int) string {
			return fmt.Sprintf("2026-02-01T12:00:%02d gpu0 0.15 kW\n2026-02-01T12:00:%02d gpu1 0.05 kW", i, i)
		})},
	} {
		dir := t.TempDir()
		written(t, dir, "runs.csv", "model,n,start,end,tokens\na/b,2,1769947202,1769947212,1000\n")
		written(t, dir, "meter.txt", c.text)
		written(t, dir, declared.Name, run+"power: [{files: [meter.txt], "+c.entry+"}]\n")
		ds, err := declared.Open(t.Context(), dir, true)
		if err != nil || ds.Len() != 1 || len(ds.Problems()) > 0 {
			t.Errorf("%s: %v %v", kind, err, ds.Problems())
			continue
		}
		if x, ok := ds.Tables[0].Number(0, "energy"); !ok || math.Abs(x-2) > 1e-9 {
			t.Errorf("%s: %v J/token", kind, x)
		}
	}
}

// Two meters fill two fields; what one did not record leaves the other as it is.
func TestMetersAreNotAdded(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, "runs.csv", "model,n,start,end\na/b,1,100,110\nc/d,1,200,210\n")
	written(t, dir, "gpu.csv", "t,w\n99,50\n101,50\n103,50\n105,50\n107,50\n109,50\n111,50\n199,50\n201,50\n203,50\n205,50\n207,50\n209,50\n211,50\n")
	written(t, dir, "wall.csv", "t,w\n99,90\n101,90\n103,90\n105,90\n107,90\n109,90\n111,90\n")
	const table = "kind: table, time: t, watts: w"
	written(t, dir, declared.Name, "domain: tiny\nboard: {system: Tiny, primary: energy_j}\nrows: [{files: [runs.csv]}]\nfields:\n"+
		"- {name: model, role: model}\n- {name: n, role: gpu_count}\n- {name: start, role: start}\n- {name: end, role: end}\n"+
		"power:\n- {files: [gpu.csv], "+table+"}\n- {files: [wall.csv], "+table+", scope: wall, energy: wall_j}\n")
	ds, err := declared.Open(t.Context(), dir, true)
	if err != nil || ds.Len() != 2 {
		t.Fatal(err, ds.Problems())
	}
	for i, want := range []string{"500 900", "500 <nil>"} {
		if got := fmt.Sprint(ds.Tables[0].Value(i, "energy_j"), " ", ds.Tables[0].Value(i, "wall_j")); got != want {
			t.Errorf("row %d: %s, want %s", i, got, want)
		}
	}
	if p := ds.Problems(); len(p) != 1 || !strings.Contains(p[0].Error(), "wall_j: no power was recorded") {
		t.Error(p)
	}
	if f, _ := ds.Tables[0].Schema().Field("wall_j"); f.Label != "Energy (wall)" {
		t.Error(f.Label)
	}
}

// Merged cells are written once.
func TestEmptyCellsHaveTheValueAbove(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, "runs.csv", "model,batch,power\na/b,1,\n,2,\nc/d,1,7\n")
	written(t, dir, declared.Name, "domain: tiny\nboard: {system: Tiny, primary: power}\nrows: [{files: [runs.csv], down: [model]}]\nfields:\n"+
		"- {name: model, role: model}\n- {name: batch, role: batch}\n- {name: power, role: power}\n")
	ds, err := declared.Open(t.Context(), dir, true)
	if err != nil || ds.Len() != 3 || ds.Tables[0].Text(1, "model") != "a/b" || ds.Tables[0].Value(1, "power") != nil {
		t.Error(err, ds.Problems())
	}
}
