package main

import (
	"io"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// answers are the lengths in tokens of one answer to each request, ascending.
type answers []int

// answersOf depends on model, task and GPU, not on batch and seed: the requests
// are the same, and with greedy decoding so are the answers.
func answersOf(m *llm, t *task, gpu string) answers {
	r := generator("answers", m.id, t.id, gpu)
	a := make(answers, t.prompts)
	for i := range a {
		length := t.output * m.wordy * math.Exp(t.spread*r.NormFloat64())
		a[i] = int(max(1, min(16384, math.Round(length))))
	}
	slices.Sort(a)
	return a
}

func (a answers) total() int {
	return lists.Sum(a, func(length int) int { return length })
}

func (a answers) mean() float64 { return float64(a.total()) / float64(len(a)) }

// runLengths is how long the answers of a run were.
type runLengths struct {
	path    string
	repeats int
	answers answers
}

// lengthRow is a row of the sidecar.
type lengthRow struct {
	ResultsPath string `parquet:"results_path,dict,zstd"`
	OutputLen   int64  `parquet:"output_len,delta,zstd"`
	Count       int64  `parquet:"count,dict,zstd"`
}

func (l runLengths) rows() []lengthRow {
	var rows []lengthRow
	for i, length := range l.answers {
		if i > 0 && length == l.answers[i-1] {
			rows[len(rows)-1].Count += int64(l.repeats)
			continue
		}
		rows = append(rows, lengthRow{l.path, int64(length), int64(l.repeats)})
	}
	return rows
}

func writeLengths(w io.Writer, all []runLengths) error {
	out := parquet.NewGenericWriter[lengthRow](w, parquet.CreatedBy("jouleboard", "1", "0"),
		parquet.KeyValueMetadata("data_date", metadata["data_date"]), parquet.KeyValueMetadata("synthetic", metadata["synthetic"]))
	for _, l := range all {
		if _, err := out.Write(l.rows()); err != nil {
			return err
		}
	}
	return out.Close()
}
