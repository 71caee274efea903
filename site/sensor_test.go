package site

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
)

func TestTheSensorsErrorStandsBesideIntervals(t *testing.T) {
	opts := options(t)
	for i, g := range opts.Content.GPUs {
		if g.Model == "B200" {
			opts.Content.GPUs[i].Sensor = content.Sensor{Percent: 4, Watts: 5, Source: "https://meter.example.org/b200"}
		}
	}
	files := built(t, opts)
	page := func(name string) string { return files[name+"/index.html"] }
	stated := `<a href="https://meter.example.org/b200">±4% or ±5 W per GPU, whichever is larger</a>`
	for _, name := range []string{"models/lab__model-0", "gpus/b200"} {
		if !strings.Contains(page(name), stated) {
			t.Errorf("%s does not state the sensor's error", name)
		}
	}
}

func TestASensorsAccuracyIsTheLargerOfTwoErrors(t *testing.T) {
	e := &edition{content: content.Content{Words: content.English()}}
	for want, s := range map[string]content.Sensor{
		"±5%":          {Percent: 5},
		"±5 W per GPU": {Watts: 5},
		"±5% or ±2.5 W per GPU, whichever is larger": {Percent: 5, Watts: 2.5},
	} {
		if got := e.accuracy(s); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
}
