package content

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

const wordsName, english = "words.yaml", "words/en.yaml"

// englishWords are the built-in messages, of which tests ensure that they are well-formed.
var englishWords = sync.OnceValue(func() *node { return parseFile(embedded, english, BuiltIn+english, new(Errors)) })

// wordsKeys declares words.yaml. Which messages there are, and which values they take, the English ones say.
var wordsKeys = sync.OnceValue(func() *object {
	others := lists.Filter(declared().Files, func(f declaredFile) bool { return f.Name != wordsName })
	settings := &object{Keys: lists.Map(others, func(f declaredFile) key {
		return key{Name: f.Name, Kind: yamltree.UnderKind, Under: inPart(keysOf(f.Keys)), Brief: true, Help: f.Help}
	})}
	return &object{Keys: []key{
		{Name: "numbers", Kind: yamltree.UnderKind, Under: keysOf("numbers"), Help: "how numbers are written"},
		{Name: "words", Kind: yamltree.UnderKind, Under: messagesOf(englishWords().Values["words"]), Brief: true, Help: "messages by key; " +
			"`jouleboard content show words.yaml` prints them all"},
		{Name: "fields", Kind: yamltree.ListKind, Under: keysOf("fields"), Help: "names of the data's fields in the language of the site"},
		{Name: "settings", Kind: yamltree.UnderKind, Under: settings, Brief: true, Help: "translations of other settings files, under " +
			"the names of those files"},
	}}
})

// inPart are the same keys, none of them needed: a translation changes what it translates.
func inPart(o *object) *object {
	part := &object{ID: o.ID, Keys: slices.Clone(o.Keys)}
	for i := range part.Keys {
		k := &part.Keys[i]
		k.Need = false
		if k.Under != nil {
			k.Under = inPart(k.Under)
		}
	}
	return part
}

// messageKind is a text with values in braces, or one for each plural category.
var messageKind = &kind{Name: "text", Check: checkMessage, Schema: func(*key) map[string]any {
	return map[string]any{"oneOf": []any{yamltree.AnyText(nil), map[string]any{"type": "object", "additionalProperties": yamltree.AnyText(nil)}}}
}}

// messagesOf declares a key for each message of a tree; the message itself is the example.
func messagesOf(tree *node) *object {
	o := &object{}
	for _, name := range tree.Keys {
		v := tree.Values[name]
		k := key{Name: name, Kind: messageKind, Example: v.Text}
		if v.Kind == yamltree.Mapping && v.Values["other"] == nil {
			k.Kind, k.Under = yamltree.UnderKind, messagesOf(v)
		} else if v.Kind == yamltree.Mapping {
			k.Example = v.Values["other"].Text
		}
		k.Help = k.Example
		o.Keys = append(o.Keys, k)
	}
	return o
}

// checkMessage finds what is wrong with a message that is not the built-in English one, of which tests ensure that it is right.
func checkMessage(k *key, v *node, bad func(*node, string, ...any)) {
	if v.Text == k.Example {
		return
	}
	m, err := message(v)
	size := len(v.Text) + lists.Sum(v.Keys, func(name string) int { return len(v.Values[name].Text) }) // of all plural categories
	if err == nil && size > yamltree.LongestText {
		err = fmt.Errorf("longer than %d bytes; shorten it", yamltree.LongestText)
	}
	if err != nil {
		bad(v, "%v", err)
		return
	}
	model, _ := words.Parse(k.Example)
	known := append(model.Values(), "n")
	for _, name := range m.Values() {
		if !slices.Contains(known, name) {
			bad(v, "there is no value {%s} here; there are {%s}%s", name, strings.Join(known, "}, {"), nearest.Hint(name, known))
		}
	}
}

func isText(n *node) bool { return n.Kind == yamltree.Plain || n.Kind == yamltree.Truth }

// message is a text, or several by plural category.
func message(n *node) (words.Message, error) {
	if isText(n) {
		return words.Parse(n.Text)
	}
	if n.Kind != yamltree.Mapping || !lists.All(n.Keys, func(name string) bool { return isText(n.Values[name]) }) {
		return words.Message{}, errors.New("expected text; put it in quotes")
	}
	return words.ParseForms(lists.By(n.Keys, func(name string) (string, string) { return name, n.Values[name].Text }))
}

// catalog is the texts of a checked words.yaml, without those that are faulty.
func (e entry) catalog(language string) *words.Catalog {
	messages := map[string]words.Message{}
	collect(e.value("words"), "", messages)
	fields := lists.By(e.each("fields"), func(f entry) (string, words.Field) { return f.text("name"), read[words.Field](f) })
	c, err := words.New(language, read[units.Style](e.under("numbers")), messages, fields)
	if err != nil {
		e.errs.Add("site.yaml", 0, "language: %v", err)
	}
	return c
}

// English is the built-in catalog.
var English = sync.OnceValue(func() *words.Catalog {
	return entryOf(englishWords(), wordsKeys(), new(Errors)).catalog("en")
})

func collect(n *node, prefix string, messages map[string]words.Message) {
	for _, name := range n.Keys {
		v := n.Values[name]
		if v.Kind == yamltree.Mapping && v.Values["other"] == nil {
			collect(v, prefix+name+".", messages)
		} else if m, err := message(v); err == nil {
			messages[prefix+name] = m
		}
	}
}

func (e entry) language() string { return cmp.Or(e.text("language"), "en") }

// translationTo is the built-in file of words in a language, nil for none.
func translationTo(language string, errs *Errors) *node {
	name := "words/" + language + ".yaml"
	if name == english || !fs.ValidPath(name) {
		return nil
	}
	return parseFile(embedded, name, BuiltIn+name, errs)
}

// translated is the part of a translation that changes a settings file, nil for none.
func translated(translation *node, file string) *node {
	if translation == nil || file == wordsName {
		return translation
	}
	return translation.At("settings").Values[file]
}
