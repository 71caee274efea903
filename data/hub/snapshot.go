package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
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
		_, err := c.getJSON(ctx, c.address("/api/datasets/"+r.Name+"/revision/"+quote(r.revision())), r, &answer)
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

// File downloads one file to the cache without listing the dataset, and returns the snapshot that contains it. If the
// revision is a commit, or offline, a file in the cache requires no request.
func (c *Client) File(ctx context.Context, r Repo, path string) (*Snapshot, error) {
	if why := badPath(path); why != "" {
		return nil, NoEntry.say("the path %q %s", path, why)
	}
	if r.IsCommit() || c.o.Offline {
		s, err := c.Snapshot(ctx, r)
		switch {
		case err != nil || s.Has(path):
			return s, err
		case s.Lacks(path):
			return s, fault{NoEntry, path + ": no such file at this commit, according to the cache"}
		case c.o.Offline:
			return s, fault{Offline, path + ": is not in the cache, and HF_HUB_OFFLINE is set: run once without it"}
		}
	}
	commit, f, err := c.describe(ctx, r, path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s := c.at(r, commit)
	return s, s.Fetch(ctx, []File{f})
}

// seen is the revision to ask for: the commit, where it was resolved before.
func (c *Client) seen(r Repo) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.snapshots[r]; s != nil {
		return s.Commit
	}
	return r.revision()
}

// at is the snapshot of a revision whose commit an answer named.
func (c *Client) at(r Repo, commit string) *Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.snapshots[r]
	if s == nil || s.Commit != commit {
		s = &Snapshot{Repo: r, Commit: commit, c: c}
		c.snapshots[r] = s
	}
	return s
}

// describe asks for commit, hash and size of a file.
func (c *Client) describe(ctx context.Context, r Repo, path string) (commit string, f File, err error) {
	revision := c.seen(r)
	err = c.retry(ctx, func() (bool, error) {
		res, err := c.send(ctx, http.MethodHead, c.fileAddress(r, revision, path), http.Header{"Accept-Encoding": {"identity"}}, true)
		if err != nil {
			return false, err
		}
		commit = res.Header.Get("X-Repo-Commit")
		if res.StatusCode != http.StatusOK && !isRedirect(res.StatusCode) {
			err = c.refusal(res, r, path)
			if errors.Is(err, NoEntry) && isCommit(commit) {
				c.at(r, commit).NoteAbsent(path)
			}
			return false, err
		}
		defer res.Body.Close()
		f, err = described(res, path)
		if err == nil && !isCommit(commit) {
			err = noHub(c.endpoint.Host, "no commit")
		}
		return false, err
	})
	return commit, f, err
}

// described reads what the headers say of a file.
func described(res *http.Response, path string) (File, error) {
	etag := cmp.Or(res.Header.Get("X-Linked-Etag"), res.Header.Get("ETag"))
	f := File{Path: path, Size: res.ContentLength, Blob: strings.Trim(strings.TrimPrefix(etag, "W/"), `"`)}
	size := res.Header.Get("X-Linked-Size")
	n, err := strconv.ParseInt(size, 10, 64)
	switch {
	case err == nil:
		f.Size = n
	case size != "" || isRedirect(res.StatusCode): // the length is that of the redirect
		f.Size = -1
	}
	switch host := res.Request.URL.Host; {
	case !isBlob(f.Blob):
		return f, noHub(host, "no hash")
	case f.Size < 0:
		return f, noHub(host, "no size")
	}
	return f, nil
}

func noHub(host, lacks string) error {
	return BadAnswer.say("%s returned %s for the file; a proxy may be in between: check HF_ENDPOINT and the proxy's settings", host, lacks)
}
