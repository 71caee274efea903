package command

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"golang.org/x/term"
)

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
	switch {
	case s.process != nil:
		_, _ = s.to.Write(p)
		return len(p), nil
	case s.to != nil:
		return s.to.Write(p)
	}
	s.waiting.Write(p)
	if s.rows > 0 && bytes.Count(s.waiting.Bytes(), []byte("\n")) < s.rows {
		return len(p), nil
	}
	s.to = s.out
	s.page()
	_, err := s.to.Write(s.waiting.Bytes())
	if s.process != nil {
		err = nil
	}
	return len(p), err
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
	switch {
	case s.process != nil:
		s.end.Close()
		return s.process.Wait()
	case s.to == nil:
		_, err := s.out.Write(s.waiting.Bytes())
		return err
	}
	return nil
}
