package declared

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

// A field of a shipped declaration has a label and a sentence, since readers meet it there.
func TestShippedFieldsAreExplained(t *testing.T) {
	for _, b := range alone() {
		for _, f := range b.schema.Fields() {
			if f.Label == "" || !strings.HasSuffix(f.Help, ".") || f.Kind == data.Float && f.Unit == "" && f.Name != "result" &&
				f.Name != "power_result" {
				t.Errorf("%s.%s: label %q, unit %q, help %q", b.Domain, f.Name, f.Label, f.Unit, f.Help)
			}
		}
	}
}
