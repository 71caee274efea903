package browser

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/jouleboard/jouleboard/assets"
)

// needsLibrary skips a test of charts that come alive where they cannot.
func needsLibrary(t *testing.T) {
	t.Helper()
	if assets.ECharts() == nil {
		t.Skip("ECharts was not generated: run make test, or make generate")
	}
}

// unexplorable builds the sample's site as a clone does in which nothing was generated from npm's packages: ECharts is
// not in the tree that the command is compiled from. It gives what the build said, too.
func unexplorable(t *testing.T) (dir, said string) {
	t.Helper()
	one, err := unexplorableOnce()
	if err != nil {
		t.Fatalf("%v\n%s", err, one.said)
	}
	return one.dir, one.said
}

type unexplored struct{ dir, said string }

var unexplorableOnce = sync.OnceValues(func() (one unexplored, err error) {
	library, err := filepath.Abs("../../assets/dist/echarts.js.gz")
	if err != nil {
		return one, err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {library: ""}})
	if err != nil {
		return one, err
	}
	file := filepath.Join(directory, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return one, err
	}
	one.dir = filepath.Join(directory, "unexplorable")
	said, err := exec.Command("go", "run", "-overlay", file, "../../cmd/jouleboard", "build", "--source", "sample:", "--out",
		one.dir).CombinedOutput()
	one.said = string(said)
	return one, err
})

var moduleName = regexp.MustCompile(`(?:from|import\()\s*"\./([^"]+)"`)

func TestASiteWithoutTheChartLibraryIsCompleteButForExploring(t *testing.T) {
	dir, said := unexplorable(t)
	if n := strings.Count(said, "charts are not interactive, because this program was compiled without the chart library"); n != 1 {
		t.Errorf("the build says so %d times:\n%s", n, said)
	}
	for _, address := range pages(t, dir) {
		for n := range tree(t, file(dir, address)).Descendants() {
			if _, explorable := attribute(n, "data-explore"); explorable {
				t.Errorf("/%s offers to explore a chart", address)
			}
			if source, loaded := attribute(n, "src"); loaded && n.Data == "script" {
				if why := broken(dir, nil, address, source); why != "" {
					t.Errorf("/%s loads %s: %s", address, source, why)
				}
			}
		}
	}
	scripts, err := filepath.Glob(filepath.Join(dir, "assets", "*.js"))
	if task, _ := filepath.Glob(filepath.Join(dir, "assets", "task-*.js")); len(task) != 1 || err != nil {
		t.Errorf("scripts of task pages: %v, %v", task, err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moduleName.FindAllSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(dir, "assets", string(m[1]))); err != nil {
				t.Errorf("%s imports what is not there: %v", filepath.Base(script), err)
			}
		}
	}
}

func attribute(n *html.Node, key string) (value string, found bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

// At another percentile the drawing's marks and ticks are that percentile's, and no chart is needed for it.
func TestPagesAnswerWithoutTheChartLibrary(t *testing.T) {
	ctx := start(t)
	dir, _ := unexplorable(t)
	base := serve(t, dir)
	for _, page := range []struct{ address, figure string }{
		{"tasks/gpqa/", "#tradeoff-figure"},
	} {
		open(t, ctx, base+page.address)
		var got struct {
			Moved, Back int // marks that are elsewhere
			Names       [3]string
			Ticks       [3]string
			Thrown      []string
		}
		does(t, ctx, `
			const Thrown = [];
			addEventListener('error', (e) => Thrown.push(e.message));
			addEventListener('unhandledrejection', (e) => Thrown.push(String(e.reason)));
			await until(() => document.documentElement.dataset.state === 'ready');
			const svg = () => [...$('`+page.figure+`').querySelectorAll('svg')].find((s) => s.getClientRects().length);
			const places = () => new Map([...svg().querySelectorAll('[data-i]')].map((e) => [e.dataset.i,
				e.getBoundingClientRect().x - svg().getBoundingClientRect().x]));
			const texts = () => [...svg().querySelectorAll('text')].map((e) => e.textContent);
			const name = () => texts().find((text) => text.includes('latency')), ticks = () => texts().filter(Number).sort().join(' ');
			const before = places(), Names = [name()], Ticks = [ticks()];
			const apart = () => [...places()].filter(([i, x]) => Math.abs(x - before.get(i)) > 0.2).length;
			const note = () => { Names.push(name()); Ticks.push(ticks()); };
			await press('[name=pct][value=p99]');
			await until(() => apart() > 0);
			note();
			const Moved = apart();
			await press('[name=pct][value=p50]');
			await until(() => apart() === 0);
			note();
			return {Moved, Back: apart(), Names, Ticks, Thrown}`, &got)
		if got.Moved == 0 || got.Back != 0 || got.Names[0] == got.Names[1] || got.Names[0] != got.Names[2] ||
			got.Ticks[0] != got.Ticks[2] || len(got.Thrown) > 0 {
			t.Errorf("/%s: %+v", page.address, got)
		}
	}
}

func TestModelsAreComparedWithoutTheChartLibrary(t *testing.T) {
	ctx := start(t)
	dir, _ := unexplorable(t)
	open(t, ctx, serve(t, dir)+"compare/?task=gpqa&models=borealis-lab%2FSkerry-8B%2Caurora%2FLumen-8B")
	if !value[bool](t, ctx,
		`document.querySelectorAll('#tradeoff-figure svg').length > 0 && document.querySelectorAll('#chosen li').length === 2`) {
		t.Error("there is no comparison")
	}
	if value[bool](t, ctx, `Boolean(document.querySelector('[data-explore]'))`) {
		t.Error("the comparison offers to explore its chart")
	}
}
