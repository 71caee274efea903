package site

import (
	"fmt"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// A page of one of thousands of GPUs must not read the rows of all others.
func TestSharingGroupsAreFoundWithoutReadingAllRows(t *testing.T) {
	const many = 500
	var groups []*group
	for i := range many {
		g := &group{id: fmt.Sprint(i)}
		for m := range 1 + i%3 {
			g.rows = append(g.rows, aggregate.Row{Facts: &aggregate.Facts{Task: "chat", ModelID: fmt.Sprint(m)}}, aggregate.Row{Facts: &aggregate.Facts{Task: "chat", ModelID: fmt.Sprint(m)}})
		}
		groups = append(groups, g)
	}
	s := &pageKind{groups: groups, having: havingOf(groups)}
	var others []*group
	allocations := testing.AllocsPerRun(1, func() { others = s.sharing(groups[2]) })
	names := lists.Map(others, func(g *group) string { return g.id })
	if len(names) != mostOthers || !slices.Equal(names[:3], []string{"5", "8", "11"}) {
		t.Errorf("in common with group 2 are %v", names)
	}
	if allocations > many/10 {
		t.Errorf("%v allocations for %d groups", allocations, many)
	}
	if others := (&pageKind{groups: groups[:1], having: havingOf(groups[:1])}).sharing(groups[0]); len(others) != 0 {
		t.Errorf("a group alone shares with %v", others)
	}
}
