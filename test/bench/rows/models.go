package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// mostOfModels is what many models on one board may take, in yardsticks and MB.
var mostOfModels = [2]float64{5, 500}

// mostOfPage is what a page of them may take, in ms.
const mostOfPage = 2

const declaration = `domain: t
basis: {window: the whole run, scope: GPU, token: output tokens}
board: {system: T, about: A., license: CC-BY-4.0}
rows: [{files: ["*.csv"]}]
fields:
- {name: model, role: model}
- {name: energy, role: energy, unit: J/token}
`

// writeModels writes one run for each of n models, in an order that no column has.
func writeModels(dir string, n int, energy func(i int) float64) error {
	if err := usage.Write(filepath.Join(dir, "benchmark.yaml"), declaration); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(dir, "runs.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	fmt.Fprintln(w, "model,energy")
	for k := range n {
		i := k * 7919 % n // 7919 is a prime, so that each i occurs once
		fmt.Fprintf(w, "lab/m%d,%g\n", i, energy(i))
	}
	return w.Flush()
}

// models measures boards of 100,000 models, all tied and all different, and a site of 20,000.
func (m measure) models() error {
	for name, energy := range map[string]func(int) float64{
		"tied":      func(int) float64 { return 1 },
		"different": func(i int) float64 { return 1 + float64(i) },
	} {
		dir := filepath.Join(m.dir, "models-"+name)
		if err := usage.Once(dir, func(dir string) error { return writeModels(dir, 100_000, energy) }); err != nil {
			return err
		}
		err := errors.Join(
			m.one("100,000 models, "+name+": check", mostOfModels, "--quiet", "check", "--source", dir),
			m.one("100,000 models, "+name+": rank", mostOfModels, "--quiet", "rank", "--source", dir, "--task", "t-all"),
		)
		if err != nil {
			return err
		}
	}
	dir := filepath.Join(m.dir, "models-site")
	if err := usage.Once(dir, func(dir string) error { return writeModels(dir, 20_000, func(i int) float64 { return 1 + float64(i) }) }); err != nil {
		return err
	}
	out := filepath.Join(m.dir, "site-of-models")
	u, err := usage.Best(1, m.command, "build", "--quiet", "--source", dir, "--out", out)
	if err != nil {
		return err
	}
	pages := 0
	err = filepath.WalkDir(out, func(_ string, e os.DirEntry, err error) error {
		if err == nil && e.Name() == "index.html" {
			pages++
		}
		return err
	})
	if err == nil {
		fmt.Printf("20,000 models   build   %.2f ms of each of %d pages (at most %d), %.2f ms of processor, %.0f MB\n",
			1000*u.Wall.Seconds()/float64(pages), pages, mostOfPage, 1000*u.CPU.Seconds()/float64(pages), u.Megabytes())
	}
	return err
}
