package llenergymeasure

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/units"
)

// Domain is the name of this package's record type.
const Domain = "llenergymeasure"

//go:embed llenergymeasure.yaml
var table []byte

// fields are values by field.
type fields = map[string]any

// Schema is the field table of experiments: what their files state, and what is derived from that. Times are UTC. Energy
// is GPU energy in joules, summed over the GPUs, including idle power unless a name contains adjusted.
var Schema = sync.OnceValue(func() *data.Schema { return data.MustDeclare(table) })

//go:embed tables.yaml
var tablesText []byte

type namedTables struct {
	Processes, Energies, Throttling []string
	Most                            map[string]float64
}

// tables are those of tables.yaml.
var tables = sync.OnceValue(func() namedTables { return yamltree.Embedded[namedTables](tablesText) })

// checkVersion refuses documents that are no results, and results of versions whose
// meaning is not known.
func checkVersion(result jsontree.Object) error {
	for _, key := range [][2]string{{"schema_version", "234"}, {"bundle_version", "12"}} {
		v := result[key[0]]
		if v == nil {
			continue
		}
		text, ok := v.(string)
		major, _, _ := strings.Cut(text, ".")
		if !ok || len(major) != 1 || !strings.Contains(key[1], major) {
			stated := data.When(ok, fmt.Sprintf("%q", data.Clip(text))).Or(kindOf(v))
			return fault(key[0], fmt.Sprintf("unknown version %s; supported are schema_version 2 to 4 and bundle_version 1 and 2", stated))
		}
		return nil
	}
	return fault("schema_version", "schema_version and bundle_version are missing: not an llenergymeasure result, or older than 2.0")
}

// experiment reads one run: its record and its power over time. The error says why it is left out.
func (r *reader) experiment(d filetree.Dir) (e data.Row, power []data.Point, err error) {
	text, err := r.tree.Read(d.File(r.result), largestJSON)
	if err != nil {
		return e, nil, err
	}
	r.hash.Write(text)
	e, docs, err := decode(text)
	if err != nil {
		return e, nil, err
	}
	before := len(r.in.Problems)
	r.sidecars(d, &docs)
	surround(e, &docs)
	nameModel(e, &docs)
	r.place(e, d)
	e.Take(fields{
		"configuration": e.Text("measurement_config_hash").Or(e.Text("run_path").Or("")),
		"requests":      data.When(d.Has("requests.parquet"), "requests.parquet"),
	})
	power, gpus := r.timeseries(e, d)
	beside := len(r.in.Problems) > before
	processes := several(docs.result)
	derive(e, processes)
	countGPUs(e, &docs, gpus)
	if err := require(e, &docs); err != nil {
		return e, nil, err
	}
	odd := r.check(d.File(r.result), e, &docs, processes)
	odd.Say(beside, "sidecar", "a file next to the result could not be read completely")
	remember(e, odd)
	return e, power, nil
}

// decode reads a result. The error says why there is no record.
func decode(text []byte) (e data.Row, docs documents, err error) {
	result, err := jsontree.Parse(bytes.NewReader(text), jsontree.Options{})
	if err == nil {
		err = checkVersion(result)
	}
	if err != nil {
		return e, docs, err
	}
	e = data.NewRow(Schema())
	processes, err := processText(result["process_results"])
	if err := cmp.Or(fill(e, result), err); err != nil {
		return e, docs, err
	}
	detected, ok := jsontree.First(result, "thermal_throttle.detected", "throttle.detected", "thermal_throttle.throttle_detected").(bool)
	e.Take(fields{"engine": engineName(e.Text("engine").Or("")), "process_results": processes, "throttled": data.When(ok, detected)})
	timesOf(e, result)
	docs.result = result
	return e, docs, nil
}

// engineName is an engine's name of today; version 2 has others.
func engineName(name string) string {
	return cmp.Or(map[string]string{"pytorch": "transformers"}[name], name)
}

// fault is what is wrong with a field of a result.
func fault(field, why string) error { return data.Problem{Field: field, Message: why} }

// nameModel gives the model its name for people, without the path that it may have been
// loaded from; the id of the experiment begins with it.
func nameModel(e data.Row, docs *documents) {
	e.Take(fields{"model": e.Text("model_name").Or("")})
	stated := jsontree.First(docs.result, "model_name", "effective_config.model")
	if s, _ := stated.(string); s != "" && data.Public(s) != s {
		e.Take(fields{"experiment_id": textOf(path.Base(jsontree.Text(docs.result, "experiment_id")))})
	}
}

// require refuses a run that lacks what every row needs.
func require(e data.Row, docs *documents) error {
	switch {
	case e.Text("model").Or("") == "":
		return fault("model_name", "is missing")
	case e.Text("engine").Or("") == "":
		return fault("engine", "is missing")
	case !e.Float("total_energy_j").Present() && jsontree.At(docs.result, "total_energy_j") == nil:
		return fault("total_energy_j", "is missing")
	case e.Float("total_inference_time_sec").Or(0) <= 0:
		return fault("total_inference_time_sec", "expected a positive number")
	case e.Count("total_tokens").Or(0) <= 0 && e.Count("output_tokens").Or(0) <= 0:
		return fault("total_tokens", "neither total_tokens nor output_tokens is a positive number")
	}
	return nil
}

// remember stores the warnings of tool and reader.
func remember(e data.Row, odd data.Remarks) {
	told := len(listIn[any](e.Text("measurement_warnings"))) + len(listIn[any](e.Text("aggregation_warnings")))
	e.Take(fields{"warnings": told, "reader_warnings": data.List(odd)})
}

// listIn is the list that a text holds as JSON; nil without one of such values.
func listIn[T any](text data.Opt[string]) (values []T) {
	err := json.Unmarshal([]byte(text.Or("[]")), &values)
	return data.When(err == nil, values).Or(nil)
}

// fill stores every known value of a result, in the order of the field table. The
// first that is wrong is an error.
func fill(e data.Row, result jsontree.Object) error {
	for _, f := range Schema().Fields() {
		paths := f.In("")
		if err := set(e, f, jsontree.First(result, paths...)); err != nil {
			return fault(paths[0], err.Error())
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
		if !units.IsFinite(x) || x < 0 {
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
	kept := make([]any, len(list))
	for i, v := range list {
		if x, _ := v.(float64); x < 0 {
			return "", fmt.Errorf("expected numbers that are not negative, got %v", x)
		}
		switch v.(type) {
		case jsontree.Object, []any:
			return "", fmt.Errorf("expected a list of strings or numbers, got %s in it", kindOf(v))
		}
		kept[i], _ = tidy("", v)
	}
	text, err := json.Marshal(kept)
	return string(text), err
}

var kindNames = map[reflect.Kind]string{
	reflect.Map: "an object", reflect.Slice: "a list", reflect.String: "a string", reflect.Bool: "true or false", reflect.Invalid: "nothing",
	reflect.Float64: "a number",
}

// kindOf names what a value of JSON is.
func kindOf(v any) string { return kindNames[reflect.ValueOf(v).Kind()] }

// most values of a list, and bytes of all processes, that are kept
const longestList, longestProcesses = 1000, 1 << 20

// processText is what the processes measured, as JSON: known members only, so that nothing private comes along. Known
// numbers must not be negative there either. A text that is too long is left out.
func processText(v any) (text data.Opt[string], err error) {
	list, ok := v.([]any)
	other := slices.IndexFunc(list, func(process any) bool { _, is := process.(jsontree.Object); return !is })
	switch {
	case v == nil:
		return text, nil
	case !ok:
		return text, fault("process_results", "expected a list, got "+kindOf(v))
	case other >= 0:
		return text, fault(fmt.Sprintf("process_results[%d]", other), "expected an object, got "+kindOf(list[other]))
	}
	kept, err := tidy("process_results", v)
	if err != nil {
		return text, err
	}
	b, err := json.Marshal(kept)
	return data.When(err == nil && len(b) <= longestProcesses, string(b)), nil
}

// tidy keeps the known members of objects, and lists that are not too long.
func tidy(name string, v any) (kept any, err error) {
	switch x := v.(type) {
	case float64:
		if x < 0 {
			err = fault(name, "expected a number that is not negative")
		}
	case jsontree.Object:
		known := jsontree.Object{}
		for _, key := range slices.Sorted(maps.Keys(x)) {
			if slices.Contains(tables().Processes, key) && err == nil {
				known[key], err = tidy(name+"."+key, x[key])
			}
		}
		return known, err
	case []any:
		all := make([]any, len(x))
		for i := 0; i < len(x) && err == nil; i++ {
			all[i], err = tidy(fmt.Sprintf("%s[%d]", name, i), x[i])
		}
		if len(x) > longestList {
			return nil, err
		}
		return all, err
	case string:
		return data.Public(x), nil
	}
	return v, err
}
