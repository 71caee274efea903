package content

import (
	"slices"

	"github.com/jouleboard/jouleboard/internal/nearest"
)

// merged puts a file's settings over those before it: what the file leaves out stays, entries of lists are
// the same if they have the same name. Neither needs to be complete.
func (o *object) merged(base, over *node, errs *Errors) *node {
	if base == nil || over == nil || base.kind != mappingNode || over.kind != mappingNode {
		if over == nil {
			return base
		}
		base = &node{file: over.file, line: over.line, kind: mappingNode}
	}
	if over.kind != mappingNode {
		return over
	}
	if o == siteKeys && over.values["name"] != nil {
		base = base.without(func(name string) bool { k := o.key(name); return k != nil && k.identity })
	}
	result := *base
	result.file, result.line = over.file, over.line
	for _, name := range over.keys {
		v := over.values[name]
		if k := o.key(name); k != nil {
			v = k.merged(base.values[name], v, errs)
		}
		result = *result.with(name, v)
	}
	return &result
}

func (k *key) merged(base, over *node, errs *Errors) *node {
	switch {
	case k.kind == underKind && !k.single && base != nil:
		return k.under.merged(base, over, errs)
	case k.kind == listKind && k.under.id != "" && over.kind == listNode:
		return k.under.mergedList(base, over, errs)
	}
	return over
}

// mergedList merges entries by name, takes those away that are to be removed, and puts
// new ones last or where they want to be.
func (o *object) mergedList(base, over *node, errs *Errors) *node {
	result := *over
	result.items = nil
	if base != nil {
		result.items = slices.Clone(base.items)
	}
	seen := map[string]int{}
	for _, v := range over.items {
		name, line := o.nameOf(v)
		if first := seen[name]; first > 0 && name != "" {
			errs.add(v.file, line, "%s: %q is already used on line %d; choose another", o.id, name, first)
			continue
		}
		seen[name] = line
		result.items = o.placed(result.items, v, name, errs)
	}
	return &result
}

func (o *object) nameOf(n *node) (name string, line int) {
	if v := n.values[o.id]; v != nil {
		name, _ := v.scalar()
		return name, v.line
	}
	return "", n.line
}

// placed puts one entry into a list.
func (o *object) placed(items []*node, v *node, name string, errs *Errors) []*node {
	if v.kind != mappingNode {
		return append(items, v)
	}
	find := func(name string) int {
		return slices.IndexFunc(items, func(n *node) bool { found, _ := o.nameOf(n); return name != "" && found == name })
	}
	at := find(name)
	if remove := v.values["remove"]; remove != nil && remove.kind == truth && remove.text == "true" && o.key("remove") != nil {
		if at < 0 {
			errs.add(remove.file, remove.line, "remove: there is no %s %q%s", o.id, name, nearest.Hint(name, o.namesOf(items)))
			return items
		}
		return slices.Delete(items, at, at+1)
	}
	entry := v
	if at >= 0 {
		entry = o.merged(items[at], v, errs)
		items[at] = entry
	} else {
		items = append(items, entry)
		at = len(items) - 1
	}
	before := v.values["before"]
	if before == nil || o.key("before") == nil {
		return items
	}
	next, _ := before.scalar()
	items = slices.Delete(items, at, at+1)
	to := find(next)
	if to < 0 {
		errs.add(before.file, before.line, "before: there is no %s %q%s", o.id, next, nearest.Hint(next, o.namesOf(items)))
		to = len(items)
	}
	return slices.Insert(items, to, entry)
}

func (o *object) namesOf(items []*node) (names []string) {
	for _, n := range items {
		name, _ := o.nameOf(n)
		names = append(names, name)
	}
	return names
}

// kept is the built-in lists without the entries that a publisher does not want.
func (o *object) kept(base *node, builtin entry, otherwise bool) *node {
	for i := range o.keys {
		k := &o.keys[i]
		list := base.values[k.name]
		if k.kind != listKind || list == nil || builtin.keys.key(k.name) == nil {
			continue
		}
		less := *list
		less.items = slices.DeleteFunc(slices.Clone(list.items), func(n *node) bool {
			name, _ := k.under.nameOf(n)
			return !builtin.which(k.name, name, otherwise)
		})
		base = base.with(k.name, &less)
	}
	return base
}
