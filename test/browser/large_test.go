package browser

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/jouleboard/jouleboard/test/sweep"
)

// On a site of very many runs, one page shows each run, with its neighbors in the sweep, and the search finds it by the first
// letters of its ID. The figure of a model has its rows in its drawing, which has no live chart, and follows the filters.
func TestALargeSite(t *testing.T) {
	dir := t.TempDir()
	if err := (sweep.Size{Models: 101, Tasks: 5, GPUs: 10, Batches: 10}).Write(dir, 1); err != nil {
		t.Fatal(err)
	}
	ctx, base := start(t), serve(t, build(t, "compiled:"+dir))
	var got struct {
		Run, Energy, Title, Shown, Found, Said string
		Neighbors                              int
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(base+"tasks/task-2/"), chromedp.WaitReady("main")); err != nil {
		t.Fatal(err)
	}
	does(t, ctx, `
		const a = $('#results td.main a[href*="run="]');
		return {Run: new URL(a.href).searchParams.get('run'), Energy: a.querySelector('data').value}`, &got)
	if err := chromedp.Do(ctx, chromedp.Navigate(base+"runs/?run="+got.Run), chromedp.WaitReady("main")); err != nil {
		t.Fatal(err)
	}
	does(t, ctx, `
		for (let i = 0; i < 200 && $('#run').hidden && !$('#said').textContent; i++) await new Promise(done => setTimeout(done, 50));
		return {Said: $('#said').textContent, Title: $('#run-title').textContent, Neighbors: $$('#sweep tbody tr').length,
			Shown: $('[data-domain] [data-field="energy_per_token_joules"] data').value}`, &got)
	if got.Said != "" || got.Title == "" || got.Shown != got.Energy || got.Neighbors < 5 {
		t.Errorf("the page shows %+v", got)
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(base+"search/?q="+got.Run[:6]), chromedp.WaitReady("main")); err != nil {
		t.Fatal(err)
	}
	comes(t, ctx, `document.querySelector('main a[href*="run=`+got.Run+`"]')`)
	const figure = `document.querySelector('#task-2-frontier')`
	if err := chromedp.Do(ctx, chromedp.Navigate(base+"models/lab__model-3/"), chromedp.WaitReady("main")); err != nil {
		t.Fatal(err)
	}
	comes(t, ctx, `(`+figure+`.scrollIntoView(), `+figure+`.querySelectorAll('[data-i]').length === 100)`)
	comes(t, ctx, `(() => {
		const mark = `+figure+`.querySelectorAll('[data-i]')[40], {x, y, width, height} = mark.getBoundingClientRect();
		mark.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, clientX: x + width / 2, clientY: y + height / 2, pointerType: 'mouse'}));
		return /^Model 3.*sequences.*J per output token.*ms$/s.test(`+figure+`.querySelector('.tip.shown')?.innerText);
	})() && !`+figure+`.querySelector('[data-explore]')`)
	if err := chromedp.Do(ctx, chromedp.Navigate(base+"models/lab__model-3/?gpu=H100"), chromedp.WaitReady("main")); err != nil {
		t.Fatal(err)
	}
	comes(t, ctx, figure+`.querySelectorAll('[data-i]').length === 30`)
}
