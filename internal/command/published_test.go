package command

import (
	"encoding/csv"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// drawnRows are the rows of a figure's file.
type drawnRows []map[string]string

func readRows(t *testing.T, name string) (rows drawnRows) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// of are the rows with these values: of("series", "H100").
func (rows drawnRows) of(pairs ...string) drawnRows {
	return lists.Filter(rows, func(row map[string]string) bool {
		for i := 0; i < len(pairs); i += 2 {
			if row[pairs[i]] != pairs[i+1] {
				return false
			}
		}
		return true
	})
}

func (rows drawnRows) numbers(column string) []float64 {
	return lists.Map(rows, func(row map[string]string) float64 {
		x, err := strconv.ParseFloat(row[column], 64)
		if err != nil {
			return math.NaN()
		}
		return x
	})
}

func (rows drawnRows) y(i int) float64 { return rows.numbers("y")[i] }

func (rows drawnRows) mean() float64 {
	return lists.Sum(rows.numbers("y"), func(x float64) float64 { return x }) / float64(len(rows))
}

func (rows drawnRows) ends() (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, y := range rows.numbers("y") {
		least, most = min(least, y), max(most, y)
	}
	return least, most
}

// rounds fails unless a number rounds to the one that was published with so many decimals.
func rounds(t *testing.T, what string, got, published float64, decimals int) {
	t.Helper()
	unit := math.Pow10(-decimals)
	if math.Round(got/unit) != math.Round(published/unit) {
		t.Errorf("%s: %v, published %v", what, got, published)
	}
}

// The 20 plots of the analysis that was published with these results are one block each. Their numbers are those of its
// text; the comments of the blocks describe the originals.
func TestPublishedPlotsAreOneBlockEach(t *testing.T) {
	source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "compiled")
	blocks, err := filepath.Glob("testdata/published/*.yaml")
	if err != nil || len(blocks) != 20 || len(publishedPlots) != 20 {
		t.Fatalf("%d blocks, %d checks, %v", len(blocks), len(publishedPlots), err)
	}
	for i, block := range blocks {
		t.Run(strings.TrimSuffix(filepath.Base(block), ".yaml"), func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "f")
			for _, preset := range []string{"column", "page"} {
				command(t, "figure", "--source", source, "--spec", block, "--preset", preset, "--out", out+".svg,"+out+".csv")
			}
			rows := readRows(t, out+".csv")
			if len(rows) != publishedPlots[i].rows {
				t.Errorf("%d rows, want %d", len(rows), publishedPlots[i].rows)
			}
			publishedPlots[i].check(t, rows)
		})
	}
}

// publishedPlots says, for each block in order, how many rows are drawn and what was published of them.
var publishedPlots = []struct {
	rows  int
	check func(*testing.T, drawnRows)
}{
	{28, func(t *testing.T, r drawnRows) {
		rounds(t, "tokens of problem solving", r.of("group", "Problem solving").mean(), 6988, 0)
		rounds(t, "tokens of text conversation", r.of("group", "Text conversation").mean(), 717, 0)
	}},
	{28, func(t *testing.T, r drawnRows) {
		rounds(t, "Qwen 3 32B, problem solving", r.of("nickname", "Qwen 3 32B", "task", "gpqa").y(0), 0.312, 3)
		rounds(t, "Qwen 3 30B A3B Thinking", r.of("nickname", "Qwen 3 30B A3B Thinking", "task", "gpqa").y(0), 0.312/3.56, 3)
	}},
	{28, func(t *testing.T, r drawnRows) {
		rounds(t, "J of problem solving", r.of("group", "Problem solving").mean(), 4625, 0)
		rounds(t, "J of text conversation", r.of("group", "Text conversation").mean(), 184, 0)
	}},
	{9, checkModalities},
	{6, func(t *testing.T, r drawnRows) {
		for i, want := range []float64{84.5, 67.6, 10.4} {
			rounds(t, "use of the KV cache", r.of("series", "Use of the KV cache").y(i), want, 1)
		}
		if b := r.of("series", "Batch size").numbers("y"); !(b[0] > b[1] && b[1] > b[2]) {
			t.Errorf("batch sizes are %v", b)
		}
	}},
	{7, func(t *testing.T, r drawnRows) {
		least, most := r.ends()
		rounds(t, "images, most to least", most/least, 20, 0)
	}},
	{5, func(t *testing.T, r drawnRows) {
		least, most := r.ends()
		rounds(t, "kJ of the cheapest video", least, 26, 0)
		rounds(t, "MJ of the most expensive one", most/1000, 1.16, 2)
	}},
	{16, func(t *testing.T, r drawnRows) { checkSweep(t, r, 3) }},
	{28, func(t *testing.T, r drawnRows) { checkSweep(t, r, 5) }},
	{5, func(t *testing.T, r drawnRows) {
		rounds(t, "dense to mixture of experts", r.of("nickname", "Qwen 3 32B").y(0)/r.of("nickname", "Qwen 3 30B A3B Thinking").y(0), 3.56, 2)
	}},
	{8, func(t *testing.T, r drawnRows) {
		rounds(t, "saved by B200", 100*(1-r[1:].y(0)/r.y(0)), 82, 0)
		checkSaved(t, r, -53, 82)
	}},
	{8, func(t *testing.T, r drawnRows) { checkSaved(t, r, -4, 23) }},
	{8, func(t *testing.T, r drawnRows) { checkSaved(t, r, -6, 8) }},
	{14, func(t *testing.T, r drawnRows) {
		for _, fp8 := range r.of("series", "fp8") {
			own, other := drawnRows{fp8}.y(0), r.of("series", "bfloat16", "x", fp8["x"]).y(0)
			if wins := fp8["x"] != "16"; (own < other) != wins {
				t.Errorf("at batch size %s, FP8 takes %v and BF16 %v", fp8["x"], own, other)
			}
		}
	}},
	{14, func(t *testing.T, r drawnRows) {
		if r.of("series", "fp8", "x", "256").y(0) >= r.of("series", "bfloat16", "x", "256").y(0) {
			t.Error("FP8 is not faster at the largest batch size")
		}
	}},
	{19, func(t *testing.T, r drawnRows) { checkCounts(t, r, "1 GPU", 9, "2 GPUs", 10) }},
	{16, func(t *testing.T, r drawnRows) {
		checkCounts(t, r, "1 GPU", 3, "2 GPUs", 13)
		one, _ := r.of("series", "1 GPU").ends()
		two, _ := r.of("series", "2 GPUs").ends()
		rounds(t, "saved by a second GPU", 100*(1-two/one), 68, 0)
	}},
	{18, func(t *testing.T, r drawnRows) {
		least, _ := r.of("series", "4× B200").ends()
		rounds(t, "least energy of 4× B200", least, 0.4, 1)
	}},
	{39, func(*testing.T, drawnRows) {}},
	{39, func(t *testing.T, r drawnRows) {
		// throughput per watt is the inverse of energy per token
		first := r.of("nickname", "Qwen 3 8B", "x", "16").y(0)
		rounds(t, "J per token by its inverse", 1/first, 0.2551701203961786, 2)
	}},
}

func checkModalities(t *testing.T, r drawnRows) {
	for series, published := range map[string][2]float64{"Images": {1.1, 5.2}, "Videos": {1.3, 15}} {
		for _, row := range r.of("series", series) {
			times := drawnRows{row}.y(0) / r.of("series", "Text", "group", row["group"]).y(0)
			if times < published[0]-0.05 || times > published[1]+0.05 {
				t.Errorf("%s of %s take %.2f times the energy of text, published %v", series, row["group"], times, published)
			}
		}
	}
}

// checkSweep compares the energy of the smallest batch with that of the largest, and power with the limit.
func checkSweep(t *testing.T, r drawnRows, times float64) {
	energy := r.of("series", "Energy per token").numbers("y")
	rounds(t, "energy of the smallest batch to the largest", energy[0]/energy[len(energy)-1], times, 0)
	for _, share := range r.numbers("percent") {
		if !(share > 0 && share <= 100) {
			t.Errorf("%v%% of the maximum or the power limit", share)
		}
	}
}

// checkSaved holds the changes of four groups, in percent saved, to the range that was published of all.
func checkSaved(t *testing.T, r drawnRows, least, most float64) {
	last := math.Inf(1)
	for i := 0; i < len(r); i += 2 {
		saved := 100 * (1 - r.y(i+1)/r.y(i))
		if math.Round(saved) < least || math.Round(saved) > most || saved > last {
			t.Errorf("%s saves %.1f%% after %.1f%%, published %v to %v", r[i]["group"], saved, last, least, most)
		}
		last = saved
	}
}

func checkCounts(t *testing.T, r drawnRows, one string, n int, two string, m int) {
	if a, b := len(r.of("series", one)), len(r.of("series", two)); a != n || b != m {
		t.Errorf("%d and %d configurations, published %d and %d", a, b, n, m)
	}
}

// What was recorded during runs is drawn over time, each sample in its unit.
func TestRecordingsAreDrawnOverTime(t *testing.T) {
	source := filepath.Join(shared.Whole(t), "fixtures", "llenergymeasure")
	out := filepath.Join(t.TempDir(), "f")
	arguments := []string{"figure", "--source", source, "--domain", "llenergymeasure", "--kind", "line", "--series", "run", "--recording"}
	command(t, append(arguments, "power_w", "--out", out+".svg,"+out+".csv")...)
	rows := readRows(t, out+".csv")
	first := rows.of("series", rows[0]["series"])
	if len(first) < 10 || len(first) == len(rows) {
		t.Fatalf("%d of %d samples are of the first run", len(first), len(rows))
	}
	for i, row := range first {
		if row["measure"] != "Power" || row["unit"] != "W" || i > 0 && first.numbers("x")[i] <= first.numbers("x")[i-1] {
			t.Errorf("sample %d is %v", i, row)
		}
	}
	err := run(t.Context(), io.Discard, io.Discard, append(arguments, "heat", "--out", out+".svg"))
	if want := `--recording: no selected run has a recording "heat"; use power_w`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
