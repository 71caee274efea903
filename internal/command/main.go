// Package command is the command jouleboard, which turns results of inference-energy benchmarks into a static
// leaderboard site.
//
// It reads flags, opens sources, calls the other packages and decides the exit status: 0 for success, 1 for failure,
// 2 for a usage error. It does not compute the content of pages and files.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/undo"
	"github.com/spf13/cobra"
)

// patience is how long an interrupted process may take to end by itself. What computes does not ask whether it may go on.
const patience = 500 * time.Millisecond

// Main runs the command line of the process and ends the process.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process at once
		time.Sleep(patience)
		undo.Now()
		explain(os.Stderr, nil, context.Canceled)
		os.Exit(exitStatus(context.Canceled))
	})
	limitMemory(usualMemory)
	os.Exit(exitStatus(run(ctx, os.Stdout, os.Stderr, os.Args[1:])))
}

// run does what args ask for. Results go to stdout, all else to stderr, the
// error it returns included.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	return (&console{stdout: stdout, stderr: stderr}).run(ctx, args)
}

func (c *console) run(ctx context.Context, args []string) error {
	c.hub, c.args = c.newHub(), args
	if s, ok := newScreen(c.stdout); ok {
		c.stdout = s
	}
	root := newRoot(c, args)
	root.SetArgs(args)
	used, err := root.ExecuteContextC(ctx)
	c.progress("")
	err = errors.Join(err, c.finish())
	if err != nil && !c.started {
		err = usageError{err}
	}
	explain(c.stderr, used, err)
	return err
}

// finish ends what is printed, and tells what a screen had no room for.
func (c *console) finish() error {
	w, ok := c.stdout.(interface{ finish() error })
	if !ok {
		return nil
	}
	err := w.finish()
	if s, ok := w.(*screen); ok && len(s.dropped) > 0 {
		c.note("too narrow for %s: --wide shows all columns", strings.Join(s.dropped, ", "))
	}
	return err
}

// Root returns the command with all subcommands, for its documentation.
func Root() *cobra.Command {
	return newRoot(&console{stdout: io.Discard, stderr: io.Discard}, nil)
}

// newRoot is the command with the subcommands that args may ask for.
func newRoot(c *console, args []string) *cobra.Command {
	root := &cobra.Command{
		Use:           "jouleboard",
		Version:       version(),
		Args:          subcommandWanted,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			err := errors.Join(c.oneDash(cmd), settle(cmd))
			if s, ok := c.stdout.(*screen); ok && c.wide {
				s.columns = 0
			}
			c.started = err == nil // from here on, an error is not about how the command was called
			return err
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	explained(root).SetVersionTemplate(versionLine())
	root.SetOut(c.stdout)
	root.SetErr(c.stderr)
	root.PersistentFlags().BoolVarP(&c.quiet, "quiet", "q", false, "print only errors")
	root.PersistentFlags().BoolVar(&c.wide, "wide", false, "print all columns of a table, even if it is wider than the terminal")
	root.SetFlagErrorFunc(c.flagFault)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { fmt.Fprint(cmd.OutOrStdout(), help(cmd)) })
	root.SetHelpCommand(explained(helpCommand()))
	for _, k := range wanted(args) {
		root.AddCommand(explained(k.command(c)))
	}
	if len(root.Commands()) > 1 {
		root.AddCommand(topics()...)
	}
	return root
}

// usageError is a mistake in how the command was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// reported is an error that the results already tell in full.
type reported struct{ error }

func (e reported) Unwrap() error { return e.error }

func explain(stderr io.Writer, used *cobra.Command, err error) {
	var usage usageError
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "jouleboard: interrupted")
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "jouleboard: %s\nTry '%s --help'.\n", legible(err.Error()), used.CommandPath())
	case errors.As(err, new(reported)):
	default:
		fmt.Fprintf(stderr, "jouleboard: %s\n", legible(err.Error()))
	}
}

func exitStatus(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.As(err, new(usageError)):
		return 2
	}
	return 1
}

func (c *console) version(context.Context, struct{}) error {
	_, err := io.WriteString(c.stdout, versionLine())
	return err
}

func versionLine() string {
	return fmt.Sprintf("jouleboard %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the module's version as the build recorded it: a tag, a commit in
// the form of a pseudo-version, or devel where neither is known.
func version() string {
	build, ok := debug.ReadBuildInfo()
	if !ok || build.Main.Version == "" || build.Main.Version == "(devel)" {
		return "devel"
	}
	return build.Main.Version
}

var release = regexp.MustCompile(`^v\d+\.\d+\.\d+$`)

// revision is what a workflow that builds this program checks out: its commit, else its
// tag; the branch only where the build recorded neither.
func revision() string {
	if build, ok := debug.ReadBuildInfo(); ok {
		commit, _ := lists.Find(build.Settings, func(s debug.BuildSetting) bool { return s.Key == "vcs.revision" })
		if commit.Value != "" {
			return commit.Value
		}
	}
	if v := version(); release.MatchString(v) {
		return v
	}
	return "main"
}
