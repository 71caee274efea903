package content

import (
	"io/fs"
	"reflect"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

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
