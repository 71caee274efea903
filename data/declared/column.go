package declared

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// leaves notes the values of a tree by their paths.
func (d *draft) leaves(path string, v any, depth int) {
	if list, is := v.([]any); is && len(list) > 0 && depth < 8 {
		if _, rows := list[0].(*jsontree.Members); rows && clues().Single.MatchString(path) {
			return
		} else if rows {
			d.leaves(path+".0", list[0], depth+1)
			return
		}
	}
	object, is := v.(*jsontree.Members)
	if !is || depth > 8 {
		if path != "" {
			d.note(path, v)
		}
		return
	}
	inner := object.All()
	if len(inner) > 0 && path != "" && alike(object) {
		d.leaves(path+".*", inner[0].Value, depth+1)
		return
	}
	unit, _ := at(object, "unit").(string)
	for _, m := range inner {
		below := strings.TrimPrefix(path+"."+m.Key, ".")
		if _, is := m.Value.(string); m.Key == "unit" && is && path != "" {
			continue // of the values beside it
		}
		d.leaves(below, m.Value, depth+1)
		if c := d.columns[below]; c != nil {
			c.unit = cmp.Or(c.unit, unitOf("("+unit+")"))
		}
	}
}

// all reports whether all values have a form: number, whole, or one of guess.yaml.
func (c *column) all(form string) bool {
	switch form {
	case "nothing":
		return c.values == 0
	case "list":
		return c.lists
	case "several":
		return c.several
	}
	return c.of[form] == c.values
}

func (d *draft) note(path string, v any) {
	const mostColumns = 3000
	c := d.columns[path]
	if c == nil {
		if len(d.columns) >= mostColumns {
			return
		}
		c = &column{of: map[string]int{}, several: d.format != "csv" && strings.Contains(path, ".*")}
		d.columns[path] = c
		d.order = append(d.order, path)
	}
	if text, is := v.(string); is && slices.Contains(clues().Missing, text) {
		c.missing = lists.Distinct(append(c.missing, text))
		return
	}
	if v == nil {
		return
	}
	if list, is := v.([]any); is {
		c.values++
		if c.lists = true; c.list == nil {
			c.list = &column{of: map[string]int{}}
		}
		for _, element := range list[:min(len(list), 100)] {
			c.list.note(element, d.decimal)
			c.example = c.list.example
		}
		return
	}
	c.note(v, d.decimal)
}

// note counts what a value can be.
func (c *column) note(v any, decimal string) {
	c.values++
	s := data.Text(v)
	c.example = cmp.Or(c.example, s)
	if x, err := (Rows{Decimal: decimal}).marks().number(s); err == nil {
		if c.least = min(c.least, x); c.of["number"] == 0 {
			c.least = x
		}
		c.of["number"]++
		c.of["whole"] += lists.One(x == math.Trunc(x) && !strings.ContainsAny(s, ".,eE"))
	}
	for form, like := range clues().Forms {
		c.of[form] += lists.One(like.MatchString(s) && (form != "decimal comma" || decimal == ""))
	}
}

// scalar is a text as YAML has it.
func scalar(s string) string {
	if plainText.MatchString(s) {
		return s
	}
	return strconv.Quote(s)
}

var plainText = regexp.MustCompile(`^\pL([\pL0-9/ ._-]*[\pL0-9/._-])?$`)
