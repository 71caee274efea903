package usage

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// Main runs a program that measures: it parses the flags, and ends the program with the error, if there is one.
func Main(name string, run func() error) {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		os.Exit(1)
	}
}

// Shared is the directory of the reference material: $JOULEBOARD_SHARED or ../shared.
func Shared() string { return cmp.Or(os.Getenv("JOULEBOARD_SHARED"), filepath.Join("..", "shared")) }

// Published is the source of the published data of the ML.ENERGY leaderboard, of a kind such as compiled; the sample
// without them.
func Published(kind string) string {
	if dir := filepath.Join(Shared(), "data", "mlenergy-v3", kind); Exists(dir) {
		return dir
	}
	return "sample:"
}

// Exists reports whether there is a file or directory.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Compressed is how many bytes a content takes as gzip -6, which public hosts use.
func Compressed(content []byte) int {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, 6)
	_, _ = w.Write(content) // a buffer takes everything
	_ = w.Close()
	return b.Len()
}

// Write writes a text to a file, with its directory.
func Write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
