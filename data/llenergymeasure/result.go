package llenergymeasure

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// fill stores every known value of a result, in the order of the field table. The
// first that is wrong is an error.
func fill(e data.Row, result jsontree.Object) error {
	for _, f := range schema().Fields() {
		paths := f.In("")
		if paths == nil {
			continue
		}
		v := jsontree.First(result, paths...)
		if err := set(e, f, v); err != nil {
			return &fault{paths[0], err.Error()}
		}
	}
	return nil
}

// set stores a value of a JSON document in a field. Every number must be finite and
// not negative.
func set(e data.Row, f data.Field, v any) error {
	switch x := v.(type) {
	case nil:
		return nil
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
			return fmt.Errorf("expected a number that is finite and not negative, got %v", x)
		}
		if x == 0 && f.NonZero {
			return nil
		}
	case string:
		if x == "" {
			return nil
		}
		v = data.Public(x)
	}
	if f.JSON {
		text, err := listText(v)
		if err != nil {
			return err
		}
		v = text
	}
	return e.Set(f.Name, v)
}

// listText is a list of plain values as JSON.
func listText(v any) (string, error) {
	list, ok := v.([]any)
	if !ok {
		return "", fmt.Errorf("expected a list, got %s", kindOf(v))
	}
	tidy := make([]any, len(list))
	for i, v := range list {
		switch x := v.(type) {
		case string:
			tidy[i] = data.Public(x)
		case float64:
			if x < 0 {
				return "", fmt.Errorf("expected numbers that are not negative, got %v", x)
			}
			tidy[i] = x
		case bool, nil:
			tidy[i] = x
		default:
			return "", fmt.Errorf("expected a list of strings or numbers, got %s in it", kindOf(x))
		}
	}
	text, err := json.Marshal(tidy)
	return string(text), err
}

func kindOf(v any) string {
	switch v.(type) {
	case jsontree.Object:
		return "an object"
	case []any:
		return "a list"
	case string:
		return "a string"
	case bool:
		return "true or false"
	case nil:
		return "nothing"
	}
	return "a number"
}
