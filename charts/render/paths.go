package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// pathsMember is the option's member with the paths that are drawn here.
var pathsMember = []byte(`"paths":`)

// given is what addPaths reads of an option.
type given struct {
	Series []struct {
		LineStyle struct {
			Color string          `json:"color"`
			Width json.Number     `json:"width"`
			Type  json.RawMessage `json:"type"` // a name, or px on and off
		} `json:"lineStyle"`
		AreaStyle *struct {
			Color   string      `json:"color"`
			Opacity json.Number `json:"opacity"`
		} `json:"areaStyle"`
		Z int `json:"z"` // above usualZ: above the marks
	} `json:"series"`
	Paths []string `json:"paths"`
}

// usualZ is where ECharts draws series that do not say.
const usualZ = 2

// addPaths draws the series whose paths the option states, which ECharts was not
// shown: areas first, all of them below the marks that stand for rows, but for those
// that say to be above. The engine
// takes some 10 ms for a line that has a path already.
func addPaths(root *node, option []byte) error {
	if !bytes.Contains(option, pathsMember) {
		return nil
	}
	var o given
	if err := json.Unmarshal(option, &o); err != nil {
		return fmt.Errorf("paths: %w", err)
	}
	if len(o.Paths) > len(o.Series) {
		return fmt.Errorf("%d paths for %d series", len(o.Paths), len(o.Series))
	}
	var areas, lines, above []*node
	for i, d := range o.Paths {
		if d == "" {
			continue
		}
		n, err := admit(o.element(i))
		if err != nil {
			return fmt.Errorf("path of series %d: %w", i, err)
		}
		switch {
		case o.Series[i].Z > usualZ:
			above = append(above, n)
		case o.Series[i].AreaStyle != nil:
			areas = append(areas, n)
		default:
			lines = append(lines, n)
		}
	}
	at := slices.IndexFunc(root.children, hasRows)
	if at < 0 {
		at = len(root.children)
	}
	root.children = append(slices.Insert(root.children, at, append(areas, lines...)...), above...)
	return nil
}

// element is what ECharts would write; it passes the same allow-list.
func (o given) element(i int) xml.StartElement {
	e := xml.StartElement{Name: xml.Name{Space: svgSpace, Local: "path"}}
	set := func(name, value string) {
		if value != "" {
			e.Attr = append(e.Attr, xml.Attr{Name: xml.Name{Local: name}, Value: value})
		}
	}
	set("d", o.Paths[i])
	if area := o.Series[i].AreaStyle; area != nil {
		set("fill", area.Color)
		set("fill-opacity", string(area.Opacity))
		return e
	}
	line := o.Series[i].LineStyle
	set("fill", "none")
	set("stroke", line.Color)
	set("stroke-width", string(line.Width))
	set("stroke-linejoin", "bevel")
	set("stroke-dasharray", dashes(line.Type))
	return e
}

func dashes(of json.RawMessage) string {
	var px []json.Number
	if json.Unmarshal(of, &px) != nil {
		return ""
	}
	parts := make([]string, len(px))
	for i, n := range px {
		parts[i] = string(n)
	}
	return strings.Join(parts, " ")
}

// hasRows reports whether a mark in the node stands for a row.
func hasRows(n *node) bool {
	return n.attrs.get(rowMark) != "" || slices.ContainsFunc(n.children, hasRows)
}
