package browser

import (
	"slices"
	"strings"
	"testing"
)

// Pages of several boards draw what an address asks for on each of them, also where a board lacks a value of it, and tell what
// none of them knows.
func TestAnAddressIsOneForAllBoardsOfAPage(t *testing.T) {
	ctx := start(t)
	base := serve(t, build(t, "sample:"))
	for _, c := range []struct {
		address, ignored string
		rows             []string // what each row says
		text             string
	}{
		{"gpus/b200/?precision=FP8&gpus=1", "", []string{"FP8", "1× B200"}, "Compared: configurations with 1 GPU in FP8."},
		{"gpus/b200/?precision=FP8,INT4", "“INT4” for Precision", []string{"FP8"}, "Compared: configurations in FP8."},
		{"gpus/b200/?gpus=2,1", "", []string{"B200"}, "Compared: configurations with 1 or 2 GPUs."},
		{"gpus/b200/?precision=INT4", "“INT4” for Precision", []string{"B200"}, ""},
		{"gpus/b200/?color=blue", "“color” is not a setting of this page", []string{"B200"}, ""},
		{"models/aurora__Lumen-8B/?daily=1000000", "", nil, "1,000,000 tokens per day"},
	} {
		open(t, ctx, base+c.address)
		var got struct {
			Faults, Text string
			Rows         []string
		}
		does(t, ctx, `return {Faults: $('#faults')?.textContent ?? '', Text: $('main').textContent,
			Rows: $$('tr[data-run]').filter((r) => r.checkVisibility()).map((r) => r.textContent)}`, &got)
		if (got.Faults != "") != (c.ignored != "") || !strings.Contains(got.Faults, c.ignored) || !strings.Contains(got.Text, c.text) {
			t.Errorf("%s: ignored is %q, wanted %q and the text %q", c.address, got.Faults, c.ignored, c.text)
		}
		if other := slices.ContainsFunc(got.Rows, func(row string) bool {
			return slices.ContainsFunc(c.rows, func(part string) bool { return !strings.Contains(row, part) })
		}); other || c.rows != nil && len(got.Rows) == 0 {
			t.Errorf("%s: %d rows, not all asked for: %q", c.address, len(got.Rows), got.Rows)
		}
	}
}

func TestACitationLeavesOutWhatIsIgnored(t *testing.T) {
	ctx := start(t)
	base := serve(t, build(t, publishedSource(t)))
	for address, want := range map[string]string{
		"tasks/gpqa/?gpu=B200&color=blue":               "Filters and settings: gpu=B200. ",
		"models/Qwen__Qwen3-8B/?gpu=B200&deadline=soon": "Filters and settings: gpu=B200. ",
		"models/Qwen__Qwen3-8B/?precision=INT4":         "",
		"models/Qwen__Qwen3-8B/?daily=1000000&gpu=B200": "Filters and settings: daily=1000000, gpu=B200. ",
		"compare/?gpu=B200&models=Qwen/Qwen3-8B&kw=-5":  "Filters and settings: gpu=B200, models=Qwen/Qwen3-8B. ",
	} {
		open(t, ctx, base+address)
		var got string
		does(t, ctx, `await frame(); return $('#cite pre').textContent`, &got)
		if strings.Contains(got, "Filters and settings") != (want != "") || !strings.Contains(got, want) || strings.Contains(got, "kw") {
			t.Errorf("%s is cited as %q, wanted %q", address, got, want)
		}
	}
}
