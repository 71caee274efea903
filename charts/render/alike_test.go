package render_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

// A series of equal marks is drawn as copies of one. A datum that could say more of itself, even if it says nothing,
// has ECharts make every mark: both drawings must be the same.
func TestCopiedMarksAreThoseThatEChartsMakes(t *testing.T) {
	points := []string{"[8,5]", "[16,4.25]", `["-",3]`, "[32,12]", "[64,2.125]", "[100,0]", "[128,1.0333]"}
	for name, tc := range map[string]struct{ series, rows string }{
		"scatter":                  {`"type":"scatter","symbolSize":7,"itemStyle":{"color":"#0b6b4f60","borderColor":"var(--accent)","borderWidth":1}`, "[3]"},
		"a row for each datum":     {`"type":"scatter","symbol":"rect","symbolSize":[3,24]`, "[[9,8,7,6,5,4,3]]"},
		"no rows":                  {`"type":"scatter","symbol":"diamond"`, "[null]"},
		"the size of the shape":    {`"type":"scatter","symbolSize":2`, "[0]"},
		"turned":                   {`"type":"scatter","symbol":"triangle","symbolRotate":30`, "[0]"},
		"beside their place":       {`"type":"scatter","symbolOffset":[4,"50%"]`, "[0]"},
		"empty symbols on a line":  {`"type":"line","symbol":"emptyCircle","symbolSize":6`, "[0]"},
		"a line without symbols":   {`"type":"line","symbol":"none"`, "[null]"},
		"a line over missing data": {`"type":"line","symbol":"circle","connectNulls":true`, "[0]"},
		"with labels":              {`"type":"scatter","label":{"show":true,"formatter":"{c}"}`, "[0]"},
		"silent, above":            {`"type":"scatter","silent":true,"z":4,"itemStyle":{"opacity":0.4}`, "[0]"},
	} {
		t.Run(name, func(t *testing.T) {
			plain := strings.Join(points, ",")
			apart := `{"value":` + strings.Join(points, `},{"value":`) + `}`
			copied, made := marks(t, tc.series, tc.rows, plain), marks(t, tc.series, tc.rows, apart)
			if copied != made {
				t.Errorf("copied\n%s\nmade by ECharts\n%s", copied, made)
			}
			if want := tc.rows != "[null]"; strings.Contains(copied, "data-i=") != want {
				t.Errorf("marks that stand for rows: want %v in\n%s", want, copied)
			}
		})
	}
}

func marks(t *testing.T, series, rows, points string) string {
	t.Helper()
	option := fmt.Sprintf(`{"rows":%s,"grid":{"left":50,"right":12,"top":12,"bottom":42},"xAxis":{"type":"log"},"yAxis":{"max":10},"series":[{%s,"data":[%s]}]}`,
		rows, series, points)
	return draw(t, renderer(t, render.Options{Workers: 1}), render.Chart{ID: "c", Title: "T", Width: 400, Height: 300, Option: []byte(option)})
}
