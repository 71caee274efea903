package raw

import (
	"errors"
	"io"

	"github.com/jouleboard/jouleboard/data/jsonscan"
)

// errChanged is the error of a file that is being written.
var errChanged = errors.New("the file changed while it was read; try again when the benchmark is done")

// series are the latencies of the file just read. Those that did not fit into
// memory are read again at each look; *fault then holds the error, if any.
func (d *decoder) series(p Place, r *requests, fault *error) series {
	if !d.itl.spilt {
		return d.itl.chunks
	}
	return func(yield func([]float64) bool) {
		stopped := false
		count, err := d.again(p, r, func(chunk []float64) bool {
			stopped = !yield(chunk)
			return !stopped
		})
		if err == nil && !stopped && count != d.itl.count {
			err = errChanged
		}
		if err != nil && *fault == nil {
			*fault = err
		}
	}
}

// again reads the latencies of the successful requests from the list of results,
// of which the file told before which they are.
func (d *decoder) again(p Place, r *requests, each func([]float64) bool) (count uint64, err error) {
	file, err := d.tree.folders[p.Root].open(p.Path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	if _, err := file.Seek(r.offset, io.SeekStart); err != nil {
		return 0, err
	}
	if d.second == nil {
		d.second = jsonscan.New(jsonscan.BufferSize)
	}
	kept := d.itl
	defer func() { d.itl, d.scan, d.second = kept, d.second, d.scan }()
	d.scan, d.second = d.second, d.scan
	d.itl = newStore(nil)
	d.itl.each = each
	d.scan.Reset(file)
	d.listAgain(r)
	if !d.itl.done && len(d.itl.last) > 0 {
		each(d.itl.last)
	}
	return d.itl.count, d.scan.Err()
}

func (d *decoder) listAgain(r *requests) {
	s := d.scan
	s.Enter(jsonscan.Array)
	for i := range s.Items() {
		if d.itl.done {
			return
		}
		if !r.isSuccess(i) || !s.Enter(jsonscan.Object) {
			s.Skip()
			continue
		}
		for key := range s.Keys() {
			if string(key) == "itl" {
				d.readList(r)
			} else {
				s.Skip()
			}
		}
	}
}
