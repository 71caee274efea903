package main

import "testing"

// Each mutation changes a text that its file has once.
func TestMutationsFitTheCode(t *testing.T) {
	t.Chdir("../..")
	all, err := listed()
	if err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	for _, m := range all {
		if _, ok := m.overlay(t.TempDir()); !ok {
			t.Errorf("%s does not have %q exactly once", m.file, m.old)
		}
	}
}
