package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
)

type checkOptions struct {
	Sources sourceFlags
	Texts   textFlags
	Format  formatFlag
	Strict  bool `flag:"strict" help:"exit status 1 if there is any problem"`
}

// The three results of checking a source.
const (
	resultOK    = "ok"
	resultWarn  = "warn"
	resultError = "error"
)

// finding is what is wrong with one source.
type finding struct {
	Source   string         `json:"source"`
	Result   string         `json:"result"`
	Runs     int            `json:"runs"`
	LeftOut  int            `json:"left_out"`
	Problems []data.Problem `json:"problems"`
	Files    []fileVerdict  `json:"files,omitzero"` // of raw results only

	usable bool // though it has no run: its runs are not done, or its texts can be published
}

// fileVerdict is what became of one results.json.
type fileVerdict struct {
	Path           string `json:"path"`
	InRuns         bool   `json:"in_runs"`
	IsStable       bool   `json:"is_stable"`
	UnstableReason string `json:"unstable_reason"`
}

// check prints what is wrong with the sources and texts.
func (c *console) check(ctx context.Context, o checkOptions) error {
	texts, textErr := o.Texts.load()
	o.Sources.gpus = texts.GPUs
	sources, err := o.Sources.parse()
	if err != nil {
		return err
	}
	ds, err := c.options(o.Sources, true).Read(ctx, sources...)
	if ds == nil { // what is wrong with a source is a finding
		return err
	}
	findings := findingsOf(ds.Parts)
	if slices.ContainsFunc(findings, func(f finding) bool { return f.Result == resultError && len(f.Problems) == 0 }) {
		c.say("%v", err)
	}
	inTexts, err := o.Texts.finding(texts, textErr, ds.Dataset)
	if err != nil {
		return err
	}
	findings = append(findings, inTexts...)
	for _, idle := range o.Sources.accepted.Idle(ds.Problems()) {
		c.note("%s", idle)
	}
	for _, t := range ds.Tables {
		c.unranked(ds.Sources, t)
	}
	if o.Format.is == "json" {
		err = writeJSON(c.stdout, struct {
			versioned
			Sources []finding `json:"sources"`
		}{thisVersion, findings})
	} else {
		err = writeFindings(c.stdout, findings)
	}
	return cmp.Or(err, verdict(findings, o.Strict))
}

// unranked notes how many stable runs lack the metric by which their boards rank, unless it is a problem of their declaration.
func (c *console) unranked(sources []data.Source, t data.Table) {
	s := t.Schema()
	if s.Board == nil || s.Board.Primary == "" {
		return
	}
	stable := s.Name(data.RoleStable)
	told := func(w *data.Written) bool { return w != nil && w.Fields[s.Board.Primary] > 0 }
	lacking := t.Select(func(i int) bool {
		return t.Value(i, s.Board.Primary) == nil && (stable == "" || t.Value(i, stable) != false) && !told(sources[t.Place(i).Source].Written)
	})
	if n := lacking.Len(); n > 0 {
		c.note("%s: %s not ranked: no value of %s, the metric that ranks", s.System(), units.Counted(n, "run"), s.Board.Primary)
	}
}

// findingsOf judges each source, and what several hold together: that is told
// of the later one.
func findingsOf(all []source.Part) []finding {
	findings := make([]finding, len(all))
	var before data.Dataset
	var known []data.Problem
	for i, p := range all {
		f := findingOf(p)
		together := data.Merge(before, p.Data)
		f.Problems = append(f.Problems, added(f.Problems, lastProblems(together))...)
		_, clashes := leaderboard.Publishable(together)
		f.Problems = append(f.Problems, added(known, clashes)...)
		known, before = append(known, clashes...), together
		findings[i] = f.judged()
	}
	return findings
}

// findingOf is what a source itself holds.
func findingOf(p source.Part) finding {
	files := lists.Map(p.Files, func(f raw.File) fileVerdict {
		return fileVerdict{f.Path, f.InRuns, f.UnstableReason == "", f.UnstableReason}
	})
	f := finding{Source: p.Name(), Files: files}
	for _, s := range p.Data.Sources {
		f.Runs += s.Runs
		f.LeftOut += s.LeftOut
		f.usable = f.usable || s.Pending
		f.Problems = append(f.Problems, s.Problems...)
	}
	if all := content.Errors(nil); errors.As(p.Err, &all) { // in its declaration
		f.Problems = append(f.Problems, lists.Map(all, func(e content.Error) data.Problem { return data.Problem{Message: e.Error()} })...)
	} else if p.Err != nil { // it could not be opened
		why := data.Problem{Message: p.Err.Error()}
		errors.As(p.Err, &why)
		f.Problems = append(f.Problems, why)
	}
	return f
}

// lastProblems are those of the source merged last: with twins in earlier ones.
func lastProblems(ds data.Dataset) []data.Problem {
	if len(ds.Sources) == 0 {
		return nil
	}
	return ds.Sources[len(ds.Sources)-1].Problems
}

func added(known, all []data.Problem) []data.Problem {
	old := lists.By(known, func(p data.Problem) (data.Problem, bool) { return p, true })
	return lists.Filter(all, func(p data.Problem) bool { return !old[p] })
}

func (f finding) judged() finding {
	f.Problems = append([]data.Problem{}, f.Problems...) // null is no list
	data.SortProblems(f.Problems)
	switch {
	case f.Runs == 0 && !f.usable:
		f.Result = resultError
	case len(data.Unaccepted(f.Problems)) > 0:
		f.Result = resultWarn
	default:
		f.Result = resultOK
	}
	return f
}

// finding is what is wrong with the texts, given the data of all sources; nothing if
// all is well.
func (f textFlags) finding(texts content.Content, err error, ds data.Dataset) ([]finding, error) {
	var faults content.Errors
	if err != nil && !errors.As(err, &faults) {
		return nil, err
	}
	problems, usable := posts.Problems(faults), false
	if err == nil {
		selected := site.Select(ds, texts)
		usable = len(selected.Texts().Faults) == 0
		problems = selected.OfTexts()
		if f.Dir+f.Config != "" && ds.Len() > 0 {
			taken, dead := site.CheckAddresses(selected, texts)
			usable = usable && len(taken) == 0
			problems = slices.Concat(problems, taken, dead)
		}
		for i := range problems {
			problems[i].File = f.path(problems[i].File)
		}
		if large, ok := site.TooLarge(selected.Data); ok && f.Dir+f.Config != "" {
			problems, usable = append(problems, large), false
		}
	}
	if len(problems) == 0 {
		return nil, nil
	}
	return []finding{finding{Source: "content", Problems: problems, usable: usable}.judged()}, nil
}

func writeFindings(w io.Writer, findings []finding) error {
	for _, f := range findings {
		_, err := fmt.Fprintf(w, "%-5s  %s  %s, %d left out, %s\n",
			f.Result, cell(f.Source), units.Counted(f.Runs, "run"), f.LeftOut, units.Counted(len(f.Problems), "problem"))
		for _, line := range problemLines(f.Problems) {
			for i, part := range strings.Split(line, "\n") {
				_, more := fmt.Fprintf(w, "       %*s%s\n", 2*min(i, 1), "", legible(cell(part)))
				err = cmp.Or(err, more)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// verdict is the error that the findings amount to; they were told already.
func verdict(findings []finding, strict bool) error {
	f, bad := lists.Find(findings, func(f finding) bool { return f.Result == resultError || strict && f.Result != resultOK })
	if !bad {
		return nil
	}
	return reported{fmt.Errorf("%s: %s", f.Source, f.Result)}
}
