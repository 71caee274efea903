// Package sites builds sites for tests as a reader of the documentation would, with the command, each of them once.
// Where $JOULEBOARD_SITES names a directory, as in make test, all packages share the program and the sites there.
package sites

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/internal/lockfile"
)

// directory holds the program and the sites.
var directory = os.Getenv("JOULEBOARD_SITES")

// Run runs the tests of a package, for its TestMain, and returns the exit status. It removes what no other package
// shares.
func Run(m *testing.M) int {
	if directory != "" {
		return m.Run()
	}
	var err error
	if directory, err = os.MkdirTemp("", "jouleboard-sites-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(directory)
	return m.Run()
}

// Program is the path of the command.
func Program(tb testing.TB) string {
	tb.Helper()
	path, err := program()
	if err != nil {
		tb.Fatal(err)
	}
	return path
}

var program = sync.OnceValues(func() (string, error) {
	if directory == "" {
		return "", errors.New("sites.Run was not called: call it in TestMain")
	}
	path := filepath.Join(directory, "jouleboard")
	return path, alone(path, func() error {
		// nothing if it is up to date
		return run(exec.Command("go", "build", "-ldflags=-s -w", "-o", path, "github.com/jouleboard/jouleboard/cmd/jouleboard"))
	})
})

// Do runs the command with some arguments.
func Do(tb testing.TB, args ...string) {
	tb.Helper()
	if err := run(exec.Command(Program(tb), append([]string{"--quiet"}, args...)...)); err != nil {
		tb.Fatal(err)
	}
}

// Of is the directory of the site that build makes with some flags. Tests only read it.
func Of(tb testing.TB, flags ...string) string {
	tb.Helper()
	dir, err := of(Program(tb), flags)
	if err != nil {
		tb.Fatal(err)
	}
	return dir
}

func of(program string, flags []string) (dir string, err error) {
	name, err := key(flags)
	if err != nil {
		return "", err
	}
	dir = filepath.Join(directory, name)
	return dir, alone(dir, func() error {
		if _, err := os.Stat(dir); err == nil {
			return nil // build puts whole sites in place
		}
		return run(exec.Command(program, append([]string{"build", "--quiet", "--out", dir}, flags...)...))
	})
}

// key is that of what a site depends on: the program, the flags and the files that they name.
func key(flags []string) (string, error) {
	compiled, err := digest()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	sum.Write(compiled)
	for _, flag := range flags {
		fmt.Fprintf(sum, "%q\n", flag)
		_, after, _ := strings.Cut(flag, ":")
		for _, name := range []string{flag, after} {
			if err := state(sum, name); err != nil {
				return "", err
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}

// digest is that of the program.
var digest = sync.OnceValues(func() ([]byte, error) {
	path, err := program()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	sum := sha256.Sum256(text)
	return sum[:], err
})

// state writes which files a path holds, with their sizes and times; nothing where no file is.
func state(sum io.Writer, name string) error {
	if name == "" {
		return nil
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	return filepath.WalkDir(path, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			fmt.Fprintf(sum, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		}
		return err
	})
}

// alone does what no other process does at the same time for a path.
func alone(path string, do func() error) error {
	for {
		lock, err := lockfile.Try(path+".lock", 0o600)
		switch {
		case err == nil:
			defer lock.Close()
			return do()
		case !errors.Is(err, lockfile.ErrBusy) && !errors.Is(err, lockfile.ErrGone):
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func run(command *exec.Cmd) error {
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", command.Args, err, said)
	}
	return nil
}
