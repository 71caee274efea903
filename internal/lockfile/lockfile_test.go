package lockfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOneHasTheLockUntilItIsClosed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	one, err := Try(name, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Try(name, 0o600); !errors.Is(err, ErrBusy) {
		t.Errorf("a second lock: %v", err)
	}
	one.Close()
	two, err := Try(name, 0o600)
	if err != nil {
		t.Fatalf("after it was closed: %v", err)
	}
	two.Close()
}

// A lock on a file that another has removed excludes nobody.
func TestFileThatWasRemovedOrReplacedDoesNotStand(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if !stands(file, name) {
		t.Error("the file that is there does not stand")
	}
	if err := os.Rename(name, name+"-before"); err != nil {
		t.Fatal(err)
	}
	if stands(file, name) {
		t.Error("a removed file stands")
	}
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if stands(file, name) {
		t.Error("a replaced file stands")
	}
}
