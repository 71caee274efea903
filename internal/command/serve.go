package command

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/undo"
	"github.com/spf13/cobra"
)

type serveOptions struct {
	Build buildOptions
	Addr  string `flag:"addr" help:"{HOST:PORT} to listen on"`
}

func (*serveOptions) register(cmd *cobra.Command) {
	cmd.Flags().Lookup("out").Usage = "output `DIR` (default: a temporary directory)"
}

// serve builds and serves until it is interrupted.
func (c *console) serve(ctx context.Context, o serveOptions) error {
	if err := o.Build.validate(); err != nil {
		return err
	}
	if _, _, err := net.SplitHostPort(o.Addr); err != nil {
		return usagef("--addr %q: use HOST:PORT, such as 127.0.0.1:9000", o.Addr)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	listener, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return fmt.Errorf("--addr %s: %w; choose another port, or 0 for any", o.Addr, errors.Unwrap(err))
	}
	defer listener.Close()
	clean, err := o.place()
	if err != nil {
		return err
	}
	defer clean()
	changes, err := c.watch(ctx, o.Build)
	if err != nil {
		return err
	}
	o.Build.kept = newKept()
	if err := c.build(ctx, o.Build); err != nil {
		return err
	}
	live := newLive()
	handler := forHosts(o.Addr, siteHandler(o.Build.Out, live))
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(listener) // ends with an error always, when it is closed below
	defer server.Close()
	c.say("serving http://%s/ (Ctrl-C stops)", listener.Addr())
	for ofResults := range changes {
		if ofResults {
			clear(o.Build.kept.read)
		}
		c.rebuild(ctx, o.Build, live)
	}
	return nil
}

// place chooses the directory of the site; clean removes it if temporary.
func (o *serveOptions) place() (clean func(), err error) {
	if o.Build.Out != "" {
		return func() {}, nil
	}
	dir, err := os.MkdirTemp("", "jouleboard-")
	if err != nil {
		return nil, fmt.Errorf("%w; name a directory with --out", err)
	}
	o.Build.Out = filepath.Join(dir, "site")
	forget := undo.Later(func() { os.RemoveAll(dir) })
	return func() { os.RemoveAll(dir); forget() }, nil
}

// rebuild builds again and tells the open pages. What is being served stays if that fails.
func (c *console) rebuild(ctx context.Context, o buildOptions, l *live) {
	err := c.build(ctx, o)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		c.say("not rebuilt: %v", err)
	}
	l.tell(err)
}

// kept is what serve remembers from build to build; nil, that of a single build,
// remembers nothing.
type kept struct {
	known map[data.Problem]int // problems of the site being served, by all but their row
	read  map[string]reading
}

// reading is what was made of results, and what it depends on beside them.
type reading struct{ key, value any }

func newKept() *kept { return &kept{read: map[string]reading{}} }

// remember is what read gives, or gave for the same key if no results have changed since.
func remember[T any](k *kept, what string, key any, read func() (T, error)) (T, error) {
	if k == nil {
		return read()
	}
	if was, ok := k.read[what]; ok && reflect.DeepEqual(was.key, key) {
		return was.value.(T), nil
	}
	value, err := read()
	if err == nil {
		k.read[what] = reading{key, value}
	}
	return value, err
}

// fresh are the problems that the site being served does not have: a change that makes
// more wrong, such as a torn file, does not take its place.
func (k *kept) fresh(problems []data.Problem) (fresh []data.Problem) {
	if k == nil || k.known == nil {
		return nil
	}
	seen := map[data.Problem]int{}
	for _, p := range problems {
		moved := anywhere(p)
		if seen[moved]++; seen[moved] > k.known[moved] {
			fresh = append(fresh, p)
		}
	}
	return fresh
}

// take remembers the problems of a site that was built.
func (k *kept) take(problems []data.Problem) {
	if k == nil {
		return
	}
	k.known = map[data.Problem]int{}
	for _, p := range problems {
		k.known[anywhere(p)]++
	}
}

// anywhere is a problem without its row: a line that is added above makes no new one.
func anywhere(p data.Problem) data.Problem {
	p.Row = 0
	return p
}
