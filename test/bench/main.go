// Command bench measures what the site promises: how long a build takes, how much
// memory, and how many bytes a reader loads. It prints each figure beside its
// limit; it judges nothing, since machines differ.
//
// It is given the built command; the published data of the ML.ENERGY leaderboard
// are taken from $JOULEBOARD_SHARED or ../shared, and the sample without them.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

func main() {
	command := flag.String("command", "bin/jouleboard", "the built command")
	runs := flag.Int("runs", 5, "runs of each kind; the best counts")
	usage.Main("bench", func() error { return bench(*command, *runs) })
}

func bench(command string, runs int) error {
	dir, err := os.MkdirTemp("", "jouleboard-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source := usage.Published("leaderboard")
	fmt.Printf("source %s, best of %d runs on 2 cores\n\n", source, runs)

	stick := usage.Yardstick()
	built, err := usage.Best(runs, command, "build", "--quiet", "--source", source, "--out", filepath.Join(dir, "public"))
	if err != nil {
		return err
	}
	row("build", built.Wall.Seconds(), 3, "s")
	row("build, in yardsticks", built.Wall.Seconds()/stick.Seconds(), 0, "")
	row("build, processor", built.CPU.Seconds(), 6, "s")
	row("build, most memory", built.Megabytes(), 150, "MB")
	if err := startUp(command, runs); err != nil {
		return err
	}
	if err := figures(command, source, dir, runs, stick); err != nil {
		return err
	}
	if err := saves(command, source, dir, runs, stick); err != nil {
		return err
	}
	return weigh(filepath.Join(dir, "public"))
}

// startUp prints what a command takes that does nothing, and the size of the program.
func startUp(command string, runs int) error {
	none, err := usage.Best(4*runs, command, "version")
	if err != nil {
		return err
	}
	row("version, processor", 1000*none.CPU.Seconds(), 15, "ms")
	row("version, most memory", none.Megabytes(), 20, "MB")
	info, err := os.Stat(command)
	if err != nil {
		return err
	}
	row("program", float64(info.Size())/1e6, 35, "MB")
	return nil
}

// row prints a figure and its limit, 0 for one that has none.
func row(what string, got, limit float64, unit string) {
	fmt.Printf("%-42s %12.2f %s", what, got, unit)
	if limit > 0 {
		fmt.Printf("   (at most %g)", limit)
	}
	fmt.Println()
}

// What a browser must have before it can show a table: stylesheets, and scripts that the parser waits for.
var before = regexp.MustCompile(`<(?:link rel="stylesheet" href|script src)="([^"]+)"`)

var drawing = regexp.MustCompile(`(?s)<svg [^>]*role="img".*?</svg>`)

// weigh prints the bytes of pages, as gzip -6, which public hosts use: those that come before the first table is complete,
// with the files that the page needs for it, and those of the whole HTML.
func weigh(public string) error {
	for _, p := range []struct {
		page               string
		beforeTable, whole float64 // limits
	}{{"tasks/gpqa", 12_500, 22_000}, {"tasks/text-to-image", 25_000, 35_000}, {"", 25_000, 10_000}, {"gpus/b200", 25_000, 80_000}} {
		folder := filepath.Join(public, p.page)
		html, err := os.ReadFile(filepath.Join(folder, "index.html"))
		if err != nil {
			continue // the sample has other GPUs
		}
		end := bytes.Index(html, []byte("</tbody>"))
		if end < 0 {
			return fmt.Errorf("/%s has no table", p.page)
		}
		bytes := usage.Compressed(html[:end])
		for _, m := range before.FindAllSubmatch(html[:end], -1) {
			file, err := os.ReadFile(filepath.Join(folder, string(m[1])))
			if err != nil {
				return err
			}
			bytes += usage.Compressed(file)
		}
		row("/"+p.page+": bytes before the table", float64(bytes), p.beforeTable, "B")
		row("/"+p.page+": HTML, compressed", float64(usage.Compressed(html)), p.whole, "B")
		drawings := lists.Sum(drawing.FindAll(html, -1), func(svg []byte) int { return len(svg) })
		row("/"+p.page+": inline drawings", float64(drawings)/1000, 0, "kB")
	}
	return nil
}
