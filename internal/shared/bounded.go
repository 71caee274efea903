package shared

import (
	"fmt"
	"runtime/metrics"
	"time"
)

// What one input of a contributor may take.
const (
	longest  = 30 * time.Second
	mostHeap = 1 << 30 // bytes
)

// Bounded runs a function that reads an input, and panics if it uses more time or memory than allowed, so that a fuzz
// target keeps such an input.
func Bounded(read func()) {
	done := make(chan struct{})
	defer close(done)
	go watch(done)
	read()
}

func watch(done chan struct{}) {
	begun := time.Now()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		metrics.Read(heap)
		if took, used := time.Since(begun), heap[0].Value.Uint64(); took > longest || used > mostHeap {
			panic(fmt.Sprintf("an input takes %v and %d bytes, of %v and %d", took, used, longest, mostHeap))
		}
	}
}
