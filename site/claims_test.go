package site

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/source"
)

// claimSources are data whose sentences are held against what is drawn: the sample, results
// of other systems and, where it is there, what is published.
func claimSources(t *testing.T) map[string][]string {
	fixtures := filepath.Join(shared.Small(t), "fixtures")
	return map[string][]string{
		"sample":     {"sample:"},
		"other":      {"llenergymeasure:" + filepath.Join(fixtures, "llenergymeasure"), "ipw:" + filepath.Join(fixtures, "ipw")},
		"reference":  {filepath.Join(shared.Small(t), "data", "mlenergy-v3", "leaderboard")},
		"everything": nil,
	}
}

// Every title holds for the rows under it, whatever the filter.
func TestSentencesHoldUnderAnyFilter(t *testing.T) {
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for name, given := range claimSources(t) {
		t.Run(name, func(t *testing.T) {
			if given == nil {
				given = []string{filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard")}
			}
			ds, err := source.Open(t.Context(), given...)
			if err != nil {
				t.Fatal(err)
			}
			e := newEdition(Select(ds.Dataset, texts), Options{Content: texts})
			random := rand.New(rand.NewPCG(18, 4))
			for _, b := range slices.Concat(e.tasks, e.boards) {
				for range 200 {
					if err := sentencesOf(e, filtered(b, random)); err != nil {
						t.Fatalf("%s, %+v: %v", b.ID, b.query, err)
					}
				}
			}
		})
	}
}

// filtered is a board with the rows that a random filter leaves, and a deadline that may
// be any: what a smaller data set would have.
func filtered(b *task, random *rand.Rand) *task {
	view := *b
	view.rows = slices.DeleteFunc(slices.Clone(b.rows), func(aggregate.Row) bool { return random.Float64() < 0.7 })
	if gpu := b.rows[random.IntN(len(b.rows))].GPU; random.IntN(2) == 0 {
		view.rows = slices.DeleteFunc(view.rows, func(r aggregate.Row) bool { return r.GPU != gpu })
	}
	if len(view.rows) == 0 {
		view.rows = b.rows[:1]
	}
	percentile := aggregate.Percentile(random.IntN(4))
	if random.IntN(4) > 0 {
		view.Deadline = b.rows[random.IntN(len(b.rows))].Latency(percentile) * []float64{0.5, 1, 1, 2}[random.IntN(4)]
	}
	if view.Deadline > 1e9 {
		view.Deadline = 0
	}
	view.Percentile = strings.ToLower(percentile.String())
	view.board = board.New(view.rows, view.Deadline, percentile)
	view.answerDefault()
	return &view
}

// sentencesOf checks the lede and all figures of a board and of its first model.
func sentencesOf(e *edition, b *task) error {
	if err := errors.Join(ledeHolds(b), limitHolds(b)); err != nil {
		return err
	}
	for _, f := range figuresOf(e, b) {
		if err := checkClaims(f); err != nil {
			return err
		}
	}
	return nil
}

// limitHolds tests the lowest limit that is said to give the same answer: a reader who enters it gets that answer.
func limitHolds(b *task) error {
	q := b.board.Default
	c, ok := q.Choose(b.rows)
	if !ok || q.Deadline == 0 {
		return nil
	}
	said := b.upTo(q, c.Row.Latency(q.Percentile))
	number, _, _ := strings.Cut(said, space)
	asked := q.Deadline
	var err error
	if q.Deadline, err = strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64); err != nil || q.Deadline > asked*(1+1e-5) { // six digits at most
		return fmt.Errorf("%q is no limit up to %g: %v", said, asked, err)
	}
	if again, ok := q.Choose(b.rows); !ok || again.Row.Run != c.Row.Run {
		return fmt.Errorf("a limit of %s does not give run %s", said, c.Row.Run)
	}
	return nil
}

func figuresOf(e *edition, b *task) (figures []charts.Figure) {
	if a := b.tradeoff(); a != nil {
		figures = append(figures, (&page{edition: e}).viewDrawing(b, *a, b.answerTo(*a)))
	}
	if b.subject != nil {
		for _, plot := range b.subject.Plots {
			var fields []data.Field
			for _, name := range plot.Parts {
				fields = append(fields, b.field(name))
			}
			if len(fields) > 0 {
				figures = append(figures, charts.Parts("board-"+plot.Name, b.items(), fields, plot.Help, b.words))
			}
		}
		return figures
	}
	own := rowsOfModel(b.rows, b.rows[0].ModelID)
	figures = append(figures, trendOf(b, own))
	if lengths := e.lengthsOf(own); len(lengths) > 0 {
		figures = append(figures, charts.OutputLengths(lengths, b.words))
	}
	return figures
}

// trendOf is the trend of a model whose best configuration was another one at each date,
// and some of the first ones again.
func trendOf(b *task, own []aggregate.Row) charts.Figure {
	var moments []charts.Moment
	for i, r := range slices.Concat(own, own[:len(own)/2]) {
		m := charts.Moment{Date: fmt.Sprint(2000 + i), Run: r.Run, Model: r.ModelID, Batch: r.Batch, Energy: r.Energy, Margin: r.Margin}
		if i%3 == 2 {
			m.Note = "another deadline"
		}
		moments = append(moments, m)
	}
	return charts.Trend(moments, b.rows[0].EnergyField(), b.rows[0].LatencyField(b.query.Percentile), b.chartTask())
}

func rowsOfModel(rows []aggregate.Row, id string) []aggregate.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r aggregate.Row) bool { return r.ModelID != id })
}

// ledeHolds recomputes the lede from all rows of the view.
func ledeHolds(b *task) error {
	var text strings.Builder
	for _, run := range b.lede(b.board.Answer(b.board.Default)) {
		text.WriteString(run.Text)
	}
	var inTime []aggregate.Row
	for _, r := range b.rows {
		if b.Deadline <= 0 || r.Latency(b.query.Percentile) <= b.Deadline {
			inTime = append(inTime, r)
		}
	}
	if len(inTime) == 0 {
		late := slices.ContainsFunc(b.rows, func(r aggregate.Row) bool { return !math.IsInf(r.Latency(b.query.Percentile), 1) })
		if late != strings.HasPrefix(text.String(), "No model has a measured latency within ") || !late && text.String() != "No configuration matches the filters." {
			return fmt.Errorf("nothing is in time: %q", text.String())
		}
		return nil
	}
	inTime = slices.DeleteFunc(inTime, func(r aggregate.Row) bool { return r.Group != b.best[0].Group })
	best := aggregate.InGroup(b.best, b.best[0].Group)
	least := slices.MinFunc(inTime, func(a, b aggregate.Row) int { return compareScores(a, b) })
	if least.Ranked() && !strings.Contains(text.String(), least.Nickname+" ") {
		return fmt.Errorf("%q does not name %s, the first", text.String(), least.Nickname)
	}
	if work := b.workOf(b.board.Default, least); !strings.Contains(text.String(), work) {
		return fmt.Errorf("%q does not say that its rows are of equal work, %s", text.String(), work)
	}
	tied := map[string]bool{}
	for _, r := range inTime {
		if r.Ties(least) && r.ModelID != least.ModelID && isBest(r, inTime) {
			tied[r.ModelID] = true
		}
	}
	if says := strings.Contains(text.String(), "statistically tied"); says != (len(tied) > 0) {
		return fmt.Errorf("%q, but %d models tie with the first", text.String(), len(tied))
	}
	last := slices.MaxFunc(best, func(a, b aggregate.Row) int { return compareScores(a, b) })
	if says := strings.Contains(text.String(), " models differ in "); last.Ranked() && says == last.Ties(least) {
		return fmt.Errorf("%q, but that the last ties with the first is %v", text.String(), last.Ties(least))
	}
	return nil
}

func compareScores(a, b aggregate.Row) int {
	switch {
	case a.Score < b.Score:
		return -1
	case a.Score > b.Score:
		return 1
	}
	return 0
}

// isBest reports whether no other row of its model has less of what ranks.
func isBest(r aggregate.Row, rows []aggregate.Row) bool {
	return !slices.ContainsFunc(rows, func(o aggregate.Row) bool { return o.ModelID == r.ModelID && o.Score < r.Score })
}
