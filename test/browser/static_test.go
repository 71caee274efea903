package browser

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/units"
)

// plainScript defines what the build and a script made, for a comparison. Spaces between elements and what only a
// script can use do not count.
const plainScript = `
	const asBuilt = async () => new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), 'text/html');
	const plain = (node) => {
		const copy = node.cloneNode(true);
		for (const e of [copy, ...copy.querySelectorAll('*')]) {
			for (const name of ['disabled', 'data-row', 'id']) e.removeAttribute(name);
			if (e.children.length) for (const c of [...e.childNodes]) if (c.nodeType === 3 && !c.textContent.trim()) c.remove();
		}
		const html = copy.outerHTML.replace(/\s+/g, ' ').replace(/> /g, '>').replace(/ </g, '<');
		return html.replace(/<(\w+)((?: [\w-]+(?:="[^"]*")?)*)>/g, (_, tag, list) =>
			'<' + tag + (list.match(/ [\w-]+(?:="[^"]*")?/g) ?? []).map(a => a.replace(/=""$/, '')).sort().join('') + '>');
	};
`

// staticScript compares what the page came with and what its script made of it.
const staticScript = `(async () => {` + plainScript + `
	const came = await asBuilt();
	// another unit and back makes every row and header anew
	for (const unit of ['Wh', 'J']) document.querySelector('[name=unit][value=' + unit + ']').click();
	const parts = ['.lede', '#count', '#results-note', '#results thead', '#results tbody', '#beyond'];
	return JSON.stringify(parts.map(s => [s, plain(came.querySelector(s)), plain(document.querySelector(s))]));
})()`

func TestScriptMakesThePageThatTheBuildMade(t *testing.T) {
	source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	base := serve(t, build(t, source))
	ctx := start(t)
	makesThePage(t, ctx, base, "tasks/gpqa/", "tasks/lm-arena-chat/", "tasks/sourcegraph-fim/", "tasks/image-chat/", "tasks/video-chat/",
		"tasks/text-to-image/", "tasks/text-to-video/")
	makesThePage(t, ctx, serve(t, build(t, otherBenchmarks(t)...)),
		"boards/llenergymeasure-h100-batch-sweep-2026-05-07t14-32-08/", "boards/llenergymeasure-h100-batch-sweep-2026-05-07t14-32-08-2/",
		"boards/ipw-supergpqa/")
}

func makesThePage(t *testing.T, ctx context.Context, base string, addresses ...string) {
	t.Helper()
	for _, task := range addresses {
		open(t, ctx, base+task)
		var parts [][3]string
		evaluate(t, ctx, staticScript, &parts)
		for _, p := range parts {
			if p[1] != p[2] {
				came, made := differ(p[1], p[2])
				t.Errorf("%s: %s came as\n…%s\nand is\n…%s", task, p[0], came, made)
			}
		}
	}
}

// differ cuts two texts down to where they begin to differ.
func differ(a, b string) (string, string) {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	from := max(n-60, 0)
	return a[from:min(n+120, len(a))], b[from:min(n+120, len(b))]
}

const numbersScript = `JSON.stringify([...document.querySelectorAll('#results tbody td:not(.pick) data')]
	.map(d => [d.getAttribute('value'), d.textContent, document.querySelector('#results thead tr').cells[d.closest('td').cellIndex].dataset.field]))`

// All numbers of a board are shown as the build would show them.
func TestScriptWritesNumbersAsTheBuildDoes(t *testing.T) {
	source := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")
	base := serve(t, build(t, source))
	ctx := start(t)
	for _, b := range boards(t, source) {
		var names []string
		for _, c := range b.Columns {
			if c.Kind.String() == "number" || c.Kind.String() == "integer" {
				names = append(names, c.Name)
			}
		}
		open(t, ctx, base+b.Address+"?deadline=none&view=all&cols="+strings.Join(names, "%2C"))
		var shown [][3]string
		evaluate(t, ctx, numbersScript, &shown)
		if want := min(len(b.Rows), mostRows) * len(names); len(shown) < want/2 {
			t.Fatalf("%s: got %d numbers, want about %d", b.ID, len(shown), want)
		}
		for _, s := range shown {
			c, _ := b.Column(s[2])
			if want := written(t, c, s[0]); s[1] != want && !strings.HasSuffix(s[2], "_billions") {
				t.Errorf("%s: %s %s is written %q, want %q", b.ID, s[2], s[0], s[1], want)
			}
		}
	}
}

func written(t *testing.T, c board.Column, value string) string {
	t.Helper()
	x, err := strconv.ParseFloat(value, 64)
	if err != nil {
		t.Fatal(err)
	}
	if c.Kind.String() == "integer" {
		return units.Whole(int(x))
	}
	return units.Style{}.In(c.Form, x)
}

func TestTablesOfListsAreSeenWithScripts(t *testing.T) {
	ctx := start(t)
	base := serve(t, build(t, "sample:"))
	for _, address := range []string{"", "models/", "gpus/", "architectures/", "findings/", "data/", "methods/"} {
		if err := chromedp.Do(ctx, chromedp.Navigate(base+address)); err != nil {
			t.Fatal(err)
		}
		var unseen []string
		does(t, ctx, `
			const closed = (e) => e.closest('[hidden], details:not([open]), .drawings');
			return [...document.querySelectorAll('main table')].filter(e => !closed(e) && e.getBoundingClientRect().height < 20)
				.map(e => e.id || e.innerText.slice(0, 60))`, &unseen)
		if len(unseen) > 0 {
			t.Errorf("/%s: tables that nobody sees: %q", address, unseen)
		}
	}
}
