package browser

import (
	"testing"
)

// sameness compares a figure's drawing with the chart that replaces it, saved as SVG before any input: for each mark
// that stands for a row and each text of the drawing the way in px to the nearest one of the chart.
const sameness = `
const middle = (e, origin) => { const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2 - origin.x, y: r.y + r.height / 2 - origin.y, text: e.textContent}; };
const nearest = (one, all) => Math.min(...all.map((o) => Math.hypot(o.x - one.x, o.y - one.y)), 9999);
const compare = async (f) => {
	const svg = [...f.querySelectorAll('.drawings svg')].find((s) => s.getClientRects().length), from = svg.getBoundingClientRect();
	const marks = [...svg.querySelectorAll('[data-i]')].map((e) => middle(e, from)), texts = [...svg.querySelectorAll('text')].map((e) => middle(e, from));
	await explore(f);
	saved.length = 0;
	tool(f, 'SVG').click();
	const host = document.createElement('div');
	host.style.cssText = 'position:absolute;left:0;top:0;width:' + from.width + 'px;height:' + from.height + 'px';
	host.innerHTML = (await saved[0].blob.text()).replace(/^<\?xml[^>]*>/, '');
	document.body.append(host);
	const live = host.querySelector('svg');
	live.setAttribute('width', from.width);
	live.setAttribute('height', from.height);
	const to = live.getBoundingClientRect();
	const shapes = [...live.querySelectorAll('path, circle, rect, polyline')].map((e) => middle(e, to)), words = [...live.querySelectorAll('text')].map((e) => middle(e, to));
	host.remove();
	const far = [];
	for (const mark of marks) { const d = nearest(mark, shapes); if (d > 1) far.push('a mark at ' + Math.round(mark.x) + ', ' + Math.round(mark.y) + ' by ' + d.toFixed(1) + ' px'); }
	for (const text of texts) { const d = nearest(text, words.filter((w) => w.text === text.text)); if (d > 1) far.push(JSON.stringify(text.text) + ' by ' + d.toFixed(1) + ' px'); }
	await key(f.querySelector('.plot'), 'Escape');
	await until(() => f.dataset.live === undefined);
	return {Chart: f.dataset.chart, Marks: marks.length, Texts: texts.length, Far: far.slice(0, 5)};
};
const all = [];
for (const f of [...document.querySelectorAll('figure[data-option]')].slice(0, 12)) {
	if (f.querySelector('[data-explore]') && f.querySelector('.drawings svg')) { f.scrollIntoView(); await frame(); all.push(await compare(f)); }
}
return all`

func TestALiveChartFirstLooksAsItsDrawing(t *testing.T) {
	ctx := start(t)
	base := serve(t, buildTexts(t))
	seen := map[string]bool{}
	for _, address := range []string{"tasks/gpqa/", "tasks/text-to-image/", model, "gpus/h100/", "posts/kinds/", "quality/"} {
		open(t, ctx, base+address)
		var figures []struct {
			Chart        string
			Marks, Texts int
			Far          []string
		}
		explores(t, ctx, sameness, &figures)
		for _, f := range figures {
			seen[f.Chart] = true
			if len(f.Far) > 0 || f.Texts == 0 {
				t.Errorf("%s: %s of %d marks and %d texts: %v", address, f.Chart, f.Marks, f.Texts, f.Far)
			}
		}
	}
	t.Logf("compared %v", seen)
}
