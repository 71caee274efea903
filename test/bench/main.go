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

	var cold, warm usage.Usage
	for i := range runs {
		cache := filepath.Join(dir, fmt.Sprint("cache", i))
		for _, kind := range []*usage.Usage{&cold, &warm} {
			u, err := run(command, cache, "build", "--quiet", "--source", source, "--out", filepath.Join(dir, "public"))
			if err != nil {
				return err
			}
			*kind = kind.And(u)
		}
	}
	row("cold build", cold.Wall.Seconds(), 10, "s")
	row("warm build, charts cached", warm.Wall.Seconds(), 1.5, "s")
	row("peak memory, cold", cold.Megabytes(), 400, "MB")
	if err := figures(command, source, dir, runs); err != nil {
		return err
	}
	return weigh(filepath.Join(dir, "public"), "gpqa")
}

// run runs the command with a cache of its own.
func run(command, cache string, args ...string) (usage.Usage, error) {
	c := exec.Command(command, args...)
	c.Env = append(c.Environ(), "XDG_CACHE_HOME="+cache)
	return usage.Run(c)
}

func row(what string, got, limit float64, unit string) {
	fmt.Printf("%-42s %12.2f %s   (at most %g)\n", what, got, unit, limit)
}

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
	row(task+": bytes before the table", float64(before), 25000, "B")
	row(task+": whole HTML", float64(compressed(html))/1000, 80, "kB")
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
