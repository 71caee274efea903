package site

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestTheProgramIsKnownByItsBuildID(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command("go", "tool", "buildid", name).Output()
	if got := program(); err != nil || got != strings.TrimSpace(string(want)) {
		t.Errorf("got %q, want %q, %v", got, want, err)
	}
}
