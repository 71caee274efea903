package diff

import (
	"cmp"
	"fmt"
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

// changedParts compares what two computations of one text found: the same things in
// the same order, but for those that one side could not make.
func changedParts(slug string, base, head []posts.Computed) (list []TextChange) {
	before, after := numbered(base), numbered(head)
	for _, key := range lists.Distinct(slices.Concat(keysOf(base), keysOf(head))) {
		b, was := before[key]
		h := after[key]
		if !was || b.Text != h.Text || b.Data != h.Data {
			list = append(list, TextChange{slug, cmp.Or(b.Kind, h.Kind), cmp.Or(b.Name, h.Name), b.Text, h.Text})
		}
	}
	return list
}

// keysOf names each thing by kind, name and how often that stood before.
func keysOf(list []posts.Computed) []string {
	seen := map[string]int{}
	keys := make([]string, len(list))
	for i, c := range list {
		name := c.Kind + " " + c.Name
		seen[name]++
		keys[i] = fmt.Sprintf("%s %d", name, seen[name])
	}
	return keys
}

func numbered(list []posts.Computed) map[string]posts.Computed {
	at := map[string]posts.Computed{}
	for i, key := range keysOf(list) {
		at[key] = list[i]
	}
	return at
}
