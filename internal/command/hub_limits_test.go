//go:build unix

package command

import (
	"os"
	"os/signal"
	"syscall"
)

// smallDisk is the command where no file can be longer than 4 kB: a write beyond
// that fails as on a full disk.
func smallDisk() {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: 4096}); err != nil {
		panic(err)
	}
	Main()
}

// asNobody is the command without root's right to write everywhere.
func asNobody() {
	const nobody = 65534
	if os.Getuid() == 0 {
		if err := syscall.Setuid(nobody); err != nil {
			panic(err)
		}
	}
	Main()
}
