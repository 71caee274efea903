package command

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path"
	"strings"
	"sync"
	"time"
)

// Where the pages find what only serve has; no page of the site is there.
const (
	liveFiles  = "/-/"
	liveScript = liveFiles + "live.js"
	liveEvents = liveFiles + "events"
)

//go:embed live
var liveTree embed.FS

// siteHandler serves the tree at out as a static host does, with its _headers
// and its 404 page, and adds to each page the script that reloads it.
func siteHandler(out string, l *live) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET "+liveEvents, l)
	mux.HandleFunc("GET "+liveFiles, func(w http.ResponseWriter, r *http.Request) {
		content, err := liveTree.ReadFile("live/" + path.Base(r.URL.Path))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", contentType(r.URL.Path))
		w.Write(content)
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
	if err != nil {
		name = "404.html"
		content, _ = fs.ReadFile(root.FS(), name)
	}
	if path.Ext(name) == ".html" {
		content = bytes.Replace(content, []byte("</body>"), []byte(`<script src="`+liveScript+`" defer></script></body>`), 1)
	}
	h := w.Header()
	h.Set("Content-Type", contentType(name))
	h.Set("Cache-Control", "no-cache")
	rules, _ := fs.ReadFile(root.FS(), "_headers")
	applyHeaders(h, rules, r.URL.Path)
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		w.Write(content)
		return
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
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
	return cmp.Or(types[path.Ext(name)], "application/octet-stream")
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

// forHosts answers requests for names that only this machine's user gives: loopback ones,
// and the host of addr. A page of another site could otherwise have its own name lead
// here, and read what is served as if it were its own.
func forHosts(addr string, h http.Handler) http.Handler {
	given, _, err := net.SplitHostPort(addr)
	if err != nil {
		given = addr
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answersTo(given, r.Host) {
			http.Error(w, "unexpected host name: use http://localhost, or the host given with --addr", http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// answersTo reports whether a request for host is answered by what listens on given. Where
// that is every address of the machine, any address in digits is.
func answersTo(given, host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host == "localhost" || strings.HasSuffix(host, ".localhost") || host != "" && host == strings.ToLower(given)
	}
	listens, err := netip.ParseAddr(given)
	everywhere := given == "" || err == nil && listens.IsUnspecified()
	return ip.IsLoopback() || everywhere || err == nil && ip == listens
}

// live tells open pages, as server-sent events, which build they should show and what is
// wrong with the sources since.
type live struct {
	mu   sync.Mutex
	said said
	next chan struct{} // closed by the next build
}

type said struct {
	Build int    `json:"build"`
	Fault string `json:"fault,omitempty"` // why a later build failed
}

func newLive() *live { return &live{said: said{Build: 1}, next: make(chan struct{})} }

// tell announces the end of a build: a new site, or an error that left the old one.
func (l *live) tell(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.said.Fault = err.Error()
	} else {
		l.said = said{Build: l.said.Build + 1}
	}
	close(l.next)
	l.next = make(chan struct{})
}

func (l *live) state() (now said, next chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said, l.next
}

func (l *live) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		now, next := l.state()
		if err := send(w, now); err != nil {
			return
		}
		select {
		case <-next:
		case <-r.Context().Done():
			return
		}
	}
}

func send(w http.ResponseWriter, now said) error {
	line, err := json.Marshal(now)
	if err == nil {
		_, err = fmt.Fprintf(w, "data: %s\n\n", line)
	}
	return errors.Join(err, http.NewResponseController(w).Flush())
}
