package board

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// The columns that state what chance leaves open of the energy; ranks rest on them
// (see [aggregate.Row.Ties]), so that the pages' script needs them.
const (
	EnergyLow      = "energy_low"
	EnergyHigh     = "energy_high"
	EnergyRuns     = "energy_runs"
	EnergyInterval = "energy_interval"
)

// uncertainty are the columns of the energy's interval.
func uncertainty(energy data.Field) []Column {
	column := func(name string, kind data.Kind, label, unit, help string, value func(fitting.Interval) any) Column {
		f := data.Field{Name: name, Kind: kind, Label: label, Unit: unit, Anchor: "uncertainty", Nullable: true, Help: help}
		return Column{f, func(r aggregate.Row) any {
			if r.Interval == nil {
				return nil
			}
			return value(*r.Interval)
		}}
	}
	return []Column{
		column(EnergyLow, data.Float, "Energy, from", energy.Unit, "Lower end of what chance leaves open of the energy.",
			func(i fitting.Interval) any { return i.Low }),
		column(EnergyHigh, data.Float, "Energy, to", energy.Unit, "Upper end of what chance leaves open of the energy.",
			func(i fitting.Interval) any { return i.High }),
		column(EnergyRuns, data.Int, "Runs behind the interval", "", "How many runs tell it; one run tells only what varied within it.",
			func(i fitting.Interval) any { return aggregate.RunsBehind(i) }),
		column(EnergyInterval, data.String, "Interval covers", "", "Which error the interval holds. That of the sensor is never in it.",
			func(i fitting.Interval) any { return aggregate.Covers(i) }),
	}
}
