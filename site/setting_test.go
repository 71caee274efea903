package site

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/source"
)

// boardsOf are the boards of other systems' reference results, by title.
func boardsOf(t *testing.T, system string) map[string]*task {
	t.Helper()
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	ds, err := source.Open(t.Context(), system+":"+filepath.Join(shared.Small(t), "fixtures", system))
	if err != nil {
		t.Fatal(err)
	}
	boards := map[string]*task{}
	for _, b := range newEdition(Select(ds.Dataset, texts), Options{Content: texts}).boards {
		boards[b.Title] = b
	}
	return boards
}

func TestABoardsSentencesNameSettingsAndWarnings(t *testing.T) {
	for title, b := range boardsOf(t, "llenergymeasure") {
		if !strings.Contains(title, "1 GPU, prompts: aienergyscore") {
			continue
		}
		lede := spoken(b.lede(b.board.Answer(b.board.Default)))
		for _, want := range []string{
			", batch size 16, tensorrt, FP8, 5 warnings).",
			"The first and the last model also differ in engine, precision and batch size.",
		} {
			if !strings.Contains(lede, want) {
				t.Errorf("%q lacks %q", lede, want)
			}
		}
		a := b.tradeoff()
		got, _ := b.tradeoffTitle(*a, b.answerTo(*a))
		if !strings.HasPrefix(got, "Lowest energy per output token and highest throughput: ") || !strings.Contains(got, "tensorrt, FP8, 5 warnings)") {
			t.Errorf("the trade-off's title is %q", got)
		}
		return
	}
	t.Error("there is no such board")
}

// The heading names what the numbers below it are of, and one model is the best of none.
func TestABoardOfASystemOnChipSaysThatItsGPUCounts(t *testing.T) {
	b := boardsOf(t, "ipw")["MMLU-Pro (energy scope: GPU part of a system on chip)"]
	if b == nil || b.rows[0].Energy > 70 {
		t.Fatalf("%+v", b)
	}
	if lede := spoken(b.lede(b.board.Answer(b.board.Default))); !strings.Contains(lede, "Qwen3-4B-4bit is the only model ranked by intelligence per joule: ") {
		t.Errorf("%q", lede)
	}
	low, high, ok := b.rows[0].Interval()
	if x, _ := b.rows[0].Metric(); !ok || high/low < 2 || x < low || x > high {
		t.Errorf("ten questions leave %v to %v open", low, high)
	}
}
