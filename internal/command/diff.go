package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
)

type diffOptions struct {
	Texts        textFlags
	Sources      readFlags // how both sides are read
	Base         []string  `flag:"compare-to" help:"{SOURCE} of BASE, instead of the argument; repeatable" repeat:"yes" complete:"source"`
	Head         []string  `flag:"source,s" help:"{SOURCE} of HEAD, instead of the argument; repeatable" repeat:"yes" complete:"source"`
	Format       formatFlag
	Out          string   `flag:"out,o" help:"write to {FILE} instead of standard output"`
	Preview      string   `flag:"preview" help:"link rows of html to runs of the preview at {URL}"`
	FailOn       []string `flag:"fail-on" help:"exit status 1 on these {KINDS} of problems, see above" complete:"faults"`
	Top          int      `flag:"top" help:"report models entering or leaving the top {N}"`
	refused      []diff.FaultKind
	baseS, headS []source.Source
}

// bothSides are the arguments of diff, unless flags name the sides.
func bothSides(cmd *cobra.Command, args []string) error {
	n := 2
	if cmd.Flags().Changed("compare-to") && cmd.Flags().Changed("source") {
		n = 0
	}
	return arguments(n, n, "BASE and HEAD, or --compare-to and --source")(cmd, args)
}

// diff writes what changed and fails on what --fail-on names.
func (c *console) diff(ctx context.Context, o diffOptions) error {
	if args := c.cmd.Flags().Args(); len(args) > 0 {
		o.Base, o.Head = args[:1], args[1:]
	}
	if err := o.validate(); err != nil {
		return err
	}
	texts, err := o.Texts.load()
	if err != nil {
		return err
	}
	o.Sources.gpus = texts.GPUs
	collectAt(70) // two sides are in use
	base, head, err := c.sides(ctx, o, texts)
	if err != nil {
		return err
	}
	report := diff.Compare(base, head, diff.Options{Content: texts, Top: o.Top, Accepted: o.Sources.accepted})
	if err := c.output(o.Out, func(w io.Writer) error { return o.write(ctx, w, &report) }); err != nil {
		return err
	}
	return refuse(report.Failures(o.refused))
}

// mostOfSide are the runs of a side that are compared within 1 GB.
const mostOfSide = 500_000

// sides reads both sides at once. One that fails does not keep the other from being
// read, so that the user hears of everything.
func (c *console) sides(ctx context.Context, o diffOptions, texts content.Content) (base, head diff.Side, err error) {
	var errBase, errHead error
	read := func(ds data.Dataset, err error) (diff.Side, error) {
		if err == nil && ds.Len() > mostOfSide {
			err = fmt.Errorf("%s: has %d runs, of which at most %d are compared; aggregate them, or compare a part", ds.Sources[0].Name, ds.Len(), mostOfSide)
		}
		if err != nil {
			return diff.Side{}, err
		}
		return sideOf(ds, texts), nil
	}
	var both sync.WaitGroup
	both.Go(func() { base, errBase = read(c.baseSide(ctx, "BASE", o.baseS, o.Sources)) })
	both.Go(func() { head, errHead = read(c.headSide(ctx, o.headS, o.Sources)) })
	both.Wait()
	keepWithin(max(base.Data.Len(), head.Data.Len())) // of which most is the same
	return base, head, errors.Join(errBase, errHead)
}

// sideOf adds what the texts say with the data.
func sideOf(ds data.Dataset, texts content.Content) diff.Side {
	return diff.Side{Data: ds, Texts: site.SelectTexts(ds, texts).Texts().Said()}
}

// validate checks the arguments and reads the acceptance file.
func (o *diffOptions) validate() (err error) {
	if o.Preview != "" && o.Format.is != "html" {
		return usagef("--preview %q: links the rows of --format html; for a comment, give it to jouleboard comment", o.Preview)
	}
	if o.Preview, err = parseBaseURL(o.Preview); err != nil {
		return usagef("--preview: %w", err)
	}
	if o.Top < 1 {
		return usagef("--top %d: use a number above 0", o.Top)
	}
	if o.refused, err = refusedKinds(o.FailOn); err != nil {
		return err
	}
	if o.Sources.accepted, err = readAccepted(o.Sources.Accept); err != nil {
		return err
	}
	if o.baseS, err = parseSources("BASE", o.Base); err != nil {
		return err
	}
	o.headS, err = parseSources("HEAD", o.Head)
	return err
}

// refusedKinds reads the values of --fail-on.
func refusedKinds(names []string) (kinds []diff.FaultKind, err error) {
	for _, name := range names {
		switch {
		case name == "errors":
			kinds = append(kinds, slices.DeleteFunc(diff.FaultKinds(), func(k diff.FaultKind) bool { return k == diff.Regression })...)
		case slices.Contains(faultNames(), name):
			kinds = append(kinds, diff.FaultKind(name))
		default:
			return nil, usagef("--fail-on %q: use %s or errors", name, strings.Join(faultNames(), ", "))
		}
	}
	return kinds, nil
}

func faultNames() []string {
	return lists.Map(diff.FaultKinds(), func(k diff.FaultKind) string { return string(k) })
}

// headSide reads what is compared, unstable runs included.
func (c *console) headSide(ctx context.Context, sources []source.Source, f readFlags) (data.Dataset, error) {
	ds, err := c.options(sourceFlags{readFlags: f}, true).Read(ctx, sources...)
	if err != nil {
		return data.Dataset{}, fmt.Errorf("HEAD %w", err)
	}
	return ds.Dataset, nil
}

// baseSide reads what is compared with. A revision that did not have a source yet has no run of it: all of the head's
// are new.
func (c *console) baseSide(ctx context.Context, name string, sources []source.Source, f readFlags) (data.Dataset, error) {
	options := c.options(sourceFlags{readFlags: f}, true)
	options.Meant = nil // those of the head count
	ds, err := options.Read(ctx, sources...)
	if err == nil {
		return ds.Dataset, nil
	}
	var present []source.Source
	var absent []data.Dataset
	var parts []source.Part
	if ds != nil { // it was not interrupted
		parts = ds.Parts
	}
	for _, p := range parts {
		if missing := (*source.AbsentError)(nil); errors.As(p.Err, &missing) {
			c.note("%s: %q does not exist in commit %.12s, so all results are new", name, missing.Path, missing.Commit)
			absent = append(absent, data.NewDataset(data.Source{Name: p.Name(), Kind: "nothing", Revision: "git " + missing.Commit}))
		} else {
			present = append(present, p.Source)
		}
	}
	if len(absent) == 0 {
		return data.Dataset{}, fmt.Errorf("%s %w", name, err)
	}
	if len(present) == 0 {
		return data.Merge(absent...), nil
	}
	rest, err := c.baseSide(ctx, name, present, f)
	return data.Merge(append(absent, rest)...), err
}

// output writes to the file of --out, or to standard output without one.
func (c *console) output(file string, write func(io.Writer) error) error {
	if file == "" {
		return write(c.stdout)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := replaceFile(file, b.Bytes()); err != nil {
		return fmt.Errorf("--out %w", err)
	}
	return nil
}

// write writes the report in the format of the flags.
func (o diffOptions) write(ctx context.Context, w io.Writer, r *diff.Report) error {
	switch o.Format.is {
	case "html":
		return site.WriteChanges(ctx, w, r, version(), o.Preview)
	case "json":
		return r.WriteJSON(w, version())
	case "markdown":
		_, err := io.WriteString(w, r.Markdown(version()))
		return err
	}
	return writeDiffText(w, r)
}

// refuse is the error for faults that --fail-on names, a few in words.
func refuse(faults []diff.Fault) error {
	const most = 10
	if len(faults) == 0 {
		return nil
	}
	shown := faults[:min(most, len(faults))]
	lines := lists.Map(shown, func(f diff.Fault) error { return fmt.Errorf("%s: %s", f.Kind, cell(f.Text())) })
	if more := len(faults) - len(shown); more > 0 {
		lines = append(lines, fmt.Errorf("… and %d more", more))
	}
	return errors.Join(append(lines, errors.New("revert these changes, or approve them in the --accept file"))...)
}

// writeDiffText writes the report for a terminal.
func writeDiffText(w io.Writer, r *diff.Report) error {
	fmt.Fprintln(w, r.Verdict())
	for _, n := range r.Noise {
		fmt.Fprintln(w, n.Text())
	}
	for _, s := range r.Sections(diff.Limits{Rows: 20, Folded: 20}) {
		if err := writeSection(w, s); err != nil {
			return err
		}
	}
	return nil
}

func writeSection(w io.Writer, s diff.Section) error {
	fmt.Fprintf(w, "\n%s\n", s.Title)
	table := sheet{
		columns: lists.Map(s.Columns, func(c string) sheetColumn { return sheetColumn{label: c} }),
		rows: lists.Map(s.Rows, func(row []diff.Cell) []any {
			return lists.Map(row, func(c diff.Cell) any { return c.Shown() })
		}),
	}
	if err := table.write(w); err != nil {
		return err
	}
	if s.More > 0 {
		fmt.Fprintf(w, "… and %d more\n", s.More)
	}
	return nil
}

type commentOptions struct {
	Out     string `flag:"out,o" help:"write to {FILE} instead of standard output"`
	Preview string `flag:"preview" help:"link each row to its run in the preview at {URL}"`
}

func (c *console) comment(_ context.Context, o commentOptions) error {
	report := c.cmd.Flags().Arg(0)
	address, err := parseBaseURL(o.Preview)
	if err != nil {
		return usagef("--preview %q: %w", o.Preview, err)
	}
	in, err := filetree.OpenFile(report)
	if err != nil {
		return fmt.Errorf("%w; give a file written by jouleboard diff --format json", err)
	}
	defer in.Close()
	comment, err := diff.ReadComment(report, in)
	if err != nil {
		return err
	}
	return c.output(o.Out, func(w io.Writer) error {
		_, err := io.WriteString(w, comment.Markdown(address))
		return err
	})
}
