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

// domainHelp is the text of the flag --domain.
func domainHelp() string {
	return strings.Join(source.Domains(), ", ") + " (default: the first of these that there are runs of)"
}

func checkDomain(domain string) error {
	if domain != "" && !slices.Contains(source.Domains(), domain) {
		return usagef("--domain %q: want %s", domain, strings.Join(source.Domains(), ", "))
	}
	return nil
}

// runsOf are the runs of a domain; without a name, of the first one that has any.
func runsOf(ds data.Dataset, domain string) data.Table {
	for _, runs := range ds.Tables {
		if domain == "" || runs.Schema().Domain == domain {
			return runs
		}
	}
	for _, s := range source.Schemas() {
		if s.Domain == domain {
			return data.Empty(s)
		}
	}
	return ds.LLM().Table
}
