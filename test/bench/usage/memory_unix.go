//go:build unix

package usage

import (
	"os"
	"syscall"
)

// mostMemory is the most that a process held, in kB.
func mostMemory(p *os.ProcessState) int64 {
	if r, ok := p.SysUsage().(*syscall.Rusage); ok {
		return r.Maxrss
	}
	return 0
}
