package content

import (
	"cmp"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// read makes a value of the keys of a mapping. A field of it has the key of its own name, in lower case and with _ between words, or
// the one that its tag names; what no key is declared for, and what is no plain value, list or mapping of these, is left to finish.
func read[T any](e entry) (v T) {
	e.fill(reflect.ValueOf(&v).Elem())
	e.finish(&v)
	return v
}

// readAll reads each entry of a list.
func readAll[T any](e entry, key string) []T { return lists.Map(e.each(key), read[T]) }

// finish reads what is not a plain value, and reports what is wrong with several together.
func (e entry) finish(of any) {
	if f, is := of.(interface{ finish(e entry) }); is {
		f.finish(e)
	}
}

// fill reads the fields of a struct.
func (e entry) fill(v reflect.Value) {
	for i := range v.NumField() {
		f, of := v.Field(i), v.Type().Field(i)
		name := cmp.Or(of.Tag.Get("key"), strings.ToLower(betweenWords.ReplaceAllString(of.Name, "${1}_$2")))
		key := e.keys.key(name)
		if keys, is := f.Addr().Interface().(*Keys); is {
			*keys = e.places()
		} else if of.Anonymous {
			e.fill(f)
		} else if key != nil {
			e.fillOne(f, key)
		}
	}
}

var betweenWords = regexp.MustCompile(`([a-z])([A-Z])`)

func (e entry) fillOne(f reflect.Value, k *key) {
	switch v := f.Addr().Interface().(type) {
	case *string:
		*v = e.text(k.name)
	case *float64:
		*v = e.number(k.name)
	case *int:
		*v = int(e.number(k.name))
	case *bool:
		*v = e.flag(k.name, false)
	case *time.Time:
		*v = e.date(k.name)
	case *[]string:
		*v = e.words(k.name)
	case *Markdown:
		*v = e.markdown(k.name)
	default:
		if under := e.under(k.name); k.kind == underKind && f.Kind() == reflect.Struct && e.has(k.name) {
			under.fill(f)
			under.finish(v)
		} else if k.kind == listKind && f.Kind() == reflect.Slice {
			for _, one := range e.each(k.name) {
				of := reflect.New(f.Type().Elem())
				one.fill(of.Elem())
				one.finish(of.Interface())
				f.Set(reflect.Append(f, of.Elem()))
			}
		}
	}
}
