package leaderboard

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// published is what index.json says beyond what the tasks repeat.
type published struct {
	tasks       []string // valid names, in order, each once
	lastUpdated string
	problems    []data.Problem
}

func (r *reader) index(ctx context.Context) (published, error) {
	r.expect(1)
	text, err := r.file(ctx, "index.json")
	if err != nil {
		return published{}, err
	}
	top, err := parseIndex(text)
	r.problems = append(r.problems, top.problems...)
	return top, err
}

var date = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// parseIndex reads index.json; a task that cannot be a file name is a problem.
func parseIndex(text []byte) (published, error) {
	v, err := parse(text)
	if err != nil {
		return published{}, err
	}
	top, _ := v.(members)
	listed, ok := top.values["tasks"].([]any)
	if !ok {
		return published{}, errors.New("expected an object with a list of tasks")
	}
	if len(listed) > maxTasks {
		return published{}, fmt.Errorf("expected at most %d tasks, got %d", maxTasks, len(listed))
	}
	var p published
	for i, v := range listed {
		p.addTask(i+1, v)
	}
	slices.Sort(p.tasks)
	p.date(top.values["last_updated"])
	return p, nil
}

func (p *published) addTask(place int, v any) {
	name, ok := v.(string)
	switch {
	case !ok || !data.IsTask(name):
		p.note("tasks", fmt.Sprintf("entry %d: expected a name of lower-case letters, digits and hyphens, got %s; task left out", place, show(v)))
	case slices.Contains(p.tasks, name):
		p.note("tasks", fmt.Sprintf("entry %d: %s is listed twice; read once", place, name))
	default:
		p.tasks = append(p.tasks, name)
	}
}

func (p *published) date(v any) {
	s, ok := v.(string)
	switch {
	case ok && date.MatchString(s):
		p.lastUpdated = s
	case v != nil:
		p.note("last_updated", fmt.Sprintf("expected a date such as 2026-02-16 or null, got %s; date left out", show(v)))
	}
}

func (p *published) note(field, message string) {
	p.problems = append(p.problems, data.Problem{File: "index.json", Field: field, Message: message})
}

// show renders a value of a file for a message, cut so that it cannot flood it.
func show(v any) string {
	const most = 60
	switch x := v.(type) {
	case nil:
		return "null"
	case members:
		return "an object"
	case []any:
		return "a list"
	case number:
		return fmt.Sprintf("%.*s", most, string(x))
	case string:
		return fmt.Sprintf("%.*q", most, x)
	}
	return fmt.Sprint(v)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
