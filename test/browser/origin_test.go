package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
)

// origins follows numbers of a page to the pages of their runs: those of tips of pinned marks, and those that are links.
// A page of a run says where the run was read, or what the source does not say. A column of several tasks is in J, where the
// page of a run may be in kJ: then the values behind both numbers, in full precision, are the same.
const origins = `
	const pages = new Map();
	const page = async (href) => {
		const address = new URL(href, document.baseURI).href;
		if (!pages.has(address)) {
			const response = await fetch(address);
			const text = new DOMParser().parseFromString(await response.text(), 'text/html');
			const values = new Set([...text.querySelectorAll('main data')].map(({value}) => value));
			pages.set(address, {ok: response.ok, values, text: text.querySelector('main')?.textContent ?? '', origin: text.querySelector('#origin')?.textContent ?? ''});
		}
		return pages.get(address);
	};
	const found = [];
	performance.setResourceTimingBufferSize(9999);
	window.open = () => {};
	addEventListener('click', (event) => event.preventDefault());
	const follow = async (from, said, href, value) => {
		const of = await page(href);
		const n = said.match(/^[\d.,]+/)?.[0];
		if (!n) return;
		const parts = of.text.split(n);
		const has = parts.slice(1).some((after, i) => !/^[\d.,]*\d/.test(after) && !/[\d.,]$/.test(parts[i]));
		found.push({From: from, Said: said, To: href, Has: of.ok && (has || of.values.has(value)), Origin: /row [\d,]+|The source does not state/.test(of.origin)});
	};
	const spread = (all, most) => all.filter((_, i) => i % Math.ceil(all.length / most) === 0);
	for (const f of $$('figure[data-option]')) {
		f.scrollIntoView({block: 'center'});
		const svg = () => [...f.querySelectorAll('.drawings svg')].find(s => s.checkVisibility() && !s.dataset.apart);
		const read = () => svg() && performance.getEntriesByType('resource').some(({name}) => name.endsWith(f.dataset.option.replaceAll('../', '')));
		for (let i = 0; i < 200 && f.checkVisibility() && !read(); i++) await new Promise(done => setTimeout(done, 50));
		if (!read()) continue;
		const press = (m) => {
			const r = m.getBoundingClientRect();
			const at = {bubbles: true, clientX: r.x + r.width / 2, clientY: r.y + r.height / 2};
			m.dispatchEvent(new PointerEvent('pointermove', {...at, pointerType: 'mouse'}));
			m.dispatchEvent(new PointerEvent('click', {...at, pointerType: 'touch'}));
			return f.querySelector('.tip.pinned');
		};
		let waits = 40; // for the first tip: a file that has come is still to be read
		for (const m of spread([...svg().querySelectorAll('[data-i]')], 6)) {
			let tip = press(m);
			while (!tip && waits-- > 0) {
				await new Promise(done => setTimeout(done, 50));
				tip = press(m);
			}
			if (tip) waits = 0;
			const link = tip?.querySelector('a[href*="runs/"]');
			if (link) for (const dd of tip.querySelectorAll('dd')) await follow(f.id + ', ' + dd.previousElementSibling.textContent, dd.textContent, link.getAttribute('href'));
			document.body.click();
		}
	}
	for (const a of spread($$('main a[href*="runs/"]').filter(a => /^[\d.,]+/.test(a.textContent.trim())), 60)) await follow('link', a.textContent.trim(), a.getAttribute('href'), a.querySelector('data')?.value);
	return found`

// stated are the numbers of a finding or a post with the pages of their runs: those that are links, and those of rows whose
// names lead there. What a row has that is computed from several runs says so in its head.
const stated = `
	const pages = new Map();
	const page = async (href) => {
		const address = new URL(href, document.baseURI).href;
		if (!pages.has(address)) {
			const response = await fetch(address);
			const text = new DOMParser().parseFromString(await response.text(), 'text/html');
			pages.set(address, {values: new Set([...text.querySelectorAll('main data')].map(({value}) => value)), texts: new Set([...text.querySelectorAll('main dd strong')].map(one => one.textContent.trim())), origin: text.querySelector('#origin')?.textContent ?? ''});
		}
		return pages.get(address);
	};
	const found = [];
	const follow = async (a, data) => {
		const {values, texts, origin} = await page(a.getAttribute('href'));
		found.push({Said: data.textContent.trim(), Exact: data.value, Run: a.href.match(/runs\/(?:\?run=)?([^/]+)/)[1],
			Has: values.has(data.value) || texts.has(data.textContent.trim()), Origin: /row [\d,]+|The source does not state/.test(origin)});
	};
	for (const a of $$('main a[href*="runs/"]')) {
		const own = a.querySelector('data');
		if (own) await follow(a, own);
		if (!a.closest('th[scope=row]')) continue;
		const heads = [...a.closest('table').tHead.rows[0].cells].map(th => th.textContent);
		for (const td of a.closest('tr').cells) {
			const data = td.querySelector('data');
			if (data && !td.querySelector('a') && !heads[td.cellIndex].startsWith('Plotted value')) await follow(a, data);
		}
	}
	return found`

// Each number of a finding and of a post that is a run's is one step from its page, which has the same number and says where it
// was read; show prints it.
func TestNumbersOfFindingsAndPostsLeadToTheirRuns(t *testing.T) {
	source := publishedSource(t)
	site := build(t, source)
	ctx, base := start(t), serve(t, site)
	shown, findings, texts := map[string]string{}, 0, 0
	for _, address := range pages(t, site) {
		if !strings.HasPrefix(address, "findings/") && !strings.HasPrefix(address, "posts/") {
			continue
		}
		if err := chromedp.Do(ctx, chromedp.Navigate(base+address), chromedp.WaitReady("main")); err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		var got []struct {
			Said, Exact, Run string
			Has, Origin      bool
		}
		does(t, ctx, stated, &got)
		if strings.HasPrefix(address, "findings") {
			findings += len(got)
		} else {
			texts += len(got)
		}
		for i, n := range got {
			if !n.Has || !n.Origin {
				t.Errorf("%s: %+v", address, n)
			}
			if i%20 == 0 && shown[n.Run] == "" {
				text, err := exec.Command(sites.Program(t), "show", n.Run, "--source", source).Output()
				if err != nil {
					t.Fatalf("show %s: %v", n.Run, err)
				}
				shown[n.Run] = string(text)
			}
			if text := shown[n.Run]; text != "" && !strings.Contains(text, " "+n.Exact+" ") {
				t.Errorf("%s: show %s lacks %s", address, n.Run, n.Exact)
			}
		}
	}
	t.Logf("%d numbers of findings, %d of posts; show printed those of %d runs", findings, texts, len(shown))
	if findings < 200 || texts < 100 || len(shown) < 15 {
		t.Errorf("%d numbers of findings, %d of posts led to runs; show printed those of %d runs", findings, texts, len(shown))
	}
}

func TestNumbersLeadToTheirRuns(t *testing.T) {
	source := "sample:"
	if published := filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard"); exists(published) {
		source = published
	}
	ctx := start(t)
	base := serve(t, build(t, source))
	tips, links := 0, 0
	for _, path := range []string{
		"", "tasks/gpqa/", "tasks/lm-arena-chat/", "tasks/text-to-image/", "gpus/b200/", "architectures/moe/", "compare/lm-arena-chat/", "findings/b200-h100/",
		"posts/gpu-generations-at-equal-latency/", "models/Qwen__Qwen3-32B/",
	} {
		if err := chromedp.Do(ctx, chromedp.Navigate(base+path), chromedp.WaitReady("main")); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		var got []struct {
			From, Said, To string
			Has, Origin    bool
		}
		short, cancel := context.WithTimeout(ctx, time.Minute)
		does(t, short, origins, &got)
		cancel()
		for _, n := range got {
			if n.From == "link" {
				links++
			} else {
				tips++
			}
			if !n.Has || !n.Origin {
				t.Errorf("%s: %+v", path, n)
			}
		}
	}
	t.Logf("%d numbers of tips, %d links", tips, links)
	if tips < 80 || tips+links < 300 {
		t.Errorf("%d numbers of tips and %d links led to runs", tips, links)
	}
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }
