// Package lockfile locks a file for one process at a time. The system releases the lock if the process dies; the file
// may remain.
package lockfile

import (
	"errors"
	"io/fs"
	"os"
)

var (
	// ErrBusy means that another process has the lock.
	ErrBusy = errors.New("another process has the lock")
	// ErrGone means that the file was removed while it was locked: try again.
	ErrGone = errors.New("the lock was removed")
	// ErrUnsupported means that the file system has no locks.
	ErrUnsupported = errors.New("the file system has no locks")
)

// Try locks the file without waiting, and creates it if it does not exist. Closing the file releases the lock.
func Try(name string, mode fs.FileMode) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, mode)
	if err != nil {
		return nil, err
	}
	err = lock(file)
	if err == nil && !stands(file, name) {
		err = ErrGone
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// stands reports whether the open file is still the one of that name.
func stands(file *os.File, name string) bool {
	mine, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(name)
	return err == nil && os.SameFile(mine, there)
}
