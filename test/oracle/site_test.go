package oracle_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/live"
	"github.com/jouleboard/jouleboard/test/oracle"
	"github.com/jouleboard/jouleboard/test/sites"
)

func TestMain(m *testing.M) { os.Exit(sites.Run(m)) }

// published is the data of the ML.ENERGY leaderboard, from the top of the repository.
func published() string {
	if dir := os.Getenv("JOULEBOARD_SHARED"); dir != "" {
		return filepath.Join(dir, "data", "mlenergy-v3", "leaderboard")
	}
	return filepath.Join("..", "..", "..", "shared", "data", "mlenergy-v3", "leaderboard")
}

// TestFiguresOfSitesAreDrawnAlike holds inline drawings of whole sites against the charts that their pages would make of
// them: every fourth, or all with JOULEBOARD_ALL_PAGES.
func TestFiguresOfSitesAreDrawnAlike(t *testing.T) {
	each := 4
	if os.Getenv("JOULEBOARD_ALL_PAGES") != "" {
		each = 1
	}
	for name, source := range map[string]string{"sample": "sample:", "published": published()} {
		t.Run(name, func(t *testing.T) {
			if _, err := os.Stat(source); name == "published" && err != nil {
				t.Skip("the published data are not there: ", err)
			}
			var pairs []oracle.Pair
			for i, pair := range pairsOf(t, sites.Of(t, "--source", source)) {
				if i%each == 0 {
					pairs = append(pairs, pair)
				}
			}
			if counts := oracle.Compare(t, pairs); counts.Drawings < 100 || counts.Marks < 1000 {
				t.Errorf("compared only %+v", counts)
			} else {
				t.Logf("%+v", counts)
			}
		})
	}
}

var (
	figure  = regexp.MustCompile(`(?s)<figure id="([^"]+)"[^>]* data-option="([^"]+)".*?</figure>`)
	drawing = regexp.MustCompile(`(?s)<svg [^>]*role="img".*?</svg>`)
	apart   = regexp.MustCompile(`^<svg [^>]* data-apart="([^"]+)"`)
)

// pairsOf are the drawings of a site's pages with the charts that their files hold.
func pairsOf(t *testing.T, dir string) (pairs []oracle.Pair) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() != "index.html" {
			return err
		}
		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range figure.FindAllSubmatch(page, -1) {
			charts, err := chartsIn(filepath.Join(filepath.Dir(path), string(m[2])))
			if err != nil {
				return err
			}
			drawings, err := drawingsIn(m[0], filepath.Dir(path), len(charts))
			if err != nil {
				return err
			}
			for i, svg := range drawings {
				name := strings.TrimPrefix(path, dir) + "#" + string(m[1])
				pairs = append(pairs, oracle.Pair{Name: name, Chart: charts[i], SVG: string(svg)})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// drawingsIn are the drawings of a figure: those in its page, and those in files that it names.
func drawingsIn(figure []byte, dir string, most int) ([][]byte, error) {
	drawings := drawing.FindAll(figure, most)
	for i, svg := range drawings {
		if file := apart.FindSubmatch(svg); file != nil {
			var err error
			if drawings[i], err = os.ReadFile(filepath.Join(dir, string(file[1]))); err != nil {
				return nil, err
			}
		}
	}
	return drawings, nil
}

// chartsIn are the charts of a figure's file, the widest first.
func chartsIn(path string) ([]live.Chart, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct{ Drawings string }
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	if text, err = os.ReadFile(filepath.Join(filepath.Dir(path), file.Drawings)); err != nil {
		return nil, err
	}
	var charts live.File
	if err := json.Unmarshal(text, &charts); err != nil {
		return nil, err
	}
	return charts.Whole()
}
