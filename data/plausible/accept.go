package plausible

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// Acceptance is the approval of a change or, with a code, of implausible runs.
type Acceptance struct {
	ID     string            // of one configuration or run, unless Fields are given
	Fields map[string]string // values of its fields
	Code   string            // of a problem, "" for a change
	Reason string
	Place  string // file, line and number of the entry, for messages
}

// Acceptances are the entries of a file.
type Acceptances []Acceptance

// ReadAcceptances reads a YAML list of entries with key and reason. A key is the id of a configuration, or a mapping
// of fields such as {task: gpqa, gpu_model: H100}, which covers every configuration with these values. An entry with
// the code of a problem covers runs with this problem: its key may also be a run's id, or contain any field of the
// run, its file and its row. file is the name of the text in errors.
func ReadAcceptances(file string, text []byte) (Acceptances, error) {
	var errs yamltree.Errors
	tree := yamltree.Read(file, text, 0, &errs)
	if tree == nil {
		return nil, errs
	}
	if tree.Kind != yamltree.List {
		return nil, fmt.Errorf("%s: expected a YAML list of entries with key and reason", file)
	}
	var list Acceptances
	var faults []error
	places := map[string]string{} // of entries, by what they accept
	for i, entry := range tree.Items {
		a := Acceptance{Place: fmt.Sprintf("%s:%d: entry %d", file, entry.Line, i+1)}
		if err := a.read(entry); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", a.Place, err))
			continue
		}
		about := fmt.Sprintf("%q %q %q", a.Code, a.ID, a.Fields)
		if first, twice := places[about]; twice {
			faults = append(faults, fmt.Errorf("%s: accepts the same as %s; remove one of the two", a.Place, first))
			continue
		}
		places[about] = a.Place
		list = append(list, a)
	}
	return list, errors.Join(faults...)
}

// longestReason in bytes; reasons are shown beside what they accept.
const longestReason = 2000

func (a *Acceptance) read(entry *yamltree.Node) error {
	var e struct {
		Key    any    `yaml:"key"`
		Code   string `yaml:"code"`
		Reason string `yaml:"reason"`
	}
	faults := data.Faults{Tree: entry}
	if faults.Decode(&e, yamltree.ObjectOf(reflect.TypeOf(e))); faults.Err() != nil {
		return errors.New(faults.Err().(yamltree.Errors)[0].Message)
	}
	a.Code, a.Reason = e.Code, strings.TrimSpace(e.Reason)
	switch k := e.Key.(type) {
	case string:
		a.ID = k
	case map[string]any:
		a.Fields = map[string]string{}
		for field, v := range k {
			switch v.(type) {
			case nil, []any, map[string]any:
				return fmt.Errorf("key: %s: expected one value, such as {task: gpqa}", data.ClipName(field))
			}
			a.Fields[field] = fmt.Sprint(v)
		}
	}
	switch {
	case a.ID == "" && len(a.Fields) == 0:
		return errors.New("key: expected the ID of a configuration, or fields such as {task: gpqa, gpu_model: H100}")
	case a.Reason == "":
		return errors.New("reason: is missing; explain why the change is correct")
	case len(a.Reason) > longestReason:
		return fmt.Errorf("reason: expected text of at most %d bytes", longestReason)
	}
	return nil
}

// Reason returns why a run with a problem is published, "" if it is not. The table contains only that run.
func (list Acceptances) Reason(run data.Table, p data.Problem) string {
	for _, a := range list {
		if a.Code == p.Code && a.Code != "" && a.coversRun(run, p) {
			return a.Reason
		}
	}
	return ""
}

// coversRun looks for fields at the run's place too.
func (a *Acceptance) coversRun(run data.Table, p data.Problem) bool {
	place := map[string]string{"file": p.File, "row": strconv.Itoa(p.Row)}
	return a.Matches(func(field string) (value string, is bool) {
		if value, is = place[field]; is {
			return value, true
		}
		return run.Text(0, field), run.Schema().Has(field)
	}, run.Run(0), run.ConfigurationID(0))
}

// Matches reports whether the entry is about what has these IDs and values of fields.
func (a *Acceptance) Matches(value func(field string) (value string, is bool), ids ...string) bool {
	if a.ID != "" {
		return slices.Contains(ids, a.ID)
	}
	for field, want := range a.Fields {
		if got, is := value(field); !is || got != want {
			return false
		}
	}
	return true
}

// Known refuses codes and fields that no run has with these schemas.
func (list Acceptances) Known(schemas []*data.Schema) error {
	codes, fields := Codes(schemas...), []string{"file", "row"}
	for _, s := range schemas {
		fields = append(fields, s.Names()...)
	}
	var faults []error
	for _, a := range list {
		if a.Code != "" && !slices.Contains(codes, a.Code) {
			faults = append(faults, fmt.Errorf("%s: code: no problem that can be accepted has the code %q%s", a.Place,
				data.ClipName(a.Code), cmp.Or(nearest.Hint(a.Code, codes), "; use one that check prints")))
		}
		for _, name := range slices.Sorted(maps.Keys(a.Fields)) {
			if !slices.Contains(fields, name) {
				faults = append(faults, fmt.Errorf("%s: key: no run has the field %q%s", a.Place,
					data.ClipName(name), cmp.Or(nearest.Hint(name, fields), "; use one of the run's fields, file or row")))
			}
		}
	}
	return errors.Join(faults...)
}

// Idle lists the entries with a code that match no problem.
func (list Acceptances) Idle(problems []data.Problem) (lines []string) {
	for _, a := range list {
		about := func(p data.Problem) bool { return p.Code == a.Code && p.Accepted == a.Reason }
		if a.Code != "" && !slices.ContainsFunc(problems, about) {
			lines = append(lines, a.Place+" matches no run with the problem "+a.Code)
		}
	}
	return lines
}
