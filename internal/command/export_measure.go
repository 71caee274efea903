package command

import (
	"context"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/export/openg2g"
	"github.com/jouleboard/jouleboard/source"
)

// measure reads the samples behind the runs. What cannot be read is said and left
// out: the other runs of a batch size may do.
func (c *console) measure(ctx context.Context, s openg2g.Spec, runs data.LLMRuns, from *source.Dataset) ([]openg2g.Measured, error) {
	measured := make([]openg2g.Measured, 0, runs.Len())
	for r := range runs.All() {
		one := runs.Where(func(other data.LLMRun) bool { return other == r })
		m := openg2g.Measured{Run: r}
		powerErr := measurePower(ctx, from, one, &m)
		latencyErr := measureLatencies(ctx, from, one, &m)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if powerErr != nil {
			c.say("%s: %v", s.ModelLabel, powerErr)
		}
		if latencyErr != nil && (powerErr == nil || latencyErr.Error() != powerErr.Error()) {
			c.say("%s: %v", s.ModelLabel, latencyErr)
		}
		measured = append(measured, m)
	}
	return measured, nil
}

func measurePower(ctx context.Context, from *source.Dataset, run data.LLMRuns, m *openg2g.Measured) error {
	for t, err := range source.Timelines(ctx, from, run, "power.device_instant") {
		if err != nil {
			return err
		}
		m.Power, m.Day = series(t.Samples), lastDay(t.Samples)
	}
	return nil
}

// measureLatencies takes all latencies of a run or, where its file is wrong, none.
func measureLatencies(ctx context.Context, from *source.Dataset, run data.LLMRuns, m *openg2g.Measured) error {
	var all []float64
	for block, err := range from.InterTokenLatencies(ctx, run) {
		if err != nil {
			return err
		}
		all = append(all, block.Seconds...)
	}
	m.Latencies = all
	return nil
}

// series is a timeline as the exports take it.
func series(samples []raw.Sample) (s openg2g.Series) {
	for _, p := range samples {
		s.Seconds, s.Watts = append(s.Seconds, p.RelativeSeconds), append(s.Watts, p.Value)
	}
	return s
}

// lastDay is the day of the last sample, "" where its clock cannot be right.
func lastDay(samples []raw.Sample) string {
	if len(samples) == 0 {
		return ""
	}
	at := samples[len(samples)-1].Timestamp
	end := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	if !(at > 0 && at < float64(end.Unix())) {
		return ""
	}
	return time.Unix(int64(at), 0).UTC().Format(time.DateOnly)
}
