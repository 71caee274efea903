package source_test

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/source"
)

// What no measurement can be is refused in every field of every record type, with file,
// row and field.
func TestEveryNumberHasARange(t *testing.T) {
	for _, s := range source.Schemas() {
		for _, f := range s.Fields() {
			if f.Kind != data.Float || f.Computed {
				continue
			}
			for _, v := range []float64{1e-310, 1.79e308, -1.79e308} {
				in, r := data.NewIntake(s), data.NewRow(s)
				if err := r.Set(f.Name, v); err != nil {
					t.Fatal(err)
				}
				if in.Add(r, "runs", 7); !refused(in.Problems, f.Name) {
					t.Errorf("%s.%s takes %g", s.Domain, f.Name, v)
				}
			}
		}
	}
}

func refused(problems []data.Problem, field string) bool {
	for _, p := range problems {
		if p.File == "runs" && p.Row == 7 && p.Field == field && p.LeftOut <= 1 && strings.Contains(p.Message, "row left out") {
			return true
		}
	}
	return false
}
