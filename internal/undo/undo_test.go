package undo

import (
	"slices"
	"testing"
)

func TestWhatIsLeftIsTakenBackLatestFirst(t *testing.T) {
	var got []int
	Later(func() { got = append(got, 1) })
	forget := Later(func() { got = append(got, 2) })
	Later(func() { got = append(got, 3) })
	forget()
	Now()
	if !slices.Equal(got, []int{3, 1}) {
		t.Error(got)
	}
}
