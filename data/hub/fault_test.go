package hub

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/data/hub/hubtest"
)

// is checks the kind of an error and that its text says these words.
func is(t *testing.T, err error, kind Fault, words ...string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("got %v, want an error of the kind %q", err, kind)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
}

// a file that arrives wrong
type wrongFile struct {
	match string
	times int
	fault hubtest.Fault
	kind  Fault
	says  []string
	waits []int // seconds
}

// big is where the test's large file comes from.
const big = "GET storage /"

var wrongFiles = map[string]wrongFile{
	"no such file": {
		"/resolve/", -1, hubtest.Status(404, "X-Error-Code", "EntryNotFound"), NoEntry,
		[]string{"llm.parquet: no such file"},
		nil,
	},
	"gated, though the list is open": {
		"/resolve/", -1, hubtest.Status(401, "X-Error-Code", "GatedRepo"), Gated,
		[]string{"1. request access at http://127.0.0.1", "2. set HF_TOKEN"},
		nil,
	},
	"gone from the storage": {
		big, -1, hubtest.Status(403), Refused,
		[]string{"which stores the files of the hub, returned 403 Forbidden"},
		nil,
	},
	"longer than stated": {big, -1, hubtest.Content(table + "x"), Corrupt, []string{"lists 100000 bytes, but 100001 were received"}, nil},
	"shorter than stated": {
		big, -1, hubtest.Content("short"), Corrupt,
		[]string{"llm.parquet", "lists 100000 bytes, but 5 were received", "try again"},
		nil,
	},
	"without end": {big, -1, endless, Corrupt, []string{"lists 100000 bytes, but more were received"}, nil},
	"other content": {
		big, -1, hubtest.Content(strings.Replace(table, "n", "m", 1)), Corrupt,
		[]string{"lists the hash", "a proxy or mirror may have changed it"},
		nil,
	},
	"server broken": {big, -1, hubtest.Status(503), Unavailable, []string{"503 Service Unavailable", "try again later"}, []int{1, 2, 4, 8}},
	"request timed out": {
		big, -1, hubtest.Status(408), Unavailable,
		[]string{"408 Request Timeout"},
		[]int{1, 2, 4, 8},
	},
	"no connection": {big, -1, hubtest.Cut(0), Unavailable, []string{"check the network"}, []int{1, 2, 4, 8}},
	"too many requests": {
		"/resolve/", -1, hubtest.Status(429), RateLimited,
		[]string{"wait a few minutes, or set HF_TOKEN"},
		[]int{1, 2, 4, 8},
	},
	"too many requests, until a time": {
		"/resolve/", -1, hubtest.Status(429, "RateLimit", `"resolvers";r=0;t=55`, "Retry-After", "7"), RateLimited,
		[]string{"wait 56s"},
		[]int{56, 56, 56, 56},
	},
	"too many requests, for some time": {
		"/resolve/", -1, hubtest.Status(429, "RateLimit", `"resolvers";r=12;t=55`, "Retry-After", "7"), RateLimited,
		[]string{"wait 7s"},
		[]int{7, 7, 7, 7},
	},
	"too many requests, until a date": {
		"/resolve/", -1, hubtest.Status(429, "Retry-After", "Mon, 02 Jan 2006 15:04:09 GMT", "Date", "Mon, 02 Jan 2006 15:04:05 GMT"),
		RateLimited,
		[]string{"wait 4s"},
		[]int{4, 4, 4, 4},
	},
	"too many requests, for too long": {"/resolve/", -1, hubtest.Status(429, "Retry-After", "86400"), RateLimited, []string{"wait 24h"}, nil},
	"redirect loop":                   {"/resolve/", -1, hubtest.Loop, BadAnswer, []string{"redirects in a circle"}, nil},
}

// endless sends more than anyone wants, without a length.
func endless(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
	for range 100 {
		if _, err := w.Write([]byte(table)); err != nil {
			return
		}
	}
}

func TestWrongFilesAreNeverTakenForWhole(t *testing.T) {
	for name, x := range wrongFiles {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
			s.Break(x.match, x.times, x.fault)
			w := new(waits)
			c := client(t, s, func(o *Options) { o.Wait = w.wait })
			_, err := tryFetch(t.Context(), c, Repo{Name: dataset})
			is(t, err, x.kind, append(x.says, "runs/llm.parquet: ")...)
			same(t, "waits in seconds", w.seconds(), x.waits)
			for _, line := range layout(t, c.o.Cache) {
				if !strings.HasPrefix(line, ".locks/") {
					t.Errorf("in the cache: %s", line)
				}
			}
			s.Mend()
			content(t, fetchAll(t, client(t, s, inCache(c.o.Cache)), Repo{Name: dataset}), "runs/llm.parquet", table)
		})
	}
}

func TestServerThatNeverContinuesIsGivenUp(t *testing.T) {
	for name, second := range map[string]hubtest.Fault{
		"refuses the rest": hubtest.Status(416),
		"breaks again at the same place": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			r.Header.Del("Range")
			hubtest.Cut(1000)(w, r, next)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
			s.Break("bytes=", -1, second)
			s.Break(big, -1, hubtest.Cut(1000))
			w := new(waits)
			_, err := tryFetch(t.Context(), client(t, s, func(o *Options) { o.Wait = w.wait }), Repo{Name: dataset})
			is(t, err, Unavailable, "unexpected EOF")
			same(t, "waits in seconds", w.seconds(), []int{1, 2, 4, 8})
		})
	}
}

func TestOneWrongFileDoesNotKeepTheOthersAway(t *testing.T) {
	s, commit := serving(t)
	s.Break(big, -1, hubtest.Content("short"))
	c := client(t, s)
	snapshot, err := tryFetch(t.Context(), c, Repo{Name: dataset})
	is(t, err, Corrupt, "runs/llm.parquet")
	content(t, snapshot, "README.md", notes)
	for _, line := range layout(t, c.o.Cache) {
		if strings.Contains(line, "refs/main") {
			t.Errorf("the cache says that %s is complete", commit)
		}
	}
}

// a hub that is at fault for a while
var passingFaults = map[string]struct {
	match string
	times int
	fault hubtest.Fault
	waits []int
}{
	"two answers 500":              {"/tree/", 2, hubtest.Status(500), []int{1, 2}},
	"four breaks at the beginning": {big, 4, hubtest.Cut(0), []int{1, 2, 4, 8}},
	"many breaks, each further":    {big, 9, hubtest.Cut(10_000), []int{1, 1, 1, 1, 1, 1, 1, 1, 1}},
	"a break without a length":     {big, 1, unmeasured, []int{1}},
	"one limit":                    {"/revision/", 1, hubtest.Status(429, "RateLimit", `"api";r=0;t=1`), []int{2}},
}

// unmeasured ends a content by closing the connection, so that nobody can tell a
// break from the end.
func unmeasured(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
	conn, buffer, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	buffer.WriteString("HTTP/1.0 200 OK\r\n\r\n" + table[:30_000])
	buffer.Flush()
}

func TestPassingFaultsPass(t *testing.T) {
	for name, x := range passingFaults {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
			s.Break(x.match, x.times, x.fault)
			w := new(waits)
			c := client(t, s, func(o *Options) { o.Wait = w.wait })
			content(t, fetchAll(t, c, Repo{Name: dataset}), "runs/llm.parquet", table)
			same(t, "waits in seconds", w.seconds(), x.waits)
			for _, line := range layout(t, c.o.Cache) {
				if strings.Contains(line, "incomplete") {
					t.Errorf("left behind: %s", line)
				}
			}
		})
	}
}

func TestBrokenConnectionGoesOnWhereItBroke(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
	s.Break(big, 1, hubtest.Cut(30_000))
	fetchAll(t, client(t, s), Repo{Name: dataset})
	got := lines(s)
	if last := got[len(got)-1]; !strings.HasSuffix(last, " bytes=30000-") || !strings.HasPrefix(last, big) {
		t.Errorf("the last request is %s", last)
	}
}

func TestAnswerOfTheWholeToARangeBeginsAgain(t *testing.T) {
	for name, second := range map[string]hubtest.Fault{
		"200": hubtest.WithoutRanges,
		"416": hubtest.Status(416),
		"206 from elsewhere": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			r.Header.Set("Range", "bytes=7-")
			next.ServeHTTP(w, r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
			s.Break(big, 1, hubtest.Cut(30_000))
			s.Break("bytes=30000-", 1, second)
			snapshot := fetchAll(t, client(t, s), Repo{Name: dataset})
			content(t, snapshot, "runs/llm.parquet", table)
		})
	}
}

func TestPiecesThatDoNotFitAreFetchedOnceMore(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
	s.Break(big, 1, func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		other := bytes.Repeat([]byte("other"), len(table)/5)
		hubtest.Cut(30_000)(w, r, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100000")
			w.Write(other)
		}))
	})
	content(t, fetchAll(t, client(t, s), Repo{Name: dataset}), "runs/llm.parquet", table)
}

func TestSilenceIsABrokenConnection(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
	s.Break(big, 1, hubtest.Hang(30_000))
	c := client(t, s)
	c.window = 300 * time.Millisecond
	content(t, fetchAll(t, c, Repo{Name: dataset}), "runs/llm.parquet", table)
	got := lines(s)
	if last := got[len(got)-1]; !strings.HasSuffix(last, " bytes=30000-") {
		t.Errorf("the last request is %s", last)
	}
}

func TestAByteNowAndThenIsABrokenConnection(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
	s.Break(big, 1, func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		w.Header().Set("Content-Length", strconv.Itoa(len(table)))
		for i := 0; r.Context().Err() == nil && i < len(table); i++ {
			io.WriteString(w, table[i:i+1])
			w.(http.Flusher).Flush()
			time.Sleep(5 * time.Millisecond)
		}
	})
	c := client(t, s)
	c.window = 300 * time.Millisecond
	content(t, fetchAll(t, c, Repo{Name: dataset}), "runs/llm.parquet", table)
}

func TestInterruptEndsAtOnceAndTheNextRunGoesOn(t *testing.T) {
	s := start(t)
	s.Commit(dataset, files(map[string]string{"runs/llm.parquet": table}))
	ctx, interrupt := context.WithCancel(t.Context())
	s.Break(big, 1, hubtest.Hang(30_000))
	c := client(t, s, func(o *Options) {
		o.Progress = func(p Progress) {
			if p.Bytes >= 30_000 {
				interrupt()
			}
		}
	})
	_, err := tryFetch(ctx, c, Repo{Name: dataset})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	s.Log()
	content(t, fetchAll(t, client(t, s, inCache(c.o.Cache)), Repo{Name: dataset}), "runs/llm.parquet", table)
	got := lines(s)
	if last := got[len(got)-1]; !strings.HasSuffix(last, " bytes=30000-") {
		t.Errorf("the last request is %s", last)
	}
}

func TestHubThatIsNotThereIsSaidSo(t *testing.T) {
	s, _ := serving(t)
	c := client(t, s)
	s.Close()
	_, err := c.Snapshot(t.Context(), Repo{Name: dataset})
	is(t, err, Unavailable, "127.0.0.1:", "connection refused", "HF_HUB_OFFLINE=1 uses only the cache")
}

func TestOfflineSendsNothing(t *testing.T) {
	s, commit := serving(t)
	c := client(t, s, offline)
	_, err := c.Snapshot(t.Context(), Repo{Name: dataset})
	is(t, err, Offline, "revision main is not in the cache", "run once without it")
	snapshot, err := c.Snapshot(t.Context(), Repo{dataset, commit})
	must(t, err)
	_, err = snapshot.Files(t.Context())
	is(t, err, Offline, "run without it")
	is(t, snapshot.Fetch(t.Context(), []File{{Path: "a", Size: 1, Blob: strings.Repeat("0", 40)}}), Offline, "a and 0 more files")
	_, err = c.File(t.Context(), Repo{dataset, commit}, "README.md")
	is(t, err, Offline, "README.md: is not in the cache")
	must(t, os.MkdirAll(filepath.Dir(c.refPath(Repo{Name: dataset})), 0o755))
	must(t, os.WriteFile(c.refPath(Repo{Name: dataset}), nil, 0o644)) // a process died here
	_, err = c.Snapshot(t.Context(), Repo{Name: dataset})
	is(t, err, Offline)
	same(t, "requests", lines(s), nil)
}
