package source_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/source"
)

// The published runs as a CSV file, declared in less than 60 lines, are the runs that the
// built-in reader reads: on every task's board the same models in the same order with the
// same ranks and ranges, the same frontier, and the same numbers in the tables.
func TestADeclarationGivesTheBoardsOfTheBuiltInReader(t *testing.T) {
	text, err := os.ReadFile("testdata/published.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\n")); n > 60 {
		t.Errorf("the declaration has %d lines", n)
	}
	shared.Each(t, func(t *testing.T, root string) {
		own, err := source.Open(t.Context(), "json:"+filepath.Join(root, "data", "mlenergy-v3", "leaderboard"))
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		var runs bytes.Buffer
		if err := own.LLM().WriteCSV(&runs); err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string][]byte{"runs.csv": runs.Bytes(), "benchmark.yaml": text} {
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		declared, err := source.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if problems := declared.Problems(); len(problems) != len(own.Problems()) {
			t.Fatal(problems)
		}
		if declared.Len() != own.LLM().Len() {
			t.Fatalf("%d runs, want %d", declared.Len(), own.LLM().Len())
		}
		sameBoards(t, own.Dataset, declared.Dataset)
	})
}

func sameBoards(t *testing.T, own, declared data.Dataset) {
	t.Helper()
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	byTask := map[string][]aggregate.Row{}
	for _, r := range aggregate.RowsOf(own.LLM().Table, texts) {
		byTask[r.Task] = append(byTask[r.Task], r)
	}
	subjects := board.Studies(declared)
	if len(subjects) != len(byTask) {
		t.Fatalf("%d boards, want %d", len(subjects), len(byTask))
	}
	for _, s := range subjects {
		rows := byTask[s.Runs.Text(0, "task")]
		task := texts.Task(rows[0].Task, rows[0].Domain)
		percentile, _ := aggregate.ParsePercentile(task.Percentile)
		want := board.New(rows, task.Deadline, percentile)
		got := board.New(aggregate.Rows(s.Runs, aggregate.UncertaintyOf(declared.Tables[0], texts)), s.Deadline, s.Percentile)
		a, b := want.Answer(want.Default), got.Answer(got.Default)
		if len(b.Ranks) != len(a.Ranks) || len(b.Late) != len(a.Late) || len(a.Ranks) == 0 {
			t.Fatalf("%s: %d ranks and %d late, want %d and %d", s.Name, len(b.Ranks), len(b.Late), len(a.Ranks), len(a.Late))
		}
		for i := range a.Ranks {
			if a.Ranks[i] != b.Ranks[i] || a.Ranges[i] != b.Ranges[i] {
				t.Errorf("%s: rank %d is %+v %+v, want %+v %+v", s.Name, i, b.Ranks[i], b.Ranges[i], a.Ranks[i], a.Ranges[i])
			}
		}
		sameRows(t, a.Rows, b.Rows)
		sameRows(t, aggregate.Frontier(rows, percentile), aggregate.Frontier(got.Rows, percentile))
		sameRows(t, want.Rows, got.Rows)
	}
}

// sameRows fails where rows differ in what every table shows.
func sameRows(t *testing.T, want, got []aggregate.Row) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i, a := range want {
		b := got[i]
		texts := [][2]string{{a.ModelID, b.ModelID}, {a.Nickname, b.Nickname}, {a.GPU, b.GPU}, {a.Precision, b.Precision}, {
			a.Architecture,
			b.Architecture,
		}}
		numbers := [][2]float64{
			{a.Energy, b.Energy},
			{a.Power, b.Power},
			{a.Throughput, b.Throughput},
			{a.Score, b.Score},
			{a.Margin, b.Margin},
			{a.Sensor, b.Sensor},
			{float64(a.Batch), float64(b.Batch)},
			{float64(a.NumGPUs), float64(b.NumGPUs)},
			{a.TotalParams, b.TotalParams},
			{a.Latency(aggregate.P50), b.Latency(aggregate.P50)},
			{a.Latency(aggregate.P99), b.Latency(aggregate.P99)},
		}
		for _, pair := range texts {
			if pair[0] != pair[1] {
				t.Errorf("row %d: %q, want %q", i, pair[1], pair[0])
			}
		}
		for _, pair := range numbers {
			if pair[0] != pair[1] && !(math.IsNaN(pair[0]) && math.IsNaN(pair[1])) {
				t.Errorf("row %d of %s: %v, want %v", i, a.ModelID, pair[1], pair[0])
			}
		}
	}
}

// Two declarations of one record type that differ cannot share a table: the second source is
// named with the remedy.
func TestDeclarationsOfOneTypeMustAgree(t *testing.T) {
	dir := func(field string) string {
		at := t.TempDir()
		for name, text := range map[string]string{
			"a.csv": "model,e,x\nm" + field + ",1,2\n",
			"benchmark.yaml": "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n" +
				"- {name: model, role: model}\n- {name: e, role: energy}\n- {name: " + field + ", unit: s, from: [x]}\n",
		} {
			if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return at
	}
	if ds, err := source.Open(t.Context(), dir("x"), dir("x")); err != nil || ds.Len() != 1 {
		t.Errorf("the same declaration: %v", err)
	}
	_, err := source.Open(t.Context(), dir("x"), dir("y"))
	if err == nil || !strings.Contains(err.Error(), "declares the domain tiny differently from ") {
		t.Errorf("another declaration: %v", err)
	}
}

// A declaration that takes a built-in record type's name is refused at its line, whatever the type.
func TestBuiltInRecordTypesCannotBeDeclared(t *testing.T) {
	for _, domain := range source.Domains() {
		dir := t.TempDir()
		text := "board: {system: Tiny}\ndomain: " + domain + "\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n" +
			"- {name: e, role: energy}\n"
		for name, text := range map[string]string{"a.csv": "model,e\nm,1\n", "benchmark.yaml": text} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, err := source.Open(t.Context(), dir)
		if err == nil || !strings.Contains(err.Error(), "benchmark.yaml:2: domain: "+domain+" is a built-in record type; use another ID") {
			t.Errorf("%s: %v", domain, err)
		}
	}
}
