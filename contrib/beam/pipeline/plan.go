package pipeline

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// Plan describes a job. It is sent to the workers as JSON.
type Plan struct {
	// Results are benchmark roots: local directories, which every worker must
	// see under the same path, or addresses of a file system that Beam knows
	// (gs://bucket/results, s3://bucket/results).
	Results []string
	// Config is the directory with vllm and xdit, "" for the directory configs of each root.
	Config string
	// Out is the place for the compiled directory.
	Out string
	// Notes is the place for problems.jsonl, undecodable.jsonl, traces and latencies.
	Notes string

	Tasks       []string // none means all
	Fast        bool     // files are not validated after the last value needed
	FollowLinks bool     // of local roots
	Workers     int      // number of files that a process reads in parallel, 0 for the number of CPUs
	Traces      bool     // write traces/…
	Latencies   bool     // write latencies.jsonl

	License, Title string // of the dataset card
}

// a licence's identifier stands in a YAML header as it is
var licence = regexp.MustCompile(`^[a-z0-9][a-z0-9.+-]*$`)

// Check reports errors in the plan before anything is started.
func (p Plan) Check() error {
	switch {
	case len(p.Results) == 0:
		return errors.New("give a directory of raw results with --results")
	case p.Out == "" || p.Notes == "":
		return errors.New("give the directories to write with --out and --notes")
	case within(p.Notes, p.Out) || within(p.Out, p.Notes):
		return fmt.Errorf("--out %s and --notes %s: give two directories of which none is in the other", p.Out, p.Notes)
	case p.Workers < 0:
		return fmt.Errorf("--decoders %d: want a number of files, or 0 for one a processor", p.Workers)
	case p.License != "" && !licence.MatchString(p.License):
		return fmt.Errorf("--license %q: want an identifier such as apache-2.0 or cc-by-4.0", p.License)
	case strings.ContainsFunc(p.Title, unicode.IsControl):
		return fmt.Errorf("--title %q: want one line of text", p.Title)
	}
	for _, at := range append([]string{p.Out, p.Notes}, p.Results...) {
		if err := registered(at); err != nil {
			return err
		}
	}
	for _, root := range p.Results {
		if within(p.Out, root) || within(p.Notes, root) {
			return fmt.Errorf("%s: the results would be written into what is read; give another directory", root)
		}
	}
	return nil
}

func within(inner, outer string) bool {
	return strings.HasPrefix(strings.TrimSuffix(inner, "/")+"/", strings.TrimSuffix(outer, "/")+"/")
}

// options are those of the reader, with configurations at dir.
func (p Plan) options(dir string) raw.Options {
	return raw.Options{Tasks: p.Tasks, ConfigDir: dir, Workers: p.Workers, Fast: p.Fast, FollowLinks: p.FollowLinks}
}
