package llenergymeasure

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// study is what a manifest says of a study.
type study struct {
	dir    string // in the source
	file   string
	stated fields // of all of its runs

	found int // its runs that are there
}

// studyLike reports whether a document is a study's manifest: other programs write
// files of that name too.
func studyLike(m jsontree.Object) bool {
	return jsontree.First(m, "study_name", "study_design_hash") != nil && jsontree.First(m, "experiments", "summary", "status") != nil
}

// manifest reads a study's manifest, in the form that the tool writes or in the one
// that it documents. A broken one is a problem; its runs are read all the same.
func (r *reader) manifest(d filetree.Dir) {
	file := d.File(manifestFile)
	text, m, err := document(r.tree, file)
	if err != nil {
		r.note(data.Problem{File: file, Message: err.Error() + "; the study's runs are read without it"})
		return
	}
	if !studyLike(m) {
		return
	}
	r.hash.Write(text)
	s := &study{dir: d.Name, file: file, stated: fields{
		"study": r.nameOf(d.Name), "study_name": textAt(m, "study_name"), "study_status": textAt(m, "status"),
		"experiments": countAt(m, "total_experiments", "summary.total_experiments"), "completed": countAt(m, "completed", "summary.completed"),
		"failed": countAt(m, "failed", "summary.failed"), "skipped": countAt(m, "skipped"),
	}}
	r.studies = append(r.studies, s)
	r.resultFiles(s, m)
}

// resultFiles looks at where the manifest says that results are. Results are found
// by walking; a path that leads elsewhere is told and not followed.
func (r *reader) resultFiles(s *study, m jsontree.Object) {
	entries, _ := m["experiments"].([]any)
	for i, entry := range entries {
		file := jsontree.Text(entry, "result_file")
		if file == "" {
			continue
		}
		at := data.Problem{File: s.file, Row: i + 1, Field: "result_file"}
		if !filepath.IsLocal(filepath.FromSlash(file)) || strings.Contains(file, `\`) {
			at.Message = "points outside the study; not followed"
		} else if f, err := r.tree.Open(path.Join(s.dir, file)); err != nil {
			at.Message = fmt.Sprintf("%s: %v; run missing", data.Clip(file), err)
		} else {
			f.Close()
			continue
		}
		r.note(at)
	}
}

func textAt(v any, paths ...string) data.Opt[string] { return textOf(jsontree.First(v, paths...)) }

func textOf(v any) data.Opt[string] {
	s, _ := v.(string)
	return data.When(s != "", data.Public(s))
}

func countAt(v any, paths ...string) data.Opt[int] { return countOf(jsontree.First(v, paths...)) }

func countOf(v any) data.Opt[int] {
	x, ok := v.(float64)
	return data.When(ok && x >= 0 && x < 1e9 && x == float64(int(x)), int(x))
}

// studyOf is the closest study that a directory lies in, nil if none: one within another is read after it.
func (r *reader) studyOf(dir string) *study {
	for _, s := range slices.Backward(r.studies) {
		if s.dir == "." || strings.HasPrefix(dir+"/", s.dir+"/") {
			return s
		}
	}
	return nil
}

// place fills in where a run lies: its study, its directory and its cycle.
func (r *reader) place(e data.Row, d filetree.Dir) {
	e.Take(fields{"run_path": cmp.Or(strings.TrimPrefix(d.Name, "."), r.top), "cycle": cycleOf(r.nameOf(d.Name)), "study": singleRuns})
	switch s := r.studyOf(d.Name); {
	case s != nil:
		s.found++
		e.Take(s.stated)
	case d.Name != ".":
		e.Take(fields{"study": r.nameOf(path.Dir(d.Name))})
	}
}

// singleRuns is the study of a run that is given alone.
const singleRuns = "single runs"

// cycleOf reads the cycle in a directory's name: 2 of "006_c2_model-vllm_30c05e11".
func cycleOf(name string) data.Opt[int] {
	for part := range strings.SplitSeq(name, "_") {
		var n int
		if k, err := fmt.Sscanf(part+" ", "c%d ", &n); k == 1 && err == nil && n >= 0 {
			return data.Some(n)
		}
	}
	return data.Opt[int]{}
}

// missing tells of studies without a result.
func (r *reader) missing() {
	for _, s := range lists.Filter(r.studies, func(s *study) bool { return s.found == 0 }) {
		about, stated := "the study has no results yet", data.NewRow(Schema())
		stated.Take(s.stated)
		if n, ok := stated.Count("experiments").Value(); ok {
			about += fmt.Sprintf(": %d of %d experiments completed", stated.Count("completed").Or(0), n)
		}
		if status, ok := stated.Text("study_status").Value(); ok {
			about += ", status " + status
		}
		r.note(data.Problem{File: s.file, Field: "status", Message: about + "; read it again when the study has ended"})
	}
}
