package raw

import (
	"io"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsonscan"
)

// decoder reads one run after the other with the same buffers.
type decoder struct {
	tree    *Tree
	configs []*configs // of each root
	o       Options

	scan   *jsonscan.Scanner
	second *jsonscan.Scanner // reads a large file again
	values []float64         // latencies as they stand in the file
	itl    *store
	ranks  ranker

	repeated string // a key that the results file has twice, "" if it has none
}

func newDecoder(t *Tree, c []*configs, p *pool, o Options) *decoder {
	return &decoder{
		tree: t, configs: c, o: o, scan: jsonscan.New(jsonscan.BufferSize),
		values: make([]float64, 0, 4096), itl: newStore(p),
	}
}

// decode reads the run at a place.
func (d *decoder) decode(p Place) Finding {
	f := Finding{Place: p}
	if p.Domain == diffusion {
		d.diffusion(&f)
	} else {
		d.llm(&f)
	}
	d.itl.reset()
	data.SortProblems(f.Problems)
	return f
}

// leaveOut notes why a finding has no record; of several reasons the first
// counts the run.
func (f *Finding) leaveOut(field, message string) {
	p := data.Problem{File: f.Place.Path, Field: field, Message: message + "; run left out"}
	if !f.leftOut() {
		p.LeftOut = 1
	}
	f.Problems = append(f.Problems, p)
}

// note keeps the run and tells what is odd.
func (f *Finding) note(field, message string) {
	f.Problems = append(f.Problems, data.Problem{File: f.Place.Path, Field: field, Message: message})
}

// leftOut reports whether a problem keeps the run out.
func (f *Finding) leftOut() bool {
	return slices.ContainsFunc(f.Problems, func(p data.Problem) bool { return p.LeftOut > 0 })
}

// object reads a file whose document is an object, calling field in front of
// each value; field consumes those it needs and reports whether to go on. The document is
// validated to its end unless field stopped early, which it may in fast mode.
func (d *decoder) object(p Place, name string, field func(key string) (more bool)) error {
	file, err := d.tree.folders[p.Root].open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return readObject(d.scan, file, field)
}

// results reads the results file of a run, as object does, and notes a key that it has twice.
func (d *decoder) results(p Place, field func(key string) (more bool)) error {
	seen := map[string]bool{}
	d.repeated = ""
	return d.object(p, p.Path, func(key string) bool {
		if seen[key] {
			d.repeated = key
		}
		seen[key] = true
		return field(key)
	})
}

// noteRepeated tells of a key that occurs twice, of which the last counts, as for the Python toolkit.
func (d *decoder) noteRepeated(f *Finding) {
	if d.repeated != "" {
		f.note(data.ClipName(d.repeated), "the key occurs twice in the file; the last one is used; remove the other")
	}
}

// notObject is the error of a valid document that is none.
type notObject struct{ kind jsonscan.Kind }

func (e notObject) Error() string { return "expected an object, got " + e.kind.String() }

func readObject(s *jsonscan.Scanner, in io.Reader, field func(key string) (more bool)) error {
	s.Reset(in)
	if !s.Enter(jsonscan.Object) {
		if k := s.Next(); k != jsonscan.None {
			s.Skip()
			s.End()
			if s.Err() == nil {
				return notObject{k}
			}
		}
		return s.Err()
	}
	for key := range s.Keys() {
		more := true
		orSkip(s, func() { more = field(string(key)) })
		if !more {
			return s.Err()
		}
	}
	s.End()
	return s.Err()
}

// orSkip skips the value that comes next unless read consumes it.
func orSkip(s *jsonscan.Scanner, read func()) {
	before := s.Offset()
	if read(); s.Offset() == before {
		s.Skip()
	}
}

// fields calls read in front of each value of the object that comes next; read consumes those it needs, or leaves
// them to be skipped. A value that is no object is skipped, and its kind returned instead of None.
func fields(s *jsonscan.Scanner, read func(key []byte)) (instead jsonscan.Kind) {
	if k := s.Next(); !s.Enter(jsonscan.Object) {
		s.Skip()
		return k
	}
	for key := range s.Keys() {
		orSkip(s, func() { read(key) })
	}
	return jsonscan.None
}

// items does the same for a list. It repeats fields because an iterator that is passed on would be allocated for every value.
func items(s *jsonscan.Scanner, read func(i int)) (instead jsonscan.Kind) {
	if k := s.Next(); !s.Enter(jsonscan.Array) {
		s.Skip()
		return k
	}
	for i := range s.Items() {
		orSkip(s, func() { read(i) })
	}
	return jsonscan.None
}
