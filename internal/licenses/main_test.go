package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A module that is new, or has a new license, needs `make licenses`.
func TestNoticeHasTheLicenseOfEveryModule(t *testing.T) {
	notice, err := os.ReadFile(filepath.Join("..", "..", "NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	modules, err := modules()
	if err != nil || len(modules) < 20 {
		t.Fatal(len(modules), err)
	}
	for _, m := range modules {
		texts, err := m.texts()
		if err != nil {
			t.Error(err)
		}
		for _, text := range texts {
			if !strings.Contains(string(notice), "\n"+text+"\n") {
				t.Errorf("NOTICE lacks a text of %s: run make licenses", m.name)
			}
		}
		if !strings.Contains(string(notice), m.name) {
			t.Errorf("NOTICE does not name %s: run make licenses", m.name)
		}
	}
}
