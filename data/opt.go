package data

import "encoding/json"

// Opt is a value that may be missing in a source. The zero Opt is missing, which is never the same as a zero value.
type Opt[T any] struct {
	value   T
	present bool
}

// Some returns a present value.
func Some[T any](v T) Opt[T] { return Opt[T]{value: v, present: true} }

// Value returns the value and whether it is present.
func (o Opt[T]) Value() (T, bool) { return o.value, o.present }

// Present reports whether there is a value.
func (o Opt[T]) Present() bool { return o.present }

// Or returns the value, or fallback if it is missing.
func (o Opt[T]) Or(fallback T) T {
	if o.present {
		return o.value
	}
	return fallback
}

// Any returns the value, nil if it is missing, as [Row.Set] takes it.
func (o Opt[T]) Any() any {
	if !o.present {
		return nil
	}
	return o.value
}

// set stores a value of the type, or none for any other.
func (o *Opt[T]) set(v any) { o.value, o.present = v.(T) }

// MarshalJSON writes a missing value as null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(o.Any())
}
