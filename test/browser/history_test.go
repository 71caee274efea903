package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/test/sites"
)

// earlier writes a history of the sample with two dates before the present one: all
// models needed more energy, and one of a name with markup was there.
func earlier(t *testing.T) (file string) {
	t.Helper()
	return recorded(t, "2019-06-01", 1.2, "2019-01-01", 1.4)
}

// nightly writes a history of the sample with a lasting change: for some nights all models needed more energy, then as much as now.
func nightly(t *testing.T) (file string) {
	t.Helper()
	var nights []any
	for night := range 16 {
		factor := 1 + 0.002*float64(night%3)
		if night < 8 {
			factor += 0.4
		}
		nights = append([]any{fmt.Sprintf("2019-06-%02d", night+1), factor}, nights...)
	}
	return recorded(t, nights...)
}

// recorded writes a history of the sample with dates, the latest first, each with how many times the energy of now models needed.
func recorded(t *testing.T, dates ...any) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "history.jsonl")
	sites.Do(t, "history", "--add", "--source", "sample:", "--date", "2020-01-01", file)
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	h, err := history.Read(file, f)
	f.Close()
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(dates) / 2 {
		s, factor := h.Snapshots[len(h.Snapshots)-1], dates[2*n+1].(float64)
		s.Date, s.Boards = dates[2*n].(string), append([]history.Board(nil), s.Boards...)
		for i := range s.Boards {
			b := &s.Boards[i]
			b.Best = append([]history.Configuration(nil), b.Best...)
			for j := range b.Best {
				b.Best[j].Energy *= factor
				if within := b.Best[j].Interval; within != nil {
					scaled := *within
					scaled.Low, scaled.High = factor*scaled.Low, factor*scaled.High
					b.Best[j].Interval = &scaled
				}
			}
			if n > 0 {
				continue
			}
			gone := b.Best[len(b.Best)-1]
			gone.Model, gone.Name = "lab/gone", `<b>"Gone"</b>`
			b.Best = append(b.Best, gone)
		}
		h.Add(s)
	}
	h.Snapshots = h.Snapshots[:len(dates)/2] // the present one is the site's own
	text, err := h.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// datedSite is a site with a history of lasting changes, and the page of a run with its trend.
func datedSite(t *testing.T) (dir, run string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "site")
	sites.Do(t, "build", "--source", "sample:", "--history", nightly(t), "--out", dir)
	for _, path := range pages(t, dir) {
		if text, err := os.ReadFile(file(dir, path)); err == nil && strings.HasPrefix(path, "runs/") && strings.Contains(string(text), `id="trend-figure"`) {
			return dir, path
		}
	}
	t.Fatal("no page of a run shows a trend")
	return "", ""
}

func TestWhatChangedAndTrendsAreAccessible(t *testing.T) {
	axe := axeSource(t)
	tab := newTab(t, start(t))
	dir := filepath.Join(t.TempDir(), "site")
	sites.Do(t, "build", "--source", "sample:", "--history", earlier(t), "--out", dir)
	base := serve(t, dir)
	for i, address := range []string{"history/", "models/" + modelWithTrend(t, dir)} {
		for _, fault := range visit(tab, base+address, axe, looks(true, i)) {
			t.Errorf("/%s: %s", address, fault)
		}
	}
	if n := len(parse(t, file(dir, "history/")).ids); n < 3 {
		t.Errorf("the page of changes has %d ids, want a section a date", n)
	}
	documents := map[string]document{}
	for _, address := range pages(t, dir) {
		documents[address] = parse(t, file(dir, address))
	}
	for _, link := range documents["history/"].links {
		if why := broken(dir, documents, "history/", link); why != "" {
			t.Errorf("/history/ links to %s: %s", link, why)
		}
	}
}

// modelWithTrend is the address, below models/, of a page with a trend.
func modelWithTrend(t *testing.T, dir string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "figures", "models", "*", "*-trend.csv"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no page shows a trend: %v", err)
	}
	return filepath.Base(filepath.Dir(found[0])) + "/"
}
