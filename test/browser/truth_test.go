package browser

import (
	"encoding/json"
	"fmt"
	"testing"
	"path/filepath"

	"github.com/chromedp/chromedp"

	"github.com/jouleboard/jouleboard/internal/shared"
)

func TestSentences(t *testing.T) {
	base := serve(t, build(t, filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")))
	ctx := start(t)
	for _, q := range []string{"", "deadline=none&pct=p95&q=30B", "deadline=20", "gpu=H100&pct=p99", "q=llama&deadline=30", "precision=fp8&gpus=1&view=all", "deadline=none&sort=throughput", "gpu=none", "energy=0.1", "arch=MoE&deadline=15&pct=p90"} {
		if err := chromedp.Do(ctx, chromedp.Navigate(base+"tasks/gpqa/?"+q)); err != nil {
			t.Fatal(err)
		}
		until(t, ctx, `document.documentElement.dataset.state === 'ready'`)
		text := value[string](t, ctx, `new Promise(r => setTimeout(() => r(JSON.stringify([...document.querySelectorAll('main h1, main h2, main h3, .lede, #count, .note, caption, [data-drawn], figcaption, #beyond li:first-of-type, #results tbody tr:first-of-type')].filter(e => e.checkVisibility()).map(e => e.tagName + ' ' + (e.id||e.className) + ': ' + e.textContent.trim().slice(0, 400)))), 800))`)
		var lines []string
		_ = json.Unmarshal([]byte(text), &lines)
		fmt.Println("=====", q)
		for _, l := range lines {
			fmt.Println("  ", l)
		}
	}
}
