package shared

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// unpack writes the files of an archive below a directory.
func unpack(name, dir string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	archive := tar.NewReader(plain)
	for {
		entry, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = write(filepath.Join(dir, filepath.FromSlash(entry.Name)), entry, archive)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
}

func write(path string, entry *tar.Header, content io.Reader) error {
	if entry.FileInfo().IsDir() {
		return os.MkdirAll(path, 0o755)
	}
	text, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
