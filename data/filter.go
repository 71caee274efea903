package data

import (
	"errors"
	"slices"
)

// Count selects whole numbers: exact values, or a range with one or two bounds.
type Count struct {
	exact    bool
	min, max Opt[int]
}

// Exactly selects one number, or any of several numbers.
func Exactly(n int) Count { return Count{exact: true, min: Some(n), max: Some(n)} }

// AtLeast selects n and higher numbers.
func AtLeast(n int) Count { return Count{min: Some(n)} }

// AtMost selects n and lower numbers.
func AtMost(n int) Count { return Count{max: Some(n)} }

func (c Count) accepts(n int) bool {
	return n >= c.min.Or(n) && n <= c.max.Or(n)
}

// Task keeps the runs of any of the tasks.
func (t Table) Task(tasks ...string) Table { return t.oneOf(RoleTask, tasks) }

// Model keeps the runs of any of the model ids.
func (t Table) Model(ids ...string) Table { return t.oneOf(RoleModel, ids) }

// Nickname keeps the runs of any of the display names of models.
func (t Table) Nickname(names ...string) Table { return t.oneOf(RoleModelName, names) }

// GPU keeps the runs on any of the GPU models.
func (t Table) GPU(models ...string) Table { return t.oneOf(RoleGPU, models) }

// Precision keeps the runs with any of the weight precisions.
func (t Table) Precision(names ...string) Table { return t.oneOf(RolePrecision, names) }

// Architecture keeps the runs of models of any of the architectures; an error for
// record types that have none.
func (t Table) Architecture(names ...string) Table { return t.oneOf(RoleArchitecture, names) }

// NumGPUs keeps the runs with these numbers of GPUs: exact counts, or a range; an error if both are given, or
// neither.
func (t Table) NumGPUs(counts ...Count) Table { return t.inCounts(RoleGPUs, counts) }

// Batch keeps the runs at these batch sizes: exact sizes, or a range; an error if both are given, or neither.
func (t Table) Batch(sizes ...Count) Table { return t.inCounts(RoleBatch, sizes) }

// Stable keeps the runs that passed the stability rules; an error for record types
// that have none.
func (t Table) Stable() Table { return t.stability(true) }

// Unstable keeps the runs that failed the stability rules. It is an error if only stable runs were loaded, because an
// empty result would be wrong.
func (t Table) Unstable() Table {
	if t.stableOnly {
		return t.fail(errors.New("only stable runs were loaded: also load the unstable ones"))
	}
	return t.stability(false)
}

func (t Table) stability(want bool) Table {
	return t.where(RoleStable, func(v any) bool { return v == want })
}

func (t Table) oneOf(role Role, names []string) Table {
	return t.where(role, func(v any) bool {
		s, ok := v.(string)
		return ok && slices.Contains(names, s)
	})
}

func (t Table) inCounts(role Role, counts []Count) Table {
	if len(counts) == 0 {
		return t.fail(errors.New(t.schema.Name(role) + ": give at least one exact value or bound"))
	}
	exact := slices.ContainsFunc(counts, func(c Count) bool { return c.exact })
	bound := slices.ContainsFunc(counts, func(c Count) bool { return !c.exact })
	if exact && bound {
		return t.fail(errors.New(t.schema.Name(role) + ": give exact values or a range, not both"))
	}
	return t.where(role, func(v any) bool {
		n, ok := v.(int)
		accepted := func(c Count) bool { return c.accepts(n) }
		if exact {
			return ok && slices.ContainsFunc(counts, accepted)
		}
		return ok && !slices.ContainsFunc(counts, func(c Count) bool { return !accepted(c) })
	})
}

// where keeps the runs whose value in the field of a role is accepted.
func (t Table) where(role Role, accepts func(any) bool) Table {
	f, ok := t.schema.byRole[role]
	if !ok {
		return t.fail(noField{t.schema, string(role)})
	}
	c := t.column(f)
	return t.Select(func(i int) bool { return accepts(c.at(int(t.rows[i]))) })
}
