// Package assets holds what pages and the chart engine load: stylesheets, the mark, fonts, and browser code. It decides
// nothing about the addresses or caching of published files.
//
// The scripts of pages are bundled from js/web into dist/web, and the bundle is committed: a build of the site needs Go
// alone. What is made from npm packages is not committed but made by `make generate`: the chart library, without which a
// site has all but the exploring of charts, and the engines, without which the command says ErrNotGenerated.
package assets

import (
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
)

// ErrNotGenerated says that the engines are absent and what makes them.
var ErrNotGenerated = errors.New("browser code is missing: run make generate")

//go:embed css img all:dist
var files embed.FS

// Files is the tree of css/, img/ and dist/.
func Files() fs.FS { return files }

// FormulaEngine is the JavaScript that turns TeX into MathML at build time, for package posts/formula.
// The error is ErrNotGenerated when the bundle was not there at compile time.
func FormulaEngine() ([]byte, error) { return generated("formulas.js") }

func generated(name string) ([]byte, error) {
	content, err := files.ReadFile("dist/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotGenerated
	}
	return content, err
}

// ECharts is the chart library, a module that pages load when a reader explores a chart; nil when it was not there at
// compile time.
func ECharts() []byte {
	content, err := files.ReadFile("dist/echarts.js")
	if err != nil {
		return nil
	}
	return content
}

// Scripts is the browser code of pages: the files of dist/web, which refer to each other by name and carry a hash
// of their content in it, and the file name of each entry point, such as "task".
func Scripts() (scripts fs.FS, entries map[string]string) {
	scripts, err := fs.Sub(files, "dist/web")
	if err != nil {
		panic(err) // the name is a good one
	}
	return scripts, bundled().Entries
}

// manifest is dist/web.json, see js/build/pages.js.
type manifest struct {
	ESBuild string `json:"esbuild"` // version
	Sources string `json:"sources"` // digest of what the bundle is made from
	Files   string `json:"files"`   // digest of the bundle
	Entries map[string]string
}

func bundled() manifest {
	var m manifest
	text, err := files.ReadFile("dist/web.json")
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		panic(err) // committed
	}
	return m
}
