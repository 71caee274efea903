package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// prometheus reads the answer to a query over a range of time: a series for each GPU, or for each mode of one, such as idle and
// dynamic, whose power is added.
func prometheus(in io.ReadSeeker) (map[string]*samples, error) {
	modes, found := map[string][]*samples{}, map[string]*samples{}
	var wrong error
	err := jsontree.Each(in, jsontree.Options{}, func(v any) bool {
		series, _ := jsontree.At(v, "data.result").([]any)
		if jsontree.At(v, "data.resultType") != "matrix" || len(series) == 0 {
			wrong = errors.New("is not a response of /api/v1/query_range with a series")
		}
		for i, one := range series {
			key := fmt.Sprint(i)
			if labels, _ := jsontree.At(one, "metric").(*jsontree.Members); labels != nil && jsontree.At(labels, "mode") != nil {
				others := lists.Filter(labels.All(), func(m jsontree.Member) bool { return m.Key != "mode" })
				of, _ := json.Marshal(jsontree.ObjectOf(others))
				key = string(of)
			}
			modes[key] = append(modes[key], pointsOf(one))
		}
		return false
	})
	for key, parts := range modes {
		found[key] = together(parts)
	}
	return found, errors.Join(err, wrong)
}

// pointsOf are the samples of a series; NaN was not measured.
func pointsOf(series any) *samples {
	s := &samples{}
	points, _ := jsontree.At(series, "values").([]any)
	for _, point := range points {
		at, _ := point.([]any)
		if len(at) < 2 {
			continue
		}
		t, ok := data.Number(at[0])
		text, _ := at[1].(string)
		x, err := units.ParseNumber(text)
		if ok && err == nil && x == x {
			s.add(t, x)
		}
	}
	return s
}
