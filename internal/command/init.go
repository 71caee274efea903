package command

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/units"
)

// starter is the repository that init writes. A name that would mean something to this repository's own tools stands
// without its dot: starterNames has the right one.
//
//go:embed all:starter
var starter embed.FS

var starterNames = strings.NewReplacer("gitignore", ".gitignore", "github/", ".github/workflows/")

func (c *console) init(_ context.Context, i identity) error {
	dir := c.cmd.Flags().Arg(0)
	if isTerminal(os.Stdin) && isTerminal(c.stderr) {
		i.ask(c.cmd.Flags(), os.Stdin, c.stderr)
	}
	settings, err := i.settings()
	if err != nil {
		return err
	}
	words := strings.NewReplacer("JOULEBOARD_REF", revision(), "SITE_SETTINGS\n", settings, "SITE_NAME", i.Name)
	files := map[string][]byte{}
	err = fs.WalkDir(starter, "starter", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := starter.ReadFile(path)
		name := starterNames.Replace(strings.TrimPrefix(path, "starter/"))
		files[filepath.Join(dir, filepath.FromSlash(name))] = []byte(words.Replace(string(content)))
		return err
	})
	if err != nil {
		return err
	}
	if err := filetree.Inside(dir); err != nil {
		return err
	}
	if err := absent(files); err != nil {
		return err
	}
	for path, content := range files {
		if err := writeNew(path, content); err != nil {
			return err
		}
	}
	c.note("%s: %s; next: cd %s && jouleboard build --content content", dir, units.Counted(len(files), "file"), dir)
	return nil
}

// absent names every file that is in the way.
func absent(files map[string][]byte) error {
	var there []string
	for path := range files {
		if _, err := os.Lstat(path); err == nil {
			there = append(there, path)
		}
	}
	if len(there) == 0 {
		return nil
	}
	return fmt.Errorf("%s would be overwritten; give a new directory", strings.Join(slices.Sorted(slices.Values(there)), ", "))
}

func writeNew(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}
