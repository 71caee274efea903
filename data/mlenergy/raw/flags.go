package raw

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// flags are those of the server that say how a model is spread over GPUs.
type flags struct {
	expert                     bool
	expertSize, tensor, shares data.Opt[int]
}

// readFlags decodes monolithic.config.yaml.
func readFlags(content []byte) (set flags, err error) {
	values, err := flatYAML(content)
	if err != nil {
		return flags{}, err
	}
	if len(values) == 0 {
		return flags{}, errors.New("contains no flags")
	}
	if set.expert, err = yamlBool(values["enable-expert-parallel"]); err != nil {
		return flags{}, fmt.Errorf("enable-expert-parallel: %w", err)
	}
	for _, size := range []struct {
		key string
		at  *data.Opt[int]
	}{
		{"expert-parallel-size", &set.expertSize},
		{"tensor-parallel-size", &set.tensor},
		{"data-parallel-size", &set.shares},
	} {
		if *size.at, err = yamlInt(values[size.key]); err != nil {
			return flags{}, fmt.Errorf("%s: %w", size.key, err)
		}
	}
	return set, nil
}

// parallelism is how a model is spread over so many GPUs.
func (set flags) parallelism(gpus int) (tensor, expert, shares int) {
	expert, tensor = 1, gpus
	if set.expert {
		expert = set.expertSize.Or(gpus)
	}
	if expert > 1 {
		tensor = 1
	}
	shares = set.shares.Or(1)
	shares = cmp.Or(shares, gpus)
	return set.tensor.Or(tensor), expert, shares
}

// yamlBool reads a truth value in YAML 1.1's words; missing or null is false.
func yamlBool(v scalar) (bool, error) {
	if v.missing() {
		return false, nil
	}
	if !v.quoted && !v.opaque {
		switch strings.ToLower(v.text) {
		case "true", "yes", "on", "1":
			return true, nil
		case "false", "no", "off", "0":
			return false, nil
		}
	}
	return false, fmt.Errorf("expected true or false, got %.40q", v.text)
}

// yamlInt reads an integer in YAML 1.1's notations, quoted or not.
func yamlInt(v scalar) (data.Opt[int], error) {
	if v.missing() {
		return data.Opt[int]{}, nil
	}
	base := 10
	digits := strings.TrimLeft(v.text, "+-")
	if len(digits) > 1 && digits[0] == '0' && !v.quoted {
		base = 0 // 0x4, 0b1, 04: as in Go
	}
	n, err := strconv.ParseInt(v.text, base, 32)
	if err != nil || v.opaque {
		return data.Opt[int]{}, fmt.Errorf("expected an integer, got %.40q", v.text)
	}
	return data.Some(int(n)), nil
}

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
