package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

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
	etag := res.Header.Get("X-Linked-Etag")
	if etag == "" {
		etag = res.Header.Get("ETag")
	}
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
