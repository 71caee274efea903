package live

import (
	"encoding/json"
	"fmt"

	"github.com/jouleboard/jouleboard/charts"
)

// File is the charts of a figure for windows of different widths. Most of their series, axes and legends are the same, so the
// file has each of these once.
type File struct {
	Parts []json.RawMessage `json:"parts"`
	// Charts have, in place of the members of each list of their options, the indexes of these in Parts.
	Charts []Chart `json:"charts"`
}

// shared is an option with indexes of parts in place of the members of its lists.
type shared struct {
	Animation bool      `json:"animation"`
	Grid      []int     `json:"grid"`
	Legend    []int     `json:"legend,omitempty"`
	Series    []int     `json:"series"`
	TextStyle textStyle `json:"textStyle"`
	Title     []int     `json:"title,omitempty"`
	XAxis     []int     `json:"xAxis"`
	YAxis     []int     `json:"yAxis"`
}

// FileOf returns the file of a figure's drawings, in their order.
func FileOf(drawings []charts.Drawing) File {
	var f File
	index := map[string]int{}
	for _, d := range drawings {
		o, c := optionOf(d)
		c.Option = encode(shared{
			o.Animation, indexes(&f, index, o.Grid), indexes(&f, index, o.Legend), indexes(&f, index, o.Series), o.TextStyle,
			indexes(&f, index, o.Title), indexes(&f, index, o.XAxis), indexes(&f, index, o.YAxis),
		})
		f.Charts = append(f.Charts, c)
	}
	return f
}

// indexes are those of a list's members in the parts of a file, each of which is there once.
func indexes[T any](f *File, index map[string]int, list []T) (at []int) {
	for i := range list {
		part := encode(&list[i])
		n, known := index[string(part)]
		if !known {
			n = len(f.Parts)
			index[string(part)], f.Parts = n, append(f.Parts, part)
		}
		at = append(at, n)
	}
	return at
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
