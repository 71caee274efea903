package yamltree

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Object declares what may stand in a mapping: in a table of keys, or by a struct that is filled with it (see
// [ObjectOf]). Files are checked, merged, read and described to editors by it.
type Object struct {
	ID   string // the key by which entries of several files are the same, "" for none
	Keys []Key
	Each *Key // of every other name; nil if there are none
	// Owner is the key with which a file takes over: what is marked as identity is then not inherited. "" for none
	Owner string
}

// Key declares one setting.
type Key struct {
	Name    string
	Kind    *Kind
	Example string // as it would stand behind the colon
	Help    string
	Need    bool // an entry without it is not complete
	// Blank allows nothing behind the colon.
	Blank bool
	// Identity is what a publisher that gives a name of its own does not inherit.
	Identity bool
	// Single is a group of keys of which a file gives all or none.
	Single bool

	Words       []string // of plain values and lists of them
	Least, Most float64  // of numbers, inclusive; without Most a number is above 0. Of a list, Most bounds the entries
	Below       float64
	Whole       bool
	Signed      bool    // a number without bounds
	Under       *Object // of keys below, and of entries of a list
	Item        *Key    // of entries of a list that are no mappings
	// Brief keeps what is below the key out of the reference, for which it is too long.
	Brief bool
}

// Names are those of the keys.
func (o *Object) Names() []string { return lists.Map(o.Keys, func(k Key) string { return k.Name }) }

// Only is the object with those of its keys that may stand in a mapping.
func (o *Object) Only(allowed func(name string) bool) *Object {
	return &Object{ID: o.ID, Keys: lists.Filter(o.Keys, func(k Key) bool { return allowed(k.Name) })}
}

// Key is that of a name, nil if there is none.
func (o *Object) Key(name string) *Key {
	for i := range o.Keys {
		if o.Keys[i].Name == name {
			return &o.Keys[i]
		}
	}
	return o.Each
}

// Choosing is a struct of which some keys take only a few values.
type Choosing interface {
	// Choices returns the values that a key takes, nil for any.
	Choices(key string) []string
}

// ObjectOf is what [Object.Fill] reads into a struct or a map: a key for each field, of the name in its tag or its own. The
// tag “need” has the example of a key that every mapping has, “range” the least and the greatest of a number.
func ObjectOf(t reflect.Type) *Object {
	if t.Kind() == reflect.Map {
		each := keyOf("", t.Elem(), nil)
		return &Object{Each: &each}
	}
	o := &Object{}
	choosing, _ := reflect.Zero(t).Interface().(Choosing)
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			inner := ObjectOf(f.Type)
			o.Keys, o.ID = append(o.Keys, inner.Keys...), cmp.Or(o.ID, inner.ID)
			continue
		}
		var words []string
		if choosing != nil {
			words = choosing.Choices(keyName(f))
		}
		k := keyOf(keyName(f), f.Type, words)
		k.Example = f.Tag.Get("need")
		k.Need = k.Example != ""
		_, _ = fmt.Sscan(f.Tag.Get("range"), &k.Least, &k.Most)
		o.Keys = append(o.Keys, k)
		if f.Tag.Get("is") == "id" {
			o.ID = keyName(f)
		}
	}
	return o
}

func keyOf(name string, t reflect.Type, words []string) Key {
	k := Key{Name: name, Words: words, Blank: true, Signed: true, Kind: FreeKind}
	switch t.Kind() {
	case reflect.Pointer:
		return keyOf(name, t.Elem(), words)
	case reflect.Struct, reflect.Map:
		k.Kind, k.Under = UnderKind, ObjectOf(t)
	case reflect.Slice:
		k.Kind = ListKind
		if item := keyOf(name, t.Elem(), words); item.Kind == UnderKind {
			k.Under, k.Words = item.Under, nil
		} else {
			k.Item, k.Words = &item, nil
		}
	case reflect.String:
		k.Kind = exactKind
	case reflect.Int, reflect.Float64:
		k.Kind, k.Whole = NumberKind, t.Kind() == reflect.Int
	case reflect.Bool:
		k.Kind = FlagKind
	}
	return k
}

// keyName is the key of a field: that of its tag, or its own name in lower case and with _ between words.
func keyName(f reflect.StructField) string {
	tag, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return cmp.Or(f.Tag.Get("key"), tag, strings.ToLower(betweenWords.ReplaceAllString(f.Name, "${1}_$2")))
}

var betweenWords = regexp.MustCompile(`([a-z])([A-Z])`)

// Schema describes the object in JSON Schema, 2020-12. What is needed may come from another file, so nothing is required
// but the name of an entry.
func (o *Object) Schema() map[string]any {
	properties := map[string]any{}
	for i := range o.Keys {
		properties[o.Keys[i].Name] = o.Keys[i].schema()
	}
	s := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if o.Each != nil {
		s = map[string]any{"type": "object", "additionalProperties": o.Each.schema()}
	}
	if o.ID != "" {
		s["required"] = []string{o.ID}
	}
	return s
}

func (k *Key) schema() map[string]any {
	s := k.Kind.Schema(k)
	if k.Help != "" {
		s["description"] = k.Help
	}
	return s
}

// Document is the schema of a whole file.
func (o *Object) Document(title, help string) map[string]any {
	s := o.Schema()
	s["$schema"], s["title"] = "https://json-schema.org/draft/2020-12/schema", title
	if help != "" {
		s["description"] = help
	}
	return s
}
