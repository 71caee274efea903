package command

import (
	"context"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/site"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type rankOptions struct {
	sources     sourceFlags
	texts       textFlags
	task, query string
	format      formatFlag
}

func rankCommand(c *console) *cobra.Command {
	var o rankOptions
	cmd := &cobra.Command{
		Use:  "rank",
		Args: c.noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.rank(cmd.Context(), o) },
	}
	o.sources.register(cmd)
	o.texts.register(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.task, "task", "t", "", "`TASK` to rank")
	f.StringVar(&o.query, "query", "", "query string of the page's `URL`, or the whole URL, which includes task and source")
	o.format.register(cmd, "table", "json", "markdown", "latex")
	complete(cmd, "task", completeTasks)
	complete(cmd, "query", completeParameters)
	return cmd
}

// rank prints what a task's page shows for a query.
func (c *console) rank(ctx context.Context, o rankOptions) error {
	if err := o.locate(); err != nil {
		return err
	}
	if o.task == "" {
		return usagef("rank requires --task, such as --task gpqa")
	}
	if err := o.format.check(); err != nil {
		return err
	}
	o.sources.raw.Within = true
	texts, err := o.texts.load()
	if err != nil {
		return err
	}
	o.sources.gpus = texts.GPUs
	ds, err := c.dataset(ctx, o.sources, false)
	if err != nil {
		return err
	}
	published, _ := leaderboard.Publishable(ds)
	b, err := boardOf(site.Leaderboards(published, texts), o.task)
	if err != nil {
		return err
	}
	query, err := parseQuery(b.Board, o.query)
	if err != nil {
		return err
	}
	answer := b.Answer(query)
	if o.format.is == "json" {
		return printRankingJSON(c, b, answer)
	}
	c.note("%s", b.Lede(answer))
	c.note("%s of %s; %d of %s",
		units.Counted(answer.Models, "model"), o.task, answer.Shown, units.Counted(answer.Total, "configuration"))
	if o.format.is == "table" {
		return rankingSheet(answer).write(c.stdout)
	}
	return rankingSheet(answer).print(c, o.format.is)
}

// locate takes task and source from the query where that is a page's whole address.
func (o *rankOptions) locate() error {
	if !strings.Contains(o.query, "://") {
		return nil
	}
	page, err := url.Parse(o.query)
	if err != nil {
		return usagef("--query: %w", err)
	}
	m := taskPage.FindStringSubmatch(page.Path)
	switch {
	case m == nil:
		return usagef("--query %q: use the URL of a task's page, such as https://example.org/tasks/gpqa/?deadline=100", o.query)
	case o.task != "" && o.task != m[2]:
		return usagef("--query contains the task %s, --task is %q: remove --task", m[2], o.task)
	}
	o.task, o.query = m[2], page.RawQuery
	if slices.Equal(o.sources.given, []string{"sample:"}) {
		o.sources.given = []string{page.Scheme + "://" + page.Host + m[1]}
	}
	return nil
}

var taskPage = regexp.MustCompile(`^(.*/)(?:tasks|boards|embed)/([^/]+)/?(?:index\.html)?$`)

// parseQuery is strict where a page is not: who asks for the rows of a misspelt limit
// would take those of the default one for the answer.
func parseQuery(b *board.Board, text string) (board.Query, error) {
	values, err := url.ParseQuery(strings.TrimPrefix(text, "?"))
	if err != nil {
		return board.Query{}, usagef("--query: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(board.Parameters(), name) {
			hint := nearest.Hint(name, board.Parameters())
			return board.Query{}, usagef("--query: unknown parameter %q; use %s%s", name, strings.Join(board.Parameters(), ", "), hint)
		}
	}
	query, faults := b.Parse(text)
	if len(faults) > 0 {
		return query, usagef("--query: %s", faults[0])
	}
	return query, nil
}

// boardOf is the board of a task, or of what another system measured, by its id.
func boardOf(all []site.Leaderboard, id string) (site.Leaderboard, error) {
	var known []string
	for _, b := range all {
		if b.ID == id {
			return b, nil
		}
		known = append(known, b.ID)
	}
	slices.Sort(known)
	return site.Leaderboard{},
		usagef("--task %q: no runs of this task; the sources have %s%s", id, strings.Join(known, ", "), nearest.Hint(id, known))
}

type rankedRow struct {
	Rank    string   `json:"rank,omitempty"`
	Run     string   `json:"run"`
	Model   string   `json:"model_id"`
	Name    string   `json:"nickname"`
	GPU     string   `json:"gpu_model"`
	NumGPUs int      `json:"num_gpus"`
	Batch   int      `json:"batch"`
	Energy  *float64 `json:"energy_joules,omitempty"`
	Latency *float64 `json:"latency,omitempty"`
	Metric  *float64 `json:"metric,omitempty"` // what ranks, where it is no energy
	// Range and Interval: the interval of the energy, and the first and the last rank that uncertainty allows.
	Range    []int           `json:"range,omitempty"`
	Interval *rankedInterval `json:"interval,omitempty"`
}

// rankedInterval is the 95% interval of the mean of some runs.
type rankedInterval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Runs int     `json:"runs"`
}

func printRankingJSON(c *console, b site.Leaderboard, a board.Answer) error {
	latency := b.Rows[0].LatencyField(a.Query.Percentile)
	out := struct {
		versioned
		Task    string      `json:"task"`
		Query   string      `json:"query"`
		Lede    string      `json:"lede"` // the sentence above the page's table
		Latency string      `json:"latency_field"`
		Energy  string      `json:"energy_field"`
		Models  int         `json:"models"`
		Shown   int         `json:"shown"`
		Total   int         `json:"total"`
		Rows    []rankedRow `json:"rows"`
		Late    []rankedRow `json:"late"`
	}{
		versioned: thisVersion, Task: b.ID, Query: b.Encode(a.Query), Lede: b.Lede(a),
		Latency: latency.Name, Energy: b.Rows[0].RankField().Name,
		Models: a.Models, Shown: a.Shown, Total: a.Total,
		Rows: []rankedRow{}, Late: []rankedRow{},
	}
	for i, r := range a.Rows {
		row := ranked(r, a.Query)
		if a.Ranks != nil {
			row.Rank = a.Ranks[i].String()
			row.Range = bounds(a.Ranges[i])
		}
		out.Rows = append(out.Rows, row)
	}
	out.Late = append(out.Late, lists.Map(a.Late, func(r aggregate.Row) rankedRow { return ranked(r, a.Query) })...)
	return writeJSON(c.stdout, out)
}

func bounds(r aggregate.Range) []int {
	if r.First == 0 {
		return nil
	}
	return []int{r.First, r.Last}
}

func ranked(r aggregate.Row, q board.Query) rankedRow {
	row := rankedRow{
		Run: r.Run, Model: r.ModelID, Name: r.Nickname, GPU: r.GPU, NumGPUs: r.NumGPUs, Batch: r.Batch,
		Energy: known(r.Energy), Latency: known(r.Latency(q.Percentile)),
	}
	if f := r.RankField(); f.Role != data.RoleEnergy {
		x, _ := r.Metric()
		row.Metric = known(x)
	}
	if low, high, ok := r.Interval(); ok {
		row.Interval = &rankedInterval{low, high, r.Runs().Len()}
	}
	return row
}

// known is a number that is there.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 {
		return nil
	}
	return &x
}

func valueOrNil(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

func rankingSheet(a board.Answer) sheet {
	s := sheet{columns: []sheetColumn{{"#", ""}, {"Range", ""}, {"Model", ""}, {"Precision", ""}, {"GPUs", ""}, {"Batch size", ""}}}
	if len(a.Rows) > 0 {
		s.columns = append(s.columns, fieldColumn(a.Rows[0].RankField()), fieldColumn(a.Rows[0].LatencyField(a.Query.Percentile)),
			sheetColumn{"Run", ""})
	}
	for i, r := range a.Rows {
		place, allowed := "", ""
		if a.Ranks != nil {
			place, allowed = a.Ranks[i].String(), a.Ranges[i].String()
		}
		var metric, batch any
		if x, ok := r.Metric(); ok {
			metric = x
		}
		if r.Batch > 0 {
			batch = r.Batch
		}
		s.rows = append(s.rows, []any{
			place, allowed, r.Nickname, r.Precision, board.Hardware(r), batch, metric, valueOrNil(known(r.Latency(a.Query.Percentile))), r.Run,
		})
	}
	return s
}
