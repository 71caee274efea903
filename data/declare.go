package data

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Declaration is a field table as its file states it.
type Declaration struct {
	Traits `yaml:",inline"`
	Fields []DeclaredField
}

// DeclaredField is a field as a declaration states it.
type DeclaredField struct {
	Name                                                   string `is:"id"`
	Type, Label, Unit, Better, Form, Anchor, Help, Derived string
	Role                                                   Role
	Is, From                                               []string
	Range                                                  []float64
	Reading                                                `yaml:",inline"`
}

// Choices returns the values that a key takes, nil for any.
func (DeclaredField) Choices(key string) []string {
	switch key {
	case "role":
		return Roles()
	case "better":
		return []string{"lower", "higher"}
	case "type":
		return []string{"text", "text?", "whole", "whole?", "number", "number?", "flag", "flag?"}
	case "is":
		return slices.Sorted(maps.Keys(new(Field).properties()))
	}
	return nil
}

// MustDeclare reads a field table that is part of the program; it panics if the table is invalid.
func MustDeclare(text []byte) *Schema {
	s, err := Declare(text)
	if err != nil {
		panic("data: invalid declaration: " + err.Error())
	}
	return s
}

// Declare reads a field table: the properties of a record type, and its fields in order. The run's id and the domain
// precede them. The error is of type [yamltree.Errors].
func Declare(text []byte) (*Schema, error) {
	var d Declaration
	f, err := Decode(text, &d)
	if err != nil {
		return nil, err
	}
	s := d.Schema(f)
	return s, f.Err()
}

// Text returns the declaration of the field table in YAML, which [Declare] reads in programs without this
// declaration. It says how fields are read from files of the benchmark, too: readers of a site check files of their own.
func (s *Schema) Text() ([]byte, error) {
	return yaml.MarshalWithOptions(Declaration{s.Traits, s.declared}, yaml.OmitEmpty())
}

// Faults collects the errors in a decoded text.
type Faults struct {
	Tree *yamltree.Node
	// Follows reports of a fault whether it may only be a consequence of one of an earlier stage, by their paths; nil for never.
	Follows func(earlier, later []any) bool

	errs    yamltree.Errors
	paths   [][]any // of the errors
	earlier int     // of the errors, those of earlier stages
}

// Decode reads a text into the struct that to points to; the error has what is wrong with keys and values. Further faults are
// added to those returned.
func Decode(text []byte, to any) (*Faults, error) {
	f := &Faults{}
	if f.Tree = yamltree.Read("", text, 0, &f.errs); f.Tree != nil {
		f.Decode(to, yamltree.ObjectOf(reflect.TypeOf(to).Elem()))
	}
	return f, f.Err()
}

// Decode reads what is sound of the text into the struct that to points to, as an object declares it; the rest are faults.
func (f *Faults) Decode(to any, as *yamltree.Object) {
	(&yamltree.Key{Kind: yamltree.UnderKind, Under: as}).Check(f.Tree, nil, func(fault yamltree.Fault) {
		path := fault.Path
		if fault.Key == "" && len(path) > 0 {
			path = path[:len(path)-1]
		}
		f.add(fault.At, fault.Path, yamltree.Called(path)+fault.Message)
	})
	as.Fill(reflect.ValueOf(to).Elem(), f.Tree, nil)
}

// Stage begins checks that rest on those before it.
func (f *Faults) Stage() { f.earlier = len(f.paths) }

// Add adds an error at a path of keys (string) and indexes in lists (int).
func (f *Faults) Add(path []any, format string, args ...any) {
	f.add(f.Tree.At(path...), path, fmt.Sprintf(format, args...))
}

// If adds an error where it is one.
func (f *Faults) If(is bool, path []any, format string, args ...any) {
	if is {
		f.Add(path, format, args...)
	}
}

func (f *Faults) add(at *yamltree.Node, path []any, message string) {
	if f.Follows != nil && slices.ContainsFunc(f.paths[:f.earlier], func(earlier []any) bool { return f.Follows(earlier, path) }) {
		return
	}
	f.paths = append(f.paths, path)
	f.errs.At(at, "%s", message)
}

// Any reports whether an earlier stage found an error below a key.
func (f *Faults) Any(key string) bool {
	return slices.ContainsFunc(f.paths[:f.earlier], func(path []any) bool { return len(path) > 0 && path[0] == key })
}

// Err joins the errors; it is nil if there are none.
func (f *Faults) Err() error { return f.errs.OrNil() }

// roleTable is what fields are by their role; see roles.yaml.
//
//go:embed roles.yaml
var roleTable []byte

var roles = sync.OnceValue(func() map[Role]DeclaredField { return yamltree.Embedded[map[Role]DeclaredField](roleTable) })

// Roles are the names of the roles, in order.
func Roles() []string {
	return lists.Map(slices.Sorted(maps.Keys(roles())), func(r Role) string { return string(r) })
}

// IsText reports whether the values of a role, or without one, are usually texts.
func (r Role) IsText() bool { return !numeric(strings.TrimSuffix(roles()[r].Type, "?")) }

// UsualUnit is the default unit of a role.
func UsualUnit(r Role) string { return roles()[r].Unit }

// UsualLabel is the default label of a role.
func UsualLabel(r Role) string { return roles()[r].Label }

// Schema returns the field table, and the errors in its declaration.
func (d Declaration) Schema(faults *Faults) *Schema {
	domain := Field{Name: "domain", Label: "Domain", Role: RoleDomain, Help: "Record type, always " + d.Domain + "."}
	fields := []Field{runField, domain}
	if len(d.Fields) > mostFields {
		faults.Add([]any{"fields", mostFields}, "%s: expected at most %d fields", d.Domain, mostFields)
		d.Fields = d.Fields[:mostFields]
	}
	if d.Domain == "" {
		faults.Add(nil, "domain is missing; add “domain: ” and an ID for URLs, such as my-benchmark")
	} else if !IsTask(d.Domain) {
		faults.Add([]any{"domain"}, "domain: expected an ID of lower-case letters, digits and hyphens, at most %d, such as my-benchmark; got %s",
			longestID, show(d.Domain))
	}
	for i := range d.Fields {
		declared := &d.Fields[i]
		f := declared.field(func(key, format string, args ...any) {
			called := strings.TrimSuffix(d.Domain+"."+ClipName(declared.Name), ".") + ": "
			faults.Add([]any{"fields", i, key}, called+format, args...)
		})
		if f.Name == runField.Name || f.Name == domain.Name {
			faults.Add([]any{"fields", i, "name"}, "%s.%s: every table has a column of this name; "+
				"choose another, and write “from: [%[2]s]”", d.Domain, f.Name)
		} else if o, twice := lists.Find(fields, func(o Field) bool { return o.Name == f.Name }); twice && f.Name != "" {
			faults.Add([]any{"fields", i, "name"}, "%s.%s: the name is already declared; "+
				"declare each field once, with all its columns in “from”, or give this one another name", d.Domain, ClipName(o.Name))
		} else if o, twice := lists.Find(fields, func(o Field) bool { return o.Role != "" && o.Role == f.Role }); twice {
			faults.Add([]any{"fields", i, "role"}, "%s.%s: the field %s already has the role %s; "+
				"remove one of the two, list the columns of both in “from” of one, or correct a role", d.Domain, ClipName(f.Name), ClipName(o.Name), f.Role)
		}
		fields = append(fields, f)
	}
	s := newSchema(d.Traits, fields)
	s.fillTraits()
	s.declared = d.Fields
	faults.Stage() // a law of a faulty field is none
	s.normalize(faults)
	s.spread(faults)
	s.counted(faults)
	if len(d.Laws) > mostLaws { // each row can break all
		faults.Add([]any{"laws", mostLaws}, "laws: expected at most %d, got %d", mostLaws, len(d.Laws))
	}
	for i, l := range s.Laws {
		if err := l.fault(s); err != nil {
			faults.Add([]any{"laws", i}, "%v", err)
		}
		if within := []any{"laws", i, "within"}; faults.Tree.Has(within...) && !(l.Within > 0 && l.Within < 1) {
			faults.Add(within, "law %s: within: expected a share above 0 and below 1, such as 0.05 for 5%%, got %v",
				ClipName(l.Code), l.Within)
		}
	}
	return s
}

// NotStated is what a declaration says of a property of its numbers by leaving it out.
const NotStated = "not stated"

// NotMeasured is what a declaration says of what its benchmark does not measure.
const NotMeasured = "not measured"

// fillTraits makes what a declaration leaves out of the roles of its fields.
func (s *Schema) fillTraits() {
	fill := func(trait *[]string, names []string) {
		s.named(*trait)
		if len(*trait) == 0 {
			*trait = names
		}
	}
	fill(&s.Order, s.namesOf(RoleTask, RoleModel, RoleGPU, RoleGPUs, RoleBatch))
	fill(&s.Sweep, s.namesOf(RoleTask, RoleModel, RoleGPU, RoleGPUs, RolePrecision))
	fill(&s.Neighbors, s.namesOf(RoleTask, RoleModel, RoleGPU))
	others := namesIn(s.fields, func(f Field) bool { return f.Key && f.Role == "" }) // what else sets two configurations apart
	main := s.namesOf(RoleTask, RoleModel, RolePrecision, RoleGPU, RoleGPUs, RoleBatch)
	fill(&s.Main, slices.Concat(main, others, s.namesOf(RoleEnergy), s.Latency(), s.namesOf(RoleThroughput, RolePower, RoleAccuracy)))
	energy, _ := s.The(RoleEnergy)
	_, output, _ := strings.Cut(energy.Unit, "/")
	s.Noun = cmp.Or(s.Noun, output, "token")
	if s.Board == nil {
		return
	}
	s.Board.fill(s)
	s.ordered()
	b := &s.Basis
	for _, text := range []*string{&b.Window, &b.Load, &b.Scope, &b.Token, &b.Latency, &b.Throughput, &b.Accuracy, &b.Repeats} {
		*text = cmp.Or(*text, NotStated)
	}
}

// named replaces roles by the names of their fields.
func (s *Schema) named(names []string) {
	for i, name := range names {
		if f, ok := s.The(Role(name)); ok && !s.Has(name) {
			names[i] = f.Name
		}
	}
}

// field is the field that a declaration means: one without a type, or of numbers, is what its role is in other benchmarks,
// but for what the declaration says.
func (d *DeclaredField) field(fault func(key, format string, args ...any)) Field {
	usual := roles()[d.Role]
	d.name(usual)
	kind, nullable := strings.CutSuffix(d.Type, "?")
	want := strings.TrimSuffix(usual.Type, "?")
	if d.Type == "" || numeric(want) && numeric(kind) {
		d.complete(usual)
		kind, nullable = strings.CutSuffix(d.Type, "?")
	}
	f := Field{
		Name: d.Name, Label: d.Label, Unit: d.Unit, Help: d.Help, Anchor: d.Anchor, Role: d.Role,
		Derived: d.Derived, From: d.From, form: form(d.Form), Reading: d.Reading,
	}
	for key, text := range map[string]string{"label": d.Label, "unit": d.Unit, "help": d.Help} {
		if long := &(Field{Long: key == "help"}); len(text) > 2*longestText || long.wrongText(text) != "" {
			fault(key, "%s: expected printable text of at most %d bytes", key, longestText)
		}
	}
	if d.Name == "" {
		fault("name", "name is missing; add “name: ” and lower-case letters, digits and underscores, such as energy_j")
	} else if !fieldName.MatchString(d.Name) {
		fault("name", "expected a name of lower-case letters, digits and underscores, such as energy_j, got %q", ClipName(d.Name))
	}
	f.Kind, f.Nullable = Kind(slices.Index([]string{"text", "whole", "number", "flag"}, kind)), nullable
	f.Better = Direction(slices.Index([]string{"", "lower", "higher"}, d.Better))
	if usual.Better != "" && d.Better != usual.Better {
		fault("better", "better: of the role %s, %s values are better; remove it", d.Role, usual.Better)
	}
	if kind != "" && !fitsRole(want, kind) {
		fault("type", "the role %s requires the type %s, got %s", d.Role, want, ClipName(d.Type))
	}
	if example := d.Role.Misfit(d.Unit); example != "" {
		fault("unit", "%q is not a unit of the role %s: use one such as %s, and “in: ” with the unit in the files", ClipName(d.Unit),
			d.Role, example)
	} else if _, known := ParseUnit(d.Unit); !known && MisspelledUnit(d.Unit) != "" {
		fault("unit", "%q is no known unit%s", ClipName(d.Unit), MisspelledUnit(d.Unit))
	}
	if len(d.Range) > 0 {
		if len(d.Range) != 2 || d.Range[0] >= d.Range[1] || f.Kind != Int && f.Kind != Float {
			fault("range", "range: expected the lowest and the highest value of a number, such as [0, 100], got %s", strings.ReplaceAll(fmt.Sprint(d.Range), " ", ", "))
		} else {
			f.Min, f.Max = d.Range[0], d.Range[1]
		}
	}
	for key, text := range map[string]string{"unit": d.Unit, "better": d.Better} {
		if text != "" && f.Kind == String && !slices.Contains(d.Is, "json") {
			fault(key, "%s: has no effect on text; write “type: number?”, or remove it", key)
		}
	}
	for _, name := range d.Is {
		number, text := name == "positive" || name == "nonzero", name == "path" || name == "long" || name == "json"
		if number && f.Kind != Int && f.Kind != Float || text && f.Kind != String {
			fault("is", "is: %s has no effect on a field of the type %s; remove it", name, kind)
		}
		*f.properties()[name] = true
	}
	if f.Added && !f.Nullable {
		fault("is", "an added field must be optional: older files do not contain it")
	}
	return f
}

// properties are what “is” can state of a field.
func (f *Field) properties() map[string]*bool {
	return map[string]*bool{
		"positive": &f.Positive, "nonzero": &f.NonZero, "path": &f.Path, "long": &f.Long, "json": &f.JSON,
		"key": &f.Key, "protocol": &f.Protocol, "method": &f.Method, "result": &f.Result,
		"work": &f.Work, "added": &f.Added, "environment": &f.Environment,
	}
}

// Stated reports whether “is” says what the field is.
func (f *Field) Stated() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(f.properties())), func(is *bool) bool { return *is })
}

// fitsRole reports whether a type holds the values that a role has: any fits a text, and whole numbers are numbers.
func fitsRole(want, kind string) bool {
	return want == "" || want == "text" || want == kind || numeric(want) && numeric(kind)
}

// numeric reports whether values of a type are numbers.
func numeric(kind string) bool { return kind == "whole" || kind == "number" }

// mostFields and mostLaws of a record type
const (
	mostFields = 400
	mostLaws   = 50
)

var fieldName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,99}$`)

// name gives a field without a label one: that of its role, for energy with the output that it is of, otherwise its name.
func (d *DeclaredField) name(usual DeclaredField) {
	if d.Label == "" {
		words := strings.ReplaceAll(d.Name, "_", " ")
		_, first := utf8.DecodeRuneInString(words)
		d.Label = cmp.Or(usual.Label, strings.ToUpper(words[:first])+words[first:])
		if _, output, ok := strings.Cut(d.Unit, "/"); ok && d.Role == RoleEnergy {
			d.Label = "Energy per " + output
		}
	}
}

// complete fills what else is left out with what is usual of the field's role; what a field with a type of its own is, it
// says itself.
func (d *DeclaredField) complete(usual DeclaredField) {
	typed := d.Type != ""
	if d.Type = cmp.Or(d.Type, usual.Type); d.Type == "" {
		d.Type = "text?"
		if d.Unit != "" || d.Better != "" {
			d.Type = "number?"
		}
	}
	d.Unit, d.Better, d.Form = cmp.Or(d.Unit, usual.Unit), cmp.Or(d.Better, usual.Better), cmp.Or(d.Form, usual.Form)
	d.Help = cmp.Or(d.Help, usual.Help, d.Label+", as reported in the files.")
	if d.Is == nil && !typed {
		d.Is = usual.Is
	}
	if d.Range == nil {
		d.Range = converted(usual.Range, usual.Unit, d.Unit)
	}
}

// converted are numbers in another unit, such as a share in percent; as they are where the units do not tell.
func converted(numbers []float64, from, to string) []float64 {
	has, ok := ParseUnit(from)
	wanted, known := ParseUnit(to)
	if !ok || !known || !has.Fits(wanted) {
		return numbers
	}
	return lists.Map(numbers, func(x float64) float64 { return x * has.Factor / wanted.Factor })
}
