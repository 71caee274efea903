package query

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// Text contains a text's declarations, with the source from which they are computed.
type Text struct {
	*Results
	content  content.Content // in the language of the text
	declared content.Declared
	chosen   map[string]data.Table     // selections computed before
	matches  map[string]map[string]any // comparisons likewise
	open     []string                  // selections under way, to find circles
}

// Text prepares the declarations of a text.
func (s *Results) Text(d content.Declared) *Text {
	return &Text{
		Results: s, content: s.content.In(d.Language), declared: d,
		chosen: map[string]data.Table{}, matches: map[string]map[string]any{},
	}
}

// named is the selection of that name: one of the text, or all runs of a domain.
func (t *Text) named(name string) (data.Table, error) {
	if all, ok := t.domains[name]; ok {
		return all, nil
	}
	if chosen, ok := t.chosen[name]; ok {
		return chosen, nil
	}
	declared, is := lists.Find(t.declared.Selections, func(s content.Selection) bool { return s.Name == name })
	if !is {
		return data.Table{}, fmt.Errorf("there is no selection %q; declare it under select, or use %s%s", name, strings.Join(t.names(), ", "), nearest.Hint(name, t.names()))
	}
	if slices.Contains(t.open, name) {
		return data.Table{}, fmt.Errorf("the selection %q refers to itself", name)
	}
	t.open = append(t.open, name)
	defer func() { t.open = t.open[:len(t.open)-1] }()
	chosen, err := t.selected(declared)
	if err != nil {
		return data.Table{}, err
	}
	t.chosen[name] = chosen
	return chosen, nil
}

func (t *Text) names() []string {
	return append(t.domainNames(), lists.Map(t.declared.Selections, func(s content.Selection) string { return s.Name })...)
}

// selected computes a selection; it may be empty. Its error is a [content.Error].
func (t *Text) selected(s content.Selection) (data.Table, error) {
	all, err := t.filtered(s)
	if err != nil {
		return data.Table{}, err
	}
	return t.pick(all, s.Pick)
}

// filtered is a selection before anything is picked.
func (t *Text) filtered(s content.Selection) (data.Table, error) {
	if _, known := t.domains[s.Domain]; s.Domain != "" && !known {
		return data.Table{},
			s.Fault("domain", "unknown %q; use %s%s", s.Domain, strings.Join(t.domainNames(), ", "), nearest.Hint(s.Domain, t.domainNames()))
	}
	all, err := t.named(cmp.Or(s.From, s.Domain, defaultDomain))
	if s.File != "" {
		if all, err = t.own(s.File); err != nil {
			err = s.Fault(content.FileKey(s.File), "%v", err)
		}
	}
	if err == nil && s.Join != nil {
		all, err = t.joined(all, s.Join)
	}
	if err != nil {
		return data.Table{}, asFault(err, s.Keys, "from")
	}
	if s.Domain != "" && s.Domain != domainOf(all) {
		return data.Table{}, s.Fault("domain", "%q has runs of domain %s; remove this", s.From, domainOf(all))
	}
	if s.Where == "" {
		return all, nil
	}
	where, err := t.Fill(s.Where)
	if asksNothing(err) {
		return all.Only(nil), nil
	}
	if err != nil {
		return data.Table{}, s.Fault("where", "%v", err)
	}
	kept := all.Filter(where)
	if err := kept.Err(); err != nil {
		return data.Table{}, s.Fault("where", "%v", err)
	}
	return kept, nil
}

// asksNothing reports whether a condition is about runs that there are none of:
// nothing can meet it, so the selection is empty as well. A text may require
// that it is not.
func asksNothing(err error) bool {
	var none noRun
	return errors.As(err, &none)
}

// nonEmpty names what selects nothing.
func nonEmpty(t data.Table, s content.Selection) error {
	if t.Len() > 0 {
		return nil
	}
	key := "where"
	if s.Where == "" {
		key = "from"
	}
	return s.Fault(key, "selects no run; widen it, or require these runs in the front matter")
}

// pick picks one run of each group, in the order of the runs: the one with the
// least value, or the most; of equal ones the first. Runs without the value have
// no say.
func (t *Text) pick(all data.Table, p *content.Pick) (data.Table, error) {
	all, err := t.inTime(all, p)
	if err != nil || p == nil {
		return all, err
	}
	by, err := numbersOf(all, p.By)
	if err != nil {
		return data.Table{}, p.Fault(p.Key(), "%v", err)
	}
	groups, err := keysOf(all, p.Per)
	if err != nil {
		return data.Table{}, p.Fault("per", "%v", err)
	}
	best := map[string]int{}
	for i := range all.Len() {
		b, found := best[groups[i]]
		if math.IsNaN(by[i]) || found && !(by[i] < by[b] && !p.Most || by[i] > by[b] && p.Most) {
			continue
		}
		best[groups[i]] = i
	}
	return all.Only(slices.Sorted(maps.Values(best))), nil
}

// inTime keeps the runs within the deadline, in the unit of the latency, once what it computes is
// filled in.
func (t *Text) inTime(all data.Table, p *content.Pick) (data.Table, error) {
	if p == nil || p.Deadline == "" {
		return all, nil
	}
	deadline, err := t.Fill(p.Deadline)
	if asksNothing(err) {
		return all.Only(nil), nil
	}
	if err != nil {
		return data.Table{}, p.Fault("deadline", "%v", err)
	}
	latency, ok := latencyOf(all)
	if !ok {
		return data.Table{}, p.Fault("deadline", "runs of domain %s have no latency", domainOf(all))
	}
	number, unit, _ := strings.Cut(deadline, " ")
	most, err := strconv.ParseFloat(number, 64)
	if err != nil || unit != latency.Unit || !(most > 0) || math.IsInf(most, 0) {
		return data.Table{}, p.Fault("deadline", "expected a time in the unit of %s, such as %q, got %q",
			latency.Name, "50 "+latency.Unit, deadline)
	}
	kept := all.Filter(latency.Name + " <= " + data.Text(most))
	if err := kept.Err(); err != nil {
		return data.Table{}, p.Fault("deadline", "%v", err)
	}
	return kept, nil
}

// numbersOf evaluates an expression to numbers; NaN where a run lacks one.
func numbersOf(t data.Table, expression string) ([]float64, error) {
	values, err := t.Evaluate(expression)
	if err != nil {
		return nil, err
	}
	numbers := make([]float64, len(values))
	for i, v := range values {
		switch x := v.(type) {
		case float64:
			numbers[i] = x
			if !units.IsFinite(x) {
				return nil, fmt.Errorf("%s is not finite for %s; does it divide by zero?", expression, described(t, i))
			}
		case int:
			numbers[i] = float64(x)
		case nil:
			numbers[i] = math.NaN()
		default:
			at := max(0, slices.IndexFunc(values, isWord)) // in a column of both, the numbers are right
			return nil, fmt.Errorf("%s is %q for %s: expected a number; use a field of numbers, or correct the value",
				expression, data.Text(values[at]), described(t, at))
		}
	}
	return numbers, nil
}

// isWord reports whether a value is a text that is no number.
func isWord(v any) bool {
	text, is := v.(string)
	_, err := strconv.ParseFloat(text, 64)
	return is && err != nil
}

// keysOf is one key a run, equal where all expressions are.
func keysOf(t data.Table, expressions []string) ([]string, error) {
	keys := make([]string, t.Len())
	for _, e := range expressions {
		of, values, err := t.EvaluateCoded(e)
		if err != nil {
			return nil, err
		}
		texts := lists.Map(values, func(v any) string { return fmt.Sprintf("%#v\x00", v) })
		for i, code := range of {
			keys[i] += texts[code]
		}
	}
	return keys, nil
}

// textsOf evaluates an expression to what a reader sees: a task by its name, which expressions get by name(task).
func (t *Text) textsOf(from data.Table, expression string) ([]string, error) {
	nameOf := func(task string) string { return t.content.Task(task, domainOf(from)).Name }
	var functions []expr.Option
	if !from.Schema().Has("name") { // a field of that name has precedence
		functions = append(functions, expr.Function("name", func(args ...any) (any, error) { return nameOf(data.Text(args[0])), nil }, nameOf))
	}
	values, err := from.Evaluate(expression, functions...)
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(values))
	for i, v := range values {
		switch x := v.(type) {
		case int:
			texts[i] = units.Whole(x)
		case float64:
			texts[i] = units.Short(x)
		default:
			texts[i] = data.Text(v)
		}
		if expression == from.Schema().Name(data.RoleTask) {
			texts[i] = nameOf(texts[i])
		}
	}
	return texts, nil
}
