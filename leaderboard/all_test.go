package leaderboard

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// File is a file of the tree with its content.
type File struct {
	Path  string
	Bytes []byte
}

// filesOf are drafts with their contents.
func filesOf(drafts []Draft) (files []File, err error) {
	for _, d := range drafts {
		text, wrong := d.Bytes()
		files, err = append(files, File{d.Path, text}), cmp.Or(err, wrong)
	}
	return files, err
}

// Files are the files of the published leaderboard: the index, the tasks, the models.
func Files(ds data.Dataset, lastUpdated string) (files []File, err error) {
	err = Write(ds, lastUpdated, func(d Draft) error {
		text, err := d.Bytes()
		files = append(files, File{d.Path, text})
		return err
	})
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(cmp.Compare(rank(a.Path), rank(b.Path)), cmp.Compare(a.Path, b.Path))
	})
	return files, err
}

// rank puts the index first and the models last.
func rank(path string) int {
	return slices.IndexFunc([]byte("itm"), func(first byte) bool { return path[0] == first })
}
