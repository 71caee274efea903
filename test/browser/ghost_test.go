package browser

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
)

// changedLeaderboard copies the published data with one model at 0.7 times the energy, which does not make
// its runs suspicious, and another gone from one GPU. It counts both, by GPU.
func changedLeaderboard(t *testing.T, from string) (dir string, moved, gone map[string]int) {
	t.Helper()
	dir, moved, gone = filepath.Join(t.TempDir(), "head"), map[string]int{}, map[string]int{}
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "tasks", "gpqa.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var task map[string]any
	if err := json.Unmarshal(text, &task); err != nil {
		t.Fatal(err)
	}
	var kept []any
	seen := map[any]bool{}
	for _, one := range task["configurations"].([]any) {
		row := one.(map[string]any)
		gpu := row["gpu_model"].(string)
		switch {
		case row["model_id"] == "openai/gpt-oss-20b" && gpu == "H100":
			if batch := row["max_num_seqs"]; !seen[batch] { // a ghost is the mean of a configuration's runs
				seen[batch] = true
				gone[gpu]++
			}
			continue
		case row["model_id"] == "Qwen/Qwen3-14B":
			moved[gpu]++
			for _, figure := range []string{"energy_per_token_joules", "energy_per_request_joules", "avg_power_watts"} {
				row[figure] = row[figure].(float64) * 0.7
			}
		}
		kept = append(kept, row)
	}
	task["configurations"] = kept
	if text, err = json.Marshal(task); err == nil {
		err = os.WriteFile(file, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir, moved, gone
}

// ghostsShown counts the hollow marks and the lines in a figure's drawing, and what
// the legend of the live chart names.
const ghostsShown = ready + `.then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))).then(() => {
	const svg = document.querySelector('SELECTOR svg');
	const marks = [...svg.querySelectorAll('circle')].filter((c) => c.closest('[stroke="var(--ghost)"]'));
	const lines = svg.querySelector('[fill=none][stroke="var(--ghost-link)"]')?.getAttribute('d')?.match(/M/gi) ?? [];
	return (marks.length && marks.length - 1) + ' ' + lines.length; // one is the legend's
})`

func TestAPreviewShowsWhereConfigurationsWere(t *testing.T) {
	axe := axeSource(t)
	base := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	tab := newTab(t, start(t))
	head, moved, gone := changedLeaderboard(t, base)
	dir := filepath.Join(t.TempDir(), "preview")
	sites.Do(t, "build", "--source", head, "--compare-to", base, "--out", dir)
	site := serve(t, dir)
	if moved["B200"] == 0 || moved["H100"] == 0 || gone["H100"] == 0 {
		t.Fatalf("nothing to see: %v moved, %v gone", moved, gone)
	}
	for i, address := range []string{"tasks/gpqa/", "models/Qwen__Qwen3-14B/"} {
		for _, fault := range visit(tab, site+address, axe, looks(true, i)) {
			t.Errorf("/%s: %s", address, fault)
		}
	}
	if err := chromedp.Do(tab, chromedp.EmulateViewport(1440, 900)); err != nil {
		t.Fatal(err)
	}
	count := func(ghosts, lines int) string {
		b, _ := json.Marshal([]int{ghosts, lines})
		return strings.NewReplacer("[", "", ",", " ", "]", "").Replace(string(b))
	}
	all := moved["B200"] + moved["H100"]
	for _, c := range []struct{ address, figure, want string }{
		{"tasks/gpqa/", "#tradeoff-figure [data-width=\"1120\"]", count(all+gone["H100"], all)},
		{"tasks/gpqa/?gpu=B200", "#tradeoff-figure [data-width=\"1120\"]", count(moved["B200"], moved["B200"])},
		{"tasks/gpqa/?gpu=H100", "#tradeoff-figure [data-width=\"1120\"]", count(moved["H100"]+gone["H100"], moved["H100"])},
		{"tasks/gpqa/?q=oss", "#tradeoff-figure [data-width=\"1120\"]", count(gone["H100"], 0)},
		{"models/Qwen__Qwen3-14B/", "#gpqa-frontier .drawings", count(all, all)},
	} {
		if err := chromedp.Do(tab, chromedp.Navigate(site+c.address)); err != nil {
			t.Fatal(err)
		}
		got, err := chromedp.Run(tab, chromedp.Evaluate[string](strings.Replace(ghostsShown, "SELECTOR", c.figure, 1), chromedp.EvalAwaitPromise))
		if err != nil || got != c.want {
			t.Errorf("/%s shows %s ghosts and lines (%v), want %s", c.address, got, err, c.want)
		}
	}
}
