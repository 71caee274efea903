package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

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
