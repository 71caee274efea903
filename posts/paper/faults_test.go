package paper_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
)

// remedies are how messages say what to do.
var remedies = regexp.MustCompile(`; [a-z]|expected |use |give |is missing`)

// bars is a block whose lines begin at 10.
const bars = `name: f
kind: bar
title: Energy
alt: Bars.
pick: {least: energy_per_token_joules, per: gpu_model}
group: gpu_model
y: energy_per_token_joules
`

// Each fault of a block names the file, the line and the key, and says what to do.
func TestEachFaultNamesFileLineKeyAndRemedy(t *testing.T) {
	for _, c := range []struct{ block, old, new, place string }{
		{lines, "name: f", "name: F 1", "10: name"},
		{lines, "kind: line", "kind: lin", "11: kind"},
		{lines, "title: Energy and batch", "title:", "12: title"},
		{lines, "alt: Two lines.", "", "10: alt"},
		{lines, "series: gpu_model", "serie: gpu_model", `14: unknown key "serie"`},
		{lines, "series: gpu_model", "series: gpu_modl", "14: series"},
		{lines, "series: gpu_model\n", "", "10: series"},
		{lines, "x: max_num_seqs", "x: max_num_seq", "15: x"},
		{lines, "x: max_num_seqs", "x: {value: max_num_seqs * 2}", "15: x"},
		{lines, "x: max_num_seqs", "x: {value: max_num_seqs, logarithmic: true}", `15: unknown key "logarithmic"`},
		{lines, "x: max_num_seqs", "x: {value: max_num_seqs, log: yes please}", "15: log"},
		{lines, "x: max_num_seqs", "x: {value: max_num_seqs, min: low}", "15: min"},
		{lines, "x: max_num_seqs", "x: {value: max_num_seqs, min: 9, max: 3}", "15: m"},
		{lines, "x: max_num_seqs", "x: {value: gpu_model, log: true}", "15: log"},
		{lines, "y: energy_per_token_joules", "y: nickname", "16: y"},
		{lines, "y: energy_per_token_joules", "y: energy_per_token_joules +", "16: y"},
		{lines, "y: energy_per_token_joules", "y: [energy_per_token_joules, avg_power_watts]", "16: y"},
		{lines, "y: energy_per_token_joules", "y: {value: energy_per_token_joules, axis: up}", "16: axis"},
		{lines, "y: energy_per_token_joules", "y: {value: energy_per_token_joules, axis: right}", "16: y"},
		{lines, "y: energy_per_token_joules", "y: {value: energy_per_token_joules, low: p50_itl_ms}", "16: low and high"},
		{lines, "y: energy_per_token_joules", "y: {value: energy_per_token_joules, max: 0.1}", "16: y"},
		{lines, "y: energy_per_token_joules", "y: {value: energy_per_token_joules, percent_of: total}", "16: percent_of"},
		{lines, "y: energy_per_token_joules", "y: {value: 0 - energy_per_token_joules, label: Less, log: true}", "16: y"},
		{lines, "", "where: num_gpus > 8", "17: where"},
		{lines, "", "where: num_gpus >", "17: where"},
		{lines, "", "where: num_gpu > 8", "17: where"},
		{lines, "", "from: chat", "17: from"},
		{lines, "", "domain: images", "17: domain"},
		{lines, "", "csv: data/none.csv", "17: csv"},
		{lines, "", "csv: data/none.parquet", "17: csv"},
		{lines, "", "parquet: data/none.parquet", "17: parquet"},
		{lines, "", "join: {csv: data/none.csv, on: [gpu_model]}", "17: csv"},
		{lines, "", "join: {csv: data/none.csv}", "17: on"},
		{lines, "", "pick: {per: gpu_model}", "17: least"},
		{lines, "", "pick: {least: energy_per_token_joules, per: gpu_model, deadline: 50 h}", "17: deadline"},
		{lines, "", "matched: [nicknam]", "17: matched"},
		{lines, "", "facet: gpu", "17: facet"},
		{lines, "", "statistic: average", "17: statistic"},
		{lines, "", "interval: sd", "17: interval"},
		{lines, "", "legend: below", "17: legend"},
		{lines, "", "notes: [{text: here}]", "17: where"},
		{lines, "", "notes: [{text: here, where: num_gpus > 8}]", "17: where"},
		{lines, "", "width: 3.3", "17: width"},
		{lines, "", "width: 1in", "17: width"},
		{lines, "", "height: 0.6in", "17: height"},
		{lines, "", "font_size: huge", "17: font_size"},
		{lines, "", "font: fonts/none.ttf", "17: font"},
		{lines, "", "palette: rainbow", "17: palette"},
		{lines, "", "markers: [star]", "17: markers"},
		{lines, "", "dashes: [long]", "17: dashes"},
		{lines, "", "dpi: 9", "17: dpi"},
		{lines, "", "preset: colum", "17: preset"},
		{lines, "", "theme: sepia", "17: theme"},
		{bars, "pick: {least: energy_per_token_joules, per: gpu_model}", "", "15: group"},
		{bars, "group: gpu_model", "", "10: group"},
		{bars, "y: energy_per_token_joules", "y: {value: energy_per_token_joules, log: true}", "16: y"},
		{bars, "", "limit: 0", "17: limit"},
		{bars, "", "spread: 1", "17: spread"},
		{bars, "", "spread: 2\nlimit: 3", "17: spread"},
		{bars, "", "annotate: change", "17: annotate"},
		{bars, "", "notes: [{text: here, x: 3}]", "17: x"},
		{bars, "kind: bar", "kind: grouped-bar", "10: series"},
	} {
		block := c.block + c.new + "\n"
		if c.old != "" {
			block = strings.Replace(c.block, c.old, c.new, 1)
		}
		_, err := draw(t, block)
		var faults content.Errors
		var one content.Error
		if !errors.As(err, &faults) && errors.As(err, &one) {
			faults = content.Errors{one}
		}
		if len(faults) == 0 {
			t.Errorf("%s: %v is no fault of a text", c.new, err)
			continue
		}
		if text := faults[0].Error(); !strings.HasPrefix(text, "posts/a.md:"+c.place) || !remedies.MatchString(text) {
			t.Errorf("%s: %s, want posts/a.md:%s… and a remedy", c.new, text, c.place)
		}
	}
}
