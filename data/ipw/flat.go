package ipw

import (
	"strings"
)

// addFlat adds the traces of a data set in flat form: each row holds its trace as
// JSON. before is how many rows came earlier.
func (g *gathered) addFlat(traces values, rows, before int) {
	d := newDecoder()
	for row := range rows {
		text := ""
		if traces != nil {
			text, _ = traces.at(row).(string)
		}
		d.scan.Reset(strings.NewReader(text))
		t, err := d.decode()
		if err == nil {
			g.add(&t)
			continue
		}
		g.wrong++
		if len(g.faults) < mostFaults {
			f := faultOf(before+row+1, nil, err, false)
			if f.field != "" {
				f.field = traceColumn + ": " + f.field
			}
			g.faults = append(g.faults, f)
		}
	}
}
