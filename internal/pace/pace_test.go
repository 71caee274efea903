package pace

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// arrive reads so many bytes each second.
func arrive(w *Watch, bytes int, seconds int) {
	for range seconds {
		time.Sleep(time.Second)
		_, _ = io.Copy(io.Discard, w.Of(strings.NewReader(strings.Repeat("x", bytes)))) // neither side fails
	}
}

func TestWhatComesTooSlowlyEnds(t *testing.T) {
	for rate, slow := range map[int]bool{0: true, 1: true, 900: true, 1100: false, 1_000_000: false} {
		synctest.Test(t, func(t *testing.T) {
			ctx, w := Over(context.Background(), 30*time.Second)
			defer w.Stop()
			arrive(w, rate, 300)
			if got := errors.As(context.Cause(ctx), new(Slow)); got != slow {
				t.Errorf("%d bytes a second: %v", rate, context.Cause(ctx))
			}
		})
	}
}

func TestABeginningDoesNotPayForTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, w := Over(context.Background(), 30*time.Second)
		defer w.Stop()
		arrive(w, 10_000_000, 29)
		arrive(w, 1, 62)
		if !errors.As(context.Cause(ctx), new(Slow)) {
			t.Error("it goes on")
		}
	})
}

func TestStopEndsTheWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, w := Over(context.Background(), time.Second)
		w.Stop()
		time.Sleep(time.Minute)
		if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
			t.Errorf("got %v", cause)
		}
	})
}
