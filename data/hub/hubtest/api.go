package hubtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Entry is an entry of a listing.
type Entry struct {
	Type string `json:"type"`
	OID  string `json:"oid"`
	Size int64  `json:"size"`
	LFS  *LFS   `json:"lfs,omitempty"`
	Path string `json:"path"`
}

// LFS describes a content in the storage.
type LFS struct {
	OID         string `json:"oid"`
	Size        int64  `json:"size"`
	PointerSize int64  `json:"pointerSize"`
}

// refuse answers as the hub does: a code for programs, a message for people.
func refuse(w http.ResponseWriter, status int, code, message string) {
	if code != "" {
		w.Header().Set("X-Error-Code", code)
	}
	w.Header().Set("X-Error-Message", message)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]string{"error": message})
}

// serveHub answers what a client asks the hub. Only the answer is made under the
// lock: a client may take it slowly.
func (s *Server) serveHub(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	if len(parts) == 7 && parts[0] == "api" && parts[1] == "resolve-cache" {
		w.Header().Set("X-Repo-Commit", parts[5])
		s.serveCached(w, r, parts[len(parts)-1])
		return
	}
	answer := httptest.NewRecorder()
	s.mu.Lock()
	s.answer(answer, r, parts)
	s.mu.Unlock()
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	w.Write(answer.Body.Bytes())
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, parts []string) {
	switch {
	case len(parts) >= 6 && parts[0] == "api" && parts[1] == "datasets":
		s.serveAPI(w, r, parts[2]+"/"+parts[3], parts[4], unescaped(parts[5]))
	case len(parts) >= 6 && parts[0] == "datasets" && parts[3] == "resolve":
		s.serveFile(w, r, parts[1]+"/"+parts[2], unescaped(parts[4]), unescaped(strings.Join(parts[5:], "/")))
	default:
		refuse(w, http.StatusNotFound, "", "Sorry, we can't find the page you are looking for.")
	}
}

func unescaped(s string) string {
	text, err := url.PathUnescape(s)
	if err != nil {
		return s
	}
	return text
}

// find is a dataset that the request may see at a commit; else it answers.
func (s *Server) find(w http.ResponseWriter, r *http.Request, name, revision string) (repo *Repo, commit string) {
	token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	datasets, known := s.accounts[token]
	if given && !known {
		refuse(w, http.StatusUnauthorized, "", "Invalid credentials in Authorization header")
		return nil, ""
	}
	if to := s.renamed[name]; to != "" {
		http.Redirect(w, r, strings.Replace(r.URL.RequestURI(), name, to, 1), http.StatusTemporaryRedirect)
		return nil, ""
	}
	repo = s.repos[name]
	if repo == nil || repo.Private && !slices.Contains(datasets, name) {
		if given {
			refuse(w, http.StatusNotFound, "RepoNotFound", "Repository not found")
		} else {
			refuse(w, http.StatusUnauthorized, "", "Invalid username or password.")
		}
		return nil, ""
	}
	commit = revision
	if repo.commits[commit] == nil {
		commit = repo.branches[revision]
	}
	if commit == "" {
		refuse(w, http.StatusNotFound, "RevisionNotFound", "Invalid rev id: "+revision)
		return nil, ""
	}
	return repo, commit
}

// open reports whether the request may read the files of a dataset; else it
// answers.
func (s *Server) open(w http.ResponseWriter, r *http.Request, repo *Repo, name string) bool {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !repo.Gated || slices.Contains(s.accounts[token], name) {
		return true
	}
	status, message := http.StatusForbidden, "Access to dataset "+name+" is restricted and you are not in the authorized list."
	if token == "" {
		status, message = http.StatusUnauthorized, "Access to dataset "+name+" is restricted. You must be authenticated to access it."
	}
	refuse(w, status, "GatedRepo", message)
	return false
}

func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request, name, what, revision string) {
	repo, commit := s.find(w, r, name, revision)
	switch {
	case repo == nil:
	case what == "revision":
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"id": name, "sha": commit, "gated": repo.Gated, "private": repo.Private})
	case what == "tree" && s.open(w, r, repo, name):
		s.serveTree(w, r, listed(repo, commit))
	case what != "tree":
		refuse(w, http.StatusNotFound, "", "Not found")
	}
}

// listed is the directories and files of a commit, in the hub's order.
func listed(repo *Repo, commit string) (entries []Entry) {
	dirs := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(repo.commits[commit])) {
		for dir := path.Dir(name); dir != "." && !dirs[dir]; dir = path.Dir(dir) {
			dirs[dir] = true
			entries = append(entries, Entry{Type: "directory", Path: dir, OID: strings.Repeat("d", 40)})
		}
		f := repo.commits[commit][name]
		e := Entry{Type: "file", Path: name, Size: f.Size, OID: f.Content}
		if f.Large {
			e.OID, e.LFS = strings.Repeat("e", 40), &LFS{OID: f.Content, Size: f.Size, PointerSize: 134}
		}
		entries = append(entries, e)
	}
	return append(entries, repo.entries...)
}

// serveTree answers with a page.
func (s *Server) serveTree(w http.ResponseWriter, r *http.Request, entries []Entry) {
	if r.URL.Query().Get("recursive") != "true" {
		entries = slices.DeleteFunc(entries, func(e Entry) bool { return strings.Contains(e.Path, "/") })
	}
	from, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
	from = min(from, len(entries))
	end := min(from+s.PageSize, len(entries))
	if end < len(entries) {
		next := *r.URL
		query := next.Query()
		query.Set("cursor", strconv.Itoa(end))
		next.RawQuery = query.Encode()
		w.Header().Set("Link", fmt.Sprintf(`<%s%s>; rel="next"`, s.URL, next.RequestURI()))
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(append([]Entry{}, entries[from:end]...))
}

// serveFile describes a file and redirects to it: to the storage, signed, or
// within the hub.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request, name, revision, file string) {
	repo, commit := s.find(w, r, name, revision)
	if repo == nil || !s.open(w, r, repo, name) {
		return
	}
	w.Header().Set("X-Repo-Commit", commit)
	f, known := repo.commits[commit][file]
	if !known {
		refuse(w, http.StatusNotFound, "EntryNotFound", "Entry not found")
		return
	}
	if f.Large {
		w.Header().Set("X-Linked-Size", strconv.FormatInt(f.Size, 10))
		w.Header().Set("X-Linked-Etag", `"`+f.Content+`"`)
		w.Header().Set("ETag", `"`+strings.Repeat("e", 40)+`"`)
		redirect(w, s.Storage+"/"+f.Content+"?Signature=signed", http.StatusFound)
		return
	}
	w.Header().Set("X-Linked-Etag", `"`+f.Content+`"`)
	redirect(w, "/api/resolve-cache/datasets/"+name+"/"+commit+"/"+f.Content, http.StatusTemporaryRedirect)
}

func redirect(w http.ResponseWriter, to string, status int) {
	w.Header().Set("Location", to)
	w.WriteHeader(status)
}

// serveCached serves a small file of the hub itself.
func (s *Server) serveCached(w http.ResponseWriter, r *http.Request, content string) {
	s.mu.Lock()
	f, known := s.contents[content]
	s.mu.Unlock()
	if !known {
		refuse(w, http.StatusNotFound, "EntryNotFound", "Entry not found")
		return
	}
	w.Header().Set("ETag", `W/"`+content+`"`)
	serve(w, r, f)
}

// serveStorage serves a signed address. A token has no business here.
func (s *Server) serveStorage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	f, known := s.contents[strings.TrimPrefix(r.URL.Path, "/")]
	s.mu.Unlock()
	switch {
	case r.Header.Get("Authorization") != "":
		http.Error(w, "only one way of authorization is allowed", http.StatusBadRequest)
	case r.URL.Query().Get("Signature") == "":
		http.Error(w, "the signature is missing", http.StatusForbidden)
	case !known:
		http.Error(w, "no such content", http.StatusNotFound)
	default:
		w.Header().Set("ETag", `"`+f.Content[:32]+`"`) // the storage's own, of another meaning
		serve(w, r, f)
	}
}

func serve(w http.ResponseWriter, r *http.Request, f File) {
	content, err := f.Open()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer content.Close()
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", time.Time{}, content)
}
