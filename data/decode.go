package data

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// DecodeTree decodes a text into the struct that to points to. Unknown keys and values of the wrong kind are errors; the
// error joins one [yamltree.Error] for each.
func DecodeTree(tree ast.Node, to any) error {
	f := &Faults{Tree: tree}
	f.Decode(to)
	return f.Err()
}

// Decode decodes what is sound of the text into the struct that to points to, as [DecodeTree] does; the rest are faults.
func (f *Faults) Decode(to any) {
	s := shape{Faults: f}
	s.check(f.Tree, reflect.TypeOf(to), nil)
	sound := f.Tree
	for _, path := range f.paths {
		sound = yamltree.Without(sound, path...)
	}
	err := yaml.NodeToValue(sound, to, yaml.Strict())
	if err == nil {
		return
	}
	fault := &yamltree.Error{Line: 1, Message: ClipName(err.Error())}
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil {
		fault = &yamltree.Error{Line: at.GetToken().Position.Line, Message: ClipName(at.GetMessage())}
	}
	f.errs, f.paths = append(f.errs, fault), append(f.paths, nil)
}

// shape compares the keys and values of a text with those of a type.
type shape struct {
	*Faults
	words []string // that the value may be, nil for any
}

// check compares the value at a path of keys and indexes.
func (s *shape) check(n ast.Node, t reflect.Type, path []any) {
	if _, empty := n.(*ast.NullNode); empty || n == nil {
		return
	}
	mapping, list := n.Type() == ast.MappingType || n.Type() == ast.MappingValueType, n.Type() == ast.SequenceType
	switch t.Kind() {
	case reflect.Pointer:
		s.check(n, t.Elem(), path)
	case reflect.Struct, reflect.Map:
		if !mapping {
			s.wrong(n, path, "lines “key: value”", cmp.Or(keysHint(t), fmt.Sprintf("; write “%v: {NAME: …}”", last(path))))
			return
		}
		for _, pair := range yamltree.Pairs(n) {
			s.pair(pair, t, append(path[:len(path):len(path)], pair.Key.GetToken().Value))
		}
	case reflect.Slice:
		if !list {
			s.wrong(n, path, "a list", asList(n, t, path))
			return
		}
		for i, element := range n.(*ast.SequenceNode).Values {
			faults := len(s.errs)
			s.check(element, t.Elem(), append(path[:len(path):len(path)], i))
			if len(s.errs) > faults && yamltree.Pairs(element) == nil {
				return // the others are probably wrong in the same way
			}
		}
	case reflect.String:
		switch words := s.words; {
		case mapping || list:
			s.wrong(n, path, "text", "; put a text with a colon or brackets in quotes")
		case words != nil && n.GetToken().Value != "" && !slices.Contains(words, n.GetToken().Value):
			written := n.GetToken().Value
			if hint := nearest.Hint(written, words); hint != "" && len(words) > 20 {
				s.Add(path, "%sunknown %q%s", named(path), ClipName(written), hint)
			} else {
				s.Add(path, "%sunknown %q; use one of %s%s", named(path), ClipName(written), strings.Join(lists.Map(words, shown), ", "), hint)
			}
		}
	case reflect.Int:
		// as other programs read it: 1_000, 0x10 and 017 are other numbers for some
		if _, err := strconv.Atoi(n.GetToken().Value); err != nil || strings.HasPrefix(n.GetToken().Value, "0") && n.GetToken().Value != "0" {
			s.wrong(n, path, "a whole number", "; write it without quotes or a unit")
		}
	case reflect.Float64:
		if _, err := ParseNumber(n.GetToken().Value); err != nil || mapping || list {
			s.wrong(n, path, "a number", "; write it without quotes or a unit")
		}
	}
}

// pair compares a key and its value.
func (s *shape) pair(pair *ast.MappingValueNode, t reflect.Type, path []any) {
	if t.Kind() == reflect.Map {
		s.check(pair.Value, t.Elem(), path)
		return
	}
	key := path[len(path)-1].(string)
	of := keysOf(t)
	known, list := of[key], pair.Value.Type() == ast.SequenceType
	all := slices.Sorted(maps.Keys(of))
	alike := lists.Filter(all, func(other string) bool { return list == (of[other].Kind() == reflect.Slice) })
	switch {
	case known == nil:
		hint := cmp.Or(nearest.Hint(key, alike), nearest.Hint(key, all), keysHint(t))
		s.Add(path, "%sunknown key %q%s", named(path[:len(path)-1]), ClipName(key), hint)
	case known.Kind() == reflect.String && list:
		s.wrong(pair.Value, path, "text", cmp.Or(nearest.Hint(key, alike), "; write one value"))
	default:
		s.words = choicesOf(t, key)
		s.check(pair.Value, known, path)
		s.words = nil
	}
}

// shown is a word of which some are marks.
func shown(word string) string {
	if strings.ContainsAny(word, ",;.|' \t") {
		return strconv.Quote(word)
	}
	return word
}

// choicesOf are the values that a key of a struct takes, nil for any.
func choicesOf(t reflect.Type, key string) []string {
	if c, is := reflect.Zero(t).Interface().(interface{ Choices(key string) []string }); is {
		return c.Choices(key)
	}
	return nil
}

// TreeSchema returns what [DecodeTree] takes for a value of a type, as JSON Schema.
func TreeSchema(t reflect.Type) map[string]any {
	switch t.Kind() {
	case reflect.Pointer:
		return TreeSchema(t.Elem())
	case reflect.Slice:
		return map[string]any{"type": "array", "items": TreeSchema(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": TreeSchema(t.Elem())}
	case reflect.Struct:
		properties := map[string]any{}
		for key, of := range keysOf(t) {
			properties[key] = TreeSchema(of)
			if words := choicesOf(t, key); words != nil && of.Kind() == reflect.String {
				properties[key] = map[string]any{"enum": words}
			}
		}
		return map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	case reflect.String:
		return map[string]any{"type": []string{"string", "number", "boolean"}} // a text without quotes may look so
	case reflect.Int:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	}
	return map[string]any{}
}

// wrong tells a value of another kind.
func (s *shape) wrong(n ast.Node, path []any, want, remedy string) {
	got := "a list"
	switch token := n.GetToken(); {
	case yamltree.Pairs(n) != nil || n.Type() == ast.MappingType:
		got = "keys and values"
	case n.Type() != ast.SequenceType && token != nil:
		got = fmt.Sprintf("%q", ClipName(token.Value))
	}
	s.Add(path, "%sexpected %s, got %s%s", named(path), want, got, remedy)
}

// asList says how a value becomes the only one of a list.
func asList(n ast.Node, t reflect.Type, path []any) string {
	if t.Elem().Kind() == reflect.Struct || t.Elem().Kind() == reflect.Map {
		return "; begin each entry with “- ”"
	}
	value := ClipName(n.GetToken().Value)
	if strings.ContainsAny(value, `*:[]{}#,"'&!|>%@`) {
		value = strconv.Quote(value)
	}
	return fmt.Sprintf("; write “%v: [%s]”", last(path), value)
}

// keysHint lists the keys of a struct.
func keysHint(t reflect.Type) string {
	if t.Kind() != reflect.Struct {
		return ""
	}
	return "; keys are " + strings.Join(slices.Sorted(maps.Keys(keysOf(t))), ", ")
}

// keysOf are the keys of a struct, with the types of their values.
func keysOf(t reflect.Type) map[string]reflect.Type {
	of := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if !f.Anonymous {
			of[cmp.Or(key, strings.ToLower(f.Name))] = f.Type
			continue
		}
		for key, t := range keysOf(f.Type) {
			of[key] = t
		}
	}
	return of
}

// last is the last key of a path.
func last(path []any) string {
	for i := len(path) - 1; i >= 0; i-- {
		if key, is := path[i].(string); is {
			return key
		}
	}
	return ""
}

// named are the keys of a path before a message.
func named(path []any) (text string) {
	for _, step := range path {
		if key, is := step.(string); is {
			text += ClipName(key) + ": "
		}
	}
	return text
}
