package data_test

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func TestPublicTextsTellOfNobodysMachines(t *testing.T) {
	for given, want := range map[string]string{
		"Qwen/Qwen3-8B":                                "Qwen/Qwen3-8B",
		"/home/alice/models/llama":                     "llama",
		"~/models/my llama":                            "my llama",
		`C:\Users\alice\llama`:                         "llama",
		`\\node7\share\llama`:                          "llama",
		"5 J/token, input + output":                    "5 J/token, input + output",
		"</script>":                                    "</script>",
		"slow: wrote /scratch/alice/run 3 (~/x/y.log)": "slow: wrote run 3 (y.log)",
		`open("/etc/hosts")`:                           `open("hosts")`,
		"http://node7:8000/v1":                         "(address)",
		"judge at 10.0.0.7:8000 or localhost:11434":    "judge at (address) or (address)",
		"two\nlines\x00":                               "two lines",
		"cuDNN 9.1.0.70":                               "cuDNN 9.1.0.70",
	} {
		if got := data.Public(given); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
	if got := data.Public(strings.Repeat("é", 400)); len(got) > 300 || !strings.HasSuffix(got, "é…") {
		t.Errorf("a long text becomes %q", got)
	}
}
