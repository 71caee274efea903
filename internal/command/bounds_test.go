package command

import (
	"context"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// What check may take of an input of at most 1 MB.
const (
	mostCheckMemory = 300 << 20
	mostCheckTime   = 30 * time.Second
)

// Whatever stands in a fixture, checking it ends, without a panic, in little memory.
func TestChecksOfAllFixturesAreBounded(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(mostCheckMemory))
	fixtures := filepath.Join(shared.Small(t), "fixtures")
	places, err := filepath.Glob(filepath.Join(fixtures, "*", "*"))
	broken, _ := filepath.Glob(filepath.Join(fixtures, "*", "broken", "*")) // the pattern is a good one
	if err != nil || len(places) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, place := range append(places, broken...) {
		if sizeBelow(place) > 1<<20 {
			continue
		}
		runtime.GC()
		ctx, cancel := context.WithTimeout(context.Background(), mostCheckTime)
		done := make(chan struct{})
		go func() {
			_ = run(ctx, io.Discard, io.Discard, []string{"check", "--source", place}) // most are refused
			close(done)
		}()
		if most := peak(done); most > mostCheckMemory || ctx.Err() != nil {
			t.Errorf("%s: %d MB, %v", place, most>>20, ctx.Err())
		}
		cancel()
	}
}

// peak is the most that the heap holds until done.
func peak(done chan struct{}) (most uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		metrics.Read(sample)
		most = max(most, sample[0].Value.Uint64())
		select {
		case <-done:
			return most
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func sizeBelow(place string) (n int64) {
	_ = filepath.WalkDir(place, func(_ string, d fs.DirEntry, err error) error { // what cannot be read is nothing
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		if about, err := d.Info(); err == nil {
			n += about.Size()
		}
		return nil
	})
	return n
}
