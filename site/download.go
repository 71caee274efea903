package site

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// dataFile is a file under data/ as the data page lists it.
type dataFile struct {
	path   string // address
	size   int    // bytes
	rows   int    // records, -1 where the file holds none
	sha256 string
}

// file finds a file under data/ by its address, nil if there is none.
func (e *edition) file(address string) *dataFile {
	i, found := slices.BinarySearchFunc(e.files, address, func(f dataFile, a string) int { return strings.Compare(f.path, a) })
	if !found {
		return nil
	}
	return &e.files[i]
}

// writeData writes everything under data/ and notes it for the pages. Its parts do not depend on each other.
func (e *edition) writeData(ctx context.Context, w writer) error {
	parts := []func() error{func() error { return e.writePublished(w) }}
	// some are files of the same runs, whose key is computed once
	some := func(path string, runs data.Table, formats ...string) {
		key := sync.OnceValue(func() string {
			key := e.tableKey(runs)
			e.tableKeys.Store(path, key)
			return key
		})
		for _, format := range formats {
			parts = append(parts, func() error { return e.addKept(w, path+"."+format, key(), runs.Len(), e.encoded(format, runs)) })
		}
	}
	whole, boards := []string{"csv", "json", "parquet"}, []string{"csv", "json", "parquet"}
	if e.large() { // the files of tasks and boards have all rows as text
		whole, boards = []string{"parquet"}, []string{"csv", "parquet"}
	}
	for _, runs := range e.Data.Tables {
		domain := runs.Schema().Domain
		parts = append(parts, func() error { return e.writeBeside(w, runs) })
		some("data/all/"+domain, runs, whole...)
		if runs.Schema().Board != nil {
			continue
		}
		groups, err := runs.GroupBy(runs.Schema().Name(data.RoleTask))
		if err != nil {
			return err
		}
		for _, g := range groups {
			some("data/tasks/"+g.Key[0].(string), g.Runs, "csv", "parquet")
		}
	}
	for _, b := range e.boards {
		some("data/boards/"+b.ID, b.subject.Runs, boards...)
	}
	if err := sideBySide(ctx, len(parts), func(_ context.Context, i int) error { return parts[i]() }); err != nil {
		return err
	}
	lists.Sort(e.files, func(a, b dataFile) int { return strings.Compare(a.path, b.path) })
	return w.Write(checksumsPath, e.checksums())
}

const checksumsPath = "data/checksums.txt"

// checksums lists all files with their digests, for sha256sum --check in the folder data.
func (e *edition) checksums() []byte {
	var text []byte
	for _, f := range e.files {
		text = fmt.Appendf(text, "%s  %s\n", f.sha256, strings.TrimPrefix(f.path, "data/"))
	}
	return text
}

// writePublished writes the JSON files that other programs read, with their schemas.
func (e *edition) writePublished(w writer) error {
	if err := leaderboard.Write(e.Data, e.updated(), func(d leaderboard.Draft) error {
		return e.addKept(w, "data/"+d.Path, e.tableKey(d.Runs...), -1, d.Bytes)
	}); err != nil {
		return err
	}
	files := leaderboard.ProvenanceFiles(e.Data, leaderboard.Provenance{
		Tool: "jouleboard", Version: e.opts.Version, LastUpdated: e.newestDate(), Problems: e.Problems,
		Benchmark: e.content.Site.Data.Name,
	})
	schemas, err := leaderboard.Schemas(e.Data)
	if err != nil {
		return err
	}
	for _, f := range append(files, schemas...) {
		text, err := f.Bytes()
		if err != nil {
			return err
		}
		if err := e.add(w, "data/"+f.Path, text, -1); err != nil {
			return err
		}
	}
	return nil
}

// writeBeside writes what the records of a domain have beside their fields, and the declaration of a board's.
func (e *edition) writeBeside(w writer, runs data.Table) error {
	domain := runs.Schema().Domain
	recorded, any, err := leaderboard.Recorded(runs)
	if err == nil && any {
		err = e.add(w, "data/"+leaderboard.RecordedPath(domain), recorded, -1)
	}
	if err != nil || runs.Schema().Board == nil {
		return err
	}
	text, err := runs.Schema().Text()
	if err != nil {
		return err
	}
	return e.add(w, "data/"+leaderboard.DeclarationPath(domain), text, -1)
}

// encoded is the content of a file of runs in a format.
func (e *edition) encoded(format string, runs data.Table) func() ([]byte, error) {
	return func() (content []byte, err error) {
		var b bytes.Buffer
		switch format {
		case "csv":
			err = runs.WriteCSV(&b)
		case "json":
			err = runs.WriteJSON(&b)
		default:
			err = runs.WriteParquet(&b, e.metadata(runs))
		}
		return b.Bytes(), err
	}
}

// updated is the date of the tasks, which other programs read; without tasks that of the
// newest results.
func (e *edition) updated() string {
	if len(e.tasks) == 0 {
		return e.newestDate()
	}
	return e.system("").date
}

// metadata travels in the footer of every Parquet file.
func (e *edition) metadata(runs data.Table) map[string]string {
	s := e.system(runs.Schema().System())
	m := map[string]string{"source": s.text()}
	if s.date != "" {
		m["data_date"] = s.date
	}
	if s.synthetic {
		m["synthetic"] = "true"
	}
	return m
}

// addKept adds a file of some rows, -1 for none, or keeps that of the last build with its key.
func (e *edition) addKept(w writer, path, key string, rows int, encode func() ([]byte, error)) error {
	kept, err := e.part(w, path, key, func(r *recorder) error {
		content, err := encode()
		switch {
		case err != nil:
			return err
		case r.parts == nil:
			return e.add(r, path, content, rows)
		}
		return r.Write(path, content)
	})
	for _, f := range kept {
		e.noteFile(dataFile{path: path, size: int(f.Size), rows: rows, sha256: f.Sum})
	}
	return err
}

func (e *edition) add(w writer, path string, content []byte, rows int) error {
	e.noteFile(dataFile{path: path, size: len(content), rows: rows, sha256: tree.SumOf(content)})
	return w.Write(path, content)
}

func (e *edition) noteFile(f dataFile) {
	e.noting.Lock()
	defer e.noting.Unlock()
	e.files = append(e.files, f)
}
