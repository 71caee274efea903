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

// A name of what has files and addresses of its own is held to what file names allow, and told with its length.
func TestNamesThatNoFileCanHaveAreRefused(t *testing.T) {
	long := strings.Repeat("x", longestName)
	for _, c := range []struct{ field, name, want string }{
		{"model_id", long, ""},
		{"model_id", long + "x", "expected at most 200 bytes, since it names files and addresses, got 201"},
		{"gpu_model", long, ""},
		{"gpu_model", long + "x", "got 201: \"xxx"},
		{"gpu_model", `a\b`, "expected a name without “\\”"},
		{"gpu_model", "A100: 80 GB?", ""},
		{"task", long[:longestID], ""},
		{"task", long[:longestID+1], "expected at most 48 lower-case letters"},
		{"nickname", long + "x", ""},
	} {
		r := NewRow(LLMRun{}.Schema())
		_ = r.Set(c.field, c.name) // a text
		said := ""
		for _, w := range NewIntake(r.schema).wrong(r) {
			if w.Field == c.field {
				said += w.Message
			}
		}
		if !strings.Contains(said, c.want) || c.want == "" && said != "" {
			t.Errorf("%s %q: got %q, want %q", c.field, c.name, said, c.want)
		}
	}
}
