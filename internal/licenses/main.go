// Command licenses writes NOTICE: the licenses and notices of all modules in a released binary, and of the chart
// library, which comes from npm.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

const own = `Jouleboard
Copyright 2026 the contributors

Licensed under the Apache License, Version 2.0; the file LICENSE contains its text.
The program and the sites that it builds contain the work of others under the
licenses below. Of these, sites contain only the chart library and, in images,
glyphs of the fonts.
`

// carried names texts of licenses and notices; what is only for developers is left out.
var carried = regexp.MustCompile(`(?i)^(licen[cs]e|notice|copyright|unlicense|copying)`)

// component is something that the binary carries, in a directory with its texts.
type component struct{ name, dir string }

func main() {
	text, err := notice()
	if err == nil {
		err = os.WriteFile("NOTICE", text, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func notice() ([]byte, error) {
	modules, err := modules()
	if err != nil {
		return nil, err
	}
	names := map[string][]string{} // by text
	var texts []string
	for _, c := range slices.Concat(modules, packages("echarts", "zrender", "tslib")) {
		found, err := c.texts()
		if err != nil {
			return nil, err
		}
		for _, text := range found {
			if names[text] == nil {
				texts = append(texts, text)
			}
			names[text] = append(names[text], c.name)
		}
	}
	out := bytes.NewBufferString(own)
	for _, text := range texts {
		fmt.Fprintf(out, "\n== %s\n\n%s\n", strings.Join(slices.Compact(names[text]), ", "), text)
	}
	return out.Bytes(), nil
}

// modules are those of which a package is linked on any system that is released for.
func modules() (all []component, err error) {
	dirs := map[string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-tags=arrow_json_stdlib,nethttpomithttp2",
			"-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "github.com/jouleboard/jouleboard/cmd/jouleboard")
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		text, err := list.Output()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			if name, dir, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
				dirs[name] = dir
			}
		}
	}
	goRoot, err := exec.Command("go", "env", "GOROOT").Output()
	dirs["Go's standard library"] = strings.TrimSpace(string(goRoot))
	for name, dir := range dirs {
		all = append(all, component{name, dir})
	}
	slices.SortFunc(all, func(a, b component) int { return strings.Compare(a.name, b.name) })
	return all, err
}

func packages(names ...string) []component {
	return lists.Map(names, func(name string) component { return component{name + " (npm)", filepath.Join("node_modules", name)} })
}

// texts are the licenses and notices of a component; none is an error.
func (c component) texts() (texts []string, err error) {
	for _, dir := range []string{c.dir, filepath.Join(c.dir, "licenses")} {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if !carried.MatchString(e.Name()) || e.IsDir() || filepath.Ext(e.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return nil, err
			}
			texts = append(texts, tidy(string(text)))
		}
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("%s: no license in %s; of a package of npm, run npm ci first", c.name, c.dir)
	}
	return texts, nil
}

// tidy makes texts equal that differ in white space at the ends of lines.
func tidy(text string) string {
	lines := strings.Split(strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "\ufeff"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\f\v")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
