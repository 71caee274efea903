package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// self is this program with other arguments.
func self(args ...string) []string { return append([]string{os.Args[0]}, args...) }

// table prints the figures of the grid beside cat's.
func table(grid string, runs int) error {
	files, bytes, err := measured(grid)
	if err != nil {
		return err
	}
	fmt.Printf("%d files, %.2f GB, best of %d runs on 2 cores, page cache warm\n\n", len(files), float64(bytes)/1e9, runs)
	cat, err := usage.Best(runs, append([]string{"cat"}, files...)...)
	if err != nil {
		return err
	}
	whole, err := usage.Best(runs, self("-load", grid)...)
	if err != nil {
		return err
	}
	fast, err := usage.Best(runs, self("-load", grid, "-fast")...)
	if err != nil {
		return err
	}
	row("cat", cat, bytes)
	row("every file validated as a whole", whole, bytes)
	row("fast mode", fast, bytes)
	fmt.Printf("\nvalidated: %.1f x cat (at most 5.3), fast: %.1f x cat (at most 4.4)\n\n",
		whole.Wall.Seconds()/cat.Wall.Seconds(), fast.Wall.Seconds()/cat.Wall.Seconds())
	return nil
}

func row(what string, u usage.Usage, bytes int64) {
	speed := ""
	if bytes > 0 {
		speed = fmt.Sprintf("%5.2f GB/s", float64(bytes)/1e9/u.Wall.Seconds())
	}
	fmt.Printf("%-34s %6.2f s %6.2f s CPU %5.0f MB %s\n", what, u.Wall.Seconds(), u.CPU.Seconds(), u.Megabytes(), speed)
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
