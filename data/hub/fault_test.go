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

const secret = "hf_abcdefghijklmnop"

// a way into a dataset that fails, before anything is fetched
type closedDoor struct {
	prepare func(s *hubtest.Server)
	token   string
	repo    Repo
	kind    Fault
	says    []string
}

func gated(s *hubtest.Server)  { s.Change(dataset, func(r *hubtest.Repo) { r.Gated = true }) }
func hidden(s *hubtest.Server) { s.Change(dataset, func(r *hubtest.Repo) { r.Private = true }) }

var closedDoors = map[string]closedDoor{
	"gated, no token": {
		prepare: gated, kind: Gated,
		says: []string{"1. request access at http://127.0.0.1", "/datasets/acme/bench", "2. set HF_TOKEN to an access token"},
	},
	"gated, token without access": {
		prepare: func(s *hubtest.Server) { gated(s); s.Account(secret) }, token: secret, kind: Gated,
		says: []string{"the access token from HF_TOKEN", "1. request access at", "2. set HF_TOKEN"},
	},
	"wrong token": {
		prepare: gated, token: secret, kind: BadToken,
		says: []string{"from HF_TOKEN is not valid", "/settings/tokens"},
	},
	"wrong token for a public dataset": {token: secret, kind: BadToken, says: []string{"unset it for a public dataset"}},
	"private, no token":                {prepare: hidden, kind: NoRepo, says: []string{"or it is private", "set HF_TOKEN"}},
	"private, other account": {
		prepare: func(s *hubtest.Server) { hidden(s); s.Account(secret, "acme/other") }, token: secret, kind: NoRepo,
		says: []string{"has no dataset acme/bench"},
	},
	"unknown dataset":  {repo: Repo{Name: "acme/nothing"}, kind: NoRepo, says: []string{"has no dataset acme/nothing", "check the name"}},
	"unknown revision": {repo: Repo{dataset, "v9"}, kind: NoRevision, says: []string{`no revision "v9"`, "branch, tag or commit"}},
	"unknown commit": {
		repo: Repo{dataset, strings.Repeat("0", 40)}, kind: NoRevision,
		says: []string{`no revision "0000`},
	},
	"forbidden": {
		prepare: func(s *hubtest.Server) {
			s.Break("/revision/", -1, hubtest.Status(403, "X-Error-Message", "no "+secret))
		},
		token: secret, kind: Refused, says: []string{"403 Forbidden (no ***)", "check the permissions"},
	},
	"header that is none": {
		prepare: func(s *hubtest.Server) {
			s.Break("/revision/", -1, hubtest.Status(403, "X-Error-Message", secret+"\x1b[2J"))
		},
		token: secret, kind: Unavailable, says: []string{"***", "check the network"},
	},
	"not found without a code": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Status(404)) },
		kind:    NoRepo, says: []string{"404 Not Found", "HF_ENDPOINT"},
	},
	"login page of a proxy": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Content("<html>log in")) },
		kind:    BadAnswer, says: []string{"a proxy or login page", "HF_ENDPOINT"},
	},
	"no commit": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Content(`{"sha": "../../x"}`)) },
		kind:    BadAnswer, says: []string{"returned no commit"},
	},
	"redirect loop": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Loop) },
		kind:    BadAnswer, says: []string{"redirects in a circle"},
	},
	"redirect to a file": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Redirect("file:///etc/passwd")) },
		kind:    BadAnswer, says: []string{`of the kind "file"`},
	},
	"redirect to nowhere": {
		prepare: func(s *hubtest.Server) { s.Break("/revision/", -1, hubtest.Redirect("http://[::1")) },
		kind:    BadAnswer, says: []string{"redirects without a URL"},
	},
	"list without end": {
		prepare: func(s *hubtest.Server) {
			s.Break("/tree/", -1, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
				w.Header().Set("Link", `<http://elsewhere/api?cursor=1>; rel="next"`)
				w.Write([]byte("[]"))
			})
		},
		kind: BadAnswer, says: []string{"list of files has no end"},
	},
	"list whose next page is always another": {
		prepare: func(s *hubtest.Server) {
			page := 0
			s.Break("/tree/", -1, func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
				page++
				w.Header().Set("Link", "<"+r.URL.Path+"?cursor="+strconv.Itoa(page)+`>; rel="next"`)
				w.Write([]byte("[]"))
			})
		},
		kind: BadAnswer, says: []string{"list of files has no end"},
	},
	"token in the name of a host": {
		prepare: func(s *hubtest.Server) {
			s.Break("/revision/", -1, hubtest.Redirect("http://[::1%25"+secret+"]:1/"))
		},
		token: secret, kind: Unavailable, says: []string{"***]:1: "},
	},
}

func TestClosedDoorsSayHowTheyOpen(t *testing.T) {
	for name, door := range closedDoors {
		t.Run(name, func(t *testing.T) {
			s, _ := serving(t)
			s.Account("another", dataset)
			if door.prepare != nil {
				door.prepare(s)
			}
			if door.repo.Name == "" {
				door.repo.Name = dataset
			}
			c := client(t, s, withToken(door.token))
			_, err := tryFetch(t.Context(), c, door.repo)
			is(t, err, door.kind, door.says...)
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("the token is shown: %v", err)
			}
			same(t, "cache", layout(t, c.o.Cache), nil)
		})
	}
}

func TestAccessWithTheRightTokenOpens(t *testing.T) {
	for name, close := range map[string]func(*hubtest.Server){"gated": gated, "private": hidden} {
		t.Run(name, func(t *testing.T) {
			s, _ := serving(t)
			close(s)
			s.Account(secret, dataset)
			snapshot := fetchAll(t, client(t, s, withToken(secret)), Repo{Name: dataset})
			content(t, snapshot, "runs/llm.parquet", table)
		})
	}
}

func TestTheTokenGoesToTheHubAlone(t *testing.T) {
	s, _ := serving(t)
	gated(s)
	s.Account(secret, dataset)
	other := hubtest.Start() // on the same host, at another port
	defer other.Close()
	s.Break("/revision/", 1, hubtest.Redirect(other.URL+"/elsewhere"))
	_, err := tryFetch(t.Context(), client(t, s, withToken(secret)), Repo{Name: dataset})
	if err == nil {
		t.Error("a dataset was found elsewhere")
	}
	fetchAll(t, client(t, s, withToken(secret)), Repo{Name: dataset})
	hubs, others := 0, other.Log()
	for _, r := range s.Log() {
		if r.Host == "hub" && r.Token == secret {
			hubs++
		} else {
			others = append(others, r)
		}
	}
	for _, r := range others {
		if r.Token != "" || r.Host == "hub" && r.Path != "/elsewhere" {
			t.Errorf("%s with token %q", r, r.Token)
		}
	}
	if hubs < 5 || len(others) < 2 {
		t.Errorf("%d requests to the hub, %d elsewhere", hubs, len(others))
	}
	for _, line := range layout(t, client(t, s).o.Cache) {
		if strings.Contains(line, secret) {
			t.Errorf("the cache holds the token: %s", line)
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
	"no such file": {"/resolve/", -1, hubtest.Status(404, "X-Error-Code", "EntryNotFound"), NoEntry, []string{"llm.parquet: no such file"}, nil},
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
	"without end":   {big, -1, endless, Corrupt, []string{"lists 100000 bytes, but more were received"}, nil},
	"other content": {big, -1, hubtest.Content(strings.Replace(table, "n", "m", 1)), Corrupt, []string{"lists the hash", "a proxy or mirror may have changed it"}, nil},
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
