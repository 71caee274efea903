package openg2g

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Spec is one model that the simulator serves, and the selection of its runs.
type Spec struct {
	ModelLabel           string // the simulator's name for the model
	ModelID              string // organization/name
	Task                 string
	GPUModel             string
	GPUsPerReplica       int
	Precision            string
	TensorParallel       int
	ExpertParallel       int
	BatchSizes           []int // ascending
	FitExcludeBatchSizes []int // ascending; excluded from the logistic curves

	// ITLDeadlineSeconds and FeasibleBatchSizes are settings of the simulator, which no file depends on; zero and
	// empty if the specification does not contain them.
	ITLDeadlineSeconds float64
	FeasibleBatchSizes []int // ascending, of BatchSizes
}

// MostBytes is the maximum size of a list of specifications, which may come from a contributor.
const MostBytes = 1 << 20

// ParseSpecs reads a JSON list of specifications, or one of them. A manifest that [Current] wrote counts as the
// specification in it. The error contains all errors found, with the entry, counted from 1, and the key.
func ParseSpecs(text []byte) ([]Spec, error) {
	var entries []json.RawMessage
	if !json.Valid(text) {
		return nil, fmt.Errorf("expected a JSON list of objects: %w", json.Unmarshal(text, &entries))
	}
	if json.Unmarshal(text, &entries) != nil {
		entries = []json.RawMessage{text}
	}
	if len(entries) == 0 {
		return nil, errors.New("the list is empty: add at least one model")
	}
	specs := make([]Spec, len(entries))
	var all []error
	for i, entry := range entries {
		var faults []error
		specs[i], faults = parseSpec(entry)
		all = append(all, lists.Map(faults, func(fault error) error { return fmt.Errorf("entry %d: %w", i+1, fault) })...)
	}
	return specs, errors.Join(all...)
}

// parseSpec reads one entry. Its keys tell a missing one from a zero.
func parseSpec(entry json.RawMessage) (s Spec, faults []error) {
	var texts map[string]json.RawMessage
	if err := json.Unmarshal(entry, &texts); err != nil || texts == nil {
		return s, []error{errors.New("expected an object")}
	}
	texts, isManifest := withoutManifest(texts)
	s.ExpertParallel = 1
	for _, k := range s.keys() {
		text, stated := texts[k.name]
		delete(texts, k.name)
		if !stated && (k.optional || isManifest && k.name == labelKey) {
			continue
		}
		if err := k.read(text); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", k.name, err))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		faults = append(faults, fmt.Errorf("unknown key %s; use %s", name, strings.Join(s.keyNames(), ", ")))
	}
	if len(faults) == 0 {
		s.ModelLabel = cmp.Or(s.ModelLabel, path.Base(s.ModelID)) // a manifest of the simulator's own has none
		faults = s.check()
	}
	return s, faults
}

// withoutManifest are the keys of the specification in a manifest, with those
// that it states beside them; other objects stay as they are.
func withoutManifest(texts map[string]json.RawMessage) (keys map[string]json.RawMessage, isManifest bool) {
	if json.Unmarshal(texts["spec"], &keys) != nil || keys == nil {
		return texts, false
	}
	for _, k := range new(Spec).keys() {
		if text, ok := texts[k.name]; ok && !k.hashed {
			keys[k.name] = text
		}
	}
	return keys, true
}

const labelKey = "model_label"

type key struct {
	name             string
	to               any // *string, *int, *float64 or *[]int
	hashed, optional bool
}

// keys are the keys of an entry, sorted, and where each goes.
func (s *Spec) keys() []key {
	return []key{
		{"batch_sizes", &s.BatchSizes, true, false},
		{"expert_parallel", &s.ExpertParallel, true, true},
		{"feasible_batch_sizes", &s.FeasibleBatchSizes, false, true},
		{"fit_exclude_batch_sizes", &s.FitExcludeBatchSizes, true, false},
		{"gpu_model", &s.GPUModel, true, false},
		{"gpus_per_replica", &s.GPUsPerReplica, true, false},
		{"itl_deadline_s", &s.ITLDeadlineSeconds, false, true},
		{"model_id", &s.ModelID, true, false},
		{labelKey, &s.ModelLabel, false, false},
		{"precision", &s.Precision, true, false},
		{"task", &s.Task, true, false},
		{"tensor_parallel", &s.TensorParallel, true, false},
	}
}

func (s *Spec) keyNames() []string {
	return lists.Map(s.keys(), func(k key) string { return k.name })
}

func (k key) read(text json.RawMessage) error {
	if text == nil {
		return errors.New("is missing")
	}
	if string(text) == "null" || json.Unmarshal(text, k.to) != nil {
		return fmt.Errorf("expected %s, got %.60s", k.wants(), text)
	}
	switch v := k.to.(type) {
	case *string:
		if *v == "" {
			return errors.New("is empty")
		}
	case *int:
		if *v < 1 {
			return fmt.Errorf("expected %s, got %d", k.wants(), *v)
		}
	case *float64:
		if *v <= 0 {
			return fmt.Errorf("expected %s, got %v", k.wants(), *v)
		}
	case *[]int:
		return ascending(*v)
	}
	return nil
}

func (k key) wants() string {
	switch k.to.(type) {
	case *string:
		return "text"
	case *int:
		return "a positive integer"
	case *float64:
		return "a positive number of seconds"
	}
	return "a list of positive integers"
}

// ascending sorts sizes in place.
func ascending(sizes []int) error {
	slices.Sort(sizes)
	for i, b := range sizes {
		switch {
		case b < 1:
			return fmt.Errorf("expected positive integers, got %d", b)
		case i > 0 && sizes[i-1] == b:
			return fmt.Errorf("%d is listed twice", b)
		}
	}
	return nil
}

// check says what keeps keys that are right each by itself from being used.
func (s *Spec) check() (faults []error) {
	wrong := func(is bool, format string, values ...any) {
		if is {
			faults = append(faults, fmt.Errorf(format, values...))
		}
	}
	none := len(s.BatchSizes) == 0
	wrong(none, "batch_sizes: expected at least one")
	wrong(!none && len(s.fitted(s.BatchSizes)) == 0, "fit_exclude_batch_sizes: no batch size is left to fit a curve to")
	for _, b := range s.FeasibleBatchSizes {
		wrong(!none && !slices.Contains(s.BatchSizes, b), "feasible_batch_sizes: %d is not one of batch_sizes", b)
	}
	unfit := strings.ContainsFunc(s.ModelLabel, func(r rune) bool { return r < ' ' || r == '/' || r == '\\' || r == 0x7f })
	wrong(unfit, "model_label: %q: expected a name that can be part of a file name, without slashes", s.ModelLabel)
	// The simulator cuts them off in one table of three.
	wrong(!unfit && strings.TrimSpace(s.ModelLabel) != s.ModelLabel, "model_label: %q: remove the spaces at its ends", s.ModelLabel)
	return faults
}

// fitted are the sizes that take part in the logistic curves.
func (s *Spec) fitted(sizes []int) []int {
	return lists.Filter(sizes, func(b int) bool { return !slices.Contains(s.FitExcludeBatchSizes, b) })
}
