package content

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"
)

// Score is a published result of a model in a quality benchmark.
type Score struct {
	Model     string // its id
	Benchmark string
	Value     float64 // higher is better
	Source    string  // URL of the source
	Precision string  // of the weights that were scored, "" if not stated
	Revision  string  // of the model that was scored, "" if not stated
}

const qualityFile = "quality.csv"

var qualityColumns = []string{"model", "benchmark", "score", "source"}

// qualityOptions are columns that a file may have after these.
var qualityOptions = []string{"precision", "revision"}

// loadQuality reads the scores that a publisher sets beside energy, in the order of the file; without one there are
// none. A line with a fault is left out.
func loadQuality(fsys fs.FS, errs *Errors) (scores []Score) {
	text, err := readFile(fsys, qualityFile, largestTable)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		errs.add(qualityFile, 0, "%v; make it a readable file", err)
		return nil
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	r.Comment, r.TrimLeadingSpace = '#', true
	head, err := r.Read()
	known := slices.Concat(qualityColumns, qualityOptions)
	if err != nil || len(head) < len(qualityColumns) || !slices.Equal(head, known[:min(len(head), len(known))]) {
		errs.add(qualityFile, 1, "expected the columns %s, and after them optionally %s", strings.Join(qualityColumns, ","), strings.Join(qualityOptions, ","))
		return nil
	}
	seen := map[[2]string]bool{}
	for {
		record, err := r.Read()
		if err == io.EOF {
			return scores
		}
		line, _ := r.FieldPos(0)
		if err != nil {
			var fault *csv.ParseError
			if errors.As(err, &fault) {
				line, err = fault.Line, fault.Err
			}
			errs.add(qualityFile, line, "%v; use %s", err, strings.Join(head, ","))
			continue
		}
		if s, ok := scoreOf(record, line, seen, errs); ok {
			scores = append(scores, s)
		}
	}
}

func scoreOf(record []string, line int, seen map[[2]string]bool, errs *Errors) (Score, bool) {
	s := Score{Model: record[0], Benchmark: record[1], Source: record[3]}
	for i, to := range []*string{&s.Precision, &s.Revision} {
		if at := len(qualityColumns) + i; at < len(record) {
			*to = record[at]
		}
	}
	value, ok := number(record[2])
	s.Value = value
	key := [2]string{s.Model, s.Benchmark}
	switch {
	case s.Model == "" || s.Benchmark == "":
		errs.add(qualityFile, line, "a line without model or benchmark; give both")
	case !ok || math.IsNaN(value) || math.Abs(value) > 1e9:
		errs.add(qualityFile, line, "score: expected a number, got %q", record[2])
	case !isWebAddress(s.Source):
		errs.add(qualityFile, line, "source: expected the https:// URL of the score, got %q", s.Source)
	case seen[key]:
		errs.add(qualityFile, line, "a second score of %s in %s; keep one", s.Model, s.Benchmark)
	default:
		seen[key] = true
		return s, true
	}
	return s, false
}
