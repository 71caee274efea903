// Package assets contains the files that pages load: stylesheets, the logo and browser code. It does not decide the
// addresses or caching of published files.
//
// The scripts of pages are bundled from js/web into dist/web, and the bundle is committed: building the site requires
// only Go. `make generate` gets the chart library from npm; without it the charts of a site are not interactive.
package assets

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"io"
	"io/fs"
	"sync"
)

//go:embed css img all:dist
var files embed.FS

// Files is the tree of css/, img/ and dist/.
func Files() fs.FS { return files }

// ECharts returns the chart library, a module that pages load when a reader opens an interactive chart; nil if it was
// not available at compile time. The program contains it compressed, with a third of its size.
var ECharts = sync.OnceValue(func() []byte {
	compressed, err := files.ReadFile("dist/echarts.js.gz")
	if err != nil {
		return nil
	}
	library, err := gunzip(compressed)
	if err != nil {
		panic(err) // made by js/build/library.js
	}
	return library
})

func gunzip(compressed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// Scripts returns the browser code of pages: the files of dist/web, which refer to each other by name and have a hash
// of their content in their names, and each entry point, such as "task".
func Scripts() (scripts fs.FS, entries map[string]Script) {
	scripts, err := fs.Sub(files, "dist/web")
	if err != nil {
		panic(err) // the name is a good one
	}
	m := bundled()
	entries = map[string]Script{}
	for name, file := range m.Entries {
		entries[name] = Script{file, m.Texts[name]}
	}
	return scripts, entries
}

// Script is an entry point: its file, and the keys of the messages that it uses. A key that ends in a dot stands for
// all keys that begin with it.
type Script struct {
	File  string
	Texts []string
}

// manifest is dist/web.json, see js/build/pages.js.
type manifest struct {
	ESBuild string `json:"esbuild"` // version
	Sources string `json:"sources"` // digest of what the bundle is made from
	Files   string `json:"files"`   // digest of the bundle
	Entries map[string]string
	Texts   map[string][]string
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
