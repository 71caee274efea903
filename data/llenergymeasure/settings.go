package llenergymeasure

import (
	"cmp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// settings are an engine's settings by dotted name.
type settings map[string]any

// settingsOf are what was declared, over it what was resolved, over it what was
// observed.
func settingsOf(engine string, docs *documents) settings {
	s := settings{}
	for _, v := range []any{
		jsontree.At(docs.result, "effective_config."+engine),
		jsontree.At(docs.result, "effective_config."+jsontree.Text(docs.result, "backend")),
		jsontree.At(docs.config, "declared_config."+engine),
	} {
		s.add("", v, 0)
	}
	for path, v := range object(docs.resolution["overrides"]) {
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
			key = strings.TrimPrefix(name+"."+key, ".")
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
		if strings.HasSuffix(key, "."+name) && (within == "" || cmp.Or(strings.Count(key, ".")-strings.Count(within, "."), cmp.Compare(key, within)) < 0) {
			within = key
		}
	}
	return s[within]
}

func (s settings) count(name string) data.Opt[int] { return countOf(s.find(name)) }

// precisionOf is the number format of the weights: what they are quantized to, else
// what they are loaded as.
func precisionOf(s settings, docs *documents) data.Opt[string] {
	of := func(name string) data.Opt[string] { return formatOf(s.find(name)) }
	format := cmp.Or(
		of("quantization"), of("quant_config.quant_algo"), of("quant_algo"),
		data.When(s.find("load_in_4bit") == true, "4-bit"), data.When(s.find("load_in_8bit") == true, "8-bit"),
		of("dtype"), of("torch_dtype"), of("precision"), formatOf(jsontree.At(docs.result, "effective_config.precision")),
	)
	for _, p := range processesOf(docs.result) {
		format = cmp.Or(format, formatOf(jsontree.At(p, "compute_metrics.compute_precision")))
	}
	return format
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

// documents are the JSON files of one run; one that is not there is empty.
type documents struct {
	result      jsontree.Object
	environment jsontree.Object // environment.json or system.json, or the result's own
	config      jsontree.Object // config.json
	resolution  jsontree.Object // _resolution.json, whose overrides are by dotted path
}

// sidecars reads the files beside a result. A broken one is a problem, and what it
// would have told stays unknown.
func (r *reader) sidecars(d filetree.Dir, docs *documents) {
	read := func(name string) jsontree.Object {
		if !d.Has(name) {
			return nil
		}
		text, o, err := document(r.tree, d.File(name))
		r.hash.Write(text)
		if err != nil {
			r.note(data.Problem{File: d.File(name), Message: err.Error() + "; its values are unknown"})
		}
		return o
	}
	environments := []jsontree.Object{read("environment.json"), read("system.json"), object(docs.result["environment_snapshot"])}
	docs.environment, _ = lists.Find(environments, func(o jsontree.Object) bool { return o != nil })
	docs.config = read("config.json")
	if effective := read("effective_config.json"); effective != nil && docs.result["effective_config"] == nil {
		docs.result["effective_config"] = effective
	}
	docs.resolution = read("_resolution.json")
}

// defaults reports whether what the files leave out has its default: they state what
// differs, and a result of the versions that write them lies here with its files.
func (d *documents) defaults() bool {
	return d.resolution != nil || d.result["schema_version"] != nil && d.result["effective_config"] == nil && d.config != nil
}

func object(v any) jsontree.Object { o, _ := v.(jsontree.Object); return o }

// surround fills in what the files beside the result tell. A value of the wrong
// type is left unknown: no number depends on it.
func surround(e data.Row, docs *documents) {
	for _, f := range Schema().Fields() {
		if paths := f.In("environment"); paths != nil {
			_ = set(e, f, jsontree.First(docs.environment, paths...))
		}
	}
	for _, p := range processesOf(docs.result) {
		e.Otherwise("gpu", textAt(p, "gpu_name"))
	}
	e.Otherwise("runner_mode", textAt(docs.result, "runner_provenance.mode"))
	e.Otherwise("engine_version", textAt(docs.config, "engine_version", "library_version"))
	e.Otherwise("measurement_methodology", textAt(docs.config, "measurement_methodology"))
	e.Otherwise("model_name", textAt(docs.config, "model_name", "declared_config.task.model", "declared_config.model"))
	e.Otherwise("engine", engineName(textAt(docs.config, "engine", "declared_config.engine").Or("")))
	configure(e, docs)
}

// configure fills in batch size, precision, parallelism and data set.
func configure(e data.Row, docs *documents) {
	s := settingsOf(e.Text("engine").Or(""), docs)
	for _, name := range []string{"batch_size", "max_batch_size", "max_num_seqs"} { // of requests computed together, or at most so many
		if n := s.count(name); n.Or(0) > 0 && !e.Count("batch_size").Present() {
			e.Take(fields{"batch_size": n, "batch_setting": data.Some(name)})
		}
	}
	if x, ok := e.Float("extended_metrics_batch_effective_batch_size").Value(); ok && !e.Count("batch_size").Present() && x >= 1 && x == float64(int(x)) {
		e.Take(fields{"batch_size": data.Some(int(x)), "batch_setting": data.Some("effective_batch_size")})
	}
	e.Take(fields{"tensor_parallel": data.Positive(s.count("tensor_parallel_size")), "precision": precisionOf(s, docs)})
	e.Otherwise("tensor_parallel", data.Positive(s.count("tp_size")))
	task := func(path string, old string, fallback any) any {
		v := cmp.Or(object(object(docs.resolution["overrides"])[path])["effective"], jsontree.First(docs.config, "declared_config."+path),
			jsontree.At(docs.result, "effective_config."+old))
		return cmp.Or(v, data.When(docs.defaults(), fallback).Or(nil))
	}
	e.Take(fields{
		"dataset":           textOf(task("task.dataset.source", "dataset", "aienergyscore")),
		"n_prompts":         countOf(task("task.dataset.n_prompts", "n", 100.0)),
		"max_input_tokens":  countOf(task("task.max_input_tokens", "max_input_tokens", 256.0)),
		"max_output_tokens": countOf(task("task.max_output_tokens", "max_output_tokens", 256.0)),
	})
}
