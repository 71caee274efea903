package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// console is where results and messages go.
type console struct {
	stdout, stderr io.Writer
	args           []string       // of the command line
	cmd            *cobra.Command // that runs
	quiet          bool
	wide           bool                                       // tables have all columns
	started        bool                                       // the flags were understood
	wait           func(context.Context, time.Duration) error // nil: the clock
	hub            *source.Hub

	mu    sync.Mutex
	shown string // the progress line that stands on the terminal
}

// note is a message about something that is fine.
func (c *console) note(format string, args ...any) {
	if !c.quiet {
		c.say(format, args...)
	}
}

// say is a message that --quiet does not silence.
func (c *console) say(format string, args ...any) {
	c.progress("")
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintln(c.stderr, legible(fmt.Sprintf(format, args...)))
}

// legible is a message for a log: names in it may come from anyone. What a terminal could interpret is written out, and no
// line reads as a command to the service that runs a build, such as ::error.
func legible(message string) string {
	lines := strings.Split(message, "\n")
	for i, line := range lines {
		line = strings.Join(lists.Map(strings.Split(line, "\t"), units.Printable), "\t")
		if start := strings.TrimSpace(line); strings.HasPrefix(start, "::") || strings.HasPrefix(start, "##[") {
			line = "> " + line
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// progress replaces the progress line, "" removes it. It is seen on a terminal
// only: a log wants no lines that are out of date at once.
func (c *console) progress(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if line == c.shown || c.quiet || !isTerminal(c.stderr) {
		return
	}
	const clearLine = "\r\x1b[K"
	fmt.Fprint(c.stderr, clearLine+line)
	c.shown = line
}

// stage is a progress function for work of known extent, which may be called
// from several goroutines, the later number first. It writes at whole percents,
// so that many small steps do not slow the work down.
func (c *console) stage(name string) func(done, total int) {
	var most atomic.Int64
	return func(done, total int) {
		percent := int64(100 * done / max(total, 1))
		if before := most.Load(); percent > before && most.CompareAndSwap(before, percent) {
			c.progress(fmt.Sprintf("%s %d%%", name, percent))
		}
	}
}

func isTerminal(w any) bool {
	if _, ok := w.(*screen); ok {
		return true
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
