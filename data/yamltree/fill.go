package yamltree

import (
	"reflect"
	"time"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Finish reads what is not a plain value, list or mapping of these, and reports what is wrong with several together.
type Finish func(of any, n *Node, o *Object)

// Fill reads the keys of a mapping into the fields of a struct. What is wrong, and what no key is declared for, is left
// as it is.
func (o *Object) Fill(v reflect.Value, n *Node, finish Finish) {
	for i := range v.NumField() {
		f, of := v.Field(i), v.Type().Field(i)
		key := o.Key(keyName(of))
		if keys, is := f.Addr().Interface().(*Keys); is {
			*keys = n.Places()
		} else if of.Anonymous {
			o.Fill(f, n, finish)
		} else if key != nil && n.Values[key.Name] != nil {
			key.fill(f, n.Values[key.Name], finish)
		}
	}
}

// fill reads a value; ok is false where there is none, or it is wrong.
func (k *Key) fill(f reflect.Value, n *Node, finish Finish) (ok bool) {
	text := ""
	if ok = true; k.Kind.Fault != nil {
		text, ok = k.Text(n)
	}
	if k.Kind == PartsKind {
		n = &Node{Kind: List, Items: k.parts(n)}
		if f.Kind() == reflect.Pointer && len(n.Items) > 0 {
			return k.element().fill(f, n.Items[0], finish)
		}
	}
	below := k.Under != nil && k.Kind == UnderKind && n.Kind == Mapping
	switch f.Kind() {
	case reflect.Interface:
		if v := n.Any(); v != nil {
			f.Set(reflect.ValueOf(v))
		}
	case reflect.Pointer:
		if !below && (k.Kind != NumberKind || !ok) {
			return false
		}
		f.Set(reflect.New(f.Type().Elem()))
		return k.fill(f.Elem(), n, finish)
	case reflect.String:
		f.SetString(text)
	case reflect.Int, reflect.Float64:
		x, _ := units.ParseNumber(text)
		f.Set(reflect.ValueOf(x).Convert(f.Type()))
	case reflect.Bool:
		f.SetBool(n.Kind == Truth && n.Text == "true")
	case reflect.Struct:
		if day, is := f.Addr().Interface().(*time.Time); is {
			*day, _ = units.Day(text)
		} else if below {
			k.Under.Fill(f, n, finish)
			if finish != nil {
				finish(f.Addr().Interface(), n, k.Under)
			}
		}
	case reflect.Map:
		if below {
			f.Set(reflect.MakeMap(f.Type()))
			for name, v := range n.Values {
				one, of := reflect.New(f.Type().Elem()).Elem(), k.Under.Key(name)
				if of != nil && of.fill(one, v, finish) {
					f.SetMapIndex(reflect.ValueOf(name).Convert(f.Type().Key()), one)
				}
			}
		}
	case reflect.Slice:
		if k.Kind == WordsKind && f.Type().Elem().Kind() == reflect.String {
			f.Set(reflect.ValueOf(Words(n)))
		} else if k.Kind == NumbersKind {
			f.Set(reflect.ValueOf(k.Numbers(n)))
		} else if k.Kind == ListKind || k.Kind == PartsKind {
			for _, v := range n.Items {
				if one := reflect.New(f.Type().Elem()).Elem(); k.element().fill(one, v, finish) {
					f.Set(reflect.Append(f, one))
				}
			}
		}
		return true
	}
	return ok && (k.Under == nil || below)
}

// parts are the mappings that stand or are listed under the key. A plain text stands for the first key of one.
func (k *Key) parts(n *Node) []*Node {
	if n.Kind == Absent {
		return nil
	}
	return lists.Map(n.List(), func(n *Node) *Node {
		if text, plain := n.Scalar(); plain && text != "" {
			return (&Node{File: n.File, Line: n.Line, Kind: Mapping}).With(k.Under.Keys[0].Name, n)
		}
		return n
	})
}

// Numbers are those of a list, or the one alone, that are right.
func (k *Key) Numbers(n *Node) (all []float64) {
	for _, v := range n.List() {
		if numberFault(k, v.Text) == "" {
			x, _ := units.ParseNumber(v.Text)
			all = append(all, x)
		}
	}
	return all
}

// Words is a list of plain values, or one alone.
func Words(n *Node) []string {
	plain := lists.Filter(n.List(), func(n *Node) bool { _, is := n.Scalar(); return is })
	return lists.NonZero(lists.Map(plain, func(n *Node) string { return n.Text }))
}
