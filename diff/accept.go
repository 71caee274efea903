package diff

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/jouleboard/jouleboard/data"
)

// Acceptance is a change that somebody answers for.
type Acceptance struct {
	ID     string            // of one configuration, or
	Fields map[string]string // values of identity fields that a configuration must have
	Reason string
	place  string
}

// mostAccepted bounds the file, which comes with a contribution.
const mostAccepted = 1 << 20 // bytes

// ReadAcceptances reads a YAML list of entries with key and reason. A key is the
// id of a configuration, or a mapping of fields such as {task: gpqa, gpu_model:
// H100}, which stands for every configuration with these values. File names the
// text in errors.
func ReadAcceptances(file string, text []byte) ([]Acceptance, error) {
	if len(text) > mostAccepted {
		return nil, fmt.Errorf("%s: larger than %d bytes; accept groups of configurations by their fields", file, mostAccepted)
	}
	var entries []struct {
		Key    any    `yaml:"key"`
		Reason string `yaml:"reason"`
	}
	if err := yaml.UnmarshalWithOptions(text, &entries, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: want a YAML list of entries with key and reason: %s", file, firstLine(err))
	}
	var list []Acceptance
	var faults []error
	for i, e := range entries {
		a := Acceptance{Reason: strings.TrimSpace(e.Reason), place: fmt.Sprintf("%s: entry %d", file, i+1)}
		if err := a.read(e.Key); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", a.place, err))
			continue
		}
		list = append(list, a)
	}
	return list, errors.Join(faults...)
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

func (a *Acceptance) read(key any) error {
	switch k := key.(type) {
	case string:
		a.ID = k
	case map[string]any:
		a.Fields = map[string]string{}
		for field, v := range k {
			a.Fields[field] = fmt.Sprint(v)
		}
	}
	switch {
	case a.ID == "" && len(a.Fields) == 0:
		return errors.New("key: want the id of a configuration, or fields such as {task: gpqa, gpu_model: H100}")
	case a.Reason == "":
		return errors.New("reason: is missing; say why the change is right")
	}
	return nil
}

// covers reports whether the entry is about the configuration.
func (a *Acceptance) covers(c *Change) bool {
	if a.ID != "" {
		return a.ID == c.ID
	}
	matched := 0
	for _, k := range c.Key {
		if want, given := a.Fields[k.Field.Name]; given && want == data.Text(k.Value) {
			matched++
		}
	}
	return matched == len(a.Fields)
}

// accept notes the reasons beside changes and faults, and which entry is about
// nothing.
func (r *Report) accept(entries []Acceptance) {
	for _, a := range entries {
		used := false
		for i := range r.Changes {
			if c := &r.Changes[i]; a.covers(c) {
				c.Accepted, used = a.Reason, true
			}
		}
		if !used {
			r.Notes = append(r.Notes, a.place+" is about no change of this comparison")
		}
	}
	for i := range r.Faults {
		if f := &r.Faults[i]; f.Change != nil {
			f.Accepted = f.Change.Accepted
		}
	}
}
