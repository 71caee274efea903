// Command release looks at what goreleaser made in a directory: every archive has its
// checksum, the notices and a binary of its system and processor that is not too large;
// the one for this machine starts at once and builds the sample's site. With -to it
// collects what a release publishes, and its notes.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/internal/lists"
)

const (
	mostBytes = 35_000_000
	mostCPU   = 10 * time.Second // for the sample's site: 5 s on two cores, however busy they are
)

func main() {
	to := flag.String("to", "", "collect what is published in this directory")
	flag.Parse()
	if err := run(flag.Arg(0), *to); err != nil {
		log.Fatal(err)
	}
}

func run(dist, to string) error {
	sums, err := checksums(filepath.Join(dist, "checksums.txt"))
	if err != nil {
		return err
	}
	var faults []error
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, processor := range []string{"amd64", "arm64"} {
			if err := check(dist, system, processor, sums); err != nil {
				faults = append(faults, fmt.Errorf("%s/%s: %w", system, processor, err))
			}
		}
	}
	if to != "" && len(faults) == 0 {
		faults = append(faults, collect(dist, to, sums))
	}
	return errors.Join(faults...)
}

// checksums reads lines of a digest and a file's name.
func checksums(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if sum, name, ok := strings.Cut(strings.TrimSpace(line), "  "); ok {
			sums[name] = sum
		}
	}
	return sums, nil
}

func check(dist, system, processor string, sums map[string]string) error {
	found, err := filepath.Glob(filepath.Join(dist, "*_"+system+"_"+processor+".*"))
	archives := slices.DeleteFunc(found, func(name string) bool {
		return !strings.HasSuffix(name, ".tar.gz") && !strings.HasSuffix(name, ".zip")
	})
	if err != nil {
		return err
	}
	if len(archives) != 1 {
		return fmt.Errorf("want one archive, got %v", archives)
	}
	text, err := os.ReadFile(archives[0])
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(text); sums[filepath.Base(archives[0])] != hex.EncodeToString(sum[:]) {
		return fmt.Errorf("%s has another checksum than checksums.txt says", archives[0])
	}
	files, err := unpack(archives[0], text)
	if err != nil {
		return err
	}
	for _, name := range []string{"LICENSE", "NOTICE", "README.md", "CHANGELOG.md"} {
		if len(files[name]) == 0 {
			return fmt.Errorf("%s lacks %s", archives[0], name)
		}
	}
	program := files["jouleboard"]
	if system == "windows" {
		program = files["jouleboard.exe"]
	}
	if len(program) > mostBytes {
		return fmt.Errorf("the binary has %d bytes, limit %d", len(program), mostBytes)
	}
	if err := isFor(program, system, processor); err != nil {
		return err
	}
	fmt.Printf("%-40s %5.1f MB, the binary %5.1f MB\n", filepath.Base(archives[0]), float64(len(text))/1e6, float64(len(program))/1e6)
	if system == runtime.GOOS && processor == runtime.GOARCH {
		return start(program)
	}
	return nil
}

func unpack(name string, text []byte) (map[string][]byte, error) {
	files := map[string][]byte{}
	if strings.HasSuffix(name, ".zip") {
		z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			return nil, err
		}
		for _, f := range z.File {
			in, err := f.Open()
			if err != nil {
				return nil, err
			}
			if files[f.Name], err = io.ReadAll(in); err != nil {
				return nil, err
			}
		}
		return files, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if files[h.Name], err = io.ReadAll(t); err != nil {
			return nil, err
		}
	}
}

// isFor compares how a binary was built.
func isFor(program []byte, system, processor string) error {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return err
	}
	built := lists.By(info.Settings, func(s debug.BuildSetting) (string, string) { return s.Key, s.Value })
	for setting, want := range map[string]string{
		"GOOS": system, "GOARCH": processor, "CGO_ENABLED": "0", "-buildmode": "exe", // static
	} {
		if built[setting] != want {
			return fmt.Errorf("the binary was built with %s=%s, want %s", setting, built[setting], want)
		}
	}
	return nil
}

// start runs a binary where nothing else is: no environment, an empty directory.
func start(program []byte) error {
	dir, err := os.MkdirTemp("", "jouleboard-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "jouleboard")
	if err := os.WriteFile(path, program, 0o755); err != nil {
		return err
	}
	for _, args := range [][]string{{"version"}, {"build", "--out", "site"}} {
		command := exec.Command(path, args...)
		command.Dir, command.Env = dir, []string{}
		began := time.Now()
		text, err := command.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%v: %w: %s", args, err, text)
		}
		cpu := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
		fmt.Printf("  %s: %v, %v of CPU time; %s", strings.Join(args, " "), time.Since(began), cpu, text)
		if cpu > mostCPU {
			return fmt.Errorf("%v: %v of CPU time, limit %v", args, cpu, mostCPU)
		}
	}
	_, err = os.Stat(filepath.Join(dir, "site", "index.html"))
	return err
}

// collect links what has a checksum, the checksums and the notes of the newest version.
func collect(dist, to string, sums map[string]string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for name := range sums {
		if err := os.Link(filepath.Join(dist, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return err
	}
	return errors.Join(
		os.Link(filepath.Join(dist, "checksums.txt"), filepath.Join(to, "checksums.txt")),
		os.WriteFile(filepath.Join(to, "notes.md"), []byte(newest(string(changes))), 0o644),
	)
}

// newest is the first section of a changelog that has entries.
func newest(changes string) string {
	for section := range strings.SplitSeq(changes, "\n## [") {
		_, body, _ := strings.Cut(section, "\n")
		if body = strings.TrimSpace(body); strings.Contains(body, "\n- ") {
			return body + "\n"
		}
	}
	return ""
}
