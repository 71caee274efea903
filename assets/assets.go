// Package assets holds what pages and the chart engine load: stylesheets, the mark, and the bundles that
// `make generate` makes of the browser code in js/. It decides nothing about the addresses or caching of
// published files.
//
// The bundles are not committed. Without them everything compiles and every package's tests run, those that
// draw charts or load pages skip, and the command says ErrNotGenerated.
package assets

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// ErrNotGenerated says that the bundles are absent and what makes them.
var ErrNotGenerated = errors.New("browser code is missing: run make generate")

//go:embed css img all:dist
var files embed.FS

// Files is the tree of css/, img/ and dist/.
func Files() fs.FS { return files }

// ChartEngine is the JavaScript that draws charts at build time, for package charts/render.
// The error is ErrNotGenerated when the bundle was not there at compile time.
func ChartEngine() ([]byte, error) { return generated("echarts-ssr.js") }

// ChartFonts are the TrueType files that picture files are lettered with. The error is as ChartEngine's.
func ChartFonts() (regular, bold []byte, err error) {
	regular, err = generated("arimo-regular.ttf")
	if err != nil {
		return nil, nil, err
	}
	bold, err = generated("arimo-bold.ttf")
	return regular, bold, err
}

func generated(name string) ([]byte, error) {
	content, err := files.ReadFile("dist/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotGenerated
	}
	return content, err
}

// Scripts is the browser code of pages: the files of dist/web, which refer to each other by name and carry a hash
// of their content in it, and the file name of each entry point, such as "task". The error is ErrNotGenerated when
// the bundles were not there at compile time.
func Scripts() (scripts fs.FS, entries map[string]string, err error) {
	list, err := files.ReadFile("dist/web.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, ErrNotGenerated
	}
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(list, &entries); err != nil {
		return nil, nil, fmt.Errorf("assets/dist/web.json: %w: run make generate", err)
	}
	scripts, err = fs.Sub(files, "dist/web")
	return scripts, entries, err
}
