//go:build unix

package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// exchangers are the system's way, that of systems without one, and that of small changes.
var exchangers = map[string]func(a, b string) error{
	"exchange":  exchange,
	"two steps": func(_, _ string) error { return errors.ErrUnsupported },
	"in place":  nil,
}

var usual = mostInPlace

func use(swap func(a, b string) error) {
	if exchanger, mostInPlace = swap, usual; swap != nil {
		mostInPlace = -1
	}
}

func useExchanger(t *testing.T, swap func(a, b string) error) {
	use(swap)
	t.Cleanup(func() { use(nil); exchanger = exchange })
}

// onStep runs do once, at the first step of that name.
func onStep(t *testing.T, name string, do func()) {
	step = func(s string) {
		if s == name {
			step = func(string) {}
			do()
		}
	}
	t.Cleanup(func() { step = func(string) {} })
}

func equal(a, b files) bool { return maps.Equal(a, b) }

func sortStrings(s []string) { slices.Sort(s) }

// TestMain is also the process that the tests kill: it builds the second tree
// and dies by SIGKILL at the step whose number it was given.
func TestMain(m *testing.M) {
	if out := os.Getenv("TREE_TEST_OUT"); out != "" {
		os.Exit(victim(out))
	}
	os.Exit(m.Run())
}

func victim(out string) int {
	use(exchangers[os.Getenv("TREE_TEST_SWAP")])
	left, _ := strconv.Atoi(os.Getenv("TREE_TEST_STEPS"))
	step = func(string) {
		if left--; left == 0 {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	if most := os.Getenv("TREE_TEST_LARGEST"); most != "" {
		limitFiles(most)
	}
	if err := tryBuild(out, second); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// limitFiles makes writes fail beyond a size, as a full disk does.
func limitFiles(most string) {
	signal.Ignore(syscall.SIGXFSZ)
	n, _ := strconv.ParseUint(most, 10, 64)
	unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: n, Max: n})
}

// killed runs the victim and reports whether it died before its end.
func killed(t *testing.T, out, swap string, steps int) bool {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "TREE_TEST_OUT="+out, "TREE_TEST_SWAP="+swap, "TREE_TEST_STEPS="+strconv.Itoa(steps))
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
		return true
	}
	if err != nil {
		t.Fatalf("step %d: %v: %s", steps, err, text)
	}
	return false
}

// whole checks that out is one of the two trees with all that is foreign. Where the system has no exchange, one moment
// has nothing there; of a change in place that is not at its end, what ends it is still there.
func whole(t *testing.T, out, when, swap string, second files) {
	t.Helper()
	if _, err := os.Lstat(out); errors.Is(err, fs.ErrNotExist) && swap == "two steps" {
		return
	}
	if p, _ := locate(out); swap == "in place" {
		if _, err := readMarker(p.patch()); err == nil {
			return
		}
	}
	got := read(t, out)
	if !equal(got, with(first, theirs)) && !equal(got, with(second, theirs)) {
		t.Fatalf("%s: neither tree is whole: %v", when, got)
	}
	if _, err := readMarker(out); err != nil {
		t.Fatalf("%s: %v", when, err)
	}
}

func firstBuilt(t *testing.T) (out string) {
	t.Helper()
	out = filepath.Join(t.TempDir(), "public")
	build(t, out, first)
	put(t, out, theirs)
	return out
}

func TestProcessKilledAtAnyStepLeavesOneWholeTree(t *testing.T) {
	for swap := range exchangers {
		t.Run(swap, func(t *testing.T) {
			steps := 0
			for killedOne := true; killedOne; {
				steps++
				when := fmt.Sprintf("killed at step %d", steps)
				out := firstBuilt(t)
				killedOne = killed(t, out, swap, steps)
				whole(t, out, when, swap, second)
				reopened(t, out, when)
				build(t, out, second)
				same(t, when+", built again", read(t, out), with(second, theirs))
				alone(t, out)
			}
			if steps < 12 {
				t.Errorf("the build had %d steps only: the test sees too little of it", steps)
			}
		})
	}
}

// reopened begins and gives up a build, which restores the tree.
func reopened(t *testing.T, out, when string) {
	t.Helper()
	w, err := Open(out)
	must(t, err)
	must(t, w.Close())
	whole(t, out, when+", opened again", "", second)
	alone(t, out)
}

func TestRecoveryThatIsKilledTooIsMadeGoodByTheNext(t *testing.T) {
	for swap := range exchangers {
		t.Run(swap, func(t *testing.T) {
			for steps := 8; ; steps += 2 {
				out := firstBuilt(t)
				if !killed(t, out, swap, steps) {
					break
				}
				for again := 1; killed(t, out, swap, again) && again < 40; again += 3 {
					whole(t, out, fmt.Sprintf("killed at steps %d and %d", steps, again), swap, second)
				}
				reopened(t, out, fmt.Sprintf("killed at step %d and again", steps))
				same(t, "tree", read(t, out), with(second, theirs))
			}
		})
	}
}

func TestFirstBuildThatIsKilledLeavesNothingOrTheTree(t *testing.T) {
	for steps := 1; ; steps++ {
		out := filepath.Join(t.TempDir(), "public")
		killedOne := killed(t, out, "exchange", steps)
		if _, err := os.Lstat(out); err == nil {
			same(t, fmt.Sprintf("killed at step %d", steps), read(t, out), second)
		}
		build(t, out, second)
		alone(t, out)
		if !killedOne {
			break
		}
	}
}

func TestWriteThatFailsLeavesTheOldTree(t *testing.T) {
	out := filepath.Join(t.TempDir(), "public")
	build(t, out, first)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "TREE_TEST_OUT="+out, "TREE_TEST_SWAP=exchange", "TREE_TEST_LARGEST=1")
	text, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(text), "cannot be written (at data/new.json): file too large") {
		t.Errorf("got %v: %s", err, text)
	}
	same(t, "tree", read(t, out), first)
	alone(t, out)
}

func TestDirectoryWithoutPermissionIsRefused(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	out := filepath.Join(dir, "public")
	refused(t, asNobody(t, func() error { return tryBuild(out, first) }), out, "permission denied",
		"make it and its parent directory writable")
	alone(t, out)
}

// Kills come one after the other to one site, so that each meets what the others left.
// JOULEBOARD_LARGE makes them a thousand.
func TestManyKillsInARowLeaveOneWholeTree(t *testing.T) {
	kills := 40
	if os.Getenv("JOULEBOARD_LARGE") != "" {
		kills = 1000
	}
	for swap := range exchangers {
		chance := rand.New(rand.NewPCG(1, 1))
		out, died := firstBuilt(t), 0
		for n := range kills {
			if killed(t, out, swap, 1+chance.IntN(20)) {
				died++
			}
			whole(t, out, fmt.Sprintf("%s, kill %d", swap, n), swap, second)
		}
		if died < kills/3 { // a tree that is the second has little to change in place
			t.Errorf("%s: %d of %d builds were killed", swap, died, kills)
		}
		reopened(t, out, "at the end")
	}
}
