package data

import (
	"strings"
	"testing"
)

func TestSignsThatAreNotSeenAreRefused(t *testing.T) {
	for sign, documentToo := range map[string]bool{
		"\u202e": true, "\u2066": true, "\u200f": true, "\u0085": true, "\ufffd": true, "\n": true, // turn text around, or control
		"\u200b": false, "\u200d": false, "\ufeff": false, "\u2060": false, "\u00ad": false, "\u3164": false, "\u115f": false,
		"\ufe0f": false, "\u00a0": false, "\u2028": false, "\u034f": false, "\U000e0041": false, "\u2800": false, "\ue000": false,
	} {
		for _, name := range []string{"nickname", "gpu_model", "weight_precision", "architecture", "unstable_reason"} {
			r := NewRow(LLMRun{}.Schema())
			if err := r.Set(name, "a"+sign+"b"); err != nil {
				t.Fatal(err)
			}
			refused := false
			for _, w := range NewIntake(r.schema).wrong(r) {
				refused = refused || w.Field == name && strings.Contains(w.Message, "printable")
			}
			if want := documentToo || name != "unstable_reason"; refused != want {
				t.Errorf("%s with %+q: refused is %v", name, sign, refused)
			}
		}
	}
	for _, name := range []string{"Qwen 3", "Яндекс", "通义千问", "Łódź 7B", "é", "e\u0301", "Ω", "¼ × 2"} {
		r := NewRow(LLMRun{}.Schema())
		_ = r.Set("nickname", name) // a text
		for _, w := range NewIntake(r.schema).wrong(r) {
			if w.Field == "nickname" {
				t.Errorf("%q: %s", name, w.Message)
			}
		}
	}
}
