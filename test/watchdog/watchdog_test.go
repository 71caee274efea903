//go:build linux

// Package watchdog measures what the command takes: memory and time of each process, over
// fixtures, hostile inputs and, with JOULEBOARD_LARGE, over all that tests have.
package watchdog

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/internal/command"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// What a process may take.
const (
	mostMemory = 1 << 30
	mostTime   = 30 * time.Second // of a processor
	// of a check of an input of at most 1 MB
	mostOfCheck = 300 << 20
)

// TestMain is also the command, and what writes large inputs: the system counts the memory
// of this process to those that it starts, so it must stay small; see [usage.Slim].
func TestMain(m *testing.M) {
	switch {
	case os.Getenv("WATCHDOG_COMMAND") != "":
		command.Main()
	case os.Getenv("WATCHDOG_WRITE") != "":
		if err := writeRuns(os.Getenv("WATCHDOG_WRITE")); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	default:
		os.Exit(m.Run())
	}
}

// watched runs the command and reports a process that takes too much, hangs or panics.
// Whether it succeeds is for others to test.
func watched(t *testing.T, memory int64, args ...string) {
	t.Helper()
	text, state := run(t, memory, args...)
	if state.ExitCode() == 2 {
		t.Errorf("%s: used wrongly: %.2000s", strings.Join(args, " "), text)
	}
}

// run is watched without a judgment of how the command was used; it returns what the command said.
func run(t *testing.T, memory int64, args ...string) (text string, state *os.ProcessState) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), "WATCHDOG_COMMAND=1", "GOGC=", fmt.Sprintf("GOMEMLIMIT=%d", memory*5/6))
	cmd.Dir = t.TempDir()
	usage.Slim()
	out, _ := cmd.CombinedOutput()
	text, state = string(out), cmd.ProcessState
	taken := state.SysUsage().(*syscall.Rusage)
	peak, took := taken.Maxrss<<10, state.UserTime()+state.SystemTime()
	what := strings.Join(args, " ")
	t.Logf("%4d MB, %5.1f s, status %d: %s", peak>>20, took.Seconds(), state.ExitCode(), what)
	switch {
	case ctx.Err() != nil:
		t.Errorf("%s: waits", what)
	case peak > memory || took > mostTime:
		t.Errorf("%s: %d MB and %v", what, peak>>20, took)
	case !state.Exited() || strings.Contains(text, "goroutine "):
		t.Errorf("%s: %v: %.2000s", what, state, text)
	}
	return text, state
}

func large() bool { return os.Getenv("JOULEBOARD_LARGE") != "" }

// sources are one of each kind.
func sources(t *testing.T) []string {
	root := shared.Small(t)
	return []string{
		"compiled:" + filepath.Join(root, "data", "mlenergy-v3", "compiled"), "json:" + filepath.Join(root, "data", "mlenergy-v3", "leaderboard"),
		"raw:" + filepath.Join(root, "reference", "raw"), "ipw:" + filepath.Join(root, "fixtures", "ipw"),
		"llenergymeasure:" + filepath.Join(root, "fixtures", "llenergymeasure"), "sample:",
	}
}

func TestCommandsOverFixtures(t *testing.T) {
	commands := []string{"check --source S", "runs --source S --format json", "diff S sample:"}
	if large() {
		commands = append(commands, "build --source S --out public", "build --source S --compare-to sample: --out public",
			"fits --source S", "history --source S --add --date 2026-01-02 history.jsonl", "figures --source S --out figures",
			"bulk output-lengths --source S", "bulk itl --source S",
			"bulk timelines --source S", "bulk queries --source S --with-texts", "diff sample: S --format html",
			"runs --source S --include-unstable --format parquet")
	}
	for _, s := range sources(t) {
		for _, c := range commands {
			watched(t, mostMemory, strings.Fields(strings.ReplaceAll(c, "S", s))...)
		}
		if dir, ok := strings.CutPrefix(s, "raw:"); ok {
			watched(t, mostMemory, "compile", "--results", dir, "--out", "compiled")
		}
	}
	for _, c := range []string{"rank --task gpqa", "compare --factor num_gpus --each"} {
		watched(t, mostMemory, strings.Fields(c)...)
	}
}

// takers are the commands that take a file of a contributor as F.
var takers = []string{
	"check --source F", "check --source compiled:F", "check --source llenergymeasure:F", "diff sample: sample: --accept F",
	"comment F", "history F", "export openg2g --spec F --out traces", "export ipw-flat --traces F --out flat", "check --config F",
}

// A megabyte of what each reader takes most trouble with.
func TestSmallHostileInputs(t *testing.T) {
	const size = 1 << 20
	repeated := func(text string) string { return strings.Repeat(text, size/len(text)) }
	dir := t.TempDir()
	for name, text := range map[string]string{
		"alias.yaml": "a: &a [x, x, x, x, x, x, x, x]\n" + repeated("b: [*a, *a, *a, *a]\n"), "deep.json": repeated(`{"a":`),
		"values.json": `{"experiment_id": "a", "a": [` + repeated("0,") + "0]}", "objects.json": `{"a": [` + repeated(`{"":0},`) + "0]}",
		"lines.jsonl": repeated("{}\n"), "list.yaml": repeated("- a\n"), "keys.yaml": repeated("a: b\n"), "text.txt": repeated("a"),
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, c := range takers {
			watched(t, mostOfCheck, strings.Fields(strings.ReplaceAll(c, "F", path))...)
		}
	}
	for _, name := range []string{"traces.jsonl", "result.json", "index.json"} {
		below := filepath.Join(dir, "in-"+name)
		text, err := os.ReadFile(filepath.Join(dir, "lines.jsonl"))
		if err == nil {
			err = os.MkdirAll(filepath.Join(below, "tasks"), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(below, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		watched(t, mostOfCheck, "check", "--source", below)
	}
}

// A Parquet file of 0.4 MB holds 200,000 rows, of which each breaks many rules.
func TestSmallFilesOfManyRows(t *testing.T) {
	kinds := []string{"implausible"}
	if large() {
		kinds = append(kinds, "good", "wrong", "twins")
	}
	for _, kind := range kinds {
		path := filepath.Join(t.TempDir(), kind+".parquet")
		write := exec.Command(os.Args[0])
		write.Env = append(os.Environ(), "WATCHDOG_WRITE="+path)
		if text, err := write.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if entry, err := os.Stat(path); err != nil || entry.Size() > 1<<20 {
			t.Fatalf("%v, %v", entry, err)
		}
		watched(t, mostOfCheck, "check", "--source", path)
	}
}

// Whatever file of the project's tests takes the place of a contributor's: a few of those that are alike.
func TestFilesOfOtherTests(t *testing.T) {
	if !large() {
		t.Skip("JOULEBOARD_LARGE is not set: every reader over every file takes minutes")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	alike := map[string]int{} // files of a folder with the same ending
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		ours := strings.Contains(path, "/testdata/") && !strings.Contains(path, "node_modules") && !strings.Contains(path, " ")
		if err != nil || e.IsDir() || !ours {
			return err
		}
		kind := filepath.Dir(path) + filepath.Ext(path)
		if alike[kind]++; alike[kind] > 3 {
			return nil
		}
		for _, c := range takers {
			watched(t, mostOfCheck, strings.Fields(strings.ReplaceAll(c, "F", path))...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
