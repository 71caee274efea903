package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/spf13/cobra"
)

// registerRaw adds the flags that say how raw results are read. The directory
// with configurations has another name where --config is free.
func registerRaw(cmd *cobra.Command, o *raw.Options, configFlag string) {
	f := cmd.Flags()
	f.StringSliceVar(&o.Tasks, "tasks", nil, "read these `TASKS` only, separated by commas")
	f.StringVar(&o.ConfigDir, configFlag, "", "the `DIR` with vllm and xdit for raw results (default: configs beside them)")
	f.IntVar(&o.Workers, "workers", 0, "read so many raw files at once (default: one a processor)")
	f.BoolVar(&o.Fast, "fast", false, "read raw files up to the last value that is needed, so not validated as a whole")
	f.BoolVar(&o.FollowLinks, "follow-links", false, "read raw results through symbolic links that lead out of their directory")
	cmd.MarkFlagDirname(configFlag)
	complete(cmd, "tasks", completeTasks)
}

// openRaw opens raw sources together: what is unstable in one makes larger
// batches unstable in the others.
func (c *console) openRaw(ctx context.Context, joint []*loaded, unstable bool) {
	var good []*loaded
	var roots []string
	for _, l := range joint {
		if l.err = openable(ctx, l.source); l.err == nil {
			good, roots = append(good, l), append(roots, l.at)
		}
	}
	if len(good) == 0 {
		return
	}
	o := good[0].raw
	o.StableOnly = !unstable
	o.Progress = c.rawStage()
	for _, l := range good {
		if l.hub != nil {
			o.Linked = append(o.Linked, l.at)
		}
	}
	corpus, err := raw.Open(ctx, roots, o)
	if err != nil {
		good[0].err = err
		return
	}
	share(good, corpus)
}

// openable reports what is wrong with one root alone, so that it does not keep
// the others from being read.
func openable(ctx context.Context, s source) error {
	if raw.IsRaw(s.at) {
		return nil
	}
	_, err := raw.Find(ctx, []string{s.at}, s.raw)
	return err
}

// share gives each source what is its own. The records, which are one ordered
// whole, go to the first.
func share(joint []*loaded, corpus *raw.Corpus) {
	for i, l := range joint {
		l.data.Sources = corpus.Dataset.Sources[i : i+1 : i+1]
		l.data.Sources[0].Name = l.name()
		l.files = []raw.File{}
		for _, f := range corpus.Files {
			if f.Root == i {
				l.files = append(l.files, f)
			}
		}
	}
	first := joint[0]
	first.archive = corpus.Archive
	sources := first.data.Sources
	first.data = corpus.Dataset
	first.data.Sources = sources
}

// rawStage is a progress function for raw files.
func (c *console) rawStage() func(done, total int, bytes int64) {
	stage := c.stage("reading raw results")
	return func(done, total int, _ int64) { stage(done, total) }
}

// rawBeside is the archive of a compiled directory that holds raw files, or of a
// single Parquet file of one; nil where there are none.
func rawBeside(s source, ds data.Dataset) (*raw.Archive, error) {
	o := s.raw
	o.FollowLinks = o.FollowLinks || s.hub != nil
	if entry, err := os.Stat(s.at); err == nil && !entry.IsDir() && s.hub == nil {
		if root := rawAbove(s.at, ds); root != "" {
			return raw.NewArchive(root, ds, o)
		}
		return nil, nil
	}
	for _, domain := range []string{llm, diffusion} {
		found, err := os.Stat(filepath.Join(s.at, domain))
		if err == nil && found.IsDir() || s.hub.mayHold(domain, ds) {
			return raw.NewArchive(s.at, ds, o)
		}
	}
	return nil, nil
}

// rawAbove is the closest directory above a file below which a raw file of the runs
// lies, "" if none: the file need not stand where a compiled directory has it. The
// root of the file system is none: a path must not reach everything.
func rawAbove(file string, ds data.Dataset) string {
	paths := rawPaths(ds, "results_path")
	dir, err := filepath.Abs(filepath.Dir(file))
	for ; err == nil && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		heads := map[string]bool{} // the first elements of paths, of which there are few
		if slices.ContainsFunc(paths, func(name string) bool {
			first, _, _ := strings.Cut(name, "/")
			if _, known := heads[first]; !known {
				heads[first] = isThere(filepath.Join(dir, first))
			}
			return heads[first] && isThere(filepath.Join(dir, filepath.FromSlash(name)))
		}) {
			return dir
		}
	}
	return ""
}

// archives joins the archives of the sources; nil when none has raw files.
func archives(all []loaded) *raw.Archive {
	var there []*raw.Archive
	for _, l := range all {
		if l.archive != nil {
			there = append(there, l.archive)
		}
	}
	if len(there) == 0 {
		return nil
	}
	return raw.Join(there...)
}
