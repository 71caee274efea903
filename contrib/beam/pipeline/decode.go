package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// counters is the namespace of what is counted while a job runs.
const counters = "jouleboard"

// decodeFn reads the file at each place.
type decodeFn struct {
	Plan Plan

	shop                                      *shop
	files, bytes, rows, problems, undecodable beam.Counter
}

// Setup opens the roots, once for all instances in a process.
func (f *decodeFn) Setup(ctx context.Context) (err error) {
	f.files, f.bytes = beam.NewCounter(counters, "files_read"), beam.NewCounter(counters, "bytes_read")
	f.rows, f.problems = beam.NewCounter(counters, "rows"), beam.NewCounter(counters, "problems")
	f.undecodable = beam.NewCounter(counters, "undecodable_files")
	f.shop, err = enter(ctx, f.Plan)
	return err
}

// Teardown lets go of them.
func (f *decodeFn) Teardown() { f.shop.leave() }

// ProcessElement emits what a file tells, by the group that it is judged in.
func (f *decodeFn) ProcessElement(ctx context.Context, text string, found func(group, reading string)) error {
	var p raw.Place
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return err
	}
	r, err := f.shop.read(ctx, p)
	if err != nil {
		return err // of the storage, not of the file: the engine tries again
	}
	out, err := r.encode()
	if err != nil {
		return err
	}
	f.count(ctx, r.found)
	found(groupOf(p), out)
	return nil
}

func (f *decodeFn) count(ctx context.Context, finding raw.Finding) {
	f.files.Inc(ctx, 1)
	f.bytes.Inc(ctx, finding.Place.Size)
	f.problems.Inc(ctx, int64(len(finding.Problems)))
	if finding.LLM != nil || finding.Diffusion != nil {
		f.rows.Inc(ctx, 1)
	} else {
		f.undecodable.Inc(ctx, 1)
	}
}

// groupOf names what is judged together, as a path: task/organization/model/
// GPU-count.
func groupOf(p raw.Place) string {
	g := p.Group()
	name := p.Domain + "/" + g.Task + "/" + g.ModelID + "/" + g.GPUModel
	if n, known := g.NumGPUs.Value(); known {
		name += "-" + strconv.Itoa(n)
	}
	return name
}

// shop is where the instances of decodeFn in a process read: so many files at once
// and no more, with one pool of memory.
type shop struct {
	*roots
	reader *raw.Reader
	seats  chan struct{}

	key  string
	uses int
}

var (
	shops     = map[string]*shop{}
	shopsLock sync.Mutex
)

// enter opens the shop of a plan, or joins who opened it.
func enter(ctx context.Context, p Plan) (*shop, error) {
	key, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	shopsLock.Lock()
	defer shopsLock.Unlock()
	if s, opened := shops[string(key)]; opened {
		s.uses++
		return s, nil
	}
	r, err := mount(ctx, p)
	if err != nil {
		return nil, err
	}
	reader, err := r.tree.Reader(p.options(r.configs))
	if err != nil {
		r.Close()
		return nil, err
	}
	seats := make(chan struct{}, cmp.Or(p.Workers, runtime.GOMAXPROCS(0)))
	s := &shop{roots: r, reader: reader, seats: seats, key: string(key), uses: 1}
	shops[s.key] = s
	return s, nil
}

func (s *shop) leave() {
	if s == nil {
		return
	}
	shopsLock.Lock()
	defer shopsLock.Unlock()
	if s.uses--; s.uses == 0 {
		delete(shops, s.key)
		s.Close()
	}
}

// read is what the file at a place tells. An error is one of the storage.
func (s *shop) read(ctx context.Context, p raw.Place) (r reading, err error) {
	s.seats <- struct{}{}
	defer func() { <-s.seats }()
	done, err := s.stage(ctx, p)
	if err != nil {
		return r, err
	}
	defer done()
	r.found = s.decode(p)
	return r, s.measure(ctx, &r)
}

// decode turns a fault of the program into a problem of the file, so that one
// file in a million does not end the job.
func (s *shop) decode(p raw.Place) (f raw.Finding) {
	defer func() {
		if fault := recover(); fault != nil {
			f = raw.Finding{Place: p, Reason: "failed_to_load_results:" + oneLine(fault), Problems: []data.Problem{{
				File: p.Path, LeftOut: 1,
				Message: fmt.Sprintf("the program failed on it: %s; run left out, please report it with the file", oneLine(fault)),
			}}}
		}
	}()
	return s.reader.Read(p)
}

func oneLine(fault any) string {
	line, _, _ := strings.Cut(fmt.Sprint(fault), "\n")
	return line
}
