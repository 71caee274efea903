// Package pace answers: does an answer from the network come fast enough?
//
// A server that sends a byte now and then keeps no timeout of silence from ending, so the
// bytes are counted.
package pace

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// LeastRate is how many bytes a second an answer must have on average over each window.
const LeastRate = 1000

// Slow is that too little came within a window.
type Slow struct{ Window time.Duration }

func (s Slow) Error() string {
	return fmt.Sprintf("less than 1 kB per second was received in the last %v", s.Window)
}

// Watch is a watch over one answer.
type Watch struct {
	came   atomic.Int64 // in this window
	window time.Duration
	timer  *time.Timer
	cancel context.CancelCauseFunc
}

// Over begins to watch. The context, which the request must have, ends with [Slow] when
// too little came within a window, however long the answer takes in all.
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

// Of counts what is read.
func (w *Watch) Of(r io.Reader) io.Reader { return counted{w, r} }

type counted struct {
	watch *Watch
	from  io.Reader
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.watch.came.Add(int64(n))
	return n, err
}

// Stop ends the watch and its context.
func (w *Watch) Stop() {
	w.timer.Stop()
	w.cancel(context.Canceled)
}
