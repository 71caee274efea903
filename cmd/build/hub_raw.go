package main

import (
	"context"
	"errors"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
)

// rawPaths are the values of a field of all runs that name a raw file, each once,
// in the order of the runs.
func rawPaths(ds data.Dataset, field string) []string {
	return slices.Concat(pathsOf(ds.LLM(), field), pathsOf(ds.Diffusion(), field))
}

func pathsOf[R data.Record](runs data.Runs[R], field string) (paths []string) {
	if _, known := runs.Schema().Field(field); !known {
		return nil
	}
	seen := map[string]bool{}
	for r := range runs.All() {
		if name, _ := runs.Schema().Value(r, field).(string); name != "" && !seen[name] {
			seen[name] = true
			paths = append(paths, name)
		}
	}
	return paths
}

// fetchRaw fetches the raw files of the runs that sources on a Hub have and the
// cache has not. A file that is wrong on the hub is named, the others are fetched;
// without network it says what is missing.
func (c *console) fetchRaw(ctx context.Context, all []loaded, paths []string) error {
	for i := range all {
		l := &all[i]
		if l.hub == nil || l.archive == nil {
			continue
		}
		wanted := slices.DeleteFunc(slices.Clone(paths), func(name string) bool {
			return !l.hub.rawFiles[name] || l.hub.snapshot.Has(l.hub.in(name))
		})
		if err := c.fetchMissing(ctx, &l.source, wanted); err != nil {
			return l.failed(err)
		}
	}
	return nil
}

// fetchFeatured is fetchRaw for what pages can do without: files that are too much
// to fetch unasked are not drawn.
func (c *console) fetchFeatured(ctx context.Context, all []loaded, paths []string) error {
	err := c.fetchRaw(ctx, all, paths)
	if errors.As(err, new(tooMuch)) {
		c.note("%v; pages of models lack the latencies and power that are in them", err)
		return nil
	}
	return err
}

// isFetched reports whether a run's raw file can be read, as far as that is for a
// source on a Hub to say.
func isFetched(all []loaded, path string) bool {
	for i := range all {
		h := all[i].hub
		if h != nil && all[i].archive != nil && h.rawFiles[path] && !h.snapshot.Has(h.in(path)) {
			return false
		}
	}
	return true
}

func (c *console) fetchMissing(ctx context.Context, s *source, names []string) error {
	if len(names) == 0 {
		return nil
	}
	err := error(nil)
	if !s.hub.listed {
		err = s.hub.list(ctx)
	}
	if errors.Is(err, hub.Offline) {
		c.note("%s: %s of raw results not in the cache, and HF_HUB_OFFLINE is set: run fetch once without it", s.name(), counted(len(names), "file"))
		return nil
	}
	if err != nil {
		return err
	}
	defer c.progress("")
	files := s.hub.named(names)
	if lacking := len(names) - len(files); lacking > 0 {
		c.note("%s: the dataset lacks %s of raw results that its runs name", s.name(), counted(lacking, "file"))
	}
	if err = c.fetchFiles(ctx, s, files); errors.Is(err, hub.Incomplete) {
		c.say("%s: %v", s.name(), err)
		err = nil
	}
	return err
}
