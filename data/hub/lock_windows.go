package hub

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

// lockFile locks the first byte, as the Python client does.
func lockFile(f *os.File) error {
	const (
		failImmediately = 1
		exclusive       = 2
		lockViolation   = syscall.Errno(33)
	)
	ok, _, err := lockFileEx.Call(f.Fd(), failImmediately|exclusive, 0, 1, 0, uintptr(unsafe.Pointer(new(syscall.Overlapped))))
	switch {
	case ok != 0:
		return nil
	case errors.Is(err, lockViolation):
		return errBusy
	}
	return err
}
