package main

// mutations are changes that a test must notice, about six per package. To add one,
// take a text that the file has exactly once.
var mutations = []mutation{
	{"fitting/em.go", "emSteps   = 80", "emSteps   = 79"},
	{"fitting/em.go", "tinyDense = 1e-12", "tinyDense = 1e-6"},
	{"fitting/em.go", "leastSD   = 0.05", "leastSD   = 0.06"},
	{"fitting/em.go", "{0.8, linearQuantile(sorted, 0.35)", "{0.8, linearQuantile(sorted, 0.30)"},
	{"fitting/grid.go", "gridX0    = 40", "gridX0    = 41"},
	{"fitting/choose.go", "significant = 0.05", "significant = 0.10"},
	{"fitting/choose.go", "if n-k-1 < 1 {", "if n-k-1 <= 1 {"},
	{"fitting/interval.go", "Quantile((1 + level) / 2)", "Quantile(level)"},
	{"fitting/student.go", "2/math.Pi*cos, 1", "1/math.Pi*cos, 1"},

	{"aggregate/rank.go", "const TieMargin = 0.05", "const TieMargin = 0.06"},
	{"aggregate/rank.go", "r.Score < less.Score*", "r.Score <= less.Score*"},
	{"aggregate/rank.go", "decisive := r.Interval.Kind == fitting.StudentT", "decisive := r.Interval.Kind == fitting.Range"},
	{"aggregate/best.go", "r.Latency(q.Percentile) <= q.Deadline)", "r.Latency(q.Percentile) < q.Deadline)"},
	{"aggregate/summary.go", "q * float64(len(sorted)-1)", "q * float64(len(sorted))"},
	{"aggregate/frontier.go", "|| xs[i] == xs[front[n-1]] && ys[i] == ys[front[n-1]]", ""},
	{"aggregate/interval.go", "const Level = 0.95", "const Level = 0.90"},

	{"board/capacity.go", "hoursPerYear  = 24 * 365", "hoursPerYear  = 24 * 366"},
	{"board/capacity.go", "math.Ceil(", "math.Round("},
	{"board/natural.go", "cmp.Compare(len(p), len(q)), strings.Compare(p, q)", "strings.Compare(p, q), cmp.Compare(len(p), len(q))"},
	{"data/compare.go", "return compareFlags(a == nil, b == nil)", "return compareFlags(b == nil, a == nil)"},
	{"data/column.go", "return compareFlags(c.absent[i], c.absent[j])", "return compareFlags(c.absent[j], c.absent[i])"},
	{"aggregate/row.go", "return 1 / x // the", "return x // the"},
	{"board/parse.go", `"a ratio of 1 or more", atLeast(1)`, `"a ratio of 1 or more", above(1)`},
	{"board/columns.go", "ok && n > 1", "ok && n >= 1"},

	{"diff/measure.go", "const significance = 0.05", "const significance = 0.06"},
	{"diff/measure.go", "return 2 * aggregate.TieMargin", "return aggregate.TieMargin"},
	{"diff/measure.go", "<= 1e-12*max(", "<= 1e-10*max("},
	{"diff/statistics.go", "const manyRepeats = 5", "const manyRepeats = 4"},
	{"diff/statistics.go", "float64(len(sorted))/float64(i+1)", "float64(len(sorted))/float64(i+2)"},
	{"diff/statistics.go", "if float64(k) <= low {", "if float64(k) < low {"},
	{"diff/deadline.go", "{1, 2, 5}", "{1, 2, 4}"},
	{"diff/frontier.go", "* (1 - within(r.Energy, ", "* (2 - within(r.Energy, "},

	{"data/edges.go", "HistogramBins = 50", "HistogramBins = 49"},
	{"data/edges.go", "first, last = first-0.5, last+0.5", "first, last = first-1, last+1"},
	{"data/lengths.go", "float64(length) <= edges[len(edges)-1]", "float64(length) < edges[len(edges)-1]"},
	{"data/filter.go", "return n >= c.min.Or(n) &&", "return n > c.min.Or(n) &&"},
	{"data/admit.go", "if f.Positive && v <= 0 &&", "if f.Positive && v < 0 &&"},
	{"data/write.go", "size >= 1e-4 &&", "size >= 1e-5 &&"},
	{"data/expr.go", "func(c int) bool { return c <= 0 }", "func(c int) bool { return c < 0 }"},
}
