package site

import (
	"reflect"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/source"
)

// The default view of a board is computed once, and is what the board answers.
func TestTheDefaultViewIsAnsweredOnce(t *testing.T) {
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	ds, err := source.Open(t.Context(), "sample:")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range Leaderboards(ds.Dataset, texts) {
		a, again := l.Answer(l.Default), l.Answer(l.Default)
		if len(a.Rows) == 0 || &a.Rows[0] != &again.Rows[0] {
			t.Errorf("%s: the default view is computed again", l.ID)
		}
		if !reflect.DeepEqual(a, l.Board.Answer(l.Default)) {
			t.Errorf("%s: the default view is not that of the board", l.ID)
		}
		q := l.Default
		q.Deadline *= 2
		if !reflect.DeepEqual(l.Answer(q), l.Board.Answer(q)) {
			t.Errorf("%s: another deadline has not the answer of the board", l.ID)
		}
	}
}
