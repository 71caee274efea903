package data

import (
	"fmt"
	"slices"

	"github.com/expr-lang/expr"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Evaluate returns the value of an expression for each run, in order: string, int, float64, bool, or nil if a missing
// value makes it unknown. A field name is also an expression. Functions beside those of the language are options.
func (t Table) Evaluate(source string, functions ...expr.Option) ([]any, error) {
	if t.schema.Has(source) {
		if err := t.payFor(source, true); err != nil {
			return nil, err
		}
		return t.Values(source), nil
	}
	of, answers, err := t.evaluate(source, functions...)
	if err != nil || of == nil {
		return answers, err
	}
	return lists.Times(len(of), func(i int) any { return answers[of[i]] }), nil
}

// evaluate returns the values of an expression, once for runs that agree in all that it reads, and the place of that of each
// run among them; without places each run has its own.
func (t Table) evaluate(source string, functions ...expr.Option) (of []int32, answers []any, err error) {
	if err := t.payFor(source, false); err != nil {
		return nil, nil, err
	}
	budget := t.purse.Budget(len(t.rows))
	program, err := compile(t.schema, source, &budget, functions...)
	if err != nil {
		return nil, nil, fmt.Errorf("expression %q: %w", ClipName(source), err)
	}
	env := map[string]any{}
	used := lists.By(t.schema.readBy(program), func(i int) (string, *column) { return t.schema.fields[i].Name, t.column(i) })
	if of = t.alikeIn(used); of == nil {
		answers = make([]any, 0, len(t.rows))
	}
	for k, i := range t.rows {
		if of != nil && int(of[k]) < len(answers) {
			continue
		}
		for name, c := range used {
			env[name] = c.at(int(i))
		}
		answer, err := expr.Run(program, env)
		if err != nil {
			return nil, nil, fmt.Errorf("expression %q: %w", ClipName(source), err)
		}
		switch answer.(type) {
		case nil, string, int, float64, bool:
		default:
			return nil, nil, fmt.Errorf("expression %q: the result is %s: expected text, a number or a condition", ClipName(source), show(answer))
		}
		answers = append(answers, answer)
	}
	return of, answers, nil
}

// alikeIn numbers the runs so that those which agree in the columns have the same number; nil where few would agree, since a
// measurement is among them.
func (t Table) alikeIn(used map[string]*column) []int32 {
	ids := make([]int32, len(t.rows))
	for name, c := range used {
		if c.kind == Float {
			return nil
		}
		Tell(ids, name, t)
	}
	return ids
}

// EvaluateNumbers is [Table.Evaluate] of numbers, as a function of the run's index; ok is false where one is missing. It is an
// error if a value is no number.
func (t Table) EvaluateNumbers(source string) (number func(i int) (x float64, ok bool), err error) {
	if f, plain := t.schema.Field(source); plain && (f.Kind == Float || f.Kind == Int) {
		return t.Reader(source), t.payFor(source, true)
	}
	values, err := t.Evaluate(source)
	if err != nil {
		return nil, err
	}
	return func(i int) (float64, bool) { return Number(values[i]) }, Numeric(values, source)
}

// Numeric refuses values of a field of which any is no number.
func Numeric(values []any, field string) error {
	if slices.ContainsFunc(values, func(v any) bool { _, ok := Number(v); return !ok && v != nil }) {
		return fmt.Errorf("%s is not numeric: use a field such as energy_per_token_joules or num_gpus", field)
	}
	return nil
}

// EvaluateCoded is [Table.Evaluate] with each distinct value once; see [Table.Coded].
func (t Table) EvaluateCoded(source string) (of []int32, distinct []any, err error) {
	if t.schema.Has(source) {
		err = t.payFor(source, true)
		of, distinct = t.Coded(source)
		return of, distinct, err
	}
	of, values, err := t.evaluate(source)
	codes, known := make([]int32, len(values)), map[any]int32{}
	for i, v := range values {
		code, found := known[v]
		if !found {
			code = int32(len(distinct))
			known[v], distinct = code, append(distinct, v)
		}
		codes[i] = code
	}
	if of == nil {
		return codes, distinct, err
	}
	return lists.Map(of, func(place int32) int32 { return codes[place] }), distinct, err
}

// payFor takes what it costs to evaluate an expression, or a field, for all runs.
func (t Table) payFor(source string, plain bool) error {
	if err := t.purse.Take(EvaluationCost(len(t.rows), plain)); err != nil {
		return fmt.Errorf("expression %q: %w", ClipName(source), err)
	}
	return nil
}
