package jouleboard

import (
	"slices"
	"strings"
	"testing"
)

func TestLicensesAreThoseOfTheNotice(t *testing.T) {
	all := Licenses()
	if len(all) < 25 || strings.Contains(all[0].Components+all[0].Text, "Jouleboard") {
		t.Fatalf("%d licenses", len(all))
	}
	for i, l := range all {
		if (l.Components == "") != (i == 0) || len(l.Text) < 60 {
			t.Errorf("%q: %q", l.Components, l.Text)
		}
	}
	echarts := slices.IndexFunc(all, func(l License) bool {
		return strings.Contains(l.Components, "echarts (npm)") && strings.Contains(l.Text, "Apache License")
	})
	if echarts < 0 {
		t.Error("the license of ECharts is not there")
	}
}
