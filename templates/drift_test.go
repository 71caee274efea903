package templates

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestGeneratedGoIsThatOfTheTemplates(t *testing.T) {
	sources, err := filepath.Glob("*.templ")
	if err != nil || len(sources) == 0 {
		t.Fatalf("%d templates, %v", len(sources), err)
	}
	dir := t.TempDir()
	tool := filepath.Join(dir, "templ")
	build := exec.Command("go", "build", "-modfile=../tools/go.mod", "-o", tool, "github.com/a-h/templ/cmd/templ")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	generate := exec.Command(tool, "generate")
	generate.Dir = dir // names in the generated code are relative to it
	if text, err := generate.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, name := range sources {
		made := name[:len(name)-len(".templ")] + "_templ.go"
		want, _ := os.ReadFile(filepath.Join(dir, made))
		if got, _ := os.ReadFile(made); !bytes.Equal(got, want) {
			t.Errorf("%s is not what %s generates: run make templ and commit it", made, name)
		}
	}
}
