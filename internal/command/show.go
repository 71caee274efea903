package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/units"
)

type showOptions struct {
	Sources  sourceFlags
	Domain   string `flag:"domain" help:"search only runs of this {DOMAIN}, such as llm" complete:"domains"`
	Unstable bool   `flag:"include-unstable" help:"include runs that failed the stability rules"`
	Format   formatFlag
}

// show prints the run with an id.
func (c *console) show(ctx context.Context, o showOptions) error {
	ds, err := c.open(ctx, o.Sources, o.Unstable)
	if err != nil {
		return err
	}
	if _, err := runsOf(ds.Dataset, o.Domain); err != nil {
		return err
	}
	run, err := findRun(ds.Dataset, c.cmd.Flags().Arg(0), o)
	if err != nil {
		return err
	}
	known, _ := provenance.Of(ds.Dataset).Run(run.Run(0))
	s, err := shown(known, ds.SourceOf(run))
	if err != nil {
		return err
	}
	if o.Format.is == "json" {
		return writeJSON(c.stdout, s)
	}
	return s.write(c.stdout)
}

// findRun is the one run with the id, or with the only id that begins with it.
func findRun(ds data.Dataset, id string, o showOptions) (data.Table, error) {
	var begin []data.Table
	var ids []string
	for _, runs := range ds.Tables {
		for i := 0; i < runs.Len() && (o.Domain == "" || o.Domain == runs.Schema().Domain); i++ {
			known := runs.Run(i)
			if known == id {
				return runs.Slice(i, i+1), nil
			}
			if ids = append(ids, known); id != "" && strings.HasPrefix(known, id) {
				begin = append(begin, runs.Slice(i, i+1))
			}
		}
	}
	switch {
	case len(begin) == 1:
		return begin[0], nil
	case len(begin) > 1:
		return data.Table{}, fmt.Errorf("%q matches %d runs, such as %s and %s; give more characters of the ID",
			id, len(begin), begin[0].Run(0), begin[1].Run(0))
	}
	hint := nearest.Hint(id, ids)
	if hint == "" && !o.Unstable {
		hint = "; --include-unstable also searches unstable runs"
	}
	return data.Table{}, errors.New("no run has the ID " + fmt.Sprintf("%.40q", id) + hint)
}

// shownRun is a run as it is printed.
type shownRun struct {
	versioned
	Run    string       `json:"run"`
	Domain string       `json:"domain"`
	From   *shownSource `json:"source"`
	Place  struct {
		File string `json:"file"` // "" if it is unknown
		Row  int    `json:"row"`
	} `json:"place"` // where it was read
	Fields    []shownField    `json:"fields"`
	Relations []shownRelation `json:"relations"`
	Repeats   []string        `json:"repeats"` // IDs, this run among them
	Mean      map[string]any  `json:"mean"`    // of the repeats, by field: what boards show of the configuration
	Derived   []string        `json:"derived"` // how numbers of pages follow from the mean
	Sweep     []string        `json:"sweep"`   // IDs of neighbors, this run among them
	Problems  []data.Problem  `json:"problems"`
	Unstated  []string        `json:"unstated"`

	headline []data.Field
}

type shownSource struct {
	Name     string        `json:"source"`
	Kind     string        `json:"kind"`
	Revision string        `json:"revision"`
	Date     string        `json:"date"`
	Origins  []shownSource `json:"origins,omitempty"` // of a published site
}

type shownField struct {
	Group   string   `json:"group"`
	Name    string   `json:"name"`
	Label   string   `json:"label"`
	Value   any      `json:"value"`
	Unit    string   `json:"unit"`
	Help    string   `json:"help"`
	Stated  []string `json:"stated_at"`
	Derived string   `json:"derived"`
}

// shownRelation are terms that are equal, in names of fields and in numbers.
type shownRelation struct {
	Rule    string    `json:"rule"`
	Names   string    `json:"names"`
	Numbers string    `json:"numbers"`
	Results []float64 `json:"results"`
}

func shown(run provenance.Run, from []data.Source) (shownRun, error) {
	texts, err := content.Load(content.Embedded())
	if err != nil {
		return shownRun{}, err
	}
	row := run.Row()
	s := shownRun{
		versioned: thisVersion, Run: run.Run(0), Domain: run.Schema().Domain,
		Fields: []shownField{}, Relations: lists.Map(run.Relations(), shownRelationOf),
		Repeats: idsOf(run.Repeats), Sweep: idsOf(run.Sweep), Problems: append([]data.Problem{}, run.Problems...),
		Unstated: lists.Map(run.Unstated, func(u provenance.Unstated) string { return string(u) }),
		Mean:     lists.By(run.Headline(), func(f data.Field) (string, any) { return f.Name, row.Value(f.Name) }),
		headline: run.Headline(),
	}
	s.Place.File, s.Place.Row = run.Place.File, run.Place.Row
	gpu, _ := texts.GPU(row.GPU)
	limit := gpu.TDP * float64(row.NumGPUs)
	if row.Runs().BeyondGPUs(0) {
		limit = 0
	}
	called := func(f data.Field) data.Field { return f }
	s.Derived = lists.Map(run.Derived(texts.Words, called, texts.Task(row.Task, row.Domain).Output, limit), func(line []words.Run) string {
		return strings.Join(lists.Map(line, func(r words.Run) string { return r.Text }), "")
	})
	if len(from) > 0 {
		s.From = shownOf(from[0], s.Domain)
		for _, more := range from[1:] { // results that were judged together
			s.From.Name += ", " + more.Name
		}
	}
	add := func(group string, v provenance.Value) {
		s.Fields = append(s.Fields, shownField{
			group, v.Name, v.Label, v.Value, v.Unit, v.Help, append([]string{}, v.From...), v.How(),
		})
	}
	groups, missing := run.Groups()
	for _, g := range groups {
		for _, v := range g.Values {
			add(g.Name, v)
		}
	}
	for _, f := range missing {
		add(provenance.GroupOf(&f), provenance.Value{Field: &f})
	}
	return s, nil
}

func shownRelationOf(r provenance.Relation) shownRelation {
	s := shownRelation{Rule: r.Code, Results: lists.Map(r.Terms, func(t provenance.Term) float64 { return t.Result })}
	s.Names, s.Numbers = r.Text(func(x float64) string { return data.Text(x) }, func(v provenance.Value) string { return v.Name },
		func(v provenance.Value) string { return data.Text(v.Value) })
	return s
}

func shownOf(from data.Source, domain string) *shownSource {
	s := &shownSource{Name: from.Name, Kind: from.Kind, Revision: from.Revision, Date: from.Date}
	s.Origins = lists.Map(from.Origins[domain], func(origin data.Source) shownSource { return *shownOf(origin, domain) })
	return s
}

// write prints the run for people.
func (s shownRun) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "Run %s of domain %s\n", s.Run, s.Domain)
	s.From.write(out, "from ")
	if s.Place.File != "" {
		fmt.Fprintf(out, "read from %s, row %d\n", units.Printable(s.Place.File), s.Place.Row)
	}
	group, missing := "", []string(nil)
	width := lists.Most(s.Fields, func(f shownField) int { return utf8.RuneCountInString(f.Label) })
	for _, f := range s.Fields {
		if f.Value == nil {
			missing = append(missing, f.Name)
			continue
		}
		if f.Group != group {
			group = f.Group
			fmt.Fprintf(out, "\n%s\n", group)
		}
		f.write(out, width)
	}
	s.list(out, "How the numbers follow from each other", append(lists.FlatMap(s.Relations, func(r shownRelation) []string {
		return []string{r.Names, "  " + r.Numbers}
	}), s.Derived...))
	if len(s.Repeats) > 1 {
		s.list(out, "Repeats of this configuration", s.Repeats)
		s.list(out, "Their mean, which boards show", lists.Map(s.headline, func(f data.Field) string {
			return strings.TrimSpace(fmt.Sprintf("%s = %s %s", f.Name, data.Text(s.Mean[f.Name]), f.Unit))
		}))
	}
	s.list(out, "Neighbors in the sweep", s.Sweep)
	s.list(out, "Problems", lists.Map(s.Problems, func(p data.Problem) string { return p.Error() }))
	s.list(out, "The source does not state", lists.Map(s.Unstated, func(what string) string {
		return content.English().Say("run.unstated." + what)
	}))
	if len(missing) > 0 {
		fmt.Fprintf(out, "\nMissing: %s\n", strings.Join(missing, ", "))
	}
	return out.Flush()
}

// list prints lines under a title, if there are any.
func (s shownRun) list(w io.Writer, title string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(w, "\n%s\n", title)
	}
	for _, line := range lines {
		fmt.Fprintln(w, "  "+units.Printable(line))
	}
}

func (s *shownSource) write(w io.Writer, word string) {
	if s == nil {
		return
	}
	parts := append([]string{word + s.Name}, lists.NonZero([]string{s.Kind, s.Date, s.Revision})...)
	fmt.Fprintln(w, units.Printable(strings.Join(parts, ", ")))
	for _, origin := range s.Origins {
		origin.write(w, "  built from ")
	}
}

func (f shownField) write(w io.Writer, width int) {
	value := cmp.Or(units.Printable(strings.TrimSpace(data.Text(f.Value)+" "+f.Unit)), "(empty)")
	fmt.Fprintf(w, "  %s%s  %s  [%s]\n", f.Label, strings.Repeat(" ", width-utf8.RuneCountInString(f.Label)), value, f.Name)
	indent := strings.Repeat(" ", width+4)
	switch {
	case f.Derived != "":
		fmt.Fprintln(w, indent+f.Derived)
	case len(f.Stated) > 0:
		fmt.Fprintln(w, indent+"stated at "+strings.Join(f.Stated, " or "))
	case f.Group == "Results":
		fmt.Fprintln(w, indent+f.Help)
	}
}
