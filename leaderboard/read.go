package leaderboard

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/pace"
)

// Options configure [Read]; the zero value is valid.
type Options struct {
	// Timeout is the time within which at least 1 kB per second of a file must arrive; 0 means 8 s. After
	// a few files that were too slow, no other is asked for.
	Timeout time.Duration
	// Total is the time for all files; 0 means 15 min.
	Total time.Duration
	// FollowRedirects allows redirects of URLs to other hosts.
	FollowRedirects bool
	// MaxBytes is the maximum size of a file; 0 means 32 MiB, far above the 0.4 MB of the largest published one.
	MaxBytes int64
	// Systems returns the field tables of other systems whose runs are read from a site of this program; nil: none.
	Systems func() []*data.Schema
	// Progress, if set, is called with the number of files read and the number known so far, by one goroutine at a
	// time.
	Progress func(done, total int)
}

func (o Options) timeout() time.Duration { return cmp.Or(o.Timeout, 8*time.Second) }
func (o Options) total() time.Duration   { return cmp.Or(o.Total, 15*time.Minute) }
func (o Options) maxBytes() int64        { return cmp.Or(o.MaxBytes, 32<<20) }

const (
	maxTasks  = 200
	maxModels = 5000 // model files
	atOnce    = 8    // files that are read at the same time

	tableBytes = 4 // tables may be so many times as large as other files
)

// Read loads a published leaderboard from a directory or an http(s) URL: that of index.json, of its folder, or of a
// site with it in the folder data. Its records are stable runs; values that the format does not contain (seeds,
// totals, request throughput, paths) are missing and not computed, except that P50 is the median.
//
// A site of this program, which is identified by its meta.json, also has tables with every field of every run,
// including other systems; runs are then read from these.
//
// An invalid index is an error with a remedy. All other errors are problems of a file and row: a file that is
// missing, truncated or not JSON is left out, as is a row with a wrong value, and the rest is loaded. If a model file
// cannot be used, only the output-length histograms of its rows are missing. The dataset may be empty; its problems
// then contain the reasons.
//
// The revision of the source is a hash of the paths and contents of all files read.
func Read(ctx context.Context, where string, opts Options) (data.Dataset, error) {
	if IsURL(where) {
		late := fmt.Errorf("the download is not complete after %v; try again, or download the site and use the directory", opts.total())
		within, cancel := context.WithTimeoutCause(ctx, opts.total(), late)
		defer cancel()
		ctx = within
	}
	ds, err := readAt(ctx, where, opts)
	if err == nil || strings.HasSuffix(where, "index.json") || errors.As(err, new(pace.Slow)) {
		return ds, err // a server that is slow at one address is slow at the other
	}
	ofSite, errBelow := readAt(ctx, dataOfSite(where), opts)
	if errBelow != nil {
		return ds, err // the user's own place is the one to speak of
	}
	ofSite.Sources[0].Name = where
	return ofSite, nil
}

// dataOfSite is the folder that a site made by this program has its data in.
func dataOfSite(where string) string {
	if u, err := url.Parse(where); IsURL(where) && err == nil {
		return u.JoinPath("data").String()
	}
	return filepath.Join(where, "data")
}

// readAt loads from the folder that holds index.json.
func readAt(ctx context.Context, where string, opts Options) (data.Dataset, error) {
	from, err := open(where, opts)
	if err != nil {
		return data.Dataset{}, err
	}
	defer from.close()
	r := newReader(from, opts)
	tasks, lastUpdated, err := r.index(ctx)
	if err != nil {
		return data.Dataset{},
			fmt.Errorf("%s: index.json: %w: use the URL or directory of the folder with a leaderboard's index.json", spoken(where), err)
	}
	site := r.site(ctx)
	if site.known && opts.Systems != nil {
		r.intakes = append(r.intakes, lists.Map(opts.Systems(), data.NewIntake)...)
	}
	r.loadTables(ctx, site)
	if !r.whole[r.llm.Schema().Domain] || !r.whole[r.diffusion.Schema().Domain] {
		r.loadTasks(ctx, tasks)
	}
	r.loadLengths(ctx)
	if ctx.Err() != nil {
		return data.Dataset{}, fmt.Errorf("%s: reading stopped: %w", spoken(where), context.Cause(ctx))
	}
	if dir, ok := from.(directory); ok {
		if err := dir.Unchanged(); err != nil {
			return data.Dataset{}, err
		}
	}
	ds := r.dataset()
	ds.Sources[0].Name = where
	ds.Sources[0].Date = lastUpdated
	ds.Sources[0].Synthetic, ds.Sources[0].Origins = site.synthetic, site.origins
	return ds, nil
}

// reader collects what the files hold.
type reader struct {
	from           location
	maxBytes       int64
	llm, diffusion *data.Intake
	intakes        []*data.Intake // these and those of other systems
	problems       []data.Problem
	whole          map[string]bool // record types whose runs were taken from their table
	partial        map[string]bool // tasks of which rows were left out

	mu          sync.Mutex
	progress    func(done, total int)
	done, total int
	sums        map[string]string // of the files read, by path
}

func newReader(from location, opts Options) *reader {
	r := &reader{
		from: from, maxBytes: opts.maxBytes(), progress: opts.Progress,
		llm: data.NewIntake(data.LLMRun{}.Schema()), diffusion: data.NewIntake(data.DiffusionRun{}.Schema()),
		sums: map[string]string{}, whole: map[string]bool{}, partial: map[string]bool{},
	}
	r.intakes = []*data.Intake{r.llm, r.diffusion}
	return r
}

// file reads one file and notes its hash.
func (r *reader) file(ctx context.Context, path string) ([]byte, error) {
	most := r.maxBytes
	if strings.HasSuffix(path, ".parquet") {
		most *= tableBytes
	}
	text, err := r.from.read(ctx, path, most)
	if err == nil {
		r.sum(path, text)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	if r.progress != nil {
		r.progress(r.done, r.total)
	}
	return text, err
}

func (r *reader) sum(path string, text []byte) {
	sum := sha256.Sum256(text)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sums[path] = hex.EncodeToString(sum[:])
}

func (r *reader) expect(files int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total += files
}

// answer is what a file holds, or why it cannot be read.
type answer[T any] struct {
	value T
	err   error
}

// each reads the files, several at a time, and decodes each where it arrives, so
// that few texts are in memory at once. The answers are in the order of paths.
func each[T any](
	ctx context.Context, r *reader, paths []string, decode func(i int, text []byte) (T, error),
) []answer[T] {
	r.expect(len(paths))
	answers := make([]answer[T], len(paths))
	var group errgroup.Group
	group.SetLimit(atOnce)
	for i, path := range paths {
		group.Go(func() error {
			text, err := r.file(ctx, path)
			if err == nil {
				answers[i].value, err = decode(i, text)
			}
			answers[i].err = err
			return nil
		})
	}
	group.Wait() // the functions return no error
	return answers
}

func (r *reader) note(file string, row int, field, format string, args ...any) {
	r.problems = append(r.problems, data.Problem{File: file, Row: row, Field: field, Message: fmt.Sprintf(format, args...)})
}

func (r *reader) dataset() data.Dataset {
	source := data.Source{Kind: "json", Revision: r.revision(), Problems: r.problems}
	tables := lists.Map(r.intakes, func(in *data.Intake) data.Table { return in.Table(in == r.llm) })
	for _, in := range r.intakes {
		source.Runs += in.Len()
		source.Problems = append(source.Problems, in.Problems...)
	}
	return data.Merge(data.NewDataset(source, tables...))
}

// revision hashes the list of files as sha256sum would print it.
func (r *reader) revision() string {
	list := sha256.New()
	for _, path := range sortedKeys(r.sums) {
		fmt.Fprintf(list, "%s  %s\n", r.sums[path], path)
	}
	return "sha256:" + hex.EncodeToString(list.Sum(nil))
}

var date = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// index reads index.json: valid names of tasks, in order, each once, and the date of the data. A task that cannot be a file name is
// a problem.
func (r *reader) index(ctx context.Context) (tasks []string, lastUpdated string, err error) {
	r.expect(1)
	text, err := r.file(ctx, "index.json")
	if err != nil {
		return nil, "", err
	}
	v, err := parse(text)
	if err != nil {
		return nil, "", err
	}
	top, _ := v.(members)
	listed, ok := top.values["tasks"].([]any)
	if !ok {
		return nil, "", errors.New("expected an object with a list of tasks")
	}
	if len(listed) > maxTasks {
		return nil, "", fmt.Errorf("expected at most %d tasks, got %d", maxTasks, len(listed))
	}
	for i, v := range listed {
		switch name, ok := v.(string); {
		case !ok || !data.IsTask(name):
			r.note("index.json", 0, "tasks", "entry %d: expected a name of lower-case letters, digits and hyphens, got %s; task left out", i+1, show(v))
		case slices.Contains(tasks, name):
			r.note("index.json", 0, "tasks", "entry %d: %s is listed twice; read once", i+1, name)
		default:
			tasks = append(tasks, name)
		}
	}
	slices.Sort(tasks)
	updated := top.values["last_updated"]
	if s, ok := updated.(string); ok && date.MatchString(s) {
		lastUpdated = s
	} else if updated != nil {
		r.note("index.json", 0, "last_updated", "expected a date such as 2026-02-16 or null, got %s; date left out", show(updated))
	}
	return tasks, lastUpdated, nil
}

// show renders a value of a file for a message, cut so that it cannot flood it.
func show(v any) string {
	const most = 60
	switch x := v.(type) {
	case nil:
		return "null"
	case members:
		return "an object"
	case []any:
		return "a list"
	case number:
		return fmt.Sprintf("%.*s", most, string(x))
	case string:
		return fmt.Sprintf("%.*q", most, x)
	}
	return fmt.Sprint(v)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
