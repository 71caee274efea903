package content

// Uncertainty contains the publisher's assumptions about values that the results do not determine.
type Uncertainty struct {
	// BetweenRuns is the standard deviation, in percent, between runs of one configuration. It is used if
	// repeats have fewer than 20 degrees of freedom, or if there are none.
	BetweenRuns float64
	// Sensor is the error, in percent, common to all power sensors of a GPU model, used if none is published.
	// SensorSource is the source of this assumption.
	Sensor       float64
	SensorSource string
}

func (e entry) uncertainty() Uncertainty {
	u := e.under("uncertainty")
	return Uncertainty{u.number("between_runs_percent"), u.number("sensor_percent"), u.text("sensor_source")}
}
