package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const committed = "../runs"

func TestCommittedSampleIsWhatTheModelGives(t *testing.T) {
	files, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(committed, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from the model: run go generate ./data/mlenergy", name)
		}
		total += len(got)
	}
	if total > 300_000 {
		t.Errorf("the sample takes %d bytes, more than 300,000", total)
	}
	if there, _ := os.ReadDir(committed); len(there) != len(files) {
		t.Errorf("%d files are committed, %d generated", len(there), len(files))
	}
}

func TestSampleIsTheSameEveryTime(t *testing.T) {
	first, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	second, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	for name := range first {
		if !bytes.Equal(first[name], second[name]) {
			t.Errorf("two runs of the model give two different %s", name)
		}
	}
}
