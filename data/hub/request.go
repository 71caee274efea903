package hub

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/internal/pace"
)

const mostRedirects = 10

// send sends a request and goes along its redirects, or only along those within the hub, as for a dataset that was renamed. The token goes to the hub
// and nowhere else. An answer may have any status; its body must be closed. An
// error of the network is temporary.
func (c *Client) send(ctx context.Context, method string, to *url.URL, header http.Header, within bool) (*http.Response, error) {
	for range mostRedirects {
		res, err := c.sendOnce(ctx, method, to, header)
		if err != nil {
			return nil, err
		}
		where := res.Header.Get("Location")
		if !isRedirect(res.StatusCode) || where == "" {
			return res, nil
		}
		next, err := url.Parse(where)
		if err != nil {
			discard(res)
			return nil, BadAnswer.say("%s redirects without a URL; a proxy may be in between: check HF_ENDPOINT", c.printable(to.Host))
		}
		if next.Host != "" && within {
			return res, nil
		}
		discard(res)
		if to = to.ResolveReference(next); to.Scheme != "http" && to.Scheme != "https" {
			return nil, BadAnswer.say("the hub redirects to a URL of the kind %q, which is not followed: check HF_ENDPOINT", c.printable(to.Scheme))
		}
	}
	return nil, BadAnswer.say("%s redirects in a circle (%d times): check HF_ENDPOINT, or try again later", c.printable(to.Host), mostRedirects)
}

func isRedirect(status int) bool {
	return status == 301 || status == 302 || status == 303 || status == 307 || status == 308
}

// sendOnce sends one request. Where too little comes for long, the answer ends with
// an error.
func (c *Client) sendOnce(ctx context.Context, method string, to *url.URL, header http.Header) (*http.Response, error) {
	within, watch := pace.Over(ctx, c.window)
	b := &body{c: c, ctx: within, watch: watch, host: c.printable(to.Host)}
	req, err := http.NewRequestWithContext(within, method, to.String(), nil)
	if err != nil {
		watch.Stop()
		return nil, err
	}
	for name, values := range header {
		req.Header[name] = values
	}
	req.Header.Set("User-Agent", "jouleboard")
	if c.o.Token != "" && to.Scheme == c.endpoint.Scheme && to.Host == c.endpoint.Host {
		req.Header.Set("Authorization", "Bearer "+c.o.Token)
	}
	res, err := c.http.RoundTrip(req)
	if err != nil {
		err = b.failure(err)
		watch.Stop()
		return nil, err
	}
	b.from, b.all = watch.Of(res.Body), res.Body
	res.Body = b
	return res, nil
}

// body is an answer's content, which ends where too little comes for long.
type body struct {
	c     *Client
	from  io.Reader
	all   io.Closer
	ctx   context.Context
	watch *pace.Watch
	host  string
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	if err != nil && err != io.EOF {
		err = b.failure(err)
	}
	return n, err
}

func (b *body) Close() error {
	b.watch.Stop()
	return b.all.Close()
}

// failure is an error of the network. What the caller cancelled stays his.
func (b *body) failure(err error) error {
	cause := context.Cause(b.ctx)
	switch {
	case errors.As(cause, new(pace.Slow)):
		err = cause
	case cause != nil:
		return cause
	}
	why := b.c.printable(err.Error()) // it may repeat what the server sent
	if errors.As(err, new(*tls.CertificateVerificationError)) {
		return Unavailable.say("%s: %s: the certificate is not valid for this server, or its authority is not trusted on this machine; "+
			"check HF_ENDPOINT if it is set, or set SSL_CERT_FILE to the certificate of a proxy's authority", b.host, why)
	}
	return temporary{Unavailable.say("%s: %s; check the network, and HF_ENDPOINT if it is set; HF_HUB_OFFLINE=1 uses only the cache",
		b.host, why), 0}
}

// discard ends an answer that nobody reads, so that its connection serves again.
func discard(res *http.Response) {
	io.CopyN(io.Discard, res.Body, 64<<10)
	res.Body.Close()
}

const (
	mostTries   = 5
	firstWait   = time.Second
	longestWait = 8 * time.Second
	// the hub counts requests over five minutes; who asks for more is not waited for
	longestLimit = 10 * time.Minute
)

// temporary is an error that another try may not meet.
type temporary struct {
	error
	after time.Duration // what the hub asks to wait, 0 if it does not say
}

func (t temporary) Unwrap() error { return t.error }

// retry calls attempt until it succeeds, fails for good, or fails mostTries times.
// An attempt that made progress before it failed begins the count anew.
func (c *Client) retry(ctx context.Context, attempt func() (progress bool, err error)) error {
	for failed := 1; ; failed++ {
		progress, err := attempt()
		var t temporary
		if !errors.As(err, &t) {
			return err
		}
		if progress {
			failed = 1
		}
		if failed >= mostTries || t.after > longestLimit {
			return t.error
		}
		d := t.after
		if d == 0 {
			d = min(firstWait<<(failed-1), longestWait)
		}
		c.note(fmt.Sprintf("%v; next try in %v", err, d))
		if err := c.o.Wait(ctx, d); err != nil {
			return err
		}
	}
}

// isTemporary reports whether a status may change by itself.
func isTemporary(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
}

// limitEnds is how long the hub asks to wait before the next request, 0 if it
// does not say: the end of a limit that is used up, else Retry-After.
func limitEnds(h http.Header) (d time.Duration) {
	for limit := range strings.SplitSeq(h.Get("RateLimit"), ",") {
		left, seconds := "", ""
		for part := range strings.SplitSeq(limit, ";") {
			key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
			switch key {
			case "r":
				left = value
			case "t":
				seconds = value
			}
		}
		if n, err := strconv.Atoi(seconds); err == nil && left == "0" && n >= 0 && n < 1<<30 {
			d = max(d, time.Duration(n+1)*time.Second)
		}
	}
	if d > 0 {
		return d
	}
	return retryAfter(h)
}

// retryAfter reads seconds, or a date beside that of the answer.
func retryAfter(h http.Header) time.Duration {
	given := h.Get("Retry-After")
	if n, err := strconv.Atoi(given); err == nil && n >= 0 && n < 1<<30 {
		return time.Duration(n) * time.Second
	}
	at, err := http.ParseTime(given)
	now, errNow := http.ParseTime(h.Get("Date"))
	if err != nil || errNow != nil {
		return 0
	}
	return max(0, at.Sub(now))
}
