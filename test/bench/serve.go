package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// save is a change of files, different each time, and its limit in seconds.
type save struct {
	what  string
	files []string
	limit float64
	text  func(before string, i int) string
}

var latency = regexp.MustCompile(`"p99_itl_ms": [0-9.]+`) // of a file's first run

// saves measures how long an author waits from a save until the pages that are open reload.
func saves(s *session) error {
	author, results := filepath.Join(s.dir, "author"), s.source
	if err := errors.Join(writePost(author, 5), usage.Write(filepath.Join(author, "site.yaml"), "name: A board\n")); err != nil {
		return err
	}
	all := []save{
		{"a post", []string{filepath.Join(author, "posts", "forty.md")}, 1, func(before string, i int) string {
			return before + fmt.Sprintf("\nSaved %d times.\n", i)
		}},
		{"settings", []string{filepath.Join(author, "site.yaml")}, 1, func(_ string, i int) string {
			return fmt.Sprintf("name: Board %d\n", i)
		}},
	}
	if s.source != "sample:" {
		results = filepath.Join(s.dir, "results")
		if err := os.CopyFS(results, os.DirFS(s.source)); err != nil {
			return err
		}
		both := []string{ // of one run
			filepath.Join(results, "tasks", "gpqa.json"), filepath.Join(results, "models", "Qwen__Qwen3-14B__gpqa.json"),
		}
		all = append(all, save{"results", both, 3, func(before string, i int) string {
			at := latency.FindStringIndex(before)
			return before[:at[0]] + fmt.Sprintf(`"p99_itl_ms": 69.%d`, i) + before[at[1]:]
		}})
	}
	events, stop, err := serve(s.command, "--source", results, "--content", author)
	if err != nil {
		return err
	}
	defer stop()
	for _, one := range all {
		took, err := one.best(s.runs, events)
		if err != nil {
			return err
		}
		row("save of "+one.what+" until reload", took.Seconds(), one.limit, "s")
		row("save of "+one.what+", in yardsticks", took.Seconds()/s.stick.Seconds(), 0, "")
	}
	return nil
}

// best saves and waits so many times.
func (s save) best(runs int, events <-chan string) (best time.Duration, err error) {
	for i := range runs {
		begin := time.Now()
		for _, file := range s.files {
			text, err := os.ReadFile(file)
			if err != nil {
				return 0, err
			}
			if err := os.WriteFile(file, []byte(s.text(string(text), i+1)), 0o644); err != nil {
				return 0, err
			}
		}
		if err := reloaded(events); err != nil {
			return 0, fmt.Errorf("save of %s: %w", s.what, err)
		}
		if took := time.Since(begin); i == 0 || took < best {
			best = took
		}
		time.Sleep(time.Second) // a second event of the same save would be the next one's
	}
	return best, nil
}

// reloaded waits for a reload. A fault before it is of a file that was read half written.
func reloaded(events <-chan string) error {
	late, last := time.After(time.Minute), ""
	for {
		select {
		case event, open := <-events:
			if !open {
				return errors.New("serve ended")
			}
			if last = event; !strings.Contains(event, `"fault"`) {
				return nil
			}
		case <-late:
			return fmt.Errorf("no reload in a minute; the last event is %q", last)
		}
	}
}

// serve starts the command and follows its events, from the first page on.
func serve(command string, args ...string) (events <-chan string, stop func(), err error) {
	c := exec.Command(command, append([]string{"serve", "--quiet", "--addr", "127.0.0.1:0"}, args...)...)
	c.Env = append(c.Environ(), "GOMAXPROCS=2")
	said, err := c.StderrPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := c.Start(); err != nil {
		return nil, nil, err
	}
	stop = func() {
		_ = c.Process.Signal(os.Interrupt) // it may have ended by itself
		_ = c.Wait()
	}
	lines := bufio.NewReader(said)
	line, err := lines.ReadString('\n')
	address := regexp.MustCompile(`http://[^/]+/`).FindString(line)
	if err != nil || address == "" {
		rest, _ := io.ReadAll(lines)
		stop()
		return nil, nil, fmt.Errorf("serve: %s%s", line, rest)
	}
	go io.Copy(os.Stderr, lines)
	answer, err := http.Get(address + "-/events")
	if err != nil {
		stop()
		return nil, nil, err
	}
	return eventsOf(answer.Body), stop, nil
}

// eventsOf are the lines of an event stream that say something, without the first, which
// says what is there.
func eventsOf(stream io.ReadCloser) <-chan string {
	events := make(chan string)
	go func() {
		defer stream.Close()
		defer close(events)
		first := true
		for s := bufio.NewScanner(stream); s.Scan(); {
			if s.Text() == "" {
				continue
			}
			if !first {
				events <- s.Text()
			}
			first = false
		}
	}()
	return events
}
