package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strings"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
)

type buildOptions struct {
	Sources     sourceFlags
	Texts       textFlags
	Out         string   `flag:"out,o" help:"output {DIR}"`
	BaseURL     string   `flag:"base-url" help:"{URL} of the published site, for links and feeds"`
	Date        string   `flag:"data-date" help:"{DATE} of the ML.ENERGY data, such as 2026-02-16"`
	Strict      bool     `flag:"strict" help:"fail on any problem in sources or content"`
	CompareTo   []string `flag:"compare-to" help:"show the changes since {SOURCE}; repeatable" repeat:"yes" complete:"source"`
	History     string   `flag:"history" help:"history {FILE}, for trends and the history page" files:"jsonl"`
	DataVersion string   `flag:"data-version" help:"{NAME} of the data version, such as 3.0"`
	Versions    string   `flag:"versions" help:"{DIR} of archived versions, published under v/"`
	NoCache     bool     `flag:"no-cache" old:"every build renders again"` // of scripts that were written when drawings were kept

	allowFaults bool            // publishes texts of which a part cannot be computed
	base        []source.Source // of CompareTo
	kept        *kept           // by serve; nil for a single build
}

// onceOptions are those of a single build.
type onceOptions struct {
	Build       buildOptions
	AllowFaults bool `flag:"allow-faults" help:"publish content with values that cannot be computed"`
}

func (c *console) buildOnce(ctx context.Context, o onceOptions) error {
	o.Build.allowFaults = o.AllowFaults
	if err := o.Build.validate(); err != nil {
		return err
	}
	return c.build(ctx, o.Build)
}

// build makes the site that the flags describe.
func (c *console) build(ctx context.Context, o buildOptions) error {
	o.Sources.Raw.Within = true
	sources, err := o.Sources.parse()
	if err != nil {
		return err
	}
	if err := tree.Check(o.Out, lists.NonZero(append(o.inputs(sources), o.Versions))...); err != nil {
		return err
	}
	earlier, historyErr := o.earlier()
	texts, textErr := o.Texts.load()
	o.Sources.gpus = texts.GPUs
	opened, err := remember(o.kept, "sources", o.Sources.judges(), func() (*source.Dataset, error) {
		return c.options(o.Sources, len(o.CompareTo) > 0).Read(ctx, sources...) // a comparison is of unstable runs too
	})
	if err := errors.Join(textErr, historyErr, err); err != nil {
		return o.failed(err)
	}
	ds := opened.Dataset
	if ds.Len() > manyRuns {
		keepWithin(ds.Len())
	}
	if ds.Len() > manyRuns || ds.Len() <= provenance.MostPages && earlier == nil { // a history is larger than its results
		collectAt(200) // a tenth less time, for a tenth more memory or what keepWithin allows
	}
	if o.BaseURL == "" && o.kept == nil {
		o.BaseURL, _ = parseBaseURL(texts.Site.BaseURL) // its form was checked
	}
	selected := site.Select(ds, texts)
	problems := data.Unaccepted(selected.All())
	if o.Strict && len(problems) > 0 {
		return o.failed(strictError(problems, o.Texts))
	}
	if err := o.faulty(selected.Texts()); err != nil {
		return o.failed(err)
	}
	if fresh := o.kept.fresh(problems); len(fresh) > 0 {
		return o.Texts.errors(units.Counted(len(fresh), "new problem")+"; the last complete site is kept", fresh)
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
	return lists.Times(runs.Len(), runs.Run)
}

// changesOf compares the data with what --compare-to names; nil without it.
func (c *console) changesOf(
	ctx context.Context, ds data.Dataset, selected site.Selection, texts content.Content, o buildOptions,
) (*diff.Report, error) {
	if len(o.CompareTo) == 0 {
		return nil, nil
	}
	base, err := remember(o.kept, "base", o.Sources.judges(), func() (data.Dataset, error) {
		return c.baseSide(ctx, "--compare-to", o.base, o.Sources.readFlags)
	})
	if err != nil {
		return nil, err
	}
	r := diff.Compare(sideOf(base, texts), diff.Side{Data: ds, Texts: selected.Texts().Said()},
		diff.Options{Content: texts, Accepted: o.Sources.accepted})
	return &r, nil
}

// inputs are the paths that a build reads, but for the directory of versions.
func (o *buildOptions) inputs(sources []source.Source) []string {
	return lists.NonZero(append(append(inputs(sources, o.Sources, o.Texts), paths(o.base)...), o.History))
}

// failed says of the directory of a single build that nothing has changed.
func (o *buildOptions) failed(err error) error {
	if o.kept != nil {
		return err
	}
	return unchanged(o.Out, err)
}

// unchanged is an error that left a directory as it was.
func unchanged(out string, err error) error { return fmt.Errorf("%w\n%s was left unchanged", err, out) }

// earlier is what --history names; nil without it.
func (o *buildOptions) earlier() (*history.History, error) {
	if o.History == "" {
		return nil, nil
	}
	h, err := readHistory(o.History)
	return &h, err
}

// write draws and writes the site with what with says of its pages.
func (c *console) write(ctx context.Context, s site.Selection, with site.Options, o buildOptions) (site.Report, error) {
	charts, err := renderer(with.Content.Site.Colors)
	if err != nil {
		return site.Report{}, err
	}
	with.DataDate, with.Version, with.DataVersion, with.Charts = o.Date, version(), o.DataVersion, charts
	if with.Versions, err = c.versioned(ctx, s, with, o); err != nil {
		return site.Report{}, o.failed(err)
	}
	with.Strict, with.Out, with.BaseURL, with.Progress = o.Strict, o.Out, o.BaseURL, c.stage("building")
	report, err := site.Build(ctx, s, with)
	if errors.As(err, new(content.Errors)) {
		err = o.failed(o.Texts.located(err))
	}
	return report, err
}

// renderer writes pictures in the publisher's colors.
func renderer(colors content.Colors) (*render.Renderer, error) {
	tokens := assets.Tokens()
	maps.Copy(tokens, colors.Tokens())
	return render.New(tokens)
}

// validate checks and completes the flags.
func (o *buildOptions) validate() error {
	base, err := parseBaseURL(o.BaseURL)
	if err != nil {
		return usagef("--base-url %q: %w", o.BaseURL, err)
	}
	o.BaseURL = base
	if o.base, err = parseSources("--compare-to", o.CompareTo); err != nil {
		return err
	}
	if _, ok := units.Day(o.Date); o.Date != "" && !ok {
		return usagef("--data-date %q: use a date such as 2026-02-16", o.Date)
	}
	switch {
	case o.DataVersion != "" && !site.IsVersion(o.DataVersion):
		return usagef("--data-version %q: use lower-case letters, digits, dots and hyphens, such as 3.0", o.DataVersion)
	case o.Versions != "" && len(o.CompareTo) > 0:
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
	return lists.NonZero(append(f.results(sources), f.Accept, t.Config, t.Dir))
}

func strictError(problems []data.Problem, texts textFlags) error {
	return texts.errors(units.Counted(len(problems), "problem")+", which --strict does not allow", problems)
}

// summarize says what was built, in one line, and what the user may want to know.
func (c *console) summarize(r site.Report, ds data.Dataset, o buildOptions) {
	line := fmt.Sprintf("%s: %s and %s from %s", o.Out,
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
	if o.Texts.Dir == "" && o.Texts.Config == "" && !ds.Synthetic() {
		c.note("the site has the built-in name and pages; write your own with jouleboard init DIR, then build with --content")
	}
	if o.BaseURL == "" {
		c.note("warning: --base-url not set; canonical links and sitemap omitted")
	}
}
