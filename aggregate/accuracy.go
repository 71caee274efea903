package aggregate

import (
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

// Fields of accuracies that settings state.
const (
	accuracyField  = "accuracy"
	askedField     = "accuracy_questions"
	benchmarkField = "accuracy_benchmark"
)

// AccuracyBenchmark is the benchmark of an accuracy that settings state for the row, "" for others.
func (r Row) AccuracyBenchmark() string { return data.Text(r.Value(benchmarkField)) }

// Assessed are runs with the accuracy that the settings state for the task, the model and, if stated, the precision of each,
// unless runs state their own; and, if they have an accuracy and the energy of a response, with the measure of the energy of
// a correct answer: that of a response divided by the share of correct ones.
func Assessed(runs data.Table, settings content.Content) data.Table {
	s := runs.Schema()
	joined := s.Name(data.RoleAccuracy) == "" && !s.Has(accuracyField)
	if joined {
		runs = withScores(runs, settings)
		s = runs.Schema()
	}
	share, ok := s.The(data.RoleAccuracy)
	energy, also := responseEnergy(s)
	if !ok || !also {
		return runs
	}
	of, _ := data.ParseUnit(share.Unit)
	joules, _ := data.ParseUnit(energy.Unit)
	factor := ""
	if x := joules.Factor / of.Factor; x != 1 {
		factor = fmt.Sprintf("%v * ", x)
	}
	help := "Energy per response divided by the share of correct responses."
	if joined {
		help += " The share is that of a source beside the measurements, for the same task, model and, if stated, precision; " +
			"the responses whose energy was measured were not scored."
	}
	return runs.Measuring(data.Normalized{
		Name: "energy_per_correct_answer", Label: "Energy per correct answer", Unit: "J per correct answer", Help: help,
		Value: factor + energy.Name + " / " + share.Name, Accuracy: true,
	})
}

// responseEnergy is the field of the energy of a response, in J or a multiple of it.
func responseEnergy(s *data.Schema) (f data.Field, ok bool) {
	if f, ok = s.The(data.RolePerResponse); ok {
		return f, true
	}
	f, ok = s.The(data.RoleEnergy)
	per, _ := data.ParseUnit("J/response")
	u, known := data.ParseUnit(f.Unit)
	return f, ok && known && u.Fits(per)
}

// withScores are runs with the accuracies that settings state for them, if there is any.
func withScores(runs data.Table, settings content.Content) data.Table {
	if !slices.ContainsFunc(settings.Scores, func(s content.Score) bool { return s.Task != "" }) {
		return runs
	}
	s := runs.Schema()
	n := runs.Len()
	share, asked, benchmark := make([]any, n), make([]any, n), make([]any, n)
	found := false
	for i := range n {
		of := func(role data.Role) string { return data.Text(runs.Value(i, s.Name(role))) }
		score, ok := settings.AccuracyOf(of(data.RoleTask), of(data.RoleModel), of(data.RolePrecision))
		if !ok {
			continue
		}
		found = true
		share[i], benchmark[i] = score.Accuracy, score.Benchmark
		if score.Questions > 0 {
			asked[i] = score.Questions
		}
	}
	if !found {
		return runs
	}
	field := func(name string, kind data.Kind, label, help string) data.Field {
		return data.Field{Name: name, Kind: kind, Label: label, Help: help, Nullable: true}
	}
	accuracy := field(accuracyField, data.Float, "Accuracy",
		"Share of correct answers, as a source beside the measurements states it for the same task, model and, if stated, precision.")
	accuracy.Role, accuracy.Unit, accuracy.Better = data.RoleAccuracy, "share", data.Higher
	with, err := runs.With(data.Added{Field: accuracy, Values: share},
		data.Added{Field: field(askedField, data.Float, "Scored questions", "Number of questions of which the accuracy is the share."), Values: asked},
		data.Added{Field: field(benchmarkField, data.String, "Accuracy in", "Quality benchmark of the accuracy."), Values: benchmark})
	if err != nil {
		return runs // which have such a field
	}
	return with
}

// accuracyOf is the share of correct answers of some runs, NaN if unknown, and the half-width of its 95% interval on a log scale as
// far as [Row.Margin] does not contain it: by Wilson's interval, 0 if the number of questions is unknown.
func accuracyOf(runs data.Table) (share, margin float64) {
	s := runs.Schema()
	x, stated := correctShare(runs)
	if !stated {
		return math.NaN(), 0
	}
	asked, counted := runs.Number(0, s.Name(data.RoleQuestions))
	if !counted {
		asked, counted = runs.Number(0, askedField)
	}
	if counted && asked >= 1 && x > 0 && x <= 1 && RankField(s).Role == data.RoleEnergy {
		low, high := wilson(x, asked)
		margin = math.Log(high/low) / 2
	}
	return x, margin
}

// correctShare is the share of correct answers that the first run states.
func correctShare(runs data.Table) (share float64, stated bool) {
	share, stated = runs.Number(0, runs.Schema().Name(data.RoleAccuracy))
	if !stated {
		return 0, false
	}
	f, _ := runs.Schema().The(data.RoleAccuracy)
	if unit, known := data.ParseUnit(f.Unit); known { // percent are hundredths
		share *= unit.Factor
	}
	return share, true
}
