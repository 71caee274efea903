package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// Results of other systems are read from the Hub as from their directory, with the
// same runs and the same problems: their kind is known by content.
func TestResultsOfOtherSystemsOnTheHubEqualTheDirectory(t *testing.T) {
	fixtures := filepath.Join(shared.Small(t), "fixtures")
	for _, system := range []string{"llenergymeasure", "ipw"} {
		t.Run(system, func(t *testing.T) {
			dir := filepath.Join(fixtures, system)
			hubAt(t, "acme/"+system, dir)
			sources := map[string]string{"hf://acme/" + system: dir}
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				if e.IsDir() {
					sources["hf://acme/"+system+"/"+e.Name()] = filepath.Join(dir, e.Name())
				}
			}
			for hub, plain := range sources {
				for _, args := range [][]string{{"check"}, {"runs", "--domain", system}} {
					sameOutput(t, hub, plain, append(args, "--format", "json"))
				}
			}
			text, _ := command(t, "runs", "--domain", system, "--format", "json", "--source", "hf://acme/"+system)
			if n := len(objects(t, text)); n < 4 {
				t.Errorf("%d runs only", n)
			}
		})
	}
}

// sameOutput compares what a command prints of two sources, but for their names.
func sameOutput(t *testing.T, hub, plain string, args []string) {
	t.Helper()
	print := func(source string) []byte {
		var out bytes.Buffer
		var messages strings.Builder
		err := run(t.Context(), &out, &messages, append(args, "--source", source))
		if out.Len() == 0 {
			t.Fatalf("%v of %s: %v", args, source, err)
		}
		return bytes.ReplaceAll(out.Bytes(), []byte(source), []byte("SOURCE"))
	}
	if got, want := print(hub), print(plain); !bytes.Equal(got, want) {
		t.Errorf("%v of %s:\n%s\nof %s:\n%s", args, hub, got, plain, want)
	}
}
