package content

import (
	"cmp"
	_ "embed"
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// settingsFile is a YAML file of the content folder.
type settingsFile struct {
	name string
	help string
	*object
}

//go:embed declared.yaml
var declaredText []byte

// declared is what declared.yaml holds.
var declared = sync.OnceValue(func() declarations { return yamltree.Embedded[declarations](declaredText) })

type declarations struct {
	Files   []declaredFile
	Objects map[string]struct {
		ID, Owner string
		Also      []string
		Keys      []declaredKey
	}
	Panels map[string]struct{ Need, Also []string }
	Tokens map[string][]string
	Static map[string]string
}

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
		all[name] = &object{ID: from.ID, Owner: from.Owner}
	}
	for name, from := range declared().Objects {
		keys := slices.Clone(from.Keys)
		for _, more := range from.Also {
			keys = joined(keys, declared().Objects[more].Keys)
		}
		all[name].Keys = lists.Map(keys, func(k declaredKey) key { return k.in(all) })
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
		Name: k.Name, Kind: kinds[k.Kind], Example: k.Example, Help: k.Help, Words: k.Words, Under: all[k.Under],
		Need: is("need"), Identity: is("identity"), Single: is("single"), Whole: is("whole"), Signed: is("signed"),
		Least: k.Least, Most: k.Most, Below: k.Below,
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
	file, _ := lists.Find(settingsFiles(), func(f settingsFile) bool { return f.name == name })
	return file
}
