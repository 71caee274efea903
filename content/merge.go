package content

import (
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
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
	if o == keysOf("site") && over.values["name"] != nil {
		base = base.without(func(name string) bool { k := o.key(name); return k != nil && k.identity })
	}
	result := &node{
		file: over.file, line: over.line, kind: mappingNode, keys: slices.Clone(base.keys), values: map[string]*node{},
	}
	maps.Copy(result.values, base.values)
	for _, name := range over.keys {
		before, v := base.values[name], over.values[name]
		if k := o.key(name); k != nil {
			v = k.merged(before, v, errs)
		}
		if before == nil {
			result.keys = append(result.keys, name)
		}
		result.values[name] = v
	}
	return result
}

// translating is a translation without the entries of lists that what it translates does not have: a site may have left
// them out.
func (o *object) translating(base, over *node) *node {
	if base == nil || over.kind != mappingNode {
		return over
	}
	kept := &node{file: over.file, line: over.line, kind: mappingNode, values: map[string]*node{}}
	for _, name := range over.keys {
		before, v := base.values[name], over.values[name]
		k := o.key(name)
		switch {
		case k == nil || k.under == nil || before == nil && k.kind == underKind:
		case k.kind == underKind:
			v = k.under.translating(before, v)
		case before == nil:
			continue
		case k.under.id != "" && v.kind == listNode:
			v = k.under.translatingList(before, v)
		}
		kept.keys, kept.values[name] = append(kept.keys, name), v
	}
	return kept
}

func (o *object) translatingList(base, over *node) *node {
	nameOf := func(n *node) string { name, _ := o.nameOf(n); return name }
	there := lists.By(base.items, func(n *node) (string, bool) { return nameOf(n), true })
	kept := *over
	kept.items = lists.Filter(over.items, func(n *node) bool { return there[nameOf(n)] })
	return &kept
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
	all := placing{object: o, named: map[string]*node{}, errs: errs}
	if base != nil {
		for _, n := range base.items {
			name, _ := o.nameOf(n)
			all.items, all.named[name] = append(all.items, n), n
		}
	}
	seen := map[string]int{}
	for _, v := range over.items {
		name, line := o.nameOf(v)
		if first := seen[name]; first > 0 && name != "" {
			errs.add(v.file, line, "%s: %q is already used on line %d; choose another", o.id, name, first)
			continue
		}
		seen[name] = line
		all.place(v, name)
	}
	result := *over
	result.items = all.items
	return &result
}

func (o *object) nameOf(n *node) (name string, line int) {
	if v := n.values[o.id]; v != nil {
		name, _ := v.scalar()
		return name, v.line
	}
	return "", n.line
}

// placing is a list of named entries that is put together.
type placing struct {
	*object
	items []*node
	named map[string]*node
	errs  *Errors
}

// place puts one entry into the list.
func (p *placing) place(v *node, name string) {
	before, there := p.named[name]
	if remove := v.values["remove"]; remove != nil && remove.text == "true" && p.key("remove") != nil {
		if !there {
			p.missing("remove", remove, name)
			return
		}
		p.items = slices.DeleteFunc(p.items, func(n *node) bool { return n == before })
		delete(p.named, name)
		return
	}
	entry := v
	if there && name != "" {
		entry = p.merged(before, v, p.errs)
		p.items[slices.Index(p.items, before)] = entry
	} else {
		p.items = append(p.items, entry)
	}
	p.named[name] = entry
	if next := v.values["before"]; next != nil && p.key("before") != nil {
		p.move(entry, next)
	}
}

// move puts an entry before the one that is named.
func (p *placing) move(entry, before *node) {
	name, _ := before.scalar()
	next := p.named[name]
	if next == nil || next == entry {
		p.missing("before", before, name)
		return
	}
	p.items = slices.DeleteFunc(p.items, func(n *node) bool { return n == entry })
	p.items = slices.Insert(p.items, slices.Index(p.items, next), entry)
}

func (p *placing) missing(key string, at *node, name string) {
	p.errs.at(at, "%s: there is no other %s %q%s", key, p.id, name, nearest.Hint(name, slices.Sorted(maps.Keys(p.named))))
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
		less.items = lists.Filter(list.items, func(n *node) bool {
			name, _ := k.under.nameOf(n)
			return builtin.which(k.name, name, otherwise)
		})
		base = base.with(k.name, &less)
	}
	return base
}
