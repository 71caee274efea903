package ipw

import (
	"math"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// the documents around a run that fields are read from, as declarations name them
const (
	summaryDocument    = "summary"
	reportDocument     = "report"
	regressionDocument = "regression"
	efficiencyDocument = "efficiency" // of one model, in the report
)

// statedIn is what a document states of a field, nil for nothing: a text, a number, a count. Runners write 0 into a
// summary for what they do not know.
func statedIn(document string, o any, f data.Field) any {
	switch x := jsontree.First(o, f.In(document)...).(type) {
	case string:
		if text := data.Public(x); text != "" && f.Kind == data.String {
			return text
		}
	case float64:
		count := x >= 0 && x < 1e12 && x == math.Trunc(x)
		if (f.Kind == data.Float || f.Kind == data.Int && count) && (x > 0 || document != summaryDocument) {
			return x
		}
	}
	return nil
}

// fill stores what a document states in a row.
func fill(row data.Row, document string, o any) {
	for _, f := range schema().Fields() {
		if v := statedIn(document, o, f); v != nil {
			_ = row.Set(f.Name, v) // of the field's kind
		}
	}
}

// text is what the summary states of a field, missing for nothing.
func (n *run) text(field string) (text data.Opt[string]) {
	f, _ := schema().Field(field)
	if s, ok := statedIn(summaryDocument, n.summary, f).(string); ok {
		text = data.Some(s)
	}
	return text
}

// count is as text, for a number of something.
func (n *run) count(field string) (count data.Opt[int]) {
	f, _ := schema().Field(field)
	if x, ok := statedIn(summaryDocument, n.summary, f).(float64); ok {
		count = data.Some(int(x))
	}
	return count
}

// dateOf is the day of the run: when it began, or when its summary was written, in
// seconds since 1970.
func dateOf(o jsontree.Object) data.Opt[string] {
	for _, key := range []string{"start_time", "generated_at"} {
		s := jsontree.Text(o, key)
		if day, err := time.Parse(time.DateOnly, s[:min(len(s), len(time.DateOnly))]); err == nil {
			return data.Some(day.Format(time.DateOnly))
		}
	}
	if at, ok := timeOf(o["generated_at"]).Value(); ok {
		return data.Some(at[:len(time.DateOnly)])
	}
	return data.Opt[string]{}
}

// timeOf is a time to the second: in UTC, or as it stands where no zone is stated.
func timeOf(v any) data.Opt[string] {
	switch v := v.(type) {
	case float64:
		const first, last = 1e9, 1e10 // 2001 to 2286: a number outside is no such time
		if v >= first && v <= last {
			return data.Some(time.Unix(int64(v), 0).UTC().Format(time.RFC3339))
		}
	case string:
		const local = "2006-01-02T15:04:05"
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return data.Some(at.UTC().Format(time.RFC3339))
		}
		if at, err := time.Parse(local, v); err == nil {
			return data.Some(at.Format(local))
		}
	}
	return data.Opt[string]{}
}
