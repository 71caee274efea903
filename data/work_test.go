package data_test

import (
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func TestWorkIsTheSameUpToAQuarter(t *testing.T) {
	for _, c := range []struct {
		values []any
		same   bool
	}{
		{nil, true},
		{[]any{nil, 49, nil, 49}, true},
		{[]any{100.0, 125.0}, true},
		{[]any{100.0, 126.0}, false},
		{[]any{112, 100, 126}, false}, // each is near the first
		{[]any{nil, 480, 720}, false},
		{[]any{"512", "512", ""}, true},
		{[]any{"512", "1024"}, false},
		{[]any{0, 49}, false},
	} {
		same := true
		for _, a := range c.values {
			for _, b := range c.values {
				same = same && data.SameWork(a, b)
			}
		}
		if same != c.same {
			t.Errorf("%v: %v", c.values, same)
		}
	}
}
