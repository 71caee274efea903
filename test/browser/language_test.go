package browser

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/test/sites"
)

// textsOfThePage are all texts that a reader sees or hears, in the page as it is and in its head; what may be the same in
// all languages by its nature is left out: names, which come from the data, codes and what has no letters but a unit's.
const textsOfThePage = `(() => {
	const names = new Set(['CSV', 'JSON', 'SVG', 'PNG', 'Parquet', 'BibTeX', 'CSL JSON', 'GPU', 'GPUs', 'PUE', 'Link', 'Jouleboard', 'Apache-2.0',
		'Log x', 'Log y', 'Videos']);
	for (const e of document.querySelectorAll('#results th a, .tag, :is([name=gpu], [name=precision], [name=arch]) + span'))
		names.add(e.textContent.trim());
	const found = new Set([document.title]);
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('script, style, code')) found.add(walk.currentNode.textContent.trim());
	for (const e of document.querySelectorAll('*')) {
		for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt', 'data-text',
			'data-neutral']) if (e.hasAttribute(name)) found.add(e.getAttribute(name).trim());
	}
	for (const e of document.querySelectorAll('meta[name=description], meta[property$=title], meta[property$=description]'))
		found.add(e.content);
	for (const name of JSON.parse(sessionStorage.names ?? '[]')) names.add(name); // of views with more rows
	sessionStorage.names = JSON.stringify([...names]);
	const codes = /^[^\p{L}]*(([kMG]?(J|Wh|W)|ms|s|px|k?B|MB|k|M|P\d\d|[A-Z]+\d+|log)\b[^\p{L}]*)*$/u;
	const isOwn = (text) => !codes.test(text)
		&& !names.has(text.replace(/^\d+× |^(CSV|JSON|Parquet) \(.*\)$/, (m, format) => format ?? '')) && !names.has(text);
	return [...found].filter(isOwn);
})()`

// Every text of a task's page is German on a German site, those of its scripts too.
func TestATasksPageIsWhollyInItsLanguage(t *testing.T) {
	axe := axeSource(t)
	dir := sites.Of(t, "--source", "sample:", "--config", "testdata/german.yaml")
	german, english := serve(t, dir), serve(t, build(t, "sample:"))
	ctx := start(t)
	for _, task := range []string{"gpqa", "image-chat", "text-to-image", "text-to-video"} {
		address := "tasks/" + task + "/"
		for _, query := range []string{
			"", "?deadline=1&gpu=none",
			"?view=all&deadline=none&unit=kWh-per-Mtok&price=0.3&grid=400&pct=p90&cols=nothing",
		} {
			texts := textsAt(t, ctx, german+address+query)
			if language := value[string](t, ctx, `document.documentElement.lang`); language != "de" {
				t.Errorf("%s: its language is %q", address, language)
			}
			if len(texts) < 50 {
				t.Errorf("%s%s has %d texts", address, query, len(texts))
			}
			for _, text := range textsAt(t, ctx, english+address+query) {
				if slices.Contains(texts, text) && text != "USD" {
					t.Errorf("%s%s says %q in both languages", address, query, text)
				}
			}
		}
		// of another language are the texts and their widths
		for _, fault := range visit(ctx, german+address, axe, evenly[:2]) {
			t.Errorf("%s: %s", address, fault)
		}
	}
}

func textsAt(t *testing.T, ctx context.Context, address string) (texts []string) {
	t.Helper()
	open(t, ctx, address)
	texts = value[[]string](t, ctx, textsOfThePage)
	if len(texts) == 0 || !strings.Contains(address, "tasks/") {
		t.Fatalf("%s has no texts", address)
	}
	return texts
}
