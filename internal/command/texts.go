package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/yamltree"
)

// textFlags say where the site's words and settings come from.
type textFlags struct {
	// Config is a file with settings that replace those of site.yaml, Dir a directory laid over the built-in texts.
	Config string `flag:"config" help:"YAML {FILE} of settings that override site.yaml" files:"yaml yml"`
	Dir    string `flag:"content" help:"{DIR} of your own pages, posts and settings"`
	Drafts bool   `flag:"drafts" help:"include draft posts"`
}

// load reads the texts. Faults in them are of type [content.Errors].
func (f textFlags) load() (content.Content, error) {
	folder, release, err := f.folder()
	if err != nil {
		return content.Content{}, err
	}
	defer release()
	site, err := f.siteFiles()
	if err != nil {
		return content.Content{}, err
	}
	read := content.Over
	if f.Dir == "" {
		read = content.Load
	}
	c, err := read(folder, site...)
	if !f.Drafts {
		c.Posts = slices.DeleteFunc(c.Posts, func(p content.Post) bool { return p.Draft })
	}
	return c, f.located(err)
}

// siteFiles are the settings of --config.
func (f textFlags) siteFiles() ([]content.File, error) {
	if f.Config == "" {
		return nil, nil
	}
	text, err := filetree.ReadFile(f.Config, yamltree.MostBytes)
	if err != nil {
		return nil, fmt.Errorf("--config %w; give a YAML file such as content/site.yaml", err)
	}
	return []content.File{{Name: f.Config, Text: text}}, nil
}

// folder is the publisher's, or the built-in one.
func (f textFlags) folder() (folder fs.FS, release func() error, err error) {
	if f.Dir == "" {
		return content.Embedded(), func() error { return nil }, nil
	}
	if err := isDir(f.Dir); err != nil {
		return nil, nil, err
	}
	tree, err := filetree.Open(f.Dir)
	if err != nil {
		return nil, nil, fmt.Errorf("--content %w", err)
	}
	return tree.FS(), tree.Close, nil
}

// located is an error that names the files of faults as the user can open them.
func (f textFlags) located(err error) error {
	var faults content.Errors
	if !errors.As(err, &faults) {
		return err
	}
	for i := range faults {
		if faults[i].File != f.Config {
			faults[i].File = f.path(faults[i].File)
		}
	}
	return faults
}

// path is where the user finds a file of texts, or its name if it is built in.
func (f textFlags) path(file string) string {
	if f.Dir == "" {
		return file
	}
	path := filepath.Join(f.Dir, file)
	if _, err := os.Stat(path); err != nil {
		return file
	}
	return path
}

// errors are problems as lines of a message below a first one.
func (f textFlags) errors(head string, problems []data.Problem) error {
	located := slices.Clone(problems)
	for i, p := range problems {
		if p.Lines { // of a text
			located[i].File = f.path(p.File)
		}
	}
	return errors.New(strings.Join(append([]string{head}, problemLines(located)...), "\n"))
}

func isDir(path string) error {
	found, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !found.IsDir() {
		return fmt.Errorf("--content %s: no such directory", path)
	}
	return err
}
