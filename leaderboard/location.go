package leaderboard

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/internal/pace"
)

// location is a place that holds a published leaderboard. Paths are relative
// and have slashes.
type location interface {
	// read is the content of a file, an error if it is larger than most, or errAbsent.
	read(ctx context.Context, path string, most int64) ([]byte, error)
	close() error
}

// errAbsent is that a place lacks a file, in whatever words.
const errAbsent = absentError("there is no such file")

type absentError string

func (e absentError) Error() string { return string(e) }

func (absentError) Is(other error) bool { return other == errAbsent }

// open tells a web address from a directory. Both may name index.json itself.
func open(where string, opts Options) (location, error) {
	if IsURL(where) {
		return openWeb(where, opts)
	}
	if filepath.Base(where) == "index.json" {
		where = filepath.Dir(where)
	}
	tree, err := filetree.Open(where)
	if err != nil {
		return nil, fmt.Errorf("%w: give a directory that contains index.json", err)
	}
	return directory{tree}, nil
}

// IsURL reports whether where is a URL rather than a directory.
func IsURL(where string) bool {
	return strings.HasPrefix(where, "http://") || strings.HasPrefix(where, "https://")
}

// IsDirectory reports whether dir, or the folder data in it, contains a published leaderboard: an index.json with a
// list of tasks, and a folder tasks or a site's meta.json.
func IsDirectory(dir string) bool { return isTree(dir) || isTree(filepath.Join(dir, "data")) }

func isTree(dir string) bool {
	place, err := open(dir, Options{})
	if err != nil {
		return false
	}
	defer place.close()
	r := newReader(place, Options{})
	if _, _, err = r.index(context.Background()); err != nil {
		return false
	}
	tasks, err := os.Stat(filepath.Join(dir, "tasks"))
	return err == nil && tasks.IsDir() || r.site(context.Background()).known
}

type directory struct{ *filetree.Tree }

func (d directory) close() error { return d.Close() }

func (d directory) read(_ context.Context, path string, most int64) ([]byte, error) {
	text, err := d.Read(path, most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errAbsent
	}
	return text, err
}

// web reads below one address.
type web struct {
	base   *url.URL
	client *http.Client
	window time.Duration // for the pace of one answer
	slow   *atomic.Int32 // answers that were too slow
}

func openWeb(address string, opts Options) (location, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("%q is not a URL: use one such as https://example.org/data", address)
	}
	base.Path = strings.TrimSuffix(base.Path, "/index.json")
	return web{base, &http.Client{CheckRedirect: opts.checkRedirect}, opts.timeout(), new(atomic.Int32)}, nil
}

// checkRedirect lets a published leaderboard move a few times, but not away from
// encryption, and to another host only if the user says so: whoever can make a server
// redirect could otherwise have this machine ask any other.
func (o Options) checkRedirect(next *http.Request, before []*http.Request) error {
	const most = 5
	first := before[0].URL
	switch {
	case len(before) > most:
		return fmt.Errorf("redirected more than %d times", most)
	case first.Scheme == "https" && next.URL.Scheme != "https":
		return errors.New("redirected from https to " + next.URL.Scheme)
	case next.URL.Host != first.Host && !o.FollowRedirects:
		return fmt.Errorf("redirected to the host %q: use its URL, or allow it with --follow-redirects", next.URL.Host)
	}
	return nil
}

func (w web) close() error {
	w.client.CloseIdleConnections()
	return nil
}

// mostSlow answers are waited for, one after the other at worst.
const mostSlow = 3

func (w web) read(ctx context.Context, path string, most int64) ([]byte, error) {
	if w.slow.Load() >= mostSlow {
		return nil, pace.Slow{Window: w.window}
	}
	ctx, watch := pace.Over(ctx, w.window)
	defer watch.Stop()
	defer func() {
		if errors.As(context.Cause(ctx), new(pace.Slow)) {
			w.slow.Add(1)
		}
	}()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base.JoinPath(path).String(), nil)
	if err != nil {
		return nil, err
	}
	answer, err := w.client.Do(request)
	if err != nil {
		return nil, explain(ctx, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusNotFound {
		return nil, absentError("the server answered " + answer.Status)
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answered %s", answer.Status)
	}
	text, err := io.ReadAll(io.LimitReader(watch.Of(answer.Body), most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("it is larger than %d bytes", most)
	}
	if err != nil {
		return nil, explain(ctx, err)
	}
	return text, nil
}

// explain says in words what the network packages wrap.
func explain(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err // the address is named by the caller
	}
	if errors.As(err, new(*tls.CertificateVerificationError)) {
		return fmt.Errorf("%w: the certificate is not valid for this server, or its authority is not trusted on this machine; "+
			"have the certificate renewed, or set SSL_CERT_FILE to the certificate of its authority", err)
	}
	return err
}
