package site

import (
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
)

// A model that two systems name alike, but for signs that no address has, has one page with
// the boards of both; rows without a name have none.
func TestGuestsSharePages(t *testing.T) {
	a, b := &task{rows: rowsOf("Org/A", "org a", "")}, &task{rows: rowsOf("org/a", "B 10", "B 9")}
	id := func(*task) func(aggregate.Row) string { return func(r aggregate.Row) string { return r.ModelID } }
	guests := groupsBy([]*task{a, b}, id, func(id string, _ aggregate.Row) group { return group{id: id, name: id, slug: slug(id)} })
	var names []string
	for _, g := range guests {
		names = append(names, g.name)
	}
	if !slices.Equal(names, []string{"B 9", "B 10", "Org/A"}) {
		t.Fatalf("got %s", strings.Join(names, ", "))
	}
	if own := guests[2]; len(own.rows) != 3 || len(own.on(b)) != 1 || !slices.Equal(own.boards, []*task{a, b}) || own.slug != "org-a" {
		t.Errorf("got %+v", own)
	}
}

func rowsOf(models ...string) (rows []aggregate.Row) {
	for _, id := range models {
		rows = append(rows, aggregate.Row{Facts: &aggregate.Facts{ModelID: id}})
	}
	return rows
}
