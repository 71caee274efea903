package content

// Uncertainty is what a publisher assumes where the results cannot tell.
type Uncertainty struct {
	// BetweenRuns is the standard deviation, in percent, between runs of one
	// configuration. It stands in where no configuration was measured repeatedly.
	BetweenRuns float64
	// Sensor is the error, in percent, that all power sensors of a GPU model may share
	// where nobody states one. SensorSource is where somebody states it of others.
	Sensor       float64
	SensorSource string
}

func (u *Uncertainty) readOver(m *mapping) {
	if _, given := m.values["uncertainty"]; !given && u.BetweenRuns != 0 {
		m.known = append(m.known, "uncertainty")
		return
	}
	e := m.entry("uncertainty")
	e.percent("between_runs_percent", "8", &u.BetweenRuns)
	e.percent("sensor_percent", "5", &u.Sensor)
	if _, given := e.values["sensor_source"]; given || u.SensorSource == "" {
		u.SensorSource = e.link("sensor_source", "https://example.org/datasheet")
	}
	e.known = append(e.known, "sensor_source")
	e.done()
}

// percent reads a share above 0 and below 100 %; one that is known may be left out.
func (m *mapping) percent(key, example string, share *float64) {
	if _, given := m.values[key]; !given && *share != 0 {
		m.known = append(m.known, key)
		return
	}
	if *share = m.positive(key, example); *share >= 100 {
		m.fault(m.at(key), "%s: want a number below 100, got %v", key, *share)
	}
}
