package aggregate

import (
	"math"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// Level is the confidence level of intervals and of ties.
const Level = fitting.Level

// Uncertainty is the uncertainty of the metric that boards rank by: one model for intervals, ties and ranges of
// ranks, on a log scale, since runs vary by ratio.
type Uncertainty struct {
	// Between is the variation between runs of one configuration: pooled over all configurations of the system that
	// were measured repeatedly, and combined with the publisher's assumption if there are few.
	Between, Assumed fitting.Spread
	repeats          fitting.Spread // what repeats alone show
	Repeated         int            // configurations that were measured repeatedly
	Questions        bool           // the metric is computed from questions, whose number also limits its precision
	Stated           bool           // the source states the error of each row
	// Sensor is the common error of the sensors of a GPU type, as a share of the power in W that one GPU draws.
	Sensor func(gpu string, watts float64) float64
}

// UncertaintyOf pools the runs of one record type; settings contain the assumption for runs without repeats.
func UncertaintyOf(runs data.Table, settings content.Content) Uncertainty {
	s := runs.Schema()
	metric := RankField(s)
	u := Uncertainty{
		Questions: s.Name(data.RoleQuestions) != "",
		Stated:    s.Name(data.RoleError) != "" || s.Name(data.RoleLower) != "" && s.Name(data.RoleUpper) != "",
	}
	if data.OfEnergy(metric.Unit) {
		u.Sensor = settings.SensorShare
		if assumed := settings.Site.Uncertainty.BetweenRuns; assumed > 0 && !u.Stated {
			u.Assumed = fitting.Assumed(assumed / 100)
		}
	}
	var groups [][]float64
	numbered := repeatedIn(runs)
	for _, repeats := range configurations(runs.Select(func(i int) bool { return numbered[ConfigurationID(runs.Run(i))] })) {
		if repeats.Len() > 1 {
			groups = append(groups, repeats.Numbers(metric.Name))
			u.Repeated++
		}
	}
	u.repeats = fitting.PooledSpread(groups)
	u.Between = u.repeats.FilledUp(u.Assumed)
	return u
}

// Single returns the half-width, on a log scale, of the 95% interval of one run whose source states no error; 0 if unknown.
func (u Uncertainty) Single() float64 {
	if !u.Between.Known() {
		return 0
	}
	return u.Between.Margin(Level, 1)
}

// margin is the half-width of the interval of the mean of some runs, on a log scale: what
// varies between runs, what the source states and what the questions leave open add in quadrature.
func (u Uncertainty) margin(runs data.Table) float64 {
	margin := 0.0
	if u.Between.Known() {
		margin = u.Between.Margin(Level, max(measuredIn(runs), 1))
	}
	if u.Stated {
		margin = math.Hypot(margin, statedMargin(runs))
	}
	if u.Questions {
		margin = math.Hypot(margin, questionsMargin(runs))
	}
	return margin
}

// statedMargin is the half-width, on a log scale, of the interval that the source states with each run, or that follows
// from its standard error; of several runs, whose errors are independent, that of their mean. It is 0 where a run
// states none.
func statedMargin(runs data.Table) float64 {
	s := runs.Schema()
	sum := 0.0
	for i := range runs.Len() {
		x, known := runs.Number(i, RankField(s).Name)
		off, stated := runs.Number(i, s.Name(data.RoleError))
		low, below := runs.Number(i, s.Name(data.RoleLower))
		high, above := runs.Number(i, s.Name(data.RoleUpper))
		own := 0.0
		switch {
		case known && stated && x > 0 && off > 0:
			own = fitting.Assumed(off/x).Margin(Level, 1)
		case below && above && low > 0 && high >= low:
			own = math.Log(high/low) / 2
		default:
			return 0
		}
		sum += own * own
	}
	return math.Sqrt(sum) / float64(max(runs.Len(), 1))
}

// questionsMargin is the half-width, on a log scale, of what the questions leave open: of
// the share of correct answers by Wilson's interval (J. Am. Stat. Assoc. 22, 1927), and of
// the mean energy of a question by Student's, each where the metric that ranks rests on it. It
// is 0 where no share or no number of questions is known. Repeats ask the same questions, so these count once. A formula and no
// bootstrap: of a share of 12 answers resampling gives too narrow an interval, of one
// that is 1 none at all.
func questionsMargin(runs data.Table) float64 {
	s := runs.Schema()
	ranks := RankField(s).Role
	share, stated := correctShare(runs)
	asked, counted := runs.Number(0, s.Name(data.RoleQuestions))
	if !stated || !counted || asked < 1 || share <= 0 {
		return 0
	}
	correct, energy := 0.0, 0.0
	if ranks != data.RoleEnergy {
		low, high := wilson(share, asked)
		correct = math.Log(high/low) / 2
	}
	mean, measured := runs.Number(0, s.Name(data.RoleEnergy))
	off, known := runs.Number(0, s.Name(data.RoleEnergyError))
	if measured && known && asked >= 2 && mean > 0 && ranks != data.RoleAccuracy {
		energy = fitting.Spread{SD: off / mean, Freedom: asked - 1}.Margin(Level, 1)
	}
	return math.Hypot(correct, energy)
}

// wilson is the score interval of a share of n.
func wilson(share, n float64) (low, high float64) {
	z := math.Sqrt2 * math.Erfinv(Level)
	center := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return center - half, center + half
}

// sensor is the error of the sensors behind a row, 0 where nothing is known.
func (u Uncertainty) sensor(r Row) float64 {
	if u.Sensor == nil {
		return 0
	}
	return u.Sensor(r.GPU, r.Power/float64(max(r.NumGPUs, 1)))
}

// Ties reports whether the difference between two rows is too small to be meaningful: the ratio of their metrics is
// within their combined intervals and, between GPU types, the error of their sensors. Independent errors add in
// quadrature.
func (r Row) Ties(other Row) bool {
	if !r.Ranked() || !other.Ranked() {
		return false
	}
	return math.Abs(math.Log(r.Score/other.Score)) <= r.Open(other) || r.Score == other.Score // also of two that cost nothing
}

// Open is what the errors of two rows leave open of the ratio of their scores: half the width of its interval, on a log scale.
func (r Row) Open(other Row) float64 { return math.Sqrt(r.openSquared(&other)) }

func (r *Row) openSquared(other *Row) float64 {
	open := r.Margin*r.Margin + other.Margin*other.Margin + r.Further*r.Further + other.Further*other.Further
	if r.GPU != other.GPU {
		open += r.Sensor*r.Sensor + other.Sensor*other.Sensor
	}
	return open
}

// Interval is the confidence interval of the row's metric at [Level], in the unit of [Row.RankField]; ok is false if
// the row has none: no metric, or nothing known about its error. It does not include the error of the sensor.
func (r Row) Interval() (low, high float64, ok bool) {
	x, ok := r.Metric()
	return x * math.Exp(-r.Margin), x * math.Exp(r.Margin), ok && r.Margin > 0
}
