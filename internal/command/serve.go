package command

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/jouleboard/jouleboard/internal/undo"
	"github.com/spf13/cobra"
)

type serveOptions struct {
	build buildOptions
	addr  string
}

func serveCommand(c *console) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:     "serve",
		Args:    c.noArguments,
		PreRunE: func(*cobra.Command, []string) error { return o.build.validate() },
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.serve(cmd.Context(), o) },
	}
	o.build.register(cmd, "", "output `DIR` (default: a temporary directory)")
	cmd.Flags().StringVar(&o.addr, "addr", "127.0.0.1:8080", "`HOST:PORT` to listen on")
	return cmd
}

// serve builds and serves until it is interrupted.
func (c *console) serve(ctx context.Context, o serveOptions) error {
	if _, _, err := net.SplitHostPort(o.addr); err != nil {
		return usagef("--addr %q: use HOST:PORT, such as 127.0.0.1:9000", o.addr)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return fmt.Errorf("--addr %s: %w; choose another port, or 0 for any", o.addr, errors.Unwrap(err))
	}
	defer listener.Close()
	clean, err := o.place()
	if err != nil {
		return err
	}
	defer clean()
	changes, err := c.watch(ctx, o.build)
	if err != nil {
		return err
	}
	o.build.kept = newKept()
	collectAt(200) // 15 % less time for 40 % more memory: somebody waits
	if err := c.build(ctx, o.build); err != nil {
		return err
	}
	live := newLive()
	handler := forHosts(o.addr, siteHandler(o.build.out, live))
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(listener) // ends with an error always, when it is closed below
	defer server.Close()
	c.say("serving http://%s/ (Ctrl-C stops)", listener.Addr())
	for ofResults := range changes {
		if ofResults {
			clear(o.build.kept.read)
		}
		c.rebuild(ctx, o.build, live)
	}
	return nil
}

// place chooses the directory of the site; clean removes it if temporary.
func (o *serveOptions) place() (clean func(), err error) {
	if o.build.out != "" {
		return func() {}, nil
	}
	dir, err := os.MkdirTemp("", "jouleboard-")
	if err != nil {
		return nil, fmt.Errorf("%w; name a directory with --out", err)
	}
	o.build.out = filepath.Join(dir, "site")
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
