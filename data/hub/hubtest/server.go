// Package hubtest simulates the Hugging Face Hub, including its faults, for tests and measurements. A [Server] is a
// hub with a storage on a separate host, to which it redirects. It has datasets, commits, branches, accounts and
// gates, sends the documented headers, splits its listings into pages, and simulates the faults that a test requests.
// It records each request.
package hubtest

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
)

// Server is a hub and its storage.
type Server struct {
	URL      string // of the hub, for HF_ENDPOINT
	Storage  string // address of the storage
	PageSize int    // entries of a page of a listing

	hub, storage *httptest.Server

	mu       sync.Mutex
	arrived  *sync.Cond
	repos    map[string]*Repo
	accounts map[string][]string // token: datasets that it may read
	contents map[string]File     // by hash
	renamed  map[string]string   // old name: new name
	breaks   []*broken
	log      []Request
}

// Repo is a dataset of the hub.
type Repo struct {
	Gated, Private bool

	commits  map[string]map[string]File // hash: path: file
	branches map[string]string
	entries  []Entry
}

// File is a content and how the hub keeps it.
type File struct {
	Size    int64
	Open    func() (io.ReadSeekCloser, error)
	Large   bool   // in the storage, named by SHA-256; otherwise in git
	Content string // hash that identifies it
}

// Request is a request of a client.
type Request struct {
	Method string
	Host   string // "hub" or "storage"
	Path   string // with the query, without a signature
	Range  string
	Token  string // token of the request
}

func (r Request) String() string {
	line := r.Method + " " + r.Host + " " + r.Path
	if r.Range != "" {
		line += " " + r.Range
	}
	return line
}

// Start starts a hub without datasets.
func Start() *Server {
	s := &Server{
		PageSize: 1000, repos: map[string]*Repo{}, accounts: map[string][]string{},
		contents: map[string]File{}, renamed: map[string]string{},
	}
	s.arrived = sync.NewCond(&s.mu)
	s.hub = httptest.NewServer(s.watched("hub", http.HandlerFunc(s.serveHub)))
	s.storage = httptest.NewServer(s.watched("storage", http.HandlerFunc(s.serveStorage)))
	s.URL, s.Storage = s.hub.URL, s.storage.URL
	return s
}

// Close stops the hub, even if clients are still reading.
func (s *Server) Close() {
	s.hub.CloseClientConnections()
	s.storage.CloseClientConnections()
	s.hub.Close()
	s.storage.Close()
}

// Commit adds a commit with these files to a dataset, which is created if it does not exist, and moves the branch
// main to it.
func (s *Server) Commit(name string, files map[string]File) (commit string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.repos[name]
	if r == nil {
		r = &Repo{commits: map[string]map[string]File{}, branches: map[string]string{}}
		s.repos[name] = r
	}
	h := sha1.New()
	fmt.Fprintln(h, name, len(r.commits))
	for _, path := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintln(h, path, files[path].Content)
		s.contents[files[path].Content] = files[path]
	}
	commit = hex.EncodeToString(h.Sum(nil))
	r.commits[commit] = files
	r.branches["main"] = commit
	return commit
}

// Change changes a dataset.
func (s *Server) Change(name string, change func(r *Repo)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.repos[name])
}

// Branch gives a commit another name.
func (s *Server) Branch(name, branch, commit string) {
	s.Change(name, func(r *Repo) { r.branches[branch] = commit })
}

// List adds entries to the listings of a dataset that do not exist as files.
func (s *Server) List(name string, entries ...Entry) {
	s.Change(name, func(r *Repo) { r.entries = append(r.entries, entries...) })
}

// Rename gives a dataset another name; the old one redirects.
func (s *Server) Rename(from, to string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.repos[to] = s.repos[from]
	delete(s.repos, from)
	s.renamed[from] = to
}

// Account registers a token with access to these datasets.
func (s *Server) Account(token string, datasets ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accounts[token] = datasets
}

// Log returns the requests since the last call.
func (s *Server) Log() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := s.log
	s.log = nil
	return log
}

// Await waits until a request has arrived, since the last call of Log, whose line contains match.
func (s *Server) Await(match string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !slices.ContainsFunc(s.log, func(r Request) bool { return strings.Contains(r.String(), match) }) {
		s.arrived.Wait()
	}
}

// watched writes requests down and breaks their answers.
func (s *Server) watched(host string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.EscapedPath()
		query := r.URL.Query()
		query.Del("Signature")
		if len(query) > 0 {
			path += "?" + query.Encode()
		}
		request := Request{r.Method, host, path, r.Header.Get("Range"), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")}
		s.mu.Lock()
		s.log = append(s.log, request)
		s.arrived.Broadcast()
		f := s.fault(request)
		s.mu.Unlock()
		if f == nil {
			next.ServeHTTP(w, r)
		} else {
			f(w, r, next)
		}
	})
}

// Small is content that git stores.
func Small(content []byte) File {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return held(content, false, hex.EncodeToString(h.Sum(nil)))
}

// Large is content in the storage.
func Large(content []byte) File {
	sum := sha256.Sum256(content)
	return held(content, true, hex.EncodeToString(sum[:]))
}

// Of returns content as the hub stores such a file: Parquet and large files in the storage.
func Of(path string, content []byte) File {
	if strings.HasSuffix(path, ".parquet") || len(content) > 10<<20 {
		return Large(content)
	}
	return Small(content)
}

func held(content []byte, large bool, name string) File {
	return File{
		Size: int64(len(content)), Large: large, Content: name,
		Open: func() (io.ReadSeekCloser, error) { return nopCloser{strings.NewReader(string(content))}, nil },
	}
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

// In are the files of a tree.
func In(tree fs.FS) (map[string]File, error) {
	files := map[string]File{}
	err := fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := fs.ReadFile(tree, name)
		files[name] = Of(name, content)
		return err
	})
	return files, err
}
