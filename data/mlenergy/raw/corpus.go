package raw

import (
	"context"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// Corpus is what the roots hold together.
type Corpus struct {
	// Dataset has one source a given root, in that order and named as given,
	// the exact output lengths of the runs and, if asked for, what varied within.
	Dataset data.Dataset
	// Files lists every results.json that lies where a run's does, in path
	// order, those of runs that were left out too.
	Files []File
	// Archive finds the raw files behind the records of Dataset.
	Archive *Archive
}

// File is a results.json and what became of it.
type File struct {
	Root   int    // index of the given root that it was found by
	Path   string // relative to the benchmark root, with slashes
	InRuns bool   // its run is part of the dataset
	// IsStable and UnstableReason are the verdict on an LLM run, whether its
	// row was kept or not; a diffusion run is stable.
	IsStable       bool
	UnstableReason string
}

// Open loads the runs below the roots. A root is a benchmark root (it holds llm
// or diffusion) or any directory inside one. What is wrong with a file is a
// problem of its source; it is an error when a root is no place of raw results.
func Open(ctx context.Context, roots []string, o Options) (*Corpus, error) {
	tree, err := Find(ctx, roots, o)
	if err != nil {
		return nil, err
	}
	findings, err := tree.Read(ctx, tree.Places, o)
	if err != nil {
		return nil, err
	}
	return tree.Assemble(findings, o), nil
}

// Assemble judges the findings together, applies the cascade and admits the
// records. The order of findings has no say, so the findings of several
// processes may be joined before: the result is the same.
func (t *Tree) Assemble(findings []Finding, o Options) *Corpus {
	return t.Admit(JudgeFindings(findings), o)
}

// Judged is a finding with the joint verdict on it.
type Judged struct {
	Finding
	Verdict string // why the LLM run is unstable; "" for a stable or a diffusion run
}

// Admit assembles judged findings, whatever their order.
func (t *Tree) Admit(judged []Judged, o Options) *Corpus {
	judged = slices.Clone(judged)
	slices.SortFunc(judged, func(a, b Judged) int { return a.Place.compare(b.Place) })
	a := newAssembly(t, o)
	for _, j := range judged {
		a.add(j.Finding, j.Verdict)
	}
	return a.corpus()
}

// JudgeFindings applies the stability rules to findings. No rule reaches beyond
// a [Group]: whole groups may be judged apart.
func JudgeFindings(findings []Finding) []Judged {
	judged := make([]Judged, len(findings))
	for i, reason := range verdicts(findings) {
		judged[i] = Judged{findings[i], reason}
	}
	return judged
}

// verdicts are the reasons why the LLM runs among the findings are unstable.
func verdicts(findings []Finding) []string {
	var evidence []Evidence
	var at []int
	for i, f := range findings {
		if f.Place.Domain == llm {
			evidence, at = append(evidence, f.evidence()), append(at, i)
		}
	}
	reasons := make([]string, len(findings))
	for k, reason := range Judge(evidence) {
		reasons[at[k]] = reason
	}
	return reasons
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
	file := File{Root: root, Path: f.Place.Path, IsStable: reason == "", UnstableReason: reason}
	switch {
	case f.LLM != nil && (file.IsStable || !a.o.StableOnly):
		run := *f.LLM
		run.IsStable, run.UnstableReason = file.IsStable, reason
		if file.InRuns = a.fresh(f, run) && a.llm[root].Add(data.RowOf(run), f.Place.Path, 0); file.InRuns {
			a.roots[run] = root
			if f.Lengths != nil {
				a.llm[root].SetLengths(a.llm[root].Len()-1, f.Lengths)
			}
			keepWithin(a.llm[root], f.Within)
		}
	case f.Diffusion != nil:
		if file.InRuns = a.fresh(f, *f.Diffusion) && a.diffusion[root].Add(data.RowOf(*f.Diffusion), f.Place.Path, 0); file.InRuns {
			a.roots[*f.Diffusion] = root
			keepWithin(a.diffusion[root], f.Within)
		}
	}
	a.files = append(a.files, file)
}

// keepWithin hangs an interval on the run that was kept last.
func keepWithin(in *data.Intake, i *fitting.Interval) {
	if i != nil {
		in.SetWithin(in.Len()-1, *i)
	}
}

// fresh reports whether no other root has the same run, else notes that.
func (a *assembly) fresh(f Finding, run any) bool {
	other, known := a.roots[run]
	if known {
		f.Problems = nil
		f.leaveOut("", "the same run as in "+a.tree.Given[other]+", equal in every column")
		f.Problems[0].Code = data.CodeTwice
		a.problems[f.Place.Root] = append(a.problems[f.Place.Root], f.Problems...)
	}
	return !known
}

func (a *assembly) corpus() *Corpus {
	parts := make([]data.Dataset, len(a.tree.Roots))
	for i := range parts {
		parts[i] = a.part(i)
	}
	return &Corpus{Dataset: data.Merge(parts...), Files: a.files, Archive: &Archive{[]archiveTree{{a.tree, a.roots}}}}
}

// part is what one root holds.
func (a *assembly) part(root int) data.Dataset {
	s := data.Source{Name: a.tree.Given[root], Kind: "raw", Problems: a.problems[root]}
	s.Problems = append(s.Problems, a.llm[root].Problems...)
	s.Problems = append(s.Problems, a.diffusion[root].Problems...)
	s.Runs = a.llm[root].Len() + a.diffusion[root].Len()
	for _, p := range s.Problems {
		s.LeftOut += p.LeftOut
	}
	data.SortProblems(s.Problems)
	return data.NewDataset(s, a.llm[root].Table(a.o.StableOnly), a.diffusion[root].Table(false))
}
