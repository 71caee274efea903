package query

import (
	"errors"
	"fmt"
	"slices"

	"github.com/expr-lang/expr"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// functionNames are the functions that expressions in a text have besides those of
// the language.
var functionNames = []string{
	"mean", "median", "min", "max", "sum", "quantile", "count", "ratio", "change",
	"best", "worst", "only", "distinct", "list", "at", "deadline",
}

// oneRun are the functions that give one run of a selection.
var oneRun = map[string]bool{"best": true, "worst": true, "only": true}

// function is one of them; types are checked when it runs.
type function func(args []any) (any, error)

func (e *environment) functions() []expr.Option {
	all := map[string]function{
		"mean": overNumbers("mean"), "median": overNumbers("median"), "min": overNumbers("min"), "max": overNumbers("max"),
		"sum": overNumbers("sum"), "quantile": quantile, "count": count, "ratio": ratio, "change": change,
		"best": e.bestRun(false), "worst": e.bestRun(true), "only": e.onlyRun, "distinct": distinct, "list": e.list,
		"at": atDeadline, "deadline": e.deadline,
	}
	return lists.FlatMap(functionNames, func(name string) []expr.Option {
		return []expr.Option{expr.DisableBuiltin(name), expr.Function(name, func(args ...any) (any, error) {
			v, err := all[name](args)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			return v, nil
		})}
	})
}

// values are a function's numbers: a column, a selection with an expression, or
// the arguments themselves. Missing ones have no say.
func values(args []any) ([]float64, error) {
	if len(args) == 0 {
		return nil, errors.New("expected a column such as llm.avg_power_watts")
	}
	column, ok := args[0].([]any)
	if _, is := args[0].(map[string]any); is {
		var err error
		if column, err = ofSelection(args[0], args); err != nil {
			return nil, err
		}
	} else if !ok {
		column = args
	}
	var numbers []float64
	for _, v := range column {
		if v == nil {
			continue
		}
		x, ok := data.Number(v)
		if !ok {
			return nil, fmt.Errorf("%q is not a number", data.Text(v))
		}
		numbers = append(numbers, x)
	}
	if len(numbers) == 0 {
		return nil, errors.New("no selected run has a value")
	}
	return numbers, nil
}

func ofSelection(selection any, args []any) ([]any, error) {
	runs, is := runsOf(selection)
	if !is || len(args) < 2 {
		return nil, errors.New("expected a column, such as llm.avg_power_watts, or a selection and an expression in quotes")
	}
	expression, ok := args[1].(string)
	if !ok {
		return nil, errors.New("put the expression over runs in quotes")
	}
	return runs.Evaluate(expression)
}

func overNumbers(statistic string) function {
	return func(args []any) (any, error) {
		numbers, err := values(args)
		if err != nil {
			return nil, err
		}
		if statistic == "sum" {
			return Statistic("mean", numbers) * float64(len(numbers)), nil
		}
		return Statistic(statistic, numbers), nil
	}
}

// quantile interpolates as numpy does: quantile(llm.median_itl_ms, 0.9).
func quantile(args []any) (any, error) {
	if len(args) < 2 {
		return nil, errors.New("expected values and a share from 0 to 1")
	}
	q, ok := data.Number(args[len(args)-1])
	if !ok || q < 0 || q > 1 {
		return nil, errors.New("expected a share from 0 to 1 as the last argument")
	}
	numbers, err := values(args[:len(args)-1])
	if err != nil {
		return nil, err
	}
	slices.Sort(numbers)
	return lists.Quantile(numbers, q), nil
}

// count is how many runs a selection has, or values a list.
func count(args []any) (any, error) {
	if len(args) == 1 {
		if column, is := args[0].([]any); is {
			return len(column), nil
		}
		if runs, is := runsOf(args[0]); is {
			return runs.Len(), nil
		}
	}
	return nil, errors.New("expected a selection or a list")
}

// runsOf are the runs of a selection.
func runsOf(v any) (runs data.Table, is bool) {
	selection, _ := v.(map[string]any)
	runs, is = selection[under].(data.Table)
	return runs, is
}

func two(args []any) (a, b float64, err error) {
	if len(args) == 2 {
		x, okX := data.Number(args[0])
		y, okY := data.Number(args[1])
		if okX && okY {
			return x, y, nil
		}
	}
	return 0, 0, errors.New("expected two numbers")
}

func ratio(args []any) (any, error) {
	a, b, err := two(args)
	return a / b, err
}

// change is by which part the second number is more than the first.
func change(args []any) (any, error) {
	a, b, err := two(args)
	return (b - a) / a, err
}

// bestRun is the run with the least energy per output, or with the most.
func (e *environment) bestRun(most bool) function {
	return func(args []any) (any, error) {
		runs, err := selectionOf(args)
		if err != nil {
			return nil, err
		}
		p := content.Pick{By: runs.Schema().Name(data.RoleEnergy), Most: most}
		one, err := e.text.pick(runs, &p)
		if err != nil {
			return nil, err
		}
		return e.given(one)
	}
}

// onlyRun is the run of a selection of one.
func (e *environment) onlyRun(args []any) (any, error) {
	runs, err := selectionOf(args)
	if err != nil {
		return nil, err
	}
	if runs.Len() != 1 {
		return nil, fmt.Errorf("the selection has %d runs; reduce it to one with pick, without per", runs.Len())
	}
	return e.given(runs)
}

func selectionOf(args []any) (data.Table, error) {
	if len(args) == 1 {
		if runs, is := runsOf(args[0]); is {
			return runs, nil
		}
	}
	return data.Table{}, errors.New("expected a selection")
}

// given are the fields of a run that a function gives.
func (e *environment) given(one data.Table) (any, error) {
	if one.Len() == 0 {
		return nil, errors.New("the selection has no run")
	}
	e.run = one.Run(0)
	return lists.By(one.Schema().Fields(), func(f data.Field) (string, any) {
		return f.Name, one.Value(0, f.Name)
	}), nil
}

// distinct are a column's values, each once, in order.
func distinct(args []any) (any, error) {
	column, ok := []any(nil), false
	if len(args) == 1 {
		column, ok = args[0].([]any)
	}
	if !ok {
		return nil, errors.New("expected a column, such as llm.gpu_model")
	}
	once := lists.Distinct(lists.Filter(column, func(v any) bool { return v != nil }))
	slices.SortFunc(once, func(a, b any) int { return data.Compare(a, b, 1) })
	return once, nil
}

// list writes values as a sentence does: A100, B200 and H100.
func (e *environment) list(args []any) (any, error) {
	if len(args) == 0 {
		return nil, errors.New("of what?")
	}
	column, ok := args[0].([]any)
	if !ok {
		column = args
	}
	return e.text.content.Words.All(lists.Map(column, data.Text)), nil
}

// deadline is a board's default deadline, in the unit of its latency; the board is a task, or one of another benchmark by its id.
func (e *environment) deadline(args []any) (any, error) {
	id := ""
	if len(args) == 1 {
		id, _ = args[0].(string)
	}
	if t, is := lists.Find(e.text.content.Tasks, func(t content.Task) bool { return t.ID == id }); is {
		return t.Deadline, nil
	}
	var ids []string
	for _, b := range board.Studies(e.text.data) {
		if b.ID == id && b.Deadline > 0 {
			return b.Deadline, nil
		}
		ids = append(ids, b.ID)
	}
	ids = append(ids, lists.Map(e.text.content.Tasks, func(t content.Task) string { return t.ID })...)
	return nil, fmt.Errorf("expected the id of a board with a deadline, got %q%s", data.ClipName(id), nearest.Among(id, ids))
}
