package content

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"slices"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// entry is a mapping that was checked against its declaration, so that what is read here is right or has been reported. A
// key that is not declared is a fault of the program, which panics.
type entry struct {
	*node
	of   *object
	errs *Errors
}

// entryOf checks that a value is a mapping, and its keys; nil is an empty one.
func entryOf(n *node, keys *object, errs *Errors) entry {
	if n == nil {
		n = &node{Kind: yamltree.Mapping}
	} else {
		errs.Check(&key{Kind: yamltree.UnderKind, Under: keys}, n)
	}
	return entry{n, keys, errs}
}

func (e entry) fault(key, format string, args ...any) { e.errs.At(e.At(key), format, args...) }

// faultIf is a fault where it is one.
func (e entry) faultIf(is bool, key, format string, args ...any) {
	if is {
		e.fault(key, format, args...)
	}
}

// value is what stands under a key, absent where nothing does.
func (e entry) value(name string) *node {
	if e.of.Key(name) == nil {
		panic(fmt.Sprintf("content: the key %s is not declared", name))
	}
	return cmp.Or(e.Values[name], &node{File: e.File, Line: e.Line, Kind: yamltree.Absent})
}

func (e entry) has(name string) bool { return e.value(name).Kind != yamltree.Absent }

// text is a plain value, "" where there is none or it is wrong.
func (e entry) text(name string) (text string) {
	text, _ = e.of.Key(name).Text(e.value(name))
	return text
}

// flag is true or false; otherwise is for a key that is left out.
func (e entry) flag(name string, otherwise bool) bool {
	if v := e.value(name); v.Kind == yamltree.Truth {
		return v.Text == "true"
	}
	return otherwise
}

// words is a list of plain values, or one alone.
func (e entry) words(name string) []string { return yamltree.Words(e.value(name)) }

// numbers is a list of numbers, or one alone.
func (e entry) numbers(name string) []float64 { return e.of.Key(name).Numbers(e.value(name)) }

// under is the mapping below a key; without one it is empty.
func (e entry) under(name string) entry {
	v := e.value(name)
	if v.Kind != yamltree.Mapping {
		v = &node{File: e.File, Line: e.Line, Kind: yamltree.Mapping}
	}
	return entry{v, e.of.Key(name).Under, e.errs}
}

// needs reports those of the keys that are not written, which a declaration cannot tell.
func (e entry) needs(names ...string) {
	for _, name := range names {
		if v := e.value(name); v.Kind == yamltree.Absent || len(v.List()) == 0 || v.Kind == yamltree.Plain && v.Text == "" {
			e.errs.At(cmp.Or(e.Values[name], e.node), "%s is missing; add “%[1]s: %s”", name, e.of.Key(name).Example)
		}
	}
}

// each is the entries of a list.
func (e entry) each(name string) []entry {
	return e.mappings(e.value(name).Items, e.of.Key(name).Under)
}

// mappings are those among the entries of a list.
func (e entry) mappings(items []*node, keys *object) []entry {
	own := lists.Filter(items, func(n *node) bool { return n.Kind == yamltree.Mapping })
	return lists.Map(own, func(n *node) entry { return entry{n, keys, e.errs} })
}

// which tells whether a built-in part stays.
func (e entry) which(name, part string, otherwise bool) bool {
	if !e.has(name) || e.value(name).Kind == yamltree.Truth {
		return e.flag(name, otherwise)
	}
	return slices.Contains(e.words(name), part)
}

// What is declared, read and wrong in settings files.
type (
	node   = yamltree.Node
	object = yamltree.Object
	key    = yamltree.Key
	kind   = yamltree.Kind

	// Error is one error in an author's file, with its place and a remedy.
	Error = yamltree.Error
	// Errors is every error found in one reading, in order of file and line.
	Errors = yamltree.Errors
	// Keys records where the keys of a declaration are, so that errors in their values can name file and line.
	Keys = yamltree.Keys
)

// parseFile is the mapping in a whole file of fsys; where that is missing it gives nil and no fault.
func parseFile(fsys fs.FS, name, shown string, errs *Errors) *node {
	if text, read := readText(fsys, name, shown, yamltree.MostBytes, errs); read {
		return yamltree.ReadMapping(shown, text, 0, errs)
	}
	return nil
}

// read makes a value of the keys of a mapping; what is no plain value, list or mapping of these is left to finish.
func read[T any](e entry) (v T) {
	finish := func(of any, n *node, keys *object) {
		if f, is := of.(interface{ finish(e entry) }); is {
			f.finish(entry{n, keys, e.errs})
		}
	}
	e.of.Fill(reflect.ValueOf(&v).Elem(), e.node, finish)
	finish(&v, e.node, e.of)
	return v
}

// readAll reads each entry of a list.
func readAll[T any](e entry, key string) []T { return lists.Map(e.each(key), read[T]) }

// merged is a file's settings over those before it.
func merged(o *object, base, over *node, errs *Errors) *node {
	return yamltree.Merging{Errs: errs}.Merged(o, base, over)
}

// kept is the built-in lists without the entries that a publisher does not want.
func kept(o *object, base *node, builtin entry, otherwise bool) *node {
	for i := range o.Keys {
		k := &o.Keys[i]
		list := base.Values[k.Name]
		if k.Kind != yamltree.ListKind || list == nil || builtin.of.Key(k.Name) == nil {
			continue
		}
		less := *list
		less.Items = lists.Filter(list.Items, func(n *node) bool {
			name, _ := k.Under.NameOf(n)
			return builtin.which(k.Name, name, otherwise)
		})
		base = base.With(k.Name, &less)
	}
	return base
}

// LargestText is the maximum size of a page or a post in bytes, about 20,000 words.
const LargestText = 128 << 10

// Limits of other files; those of YAML are package yamltree's.
const (
	largestTable = 1 << 20  // bytes of quality.csv
	mostTexts    = 1000     // in a folder
	mostText     = 12 << 20 // bytes of all texts of a folder: the slowest ones within the limits take half a minute
)

// readFile reads a regular file of at most so many bytes.
func readFile(fsys fs.FS, name string, most int) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entry, err := f.Stat()
	if err == nil && !entry.Mode().IsRegular() {
		err = errors.New("is not a regular file")
	}
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if len(text) > most {
		err = fmt.Errorf("larger than %d bytes; shorten it or split it", most)
	}
	return text, err
}

// readText is readFile for a file that may be missing. Any other error is one of the file that is shown by a name.
func readText(fsys fs.FS, name, shown string, most int, errs *Errors) (text []byte, read bool) {
	text, err := readFile(fsys, name, most)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		errs.Add(shown, 0, "%v; make it a readable file", err)
	}
	return text, err == nil
}

// readOwn is readFile for one that a setting names.
func readOwn(folder fs.FS, name string, most int) ([]byte, error) {
	text, err := readFile(folder, name, most)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		err = errors.New("no such file in the content folder")
	}
	return text, err
}

// readBlock reads the YAML of a block of a text. Its error is of type [Errors].
func readBlock[T any](src Markdown, of func(n *node, errs *Errors) T) (value T, err error) {
	var errs Errors
	if n := yamltree.ReadMapping(src.File, []byte(src.Text), src.Line-1, &errs); n != nil {
		value = of(n, &errs)
	}
	return value, errs.OrNil()
}
