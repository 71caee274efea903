package main

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// the record types of the ML.ENERGY benchmark by their --domain
const (
	llm       = "llm"
	diffusion = "diffusion"
)

// domains are the field tables of all record types that sources can hold.
func domains() []*data.Schema {
	all := []*data.Schema{fieldsOf[data.LLMRun](), fieldsOf[data.DiffusionRun]()}
	for _, k := range kinds() {
		if k.records != nil {
			all = append(all, k.records())
		}
	}
	return all
}

func fieldsOf[R data.Record]() *data.Schema {
	var zero R
	return zero.Schema().Any()
}

func domainNames() []string {
	names := []string{llm, diffusion}
	for _, k := range kinds() {
		if k.domain != "" {
			names = append(names, k.domain)
		}
	}
	return names
}

// domainHelp is the text of the flag --domain.
func domainHelp() string {
	return strings.Join(domainNames(), ", ") + " (default: the first of these that there are runs of)"
}

func checkDomain(domain string) error {
	if domain != "" && !slices.Contains(domainNames(), domain) {
		return usagef("--domain %q: want %s", domain, strings.Join(domainNames(), ", "))
	}
	return nil
}

// runsOf are the runs of a domain; without a name, of the first one that has any.
func runsOf(ds data.Dataset, domain string) data.Table {
	for _, runs := range ds.Collections() {
		if domain == "" || runs.Schema().Domain == domain {
			return runs
		}
	}
	for _, s := range domains() {
		if s.Domain == domain {
			return data.None(s)
		}
	}
	return ds.LLM().Any()
}
