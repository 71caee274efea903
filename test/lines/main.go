// Command lines counts the lines of Go code per package, without tests, generated templates, blank lines and
// comments.
package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	names, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		log.Fatalf("git ls-files: %v: run it in the repository", err)
	}
	total, packages, by := 0, []string{}, map[string]int{}
	for name := range strings.FieldsSeq(string(names)) {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_templ.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		by[path.Dir(name)] += lines(text)
		total += lines(text)
	}
	for name := range by {
		packages = append(packages, name)
	}
	slices.Sort(packages)
	for _, name := range packages {
		fmt.Printf("%7d %s\n", by[name], name)
	}
	fmt.Printf("%7d lines of code\n", total)
}

// lines counts those on which a token stands; a text over several lines has them all.
func lines(text []byte) int {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, nil, 0)
	on := map[int]bool{}
	for {
		at, tok, literal := s.Scan()
		if tok == token.EOF {
			return len(on)
		}
		for i := 0; tok != token.SEMICOLON && i <= strings.Count(literal, "\n"); i++ {
			on[file.Line(at)+i] = true
		}
	}
}
