package data_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/llenergymeasure"
)

// declared are the record types and the files that declare their fields.
var declared = map[string]*data.Schema{
	"llm.yaml":                             data.LLMRun{}.Schema(),
	"diffusion.yaml":                       data.DiffusionRun{}.Schema(),
	"ipw/ipw.yaml":                         ipw.Schema(),
	"llenergymeasure/llenergymeasure.yaml": llenergymeasure.Schema(),
}

func TestEveryFieldIsDeclaredOnceWithLabelAndSentence(t *testing.T) {
	for file, s := range declared {
		names, roles := map[string]bool{}, map[data.Role]bool{}
		for _, f := range s.Fields() {
			if names[f.Name] || f.Role != "" && roles[f.Role] {
				t.Errorf("%s: %s, role %q, is declared twice", file, f.Name, f.Role)
			}
			names[f.Name], roles[f.Role] = true, true
			if f.Label == "" || !strings.HasSuffix(f.Help, ".") || f.Help[:1] != strings.ToUpper(f.Help[:1]) {
				t.Errorf("%s: %s lacks a label or a sentence: %q, %q", file, f.Name, f.Label, f.Help)
			}
			if f.Computed != (f.Name == "run") {
				t.Errorf("%s: %s is computed: %v", file, f.Name, f.Computed)
			}
		}
	}
}

func TestDeclarationsNameTheirOwnFields(t *testing.T) {
	for file, s := range declared {
		if s.Domain == "" || len(s.Order) == 0 || len(s.Main) == 0 || len(s.Sweep) == 0 {
			t.Errorf("%s lacks a trait: %+v", file, s.Traits)
		}
		for _, name := range slices.Concat(s.Order, s.Main, s.Sweep) {
			if f, ok := s.Field(name); !ok || f.Computed {
				t.Errorf("%s: %s is no field that sources state", file, name)
			}
		}
		if s.Board != nil {
			for _, fault := range s.Board.Faults(s) {
				t.Errorf("%s: %s", file, fault.Message)
			}
		}
		basis := reflect.ValueOf(s.Basis)
		for i := range basis.NumField() {
			if basis.Field(i).String() == "" {
				t.Errorf("%s: the basis lacks %s", file, basis.Type().Field(i).Name)
			}
		}
		for _, role := range []data.Role{data.RoleRun, data.RoleDomain, data.RoleTask, data.RoleModel, data.RoleGPU, data.RoleBatch} {
			if s.Name(role) == "" {
				t.Errorf("%s: no field is the %s", file, role)
			}
		}
	}
}

// A name that ends in a unit is of that unit, and only numbers have units.
func TestUnitsAreThoseThatNamesSay(t *testing.T) {
	units := map[string]string{
		"ms": "ms", "s": "s", "sec": "s", "seconds": "s", "j": "J", "joules": "J", "w": "W", "watts": "W",
		"mb": "MB", "gb": "GB", "pct": "%", "c": "°C", "mhz": "MHz", "usd": "USD", "billions": "billion",
	}
	rate := regexp.MustCompile(`_per_\w*(token|tok|sec)(_j|_joules|_total|_adjusted)?$|_tok_s$`)
	for file, s := range declared {
		for _, f := range s.Fields() {
			if f.Unit != "" && (f.Kind == data.Bool || f.Kind == data.String && !f.JSON) {
				t.Errorf("%s: %s is no number and has the unit %q", file, f.Name, f.Unit)
			}
			if rate.MatchString(f.Name) && f.Kind == data.Float && !strings.ContainsAny(f.Unit, "/") && !strings.Contains(f.Unit, " per ") {
				t.Errorf("%s: %s is a rate and has the unit %q", file, f.Name, f.Unit)
			}
			want, ok := units[f.Name[strings.LastIndexByte(f.Name, '_')+1:]]
			if ok && f.Kind != data.String && !rate.MatchString(f.Name) && !strings.HasPrefix(f.Unit, want) {
				t.Errorf("%s: %s has the unit %q, want %s", file, f.Name, f.Unit, want)
			}
		}
	}
}

func TestDeclarationsFitAScreen(t *testing.T) {
	for file := range declared {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line); n > 140 {
				t.Errorf("%s:%d has %d characters", file, i+1, n)
			}
		}
	}
}

func TestWrongDeclarationsSayWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"domain: x\nfields: [{name: a, type: txt}]":                 `fields: type: unknown "txt"`,
		"domain: x\nfields: [{name: a, type: text, better: more}]":  `fields: better: unknown "more"; use one of lower, higher`,
		"domain: x\nfields: [{name: a, type: text, is: [postive]}]": `fields: is: unknown "postive"`,
		"domain: x\nfields: [{name: a, type: text, is: [added]}]":   `x.a: an added field must be optional`,
		"domain: x\nfields: [{name: a, type: text, labl: A}]":       "labl",
		"domain: x\ndomin: y": "domin",
		"domain: [":           "invalid declaration",
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.HasPrefix(said, "data: invalid declaration") || !strings.Contains(said, want) {
					t.Errorf("%q: got %q, want %q", text, said, want)
				}
			}()
			data.MustDeclare([]byte(text))
		}()
	}
}

func TestADeclarationMakesItsFields(t *testing.T) {
	s := data.MustDeclare([]byte(`{domain: x, noun: token, order: [b], fields: [
		{name: a, type: text, role: model, is: [key, path], form: name, label: A, help: About a., anchor: aa, from: [x.y, "more:z"]},
		{name: b, type: "number?", unit: W, better: lower, is: [positive, nonzero]},
		{name: c, type: whole, is: [protocol, method, result]}, {name: d, type: "flag?", better: higher},
		{name: e, type: text, is: [json, long]}]}`))
	fields, stated := namesOf(s.Fields()), namesOf(s.Stated())
	if want := []string{"run", "domain", "a", "b", "c", "d", "e"}; !slices.Equal(fields, want) || !slices.Equal(stated, want[1:]) {
		t.Errorf("the fields are %v, stated %v", fields, stated)
	}
	a, _ := s.The(data.RoleModel)
	if a.Name != "a" || a.Label != "A" || a.Help != "About a." || a.Anchor != "aa" || a.Kind != data.String || a.Nullable || !a.Key ||
		!a.Path {
		t.Errorf("a is %+v", a)
	}
	if own, more := a.In(""), a.In("more"); !slices.Equal(own, []string{"x.y"}) || !slices.Equal(more, []string{"z"}) || a.In("other") != nil {
		t.Errorf("a stands in %v and %v", own, more)
	}
	b, _ := s.Field("b")
	if b.Kind != data.Float || !b.Nullable || b.Better != data.Lower || b.Unit != "W" || !b.Positive || !b.NonZero {
		t.Errorf("b is %+v", b)
	}
	c, _ := s.Field("c")
	d, _ := s.Field("d")
	e, _ := s.Field("e")
	if c.Kind != data.Int || c.Nullable || !c.Protocol || !c.Method || !c.Result || d.Kind != data.Bool || d.Better != data.Higher ||
		!e.JSON || !e.Long {
		t.Errorf("c, d and e are %+v, %+v, %+v", c, d, e)
	}
	if keys := s.Keys(); s.Noun != "token" || !slices.Equal(s.Order, []string{"b"}) || !slices.Equal(keys, []string{"a"}) {
		t.Errorf("%+v has the keys %v", s.Traits, keys)
	}
}

func namesOf(fields []data.Field) (names []string) {
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return names
}

func TestRecordsComeBackAsTheyWent(t *testing.T) {
	t.Run("llm", comesBack[data.LLMRun])
	t.Run("diffusion", comesBack[data.DiffusionRun])
}

// comesBack fails where a field of a record is bound to no column or to another's.
func comesBack[R data.Record](t *testing.T) {
	var record R
	fields := fieldsOf(t, reflect.TypeOf(record), nil)
	values := map[string]any{}
	for i, f := range fields {
		declared, ok := record.Schema().Field(f.name)
		if _, twice := values[f.name]; !ok || twice || declared.Computed {
			t.Fatalf("%s is bound twice or to no column of its own", f.name)
		}
		some := map[data.Kind]any{data.String: f.name, data.Int: i + 1, data.Float: float64(i) + 0.5, data.Bool: true}
		values[f.name] = some[declared.Kind]
		if err := data.Set(&record, f.name, values[f.name]); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range fields {
		if reflect.ValueOf(record).FieldByIndex(f.path).IsZero() {
			t.Errorf("%s does not reach its place", f.name)
		}
	}
	var zero R
	runs := data.NewRuns([]R{zero, record}, false)
	if data.As[R](runs.Table).At(1) != record || runs.At(0) != zero || data.RowOf(record).Schema() != runs.Schema() {
		t.Errorf("got %+v and %+v, want %+v", runs.At(0), runs.At(1), record)
	}
	for _, f := range runs.Schema().Stated() {
		if got := runs.Value(1, f.Name); got != values[f.Name] || got != data.RowOf(record).Value(f.Name) {
			t.Errorf("%s is %v, want %v", f.Name, got, values[f.Name])
		}
		if missing := runs.Value(0, f.Name); (missing == nil) != f.Nullable {
			t.Errorf("%s of a run of which nothing is known is %v", f.Name, missing)
		}
	}
}

type boundField struct {
	name string
	path []int
}

func fieldsOf(t *testing.T, in reflect.Type, above []int) (fields []boundField) {
	for i := range in.NumField() {
		f, path := in.Field(i), append(slices.Clone(above), i)
		name, tagged := f.Tag.Lookup("run")
		switch {
		case tagged:
			fields = append(fields, boundField{name, path})
		case f.Type.Kind() == reflect.Struct:
			fields = append(fields, fieldsOf(t, f.Type, path)...)
		default:
			t.Errorf("%s.%s names no column", in, f.Name)
		}
	}
	return fields
}

type strayRecord struct {
	Task string `run:"tusk"`
}

func (strayRecord) Schema() *data.Schema { return data.LLMRun{}.Schema() }

func TestARecordOfAnotherTableIsAFaultOfTheProgram(t *testing.T) {
	for want, do := range map[string]func(){
		`data: data_test.strayRecord.Task: llm runs have no field "tusk"; did you mean "task"?`: func() { data.RowOf(strayRecord{}) },

		"data: diffusion runs are not llm runs": func() { data.As[data.LLMRun](data.Empty(data.DiffusionRun{}.Schema())) },
	} {
		func() {
			defer func() {
				if said := recover(); said != want {
					t.Errorf("got %v, want %q", said, want)
				}
			}()
			do()
		}()
	}
}

// A number in another unit is what a reader writes for it, to the last digit.
func TestNumbersInAnotherUnitAreRoundedOnce(t *testing.T) {
	for _, c := range []struct {
		x        float64
		from, to string
		want     float64
	}{
		{15e9, "ns", "s", 15},
		{12_345_678_901, "ns", "s", 12.345678901},
		{0.0175, "s", "ms", 17.5},
		{7, "ms", "s", 0.007},
		{3, "us", "ms", 0.003},
		{0.0135, "s", "ms", 13.5},
		{90, "min", "h", 1.5},
		{2.5, "ms", "ns", 2_500_000},
		{7, "mWh", "J", 25.2},
		{1.1, "Wh", "J", 3960},
		{5400, "J", "Wh", 1.5},
		{7, "mJ", "J", 0.007},
		{55, "%", "share", 0.55},
		{0.07, "share", "%", 7},
		{70, "ratio", "billion", 7e-8},
		{420, "mW", "W", 0.42},
	} {
		from, _ := data.ParseUnit(c.from)
		to, _ := data.ParseUnit(c.to)
		if got := data.Scaled(c.x, from.Factor/to.Factor); got != c.want {
			t.Errorf("%v %s are %v %s, want %v", c.x, c.from, got, c.to, c.want)
		}
	}
}
