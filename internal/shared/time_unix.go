package shared

import (
	"time"

	"golang.org/x/sys/unix"
)

// ProcessorTime is what this process has taken so far; others on the machine have no say.
func ProcessorTime() time.Duration {
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
