package diff

import (
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts"
)

// TextChange is a part of an author's text that is computed differently on the two sides.
type TextChange struct {
	Slug string `json:"slug"` // of the page or post
	Kind string `json:"kind"` // value, figure, table, or text for a whole text
	Name string `json:"name"` // the expression of a value, otherwise the declared name
	Base string `json:"base"` // as a reader sees it, like Head; "" if it does not exist
	Head string `json:"head"`
}

// changedTexts lists the differences text by text, in the order of the base's texts.
// Texts are the same on both sides; only the data they are computed from differ.
func changedTexts(base, head []posts.Said) []TextChange {
	by := func(side []posts.Said) map[string]*posts.Said {
		return lists.By(lists.Indices(len(side)), func(i int) (string, *posts.Said) { return side[i].Slug, &side[i] })
	}
	before, after := by(base), by(head)
	slugs := lists.Distinct(lists.Map(slices.Concat(base, head), func(s posts.Said) string { return s.Slug }))
	return lists.FlatMap(slugs, func(slug string) []TextChange {
		switch b, h := before[slug], after[slug]; {
		case h == nil:
			return []TextChange{{Slug: slug, Kind: "text", Base: "published"}}
		case b == nil:
			return []TextChange{{Slug: slug, Kind: "text", Head: "published"}}
		default:
			return changedParts(slug, b.Computed, h.Computed)
		}
	})
}

// part names a computed thing by kind, name and how often that stood before.
type part struct {
	kind, name string
	before     int
}

// changedParts compares what two computations of one text found: the same things in
// the same order, but for those that one side could not make.
func changedParts(slug string, base, head []posts.Computed) (list []TextChange) {
	was, before := parts(base)
	is, after := parts(head)
	for _, p := range lists.Distinct(slices.Concat(was, is)) {
		b, known := before[p]
		if h := after[p]; !known || b.Text != h.Text || b.Data != h.Data {
			list = append(list, TextChange{slug, p.kind, p.name, b.Text, h.Text})
		}
	}
	return list
}

// parts are the things in their order, and what each is.
func parts(list []posts.Computed) (order []part, is map[part]posts.Computed) {
	is, seen := map[part]posts.Computed{}, map[part]int{}
	for _, c := range list {
		p := part{kind: c.Kind, name: c.Name}
		p.before, seen[p] = seen[p], seen[p]+1
		order, is[p] = append(order, p), c
	}
	return order, is
}
