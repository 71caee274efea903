package templates

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/templates/markdown"
)

var update = flag.Bool("update", false, "write the golden files")

func TestEachKindOfPageAsMarkdown(t *testing.T) {
	for _, p := range pages() {
		t.Run(p.name, func(t *testing.T) {
			got := markdown.Of([]byte(render(t, p.show(p.model))))
			golden := filepath.Join("testdata", p.name+".md")
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || string(got) != string(want) {
				t.Errorf("%s reads\n%s\nwant (or run with -update)\n%s%v", p.name, got, want, err)
			}
		})
	}
}
