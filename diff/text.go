package diff

import (
	"fmt"

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
	after := lists.By(head, func(text posts.Said) (string, []posts.Computed) { return text.Slug, text.Computed })
	var list []TextChange
	for _, text := range base {
		other, there := after[text.Slug]
		delete(after, text.Slug)
		if !there {
			list = append(list, TextChange{Slug: text.Slug, Kind: "text", Base: "published"})
			continue
		}
		list = append(list, changedParts(text.Slug, text.Computed, other)...)
	}
	for _, text := range head {
		if _, new := after[text.Slug]; new {
			list = append(list, TextChange{Slug: text.Slug, Kind: "text", Head: "published"})
		}
	}
	return list
}

// changedParts compares what two computations of one text found: the same things in
// the same order, but for those that one side could not make.
func changedParts(slug string, base, head []posts.Computed) (list []TextChange) {
	after := numbered(head)
	order, before := keysOf(base), numbered(base)
	for _, key := range order {
		b, h := before[key], after[key]
		delete(after, key)
		if b.Text == h.Text && b.Data == h.Data {
			continue
		}
		list = append(list, TextChange{slug, b.Kind, b.Name, b.Text, h.Text})
	}
	for _, key := range keysOf(head) {
		if h, new := after[key]; new {
			list = append(list, TextChange{slug, h.Kind, h.Name, "", h.Text})
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
