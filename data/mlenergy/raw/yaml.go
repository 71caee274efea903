package raw

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// scalar is a value of a YAML mapping.
type scalar struct {
	text   string
	quoted bool
	opaque bool // a list, mapping, block, reference or several lines: not read
}

// missing reports whether there is no value: no such key, or null.
func (v scalar) missing() bool {
	return !v.quoted && !v.opaque && (v.text == "" || v.text == "~" || strings.EqualFold(v.text, "null"))
}

// flatYAML reads the keys and one-line values of a mapping, which is how the
// server's flags are written.
func flatYAML(text []byte) (map[string]scalar, error) {
	if yamlBlank(text) {
		return nil, nil
	}
	tree, err := yamltree.Parse(text, token.AnchorType, token.AliasType, token.TagType)
	if err != nil {
		return nil, err
	}
	pairs, values := yamltree.Pairs(tree), map[string]scalar{}
	if _, empty := tree.(*ast.MappingNode); pairs == nil && !empty {
		return nil, fmt.Errorf("line %d: expected a mapping of flags, one key: value per line", yamltree.Line(tree))
	}
	for _, p := range pairs {
		values[p.Key.GetToken().Value] = scalarOf(p.Value)
	}
	return values, nil
}

// yamlBlank reports whether there are only comments.
func yamlBlank(text []byte) bool {
	return lists.All(strings.Split(string(text), "\n"), func(line string) bool {
		line = strings.TrimSpace(line)
		return line == "" || line[0] == '#'
	})
}

func scalarOf(n ast.Node) scalar {
	t := n.GetToken()
	v := scalar{text: t.Value, quoted: t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType}
	switch n.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		v.opaque = strings.Contains(strings.TrimSpace(t.Value), "\n")
	default:
		v.opaque = true
	}
	return v
}
