package browser

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func wellFormed(t *testing.T, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Errorf("no XML: %v", err)
			return
		}
	}
}

// Steps of a reader on a model's page.
const modelReader = figureReader + `
const ready = () => until(() => document.documentElement.dataset.state === 'ready');
const table = () => $('table[id^=configurations-]');
const lines = () => [...table().tBodies[0].rows].filter(r => !r.hidden).map(r => r.dataset.run);
const marked = () => [...table().tBodies[0].rows].filter(r => !r.hidden && r.querySelector('.mark')).map(r => r.dataset.run);
const shown = () => $('#view output')?.textContent ?? '';
`

func TestAModelsPageFiltersAndSaysHowMany(t *testing.T) {
	ctx := figurePage(t, model)
	var got struct {
		All, Some, None, Reset int
		Said, Empty, Address   string
	}
	does(t, ctx, modelReader+`
		await ready();
		const All = lines().length, boxes = $$('[name=gpu]');
		await press(boxes[0]);
		await until(() => shown() !== '');
		const Some = lines().length, Said = shown();
		for (const box of boxes.slice(1)) await press(box);
		await until(() => lines().length === 0);
		const None = lines().length, Empty = $('#scope').innerText;
		await until(() => location.search === '?gpu=none');
		const Address = location.search;
		await press('#choose [type=reset]');
		await until(() => lines().length === All);
		return {All, Some, Said, None, Empty, Address, Reset: lines().length}`, &got)
	if got.Some == 0 || got.Some > got.All || got.None != 0 || got.Reset != got.All || got.Empty == "" || got.Address != "?gpu=none" {
		t.Errorf("got %+v", got)
	}
	if got.Said != "23 of 34 configurations" { // of which the page lists a few
		t.Errorf("the page says %q", got.Said)
	}
}

func TestAModelsFrontierFollowsThePercentile(t *testing.T) {
	ctx := figurePage(t, model)
	var got struct {
		Static, Median, Tail []string
		Column, Axis         string
		Live                 bool
	}
	does(t, ctx, modelReader+`
		await ready();
		const Static = marked(), f = $('figure[data-chart=trade-off]');
		const axis = () => [...f.querySelectorAll('[data-width] text')].find((one) => one.textContent.includes('inter-token')).textContent, before = axis();
		await press('[name=pct][value=p99]');
		await until(() => axis() !== before);
		const Tail = marked(), Axis = axis(), Live = f.dataset.live !== undefined;
		const Column = [...table().tHead.rows[0].cells].map((c) => c.dataset.field).find((f) => f?.endsWith('_itl_ms'));
		await press('[name=pct][value=p50]');
		await until(() => axis() === before);
		return {Static, Median: marked(), Tail, Column, Axis, Live}`, &got)
	if got.Live || got.Column != "p99_itl_ms" || !strings.HasPrefix(got.Axis, "P99") || len(got.Tail) == 0 {
		t.Errorf("P99: %+v", got)
	}
	if len(got.Static) == 0 || strings.Join(got.Static, " ") != strings.Join(got.Median, " ") {
		t.Errorf("the page came with the frontier %v, its script finds %v", got.Static, got.Median)
	}
}

func TestAModelsTableSortsInThreeStates(t *testing.T) {
	ctx := figurePage(t, model)
	var got struct {
		Sorts  []string
		Orders []string
		Chosen []int // orders that the form has chosen
	}
	does(t, ctx, modelReader+`
		await ready();
		const Sorts = [], Orders = [lines().join()], Chosen = [];
		const column = [...table().tHead.rows[0].cells].find(th => th.dataset.field === 'avg_power_watts');
		for (let i = 0; i < 3; i++) {
			column.querySelector('.sort').click();
			await until(() => (column.getAttribute('aria-sort') ?? '') === ['ascending', 'descending', ''][i]);
			Sorts.push(column.getAttribute('aria-sort') ?? '');
			Orders.push(lines().join());
			Chosen.push($$('[name=sort]:checked').length);
		}
		return {Sorts, Orders, Chosen}`, &got)
	if strings.Join(got.Sorts, " ") != "ascending descending " {
		t.Errorf("states %q", got.Sorts)
	}
	if got.Orders[1] == got.Orders[2] || got.Orders[0] != got.Orders[3] {
		t.Errorf("orders %q", got.Orders)
	}
	if !slices.Equal(got.Chosen, []int{0, 0, 1}) {
		t.Errorf("the form has %v orders chosen, expected none while a header orders the rows", got.Chosen)
	}
}

func TestTheHistogramOfResponsesFollowsTheChosenConfiguration(t *testing.T) {
	ctx := start(t)
	base, served := serveCounted(t, build(t, "sample:"))
	open(t, ctx, base+model)
	before := served("-lengths")
	var got struct {
		Bars            []string
		Caption, Chosen string
		Answers, Binned int
		Static, Again   string
	}
	does(t, ctx, modelReader+`
		await ready();
		const f = $('figure[data-chart=energy-per-response]'), bars = () => f.querySelector('.bars').getAttribute('d'), Bars = [bars()];
		const drawn = (e) => e.getAttribute('d') ?? e.textContent.replaceAll('\u00a0', ' ');
		const all = () => [...f.querySelectorAll('h3, .histogram text, .bars, figcaption, tbody tr:nth-child(-n+10) data')].map(drawn).sort().join();
		const counted = () => [...f.querySelectorAll('tbody tr')].reduce((n, r) => n + Number(r.cells[2].querySelector('data').value), 0);
		const Static = all(), came = f.querySelector('.bars');
		table().querySelector('.choose[aria-current]').click();
		await until(() => f.querySelector('.bars') !== came);
		const Again = all(), last = [...table().querySelectorAll('.choose')].at(-1);
		last.click();
		await until(() => bars() !== Bars[0]);
		Bars.push(bars());
		const Answers = counted();
		f.querySelector('[data-log]').click();
		await until(() => bars() !== Bars[1]);
		Bars.push(bars());
		return {Bars, Caption: f.querySelector('figcaption').textContent, Chosen: last.textContent, Answers, Binned: counted(), Static, Again}`,
		&got)
	if after := served("-lengths"); before != 0 || after != 1 {
		t.Errorf("distributions were loaded %d times before and %d times after a choice", before, after)
	}
	if len(got.Bars) != 3 || got.Bars[0] == got.Bars[1] || got.Bars[1] == got.Bars[2] || !strings.Contains(got.Caption, "("+got.Chosen+").") {
		t.Errorf("got %+v", got)
	}
	if got.Answers == 0 || got.Answers != got.Binned {
		t.Errorf("%d answers, %d on the logarithmic axis", got.Answers, got.Binned)
	}
	if got.Static == "" || got.Static != got.Again {
		t.Errorf("the page came with\n%s\nthe script makes\n%s", got.Static, got.Again)
	}
}

func TestADeepLinkToAModelIsKeptByReload(t *testing.T) {
	ctx, address := start(t), serve(t, build(t, "sample:"))+model
	var got [2]string
	const look = modelReader + `await ready();
		const sort = table().querySelector('[aria-sort]')?.getAttribute('aria-sort');
		return lines().join() + ' ' + $('[name=pct]:checked').value + ' ' + sort + location.search`
	for i := range got {
		open(t, ctx, address+"?pct=p99&sort=-energy_per_token_joules&gpus=1")
		does(t, ctx, look, &got[i])
	}
	if got[0] != got[1] || !strings.Contains(got[0], " p99 descending?pct=p99") {
		t.Errorf("got %q", got)
	}
	const faults = modelReader + `await ready(); return $('#faults')?.textContent ?? ''`
	var said string
	open(t, ctx, address+"?pct=p99&sort=p99_itl_ms") // a column that the table has once the data are there
	if does(t, ctx, faults, &said); said != "" {
		t.Errorf("the page says %q", said)
	}
	open(t, ctx, address+"?pct=p42&sort=nothing")
	does(t, ctx, faults, &said)
	if !strings.Contains(said, "“p42” for Percentile") || !strings.Contains(said, "“nothing” for Order") {
		t.Errorf("the page says %q", said)
	}
}
