package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// figures measures how long it takes to draw forty figures of a post as files.
func figures(s *session) error {
	texts := filepath.Join(s.dir, "texts")
	if err := writePost(texts, 40); err != nil {
		return err
	}
	drawn, err := usage.Best(s.runs, s.command,
		"figures", "--quiet", "--source", s.source, "--content", texts, "--only", "forty", "--out", filepath.Join(s.dir, "paper"))
	if err != nil {
		return err
	}
	row("40 figures with all files", drawn.Wall.Seconds(), 3, "s")
	row("40 figures, in yardsticks", drawn.Wall.Seconds()/s.stick.Seconds(), 1, "")
	return nil
}

// kinds are figures as posts have them; each is of all runs of language models.
var kinds = []string{
	"kind: scatter\nx: median_itl_ms\ny: {value: energy_per_token_joules, log: true}\nseries: gpu_model",
	"kind: bar\npick: {least: energy_per_token_joules, per: nickname}\nsort: energy_per_token_joules\ngroup: nickname\n" +
		"y: energy_per_token_joules\nlimit: 12\nannotate: value",
	"kind: violin\ngroup: gpu_model\ny: avg_power_watts",
	"kind: line\npick: {least: energy_per_token_joules, per: [gpu_model, max_num_seqs]}\nx: {value: max_num_seqs, log: true}\n" +
		"y: energy_per_token_joules\nseries: gpu_model",
	"kind: histogram\nx: avg_power_watts",
}

func writePost(texts string, n int) error {
	var b strings.Builder
	b.WriteString("---\ntitle: Forty figures\nsummary: As many as a long analysis has.\ndate: 2026-01-01\n---\n")
	for i := range n {
		fmt.Fprintf(&b, "\n```figure\nname: f%d\ntitle: Figure %d\nalt: Number %d of many.\n%s\n```\n", i, i, i, kinds[i%len(kinds)])
	}
	return usage.Write(filepath.Join(texts, "posts", "forty.md"), b.String())
}
