package content

import (
	"cmp"
	_ "embed"
	"slices"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// object declares what may stand in a mapping of a settings file; see declared.yaml.
type object struct {
	id   string // the key by which entries of several files are the same, "" for none
	keys []key
}

// key declares one setting.
type key struct {
	name    string
	kind    *kind
	example string // as it would stand behind the colon
	help    string
	need    bool // an entry without it is not complete
	// identity is what a publisher that gives a name of its own does not inherit.
	identity bool
	// single is a group of keys of which a file gives all or none.
	single bool

	words       []string // of wordKind and wordsKind
	least, most float64  // of numberKind, inclusive; without most a number is above 0. Of listKind, most bounds the entries
	below       float64
	whole       bool
	under       *object // of underKind and listKind
	// brief keeps what is below the key out of the reference, for which it is too long.
	brief bool
}

func (o *object) names() []string {
	return lists.Map(o.keys, func(k key) string { return k.name })
}

// only is the object with those of its keys that may stand in a mapping.
func (o *object) only(allowed func(name string) bool) *object {
	return &object{o.id, lists.Filter(o.keys, func(k key) bool { return allowed(k.name) })}
}

func (o *object) key(name string) *key {
	for i := range o.keys {
		if o.keys[i].name == name {
			return &o.keys[i]
		}
	}
	return nil
}

// schema describes the object in JSON Schema, 2020-12. What is needed may come from another file, so nothing is required
// but the name of an entry.
func (o *object) schema() map[string]any {
	properties := map[string]any{}
	for i := range o.keys {
		k := &o.keys[i]
		s := k.kind.schema(k)
		s["description"] = k.help
		properties[k.name] = s
	}
	s := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if o.id != "" {
		s["required"] = []string{o.id}
	}
	return s
}

// settingsFile is a YAML file of the content folder.
type settingsFile struct {
	name string
	help string
	*object
}

//go:embed declared.yaml
var declaredText []byte

// declared is what declared.yaml holds.
var declared = sync.OnceValue(func() (d struct {
	Files   []declaredFile
	Objects map[string]struct {
		ID   string
		Also []string
		Keys []declaredKey
	}
	Panels map[string]struct{ Need, Also []string }
},
) {
	if err := yaml.Unmarshal(declaredText, &d); err != nil {
		panic(err) // embedded
	}
	return d
})

type declaredFile struct{ Name, Keys, Help string }

type declaredKey struct {
	Name, Kind, Under, Example, Help string
	Is, Words                        []string
	Least, Most, Below               float64
}

// objects are the declared ones by name.
var objects = sync.OnceValue(func() map[string]*object {
	all := map[string]*object{}
	for name, from := range declared().Objects {
		all[name] = &object{id: from.ID}
	}
	for name, from := range declared().Objects {
		keys := slices.Clone(from.Keys)
		for _, more := range from.Also {
			keys = joined(keys, declared().Objects[more].Keys)
		}
		all[name].keys = lists.Map(keys, func(k declaredKey) key { return k.in(all) })
	}
	return all
})

// joined adds keys to those of an object, which may already have an example or an explanation of its own for one of them.
func joined(own, more []declaredKey) []declaredKey {
	for _, k := range more {
		if i := slices.IndexFunc(own, func(o declaredKey) bool { return o.Name == k.Name }); i >= 0 {
			k.Example, k.Help = cmp.Or(own[i].Example, k.Example), cmp.Or(own[i].Help, k.Help)
			own = slices.Delete(own, i, i+1)
		}
		own = append(own, k)
	}
	return own
}

func keysOf(name string) *object { return objects()[name] }

func (k declaredKey) in(all map[string]*object) key {
	is := func(word string) bool { return slices.Contains(k.Is, word) }
	return key{
		name: k.Name, kind: kinds[k.Kind], example: k.Example, help: k.Help, words: k.Words, under: all[k.Under],
		need: is("need"), identity: is("identity"), single: is("single"), whole: is("whole"),
		least: k.Least, most: k.Most, below: k.Below,
	}
}

// settingsFiles are made once and when they are needed: the keys of words.yaml are read from the English texts.
var settingsFiles = sync.OnceValue(func() []settingsFile {
	return append(plainFiles(), settingsFile{wordsName, "Messages of pages, charts and scripts in the site's language.", wordsKeys()})
})

func plainFiles() []settingsFile {
	return lists.Map(declared().Files, func(f declaredFile) settingsFile { return settingsFile{f.Name, f.Help, keysOf(f.Keys)} })
}

func fileOf(name string) settingsFile {
	files := settingsFiles()
	return files[slices.IndexFunc(files, func(f settingsFile) bool { return f.name == name })]
}
