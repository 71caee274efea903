package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// usage is what a command took: the least of the runs, and the most memory.
type usage struct {
	wall time.Duration
	cpu  time.Duration // on all cores; tells a busy machine from a slow program
	rss  int64         // kB
}

// measure runs a command so many times.
func measure(runs int, args ...string) (best usage, err error) {
	for i := range runs {
		c := exec.Command(args[0], args[1:]...)
		c.Stderr = os.Stderr
		c.Env = append(os.Environ(), "GOMAXPROCS=2")
		begin := time.Now()
		if err := c.Run(); err != nil {
			return best, fmt.Errorf("%s: %w", args[0], err)
		}
		if wall := time.Since(begin); i == 0 || wall < best.wall {
			best.wall = wall
		}
		if cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime(); i == 0 || cpu < best.cpu {
			best.cpu = cpu
		}
		if r, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
			best.rss = max(best.rss, r.Maxrss)
		}
	}
	return best, nil
}

// self is this program with other arguments.
func self(args ...string) []string { return append([]string{os.Args[0]}, args...) }

// table prints the figures of the grid beside cat's.
func table(grid string, runs int) error {
	files, bytes, err := measured(grid)
	if err != nil {
		return err
	}
	fmt.Printf("%d files, %.2f GB, best of %d runs on 2 cores, page cache warm\n\n", len(files), float64(bytes)/1e9, runs)
	cat, err := measure(runs, append([]string{"cat"}, files...)...)
	if err != nil {
		return err
	}
	whole, err := measure(runs, self("-load", grid)...)
	if err != nil {
		return err
	}
	fast, err := measure(runs, self("-load", grid, "-fast")...)
	if err != nil {
		return err
	}
	row("cat", cat, bytes)
	row("every file validated as a whole", whole, bytes)
	row("fast mode", fast, bytes)
	fmt.Printf("\nvalidated: %.1f x cat (at most 5.3), fast: %.1f x cat (at most 4.4)\n\n",
		whole.wall.Seconds()/cat.wall.Seconds(), fast.wall.Seconds()/cat.wall.Seconds())
	return nil
}

func row(what string, u usage, bytes int64) {
	speed := ""
	if bytes > 0 {
		speed = fmt.Sprintf("%5.2f GB/s", float64(bytes)/1e9/u.wall.Seconds())
	}
	fmt.Printf("%-34s %6.2f s %6.2f s CPU %5d MB %s\n", what, u.wall.Seconds(), u.cpu.Seconds(), u.rss/1000, speed)
}

// measured are the files that a load reads, and their size.
func measured(root string) (files []string, bytes int64, err error) {
	err = filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(file) != ".json" {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		files, bytes = append(files, file), bytes+info.Size()
		return nil
	})
	return files, bytes, err
}
