package content

// Uncertainty is what a publisher assumes where the results cannot tell.
type Uncertainty struct {
	// BetweenRuns is the standard deviation, in percent, between runs of one
	// configuration. It stands in where no configuration was measured repeatedly.
	BetweenRuns float64
}

func (u *Uncertainty) readOver(m *mapping) {
	if _, given := m.values["uncertainty"]; !given && u.BetweenRuns != 0 {
		m.known = append(m.known, "uncertainty")
		return
	}
	e := m.entry("uncertainty")
	u.BetweenRuns = e.positive("between_runs_percent", "8")
	if u.BetweenRuns >= 100 {
		e.fault(e.at("between_runs_percent"), "between_runs_percent: want a number below 100, got %v", u.BetweenRuns)
	}
	e.done()
}
