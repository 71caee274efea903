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
)

// configKinds are the folders of a directory of configurations.
var configKinds = []string{"vllm", "xdit"}

// configFiles lists the files that describe models and their servers: of the
// directory given, else of configs below each root. Other files, which may hold
// anything, are not published.
func configFiles(roots []string, given string) (files, error) {
	found := files{}
	if given != "" {
		return found, found.addConfigs(given)
	}
	for _, root := range roots {
		if err := found.addConfigs(filepath.Join(root, "configs")); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// addConfigs lists the files below dir, which holds both kinds or is of one.
func (f files) addConfigs(dir string) error {
	if kind := filepath.Base(dir); slices.Contains(configKinds, kind) {
		return f.addKind(dir, kind)
	}
	for _, kind := range configKinds {
		if err := f.addKind(filepath.Join(dir, kind), kind); err != nil {
			return err
		}
	}
	return nil
}

func (f files) addKind(dir, kind string) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !isConfig(name) {
			return err
		}
		// a link that leads out of the directory is an error of Stat
		entry, err := root.Stat(name)
		if err != nil || !entry.Mode().IsRegular() {
			return nil
		}
		return f.add(path.Join("configs", kind, name), filepath.Join(dir, filepath.FromSlash(name)))
	})
}

func isConfig(name string) bool {
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
		return fmt.Errorf("%s and %s differ; give one directory for all with --config", other, from)
	}
	return nil
}
