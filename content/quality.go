package content

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/faultwords"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// Score is a published result of a model in a quality benchmark.
type Score struct {
	Model     string // its id
	Named     string // what the file calls the model, if an alias leads from there to its id
	Benchmark string
	Value     float64 // higher is better
	Source    string  // URL of the source
	Precision string  // of the weights that were scored, "" if not stated
	Revision  string  // of the model that was scored, "" if not stated

	Task      string  // whose requests are the questions of the benchmark, "" for none
	Accuracy  float64 // share of correct answers, of a score with a task
	Questions float64 // that were scored, 0 if not stated
}

const qualityFile, aliasesFile = "quality.csv", "aliases.csv"

// sheet is a CSV file of settings: columns that it begins with, and others that may follow in any order.
type sheet struct {
	name             string
	columns, options []string
}

var qualitySheet = sheet{qualityFile, []string{"model", "benchmark", "score", "source"}, []string{"precision", "revision", "task", "unit", "questions"}}

var aliasesSheet = sheet{aliasesFile, []string{"name", "model"}, nil}

// read calls take with each line, whose cells are by their columns. A line with a fault is left out. Without a file there are none.
func (s sheet) read(fsys fs.FS, errs *Errors, take func(cells map[string]string, line int)) {
	text, read := readText(fsys, s.name, s.name, largestTable, errs)
	if !read {
		return
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	r.Comment, r.TrimLeadingSpace = '#', true
	head, err := r.Read()
	n := len(s.columns)
	if err != nil || len(head) < n || !slices.Equal(head[:n], s.columns) || !lists.All(head[n:], func(name string) bool {
		return slices.Contains(s.options, name) && lists.Count(head, func(other string) bool { return other == name }) == 1
	}) {
		optional := ""
		if len(s.options) > 0 {
			optional = ", and after them optionally " + strings.Join(s.options, ",")
		}
		errs.Add(s.name, 1, "expected the columns %s%s", strings.Join(s.columns, ","), optional)
		return
	}
	for {
		record, err := r.Read()
		if err == io.EOF {
			return
		}
		line, _ := r.FieldPos(0)
		if err != nil {
			if fault, is := errors.AsType[*csv.ParseError](err); is {
				line = fault.Line
			}
			errs.Add(s.name, line, "%s; use %s", faultwords.CSV(err, len(record), len(head)), strings.Join(head, ","))
			continue
		}
		take(lists.By(lists.Indices(len(head)), func(i int) (string, string) { return head[i], record[i] }), line)
	}
}

// loadQuality reads the scores that a publisher sets beside energy, in the order of the file; without one there are none. The
// models are those of aliases.csv, where it has a name.
func loadQuality(fsys fs.FS, errs *Errors) (scores []Score) {
	aliases, lines := map[string]string{}, map[string]int{}
	aliasesSheet.read(fsys, errs, func(cells map[string]string, line int) {
		switch name, model := cells["name"], cells["model"]; {
		case name == "" || model == "" || name == model:
			errs.Add(aliasesFile, line, "expected a name of quality.csv and the different ID of its model")
		case lines[name] > 0:
			errs.Add(aliasesFile, line, "a second model for the name %q; keep one", name)
		default:
			aliases[name], lines[name] = model, line
		}
	})
	names, benchmarks, units, seen := map[string]bool{}, map[string]string{}, map[string]string{}, map[string]bool{}
	qualitySheet.read(fsys, errs, func(cells map[string]string, line int) {
		names[cells["model"]] = true
		s, key, fault := scoreOf(cells, aliases)
		if other := benchmarks[s.Task]; fault == "" && s.Task != "" && other != "" && other != s.Benchmark {
			fault = "task: a second benchmark of " + s.Task + " besides " + other + "; leave the task of one empty"
		}
		if unit, stated := units[s.Benchmark]; fault == "" && stated && unit != cells["unit"] {
			fault = "unit: other scores of " + s.Benchmark + " have the unit " + strconv.Quote(unit) + "; write all in one"
		}
		if fault == "" && seen[key] {
			fault = "a second score of " + s.Model + " in " + s.Benchmark + "; keep one"
		}
		if fault != "" {
			errs.Add(qualityFile, line, "%s", fault)
			return
		}
		seen[key], benchmarks[s.Task], units[s.Benchmark] = true, s.Benchmark, cells["unit"]
		scores = append(scores, s)
	})
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		if !names[name] {
			errs.Add(aliasesFile, lines[name], "no line of %s has the model %q%s; correct it, or remove it", qualityFile, name,
				nearest.Hint(name, slices.Sorted(maps.Keys(names))))
		}
	}
	return scores
}

// shares are by what scores are divided that state a share of correct answers, by their unit.
var shares = map[string]float64{"share": 1, "%": 100}

// scoreOf is the score of a line and what no other may have, or what is wrong with it.
func scoreOf(cells, aliases map[string]string) (s Score, key, fault string) {
	s = Score{
		Model: cells["model"], Benchmark: cells["benchmark"], Source: cells["source"], Precision: cells["precision"], Revision: cells["revision"],
		Task: cells["task"],
	}
	if model, is := aliases[s.Model]; is {
		s.Model, s.Named = model, s.Model
	}
	value, ok := number(cells["score"])
	questions, counted := number(cells["questions"])
	share, known := shares[cells["unit"]]
	if s.Value, s.Questions = value, questions; known {
		s.Accuracy = math.Round(value/share*1e12) / 1e12 // 0.801 of 80.1%
	}
	key = strings.Join([]string{s.Model, s.Benchmark, s.Task, strings.ToLower(s.Precision), s.Revision}, "\x00")
	switch {
	case s.Model == "" || s.Benchmark == "":
		fault = "a line without model or benchmark; give both"
	case !ok || math.IsNaN(value) || math.Abs(value) > 1e9:
		fault = "score: expected a number, got " + strconv.Quote(cells["score"])
	case !isWebAddress(s.Source):
		fault = "source: expected the https:// URL of the score, got " + strconv.Quote(s.Source)
	case cells["unit"] != "" && !known:
		fault = "unit: expected share or %, got " + strconv.Quote(cells["unit"])
	case s.Task != "" && !known:
		fault = "unit: a score of a task is a share of correct answers: write share or %, or leave the task empty"
	case known && (s.Accuracy < 0 || s.Accuracy > 1):
		fault = "score: expected a share of correct answers, got " + cells["score"] + " " + cells["unit"]
	case cells["questions"] != "" && (!counted || !(questions >= 1 && questions <= 1e9) || questions != math.Trunc(questions)):
		fault = "questions: expected the number of scored questions, got " + strconv.Quote(cells["questions"])
	}
	return s, key, fault
}

// AccuracyOf returns the score that applies to a run of a task: of its model and, if both are stated, its precision; ok is false if
// there is none, or if several of different weights could be meant.
func (c Content) AccuracyOf(task, model, precision string) (s Score, ok bool) {
	all := lists.Filter(c.Scores, func(s Score) bool { return s.Task == task && s.Task != "" && s.Model == model && s.Fits(precision) })
	if exact := lists.Filter(all, func(s Score) bool { return strings.EqualFold(s.Precision, precision) }); len(exact) > 0 {
		all = exact
	}
	if len(all) != 1 {
		return s, false
	}
	return all[0], true
}

// Fits reports whether the score is of weights of a precision, as far as both are stated.
func (s Score) Fits(precision string) bool {
	return s.Precision == "" || precision == "" || strings.EqualFold(s.Precision, precision)
}
