package site

import (
	"path"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Models, GPUs and tasks of other benchmarks are called as their files call them; files and folders get names that every system
// allows, and that differ also where case is ignored. Names that are longer than that of a file are left out with their rows.
func TestNamesOfFilesArePortable(t *testing.T) {
	long := strings.Repeat("long name ", 19)
	rows := "model,gpu,gpus,concurrency,joules,tpot_ms,task\n"
	models := []string{"tiny:1b", "Tiny-1B", `"<x>|?*"`, "a/../../b", "a//b/", long + "1", strings.Repeat("é/", 60)}
	for _, model := range models {
		rows += `"` + strings.ReplaceAll(model, `"`, `""`) + `"` + ",GPU: " + long + "?,1,8,0.36,7.1,task: " + long + "?\n"
	}
	for _, model := range []string{`lab\Tiny`, long + long[:20]} {
		rows += model + ",H100,1,8,0.5,7.1,other\n"
	}
	ds := declaredData(t, labDeclaration+"- {name: task, role: task}\n", rows)
	left := lists.Filter(ds.Problems(), func(p data.Problem) bool { return p.LeftOut > 0 })
	if len(left) != 2 || left[0].File != "runs.csv" || left[0].Row != len(models)+1 || left[1].Row != len(models)+2 {
		t.Fatalf("left out: %v", left)
	}
	files, answers, taken := builtOf(t, ds, options(t)), 0, map[string]string{}
	for name := range files {
		for part := range strings.SplitSeq(name, "/") {
			if strings.ContainsAny(part, `\:<>"|?*`) || len(part) > 255 || part == ".." || part == "" {
				t.Errorf("%q is no name of a file everywhere", name)
			}
		}
		if other := taken[strings.ToLower(name)]; other != "" {
			t.Errorf("%q and %q are one file where case is ignored", name, other)
		}
		taken[strings.ToLower(name)] = name
		if ok, _ := path.Match("answers/*/*.json", name); ok {
			answers++
		}
	}
	if answers != len(models) {
		t.Errorf("%d models have an answer, want %d", answers, len(models))
	}
}
