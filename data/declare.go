package data

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// declaration is a field table as its file states it.
type declaration struct {
	Traits `yaml:",inline"`
	Fields []declaredField
}

type declaredField struct {
	Name, Type, Label, Unit, Better, Form, Anchor, Help, Derived string
	Role                                                         Role
	Is, From                                                     []string
	Range                                                        []float64
}

// Declare reads a field table: what a record type is, and its fields in order. The
// run's id stands before them. A wrong declaration is a fault of the program, which
// panics.
func Declare(text []byte) *Schema {
	var d declaration
	if err := yaml.UnmarshalWithOptions(text, &d, yaml.Strict()); err != nil {
		panic("data: wrong declaration: " + err.Error())
	}
	fields := []Field{runField}
	for _, declared := range d.Fields {
		f, err := declared.field()
		if err != nil {
			panic(fmt.Sprintf("data: wrong declaration of %s.%s: %v", d.Domain, declared.Name, err))
		}
		fields = append(fields, f)
	}
	s := newSchema(d.Traits, fields)
	for _, l := range s.Laws {
		if err := l.fault(s); err != nil {
			panic("data: wrong declaration of " + d.Domain + ": " + err.Error())
		}
	}
	return s
}

func (d declaredField) field() (Field, error) {
	f := Field{
		Name: d.Name, Label: d.Label, Unit: d.Unit, Help: d.Help, Anchor: d.Anchor, Role: d.Role,
		Derived: d.Derived, From: d.From, form: form(d.Form),
	}
	kind, nullable := strings.CutSuffix(d.Type, "?")
	f.Kind, f.Nullable = Kind(slices.Index([]string{"text", "whole", "number", "flag"}, kind)), nullable
	f.Better = Direction(slices.Index([]string{"", "lower", "higher"}, d.Better))
	if f.Kind < 0 || f.Better < 0 {
		return f, fmt.Errorf("want a type of text, whole, number, flag and better: lower or higher")
	}
	if len(d.Range) > 0 {
		if len(d.Range) != 2 || d.Range[0] >= d.Range[1] || f.Kind != Int && f.Kind != Float {
			return f, fmt.Errorf("range: want the least and the greatest value of a number, got %v", d.Range)
		}
		f.Min, f.Max = d.Range[0], d.Range[1]
	}
	flags := map[string]*bool{
		"positive": &f.Positive, "nonzero": &f.NonZero, "path": &f.Path, "long": &f.Long, "json": &f.JSON,
		"key": &f.Key, "protocol": &f.Protocol, "method": &f.Method, "result": &f.Result,
		"added": &f.Added,
	}
	for _, name := range d.Is {
		if flags[name] == nil {
			return f, fmt.Errorf("nothing is %q", name)
		}
		*flags[name] = true
	}
	if f.Added && !f.Nullable {
		return f, errors.New("an added field is one that a run may lack: files of before lack it in every run")
	}
	return f, nil
}
