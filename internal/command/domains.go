package command

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/source"
)

// the record types of the ML.ENERGY benchmark by their --domain
const (
	llm       = "llm"
	diffusion = "diffusion"
)

// runsOf are the runs of a domain; without a name, of the first one that has any. It is an
// error if neither the program nor a source knows the domain.
func runsOf(ds data.Dataset, domain string) (data.Table, error) {
	for _, runs := range ds.Tables {
		if domain == "" || runs.Schema().Domain == domain {
			return runs, nil
		}
	}
	for _, s := range source.Schemas() {
		if s.Domain == domain {
			return data.Empty(s), nil
		}
	}
	if domain == "" {
		return ds.LLM().Table, nil
	}
	known := source.Domains()
	for _, runs := range ds.Tables {
		if name := runs.Schema().Domain; !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	return data.Table{}, usagef("--domain %q: use %s", domain, strings.Join(known, ", "))
}
