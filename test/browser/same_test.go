package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// sameness compares a figure's drawing with the chart that replaces it, before any input: for each mark that stands for a
// row and each text of the drawing the way in px to the nearest one of the chart. The chart's texts are noted as it
// writes them on its canvas; its marks are those of the view saved as SVG.
const sameness = `
const spaced = (text) => text.replace(/\s/g, ' ');
const written = [], write = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
	const m = this.getTransform(), k = devicePixelRatio;
	written.push({text: spaced(text), x: (m.a * x + m.c * y + m.e) / k, y: (m.b * x + m.d * y + m.f) / k,
		how: this.textAlign + ' ' + this.textBaseline});
	return write.call(this, text, x, y, ...rest);
};
const sides = {start: 'left', middle: 'center', end: 'right'};
const anchor = (e, origin) => {
	const at = new DOMPoint(Number(e.getAttribute('x')), Number(e.getAttribute('y'))).matrixTransform(e.getScreenCTM());
	return {x: at.x - origin.x, y: at.y - origin.y, text: spaced(e.textContent), how: sides[getComputedStyle(e).textAnchor] + ' middle'};
};
const middle = (e, origin) => { const r = e.getBoundingClientRect();
	return {x: r.x + r.width / 2 - origin.x, y: r.y + r.height / 2 - origin.y}; };
// nearest is how far the nearest is, altogether and along each axis.
const nearest = (one, all) => all.map((o) => [Math.hypot(o.x - one.x, o.y - one.y), o.x - one.x, o.y - one.y])
	.reduce((a, b) => (b[0] < a[0] ? b : a), [9999, 9999, 9999]);
const shapesOf = async (f, box) => {
	saved.length = 0;
	tool(f, 'SVG').click();
	const host = document.createElement('div');
	host.style.cssText = 'position:absolute;left:0;top:0;width:' + box.width + 'px;height:' + box.height + 'px';
	host.innerHTML = (await saved[0].blob.text()).replace(/^<\?xml[^>]*>/, '');
	document.body.append(host);
	const live = host.querySelector('svg');
	live.setAttribute('width', box.width);
	live.setAttribute('height', box.height);
	const to = live.getBoundingClientRect();
	const shapes = [...live.querySelectorAll('path, circle, rect, polyline')].map((e) => middle(e, to));
	host.remove();
	return shapes;
};
const compare = async (f) => {
	const drawn = () => [...f.querySelectorAll('.drawings svg')].find((s) => s.getClientRects().length && !s.dataset.apart);
	await until(drawn); // one that the page does not hold comes from its file
	const svg = drawn(), from = svg.getBoundingClientRect();
	const marks = [...svg.querySelectorAll('[data-i]')].map((e) =>
		middle(e, from)), texts = [...svg.querySelectorAll('text')].map((e) => anchor(e, from));
	written.length = 0;
	await explore(f);
	await frame();
	const shapes = await shapesOf(f, from), far = [];
	const tell = (what, [by, dx, dy]) => { if (by > 1) far.push(what + ' by ' + dx.toFixed(1) + ', ' + dy.toFixed(1) + ' px'); };
	for (const mark of marks) tell('a mark at ' + Math.round(mark.x) + ', ' + Math.round(mark.y), nearest(mark, shapes));
	for (const text of texts) tell(JSON.stringify(text.text),
		nearest(text, written.filter((w) => w.text === text.text && w.how === text.how)));
	await key(f.querySelector('.plot'), 'Escape');
	await until(() => f.dataset.live === undefined);
	return {Chart: f.dataset.chart, Marks: marks.length, Texts: texts.length, Far: far.slice(0, 5)};
};
const all = [], seen = new Set(); // a figure of each kind
for (const f of document.querySelectorAll('figure[data-option]')) {
	if (!f.querySelector('[data-explore]') || !f.querySelector('.drawings svg') || seen.has(f.dataset.chart)) continue;
	seen.add(f.dataset.chart);
	f.scrollIntoView();
	await frame();
	all.push(await compare(f));
}
return all`

func TestALiveChartFirstLooksAsItsDrawing(t *testing.T) {
	needsLibrary(t)
	base := serve(t, buildTexts(t))
	for _, address := range []string{"tasks/gpqa/", "tasks/text-to-image/", model, "posts/kinds/", "quality/"} {
		t.Run(address, func(t *testing.T) {
			ctx := start(t)
			if err := chromedp.Do(ctx, chromedp.Navigate(base+address), chromedp.WaitReady(`[data-explore]:enabled`)); err != nil {
				t.Fatal(err)
			}
			var figures []struct {
				Chart        string
				Marks, Texts int
				Far          []string
			}
			explores(t, ctx, sameness, &figures)
			if len(figures) == 0 {
				t.Error("no figure was compared")
			}
			for _, f := range figures {
				if len(f.Far) > 0 || f.Texts == 0 {
					t.Errorf("%s of %d marks and %d texts: %v", f.Chart, f.Marks, f.Texts, f.Far)
				}
			}
		})
	}
}
