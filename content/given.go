package content

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Key is a key of a block as flags and documentation show it.
type Key struct {
	Name, Help, Example string
	Words               []string // what it may be, if that is known
	Expression          bool     // over the fields of a run
}

// Flag is the flag that stands for the key.
func (k Key) Flag() string { return strings.ReplaceAll(k.Name, "_", "-") }

var expressionKeys = []string{"x", "y", "group", "series", "value", "label", "order", "sort"}

// FigureKeys returns the keys of a figure that are not only those of several panels, in the order of the documentation.
func FigureKeys() []Key {
	return lists.Map(keysOf("figure").Keys, func(k key) Key {
		return Key{k.Name, k.Help, k.Example, k.Words, slices.Contains(expressionKeys, k.Name)}
	})
}

// Given is the value of a key that a flag gives: text, or a mapping or list as YAML writes it in one line.
type Given struct {
	Key  Key
	Text string
}

// node is the value as that of a settings file.
func (g Given) node(errs *Errors) *node {
	file := "--" + g.Key.Flag()
	if !strings.HasPrefix(g.Text, "{") && !strings.HasPrefix(g.Text, "[") {
		kind := map[bool]yamltree.NodeKind{true: yamltree.Truth, false: yamltree.Plain}[g.Text == "true" || g.Text == "false"]
		return &node{File: file, Kind: kind, Text: g.Text}
	}
	n := yamltree.ReadMapping(file, []byte(g.Key.Name+": "+g.Text), -1, errs) // which has no lines
	if n == nil {
		return nil
	}
	return n.Values[g.Key.Name]
}

// GivenFigure reads a figure from a file with the keys of a block, nil for none, and from flags, which override it. Name,
// title and alt may be left out. Text is the same as a block of a text. The error is of type [Errors].
func GivenFigure(spec *Markdown, flags []Given) (f Figure, text string, err error) {
	var errs Errors
	n := &node{File: "figure", Kind: yamltree.Mapping}
	if spec != nil {
		if n = yamltree.ReadMapping(spec.File, []byte(spec.Text), spec.Line-1, &errs); n == nil {
			return Figure{}, "", errs.OrNil()
		}
	}
	for _, g := range flags {
		if v := g.node(&errs); v != nil {
			n = n.With(g.Key.Name, v)
		}
	}
	if len(errs) > 0 {
		return Figure{}, "", errs.OrNil()
	}
	n = titled(n)
	f = readFigure(n, &errs)
	return f, block(n), errs.OrNil()
}

// titled has a name, a title and a description, made of what it shows if nobody gave them.
func titled(n *node) *node {
	part := func(key string) string {
		v := n.At(key)
		v = cmp.Or(v.Values["value"], v)
		return strings.Join(lists.Map(v.List(), func(v *node) string { return v.Text }), ", ")
	}
	title := part("y")
	if by := cmp.Or(part("x"), part("group")); title == "" {
		title = by
	} else if by != "" {
		title = fmt.Sprintf("%s by %s", title, by)
	}
	title = cmp.Or(strings.TrimSpace(title), part("kind"), "A figure")
	for _, made := range [][2]string{{"name", "figure"}, {"title", title}, {"alt", title}} {
		if n.Values[made[0]] == nil && (n.Values["view"] == nil || made[0] == "name") {
			n = n.With(made[0], &node{File: n.File, Line: n.Line, Kind: yamltree.Plain, Text: made[1]})
		}
	}
	return n
}

// block is a figure as a text has it, with its keys in the order of the documentation.
func block(n *node) string {
	known := keysOf("figure").Names()
	unknown := n.Without(func(key string) bool { return slices.Contains(known, key) })
	ordered := *n
	ordered.Keys = append(lists.Filter(known, func(key string) bool { return n.Values[key] != nil }), unknown.Keys...)
	// keys in quotes are as YAML 1.1 wants y; the blocks of texts have it without
	text, err := yaml.MarshalWithOptions(value(&ordered), yaml.Indent(2), yaml.IndentSequence(true))
	if err != nil {
		panic(err) // plain values
	}
	return "```figure\n" + strings.ReplaceAll(string(text), "\"y\":", "y:") + "```\n"
}

// value is a node for a YAML writer.
func value(n *node) any {
	switch n.Kind {
	case yamltree.Mapping:
		return yaml.MapSlice(lists.Map(n.Keys, func(key string) yaml.MapItem { return yaml.MapItem{Key: key, Value: value(n.Values[key])} }))
	case yamltree.List:
		return lists.Map(n.Items, value)
	case yamltree.Truth:
		return n.Text == "true"
	case yamltree.Absent:
		return nil
	}
	if x, err := strconv.Atoi(n.Text); err == nil {
		return x
	}
	if x, ok := number(n.Text); ok {
		return x
	}
	return n.Text
}
