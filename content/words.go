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
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

const (
	wordsName = "words.yaml"
	english   = "words/en.yaml"
)

// wordsKeys declares words.yaml. Which messages there are, and which values they take, the English ones say.
var wordsKeys = sync.OnceValue(func() *object {
	tree := parseFile(embedded, english, english, new(Errors)) // tests read it
	settings := &object{keys: lists.Map(plainFiles(), func(f settingsFile) key {
		return key{name: f.name, kind: underKind, under: f.object.inPart(), brief: true, help: f.help}
	})}
	return &object{"", []key{
		{name: "numbers", kind: underKind, under: keysOf("numbers"), help: "how numbers are written"},
		{name: "words", kind: underKind, under: messagesOf(tree.values["words"]), brief: true, help: "messages by key; " +
			"`jouleboard content show words.yaml` prints them all"},
		{name: "fields", kind: listKind, under: keysOf("fields"), help: "names of the data's fields in the language of the site"},
		{name: "settings", kind: underKind, under: settings, brief: true, help: "translations of other settings files, under " +
			"the names of those files"},
	}}
})

// inPart are the same keys, none of them needed: a translation changes what it translates.
func (o *object) inPart() *object {
	part := &object{id: o.id, keys: slices.Clone(o.keys)}
	for i := range part.keys {
		k := &part.keys[i]
		k.need = false
		if k.under != nil {
			k.under = k.under.inPart()
		}
	}
	return part
}

// messageKind is a text with values in braces, or one for each plural category.
var messageKind = &kind{name: "text", schema: func(*key) map[string]any {
	return map[string]any{"oneOf": []any{anyText(nil), map[string]any{"type": "object", "additionalProperties": anyText(nil)}}}
}}

// messagesOf declares a key for each message of a tree; the message itself is the example.
func messagesOf(tree *node) *object {
	o := &object{}
	for _, name := range tree.keys {
		v := tree.values[name]
		k := key{name: name, kind: messageKind, example: v.text}
		if v.kind == mappingNode && v.values["other"] == nil {
			k.kind, k.under = underKind, messagesOf(v)
		} else if v.kind == mappingNode {
			k.example = v.values["other"].text
		}
		k.help = k.example
		o.keys = append(o.keys, k)
	}
	return o
}

func (k *key) checkMessage(v *node, bad func(*node, string, ...any)) {
	m, err := v.message()
	if err == nil && v.size() > longestText {
		err = fmt.Errorf("longer than %d bytes; shorten it", longestText)
	}
	if err != nil {
		bad(v, "%v", err)
		return
	}
	model, _ := words.Parse(k.example)
	known := append(model.Values(), "n")
	for _, name := range m.Values() {
		if !slices.Contains(known, name) {
			bad(v, "there is no value {%s} here; there are {%s}%s", name, strings.Join(known, "}, {"), nearest.Hint(name, known))
		}
	}
}

// size is the bytes of a text, or of several by plural category.
func (n *node) size() int {
	size := len(n.text)
	for _, v := range n.values {
		size += len(v.text)
	}
	return size
}

func (n *node) isText() bool { return n.kind == plainText || n.kind == truth }

// message is a text, or several by plural category.
func (n *node) message() (words.Message, error) {
	if n.isText() {
		return words.Parse(n.text)
	}
	forms := map[string]string{}
	for name, v := range n.values {
		if forms[name] = v.text; !v.isText() {
			forms = nil
			break
		}
	}
	if n.kind != mappingNode || forms == nil {
		return words.Message{}, errors.New("expected text; put it in quotes")
	}
	return words.ParseForms(forms)
}

// catalog is the texts of a checked words.yaml, without those that are faulty.
func (e entry) catalog(language string) *words.Catalog {
	messages := map[string]words.Message{}
	if v := e.value("words"); v != nil {
		v.collect("", messages)
	}
	fields := map[string]words.Field{}
	for _, f := range e.each("fields") {
		fields[f.text("name")] = read[words.Field](f)
	}
	c, err := words.New(language, read[units.Style](e.under("numbers")), messages, fields)
	if err != nil {
		e.errs.add("site.yaml", 0, "language: %v", err)
	}
	return c
}

// English is the built-in catalog.
var English = sync.OnceValue(func() *words.Catalog {
	tree := parseFile(embedded, english, english, new(Errors)) // tests read it
	return entryOf(tree, wordsKeys(), new(Errors)).catalog("en")
})

func (n *node) collect(prefix string, messages map[string]words.Message) {
	for _, name := range n.keys {
		v := n.values[name]
		if v.kind == mappingNode && v.values["other"] == nil {
			v.collect(prefix+name+".", messages)
		} else if m, err := v.message(); err == nil {
			messages[prefix+name] = m
		}
	}
}

func (e entry) language() string {
	return cmp.Or(e.text("language"), "en")
}

// translations are the files of words in the site's language, each of which changes those before it.
type translations []*node

// translations are the built-in file of the language and the settings of the publisher's.
func (l layers) translations(errs *Errors) (all translations) {
	site := fileOf("site.yaml")
	over, further := l.overs(site, new(Errors)) // reported with the whole file
	tag := cmp.Or(l.language, l.early(site, over, further).language())
	if name := "words/" + tag + ".yaml"; name != english && fs.ValidPath(name) {
		if n := parseFile(embedded, name, BuiltIn+name, errs); n != nil {
			all = append(all, n)
		}
	}
	return all
}

// of are the parts of the translations that change a settings file.
func (t translations) of(file string) (parts []*node) {
	for _, n := range t {
		if file == wordsName {
			parts = append(parts, n)
		} else if settings := n.values["settings"]; settings != nil && settings.values[file] != nil {
			parts = append(parts, settings.values[file])
		}
	}
	return parts
}
