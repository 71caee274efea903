package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/site"
)

// mostVersions bounds what a site keeps.
const mostVersions = 500

// versioned builds the site of the data's version into the directory of versions,
// unless it is there, and reads all of them.
func (c *console) versioned(ctx context.Context, s site.Selection, with site.Options, o buildOptions) ([]site.Version, error) {
	if o.Versions == "" {
		return nil, nil
	}
	if o.DataVersion != "" {
		if err := c.keepVersion(ctx, s, with, o); err != nil {
			return nil, err
		}
	}
	return readVersions(o.Versions)
}

// keepVersion builds the site of a version as it will stay. One that is there is
// left as it is, and must be of the same data.
func (c *console) keepVersion(ctx context.Context, s site.Selection, with site.Options, o buildOptions) error {
	dir := filepath.Join(o.Versions, o.DataVersion)
	switch kept, err := keptVersion(o.Versions, o.DataVersion); {
	case err == nil:
		if site.Digest(s.Data) != kept.Digest {
			return fmt.Errorf("%s: contains a site of other data, and a published version never changes; use another --data-version", dir)
		}
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	with.Out, with.Frozen, with.Progress = dir, true, c.stage("building version "+o.DataVersion)
	if o.BaseURL != "" {
		with.BaseURL = o.BaseURL + "v/" + o.DataVersion + "/"
	}
	_, err := site.Build(ctx, s, with)
	if err == nil {
		c.note("%s: archived site of this version", dir)
	}
	return err
}

func keptVersion(dir, name string) (site.Version, error) {
	if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
		return site.Version{}, err
	}
	tree, err := filetree.Open(dir)
	if err != nil {
		return site.Version{}, fmt.Errorf("--versions %w", err)
	}
	defer tree.Close()
	return readVersion(tree, dir, name)
}

func readVersion(tree *filetree.Tree, dir, name string) (site.Version, error) {
	files, err := fs.Sub(tree.FS(), name)
	if err != nil {
		return site.Version{}, err
	}
	v, err := site.ReadVersion(name, files)
	if err != nil {
		return v, fmt.Errorf("--versions %s: %s", dir, err)
	}
	return v, nil
}

// readVersions reads the versions in a directory; hidden entries and files are not
// ours.
func readVersions(dir string) (versions []site.Version, err error) {
	tree, err := filetree.Open(dir) // as long as the command runs: the site is a copy of what is in it
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--versions %s: no such directory; create it, or give --data-version to archive a first version there", dir)
	}
	if err != nil {
		return nil, fmt.Errorf("--versions %w", err)
	}
	entries, err := fs.ReadDir(tree.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("--versions %s: %w", dir, err)
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if len(versions) == mostVersions {
			return nil, fmt.Errorf("--versions %s: more than %d versions; move some elsewhere", dir, mostVersions)
		}
		v, err := readVersion(tree, dir, e.Name())
		if err != nil {
			return nil, err
		}
		versions = append(versions, v)
	}
	return versions, nil
}
