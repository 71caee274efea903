// Command web measures the built site as a reader meets it, in Chromium: when the
// table shows on a slow machine and network, what an input costs, how large boards
// behave, what Lighthouse says. It prints each figure beside its limit and, where
// it was measured alike, that of the leaderboard which the site replaces.
//
// It is given the built command and needs `npm ci` in this directory. The published
// data are taken from $JOULEBOARD_SHARED or ../shared.
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/klauspost/compress/gzhttp"

	"github.com/jouleboard/jouleboard/test/bench/usage"
)

func main() {
	command := flag.String("command", "bin/jouleboard", "the built command")
	parts := flag.String("parts", "load,input,explore,axe,large,audit,docs", "what to measure")
	usage.Main("bench-web", func() error { return measure(*command, strings.Split(*parts, ",")) })
}

func measure(command string, parts []string) error {
	dir, err := os.MkdirTemp("", "jouleboard-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	base, stop, err := serve(dir)
	if err != nil {
		return err
	}
	defer stop()
	m := measurement{command: command, dir: dir, base: base}
	if err := m.build("site", usage.Published("compiled")); err != nil {
		return err
	}
	for _, part := range parts {
		step, ok := steps[part]
		if !ok {
			return fmt.Errorf("-parts %q: want load, input, explore, axe, large, audit, docs", part)
		}
		fmt.Printf("\n# %s%s\n", part, load())
		if err := step(m); err != nil {
			return err
		}
	}
	return nil
}

var steps = map[string]func(measurement) error{
	"load": func(m measurement) error {
		if err := os.WriteFile(filepath.Join(m.dir, "site", "empty.html"), []byte(emptyPage), 0o644); err != nil {
			return err
		}
		mock := filepath.Join(usage.Shared(), "design", "mock")
		if !usage.Exists(mock) {
			return node("load.mjs", m.base+"site/")
		}
		if err := os.CopyFS(filepath.Join(m.dir, "mock"), os.DirFS(mock)); err != nil {
			return err
		}
		return node("load.mjs", m.base+"site/", m.base+"mock/")
	},
	"input": func(m measurement) error {
		return errors.Join(
			node("input.mjs", m.base+"site/", "tasks/text-to-image/", "4"),
			node("input.mjs", m.base+"site/", "tasks/lm-arena-chat/", "4"),
			node("input.mjs", m.base+"site/", "tasks/lm-arena-chat/", "frame", "16.7"),
		)
	},
	"explore": func(m measurement) error {
		for _, board := range explored {
			site, err := m.buildLarge("explored", board.rows)
			if err := errors.Join(err, node("input.mjs", site, "explore/?board=gpqa&deadline=none", "1", board.input)); err != nil {
				return err
			}
		}
		return nil
	},
	"axe": func(m measurement) error {
		kinds, err := onePageOfEachKind(filepath.Join(m.dir, "site"))
		if err != nil {
			return err
		}
		return node("axe.mjs", append([]string{m.base + "site/"}, kinds...)...)
	},
	"large": func(m measurement) error {
		if err := node("input.mjs", m.base, "nothing", "4", ""); err != nil {
			return err
		}
		for _, board := range large {
			site, err := m.buildLarge("large", board.rows)
			for _, input := range board.inputs {
				err = errors.Join(err, node("input.mjs", site, "tasks/gpqa/", input.cpu, input.most))
			}
			if err := errors.Join(err, node("live.mjs", site, "tasks/gpqa/", board.live)); err != nil {
				return err
			}
		}
		return nil
	},
	"audit": func(m measurement) error {
		kinds, err := onePageOfEachKind(filepath.Join(m.dir, "site"))
		if err != nil {
			return err
		}
		pages := make([]string, len(kinds))
		for i, page := range kinds {
			pages[i] = m.base + "site/" + page
		}
		return node("audit.mjs", pages...)
	},
	// the documentation, without its example board: synthetic results are kept from search engines on purpose
	"docs": func(m measurement) error {
		if err := m.build("docs", "sample:", "--content", "docs"); err != nil {
			return err
		}
		chapters, err := filepath.Glob("docs/*.md")
		if err != nil {
			return err
		}
		pages := []string{m.base + "docs/", m.base + "docs/search/", m.base + "docs/licenses/"}
		for _, chapter := range chapters {
			if slug := strings.TrimSuffix(filepath.Base(chapter), ".md"); slug != "index" {
				pages = append(pages, m.base+"docs/"+slug+"/")
			}
		}
		return node("audit.mjs", pages...)
	},
}

// large boards, with the limits in ms for each way to measure what an input takes: the processor time of the frame that answers it, or
// the time to the next paint on a processor so many times slower, on which a page without anything takes more than a frame; and that to
// the points of the live chart. The largest need only stay usable.
var large = []struct {
	rows   int
	inputs []struct{ cpu, most string }
	live   string
}{
	{200, []struct{ cpu, most string }{{"frame", "16.7"}, {"4", "100"}}, "500"},
	{40_000, []struct{ cpu, most string }{{"4", "100"}}, "500"},
	{200_000, []struct{ cpu, most string }{{"1", ""}}, ""},
}

// explored boards, with their limit from an input to the next paint, in ms.
var explored = []struct {
	rows  int
	input string
}{{200, "100"}, {40_000, "500"}}

// emptyPage is what the table's time is compared with.
const emptyPage = `<!DOCTYPE html><html lang="en"><title>Empty</title><p class="empty-page">Nothing`

type measurement struct{ command, dir, base string }

// build makes a site under the server's root.
func (m measurement) build(name, source string, flags ...string) error {
	args := []string{"build", "--quiet", "--source", source, "--out", filepath.Join(m.dir, name), "--base-url", m.base + name + "/"}
	command := exec.Command(m.command, append(args, flags...)...)
	command.Stderr = os.Stderr
	return command.Run()
}

// buildLarge makes a site of a board with so many rows, and returns its address.
func (m measurement) buildLarge(kind string, rows int) (site string, err error) {
	name := fmt.Sprint(kind, rows)
	source := filepath.Join(m.dir, name+"-source")
	return m.base + name + "/", errors.Join(writeLarge(source, rows), m.build(name, source))
}

// load says how busy the machine is, where the system tells.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" (load %s on %d processors)", strings.Fields(string(text))[0], runtime.NumCPU())
}

func node(script string, args ...string) error {
	command := exec.Command("node", append([]string{filepath.Join("test", "bench", "web", script)}, args...)...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

// serve shows a directory on loopback, compressed as public hosts do.
func serve(dir string) (base string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	files := gzhttp.GzipHandler(http.FileServer(http.Dir(dir)))
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=600")
		files(w, r)
	})}
	go server.Serve(listener)
	return "http://" + listener.Addr().String() + "/", server.Close, nil
}
