package lists_test

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/jouleboard/jouleboard/internal/lists"
)

func odd(n int) bool { return n%2 == 1 }

func TestListsBecomeOthers(t *testing.T) {
	list := []int{4, 3, 1, 3}
	if got := lists.Map(list, strconv.Itoa); !slices.Equal(got, []string{"4", "3", "1", "3"}) || lists.Map(nil, strconv.Itoa) != nil {
		t.Errorf("values are %q", got)
	}
	if got := lists.Filter(list, odd); !slices.Equal(got, []int{3, 1, 3}) || lists.Filter(list[:1], odd) != nil || list[0] != 4 {
		t.Errorf("kept are %v of %v", got, list)
	}
	ofOdd := func(n int) (string, bool) { return strconv.Itoa(n), odd(n) }
	if got := lists.FilterMap(list, ofOdd); !slices.Equal(got, []string{"3", "1", "3"}) || lists.FilterMap(list[:1], ofOdd) != nil {
		t.Errorf("values of odd ones are %q", got)
	}
	if got := lists.OfType[int]([]any{4, "3", nil, 1}); !slices.Equal(got, []int{4, 1}) {
		t.Errorf("numbers are %v", got)
	}
	if got := lists.Ascending(list); !slices.Equal(got, []int{1, 3, 4}) || list[0] != 4 {
		t.Errorf("in order %v", got)
	}
	twice := func(n int) []int { return []int{n, n} }
	if got := lists.FlatMap(list[2:], twice); !slices.Equal(got, []int{1, 1, 3, 3}) || lists.FlatMap(nil, twice) != nil {
		t.Errorf("twice: %v", got)
	}
	if got := lists.Times(2, strconv.Itoa); !slices.Equal(got, []string{"0", "1"}) || lists.Times(0, strconv.Itoa) == nil {
		t.Errorf("numbers are %q", got)
	}
	byText := lists.By(list, func(n int) (string, bool) { return strconv.Itoa(n), odd(n) })
	if !maps.Equal(byText, map[string]bool{"4": false, "3": true, "1": true}) {
		t.Errorf("by text: %v", byText)
	}
}

func TestQuestionsAboutLists(t *testing.T) {
	list := []int{4, 3, 1, 3}
	if first, found := lists.Find(list, odd); first != 3 || !found {
		t.Errorf("first is %d, %t", first, found)
	}
	if first, found := lists.Find(list[:1], odd); first != 0 || found {
		t.Errorf("first of none is %d, %t", first, found)
	}
	if lists.All(list, odd) || !lists.All(list[1:], odd) || !lists.All(nil, odd) {
		t.Error("all are odd, or not")
	}
	if sum, n := lists.Sum(list, func(n int) float64 { return float64(n) / 2 }), lists.Count(list, odd); sum != 5.5 || n != 3 {
		t.Errorf("the sum is %v, %d are odd", sum, n)
	}
	half := func(n int) float64 { return float64(n) / 2 }
	if most, none := lists.Most(list, half), lists.Most([]int{-4}, half); most != 2 || none != 0 {
		t.Errorf("the greatest are %v and %v", most, none)
	}
}

func TestElementsAreGroupedInTheirOrder(t *testing.T) {
	groups := lists.Group([]int{4, 3, 2, 1, 3}, odd)
	if len(groups) != 2 || !slices.Equal(groups[0], []int{4, 2}) || !slices.Equal(groups[1], []int{3, 1, 3}) {
		t.Errorf("groups are %v", groups)
	}
	if got := lists.Distinct([]int{4, 3, 4, 1, 3}); !slices.Equal(got, []int{4, 3, 1}) || lists.Distinct([]int{}) != nil {
		t.Errorf("distinct are %v", got)
	}
}

func TestIndexTellsElementsOfOneDigestApart(t *testing.T) {
	var x lists.Index
	digest := func(i int) uint64 { return uint64(i/3) << 31 }
	for i := range 10_000 {
		is := func(place int) bool { return place == i }
		if at := x.Find(digest(i), is); at >= 0 {
			t.Fatalf("%d was found at %d before it was added", i, at)
		}
		x.Add(digest(i), i)
		if at := x.Find(digest(i), is); at != i {
			t.Fatalf("%d was found at %d", i, at)
		}
	}
	for i := range 10_000 {
		if at := x.Find(digest(i), func(place int) bool { return place == i }); at != i {
			t.Fatalf("%d was found at %d", i, at)
		}
	}
}

func TestGroupsAreToldApartByValues(t *testing.T) {
	for _, far := range []int32{1, 1_000_000} { // few pairs, and many possible ones
		groups := []int32{0, 0, far, 0, far}
		lists.Tell(groups, []int32{far, 0, far, far, far})
		if !slices.Equal(groups, []int32{0, 1, 2, 0, 2}) {
			t.Errorf("%d: %v", far, groups)
		}
	}
}
