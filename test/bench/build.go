package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// build measures a site of the published data, what a command takes that does nothing, and what a reader loads.
func build(s *session) error {
	public := filepath.Join(s.dir, "public")
	built, err := usage.Best(s.runs, s.command, "build", "--quiet", "--source", s.source, "--out", public)
	if err != nil {
		return err
	}
	none, err := usage.Best(4*s.runs, s.command, "version")
	if err != nil {
		return err
	}
	info, err := os.Stat(s.command)
	if err != nil {
		return err
	}
	row("build", built.Wall.Seconds(), 3, "s")
	row("build, in yardsticks", built.Wall.Seconds()/s.stick.Seconds(), 0, "")
	row("build, processor", built.CPU.Seconds(), 6, "s")
	row("build, most memory", built.Megabytes(), 150, "MB")
	row("version, processor", 1000*none.CPU.Seconds(), 15, "ms")
	row("version, most memory", none.Megabytes(), 20, "MB")
	row("program", float64(info.Size())/1e6, 35, "MB")
	return weigh(public)
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
