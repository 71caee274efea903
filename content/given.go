package content

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
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
	return lists.Map(keysOf("figure").keys, func(k key) Key {
		return Key{k.name, k.help, k.example, k.words, slices.Contains(expressionKeys, k.name)}
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
		kind := plainText
		if g.Text == "true" || g.Text == "false" {
			kind = truth
		}
		return &node{file: file, kind: kind, text: g.Text}
	}
	n := parse(file, []byte(g.Key.Name+": "+g.Text), -1, errs) // which has no lines
	if n == nil {
		return nil
	}
	return n.values[g.Key.Name]
}

// GivenFigure reads a figure from a file with the keys of a block, nil for none, and from flags, which override it. Name,
// title and alt may be left out. Block is the same as a block of a text. The error is of type [Errors].
func GivenFigure(spec *Markdown, flags []Given) (f Figure, block string, err error) {
	var errs Errors
	n := &node{file: "figure", kind: mappingNode}
	if spec != nil {
		if n = parse(spec.File, []byte(spec.Text), spec.Line-1, &errs); n == nil {
			return Figure{}, "", errs.OrNil()
		}
	}
	for _, g := range flags {
		if v := g.node(&errs); v != nil {
			n = n.with(g.Key.Name, v)
		}
	}
	if len(errs) > 0 {
		return Figure{}, "", errs.OrNil()
	}
	n = n.titled()
	f = readFigure(n, &errs)
	return f, n.block(), errs.OrNil()
}

// titled has a name, a title and a description, made of what it shows if nobody gave them.
func (n *node) titled() *node {
	part := func(key string) string {
		v := n.at(key)
		if m := v.values["value"]; m != nil {
			v = m
		}
		return strings.Join(lists.Map(v.list(), func(v *node) string { return v.text }), ", ")
	}
	title := part("y")
	if by := cmp.Or(part("x"), part("group")); title == "" {
		title = by
	} else if by != "" {
		title = fmt.Sprintf("%s by %s", title, by)
	}
	title = cmp.Or(strings.TrimSpace(title), part("kind"), "A figure")
	for _, made := range [][2]string{{"name", "figure"}, {"title", title}, {"alt", title}} {
		if n.values[made[0]] == nil && (n.values["view"] == nil || made[0] == "name") {
			n = n.with(made[0], &node{file: n.file, line: n.line, kind: plainText, text: made[1]})
		}
	}
	return n
}

// block is a figure as a text has it, with its keys in the order of the documentation.
func (n *node) block() string {
	known := keysOf("figure").names()
	unknown := n.without(func(key string) bool { return slices.Contains(known, key) })
	ordered := *n
	ordered.keys = append(lists.Filter(known, func(key string) bool { return n.values[key] != nil }), unknown.keys...)
	// keys in quotes are as YAML 1.1 wants y; the blocks of texts have it without
	text, err := yaml.MarshalWithOptions(ordered.value(), yaml.Indent(2), yaml.IndentSequence(true))
	if err != nil {
		panic(err) // plain values
	}
	return "```figure\n" + strings.ReplaceAll(string(text), "\"y\":", "y:") + "```\n"
}

// value is a node for a YAML writer.
func (n *node) value() any {
	switch n.kind {
	case mappingNode:
		return yaml.MapSlice(lists.Map(n.keys, func(key string) yaml.MapItem { return yaml.MapItem{Key: key, Value: n.values[key].value()} }))
	case listNode:
		return lists.Map(n.items, (*node).value)
	case truth:
		return n.text == "true"
	case absent:
		return nil
	}
	if x, err := strconv.Atoi(n.text); err == nil {
		return x
	}
	if x, ok := number(n.text); ok {
		return x
	}
	return n.text
}
