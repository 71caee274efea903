package content

import (
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// merged is a file's settings over those before it.
func merged(o *object, base, over *node, errs *Errors) *node {
	return yamltree.Merging{Errs: errs}.Merged(o, base, over)
}

// kept is the built-in lists without the entries that a publisher does not want.
func kept(o *object, base *node, builtin entry, otherwise bool) *node {
	for i := range o.Keys {
		k := &o.Keys[i]
		list := base.Values[k.Name]
		if k.Kind != yamltree.ListKind || list == nil || builtin.of.Key(k.Name) == nil {
			continue
		}
		less := *list
		less.Items = lists.Filter(list.Items, func(n *node) bool {
			name, _ := k.Under.NameOf(n)
			return builtin.which(k.Name, name, otherwise)
		})
		base = base.With(k.Name, &less)
	}
	return base
}
