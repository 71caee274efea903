package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// stream fetches what is still missing, as often as the connection breaks, within a time
// that its size allows. To come further than ever is progress.
func (d *download) stream(ctx context.Context) error {
	furthest, longest := d.at, longestFor(d.file.Size-d.at)
	within, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	err := d.w.s.c.retry(within, func() (progress bool, err error) {
		err = d.piece(within)
		progress = d.at > furthest
		furthest = max(furthest, d.at)
		return progress, err
	})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return Unavailable.say("received %d of %d bytes, then nothing for %v; these bytes are kept: run the command again",
			d.at, d.file.Size, longest)
	}
	return err
}

// longestFor is the time for so many bytes, of which 50 kB a second are few.
func longestFor(bytes int64) time.Duration {
	return 10*time.Minute + time.Duration(bytes/50_000)*time.Second
}

// piece asks for the rest and takes what comes.
func (d *download) piece(ctx context.Context) error {
	c, s := d.w.s.c, d.w.s
	header := http.Header{"Accept-Encoding": {"identity"}}
	if d.at > 0 {
		header.Set("Range", fmt.Sprintf("bytes=%d-", d.at))
	}
	res, err := c.send(ctx, http.MethodGet, c.fileAddress(s.Repo, s.Commit, d.file.Path), header, false)
	if err != nil {
		return err
	}
	part := res.StatusCode == http.StatusPartialContent
	switch {
	case part && begins(res.Header, d.at):
		d.pieced = d.at > 0
	case res.StatusCode == http.StatusOK: // all of it, whatever was asked for
		if err := d.restart(); err != nil {
			discard(res)
			return err
		}
	case d.at > 0 && (part || res.StatusCode == http.StatusRequestedRangeNotSatisfiable):
		discard(res)
		if err := d.restart(); err != nil {
			return err
		}
		return temporary{fault{Corrupt, "the server cannot resume an interrupted download: try again"}, 0}
	default:
		return c.refusal(res, s.Repo, d.file.Path)
	}
	defer res.Body.Close()
	return d.take(res)
}

// begins reports whether a part of a content begins where it should.
func begins(h http.Header, at int64) bool {
	rest, ok := strings.CutPrefix(h.Get("Content-Range"), "bytes ")
	from, _, dash := strings.Cut(rest, "-")
	n, err := strconv.ParseInt(from, 10, 64)
	return ok && dash && err == nil && n == at
}

// fileAddress is where the hub has a file.
func (c *Client) fileAddress(r Repo, revision, path string) *url.URL {
	return c.address("/datasets/" + r.Name + "/resolve/" + quote(revision, "") + "/" + quote(path, "/"))
}

const blockSize = 256 << 10

// take writes and hashes what comes, and not more than the file's size.
func (d *download) take(res *http.Response) error {
	if announced := res.ContentLength; announced >= 0 && announced != d.file.Size-d.at {
		return d.wrongSize(d.at + announced)
	}
	block := make([]byte, blockSize)
	for {
		n, err := res.Body.Read(block)
		if d.at+int64(n) > d.file.Size {
			return d.wrongSize(-1)
		}
		if n > 0 {
			if _, err := d.out.Write(block[:n]); err != nil {
				return err
			}
			d.sum.Write(block[:n])
			d.at += int64(n)
			d.w.bytes.Add(int64(n))
			step("bytes written")
		}
		switch {
		case err == io.EOF && d.at < d.file.Size: // of unknown length: it may have broken
			return temporary{d.wrongSize(d.at), 0}
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}
