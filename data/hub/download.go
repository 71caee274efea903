package hub

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// download is a content on its way into the cache.
type download struct {
	w    *fetching
	file File
	out  *os.File
	sum  hash.Hash // of the bytes before at
	at   int64     // bytes that are there
	// pieced tells that they came in several answers, which may not fit together
	pieced bool
}

// download fetches a content to its blob. It takes up what a process that died
// has left of it.
func (w *fetching) download(ctx context.Context, f File, l *os.File) error {
	d, err := w.open(f, l)
	if err != nil {
		return err
	}
	err = d.whole(ctx)
	if errors.Is(err, Corrupt) && d.pieced {
		if err = d.restart(); err == nil {
			err = d.whole(ctx)
		}
	}
	return d.finish(err)
}

// whole fetches what is missing and checks it all.
func (d *download) whole(ctx context.Context) error {
	if d.at < d.file.Size {
		if err := d.stream(ctx); err != nil {
			return err
		}
	}
	return d.check()
}

// finish gives a whole content its name. What is wrong, or fills a disk, goes;
// what broke off stays for the next process.
func (d *download) finish(err error) error {
	name := d.out.Name()
	err = errors.Join(err, d.out.Close())
	if err == nil {
		step("content checked")
		if err = os.Rename(name, d.w.s.blobPath(d.file.Blob)); err == nil {
			step("content named")
			return nil
		}
	}
	err = d.w.s.c.unwritable(err)
	if d.at == 0 || errors.Is(err, Corrupt) || errors.Is(err, NoSpace) {
		os.Remove(name)
	}
	return err
}

// open opens the file that takes the content: where the lock keeps others away,
// one that a process left, else a new one.
func (w *fetching) open(f File, l *os.File) (*download, error) {
	dir := filepath.Dir(w.s.blobPath(f.Blob))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	d := &download{w: w, file: f, sum: digest(f)}
	if l != nil && d.adopt(w.left[f.Blob]) {
		return d, nil
	}
	var err error
	d.out, err = createIncomplete(dir, f.Blob)
	step("incomplete file made")
	return d, err
}

// createIncomplete makes a file that holds no whole content yet, with the rights
// that the process gives.
func createIncomplete(dir, blob string) (*os.File, error) {
	for {
		name := filepath.Join(dir, fmt.Sprintf("%s.%08x.incomplete", blob, rand.Uint32()))
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
		if !errors.Is(err, os.ErrExist) {
			return f, err
		}
	}
}

// leftOver lists the incomplete files of processes that died, or are at work, by
// the content that they are of.
func (s *Snapshot) leftOver() map[string][]string {
	left := map[string][]string{}
	dir := filepath.Dir(s.blobPath("x"))
	entries, _ := os.ReadDir(dir) // that it cannot be read means that nothing is left
	for _, e := range entries {
		if blob, rest, ok := strings.Cut(e.Name(), "."); ok && strings.HasSuffix(rest, "incomplete") {
			left[blob] = append(left[blob], filepath.Join(dir, e.Name()))
		}
	}
	return left
}

// adopt takes the longest of the beginnings that processes left, and removes the
// others.
func (d *download) adopt(left []string) bool {
	best, most := "", int64(0)
	for _, name := range left {
		if size, err := sizeOf(name); err == nil && size <= d.file.Size && size > most {
			best, most = name, size
		}
	}
	for _, name := range left {
		if name != best {
			os.Remove(name)
		}
	}
	if best == "" {
		return false
	}
	out, err := os.OpenFile(best, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	d.out, d.pieced = out, true
	if d.at, err = io.CopyBuffer(d.sum, struct{ io.Reader }{out}, make([]byte, blockSize)); err != nil {
		out.Close()
		os.Remove(best)
		d.at, d.sum, d.pieced = 0, digest(d.file), false
		return false
	}
	d.w.bytes.Add(d.at)
	return true
}

// restart forgets what is there.
func (d *download) restart() error {
	d.w.bytes.Add(-d.at)
	d.at, d.pieced, d.sum = 0, false, digest(d.file)
	if _, err := d.out.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return d.out.Truncate(0)
}

// check compares the content with its name.
func (d *download) check() error {
	if got := hex.EncodeToString(d.sum.Sum(nil)); got != d.file.Blob {
		return Corrupt.say("the hub lists the hash %s, but the received content has %s; %s", d.file.Blob, got, changed)
	}
	return nil
}

const changed = "a proxy or mirror may have changed it: try again, or set HF_ENDPOINT to another mirror"

// wrongSize is the error for a content of another size than the hub states; sent
// is negative for one that does not end.
func (d *download) wrongSize(sent int64) error {
	if sent < 0 {
		return Corrupt.say("the hub lists %d bytes, but more were received; %s", d.file.Size, changed)
	}
	return Corrupt.say("the hub lists %d bytes, but %d were received; %s", d.file.Size, sent, changed)
}

func sizeOf(name string) (int64, error) {
	entry, err := os.Stat(name)
	if err != nil {
		return 0, err
	}
	return entry.Size(), nil
}

// digest is the hash that names a file's content: SHA-256, or git's of a blob,
// which is SHA-1 of a header and the content.
func digest(f File) hash.Hash {
	if len(f.Blob) == 64 {
		return sha256.New()
	}
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", f.Size)
	return h
}

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
	return c.address("/datasets/" + r.Name + "/resolve/" + quote(revision) + "/" + strings.ReplaceAll(quote(path), "%2F", "/"))
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
