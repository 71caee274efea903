// Command generate writes the synthetic sample: about twenty invented models on
// three GPU generations, as a compiled directory.
//
//	go run ./data/mlenergy/sample/generate
//
// No number is measured. Each follows from the physical model stated in
// decode.go (language models), denoise.go (diffusion models) and power.go, with
// the constants of gpus.go, models.go and tasks.go, and a spread drawn from a
// generator seeded by the run's own key. The same source gives the same bytes.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data"
)

// metadata marks every file of the sample as invented, with a date.
var metadata = map[string]string{"data_date": "2026-11-01", "synthetic": "true"}

func main() {
	out := flag.String("out", "data/mlenergy/sample/runs", "directory to write, relative to the module's root")
	flag.Parse()
	if err := write(*out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files, err := sample()
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// sample is the content of the sample's files by name.
func sample() (map[string][]byte, error) {
	llm, lengths := llmRuns()
	var runsFile, diffusionFile, lengthsFile bytes.Buffer
	if err := data.NewRuns(llm, false).InOrder().WriteStated(&runsFile, metadata); err != nil {
		return nil, err
	}
	if err := data.NewRuns(diffusionRuns(), false).InOrder().WriteStated(&diffusionFile, metadata); err != nil {
		return nil, err
	}
	if err := writeLengths(&lengthsFile, lengths); err != nil {
		return nil, err
	}
	return map[string][]byte{
		"llm.parquet":            runsFile.Bytes(),
		"diffusion.parquet":      diffusionFile.Bytes(),
		"output_lengths.parquet": lengthsFile.Bytes(),
	}, nil
}
