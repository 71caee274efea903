package command

import (
	"context"
	"maps"
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
)

type rankOptions struct {
	Sources sourceFlags
	Texts   textFlags
	Task    string `flag:"task,t" help:"{TASK} to ask about, where there are several" complete:"tasks"`
	Query   string `flag:"query" help:"query string of the page's {URL}, or the whole URL, which includes task and source" complete:"parameters"`
	Format  formatFlag
}

// rank prints what a task's page shows for a query.
func (c *console) rank(ctx context.Context, o rankOptions) error {
	b, query, err := c.asked(ctx, &o, "rank")
	if err != nil {
		return err
	}
	answer := b.Answer(query)
	if o.Format.is == "json" {
		return printRankingJSON(c, b, answer)
	}
	c.note("%s", b.Lede(answer))
	for _, text := range lists.NonZero([]string{b.Assumption(answer), b.Measured()}) {
		c.note("%s", text)
	}
	c.note("%s of %s; %d of %s",
		units.Counted(answer.Models, "model"), o.Task, answer.Shown, units.Counted(answer.Total, "configuration"))
	sheet := rankingSheet(b, answer)
	if o.Format.is == "table" { // with its heads, whatever has no row
		return sheet.write(c.stdout)
	}
	return sheet.print(c, o.Format.is)
}

// asked is the board and the query that the options ask for.
func (c *console) asked(ctx context.Context, o *rankOptions, command string) (b site.Leaderboard, q board.Query, err error) {
	if err := o.locate(); err != nil {
		return b, q, err
	}
	o.Sources.Raw.Within = true
	texts, ds, err := c.withTexts(ctx, o.Texts, o.Sources)
	if err != nil {
		return b, q, err
	}
	published, _ := leaderboard.Publishable(ds.Dataset)
	boards := site.Leaderboards(published, texts)
	switch {
	case o.Task == "" && len(boards) == 1:
		o.Task = boards[0].ID
	case o.Task == "" && len(boards) > 1:
		return b, q, usagef("%s requires --task, such as --task %s", command, boards[0].ID)
	}
	b, err = boardOf(boards, o.Task)
	if err != nil {
		return b, q, err
	}
	q, err = parseQuery(b.Board, o.Query)
	return b, q, err
}

// locate takes task and source from the query where that is a page's whole address.
func (o *rankOptions) locate() error {
	if !strings.Contains(o.Query, "://") {
		return nil
	}
	page, err := url.Parse(o.Query)
	if err != nil {
		return usagef("--query: %w", err)
	}
	m := taskPage.FindStringSubmatch(page.Path)
	switch {
	case m == nil:
		return usagef("--query %q: use the URL of a task's page, such as https://example.org/tasks/gpqa/?deadline=100", o.Query)
	case o.Task != "" && o.Task != m[2]:
		return usagef("--query contains the task %s, --task is %q: remove --task", m[2], o.Task)
	}
	o.Task, o.Query = m[2], page.RawQuery
	if slices.Equal(o.Sources.Given, []string{"sample:"}) {
		o.Sources.Given = []string{page.Scheme + "://" + page.Host + m[1]}
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
		if n := len(values[name]); n > 1 {
			return board.Query{}, usagef("--query: %s occurs %d times; give it once, with a comma between several values", name, n)
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
	if b, found := lists.Find(all, func(b site.Leaderboard) bool { return b.ID == id }); found {
		return b, nil
	}
	known := lists.Map(all, func(b site.Leaderboard) string { return b.ID })
	slices.Sort(known)
	return site.Leaderboard{},
		usagef("--task %q: no runs of this task; the sources have %s%s", id, strings.Join(known, ", "), nearest.Hint(id, known))
}

type rankedRow struct {
	Rank     string            `json:"rank,omitempty"`
	Run      string            `json:"run"`
	Model    string            `json:"model_id"`
	Name     string            `json:"nickname"`
	GPU      string            `json:"gpu_model"`
	NumGPUs  data.Opt[int]     `json:"num_gpus"`
	Batch    data.Opt[int]     `json:"batch"`
	Setting  string            `json:"setting,omitempty"` // in what else the configurations of the board differ
	Energy   data.Opt[float64] `json:"energy_joules,omitzero"`
	Latency  data.Opt[float64] `json:"latency,omitzero"`
	Metric   data.Opt[float64] `json:"metric,omitzero"`   // what ranks, where it is not the energy of an output
	Work     string            `json:"work,omitempty"`    // where the rows of the board do unequal work: ranks are among rows of the same
	Accuracy data.Opt[float64] `json:"accuracy,omitzero"` // share of correct answers
	// Range and Interval: the interval of the energy, and the first and the last rank that uncertainty allows.
	Range    []int           `json:"range,omitempty"`
	Interval *rankedInterval `json:"interval,omitempty"`
	// Cost is per million outputs, with the shares of GPU-hours and electricity, and the outputs for one unit of the currency.
	Cost       data.Opt[float64] `json:"cost,omitzero"`
	CostShares *rankedParts      `json:"cost_shares,omitempty"`
	PerCost    data.Opt[float64] `json:"outputs_per_cost,omitzero"`
}

// rankedParts are shares of a cost; one without a price is missing.
type rankedParts struct {
	GPUs        data.Opt[float64] `json:"gpu_hours,omitzero"`
	Electricity data.Opt[float64] `json:"electricity,omitzero"`
}

// cost puts what a row costs into its JSON. A cost of zero is stated, but has no shares.
func (row *rankedRow) cost(r aggregate.Row, q board.Query) {
	c, ok := q.Cost(r)
	if !ok {
		return
	}
	gpus, electricity := c.Shares()
	row.Cost, row.PerCost = data.Some(c.Total()*board.Million), known(1/c.Total())
	row.CostShares = &rankedParts{gpus, electricity}
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
		Metric  string      `json:"metric_field,omitempty"` // a normalized measure that ranks
		Cost    string      `json:"cost_unit,omitempty"`
		Models  int         `json:"models"`
		Shown   int         `json:"shown"`
		Total   int         `json:"total"`
		Rows    []rankedRow `json:"rows"`
		Late    []rankedRow `json:"late"`
	}{
		versioned: thisVersion, Task: b.ID, Query: b.Encode(a.Query), Lede: b.Lede(a),
		Latency: latency.Name, Energy: b.Rows[0].RankField().Name,
		Models: a.Models, Shown: a.Shown, Total: a.Total,
		Rows: []rankedRow{}, Late: []rankedRow{}, Cost: b.CostUnit(a.Query),
	}
	n, _ := a.Query.Normalized(b.Rows)
	out.Metric = n.Name
	for i, r := range a.Rows {
		row := ranked(b, r, a.Query)
		row.Work = b.Work(a.Query, r)
		if a.Ranks != nil {
			row.Rank = a.Ranks[i].String()
			row.Range = bounds(a.Ranges[i])
		}
		out.Rows = append(out.Rows, row)
	}
	out.Late = append(out.Late, lists.Map(a.Late, func(r aggregate.Row) rankedRow { return ranked(b, r, a.Query) })...)
	return writeJSON(c.stdout, out)
}

func bounds(r aggregate.Range) []int {
	if r.First == 0 {
		return nil
	}
	return []int{r.First, r.Last}
}

func ranked(b site.Leaderboard, r aggregate.Row, q board.Query) rankedRow {
	row := rankedRow{
		Run: r.Run, Model: r.ModelID, Name: r.Nickname, GPU: r.GPU, NumGPUs: known(r.NumGPUs), Batch: known(r.Batch), Setting: b.Setting(r),
		Energy: known(r.Energy), Latency: known(r.Latency(q.Percentile)),
	}
	if f := r.RankField(); f.Role != data.RoleEnergy {
		x, _ := r.Metric()
		row.Metric = known(x)
	}
	low, high, ok := r.Interval()
	if n, normalized := q.Normalized([]aggregate.Row{r}); normalized {
		x, _ := r.Normalized(n.Name)
		if row.Metric = known(x); n.Accuracy {
			low, high, ok = board.NormalizedInterval(r, n)
		}
	}
	if ok {
		row.Interval = &rankedInterval{low, high, r.Measured()}
	}
	row.Accuracy = data.Finite(r.Accuracy)
	row.cost(r, q)
	return row
}

// known is a number that is there.
func known[N int | float64](x N) data.Opt[N] {
	return data.When(units.IsFinite(float64(x)) && x != 0, x)
}

// placedRow is a row of an answer with its rank, and the ranks that uncertainty allows.
type placedRow struct {
	aggregate.Row
	rank, allowed string
}

func rankingSheet(b site.Leaderboard, a board.Answer) sheet {
	var columns []columnOf[placedRow]
	add := func(has bool, of sheetColumn, value func(placedRow) any) {
		if has {
			columns = append(columns, columnOf[placedRow]{of, value})
		}
	}
	text := func(label string, value func(placedRow) string) {
		add(true, sheetColumn{label: label}, func(r placedRow) any { return value(r) })
	}
	q, some := a.Query, len(a.Rows) > 0
	n, normalized := q.Normalized(b.Rows)
	add(some && b.Work(q, a.Rows[0]) != "", sheetColumn{label: "Work"}, func(r placedRow) any { return b.Work(q, r.Row) })
	text("#", func(r placedRow) string { return r.rank })
	text("Range", func(r placedRow) string { return r.allowed })
	text("Model", func(r placedRow) string { return r.Nickname })
	text("Precision", func(r placedRow) string { return r.Precision })
	text("GPUs", func(r placedRow) string { return board.Hardware(r.Row) })
	add(b.Batch() != "", sheetColumn{label: b.Batch()}, func(r placedRow) any { return known(r.Batch).Any() })
	text("Setting", func(r placedRow) string { return b.Setting(r.Row) })
	add(some && normalized, fieldColumn(n.Field()), func(r placedRow) any {
		x, _ := r.Normalized(n.Name)
		return known(x).Any()
	})
	best, hurried := fieldColumn(b.Rows[0].RankField()), len(b.Rows[0].Schema().Latency()) > 0
	add(some, best, func(r placedRow) any {
		x, ok := r.Metric()
		return data.When(ok, x).Any()
	})
	add(some && hurried, fieldColumn(b.Rows[0].LatencyField(q.Percentile)), func(r placedRow) any {
		return known(r.Latency(q.Percentile)).Any()
	})
	add(some && q.Priced(), sheetColumn{label: "Cost", unit: b.CostUnit(q)}, func(r placedRow) any { return ranked(b, r.Row, q).Cost.Any() })
	add(some, sheetColumn{label: "Run"}, func(r placedRow) any { return r.Run })
	rows := make([]placedRow, len(a.Rows))
	for i, r := range a.Rows {
		if rows[i].Row = r; a.Ranks != nil {
			rows[i].rank, rows[i].allowed = a.Ranks[i].String(), a.Ranges[i].String()
		}
	}
	s := tableOf(rows, columns, false)
	s.forms = map[sheetColumn]units.Form{best: b.Form(b.Rows[0].RankField().Name)}
	for _, optional := range []string{"Precision", "GPUs", b.Batch(), "Setting"} {
		s.dropEmpty(optional)
	}
	return s
}

// answer prints the configuration that answers a query, in the sentences of the task's page.
func (c *console) answer(ctx context.Context, o rankOptions) error {
	b, query, err := c.asked(ctx, &o, "answer")
	if err != nil {
		return err
	}
	if o.Format.is == "json" {
		return writeJSON(c.stdout, struct {
			versioned
			site.Answered
		}{thisVersion, b.Answered(query)})
	}
	_, sentences := b.Choice(query)
	address := strings.TrimSuffix(b.Address+"?"+b.Encode(query), "?")
	_, err = c.stdout.Write([]byte(strings.Join(append(sentences, address), "\n") + "\n"))
	return err
}
