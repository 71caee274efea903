// Package undo takes back what a process has begun on disk when it is interrupted while it computes.
package undo

import "sync"

var (
	mu   sync.Mutex
	next int
	left = map[int]func(){}
)

// Later has f called by [Now], unless forget is called before. After forget has returned, f is not running either.
func Later(f func()) (forget func()) {
	mu.Lock()
	defer mu.Unlock()
	id := next
	next++
	left[id] = f
	return func() {
		mu.Lock()
		defer mu.Unlock()
		delete(left, id)
	}
}

// Now calls what is left, the latest first. The process is to end then: what waits to forget goes on waiting.
func Now() {
	mu.Lock()
	for id := next - 1; id >= 0; id-- {
		if f := left[id]; f != nil {
			f()
		}
	}
}
