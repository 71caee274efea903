package ipw

import (
	"encoding/json"

	"github.com/jouleboard/jouleboard/data"
)

// stated is a text that is not empty.
func stated(s string) data.Opt[string] {
	if s = data.Public(s); s == "" {
		return data.Opt[string]{}
	}
	return data.Some(s)
}

// listOf is texts as a JSON list, missing for none.
func listOf(texts []string) data.Opt[string] {
	if len(texts) == 0 {
		return data.Opt[string]{}
	}
	text, err := json.Marshal(texts)
	if err != nil {
		return data.Opt[string]{}
	}
	return data.Some(string(text))
}
