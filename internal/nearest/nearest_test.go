package nearest

import "testing"

func TestHintNamesTheClosestWordOrNone(t *testing.T) {
	known := []string{"energy_per_token_joules", "num_gpus", "task", "A100", "H100"}
	for written, want := range map[string]string{
		"energy":    `; did you mean "energy_per_token_joules"?`,
		"num_gpu":   `; did you mean "num_gpus"?`,
		"h100":      `; did you mean "H100"?`,
		"TASK":      `; did you mean "task"?`,
		"wallpaper": "",
		"":          "",
	} {
		if got := Hint(written, known); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

func TestHintNamesTheShortenedWords(t *testing.T) {
	if got := Hint("out_tokens", []string{"input_tokens", "output_tokens"}); got != `; did you mean "output_tokens"?` {
		t.Error(got)
	}
}

func TestOrderPutsTheNearestFirst(t *testing.T) {
	known := []string{"chat", "meeting notes", "meetings"}
	if got := order("meeting-notes", known); got[0] != "meeting notes" || got[1] != "meetings" || known[0] != "chat" {
		t.Errorf("got %q", got)
	}
}
