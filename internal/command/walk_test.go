package command

import "io/fs"

// walkFiles calls do for each file of a tree, in order of names.
func walkFiles(tree fs.FS, do func(name string, content []byte)) error {
	return fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := fs.ReadFile(tree, name)
		if err == nil {
			do(name, content)
		}
		return err
	})
}
