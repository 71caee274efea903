package live

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/charts"
)

// File is the charts of a figure for windows of different widths. Most of their series, axes and legends are the same, so the
// file has each of these once.
type File struct {
	Parts []json.RawMessage `json:"parts"`
	// Charts have, in place of the members of each list of their options, the indexes of these in Parts.
	Charts []Chart `json:"charts"`
}

// FileOf returns the file of a figure's drawings, in their order.
func FileOf(drawings []charts.Drawing) (f File) {
	index := map[string]int{}
	for _, d := range drawings {
		c := Of(d)
		var option map[string]json.RawMessage
		decode(c.Option, &option)
		for _, name := range slices.Sorted(maps.Keys(option)) {
			value := option[name]
			if value[0] != '[' {
				continue
			}
			var list []json.RawMessage
			decode(value, &list)
			at := make([]int, len(list))
			for i, part := range list {
				n, known := index[string(part)]
				if !known {
					n = len(f.Parts)
					index[string(part)], f.Parts = n, append(f.Parts, part)
				}
				at[i] = n
			}
			option[name] = encode(at)
		}
		c.Option = encode(option)
		f.Charts = append(f.Charts, c)
	}
	return f
}

// Whole returns a file's charts with complete options, as [Of] makes them except for the order of their keys, or an error if
// an index leads out of Parts.
func (f File) Whole() ([]Chart, error) {
	whole := make([]Chart, len(f.Charts))
	for i, c := range f.Charts {
		var option map[string]json.RawMessage
		if err := json.Unmarshal(c.Option, &option); err != nil {
			return nil, fmt.Errorf("live: chart %d: %w", i, err)
		}
		for name, value := range option {
			var at []int
			if json.Unmarshal(value, &at) != nil {
				continue // not a list
			}
			list := make([]json.RawMessage, len(at))
			for k, n := range at {
				if n < 0 || n >= len(f.Parts) {
					return nil, fmt.Errorf("live: chart %d: %s names part %d of %d", i, name, n, len(f.Parts))
				}
				list[k] = f.Parts[n]
			}
			option[name] = encode(list)
		}
		c.Option = encode(option)
		whole[i] = c
	}
	return whole, nil
}

func encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("live: option does not encode: %v", err)) // a value that is not finite got past the loaders
	}
	return text
}

func decode(text []byte, v any) {
	if err := json.Unmarshal(text, v); err != nil {
		panic(fmt.Sprintf("live: option does not decode: %v", err)) // encode made it
	}
}
