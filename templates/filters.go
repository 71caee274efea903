package templates

import (
	"cmp"
	"strconv"
)

// Filters is the form above a task's table. The names of its controls are the parameters of the query string. Without
// JavaScript it is hidden; until the script has its data it is disabled.
type Filters struct {
	Board    string // address of the task's data
	Root     string // address of the site's root
	Later    bool   // loaded only when a reader asks
	Deadline *Limit
	Choices  []OptionField // of the first row
	More     []OptionField // hidden until opened
	Energy   *Limit
	Unit     OptionField
	// WhatIf are values of the reader: price, grid intensity, PUE.
	WhatIf []Quantity
	View   OptionField
}

// Limit is an upper bound set by a slider or a number.
type Limit struct {
	Name, Label, Unit string
	// Value is the default bound, empty for none; Least and Most are the ends of the slider, whose scale is
	// logarithmic, and At is its position, from 0 to 1000.
	Value, Least, Most, At string
}

// OptionField is a field of a form: one or several of a few values.
type OptionField struct {
	Name, Label string
	// One allows exactly one value; otherwise each value is switched separately.
	One     bool
	Options []Option
}

// Option is a value of an OptionField.
type Option struct {
	Value, Text string
	On          bool
}

// Quantity is a number that the reader can enter.
type Quantity struct {
	Name, Label, Unit, Value string
	Of                       string // what it is of, where several share a name: the GPU model of a price
	Coded                    bool   // a code instead of a number
	Size                     int    // width of the field in characters; 0 for the default
}

func (q Quantity) mode() string {
	if q.Coded {
		return "text"
	}
	return "decimal"
}

func (q Quantity) size() string { return strconv.Itoa(cmp.Or(q.Size, 5)) }

func (c OptionField) kind() string {
	if c.One {
		return "radio"
	}
	return "checkbox"
}
