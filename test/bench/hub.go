package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
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

// fetching measures how fast a file of 1 GB comes from a hub into the cache, beside curl | sha256sum of the same address in
// turn. Hub and storage are a test server of this process.
func fetching(s *session) error {
	const size = 1 << 30
	file, err := makeFile(filepath.Join(s.dir, name), size)
	if err != nil {
		return err
	}
	server := hubtest.Start()
	defer server.Close()
	server.Commit(dataset, map[string]hubtest.File{name: file})

	cache := filepath.Join(s.dir, "cache")
	address := server.URL + "/datasets/" + dataset + "/resolve/main/" + name
	var curl, ours usage.Usage
	for range s.runs {
		theirs, err := usage.Best(1, "sh", "-c", `curl -sSfL "$0" | sha256sum`, address)
		if err := errors.Join(err, os.RemoveAll(cache)); err != nil {
			return err
		}
		fetched, err := usage.Best(1, part("fetch", server.URL, cache)...)
		if err != nil {
			return err
		}
		curl, ours = curl.And(theirs), ours.And(fetched)
	}
	curl.Print("curl | sha256sum", size)
	ours.Print("fetched, checked, in the cache", size)
	fmt.Printf("speed: %.0f %% of curl | sha256sum (at least 60), peak memory %.0f MB (at most 64)\n",
		100*curl.Wall.Seconds()/ours.Wall.Seconds(), ours.Megabytes())
	return nil
}

// fetch brings the dataset of a hub into an empty cache.
func fetch(args []string) error {
	client, err := hub.New(hub.Options{Endpoint: args[0], Cache: args[1]})
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
