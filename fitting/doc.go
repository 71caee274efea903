// Package fitting fits curves and distributions to numbers, and computes intervals.
//
// Its input is numbers ([]float64), its results are models: a logistic curve over the base-2 logarithm of a size, a
// mixture of two shifted lognormals, the curve that the data support best with its confidence band, and intervals for
// a mean. The package is independent of runs, metrics and units, and does not read files or draw.
//
// Some fits have two methods. [Compat] repeats, number for number, the computation of the ML.ENERGY Benchmark's
// Python toolkit, because other programs start from those parameters. [Refined] is the better estimate.
//
// For finite input, nothing here returns NaN (except for the average over no replicas, which does not exist) or
// infinity, and nothing reads the clock or a global source of randomness: the same input gives the same output. Input
// that cannot be fitted is an error that names the first bad value.
package fitting

import "fmt"

// Method names how a model is fitted.
type Method string

const (
	// Compat gives the numbers of the Python toolkit, including its grid and rounding.
	Compat Method = "compat"
	// Refined gives the best estimate.
	Refined Method = "refined"
)

func checkMethod(m Method) error {
	if m != Compat && m != Refined {
		return fmt.Errorf("fitting method %q: expected %s or %s", string(m), Compat, Refined)
	}
	return nil
}
