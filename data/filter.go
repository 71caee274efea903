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

// Exactly selects one number; several of them select any.
func Exactly(n int) Count { return Count{exact: true, min: Some(n), max: Some(n)} }

// AtLeast selects n and more.
func AtLeast(n int) Count { return Count{min: Some(n)} }

// AtMost selects n and less.
func AtMost(n int) Count { return Count{max: Some(n)} }

func (c Count) accepts(n int) bool {
	return n >= c.min.Or(n) && n <= c.max.Or(n)
}

// Where keeps the runs for which keep is true.
func (rs Runs[R]) Where(keep func(R) bool) Runs[R] {
	kept := rs
	kept.rows = nil
	for _, r := range rs.rows {
		if keep(*r) {
			kept.rows = append(kept.rows, r)
		}
	}
	return kept
}

// Task keeps the runs of any of the tasks.
func (rs Runs[R]) Task(tasks ...string) Runs[R] { return rs.oneOf("task", tasks) }

// Model keeps the runs of any of the model ids.
func (rs Runs[R]) Model(ids ...string) Runs[R] { return rs.oneOf("model_id", ids) }

// Nickname keeps the runs of any of the model names for people.
func (rs Runs[R]) Nickname(names ...string) Runs[R] { return rs.oneOf("nickname", names) }

// GPU keeps the runs on any of the GPU models.
func (rs Runs[R]) GPU(models ...string) Runs[R] { return rs.oneOf("gpu_model", models) }

// Precision keeps the runs with any of the weight precisions.
func (rs Runs[R]) Precision(names ...string) Runs[R] { return rs.oneOf("weight_precision", names) }

// Architecture keeps the runs of models of any of the architectures; an error
// for records that have none.
func (rs Runs[R]) Architecture(names ...string) Runs[R] { return rs.oneOf("architecture", names) }

// NumGPUs keeps the runs on so many GPUs: exact counts, or a range; an error
// when both are given, or nothing.
func (rs Runs[R]) NumGPUs(counts ...Count) Runs[R] { return rs.inCounts("num_gpus", counts) }

// Batch keeps the runs at these batch sizes: exact sizes, or a range; an error
// when both are given, or nothing. For LLM runs the size is max_num_seqs.
func (rs Runs[R]) Batch(sizes ...Count) Runs[R] {
	return rs.inCounts(rs.Schema().Batch, sizes)
}

// Stable keeps the runs that passed the stability rules; an error for records
// that have none.
func (rs Runs[R]) Stable() Runs[R] { return rs.stability(true) }

// Unstable keeps the runs that failed the stability rules. It is an error when
// only stable runs were loaded: the answer would be empty, not true.
func (rs Runs[R]) Unstable() Runs[R] {
	if rs.stableOnly {
		return rs.fail(errors.New("only stable runs were loaded: load the unstable ones too"))
	}
	return rs.stability(false)
}

func (rs Runs[R]) stability(want bool) Runs[R] {
	c, err := rs.Schema().column("is_stable")
	if err != nil {
		return rs.fail(err)
	}
	return rs.whereRow(func(r *R) bool { return c.value(r) == want })
}

func (rs Runs[R]) oneOf(field string, names []string) Runs[R] {
	c, err := rs.Schema().column(field)
	if err != nil {
		return rs.fail(err)
	}
	return rs.whereRow(func(r *R) bool {
		s, ok := c.value(r).(string)
		return ok && slices.Contains(names, s)
	})
}

func (rs Runs[R]) inCounts(field string, counts []Count) Runs[R] {
	c, err := rs.Schema().column(field)
	if err != nil {
		return rs.fail(err)
	}
	if len(counts) == 0 {
		return rs.fail(errors.New(field + ": give at least one exact value or bound"))
	}
	exact := slices.ContainsFunc(counts, func(c Count) bool { return c.exact })
	bound := slices.ContainsFunc(counts, func(c Count) bool { return !c.exact })
	if exact && bound {
		return rs.fail(errors.New(field + ": give exact values or a range, not both"))
	}
	return rs.whereRow(func(r *R) bool {
		n, ok := c.value(r).(int)
		accepted := func(c Count) bool { return c.accepts(n) }
		if exact {
			return ok && slices.ContainsFunc(counts, accepted)
		}
		return ok && !slices.ContainsFunc(counts, func(c Count) bool { return !accepted(c) })
	})
}

// whereRow is Where without a copy of each record.
func (rs Runs[R]) whereRow(keep func(*R) bool) Runs[R] {
	kept := rs
	kept.rows = nil
	for _, r := range rs.rows {
		if keep(r) {
			kept.rows = append(kept.rows, r)
		}
	}
	return kept
}
