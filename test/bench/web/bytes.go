package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// What a browser must have before it can show a table: stylesheets, and scripts
// that the parser waits for.
var (
	stylesheet = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`)
	blocking   = regexp.MustCompile(`<script src="([^"]+)"`)
)

const endOfTable = "</tbody>"

// printBytes prints how much of a site's pages, compressed, comes before their
// first table, and how much they are in all.
func printBytes(site string) error {
	for _, p := range []struct {
		page  string
		whole int // limit in bytes
	}{{"tasks/gpqa/", 22_000}, {"tasks/text-to-image/", 35_000}, {"", 10_000}, {"gpus/b200/", 80_000}} {
		page := p.page
		text, err := os.ReadFile(filepath.Join(site, page, "index.html"))
		if err != nil {
			continue // the sample has other GPUs
		}
		end := bytes.Index(text, []byte(endOfTable))
		if end < 0 {
			return fmt.Errorf("/%s has no table", page)
		}
		before, err := headBytes(filepath.Join(site, page), text[:end])
		if err != nil {
			return err
		}
		before += packed(text[:end+len(endOfTable)])
		fmt.Printf("%-58s %8d B   limit %7d existing site 245715\n", "/"+page+": bytes before the table", before, 25_000)
		fmt.Printf("%-58s %8d B   limit %7d\n", "/"+page+": bytes of the whole HTML", packed(text), p.whole)
	}
	return nil
}

// headBytes is the size of the files that a page in dir names before its table.
func headBytes(dir string, text []byte) (n int, err error) {
	for _, kind := range []*regexp.Regexp{stylesheet, blocking} {
		for _, found := range kind.FindAllSubmatch(text, -1) {
			file, err := os.ReadFile(filepath.Join(dir, string(found[1])))
			if err != nil {
				return 0, err
			}
			n += packed(file)
		}
	}
	return n, nil
}

// packed is the size after gzip -6, which public hosts use.
func packed(text []byte) int {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, 6)
	_, _ = w.Write(text)
	_ = w.Close()
	return b.Len()
}
