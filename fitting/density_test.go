package fitting

import (
	"math"
	"testing"
)

// The numbers are those of numpy with scipy's definition.
func TestDensityIsThatOfScipy(t *testing.T) {
	values := []float64{1, 2, 4, 8.5, 9}
	want := []float64{0.0604658989918288, 0.08285928920350655, 0.07585851073138634, 0.0657480297483094}
	for i, got := range Density(values, []float64{0, 2, 5, 9}) {
		if math.Abs(got-want[i]) > 1e-15 {
			t.Errorf("%d: got %v, want %v", i, got, want[i])
		}
	}
	if Density([]float64{3}, []float64{1}) != nil || Density([]float64{3, 3}, []float64{1}) != nil {
		t.Error("a density without spread")
	}
}
