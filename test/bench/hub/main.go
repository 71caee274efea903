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
	"path/filepath"

	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/data/hub/hubtest"
	"github.com/jouleboard/jouleboard/test/bench/usage"
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
	usage.Main("bench/hub", func() error {
		if *endpoint != "" {
			return fetch(*endpoint, *dir)
		}
		return bench(*dir, *size, *runs)
	})
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
	var curl, ours usage.Usage
	for range runs {
		theirs, err := usage.Best(1, "sh", "-c", `curl -sSfL "$0" | sha256sum`, address)
		if err != nil {
			return err
		}
		if err := os.RemoveAll(cache); err != nil {
			return err
		}
		fetched, err := usage.Best(1, os.Args[0], "-fetch", server.URL, "-dir", cache)
		if err != nil {
			return err
		}
		curl, ours = curl.And(theirs), ours.And(fetched)
	}
	fmt.Printf("%.2f GB over loopback, best of %d runs in turn\n\n", float64(size)/1e9, runs)
	curl.Print("curl | sha256sum", size)
	ours.Print("fetched, checked, in the cache", size)
	fmt.Printf("\nspeed: %.0f %% of curl | sha256sum (at least 60), peak memory %.0f MB (at most 64)\n",
		100*curl.Wall.Seconds()/ours.Wall.Seconds(), ours.Megabytes())
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
