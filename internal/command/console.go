package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
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
// line reads as a command to the service that runs a build: it takes ::error at the beginning of a line, ##[error] anywhere.
func legible(message string) string {
	lines := strings.Split(message, "\n")
	for i, line := range lines {
		line = strings.Join(lists.Map(strings.Split(line, "\t"), units.Printable), "\t")
		if line = strings.ReplaceAll(line, "##[", "## ["); strings.HasPrefix(strings.TrimSpace(line), "::") {
			line = "> " + line
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// readable is a writer of texts that people read, which may be a log: it writes whole lines, and these are legible.
type readable struct {
	to   io.Writer
	rest string // of a line whose end is to come
}

// Write writes the lines that are complete.
func (l *readable) Write(p []byte) (int, error) {
	text := l.rest + string(p)
	end := strings.LastIndexByte(text, '\n') + 1
	l.rest = text[end:]
	if end == 0 {
		return len(p), nil
	}
	_, err := io.WriteString(l.to, legible(text[:end]))
	return len(p), err
}

// finish writes what is left.
func (l *readable) finish() error {
	_, err := io.WriteString(l.to, legible(l.rest))
	return err
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

// manyRuns are so many that what a build holds of them, not what it makes, decides how much memory it needs.
const manyRuns = 50_000

// collectAt has garbage collected when it is so much of what is in use, in percent. Who sets GOGC decides for himself.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// keepWithin has garbage collected more often where the memory of a build would exceed what its runs need: 160 MB and 2 kB for
// each, measured at 200,000. More is taken where they need more. Who sets GOMEMLIMIT decides for himself.
func keepWithin(runs int) { limitMemory(160e6 + int64(runs)*2e3) }

// usualMemory is what a command keeps within, where it does not need more.
const usualMemory = 850e6

func limitMemory(bytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(bytes)
	}
}

// screen is standard output that is a terminal. What is longer than it goes to a pager.
type screen struct {
	out           io.Writer
	columns, rows int      // 0: unknown
	pager         []string // nil: none

	waiting bytes.Buffer // what may yet fit
	to      io.Writer    // where all goes that comes; nil: it waits
	process *exec.Cmd    // nil: no pager runs
	end     io.Closer    // of its input
	dropped []string     // columns of tables that were too wide
}

// newScreen is the screen that a file is; ok is false for another writer.
func newScreen(stdout io.Writer) (s *screen, ok bool) {
	file, ok := stdout.(*os.File)
	if !ok || !isTerminal(file) {
		return nil, false
	}
	s = &screen{out: file, pager: pagerOf(os.LookupEnv("PAGER"))}
	s.columns, s.rows, _ = term.GetSize(int(file.Fd()))
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil {
		s.columns = n
	}
	return s, true
}

// pagerOf is the program that the environment names; an empty value means none.
func pagerOf(named string, there bool) []string {
	if !there {
		named = "less"
	}
	return strings.Fields(named)
}

// Write keeps what fits, and hands all of it on once it does not. A reader who leaves the
// pager has seen enough.
func (s *screen) Write(p []byte) (int, error) {
	if s.to == nil {
		s.waiting.Write(p)
		if s.rows > 0 && bytes.Count(s.waiting.Bytes(), []byte("\n")) < s.rows {
			return len(p), nil
		}
		s.to = s.out
		s.page()
		_, err := s.waiting.WriteTo(s)
		return len(p), err
	}
	n, err := s.to.Write(p)
	if s.process != nil {
		return len(p), nil
	}
	return n, err
}

// page starts the pager if there is one.
func (s *screen) page() {
	if len(s.pager) == 0 || s.rows == 0 {
		return
	}
	process := exec.Command(s.pager[0], s.pager[1:]...)
	process.Stdout, process.Stderr = s.out, os.Stderr
	if _, chosen := os.LookupEnv("LESS"); !chosen {
		process.Env = append(os.Environ(), "LESS=FRSX")
	}
	in, err := process.StdinPipe()
	if err == nil && process.Start() == nil {
		s.process, s.to, s.end = process, in, in
	}
}

// finish writes what waits, or waits for the reader to leave the pager.
func (s *screen) finish() error {
	if s.process != nil {
		s.end.Close()
		return s.process.Wait()
	}
	_, err := s.waiting.WriteTo(s.out)
	return err
}
