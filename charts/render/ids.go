package render

import (
	"fmt"
	"strconv"
)

// nameIDs gives every id a name of the chart's own. ECharts counts its ids per machine (zr0-c0, zr1-c0, …): they
// would differ from build to build and repeat within a page.
func nameIDs(root *node, prefix string) error {
	names := map[string]string{}
	var err error
	root.visit(func(n *node) {
		old := n.attrs.get("id")
		switch {
		case old == "":
		case names[old] != "":
			err = fmt.Errorf("drawing has the id %s twice", old)
		default:
			names[old] = prefix + "-" + strconv.Itoa(len(names)+1)
			n.attrs.set("id", names[old])
		}
	})
	if err != nil {
		return err
	}
	root.visit(func(n *node) {
		for i, a := range n.attrs {
			target := referenced(a.value)
			switch {
			case target == "":
			case names[target] == "":
				err = fmt.Errorf("drawing refers to %s, which it does not define", target)
			default:
				n.attrs[i].value = "url(#" + names[target] + ")"
			}
		}
	})
	return err
}
