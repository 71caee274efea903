package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

type buildOptions struct {
	sources sourceFlags
	texts   textFlags
	out     string
	baseURL string
	date    string
	strict  bool
	// allowFaults publishes texts of which a part cannot be computed.
	allowFaults bool
	kept        *kept // by serve; nil for a single build

	history     string
	dataVersion string
	versions    string
	compareTo   []string
	base        []source.Source // of compareTo
}

func buildCommand(c *console) *cobra.Command {
	var o buildOptions
	cmd := &cobra.Command{
		Use:     "build",
		Args:    c.noArguments,
		PreRunE: func(*cobra.Command, []string) error { return o.validate() },
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.build(cmd.Context(), o) },
	}
	o.register(cmd, "public", "output `DIR`")
	cmd.Flags().BoolVar(&o.allowFaults, "allow-faults", false, "publish content with values that cannot be computed")
	return cmd
}

// register adds the flags of build, which serve has too; out is where the site goes without --out.
func (o *buildOptions) register(cmd *cobra.Command, out, outHelp string) {
	o.sources.register(cmd)
	o.texts.register(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", out, outHelp)
	f.StringVar(&o.baseURL, "base-url", "", "`URL` of the published site, for links and feeds")
	f.StringVar(&o.date, "data-date", "", "`DATE` of the ML.ENERGY data, such as 2026-02-16")
	f.BoolVar(&o.strict, "strict", false, "fail on any problem in sources or content")
	f.StringArrayVar(&o.compareTo, "compare-to", nil, "show the changes since `SOURCE`; repeatable")
	f.StringVar(&o.history, "history", "", "history `FILE`, for trends and the history page")
	f.StringVar(&o.dataVersion, "data-version", "", "`NAME` of the data version, such as 3.0")
	f.StringVar(&o.versions, "versions", "", "`DIR` of archived versions, published under v/")
	ignoreNoCache(f)
	cmd.MarkFlagDirname("out")
	cmd.MarkFlagFilename("history", "jsonl")
	cmd.MarkFlagDirname("versions")
	complete(cmd, "compare-to", completeSource)
}

// build makes the site that the flags describe.
func (c *console) build(ctx context.Context, o buildOptions) error {
	o.sources.raw.Within = true
	sources, err := o.sources.parse()
	if err != nil {
		return err
	}
	if err := tree.Check(o.out, given(append(o.inputs(sources), o.versions))...); err != nil {
		return err
	}
	earlier, historyErr := o.earlier()
	texts, textErr := o.texts.load()
	o.sources.gpus = texts.GPUs
	opened, err := remember(o.kept, "sources", o.sources.judges(), func() (*source.Dataset, error) {
		return c.options(o.sources, len(o.compareTo) > 0).Read(ctx, sources...) // a comparison is of unstable runs too
	})
	if err := errors.Join(textErr, historyErr, err); err != nil {
		return o.failed(err)
	}
	ds := opened.Dataset
	if ds.Len() > manyRuns {
		collectAt(50)
	}
	if o.baseURL == "" && o.kept == nil {
		o.baseURL, _ = parseBaseURL(texts.Site.BaseURL) // its form was checked
	}
	selected := site.Select(ds, texts)
	problems := data.Unaccepted(selected.All())
	if o.strict && len(problems) > 0 {
		return o.failed(strictError(problems, o.texts))
	}
	if err := o.faulty(selected.Texts()); err != nil {
		return o.failed(err)
	}
	if fresh := o.kept.fresh(problems); len(fresh) > 0 {
		return o.texts.errors(units.Counted(len(fresh), "new problem")+"; the last complete site is kept", fresh)
	}
	changes, err := c.changesOf(ctx, ds, selected, texts, o)
	if err != nil {
		return o.failed(err)
	}
	measured, err := c.measured(ctx, selected, texts, opened, o.kept)
	if err != nil {
		return err
	}
	report, err := c.write(ctx, selected, site.Options{Content: texts, Measured: measured, Changes: changes, History: earlier}, o)
	if err != nil {
		return err
	}
	o.kept.take(problems)
	c.summarize(report, selected.Data, o)
	return nil
}

// faulty refuses texts of which a part cannot be computed. Serve shows them to their author.
func (o *buildOptions) faulty(texts posts.Texts) error {
	if o.allowFaults || o.kept != nil || len(texts.Faults) == 0 {
		return nil
	}
	return fmt.Errorf("%w\n%s in pages and posts; correct them, or publish anyway with --allow-faults",
		texts.Faults, units.Counted(len(texts.Faults), "error"))
}

// measured is what model pages draw from raw files. Those that are too much to fetch
// unasked are not drawn.
func (c *console) measured(
	ctx context.Context, s site.Selection, texts content.Content, from *source.Dataset, k *kept,
) (map[string]site.Measured, error) {
	if from.NoRaw() != nil {
		return nil, nil
	}
	runs, pictures := s.Featured(texts)
	err := c.prefetch(ctx, from, runs.Table, pictures.Table)
	if errors.As(err, new(tooMuch)) {
		c.note("%v; model pages will not show latency distributions and power", err)
	} else if err != nil {
		return nil, err
	}
	return remember(k, "measured", append(idsOf(runs.Table), idsOf(pictures.Table)...), func() (map[string]site.Measured, error) {
		return s.Measure(ctx, texts, from, c.note, c.progress)
	})
}

func idsOf(runs data.Table) []string {
	ids := make([]string, runs.Len())
	for i := range ids {
		ids[i] = runs.Run(i)
	}
	return ids
}

// changesOf compares the data with what --compare-to names; nil without it.
func (c *console) changesOf(
	ctx context.Context, ds data.Dataset, selected site.Selection, texts content.Content, o buildOptions,
) (*diff.Report, error) {
	if len(o.compareTo) == 0 {
		return nil, nil
	}
	base, err := remember(o.kept, "base", o.sources.judges(), func() (data.Dataset, error) {
		return c.baseSide(ctx, "--compare-to", o.base, o.sources)
	})
	if err != nil {
		return nil, err
	}
	r := diff.Compare(sideOf(base, texts), diff.Side{Data: ds, Texts: selected.Texts().Said()},
		diff.Options{Content: texts, Accepted: o.sources.accepted})
	return &r, nil
}

// inputs are the paths that a build reads, but for the directory of versions.
func (o *buildOptions) inputs(sources []source.Source) []string {
	return given(append(append(inputs(sources, o.sources, o.texts), paths(o.base)...), o.history))
}

// given leaves out the paths that the user did not give.
func given(paths []string) []string {
	return slices.DeleteFunc(paths, func(p string) bool { return p == "" })
}

// failed says of the directory of a single build that nothing has changed.
func (o *buildOptions) failed(err error) error {
	if o.kept != nil {
		return err
	}
	return unchanged(o.out, err)
}

// unchanged is an error that left a directory as it was.
func unchanged(out string, err error) error { return fmt.Errorf("%w\n%s was left unchanged", err, out) }

// earlier is what --history names; nil without it.
func (o *buildOptions) earlier() (*history.History, error) {
	if o.history == "" {
		return nil, nil
	}
	h, err := readHistory(o.history)
	return &h, err
}

// write draws and writes the site with what with says of its pages.
func (c *console) write(ctx context.Context, s site.Selection, with site.Options, o buildOptions) (site.Report, error) {
	charts, err := renderer(with.Content.Site.Colors)
	if err != nil {
		return site.Report{}, err
	}
	with.DataDate, with.Version, with.DataVersion = o.date, version(), o.dataVersion
	if with.Versions, err = c.versioned(ctx, s, with, charts, o); err != nil {
		return site.Report{}, o.failed(err)
	}
	with.Strict, with.Fit = o.strict, o.kept.fit()
	with.Out, with.BaseURL, with.Charts, with.Progress = o.out, o.baseURL, charts, c.stage("building")
	report, err := site.Build(ctx, s, with)
	if faults, _ := o.texts.located(err); faults != nil {
		return report, o.failed(faults)
	}
	return report, err
}

// renderer writes pictures in the publisher's colors.
func renderer(colors content.Colors) (*render.Renderer, error) {
	tokens := assets.Tokens()
	maps.Copy(tokens, colors.Tokens())
	return render.New(render.Options{Tokens: tokens})
}

// ignoreNoCache takes the flag of scripts that were written when drawings were kept.
func ignoreNoCache(f *pflag.FlagSet) {
	f.Bool("no-cache", false, "")
	if err := f.MarkDeprecated("no-cache", "every build renders again"); err != nil {
		panic(err) // the flag is there
	}
}

// validate checks and completes the flags.
func (o *buildOptions) validate() error {
	base, err := parseBaseURL(o.baseURL)
	if err != nil {
		return usagef("--base-url %q: %w", o.baseURL, err)
	}
	o.baseURL = base
	if o.base, err = parseSources("--compare-to", o.compareTo); err != nil {
		return err
	}
	if _, ok := units.Day(o.date); o.date != "" && !ok {
		return usagef("--data-date %q: use a date such as 2026-02-16", o.date)
	}
	switch {
	case o.dataVersion != "" && !site.IsVersion(o.dataVersion):
		return usagef("--data-version %q: use lower-case letters, digits, dots and hyphens, such as 3.0", o.dataVersion)
	case o.versions != "" && len(o.compareTo) > 0:
		return usagef("--versions and --compare-to exclude each other: a preview is not a version")
	}
	return nil
}

// parseBaseURL is the address with a slash at its end.
func parseBaseURL(given string) (string, error) {
	if given == "" {
		return "", nil
	}
	const example = "use one such as https://example.org/energy/"
	u, err := url.Parse(given)
	switch {
	case err != nil:
		return "", errors.New("not a URL; " + example)
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return "", errors.New("use an absolute http or https URL; " + example)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.HasSuffix(given, "#"):
		return "", errors.New("a URL with a query string or fragment cannot be the start of other URLs; " + example)
	case u.User != nil:
		return "", errors.New("contains a user name, which every page would show; " + example)
	}
	return strings.TrimRight(u.String(), "/") + "/", nil
}

// inputs are the paths of results and texts.
func inputs(sources []source.Source, f sourceFlags, t textFlags) []string {
	return given(append(f.results(sources), f.accept, t.config, t.dir))
}

func strictError(problems []data.Problem, texts textFlags) error {
	return texts.errors(units.Counted(len(problems), "problem")+", which --strict does not allow", problems)
}

// summarize says what was built, in one line, and what the user may want to know.
func (c *console) summarize(r site.Report, ds data.Dataset, o buildOptions) {
	line := fmt.Sprintf("%s: %s and %s from %s", o.out,
		units.Counted(r.Pages, "page"), units.Counted(r.Files, "data file"), units.Counted(ds.Len(), "run"))
	if n := len(r.Problems); n > 0 {
		line += fmt.Sprintf("; %s, listed on the data page and in data/problems.json", units.Counted(n, "problem"))
	}
	c.note("%s", line)
	for _, dead := range r.DeadLinks {
		c.note("warning: %v", dead)
	}
	for _, left := range r.LeftOut {
		c.note("%s", left)
	}
	if o.kept != nil {
		return // the rest is about a site that is published
	}
	if assets.ECharts() == nil {
		c.note("charts are not interactive, because this program was compiled without the chart library; use a released one, or run make site in a clone")
	}
	if o.texts.dir == "" && o.texts.config == "" && !ds.Synthetic() {
		c.note("the site has the built-in name and pages; write your own with jouleboard init DIR, then build with --content")
	}
	if o.baseURL == "" {
		c.note("warning: --base-url not set; canonical links and sitemap omitted")
	}
}
