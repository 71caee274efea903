// Command bench measures what the site promises: how long a build takes, how much
// memory, and how many bytes a reader loads. It prints each figure beside its
// limit; it judges nothing, since machines differ.
//
// It is given the built command; the published data of the ML.ENERGY leaderboard
// are taken from $JOULEBOARD_SHARED or ../shared, and the sample without them.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

func main() {
	command := flag.String("command", "bin/jouleboard", "the built command")
	runs := flag.Int("runs", 5, "runs of each kind; the best counts")
	flag.Parse()
	if err := bench(*command, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(command string, runs int) error {
	dir, err := os.MkdirTemp("", "jouleboard-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source := published()
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
	return weigh(filepath.Join(dir, "public"), "gpqa")
}

// startUp prints what a command takes that does nothing, and the size of the program.
func startUp(command string, runs int) error {
	c := exec.Command(command, "version")
	none, err := usage.Run(c)
	if err != nil {
		return err
	}
	for range 4 * runs {
		u, err := usage.Run(exec.Command(command, "version"))
		if err != nil {
			return err
		}
		none = none.And(u)
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

var drawing = regexp.MustCompile(`(?s)<svg [^>]*role="img".*?</svg>`)

var stylesheet = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`)

// weigh prints the bytes of a task page that come before its table is complete:
// the compressed HTML up to there and every stylesheet. Both as gzip -6.
func weigh(public, task string) error {
	folder := filepath.Join(public, "tasks", task)
	html, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		return err
	}
	end := bytes.Index(html, []byte("</tbody>"))
	if end < 0 {
		return fmt.Errorf("the page of %s has no table", task)
	}
	before := compressed(html[:end])
	for _, m := range stylesheet.FindAllSubmatch(html, -1) {
		css, err := os.ReadFile(filepath.Join(folder, string(m[1])))
		if err != nil {
			return err
		}
		before += compressed(css)
	}
	row(task+": bytes before the table", float64(before), 12500, "B")
	row(task+": HTML", float64(len(html))/1000, 130, "kB")
	row(task+": HTML, compressed", float64(compressed(html))/1000, 22, "kB")
	drawings := lists.Sum(drawing.FindAll(html, -1), func(svg []byte) int { return len(svg) })
	row(task+": inline drawings", float64(drawings)/1000, 0, "kB")
	return nil
}

func compressed(content []byte) int {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, 6)
	_, _ = w.Write(content) // a buffer takes everything
	_ = w.Close()
	return b.Len()
}

func published() string {
	shared := cmp.Or(os.Getenv("JOULEBOARD_SHARED"), filepath.Join("..", "shared"))
	dir := filepath.Join(shared, "data", "mlenergy-v3", "leaderboard")
	if _, err := os.Stat(dir); err != nil {
		return "sample:"
	}
	return dir
}
