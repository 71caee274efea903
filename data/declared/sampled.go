package declared

import (
	"cmp"
	"math"
	"regexp"
	"strings"
)

// leaves notes the values of a tree by their paths.
func (d *draft) leaves(path string, v any, depth int) {
	if list, is := v.([]any); is && len(list) > 0 && depth < 8 {
		if _, rows := list[0].(map[string]any); rows {
			d.leaves(path+".0", list[0], depth+1)
			return
		}
	}
	object, is := v.(map[string]any)
	if !is || depth > 8 {
		if path != "" {
			d.note(path, v)
		}
		return
	}
	if len(object) > 0 && path != "" && alike(object) {
		key := sortedKeys(object)[0]
		d.leaves(path+".*", object[key], depth+1)
		return
	}
	unit, _ := object["unit"].(string)
	for _, key := range sortedKeys(object) {
		below := key
		if path != "" {
			below = path + "." + key
		}
		if _, is := object[key].(string); key == "unit" && is && path != "" {
			continue // of the values beside it
		}
		d.leaves(below, object[key], depth+1)
		if c := d.columns[below]; c != nil {
			c.unit = cmp.Or(c.unit, unitOf("("+unit+")"))
		}
	}
}

var withUnit = regexp.MustCompile(`^-?[0-9.]+(?:[eE][-+]?[0-9]+)? [A-Za-zµ%]+$`)

var withError = regexp.MustCompile(`^-?[0-9.]+(?:[eE][-+]?[0-9]+)? (?:±|\+/-) [0-9.]+`)

var withComma = regexp.MustCompile(`^-?[0-9]{1,3}(?:\.[0-9]{3})*,[0-9]+$|^-?[0-9]+,[0-9]+$`)

func (d *draft) note(path string, v any) {
	const mostColumns = 3000
	c := d.columns[path]
	if c == nil {
		if len(d.columns) >= mostColumns {
			return
		}
		c = &column{several: d.format == "json" && strings.Contains(path, ".*")}
		d.columns[path] = c
		d.order = append(d.order, path)
	}
	if v == nil {
		return
	}
	c.values++
	if list, is := v.([]any); is {
		if c.lists = true; c.list == nil {
			c.list = &column{}
		}
		for _, element := range list[:min(len(list), 100)] {
			c.list.note(element, d.decimal)
			c.example = c.list.example
		}
		return
	}
	c.note(v, d.decimal)
	c.values--
}

// note counts what a value can be.
func (c *column) note(v any, decimal string) {
	c.values++
	s := text(v)
	c.example = cmp.Or(c.example, s)
	if x, err := (Rows{Decimal: decimal}).marks().number(s); err == nil {
		if c.least = min(c.least, x); c.numbers == 0 {
			c.least = x
		}
		c.numbers++
		if x == math.Trunc(x) && !strings.ContainsAny(s, ".,eE") {
			c.whole++
		}
	}
	if s == "true" || s == "false" || s == "True" || s == "False" {
		c.flags++
	}
	if withUnit.MatchString(s) {
		c.withUnit++
	}
	if withError.MatchString(s) {
		c.errors++
	}
	if decimal == "" && withComma.MatchString(s) {
		c.commas++
	}
}
