// Package usage measures the time and memory of a command. For measurements only.
package usage

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Usage is what a command took. The zero value is of none.
type Usage struct {
	Wall time.Duration
	CPU  time.Duration // on all cores; tells a busy machine from a slow program
	RSS  int64         // kB, the most memory
}

// Best runs a command so many times, and shows its progress.
func Best(runs int, command ...string) (Usage, error) {
	return BestAfter(runs, func() error { return nil }, command...)
}

// BestAfter is [Best] of a command for which something is prepared each time. Commands run on two cores.
func BestAfter(runs int, prepare func() error, command ...string) (best Usage, err error) {
	for range runs {
		if err := prepare(); err != nil {
			return best, err
		}
		c := exec.Command(command[0], command[1:]...)
		c.Stderr, c.Env = os.Stderr, append(c.Environ(), "GOMAXPROCS=2")
		Slim()
		begin := time.Now()
		if err := c.Run(); err != nil {
			return best, fmt.Errorf("%v: %w", c.Args, err)
		}
		p := c.ProcessState
		best = best.And(Usage{time.Since(begin), p.UserTime() + p.SystemTime(), mostMemory(p)})
	}
	return best, nil
}

// And is the least time and the most memory of both.
func (u Usage) And(v Usage) Usage {
	if u == (Usage{}) {
		return v
	}
	return Usage{min(u.Wall, v.Wall), min(u.CPU, v.CPU), max(u.RSS, v.RSS)}
}

// Megabytes is the memory in MB.
func (u Usage) Megabytes() float64 { return float64(u.RSS) / 1000 }

// Print prints the usage of a reader of so many bytes.
func (u Usage) Print(what string, bytes int64) {
	fmt.Printf("%-44s %6.2f s %6.2f s CPU %5.0f MB %5.2f GB/s\n", what, u.Wall.Seconds(), u.CPU.Seconds(), u.Megabytes(),
		float64(bytes)/1e9/u.Wall.Seconds())
}

// Once makes what is measured unless it is there; a half-made one has another name.
func Once(dir string, write func(dir string) error) error {
	if Exists(dir) {
		return nil
	}
	fmt.Fprintf(os.Stderr, "making %s\n", dir)
	half := dir + ".half"
	if err := os.RemoveAll(half); err != nil {
		return err
	}
	if err := write(half); err != nil {
		return err
	}
	return os.Rename(half, dir)
}

// Yardstick prints how long this machine takes for SHA-256 over 1 GB on one core, since
// machines differ by a factor of two: quote times as a multiple of it.
func Yardstick() time.Duration {
	block := make([]byte, 1<<20)
	begin := time.Now()
	h := sha256.New()
	for range 1000 {
		h.Write(block)
	}
	_ = h.Sum(nil)
	took := time.Since(begin)
	fmt.Printf("yardstick: SHA-256 over 1 GB in %.2f s\n\n", took.Seconds())
	return took
}
