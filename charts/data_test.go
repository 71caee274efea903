package charts

import (
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

var (
	english = content.English()

	chat = Task{Words: english, Output: "token", Deadline: 50}
)

// chatRuns is a task of so many models on three GPU models: larger batches save
// energy and cost time.
func chatRuns(models int) []data.LLMRun {
	var runs []data.LLMRun
	for m := range models {
		for g, model := range []string{"A100", "B200", "H100"} {
			for batch := 8; batch <= 2048; batch *= 4 {
				size, slow := float64(m+1), 1+0.4*float64(g)
				latency := 6 + size*slow + math.Sqrt(float64(batch))*2
				energy := size * slow * (0.05 + 4/float64(batch))
				runs = append(runs, data.LLMRun{
					Domain: "llm", Task: "chat", ModelID: fmt.Sprintf("org/m%d", m), Nickname: fmt.Sprintf("Model %d", m),
					GPUModel: model, NumGPUs: 1 + m%2, MaxNumSeqs: batch, EnergyPerTokenJoules: energy,
					OutputThroughputTokensPerSec: 1000 * float64(batch) / latency,
					AvgPowerWatts:                1000 * float64(batch) / latency * energy,
					MedianITLMillis:              latency, P50ITLMillis: latency, P90ITLMillis: 2 * latency, P95ITLMillis: 3 * latency,
					P99ITLMillis: 4 * latency,
				})
			}
		}
	}
	return runs
}

func chatRows(models int) []aggregate.Row {
	return aggregate.Rows(data.NewRuns(chatRuns(models), true).Table, aggregate.Uncertainty{})
}

// answers are lengths with a long tail.
func answers() *data.OutputLengths {
	o := &data.OutputLengths{}
	for i := range 120 {
		o.Lengths = append(o.Lengths, 20+i*i/4)
		o.Counts = append(o.Counts, 1+(119-i)/10)
	}
	return o
}

// moments are six dates of a model, of which the first had another deadline and the
// fifth was too slow.
func moments() []Moment {
	var all []Moment
	for i, energy := range []float64{0.9, 0.52, 0.5, 0.31, 0.2, 0.3} {
		all = append(all, Moment{
			Date: fmt.Sprintf("2025-%02d-01", 2*i+1), Run: fmt.Sprintf("run%d", i), Model: "org/m0", GPUs: "1× H100", Batch: 64,
			Energy: energy, Latency: 40,
		})
	}
	all[0].Note, all[4].Note = "another deadline or metric, 20 ms", "slower than 50 ms"
	return all
}

// trace is ten minutes of power at 10 Hz that rises, falls and has one peak.
func trace() Trace {
	var samples []Sample
	for i := range 6000 {
		t := float64(i) / 10
		samples = append(samples, Sample{t, 600 + 80*math.Sin(t/60) + 40*math.Sin(t*1.7)})
	}
	samples[3210].Value = 951.5
	return NewTrace(samples)
}

// latencies are most around 8 ms, some far above.
func latencies() *Latencies {
	l := &Latencies{}
	for i := range 50_000 {
		l.Add(0.008 * math.Exp(0.1*math.Sin(float64(i))))
		if i%40 == 0 {
			l.Add(0.045 * math.Exp(0.3*math.Sin(float64(i)/7)))
		}
	}
	return l
}

// figures is every chart on the test data.
func figures() []Figure {
	rows := chatRows(4)
	one := rows[:15]
	all := []Figure{
		OutputLengths([]*data.OutputLengths{answers()}, english),
		InterTokenLatencies(latencies(), one[2], english),
		Power(trace(), one[2], english),
		Trend(moments(), rows[0].EnergyField(), rows[0].LatencyField(aggregate.P50), chat),
	}
	return append(all, lineFigure(8, 5, 3.4, 2.2, 1.6, 1.4, 1.2), frontFigure())
}
