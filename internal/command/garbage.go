package command

import (
	"os"
	"runtime/debug"
)

// manyRuns are so many that what a build holds of them, not what it makes, decides how much memory it needs.
const manyRuns = 50_000

// collectAt has garbage collected when it is so much of what is in use, in percent. Who sets GOGC decides for himself.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
