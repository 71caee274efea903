package data

import (
	"encoding/json"
	"fmt"
	"math"
)

// Remarks are what a reader adds to a run that its readers should know, each as “code: text”.
type Remarks []string

// Say adds a remark where it is one.
func (r *Remarks) Say(is bool, code, format string, args ...any) {
	if is {
		*r = append(*r, code+": "+fmt.Sprintf(format, args...))
	}
}

// List returns texts as a JSON list, missing for none.
func List(texts []string) Opt[string] {
	text, err := json.Marshal(texts)
	if err != nil || len(texts) == 0 {
		return Opt[string]{}
	}
	return Some(string(text))
}

// Positive returns a number that is greater than zero and finite, missing for any other.
func Positive[T int | float64](x Opt[T]) Opt[T] {
	if v := x.Or(0); v > 0 && !math.IsInf(float64(v), 0) {
		return x
	}
	return Opt[T]{}
}

// Ratio returns x / y if both and their quotient are positive and finite, otherwise missing.
func Ratio(x, y Opt[float64]) Opt[float64] {
	if y.Or(0) <= 0 {
		return Opt[float64]{}
	}
	return Positive(Some(x.Or(0) / y.Or(0)))
}
