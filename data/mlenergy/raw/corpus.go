package raw

import (
	"context"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Corpus is the joint content of the roots.
type Corpus struct {
	// Dataset has one source per given root, in that order and with the given names, the exact output lengths of the
	// runs and, if requested, the variation within each run.
	Dataset data.Dataset
	// Files lists every results.json in the place of a run, in path order, including those of runs that were left
	// out.
	Files []File
	// Archive finds the raw files of the runs in Dataset.
	Archive *Archive
}

// File is a results.json and its result.
type File struct {
	Root   int    // index of the root in which it was found
	Path   string // relative to the benchmark root, with slashes
	InRuns bool   // its run is part of the dataset
	// UnstableReason is the verdict on an LLM run, even if its row was left out; "" for stable and diffusion runs.
	UnstableReason string
}

// Open loads the runs in the roots. A root is a benchmark root (which contains llm or diffusion) or any directory
// inside one. An invalid file is a problem of its source; Open fails if a root does not contain raw results.
func Open(ctx context.Context, roots []string, o Options) (*Corpus, error) {
	tree, err := Find(ctx, roots, o)
	if err != nil {
		return nil, err
	}
	findings, err := tree.Read(ctx, tree.Places, o)
	if err != nil {
		return nil, err
	}
	return tree.Admit(JudgeFindings(findings), o), nil
}

// Judged is a finding with the joint verdict.
type Judged struct {
	Finding
	Verdict string // reason why the LLM run is unstable; "" for stable and diffusion runs
}

// Admit assembles judged findings, in any order.
func (t *Tree) Admit(judged []Judged, o Options) *Corpus {
	judged = slices.Clone(judged)
	slices.SortFunc(judged, func(a, b Judged) int { return a.Place.compare(b.Place) })
	a := newAssembly(t, o)
	for _, j := range judged {
		a.add(j.Finding, j.Verdict)
	}
	return a.corpus()
}

// JudgeFindings applies the stability rules to findings. The result does not depend on their order, so those of several
// processes can be joined before; and no rule applies across [Group]s, so groups can be judged separately.
func JudgeFindings(findings []Finding) []Judged {
	reasons := Judge(lists.Map(findings, Finding.evidence))
	return lists.Times(len(findings), func(i int) Judged { return Judged{findings[i], reasons[i]} })
}

// assembly gathers records by root, so that each source has its own problems.
type assembly struct {
	tree      *Tree
	o         Options
	llm       []*data.Intake
	diffusion []*data.Intake
	problems  [][]data.Problem
	roots     map[any]int // root of each record
	files     []File
}

func newAssembly(t *Tree, o Options) *assembly {
	a := &assembly{
		tree: t, o: o,
		problems: make([][]data.Problem, len(t.Roots)),
		roots:    map[any]int{},
	}
	for root := range t.Roots {
		a.llm = append(a.llm, data.NewIntake(data.LLMRun{}.Schema()))
		a.diffusion = append(a.diffusion, data.NewIntake(data.DiffusionRun{}.Schema()))
		a.llm[root].Source, a.diffusion[root].Source = root, root
	}
	for i, found := range t.Problems {
		a.problems[i] = slices.Clone(found)
	}
	return a
}

// add admits the record of a finding with the joint verdict on it.
func (a *assembly) add(f Finding, reason string) {
	root := f.Place.Root
	a.problems[root] = append(a.problems[root], f.Problems...)
	file := File{Root: root, Path: f.Place.Path, UnstableReason: reason}
	switch {
	case f.LLM != nil && (reason == "" || !a.o.StableOnly):
		run := *f.LLM
		run.IsStable, run.UnstableReason = reason == "", reason
		file.InRuns = admit(a, a.llm[root], f, run)
	case f.Diffusion != nil:
		file.InRuns = admit(a, a.diffusion[root], f, *f.Diffusion)
	}
	a.files = append(a.files, file)
}

// admit takes in a record, with what a finding has beside it; false if it is left out.
func admit[R data.Record](a *assembly, in *data.Intake, f Finding, run R) bool {
	if !a.fresh(f, run) || !in.Add(data.RowOf(run), f.Place.Path, 0) {
		return false
	}
	a.roots[run] = f.Place.Root
	if f.Lengths != nil {
		in.SetLengths(in.Len()-1, f.Lengths)
	}
	if f.Within != nil {
		in.SetWithin(in.Len()-1, *f.Within)
	}
	return true
}

// fresh reports whether no other root has the same run, else notes that.
func (a *assembly) fresh(f Finding, run any) bool {
	other, known := a.roots[run]
	if known {
		f.Problems = nil
		f.leaveOut("", "duplicate of a run in "+a.tree.Given[other]+", with equal values in all fields")
		f.Problems[0].Code = data.CodeTwice
		a.problems[f.Place.Root] = append(a.problems[f.Place.Root], f.Problems...)
	}
	return !known
}

func (a *assembly) corpus() *Corpus {
	parts := lists.Times(len(a.tree.Roots), a.part)
	return &Corpus{Dataset: data.Merge(parts...), Files: a.files, Archive: &Archive{[]archiveTree{{a.tree, a.roots}}}}
}

// part is what one root holds.
func (a *assembly) part(root int) data.Dataset {
	s := data.Source{Name: a.tree.Given[root], Kind: "raw", Problems: a.problems[root]}
	s.Problems = append(s.Problems, a.llm[root].Problems...)
	s.Problems = append(s.Problems, a.diffusion[root].Problems...)
	s.Runs = a.llm[root].Len() + a.diffusion[root].Len()
	return data.NewDataset(s, a.llm[root].Table(a.o.StableOnly), a.diffusion[root].Table(false))
}
