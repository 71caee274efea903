// Package fitting finds the curve, distribution or interval that best describes
// numbers, and how sure is that?
//
// Numbers go in ([]float64), models come out: a logistic curve over the base-2
// logarithm of a size, a mixture of two shifted lognormals, the curve that the
// data support best with its confidence band, and intervals for a mean. The
// package stands on the lowest floor: it knows no run, no metric and no unit, it
// reads no file and draws nothing.
//
// Some fits come in two methods. [Compat] repeats, number for number, what the
// Python toolkit of the ML.ENERGY benchmark computes, because other programs
// start from those parameters. [Refined] is the better estimate.
//
// Nothing here returns NaN (but for the average over no replicas, which does not
// exist) or infinity for finite input, and nothing reads the
// clock or a global source of randomness: the same input gives the same output.
// Input that cannot be fitted is an error that names the first bad value.
package fitting

import "fmt"

// Method names how a model is fitted.
type Method string

const (
	// Compat gives the numbers of the Python toolkit, its grid and rounding
	// included.
	Compat Method = "compat"
	// Refined gives the best estimate known here.
	Refined Method = "refined"
)

func checkMethod(m Method) error {
	if m != Compat && m != Refined {
		return fmt.Errorf("fitting method %q: expected %s or %s", string(m), Compat, Refined)
	}
	return nil
}
