package aggregate

import "slices"

// Swing is what pairs would say if the power sensors of the alternative's GPU model were
// off by a share of what they read, either way. All runs on a model share that error, so
// no number of pairs makes it smaller. Where both sides are on one model it cancels out.
type Swing struct {
	Share     float64
	Least     int     // pairs in which the alternative needs less if it is read too low
	Most      int     // and if it is read too high
	Low, High float64 // the median change in percent, at the two ends
}

// Turns reports whether the error could turn what the median says.
func (s Swing) Turns() bool { return s.Low < 0 && s.High >= 0 || s.Low <= 0 && s.High > 0 }

// SensorSwing is the swing of pairs; zero without any.
func SensorSwing(pairs []Pair, share float64) Swing {
	s := Swing{Share: share}
	if len(pairs) == 0 {
		return s
	}
	ratios := make([]float64, len(pairs))
	for i, p := range pairs {
		ratios[i] = p.Alt / p.Base
		if ratios[i]*(1+share) < 1 {
			s.Least++
		}
		if ratios[i]*(1-share) < 1 {
			s.Most++
		}
	}
	slices.Sort(ratios)
	median := (ratios[(len(ratios)-1)/2] + ratios[len(ratios)/2]) / 2
	s.Low, s.High = (median*(1-share)-1)*100, (median*(1+share)-1)*100
	return s
}
