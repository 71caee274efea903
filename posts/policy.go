package posts

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/jouleboard/jouleboard/posts/formula"
)

//go:embed policy.yaml
var policyText []byte

// policy is the one list of what an author's text may put into a page: policy.yaml, and the elements of formulas.
var policy = sync.OnceValue(func() allowList {
	var declared struct {
		Bare       []string
		Attributes []struct{ Name, Of, Like string }
	}
	if err := yaml.UnmarshalWithOptions(policyText, &declared, yaml.Strict()); err != nil {
		panic("posts: " + err.Error()) // embedded
	}
	checks := map[string]check{
		"address": address, "anchor": idForm.MatchString, "text": func(string) bool { return true },
	}
	l := allowList{}
	l.elements(strings.Fields(strings.Join(declared.Bare, " "))...)
	for _, a := range declared.Attributes {
		ok, named := checks[a.Like]
		if !named {
			ok = matching(a.Like)
		}
		l.attribute(a.Name, ok, strings.Fields(a.Of)...)
	}
	for name, attributes := range formula.Elements {
		l.elements(name)
		for _, a := range attributes {
			l.attribute(a, formula.IsValue, name)
		}
	}
	return l
})
