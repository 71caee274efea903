package site

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
)

// answersPath is the folder of the default answers for programs: those of tasks, and below them those of their models.
const answersPath = "answers/"

// mostAnswers bounds the models of a task that have a file.
const mostAnswers = 500

// writeAnswers writes the answers to the default question of each board, of all its models and of each alone.
func (e *edition) writeAnswers(_ context.Context, w writer) error {
	for _, t := range slices.Concat(e.tasks, e.boards) {
		l := Leaderboard{t.board, t.ID, t.address(), t}
		if err := e.writeAnswer(w, t, answersPath+t.ID+".json", l.Answered(t.board.Default)); err != nil {
			return err
		}
		own := map[string][]aggregate.Row{}
		for _, r := range t.rows {
			own[r.ModelID] = append(own[r.ModelID], r)
		}
		models := slices.Sorted(maps.Keys(own))
		for _, id := range models[:min(len(models), mostAnswers)] {
			if err := e.writeAnswer(w, t, answersPath+t.ID+"/"+modelName(id)+".json", l.ofModel(own[id])); err != nil {
				return err
			}
		}
	}
	return nil
}

// modelName is the last part of the address of a model's page.
func modelName(id string) string {
	return strings.TrimSuffix(strings.TrimPrefix(modelAddress(id), content.ModelFolder), "/")
}

func (e *edition) writeAnswer(w writer, t *task, path string, a Answered) error {
	from := &page{edition: e, path: t.address()}
	a.Citation = from.citationText(e.systemOf(t), t.heading(), "", e.opts.BaseURL+t.address())
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return w.Write(path, append(text, '\n'))
}

// ofModel is the answer for one model, with the prices at which its GPUs break even.
func (l Leaderboard) ofModel(rows []aggregate.Row) Answered {
	own := l
	own.Board = board.New(rows, l.Default.Deadline, l.Default.Percentile)
	own.Default, own.Prices = l.Default, l.Prices
	a := own.Answered(own.Default)
	for _, p := range l.task.evens(rows, own.Default) {
		low, high := p.BreakEvenWithin()
		a.BreakEven = append(a.BreakEven, EvenPrice{p.Alt.GPU, p.Base.GPU, p.BreakEven(), [2]float64{low, high}})
	}
	return a
}

// EvenPrice says below which ratio of prices per GPU-hour a GPU model is cheaper per output than another.
type EvenPrice struct {
	Cheaper  string     `json:"cheaper"`
	Other    string     `json:"other"`
	Below    float64    `json:"below_times_its_price"`
	Interval [2]float64 `json:"interval"`
}
