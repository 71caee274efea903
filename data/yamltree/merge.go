package yamltree

import (
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/internal/nearest"
)

// Merging puts a file's settings over those before it: what the file leaves out stays, entries of lists are
// the same if they have the same name. Neither needs to be complete.
type Merging struct {
	Errs *Errors
	// Changing leaves out entries of lists that the file before does not have, such as translations of what a site has removed.
	Changing bool
}

// Merged is one mapping over another.
func (m Merging) Merged(o *Object, base, over *Node) *Node {
	if base == nil || over == nil || base.Kind != Mapping || over.Kind != Mapping {
		if over == nil {
			return base
		}
		base = &Node{File: over.File, Line: over.Line, Kind: Mapping}
	}
	if over.Kind != Mapping {
		return over
	}
	if over.Values[o.Owner] != nil {
		base = base.Without(func(name string) bool { k := o.Key(name); return k != nil && k.Identity })
	}
	result := &Node{
		File: over.File, Line: over.Line, Kind: Mapping, Keys: slices.Clone(base.Keys), Values: map[string]*Node{},
	}
	maps.Copy(result.Values, base.Values)
	for _, name := range over.Keys {
		before, v := base.Values[name], over.Values[name]
		if k := o.Key(name); k != nil {
			v = m.merged(k, before, v)
		}
		if v == nil {
			continue
		}
		if before == nil {
			result.Keys = append(result.Keys, name)
		}
		result.Values[name] = v
	}
	return result
}

func (m Merging) merged(k *Key, base, over *Node) *Node {
	switch {
	case k.Kind == UnderKind && !k.Single && base != nil:
		return m.Merged(k.Under, base, over)
	case k.Kind == ListKind && m.Changing && base == nil:
		return nil
	case k.Kind == ListKind && k.Under != nil && k.Under.ID != "" && over.Kind == List:
		return m.mergedList(k.Under, base, over)
	}
	return over
}

// mergedList merges entries by name, takes those away that are to be removed, and puts
// new ones last or where they want to be.
func (m Merging) mergedList(o *Object, base, over *Node) *Node {
	all := placing{Object: o, Merging: m, named: map[string]*Node{}}
	if base != nil {
		for _, n := range base.Items {
			name, _ := o.NameOf(n)
			all.items, all.named[name] = append(all.items, n), n
		}
	}
	seen := map[string]int{}
	for _, v := range over.Items {
		name, line := o.NameOf(v)
		if first := seen[name]; first > 0 && name != "" {
			m.Errs.Add(v.File, line, "%s: %q is already used on line %d; choose another", o.ID, name, first)
			continue
		}
		seen[name] = line
		if all.named[name] != nil || !m.Changing {
			all.place(v, name)
		}
	}
	result := *over
	result.Items = all.items
	return &result
}

// NameOf is by what an entry of a list is known in another file, and the line of that.
func (o *Object) NameOf(n *Node) (name string, line int) {
	if v := n.Values[o.ID]; v != nil {
		name, _ := v.Scalar()
		return name, v.Line
	}
	return "", n.Line
}

// placing is a list of named entries that is put together.
type placing struct {
	*Object
	Merging
	items []*Node
	named map[string]*Node
}

// place puts one entry into the list.
func (p *placing) place(v *Node, name string) {
	before, there := p.named[name]
	if remove := v.Values["remove"]; remove != nil && remove.Text == "true" && p.Key("remove") != nil {
		if !there {
			p.missing("remove", remove, name)
			return
		}
		p.items = slices.DeleteFunc(p.items, func(n *Node) bool { return n == before })
		delete(p.named, name)
		return
	}
	entry := v
	if there && name != "" {
		entry = p.Merged(p.Object, before, v)
		p.items[slices.Index(p.items, before)] = entry
	} else {
		p.items = append(p.items, entry)
	}
	p.named[name] = entry
	if next := v.Values["before"]; next != nil && p.Key("before") != nil {
		p.move(entry, next)
	}
}

// move puts an entry before the one that is named.
func (p *placing) move(entry, before *Node) {
	name, _ := before.Scalar()
	next := p.named[name]
	if next == nil || next == entry {
		p.missing("before", before, name)
		return
	}
	p.items = slices.DeleteFunc(p.items, func(n *Node) bool { return n == entry })
	p.items = slices.Insert(p.items, slices.Index(p.items, next), entry)
}

func (p *placing) missing(key string, at *Node, name string) {
	p.Errs.At(at, "%s: there is no other %s %q%s", key, p.ID, name, nearest.Hint(name, slices.Sorted(maps.Keys(p.named))))
}
