// Package ordered writes JSON objects whose members keep their order.
package ordered

import "encoding/json"

// Object is a JSON object: names and values in turn.
type Object []any

// MarshalJSON writes the members in their order.
func (o Object) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, part := range o {
		encoded, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		text = append(append(text, encoded...), ":,"[i%2])
	}
	return append(text[:max(1, len(text)-1)], '}'), nil
}
