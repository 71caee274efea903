//go:build linux

package watchdog

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/test/sweep"
)

const declared = sweep.Declaration

// An interrupted command ends although it computes, says so, and leaves nothing of what it began.
func TestInterruptedCommandsLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	var rows bytes.Buffer
	rows.WriteString("model,energy\n")
	for i := range 200_000 {
		fmt.Fprintf(&rows, "lab/m%d,1.0\n", i)
	}
	for name, text := range map[string][]byte{"benchmark.yaml": []byte(declared), "runs.csv": rows.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{"check --source S", "rank --source S --task t-all", "build --source S --out O/site", "diff S sample: --out O/report"} {
		out := t.TempDir()
		cmd := exec.Command(os.Args[0], strings.Fields(strings.NewReplacer("S", dir, "O/", out+"/").Replace(args))...)
		cmd.Env = append(os.Environ(), "WATCHDOG_COMMAND=1")
		var text bytes.Buffer
		cmd.Stderr = &text
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for begun := time.Now(); computed(cmd.Process.Pid) < 300*time.Millisecond && time.Since(begun) < time.Minute; {
			time.Sleep(20 * time.Millisecond)
		}
		_ = cmd.Process.Signal(syscall.SIGTERM)
		since := time.Now()
		_ = cmd.Wait()
		t.Logf("%s: ended after %v", args, time.Since(since))
		if took := time.Since(since); took > 10*time.Second || !strings.Contains(text.String(), "interrupted") {
			t.Errorf("%s: after %v: %.500s", args, took, text.String())
		}
		if left, _ := os.ReadDir(out); len(left) > 0 {
			t.Errorf("%s left %v", args, left)
		}
	}
}

// computed is what a process has taken of a processor in its own code, 0 for one that has ended; see proc(5).
func computed(pid int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, behind, _ := bytes.Cut(text, []byte(") "))
	if fields := strings.Fields(string(behind)); len(fields) > 11 {
		ticks, _ := strconv.Atoi(fields[11])
		return time.Duration(ticks) * 10 * time.Millisecond
	}
	return 0
}

// A pipe or device that is named as an output is written to, and stays what it is.
func TestOutputsThatAreNoFiles(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	_, state := run(t, mostMemory, "diff", "sample:", "sample:", "--out", pipe)
	if state.ExitCode() != 0 || !strings.Contains(<-read, "No results changed") {
		t.Errorf("status %d", state.ExitCode())
	}
	if entry, err := os.Lstat(pipe); err != nil || entry.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("%v, %v", entry, err)
	}
}
