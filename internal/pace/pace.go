// Package pace detects responses from the network that arrive too slowly.
//
// A server that sends a byte from time to time does not trigger a timeout for silence, so the bytes are counted.
package pace

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// LeastRate is the lowest acceptable average rate of a response, in bytes per second, over each window.
const LeastRate = 1000

// Slow is the error for a response that is too slow.
type Slow struct{ Window time.Duration }

func (s Slow) Error() string {
	return fmt.Sprintf("less than 1 kB per second was received in the last %v", s.Window)
}

// Watch monitors one response.
type Watch struct {
	came   atomic.Int64 // in this window
	window time.Duration
	timer  *time.Timer
	cancel context.CancelCauseFunc
}

// Over begins to monitor. The context, which the request must use, is canceled with [Slow] if too little was received
// within a window, however long the response takes in total.
func Over(ctx context.Context, window time.Duration) (context.Context, *Watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &Watch{window: window, cancel: cancel}
	w.timer = time.AfterFunc(window, w.judge)
	return ctx, w
}

func (w *Watch) judge() {
	if float64(w.came.Swap(0)) < LeastRate*w.window.Seconds() {
		w.cancel(Slow{w.window})
		return
	}
	w.timer.Reset(w.window)
}

// Of counts the bytes that are read.
func (w *Watch) Of(r io.Reader) io.Reader { return io.TeeReader(r, w) }

// Write counts bytes.
func (w *Watch) Write(p []byte) (int, error) {
	w.came.Add(int64(len(p)))
	return len(p), nil
}

// Stop ends the monitoring and cancels its context.
func (w *Watch) Stop() {
	w.timer.Stop()
	w.cancel(context.Canceled)
}
