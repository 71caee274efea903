package ipw

import "github.com/jouleboard/jouleboard/data"

// stated is a text that is not empty.
func stated(s string) data.Opt[string] {
	if s = data.Public(s); s == "" {
		return data.Opt[string]{}
	}
	return data.Some(s)
}
