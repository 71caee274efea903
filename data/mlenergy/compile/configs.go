package compile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/filetree"
)

// configKinds are the folders of a directory of configurations.
var configKinds = []string{"vllm", "xdit"}

// configFiles lists the files that describe models and their servers: of the
// directory given, else of configs below each root. Other files, which may hold
// anything, are not published, and without followLinks nothing that a link leads
// to outside of the directory given or the root.
func configFiles(roots []string, given string, followLinks bool) (files, error) {
	found := files{}
	if given != "" {
		return found, found.addConfigs(given, ".", followLinks)
	}
	for _, root := range roots {
		if err := found.addConfigs(root, "configs", followLinks); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// addConfigs lists the files below at in dir, which holds both kinds or is itself
// of one.
func (f files) addConfigs(dir, at string, followLinks bool) error {
	tree := os.DirFS(dir)
	if !followLinks {
		inside, err := filetree.Open(dir)
		if err != nil {
			return fmt.Errorf("%w; give a directory that contains vllm or xdit", err)
		}
		defer inside.Close()
		tree = inside.Root().FS()
	}
	if kind := filepath.Base(filepath.Join(dir, at)); slices.Contains(configKinds, kind) {
		return f.addKind(tree, dir, at, kind)
	}
	for _, kind := range configKinds {
		if err := f.addKind(tree, dir, path.Join(at, kind), kind); err != nil {
			return err
		}
	}
	return nil
}

// addKind lists the files of one kind, which lie below at in dir.
func (f files) addKind(tree fs.FS, dir, at, kind string) error {
	if entry, err := fs.Stat(tree, at); err != nil || !entry.IsDir() {
		return nil // it is not there, or a link leads out
	}
	below, err := fs.Sub(tree, at)
	if err != nil {
		return err
	}
	return fs.WalkDir(below, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !IsConfig(name) {
			return err
		}
		if entry, err := fs.Stat(below, name); err != nil || !entry.Mode().IsRegular() {
			return nil
		}
		return f.add(path.Join("configs", kind, name), filepath.Join(dir, filepath.FromSlash(at), filepath.FromSlash(name)))
	})
}

// IsConfig reports whether a file of this name is the configuration of a model or its server.
func IsConfig(name string) bool {
	base := path.Base(name)
	return base == "model_info.json" || strings.HasSuffix(base, ".config.yaml")
}

// add takes a file under a name. Two roots may hold the same configuration, but
// not different ones: the directory has room for one.
func (f files) add(name, from string) error {
	other, taken := f[name]
	if !taken {
		f[name] = from
		return nil
	}
	a, errA := os.ReadFile(other)
	b, errB := os.ReadFile(from)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("%s and %s differ; give one directory for all with --config-dir", other, from)
	}
	return nil
}
