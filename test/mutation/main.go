// Command mutation checks that tests notice changes. It changes one constant or comparison at a time, those in
// mutations.yaml, and runs the tests as in a plain clone. It fails if no test fails after a change, or if a change does
// not fit the code.
//
//	go run ./test/mutation [-only fitting]
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

//go:embed mutations.yaml
var mutations []byte

func main() {
	log.SetFlags(0)
	only := flag.String("only", "", "the mutations of files that begin so")
	flag.Parse()
	dir, err := os.MkdirTemp("", "mutation")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	packages, err := importers()
	if err != nil {
		log.Fatal(err)
	}
	all, err := listed()
	if err != nil {
		log.Fatal(err)
	}
	bad := 0
	for _, m := range all {
		if !strings.HasPrefix(m.file, *only) {
			continue
		}
		outcome := m.try(dir, packages)
		fmt.Printf("%-9s %s: %s → %s\n", outcome, m.file, m.old, m.new)
		if outcome != killed {
			bad++
		}
	}
	if bad > 0 {
		os.RemoveAll(dir)
		log.Fatalf("%d mutations were not killed: add tests, or adapt test/mutation/mutations.yaml", bad)
	}
}

// listed are those of mutations.yaml.
func listed() (all []mutation, err error) {
	var texts [][3]string
	err = yaml.Unmarshal(mutations, &texts)
	for _, t := range texts {
		all = append(all, mutation{t[0], t[1], t[2]})
	}
	return all, err
}

// mutation is a text that a file has once, and what stands there instead.
type mutation struct{ file, old, new string }

// The outcomes.
const (
	killed   = "killed"
	survived = "SURVIVED"
	misfit   = "MISFIT" // the text is not there exactly once, or nothing compiles
)

// try tests the mutated package, then those that import it.
func (m mutation) try(dir string, importers map[string][]string) string {
	overlay, ok := m.overlay(dir)
	if !ok {
		return misfit
	}
	pkg := "./" + path.Dir(m.file)
	if outcome := test(dir, overlay, pkg); outcome != survived {
		return outcome
	}
	return test(dir, overlay, importers[pkg]...)
}

// overlay writes the mutated file and the list that go takes for -overlay.
func (m mutation) overlay(dir string) (name string, ok bool) {
	text, err := os.ReadFile(m.file)
	if err != nil || strings.Count(string(text), m.old) != 1 {
		return "", false
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		log.Fatal(err)
	}
	mutant, name := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{original: mutant}})
	if err != nil {
		log.Fatal(err)
	}
	for file, content := range map[string]string{mutant: strings.Replace(string(text), m.old, m.new, 1), name: string(list)} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			log.Fatal(err)
		}
	}
	return name, true
}

// test runs the short tests of packages without the whole reference material.
func test(dir, overlay string, packages ...string) string {
	if len(packages) == 0 {
		return survived
	}
	cmd := exec.Command("go", append([]string{"test", "-short", "-failfast", "-timeout=5m", "-overlay=" + overlay}, packages...)...)
	cmd.Env = append(os.Environ(), "JOULEBOARD_SHARED="+dir)
	said, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return survived
	case bytes.Contains(said, []byte("[build failed]")), bytes.Contains(said, []byte("[setup failed]")):
		return misfit
	}
	return killed
}

// importers are the packages that rest on each one, without those that need a browser
// or Node.
func importers() (map[string][]string, error) {
	const module = "github.com/jouleboard/jouleboard/"
	list, err := exec.Command("go", "list", "-f", "{{.ImportPath}}{{range .Deps}} {{.}}{{end}}", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list ./...: %w: run it in the root of the repository", err)
	}
	by := map[string][]string{}
	for line := range strings.Lines(string(list)) {
		words := strings.Fields(line)
		name := strings.Replace(words[0], module, "./", 1)
		if strings.HasPrefix(name, "./test/") {
			continue
		}
		for _, dep := range words[1:] {
			if own, ok := strings.CutPrefix(dep, module); ok && !slices.Contains(by["./"+own], name) {
				by["./"+own] = append(by["./"+own], name)
			}
		}
	}
	return by, nil
}
