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
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
)

type diffOptions struct {
	texts         textFlags
	format, out   string
	failOn        []string
	sources       sourceFlags // how both sides are read
	base, head    []string
	top           int
	refused       []diff.FaultKind
	baseS, headS  []source.Source
	writtenFormat diffFormat
	preview       string
}

// diffFormat writes a report; preview is the address of the site with its runs, "" for none.
type diffFormat func(ctx context.Context, w io.Writer, r *diff.Report, preview string) error

// diffFormats are the values of --format.
var diffFormats = map[string]diffFormat{
	"text": writeDiffText,
	"html": func(ctx context.Context, w io.Writer, r *diff.Report, preview string) error {
		return site.WriteChanges(ctx, w, r, version(), preview)
	},
	"markdown": func(_ context.Context, w io.Writer, r *diff.Report, _ string) error {
		_, err := io.WriteString(w, r.Markdown(version()))
		return err
	},
	"json": func(_ context.Context, w io.Writer, r *diff.Report, _ string) error { return r.WriteJSON(w, version()) },
}

func diffCommand(c *console) *cobra.Command {
	var o diffOptions
	cmd := &cobra.Command{
		Use: "diff BASE HEAD",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(o.base) > 0 && len(o.head) > 0 {
				return arguments(0, 0, "BASE and HEAD, or --compare-to and --source")(cmd, args)
			}
			return arguments(2, 2, "BASE and HEAD, or --compare-to and --source")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.base, o.head = args[:1], args[1:]
			}
			return c.diff(cmd.Context(), o)
		},
	}
	o.texts.register(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&o.base, "compare-to", nil, "`SOURCE` of BASE, instead of the argument; repeatable")
	f.StringArrayVarP(&o.head, "source", "s", nil, "`SOURCE` of HEAD, instead of the argument; repeatable")
	complete(cmd, "compare-to", completeSource)
	complete(cmd, "source", completeSource)
	f.StringVar(&o.format, "format", "text", "`FORMAT`: text, markdown, json, html")
	f.StringVarP(&o.out, "out", "o", "", "write to `FILE` instead of standard output")
	f.StringVar(&o.preview, "preview", "", "link rows of html to runs of the preview at `URL`")
	f.StringSliceVar(&o.failOn, "fail-on", nil, "exit status 1 on these `KINDS` of problems, see above")
	f.IntVar(&o.top, "top", 3, "report models entering or leaving the top `N`")
	complete(cmd, "format", fixed("text", "markdown", "json", "html"))
	cmd.MarkFlagFilename("out")
	cmd.ValidArgsFunction = completeSources(2)
	complete(cmd, "fail-on", fixed(append(faultNames(), "errors")...))
	registerAccept(cmd, &o.sources.accept)
	registerRedirects(cmd, &o.sources.follow)
	return cmd
}

// diff writes what changed and fails on what --fail-on names.
func (c *console) diff(ctx context.Context, o diffOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	texts, err := o.texts.load()
	if err != nil {
		return err
	}
	o.sources.gpus = texts.GPUs
	collectAt(70) // two sides are in use
	base, head, err := c.sides(ctx, o, texts)
	if err != nil {
		return err
	}
	report := diff.Compare(base, head, diff.Options{Content: texts, Top: o.top, Accepted: o.sources.accepted})
	if err := c.writeDiff(ctx, &report, o); err != nil {
		return err
	}
	return refuse(report.Failures(o.refused))
}

// sides reads both sides at once. One that fails does not keep the other from being
// read, so that the user hears of everything.
func (c *console) sides(ctx context.Context, o diffOptions, texts content.Content) (base, head diff.Side, err error) {
	var errBase, errHead error
	read := func(ds data.Dataset, err error) (diff.Side, error) {
		if err != nil {
			return diff.Side{}, err
		}
		return sideOf(ds, texts), nil
	}
	var both sync.WaitGroup
	both.Go(func() { base, errBase = read(c.baseSide(ctx, "BASE", o.baseS, o.sources)) })
	both.Go(func() { head, errHead = read(c.headSide(ctx, o.headS, o.sources)) })
	both.Wait()
	return base, head, errors.Join(errBase, errHead)
}

// sideOf adds what the texts say with the data.
func sideOf(ds data.Dataset, texts content.Content) diff.Side {
	return diff.Side{Data: ds, Texts: site.Texts(ds, texts).Said()}
}

// validate checks the arguments and reads the acceptance file.
func (o *diffOptions) validate() (err error) {
	var ok bool
	if o.writtenFormat, ok = diffFormats[o.format]; !ok {
		return usagef("--format %q: use text, markdown, json or html", o.format)
	}
	if o.preview != "" && o.format != "html" {
		return usagef("--preview %q: links the rows of --format html; for a comment, give it to jouleboard comment", o.preview)
	}
	if o.preview, err = parseBaseURL(o.preview); err != nil {
		return usagef("--preview: %w", err)
	}
	if o.top < 1 {
		return usagef("--top %d: use a number above 0", o.top)
	}
	if o.refused, err = refusedKinds(o.failOn); err != nil {
		return err
	}
	if o.sources.accepted, err = readAccepted(o.sources.accept); err != nil {
		return err
	}
	if o.baseS, err = parseSources("BASE", o.base); err != nil {
		return err
	}
	o.headS, err = parseSources("HEAD", o.head)
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
func (c *console) headSide(ctx context.Context, sources []source.Source, f sourceFlags) (data.Dataset, error) {
	ds, err := c.bothStable(f).Read(ctx, sources...)
	if err != nil {
		return data.Dataset{}, fmt.Errorf("HEAD %w", err)
	}
	return ds.Dataset, nil
}

// baseSide reads what is compared with. A revision that did not have a source yet has no run of it: all of the head's
// are new.
func (c *console) baseSide(ctx context.Context, name string, sources []source.Source, f sourceFlags) (data.Dataset, error) {
	options := c.bothStable(f)
	options.Meant = nil // those of the head count
	ds, err := options.Read(ctx, sources...)
	if err == nil {
		return ds.Dataset, nil
	}
	var present []source.Source
	var absent []data.Dataset
	for _, p := range partsOf(ds) {
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

func partsOf(ds *source.Dataset) []source.Part {
	if ds == nil {
		return nil // interrupted
	}
	return ds.Parts
}

// bothStable is how a side is read: unstable runs are compared, too.
func (c *console) bothStable(f sourceFlags) source.Options {
	return c.options(sourceFlags{accepted: f.accepted, gpus: f.gpus, follow: f.follow}, true)
}

func (c *console) writeDiff(ctx context.Context, r *diff.Report, o diffOptions) error {
	if o.out == "" {
		return o.writtenFormat(ctx, c.stdout, r, o.preview)
	}
	var b bytes.Buffer
	if err := o.writtenFormat(ctx, &b, r, o.preview); err != nil {
		return err
	}
	if err := replaceFile(o.out, b.Bytes()); err != nil {
		return fmt.Errorf("--out %w", err)
	}
	return nil
}

// refuse is the error for faults that --fail-on names, a few in words.
func refuse(faults []diff.Fault) error {
	const most = 10
	var lines []error
	for i, f := range faults {
		if i == most {
			lines = append(lines, fmt.Errorf("… and %d more", len(faults)-most))
			break
		}
		lines = append(lines, fmt.Errorf("%s: %s", f.Kind, cell(f.Text())))
	}
	if len(lines) == 0 {
		return nil
	}
	return errors.Join(append(lines, errors.New("revert these changes, or approve them in the --accept file"))...)
}

// writeDiffText writes the report for a terminal.
func writeDiffText(_ context.Context, w io.Writer, r *diff.Report, _ string) error {
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
	table := sheet{}
	table.columns = append(table.columns, lists.Map(s.Columns, func(c string) sheetColumn { return sheetColumn{label: c} })...)
	for _, row := range s.Rows {
		cells := lists.Map(row, func(c diff.Cell) any { return c.Shown() })
		table.rows = append(table.rows, cells)
	}
	if err := table.write(w); err != nil {
		return err
	}
	if s.More > 0 {
		fmt.Fprintf(w, "… and %d more\n", s.More)
	}
	return nil
}
