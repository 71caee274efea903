//go:build unix

package usage

import (
	"os"
	"runtime/debug"
	"syscall"
)

// Slim gives unused memory back and lets the system forget how much this process has had, which would count as the peak of
// those that it starts (proc(5), /proc/pid/clear_refs).
func Slim() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// mostMemory is the most that a process held, in kB.
func mostMemory(p *os.ProcessState) int64 {
	if r, ok := p.SysUsage().(*syscall.Rusage); ok {
		return r.Maxrss
	}
	return 0
}
