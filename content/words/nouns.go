package words

import (
	"strconv"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/units"
)

// Noun returns the noun for n of a thing: its message, or without one the noun in its declaration.
func (c *Catalog) Noun(thing string, n int) string {
	if key := "outputs." + keyOf(thing); c.Has(key) {
		return c.Say(key, "n", n)
	}
	if n == 1 {
		return thing
	}
	return units.Nouns(thing)
}

// Per returns a unit per thing, such as "J per token".
func (c *Catalog) Per(unit, thing string) string {
	return c.Say("form.per", "unit", unit, "noun", c.Noun(thing, 1))
}

// Either returns names as alternatives: "token, image or video".
func (c *Catalog) Either(names []string) string { return c.joined("form.or", names) }

// All returns names as a list: "GPUs, precision and batch size".
func (c *Catalog) All(names []string) string { return c.joined("form.and", names) }

func (c *Catalog) joined(key string, names []string) string {
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return c.Say(key, "list", strings.Join(names[:n-1], ", "), "last", names[n-1])
}

// Unit returns a declared unit in the language: "tok/s per GPU".
func (c *Catalog) Unit(unit string) string {
	unit, thing, isPer := strings.Cut(unit, " per ")
	if last := strings.LastIndexByte(unit, '/'); !isPer && strings.Count(unit, "/") > 1 { // token/s/GPU
		unit, thing, isPer = unit[:last], unit[last+1:], true
	}
	if key := "unit." + keyOf(unit); c.Has(key) {
		unit = c.Say(key)
	}
	if isPer {
		return c.Per(unit, thing)
	}
	return unit
}

// Measured returns a written number with its unit behind a gap: "78.7%", "1 token", "2 tokens".
func (c *Catalog) Measured(number, gap, unit string) string {
	if of, percent := strings.CutPrefix(unit, "%"); percent {
		return c.Say("form.percent", "x", number) + of
	}
	return strings.TrimSpace(number + gap + units.Behind(number, unit))
}

// keyOf is a word of a declaration as the end of a message's key.
func keyOf(word string) string { return keyParts.Replace(word) }

var keyParts = strings.NewReplacer(" ", "_", "/", "_")

// Day is a date for people: "February 16, 2026". What is no date (YYYY-MM-DD) stays as it is.
func (c *Catalog) Day(date string) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	month := c.Say("form.months." + strconv.Itoa(int(d.Month())))
	return c.Say("form.date", "day", strconv.Itoa(d.Day()), "month", month, "year", strconv.Itoa(d.Year()))
}
