package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/posts/paper"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/test/sites"
)

// explorations are views with axes, rows, colors and panels of all sorts.
var explorations = func() (all []string) {
	for _, more := range []string{
		"", "color=nickname", "color=none&facet=gpu_model", "color=hardware&label=num_gpus&log=x", "deadline=100&pct=p99&frontier=none",
		"x=throughput_per_user&y=throughput_per_gpu", "x=throughput_per_user&y=throughput_per_gpu&color=architecture&facet=num_gpus",
		"x=power_share&y=energy_per_token_joules&log=y", "x=avg_output_len&y=energy_per_request_joules&color=nickname",
		"x=total_params_billions&y=energy_per_token_joules&rows=best+per+nickname", "rows=best+per+hardware&color=hardware",
		"x=1000/latency&y=outputs_per_joule&color=weight_precision", "y=energy_per_token_joules*num_gpus&facet=gpu_model&log=none",
		"y=cost_per_million&rent=B200:4,H100:2&price=0.1", "y=carbon_per_million&grid=400&pue=1.2&gpu=B200",
		"kind=line&color=nickname", "kind=line&color=gpu_model&facet=nickname&q=qwen", "kind=line&color=hardware&q=oss&y=avg_power_watts/num_gpus",
		"kind=bar", "kind=bar&color=architecture", "kind=bar&x=hardware&y=throughput_per_gpu&sort=-throughput_per_gpu", "kind=bar&y=energy_per_request_joules&color=none",
		"y=nothing&color=nothing&label=nothing&kind=nothing&rows=nothing&log=nothing", // what is ignored is not offered
		"color=gpu_model%2B'+'%2Bweight_precision", "x=max_num_seqs&y=p99_itl_ms&color=gpu_model&facet=architecture",
	} {
		all = append(all, "board=gpqa&"+more)
	}
	for _, more := range []string{
		"", "kind=bar", "kind=line&color=nickname", "x=throughput_per_gpu&y=energy_per_token_joules&facet=num_gpus",
	} {
		all = append(all, "board=lm-arena-chat&"+more, "board=sourcegraph-fim&"+more)
	}
	for _, more := range []string{"", "kind=bar&color=gpu_model", "kind=line&color=hardware", "x=throughput_per_gpu&facet=gpu_model&label=none"} {
		all = append(all, "board=text-to-image&"+more, "board=text-to-video&"+more)
	}
	return all
}()

// explore shows an address, and reads what the page says, lists, draws and offers.
const exploreScript = `(async () => {
	history.replaceState(null, '', %q);
	document.documentElement.dataset.state = 'loading';
	dispatchEvent(new PopStateEvent('popstate'));
	while (document.documentElement.dataset.state === 'loading') await new Promise(requestAnimationFrame);
	await new Promise(requestAnimationFrame);
	const text = (selector) => document.querySelector(selector)?.textContent ?? '';
	return JSON.stringify({
		State: document.documentElement.dataset.state, Faults: text('#faults'), Title: text('#explored h2'), Text: text('#explored figcaption'),
		Runs: [...document.querySelectorAll('#table tbody tr')].map((tr) => tr.dataset.run),
		Address: text('[data-use=address]'), Command: text('[data-use=command]'), Block: text('[data-use=block]'),
	});
})()`

// marksScript compares the marks and texts of the drawing on the page with those of another: the greatest distance in px.
const marksScript = `(() => {
	const own = [...document.querySelectorAll('#explored .drawings svg')].find((svg) => svg.checkVisibility() && !svg.closest('.live'));
	const place = document.body.appendChild(document.createElement('div'));
	place.innerHTML = %s;
	const marks = (svg) => [...svg.querySelectorAll('[data-i]')].map((mark) => {
		const { x, y, width, height } = mark.getBBox();
		return [Number(mark.dataset.i), x + width / 2, y + height / 2];
	}).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
	const texts = (svg) => [...svg.querySelectorAll('text')].map((one) => one.textContent.replace(/\s+/g, ' ').trim()).sort();
	const [ours, theirs] = [own, place.firstElementChild].map(marks);
	const width = [own, place.firstElementChild].map((svg) => svg.viewBox.baseVal.width + '×' + svg.viewBox.baseVal.height);
	const result = {
		Size: width.join(' '), Marks: ours.length, Theirs: theirs.length,
		Apart: Math.max(0, ...ours.map(([i, x, y], n) => (theirs[n]?.[0] === i ? Math.hypot(x - theirs[n][1], y - theirs[n][2]) : 1e9))),
		Texts: texts(own).join('|'), TheirTexts: texts(place.firstElementChild).join('|'),
	};
	place.remove();
	return JSON.stringify(result);
})()`

// Whatever a reader explores, the page draws, lists and says what the command and the block in a post do that it offers.
func TestExploreShowsWhatItsCommandAndItsBlockDo(t *testing.T) {
	from := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	base := serve(t, build(t, from))
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	ds, err := source.Open(context.Background(), from)
	if err != nil {
		t.Fatal(err)
	}
	declared := site.Results(ds.Dataset, texts).Text(content.Declared{})
	ctx := start(t)
	emulate(t, ctx, 1280, "")
	open(t, ctx, base+"explore/")
	for _, address := range explorations {
		var page struct {
			State, Faults, Title, Text, Address, Command, Block string
			Runs                                                []string
		}
		evaluate(t, ctx, fmt.Sprintf(exploreScript, "?"+address), &page)
		if page.State != "ready" || (page.Faults != "") != strings.Contains(address, "nothing") || page.Title == "" {
			t.Errorf("?%s: %+v", address, page)
			continue
		}
		block := strings.TrimSuffix(strings.TrimPrefix(page.Block, "```figure\n"), "\n```")
		figure, err := content.ReadFigure(content.Markdown{Text: block, File: "posts/a.md", Line: 1})
		if err != nil {
			t.Errorf("?%s: %v", address, err)
			continue
		}
		if !strings.Contains(page.Command, "--view '"+strings.ReplaceAll(figure.View, "'", `'\''`)+"'") {
			t.Errorf("?%s: the command %s draws another view than the block %s", address, page.Command, figure.View)
		}
		drawn, err := declared.Figure(figure)
		if err != nil {
			t.Errorf("?%s: %v", address, err)
			continue
		}
		var runs []string
		for _, r := range drawn.Plot.Rows[:min(len(drawn.Plot.Rows), mostRows)] {
			runs = append(runs, r.Run)
		}
		if !slices.Equal(page.Runs, runs) || page.Title != drawn.Plot.Title || page.Text != drawn.Plot.Caption {
			t.Errorf("?%s: the page says\n%s\n%s\n%v\nGo\n%s\n%s\n%v", address, page.Title, page.Text, page.Runs, drawn.Plot.Title, drawn.Plot.Caption, runs)
		}
		chart, err := paper.Draw("drawn", drawn.Plot, drawn.Look, nil)
		if err != nil {
			t.Fatal(err)
		}
		picture, _ := json.Marshal(chart.Inline())
		var both struct {
			Size, Texts, TheirTexts string
			Marks, Theirs           int
			Apart                   float64
		}
		evaluate(t, ctx, fmt.Sprintf(marksScript, picture), &both)
		if both.Marks == 0 || both.Marks != both.Theirs || both.Apart > 1 || math.IsNaN(both.Apart) || both.Texts != both.TheirTexts {
			t.Errorf("?%s: %d marks on the page, %d of Go, up to %.1f px apart; sizes %s\n%s\n%s", address, both.Marks, both.Theirs, both.Apart, both.Size, both.Texts, both.TheirTexts)
		}
	}
}

// The command that the page offers asks the site itself, and writes the rows that the page lists.
func TestTheCommandOfExploreAsksTheSite(t *testing.T) {
	base := serve(t, build(t, "sample:"))
	ctx := start(t)
	open(t, ctx, base+"explore/?board=gpqa&kind=bar&color=architecture")
	var page struct {
		Command string
		Runs    []string
	}
	evaluate(t, ctx, fmt.Sprintf(exploreScript, "?board=gpqa&kind=bar&color=architecture"), &page)
	dir := t.TempDir()
	command := strings.NewReplacer("jouleboard figure", sites.Program(t)+" figure --quiet", "figure.", filepath.Join(dir, "figure.")).Replace(page.Command)
	if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	got, err := os.ReadFile(filepath.Join(dir, "figure.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(got)), "\n")[1:]
	if len(lines) != len(page.Runs) || len(lines) == 0 {
		t.Fatalf("the command writes %d rows, the page lists %d", len(lines), len(page.Runs))
	}
	for i, line := range lines {
		if run := strings.Split(line, ",")[1]; run != page.Runs[i] {
			t.Errorf("row %d of the command is %s, that of the page %s", i, run, page.Runs[i])
		}
	}
}

// The links of a board to Explore lead there with what its reader set; what a link says itself stands.
func TestLinksToExploreCarryTheQueryOfABoard(t *testing.T) {
	base := serve(t, build(t, "sample:"))
	ctx := start(t)
	open(t, ctx, base+"tasks/gpqa/?deadline=80&pct=p99&gpu=B200&q=skerry&rent=B200:4&price=0.2&view=all")
	var links []string
	evaluate(t, ctx, `JSON.stringify([...document.querySelectorAll('main a[href*="explore/?"]')].map((a) => a.href))`, &links)
	if len(links) < 4 {
		t.Fatalf("links %v", links)
	}
	for _, link := range links {
		for _, word := range []string{"board=gpqa", "deadline=80", "pct=p99", "gpu=B200", "q=skerry", "rent=B200%3A4", "price=0.2"} {
			if !strings.Contains(link, word) {
				t.Errorf("%s is without %s", link, word)
			}
		}
		if strings.Contains(link, "view=") {
			t.Errorf("%s has what a view does not", link)
		}
	}
	open(t, ctx, links[0])
	var page struct {
		Faults string
		Rows   int
	}
	evaluate(t, ctx, `JSON.stringify({Faults: document.querySelector('#faults')?.textContent ?? '', Rows: document.querySelectorAll('#table tbody tr').length})`, &page)
	if page.Faults != "" || page.Rows == 0 {
		t.Errorf("%s: %+v", links[0], page)
	}
}
