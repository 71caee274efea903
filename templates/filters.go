package templates

import (
	"cmp"
	"strconv"
)

// Filters is the form above a task's table. Control names are the parameters of
// the page's address. Without JavaScript it is hidden; until the script has its
// data it is disabled.
type Filters struct {
	Board    string // address of the task's data
	Root     string // address of the site's root
	Deadline *Limit
	Choices  []Choice // of the first row
	More     []Choice // folded away
	Energy   *Limit
	Unit     Choice
	// WhatIf are figures of the reader's own: price, grid intensity, PUE.
	WhatIf []Quantity
	View   Choice
}

// Limit is an upper bound set by slider or number.
type Limit struct {
	Name, Label, Unit string
	// Value is the bound by default, empty for none; Least and Most are the ends of
	// the slider, whose scale is logarithmic, and At is where it stands, of 1000.
	Value, Least, Most, At string
}

// Choice is one or several of a few values.
type Choice struct {
	Name, Label string
	// One makes it exactly one; else each value is switched on its own.
	One     bool
	Options []Option
}

// Option is a value of a Choice.
type Option struct {
	Value, Text string
	On          bool
}

// Quantity is a figure that the reader may fill in.
type Quantity struct {
	Name, Label, Unit, Value string
	Size                     int // letters of the field; 0 for the usual few
}

func (q Quantity) size() string { return strconv.Itoa(cmp.Or(q.Size, 5)) }

func (c Choice) kind() string {
	if c.One {
		return "radio"
	}
	return "checkbox"
}
