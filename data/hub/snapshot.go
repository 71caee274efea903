package hub

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Snapshot is a dataset at one commit.
type Snapshot struct {
	Repo   Repo
	Commit string // 40 hexadecimal digits

	c       *Client
	mu      sync.Mutex
	listing *Listing // nil: not asked for yet
	kept    bool     // the reference to the commit is written
}

// Snapshot resolves the revision to a commit, with one request; for a commit and offline, without a request. A client
// resolves a revision once, so that it reads one state of a dataset.
func (c *Client) Snapshot(ctx context.Context, r Repo) (*Snapshot, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.snapshots[r]; s != nil {
		return s, nil
	}
	commit, err := c.resolve(ctx, r)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{Repo: r, Commit: commit, c: c}
	c.snapshots[r] = s
	return s, nil
}

func (c *Client) resolve(ctx context.Context, r Repo) (commit string, err error) {
	switch {
	case r.IsCommit():
		return r.Revision, nil
	case c.o.Offline:
		return c.known(r)
	}
	var answer struct {
		SHA string `json:"sha"`
	}
	err = c.retry(ctx, func() (bool, error) {
		_, err := c.getJSON(ctx, c.address("/api/datasets/"+r.Name+"/revision/"+quote(r.revision(), "")), r, &answer)
		return false, err
	})
	if err == nil && !isCommit(answer.SHA) {
		err = BadAnswer.say("%s returned no commit for revision %s; a proxy may be in between: check HF_ENDPOINT", c.endpoint.Host, r.revision())
	}
	return answer.SHA, err
}

// known is the commit that the cache has for a revision.
func (c *Client) known(r Repo) (commit string, err error) {
	text, err := os.ReadFile(c.refPath(r))
	if commit = strings.TrimSpace(string(text)); err == nil && isCommit(commit) {
		return commit, nil
	}
	return "", Offline.say("revision %s is not in the cache %s, and HF_HUB_OFFLINE is set: run once without it", r.revision(), c.o.Cache)
}

// largest page of a listing, far above 1000 entries of it
const largestJSON = 32 << 20

// getJSON decodes an answer of the hub's API.
func (c *Client) getJSON(ctx context.Context, to *url.URL, r Repo, into any) (http.Header, error) {
	res, err := c.send(ctx, http.MethodGet, to, http.Header{"Accept": {"application/json"}}, false)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		return nil, c.refusal(res, r, "")
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, largestJSON+1))
	if err != nil {
		return nil, err
	}
	if len(text) > largestJSON || json.Unmarshal(text, into) != nil {
		return nil, BadAnswer.say("unexpected response of %s; a proxy or login page may be in between: check HF_ENDPOINT", c.endpoint.Host)
	}
	return res.Header, nil
}

// Dir is the directory of the snapshot in the cache, which may not exist yet.
func (s *Snapshot) Dir() string {
	return filepath.Join(s.c.repoDir(s.Repo), "snapshots", s.Commit)
}

// Path is the place of a file of the snapshot in the cache, after it was downloaded.
func (s *Snapshot) Path(name string) string {
	return filepath.Join(s.Dir(), filepath.FromSlash(name))
}

// Has reports whether a file of this name is in the cache.
func (s *Snapshot) Has(name string) bool {
	entry, err := os.Stat(s.Path(name))
	return err == nil && entry.Mode().IsRegular()
}

// has reports whether the file is in the cache as the listing describes it.
func (s *Snapshot) has(f File) bool {
	entry, err := os.Stat(s.Path(f.Path))
	return err == nil && entry.Mode().IsRegular() && entry.Size() == f.Size
}

// Lacks reports whether the cache records that the commit has no file of this name.
func (s *Snapshot) Lacks(name string) bool {
	_, err := os.Stat(s.absentPath(name))
	return err == nil
}

// NoteAbsent records in the cache that the commit has no file of this name. If it cannot be recorded, the next
// command requests it again.
func (s *Snapshot) NoteAbsent(name string) {
	path := s.absentPath(name)
	if os.MkdirAll(filepath.Dir(path), 0o777) != nil {
		return
	}
	if f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
		f.Close()
	}
}
