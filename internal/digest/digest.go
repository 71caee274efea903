// Package digest tells whether values are the same as in an earlier process: equal digests mean equal values.
package digest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"reflect"
	"slices"
)

// Of is the SHA-256 of some values with all that they lead to, in hexadecimal digits: fields, whether exported or not, what
// pointers and interfaces hold, and the entries of maps in the order of their own digests. Two pointers to equal values
// are equal. Functions and channels have no digest: they cause a panic, unless they are nil.
func Of(values ...any) string {
	h := sum{Hash: sha256.New()}
	for _, v := range values {
		add(&h, reflect.ValueOf(v), 0)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// sum is a digest in the making, with room for what is written: to take memory for each number is most of the time.
type sum struct {
	hash.Hash
	room []byte
}

// deepest bounds values that lead to themselves.
const deepest = 100

func add(h *sum, v reflect.Value, depth int) {
	if depth > deepest {
		panic("digest: the value is too deep, or leads to itself")
	}
	if !v.IsValid() {
		number(h, 0)
		return
	}
	text(h, v.Type().String())
	switch v.Kind() {
	case reflect.Bool:
		number(h, map[bool]uint64{true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		number(h, uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		number(h, v.Uint())
	case reflect.Float32, reflect.Float64:
		number(h, math.Float64bits(v.Float()))
	case reflect.String:
		text(h, v.String())
	case reflect.Pointer, reflect.Interface:
		add(h, v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			add(h, v.Field(i), depth+1)
		}
	case reflect.Slice, reflect.Array:
		list(h, v, depth)
	case reflect.Map:
		entries(h, v, depth)
	default:
		if v.Kind() != reflect.Func && v.Kind() != reflect.Chan || !v.IsNil() {
			panic(fmt.Sprintf("digest: a %s has none", v.Type()))
		}
	}
}

func list(h *sum, v reflect.Value, depth int) {
	number(h, uint64(v.Len()))
	if v.Type().Elem().Kind() == reflect.Uint8 && v.Kind() == reflect.Slice {
		h.Write(v.Bytes())
		return
	}
	for i := range v.Len() {
		add(h, v.Index(i), depth+1)
	}
}

func entries(h *sum, v reflect.Value, depth int) {
	var all []string
	for it := v.MapRange(); it.Next(); {
		one := sum{Hash: sha256.New()}
		add(&one, it.Key(), depth+1)
		add(&one, it.Value(), depth+1)
		all = append(all, string(one.Sum(nil)))
	}
	slices.Sort(all)
	number(h, uint64(len(all)))
	for _, entry := range all {
		h.Write([]byte(entry))
	}
}

func number(h *sum, n uint64) {
	h.room = binary.LittleEndian.AppendUint64(h.room[:0], n)
	h.Write(h.room)
}

func text(h *sum, s string) {
	h.room = append(binary.LittleEndian.AppendUint64(h.room[:0], uint64(len(s))), s...)
	h.Write(h.room)
}
