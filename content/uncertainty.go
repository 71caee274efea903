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

func (e entry) uncertainty() Uncertainty {
	u := e.under("uncertainty")
	return Uncertainty{u.number("between_runs_percent"), u.number("sensor_percent"), u.text("sensor_source")}
}
