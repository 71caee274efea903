// Command bench measures what the program promises: how long commands take and how much memory, how fast results are read
// and fetched, and how many bytes a reader loads. It prints each figure beside its limit, times as multiples of a yardstick
// of this machine too, since machines differ. At the end it names what is beyond a limit that holds on any machine.
//
// It is given the built command; the published data of the ML.ENERGY leaderboard are taken from $JOULEBOARD_SHARED or
// ../shared, and the sample without them. Results that it makes itself are made once and kept.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// measurements in their order
var measurements = []struct {
	name string
	take func(s *session) error
}{
	{"build", build},
	{"figures", figures},
	{"saves", saves},
	{"reading", reading},
	{"hub", fetching},
	{"rows", rows},
	{"models", manyModels},
	{"history", histories},
}

// parts are what a process of its own does, so that its time and memory can be measured.
var parts = map[string]func(args []string) error{"load": load, "fetch": fetch}

func main() {
	var s session
	flag.StringVar(&s.command, "command", "bin/jouleboard", "the built command")
	flag.StringVar(&s.kept, "dir", filepath.Join(os.TempDir(), "jouleboard-bench"), "directory of what is made once")
	flag.IntVar(&s.runs, "runs", 3, "runs of each kind; the best counts")
	only := flag.String("only", "", "the measurements whose name contains this text")
	part := flag.String("part", "", "only do this part of one, with the arguments")
	usage.Main("bench", func() error {
		if *part != "" {
			return parts[*part](flag.Args())
		}
		return s.take(*only)
	})
}

// session is what all measurements have in common.
type session struct {
	command string
	source  string // of the published data
	kept    string // directory of what is made once
	dir     string // of what is removed at the end
	runs    int
	stick   time.Duration
	beyond  []string // the names of figures beyond their limits
}

func (s *session) take(only string) (err error) {
	if s.dir, err = os.MkdirTemp("", "jouleboard-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	s.source = usage.Published("leaderboard")
	fmt.Printf("source %s, best of %d runs on 2 cores\n", s.source, s.runs)
	s.stick = usage.Yardstick()
	for _, m := range measurements {
		if !strings.Contains(m.name, only) {
			continue
		}
		fmt.Println("# " + m.name)
		if err := m.take(s); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		fmt.Println()
	}
	if len(s.beyond) > 0 {
		return errors.New("beyond their limits: " + strings.Join(s.beyond, ", "))
	}
	return nil
}

// limits are the most that a command may take: time in yardsticks, memory in MB; 0 for any.
type limits struct{ time, memory float64 }

// measure measures the command with some arguments.
func (s *session) measure(name string, most limits, args ...string) error {
	u, err := usage.Best(s.runs, append([]string{s.command, "--quiet"}, args...)...)
	if err == nil {
		s.say(name, u, most)
	}
	return err
}

// say prints a usage beside its limits.
func (s *session) say(name string, u usage.Usage, most limits) {
	yardsticks := u.Wall.Seconds() / s.stick.Seconds()
	fmt.Printf("%-42s %7.2f yardsticks (at most %g), %.2f s, %.2f s of processor, %.0f MB (at most %g)\n",
		name, yardsticks, most.time, u.Wall.Seconds(), u.CPU.Seconds(), u.Megabytes(), most.memory)
	if most.time > 0 && yardsticks > most.time || most.memory > 0 && u.Megabytes() > most.memory {
		s.beyond = append(s.beyond, name)
	}
}

// row prints a figure and its limit, 0 for one that has none.
func row(what string, got, limit float64, unit string) {
	fmt.Printf("%-42s %12.2f %s", what, got, unit)
	if limit > 0 {
		fmt.Printf("   (at most %g)", limit)
	}
	fmt.Println()
}

// part is a command that does a part of a measurement.
func part(name string, args ...string) []string {
	return append([]string{os.Args[0], "-part", name}, args...)
}
