package leaderboard

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// serve answers with the tree below /board, and as odd says where it has an
// entry for the file.
func serve(t *testing.T, tree map[string][]byte, odd map[string]http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/board/")
		if answer, ok := odd[name]; ok {
			answer(w, r)
			return
		}
		text, ok := tree[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Write(text)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/board"
}

func TestALeaderboardOnTheWebReadsAsItsDirectory(t *testing.T) {
	tree := smallTree(t)
	address := serve(t, tree, nil)
	local := readTree(t, tree)
	for _, where := range []string{address, address + "/", address + "/index.json"} {
		ds, err := Read(context.Background(), where, Options{})
		if err != nil || len(ds.Problems()) != 0 {
			t.Fatalf("%s: %v, %v", where, ds.Problems(), err)
		}
		if ds.Len() != local.Len() || len(lengthsIn(ds)) != len(lengthsIn(local)) || ds.Sources[0].Revision != local.Sources[0].Revision {
			t.Errorf("%s: got %+v, want %+v", where, ds.Sources[0], local.Sources[0])
		}
	}
}

// hang answers nothing until the reader has gone.
func hang(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte("{"))
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

func loop(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.Path, http.StatusFound)
}

func page(w http.ResponseWriter, _ *http.Request) {
	w.Write([]byte("<!doctype html><title>Not this one</title>"))
}

func broken(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusInternalServerError)
}

func large(w http.ResponseWriter, _ *http.Request) {
	w.Write(make([]byte, 1<<20))
}

func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	w.Write([]byte(`{"tasks": [`))
}

var oddAnswers = []struct {
	name   string
	answer http.HandlerFunc
	want   string
}{
	{"not found", http.NotFound, "the server answered 404 Not Found"},
	{"server error", broken, "the server answered 500 Internal Server Error"},
	{"a web page", page, "got a web page, not JSON"},
	{"redirect loop", loop, "redirected more than 5 times"},
	{"slow body", hang, "less than 1 kB per second was received"},
	{"oversize", large, "it is larger than 500000 bytes"},
	{"cut off", cut, "unexpected EOF"},
}

func TestAnIndexThatCannotBeFetchedIsAnError(t *testing.T) {
	for _, c := range oddAnswers {
		t.Run(c.name, func(t *testing.T) {
			address := serve(t, smallTree(t), map[string]http.HandlerFunc{"index.json": c.answer})
			opts := Options{MaxBytes: 500_000}
			if c.name == "slow body" {
				opts.Timeout = time.Millisecond
			}
			_, err := Read(context.Background(), address, opts)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range []string{address, "index.json", c.want, "use the URL"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want %s in it", err, want)
				}
			}
		})
	}
}

func TestATaskThatCannotBeFetchedIsAProblem(t *testing.T) {
	for _, c := range oddAnswers {
		t.Run(c.name, func(t *testing.T) {
			address := serve(t, smallTree(t), map[string]http.HandlerFunc{"tasks/gpqa.json": c.answer})
			opts := Options{MaxBytes: 500_000}
			if c.name == "slow body" {
				opts.Timeout = time.Second // long enough for the files that do come
			}
			ds, err := Read(context.Background(), address, opts)
			if err != nil || ds.Len() != 42-14 {
				t.Fatalf("got %d runs, %v", ds.Len(), err)
			}
			if p := ds.Problems(); len(p) != 1 || p[0].File != "tasks/gpqa.json" || !strings.Contains(p[0].Message, c.want) {
				t.Errorf("got %v", p)
			}
		})
	}
}

func TestAnAddressNobodyAnswersIsNamed(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	_, err := Read(context.Background(), strings.Replace(server.URL, "http://", "http://me:secret@", 1), Options{})
	if err == nil || !strings.Contains(err.Error(), server.URL) || !strings.Contains(err.Error(), "refused") ||
		strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
	if _, err := Read(context.Background(), "http://", Options{}); err == nil || !strings.Contains(err.Error(), "not a URL") {
		t.Errorf("got %v", err)
	}
}

func TestALeaderboardMayHaveMoved(t *testing.T) {
	tree := smallTree(t)
	moved := serve(t, tree, nil)
	odd := map[string]http.HandlerFunc{}
	for name := range tree {
		odd[name] = func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, moved+"/"+path.Clean(name), http.StatusMovedPermanently)
		}
	}
	ds, err := Read(context.Background(), serve(t, nil, odd), Options{FollowRedirects: true})
	if err != nil || ds.Len() != 42 || len(ds.Problems()) != 0 {
		t.Errorf("got %d runs, %v, %v", ds.Len(), ds.Problems(), err)
	}
}

func TestAnotherHostIsNotAskedUnlessAllowed(t *testing.T) {
	asked := false
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	t.Cleanup(inner.Close)
	address := serve(t, nil, map[string]http.HandlerFunc{"index.json": http.RedirectHandler(inner.URL+"/secret", http.StatusFound).ServeHTTP})
	_, err := Read(context.Background(), address, Options{})
	if err == nil || !strings.Contains(err.Error(), "--follow-redirects") ||
		!strings.Contains(err.Error(), strings.TrimPrefix(inner.URL, "http://")) || asked {
		t.Errorf("got %v, the other host was asked: %v", err, asked)
	}
}

// trickle sends a byte now and then, for ever.
func trickle(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		w.Write([]byte(" "))
		w.(http.Flusher).Flush()
		time.Sleep(5 * time.Millisecond)
	}
}

// A source can be the folder of an index or a site with that folder below it. One that drips is waited for once, at the
// first of the two addresses.
func TestASourceThatDripsIsWaitedForOnceForBothAddresses(t *testing.T) {
	for _, first := range []string{"index.json", "data/index.json"} {
		var asked []string
		mu := sync.Mutex{}
		drip := func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked = append(asked, strings.TrimPrefix(r.URL.Path, "/board/"))
			mu.Unlock()
			trickle(w, r)
		}
		odd := map[string]http.HandlerFunc{"index.json": drip, "data/index.json": drip}
		if first != "index.json" {
			delete(odd, "index.json") // the other address is asked where there is nothing at this one
		}
		_, err := Read(context.Background(), serve(t, nil, odd), Options{Timeout: 200 * time.Millisecond})
		mu.Lock()
		if got := strings.Join(asked, " "); err == nil || got != first {
			t.Errorf("got %v, waited for %q, want %q", err, got, first)
		}
		if first == "index.json" && !strings.Contains(err.Error(), "less than 1 kB per second was received in the last 200ms") {
			t.Errorf("got %v", err)
		}
		mu.Unlock()
	}
}

// A server that trickles is asked a few times, not once for each of its files.
func TestAServerThatTricklesIsNotAskedForEverything(t *testing.T) {
	asked := atomic.Int32{}
	odd := map[string]http.HandlerFunc{}
	for name := range smallTree(t) {
		odd[name] = func(w http.ResponseWriter, r *http.Request) { asked.Add(1); trickle(w, r) }
	}
	_, err := Read(context.Background(), serve(t, smallTree(t), odd), Options{Timeout: 100 * time.Millisecond})
	if err == nil || asked.Load() != 1 {
		t.Errorf("%v, asked %d times", err, asked.Load())
	}
	delete(odd, "index.json")
	ds, err := Read(context.Background(), serve(t, smallTree(t), odd), Options{Timeout: 100 * time.Millisecond})
	if err != nil || len(ds.Problems()) < 3 || asked.Load() > 1+mostSlow+atOnce {
		t.Errorf("%v, %d problems, asked %d times", err, len(ds.Problems()), asked.Load())
	}
}

func TestManySlowFilesEndTogether(t *testing.T) {
	odd := map[string]http.HandlerFunc{}
	for name := range smallTree(t) {
		odd[name] = hang
	}
	delete(odd, "index.json")
	_, err := Read(context.Background(), serve(t, smallTree(t), odd), Options{Total: 300 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "not complete after 300ms") {
		t.Errorf("got %v", err)
	}
}

func TestEncryptionIsNotRedirectedAway(t *testing.T) {
	plain := serve(t, smallTree(t), nil)
	server := httptest.NewTLSServer(http.RedirectHandler(plain+"/index.json", http.StatusFound))
	t.Cleanup(server.Close)
	place, err := openWeb(server.URL, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := place.(web)
	w.client.Transport = server.Client().Transport
	if _, err := w.read(context.Background(), "index.json", 1<<20); err == nil ||
		!strings.Contains(err.Error(), "redirected from https to http") {
		t.Errorf("got %v", err)
	}
}
