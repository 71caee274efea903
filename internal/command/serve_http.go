package command

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
	"time"
)

// Where the pages find what only serve has; no page of the site is there.
const (
	liveScript = "/-/live.js"
	liveEvents = "/-/events"
)

//go:embed live.js
var liveJS []byte

// siteHandler serves the tree at out as a static host does, with its _headers
// and its 404 page, and adds to each page the script that reloads it.
func siteHandler(out string, l *live) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET "+liveEvents, l)
	mux.HandleFunc("GET "+liveScript, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Write(liveJS)
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) { serveTree(w, r, out) })
	return mux
}

// serveTree opens the directory anew for each request: a build exchanges it.
func serveTree(w http.ResponseWriter, r *http.Request, out string) {
	root, err := os.OpenRoot(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer root.Close()
	name, content, err := readPage(root.FS(), r.URL.Path)
	if err == nil && name == "" {
		http.Redirect(w, r, path.Clean("/"+r.URL.Path)+"/", http.StatusFound)
		return
	}
	status := http.StatusOK
	if err != nil {
		status = http.StatusNotFound
		name = "404.html"
		content, _ = fs.ReadFile(root.FS(), name)
	}
	answer(w, r, root.FS(), reply{name, content, status})
}

// readPage finds the file of an address: a directory's is its index.html. A
// directory without a slash has no name but is no error.
func readPage(tree fs.FS, address string) (name string, content []byte, err error) {
	name = strings.TrimPrefix(path.Clean("/"+address), "/")
	if hidden(name) {
		return "", nil, fs.ErrNotExist
	}
	if name == "" || strings.HasSuffix(address, "/") {
		name = path.Join(name, "index.html")
	} else if found, err := fs.Stat(tree, name); err == nil && found.IsDir() {
		return "", nil, nil
	}
	content, err = fs.ReadFile(tree, name)
	return name, content, err
}

// hidden names are for the host and the program, not for readers.
func hidden(name string) bool {
	return name == "_headers" || strings.HasPrefix(name, ".") || strings.Contains(name, "/.")
}

type reply struct {
	name    string
	content []byte
	status  int
}

func answer(w http.ResponseWriter, r *http.Request, tree fs.FS, a reply) {
	if path.Ext(a.name) == ".html" {
		a.content = withScript(a.content)
	}
	h := w.Header()
	h.Set("Content-Type", contentType(a.name))
	h.Set("Cache-Control", "no-cache")
	rules, _ := fs.ReadFile(tree, "_headers")
	applyHeaders(h, rules, r.URL.Path)
	if a.status != http.StatusOK {
		w.WriteHeader(a.status)
		w.Write(a.content)
		return
	}
	http.ServeContent(w, r, a.name, time.Time{}, bytes.NewReader(a.content))
}

func withScript(page []byte) []byte {
	script := fmt.Sprintf(`<script src="%s" defer></script></body>`, liveScript)
	return bytes.Replace(page, []byte("</body>"), []byte(script), 1)
}

// contentType is from a list of our own: what the system's tables say differs
// from machine to machine.
func contentType(name string) string {
	types := map[string]string{
		".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
		".js": "text/javascript; charset=utf-8", ".json": "application/json", ".xml": "application/xml",
		".txt": "text/plain; charset=utf-8", ".md": "text/markdown; charset=utf-8", ".csv": "text/csv; charset=utf-8",
		".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".webmanifest": "application/manifest+json",
		".woff2": "font/woff2", ".pdf": "application/pdf", ".parquet": "application/vnd.apache.parquet",
	}
	if known, ok := types[path.Ext(name)]; ok {
		return known
	}
	return "application/octet-stream"
}

// applyHeaders sets what the rules of a _headers file say for an address: a line
// with a path, which may end in *, then indented lines “Name: value”.
func applyHeaders(h http.Header, rules []byte, address string) {
	applies := false
	for line := range strings.Lines(string(rules)) {
		rule := strings.TrimSpace(line)
		if rule == "" || rule[0] == '#' {
			continue
		}
		if line[0] != ' ' && line[0] != '\t' {
			prefix, wild := strings.CutSuffix(rule, "*")
			applies = wild && strings.HasPrefix(address, prefix) || address == rule
			continue
		}
		if name, value, ok := strings.Cut(rule, ":"); ok && applies {
			h.Set(name, strings.TrimSpace(value))
		}
	}
}

// live tells open pages, as server-sent events, which build they should show.
type live struct {
	mu    sync.Mutex
	build int
	next  chan struct{} // closed by the next build
}

func newLive() *live { return &live{build: 1, next: make(chan struct{})} }

func (l *live) reload() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.build++
	close(l.next)
	l.next = make(chan struct{})
}

func (l *live) state() (build int, next chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.build, l.next
}

func (l *live) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		build, next := l.state()
		if err := send(w, build); err != nil {
			return
		}
		select {
		case <-next:
		case <-r.Context().Done():
			return
		}
	}
}

func send(w http.ResponseWriter, build int) error {
	_, err := io.WriteString(w, fmt.Sprintf("data: %d\n\n", build))
	return errors.Join(err, http.NewResponseController(w).Flush())
}
