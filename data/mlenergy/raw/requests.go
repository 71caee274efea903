package raw

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsonscan"
)

const (
	// mostRequests and mostLengths bound what a hostile file can make us keep.
	mostRequests = 50_000_000
	mostLengths  = 1 << 18
	// mostTokens is far above any output length.
	mostTokens = 1 << 30
)

// requests is what the list of results says.
type requests struct {
	given     bool // the list is there
	count     int
	succeeded []uint64 // a bit a request
	offset    int64    // of the list in the file
	twice     bool     // a request has two lists of latencies

	lengths     map[int]int // how many successful requests had a length
	lengthFault string      // the first length that is none
	wrong       string      // why no latencies can be told
	quoted      bool        // a latency stands inside a text
	each        func(Request)
}

// readResults reads the list that comes next. A later list of the same name
// replaces an earlier one.
func (d *decoder) readResults(each func(Request)) requests {
	d.itl.reset()
	s := d.scan
	r := requests{lengths: map[int]int{}, each: each}
	s.Next()
	r.offset = s.Offset()
	instead := items(s, func(int) {
		if r.count == mostRequests {
			r.refuse(fmt.Sprintf("more than %d requests", mostRequests))
			return
		}
		d.request(&r)
		r.count++
	})
	r.given = instead == jsonscan.None
	if !r.given && instead != jsonscan.Null {
		r.wrong = "expected a list of requests, got " + instead.String()
	}
	return r
}

func (r *requests) refuse(why string) {
	r.wrong = cmp.Or(r.wrong, why)
}

// request reads one element of the list.
func (d *decoder) request(r *requests) {
	s := d.scan
	var length number
	var wrong string
	success, listed := false, false
	d.itl.open()
	instead := fields(s, func(key []byte) {
		switch string(key) {
		case "output_len":
			length = readNumber(s)
		case "success":
			success = truth(s)
		case "itl":
			d.itl.revoke()
			r.twice = r.twice || listed
			listed, wrong = true, d.readList(r)
		}
	})
	if instead != jsonscan.None {
		r.refuse(fmt.Sprintf("request %d: expected an object, got %s", r.count, instead))
		return
	}
	r.take(length, success, wrong)
	if !success {
		d.itl.revoke()
	}
}

// take counts a request that was read.
func (r *requests) take(length number, success bool, wrong string) {
	if success {
		r.succeed()
		if wrong != "" {
			r.refuse(fmt.Sprintf("request %d: itl: %s", r.count, wrong))
		}
	}
	tokens, ok := length.whole()
	switch {
	case ok && tokens >= 0 && tokens <= mostTokens:
		r.addLength(tokens, success)
	case success || length.state != absent:
		r.faultLength(length)
	}
}

func (r *requests) addLength(tokens int, success bool) {
	if success {
		if r.lengths[tokens]++; len(r.lengths) > mostLengths {
			r.lengthFault = fmt.Sprintf("more than %d different output lengths", mostLengths)
			clear(r.lengths)
		}
	}
	if r.each != nil {
		r.each(Request{tokens, success})
	}
}

// faultLength keeps the first output length that cannot be used.
func (r *requests) faultLength(length number) {
	if r.lengthFault != "" {
		return
	}
	got := length.wrong
	switch {
	case length.state == absent:
		got = "nothing"
	case length.ok():
		got = length.repr()
	}
	r.lengthFault = fmt.Sprintf("request %d: output_len: expected a number of tokens, got %s", r.count, got)
}

func (r *requests) succeed() {
	word := r.count >> 6
	for len(r.succeeded) <= word {
		r.succeeded = append(r.succeeded, 0)
	}
	r.succeeded[word] |= 1 << (r.count & 63)
}

func (r *requests) isSuccess(i int) bool {
	return i>>6 < len(r.succeeded) && r.succeeded[i>>6]>>(i&63)&1 == 1
}

// outputLengths are the lengths of the successful requests, nil if one of them
// does not say.
func (r *requests) outputLengths() *data.OutputLengths {
	if !r.given || r.lengthFault != "" {
		return nil
	}
	return data.LengthsOf(r.lengths)
}

// readList puts the latencies of the list that comes next into the store. wrong
// says why they cannot be used, "" if they can.
func (d *decoder) readList(r *requests) (wrong string) {
	s := d.scan
	if k := s.Next(); !s.Enter(jsonscan.Array) {
		s.Skip()
		return "expected a list, got " + k.String()
	}
	m := smoother{out: d.itl}
	for fresh := true; ; {
		values, more := s.Floats(d.values[:0], fresh)
		m.add(values)
		if !more {
			break
		}
		if fresh = s.Next() == jsonscan.Number; fresh {
			continue // there was no room for it
		}
		n := readNumber(s)
		if n.state == quoted {
			r.quoted = true
			m.add([]float64{n.value})
		} else if wrong == "" {
			wrong = n.want()
		}
	}
	m.flush()
	return wrong
}

// truth consumes a value and tells whether the benchmark's own language takes it
// for true: anything but false, null, zero and what is empty.
func truth(s *jsonscan.Scanner) bool {
	switch k := s.Next(); k {
	case jsonscan.Number:
		return s.Float() != 0
	case jsonscan.String:
		text, whole := s.Text()
		return !whole || len(text) > 0
	case jsonscan.Array, jsonscan.Object:
		before := s.Offset()
		s.Skip()
		return s.Offset()-before > 2
	case jsonscan.True:
		return s.Bool()
	default:
		s.Skip()
		return false
	}
}

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
		orSkip(s, func() {
			if r.isSuccess(i) {
				fields(s, func(key []byte) {
					if string(key) == "itl" {
						d.readList(r)
					}
				})
			}
		})
	}
}
