package llenergymeasure

import (
	"cmp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// settings are an engine's settings by dotted name.
type settings map[string]any

// settingsOf are what was declared, over it what was resolved, over it what was
// observed.
func settingsOf(engine string, docs *documents) settings {
	s := settings{}
	declared := jsontree.At(docs.config, "declared_config")
	for _, v := range []any{
		jsontree.At(docs.result, "effective_config."+engine),
		jsontree.At(docs.result, "effective_config."+jsontree.Text(docs.result, "backend")),
		jsontree.At(declared, engine),
	} {
		s.add("", v, 0)
	}
	for path, v := range docs.overrides {
		if name, ok := strings.CutPrefix(path, engine+"."); ok {
			s.add(strings.TrimPrefix(name, "engine."), object(v)["effective"], 0)
		}
	}
	s.add("", docs.config["observed_engine_params"], 0)
	return s
}

// add stores the plain values within v under their dotted names.
func (s settings) add(name string, v any, depth int) {
	const deepest = 4
	o, ok := v.(jsontree.Object)
	switch {
	case ok && depth < deepest:
		for key, inner := range o {
			if name != "" {
				key = name + "." + key
			}
			s.add(strings.TrimPrefix(key, "engine."), inner, depth+1)
		}
	case !ok && v != nil && name != "":
		s[name] = v
	}
}

// find is a setting by its name, at the top or else where it lies least deep: what an
// engine states of itself has no fixed form.
func (s settings) find(name string) any {
	if v := s[name]; v != nil {
		return v
	}
	within := ""
	for key := range s {
		if strings.HasSuffix(key, "."+name) && (within == "" || shallower(key, within)) {
			within = key
		}
	}
	return s[within]
}

func shallower(a, b string) bool {
	return cmp.Or(cmp.Compare(strings.Count(a, "."), strings.Count(b, ".")), cmp.Compare(a, b)) < 0
}

func (s settings) count(name string) data.Opt[int] {
	return countOf(s.find(name))
}

// precisionOf is the number format of the weights: what they are quantized to, else
// what they are loaded as.
func precisionOf(s settings, docs *documents) data.Opt[string] {
	for _, name := range []string{"quantization", "quant_config.quant_algo", "quant_algo"} {
		if p := formatOf(s.find(name)); p.Present() {
			return p
		}
	}
	for _, loaded := range []struct{ name, format string }{{"load_in_4bit", "4-bit"}, {"load_in_8bit", "8-bit"}} {
		if s.find(loaded.name) == true {
			return data.Some(loaded.format)
		}
	}
	for _, v := range []any{
		s.find("dtype"), s.find("torch_dtype"), s.find("precision"),
		jsontree.At(docs.result, "effective_config.precision"),
	} {
		if p := formatOf(v); p.Present() {
			return p
		}
	}
	for _, p := range processesOf(docs.result) {
		if v := formatOf(jsontree.At(p, "compute_metrics.compute_precision")); v.Present() {
			return v
		}
	}
	return data.Opt[string]{}
}

// formatOf is the name of a number format; what leaves it to the engine names none.
func formatOf(v any) data.Opt[string] {
	text, _ := v.(string)
	switch strings.ToLower(text) {
	case "", "auto", "none", "null", "no_quant", "unknown":
		return data.Opt[string]{}
	}
	return textOf(strings.TrimPrefix(text, "torch."))
}
