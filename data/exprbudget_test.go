package data

import (
	"runtime"
	"strings"
	"testing"
)

// Short expressions that would need gigabytes or hours.
var hostile = []string{
	`len(reduce(1..28, #acc + #acc, "aaaaaaaaaa")) > 0`,
	`let a = "aaaaaaaaaaaaaaaa"; let b = a+a+a+a+a+a+a+a; let c = b+b+b+b+b+b+b+b; let d = c+c+c+c+c+c+c+c; let e = d+d+d+d+d+d+d+d; let f = e+e+e+e+e+e+e+e; let g = f+f+f+f+f+f+f+f; len(g) > 0`,
	`len(replace(repeat("a", 100000), "a", repeat("b", 100000))) > 0`,
	`len(repeat(repeat("a", 1000000), 1000000)) > 0`,
	`len(join(map(1..500000, task), repeat("b", 60000))) > 0`,
	`len(reduce(1..40, concat(#acc, #acc), [1])) > 0`,
	`len(toJSON(reduce(1..40, [#acc, #acc], 1))) > 0`,
	`reduce(1..40, [#acc, #acc], 1) == reduce(1..40, [#acc, #acc], 1)`,
	`sum(flatten(reduce(1..40, [#acc, #acc], 1))) > 0`,
	`let r = 1..1000; count(r, count(r, count(r, # > 0) > 0) > 0) > 0`,
	`let r = 1..300000; any(r, sum(r) < 0)`,
	`let r = 1..300000; any(r, -1 in map(r, # + num_gpus))`,
	`len(uniq(1..900000)) > 0`,
	`let t = repeat("a", 1000000); count(1..100000, t contains "b") > 0`,
	`len(map(1..100000, repeat(task, 100000))) > 0`,
	`len(toJSON(reduce(1..60, ({"a": #acc, "b": #acc}), 1))) > 0`,
}

func TestExpressionsHaveABudget(t *testing.T) {
	runs := filled("m", 1)
	for _, source := range hostile {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := runs.Evaluate(source)
		runtime.ReadMemStats(&after)
		if made := (after.TotalAlloc - before.TotalAlloc) >> 20; made > 400 {
			t.Errorf("%s: made %d MB", source, made)
		}
		if err == nil || !strings.Contains(err.Error(), "makes or reads more than it may") && !strings.Contains(err.Error(), "memory budget") {
			t.Errorf("%s: %v", source, err)
		}
	}
}

func TestTheBudgetChangesNoAnswer(t *testing.T) {
	runs := filled("m", 1)
	for source, want := range map[string]any{
		`replace("BF16 FP8", " FP8", "")`:                  "BF16",
		`repeat("ab", 2) + "c"`:                            "ababc",
		`join(["a", "b"], "-")`:                            "a-b",
		`join(["a", "b"])`:                                 "ab",
		`len(uniq([1, 1, 2]))`:                             2,
		`sum(map(1..4, # * 2))`:                            20.0,
		`"gp" in ["gp", task] && task in ["gpqa", "aime"]`: true,
		`reduce(1..4, #acc + #, 0)`:                        10.0,
		`{"a": 1}.a == 1 ? upper(task) : ""`:               "GPQA",
		`count(filter(1..9, # > 4), # % 2 == 0)`:           2,
	} {
		got, err := runs.Evaluate(source)
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s = %v, %v; want %v", source, got, err, want)
		}
	}
}

// A number may be missing in any run: then what is computed from it is missing as well, and no error.
func TestFunctionsOfMissingNumbers(t *testing.T) {
	runs := filled("m", 1)
	missing := ""
	for _, f := range runs.Schema().Fields() {
		if f.Nullable && f.Kind == Float && runs.Values(f.Name)[0] == nil {
			missing = f.Name
		}
	}
	for source, want := range map[string]any{
		`-M`: nil, `+M`: nil, `abs(M)`: nil, `round(M)`: nil, `M ** 2`: nil, `M ^ 2`: nil, `M % 2`: nil, `int(M)`: nil,
		`max(M, 0)`: nil, `mean([M, 1])`: nil, `min([M])`: nil, `abs(M ?? -2)`: 2, `-(M ?? 2)`: -2.0, `max(M ?? 1, 3)`: 3,
		`-num_gpus`: -1.0, `(num_gpus + 1) ** 2`: 4.0, `(num_gpus + 6) % 4`: 3.0, `abs(-num_gpus)`: 1.0, `[7, 8][num_gpus % 2]`: 8,
	} {
		source = strings.ReplaceAll(source, "M", missing)
		got, err := runs.Evaluate(source)
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s = %v, %v; want %v", source, got, err, want)
		}
	}
	if got, err := runs.Evaluate("abs(task)"); err == nil {
		t.Errorf("abs(task) = %v", got)
	}
}
