package content

import (
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// translating is a translation without the entries of lists that what it translates does not have: a site may have left
// them out.
func translating(o *object, base, over *node) *node {
	if base == nil || over.Kind != yamltree.Mapping {
		return over
	}
	kept := &node{File: over.File, Line: over.Line, Kind: yamltree.Mapping, Values: map[string]*node{}}
	for _, name := range over.Keys {
		before, v := base.Values[name], over.Values[name]
		k := o.Key(name)
		switch {
		case k == nil || k.Under == nil || before == nil && k.Kind == yamltree.UnderKind:
		case k.Kind == yamltree.UnderKind:
			v = translating(k.Under, before, v)
		case before == nil:
			continue
		case k.Under.ID != "" && v.Kind == yamltree.List:
			v = translatingList(k.Under, before, v)
		}
		kept.Keys, kept.Values[name] = append(kept.Keys, name), v
	}
	return kept
}

func translatingList(o *object, base, over *node) *node {
	nameOf := func(n *node) string { name, _ := o.NameOf(n); return name }
	there := lists.By(base.Items, func(n *node) (string, bool) { return nameOf(n), true })
	kept := *over
	kept.Items = lists.Filter(over.Items, func(n *node) bool { return there[nameOf(n)] })
	return &kept
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
