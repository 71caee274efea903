// Command hub measures how fast a file of 1 GB comes from a hub into the cache,
// beside curl | sha256sum of the same address in the same run. It judges nothing,
// since machines differ. Hub and storage are a test server of this process.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/data/hub/hubtest"
)

const (
	dataset = "acme/bench"
	name    = "large.bin"
)

func main() {
	dir := flag.String("dir", os.TempDir(), "directory for the file and the caches")
	size := flag.Int64("size", 1<<30, "bytes of the file")
	runs := flag.Int("runs", 5, "runs of each kind, in turn; the best counts")
	endpoint := flag.String("fetch", "", "only fetch from this hub into -dir (what is measured)")
	flag.Parse()
	err := error(nil)
	if *endpoint != "" {
		err = fetch(*endpoint, *dir)
	} else {
		err = bench(*dir, *size, *runs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/hub:", err)
		os.Exit(1)
	}
}

// fetch brings the dataset into an empty cache.
func fetch(endpoint, cache string) error {
	client, err := hub.New(hub.Options{Endpoint: endpoint, Cache: cache})
	if err != nil {
		return err
	}
	ctx := context.Background()
	snapshot, err := client.Snapshot(ctx, hub.Repo{Name: dataset})
	if err != nil {
		return err
	}
	listing, err := snapshot.Files(ctx)
	if err != nil {
		return err
	}
	return snapshot.Fetch(ctx, listing.Files)
}

func bench(dir string, size int64, runs int) error {
	dir, err := os.MkdirTemp(dir, "jouleboard-bench-hub-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file, err := makeFile(filepath.Join(dir, name), size)
	if err != nil {
		return err
	}
	server := hubtest.Start()
	defer server.Close()
	server.Commit(dataset, map[string]hubtest.File{name: file})

	cache := filepath.Join(dir, "cache")
	address := server.URL + "/datasets/" + dataset + "/resolve/main/" + name
	var curl, ours usage
	for range runs {
		if err := curl.best("sh", "-c", `curl -sSfL "$0" | sha256sum`, address); err != nil {
			return err
		}
		if err := os.RemoveAll(cache); err != nil {
			return err
		}
		if err := ours.best(os.Args[0], "-fetch", server.URL, "-dir", cache); err != nil {
			return err
		}
	}
	fmt.Printf("%.2f GB over loopback, best of %d runs in turn\n\n", float64(size)/1e9, runs)
	curl.print("curl | sha256sum", size)
	ours.print("fetched, checked, in the cache", size)
	fmt.Printf("\nspeed: %.0f %% of curl | sha256sum (at least 60), peak memory %d MB (at most 64)\n",
		100*curl.wall.Seconds()/ours.wall.Seconds(), ours.rss/1000)
	return nil
}

// makeFile writes a content that nothing can shorten.
func makeFile(path string, size int64) (hubtest.File, error) {
	out, err := os.Create(path)
	if err != nil {
		return hubtest.File{}, err
	}
	sum := sha256.New()
	_, err = io.CopyN(io.MultiWriter(out, sum), rand.NewChaCha8([32]byte{1}), size)
	if err := out.Close(); err != nil {
		return hubtest.File{}, err
	}
	return hubtest.File{
		Size: size, Large: true, Content: hex.EncodeToString(sum.Sum(nil)),
		Open: func() (io.ReadSeekCloser, error) { return os.Open(path) },
	}, err
}

// usage is what a command took: the least time of its runs, and the most memory.
type usage struct {
	wall, cpu time.Duration
	rss       int64 // kB
}

// best runs a command once more.
func (u *usage) best(command string, args ...string) error {
	c := exec.Command(command, args...)
	c.Stderr = os.Stderr
	begin := time.Now()
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	if wall := time.Since(begin); u.wall == 0 || wall < u.wall {
		u.wall = wall
	}
	if cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime(); u.cpu == 0 || cpu < u.cpu {
		u.cpu = cpu
	}
	if r, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.rss = max(u.rss, r.Maxrss)
	}
	return nil
}

func (u *usage) print(what string, size int64) {
	fmt.Printf("%-32s %6.2f s %6.2f s CPU %5d MB %5.2f GB/s\n", what, u.wall.Seconds(), u.cpu.Seconds(), u.rss/1000, float64(size)/1e9/u.wall.Seconds())
}
