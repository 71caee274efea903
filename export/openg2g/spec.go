package openg2g

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Spec is one model that the simulator serves, and which runs stand for it.
type Spec struct {
	ModelLabel           string // the simulator's name for it
	ModelID              string // organization/name
	Task                 string
	GPUModel             string
	GPUsPerReplica       int
	Precision            string
	TensorParallel       int
	ExpertParallel       int
	BatchSizes           []int // ascending
	FitExcludeBatchSizes []int // ascending; no part in the logistic curves
}

// ParseSpecs reads a JSON list of objects with ten keys: model_label and the nine
// that the hash is made of. Every key must be there. An error names the entry,
// counted from 1, and the key.
func ParseSpecs(text []byte) ([]Spec, error) {
	var entries []json.RawMessage
	in := json.NewDecoder(bytes.NewReader(text))
	if err := in.Decode(&entries); err != nil {
		return nil, fmt.Errorf("want a JSON list of objects: %w", err)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("want one JSON list and nothing behind it")
	}
	if len(entries) == 0 {
		return nil, errors.New("the list is empty: name at least one model")
	}
	specs := make([]Spec, len(entries))
	for i, entry := range entries {
		s, err := parseSpec(entry)
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
		specs[i] = s
	}
	return specs, nil
}

// parseSpec reads one entry. Its keys tell a missing one from a zero.
func parseSpec(entry json.RawMessage) (Spec, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(entry, &keys); err != nil || keys == nil {
		return Spec{}, errors.New("want an object")
	}
	var s Spec
	for _, k := range s.keys() {
		if err := k.read(keys[k.name]); err != nil {
			return Spec{}, fmt.Errorf("%s: %w", k.name, err)
		}
		delete(keys, k.name)
	}
	if len(keys) > 0 {
		first := slices.Min(slices.Collect(maps.Keys(keys)))
		return Spec{}, fmt.Errorf("%s: no such key; want %s", first, strings.Join(s.keyNames(), ", "))
	}
	return s, s.check()
}

type key struct {
	name string
	to   any // *string, *int or *[]int
}

// keys are the keys of an entry, sorted, and where each goes.
func (s *Spec) keys() []key {
	return []key{
		{"batch_sizes", &s.BatchSizes},
		{"expert_parallel", &s.ExpertParallel},
		{"fit_exclude_batch_sizes", &s.FitExcludeBatchSizes},
		{"gpu_model", &s.GPUModel},
		{"gpus_per_replica", &s.GPUsPerReplica},
		{"model_id", &s.ModelID},
		{"model_label", &s.ModelLabel},
		{"precision", &s.Precision},
		{"task", &s.Task},
		{"tensor_parallel", &s.TensorParallel},
	}
}

func (s *Spec) keyNames() (names []string) {
	for _, k := range s.keys() {
		names = append(names, k.name)
	}
	return names
}

func (k key) read(text json.RawMessage) error {
	if text == nil {
		return errors.New("is missing")
	}
	if string(text) == "null" || json.Unmarshal(text, k.to) != nil {
		return fmt.Errorf("want %s, got %s", k.wants(), text)
	}
	switch v := k.to.(type) {
	case *string:
		if *v == "" {
			return errors.New("is empty")
		}
	case *int:
		if *v < 1 {
			return fmt.Errorf("want a positive integer, got %d", *v)
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
	}
	return "a list of positive integers"
}

// ascending sorts sizes in place.
func ascending(sizes []int) error {
	slices.Sort(sizes)
	for i, b := range sizes {
		switch {
		case b < 1:
			return fmt.Errorf("want positive integers, got %d", b)
		case i > 0 && sizes[i-1] == b:
			return fmt.Errorf("%d stands there twice", b)
		}
	}
	return nil
}

func (s *Spec) check() error {
	switch {
	case len(s.BatchSizes) == 0:
		return errors.New("batch_sizes: want at least one")
	case len(s.fitted(s.BatchSizes)) == 0:
		return errors.New("fit_exclude_batch_sizes: leaves no batch size to fit a curve to")
	case strings.ContainsFunc(s.ModelLabel, func(r rune) bool { return r < ' ' || r == '/' || r == '\\' || r == 0x7f }):
		return fmt.Errorf("model_label: %q: want a name that can be part of a file's, without slashes", s.ModelLabel)
	case strings.TrimSpace(s.ModelLabel) != s.ModelLabel: // the simulator cuts them off in one table of three
		return fmt.Errorf("model_label: %q: take the blanks at its ends away", s.ModelLabel)
	}
	return nil
}

// fitted are the sizes that take part in the logistic curves.
func (s *Spec) fitted(sizes []int) (kept []int) {
	for _, b := range sizes {
		if !slices.Contains(s.FitExcludeBatchSizes, b) {
			kept = append(kept, b)
		}
	}
	return kept
}
