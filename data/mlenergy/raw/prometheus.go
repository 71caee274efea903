package raw

import (
	"errors"
	"io/fs"

	"github.com/jouleboard/jouleboard/data/jsonscan"
)

// runningRequests is the one value of the server's metrics that is needed: the
// mean number of requests decoded together during the steady state.
const runningRequests = "vllm:num_requests_running"

// prometheus reads it; missing if there is no such file or value. there says
// whether the file exists.
func (d *decoder) prometheus(p Place) (running number, there bool, err error) {
	err = d.object(p, p.beside(prometheusFile), func(key string) bool {
		if key != "steady_state_stats" {
			d.scan.Skip()
			return true
		}
		running, err = readStats(d.scan)
		return !d.o.Fast
	})
	if errors.Is(err, fs.ErrNotExist) {
		return number{}, false, nil
	}
	if no := (notObject{}); errors.As(err, &no) {
		return number{state: other, wrong: no.kind.String() + " as the whole file"}, true, nil
	}
	if err == nil && running.state == malformed {
		err = errors.New(running.want())
	}
	if err != nil {
		running = number{} // of a broken file nothing is believed
	}
	return running, true, err
}

// readStats reads the object of statistics that comes next.
func readStats(s *jsonscan.Scanner) (running number, err error) {
	k := s.Next()
	if k == jsonscan.Null {
		s.Null()
		return number{}, nil
	}
	if !s.Enter(jsonscan.Object) {
		s.Skip()
		return number{state: other, wrong: k.String() + " as steady_state_stats"}, nil
	}
	for first := true; ; first = false {
		key, ok := s.Key(first)
		if !ok {
			return running, nil
		}
		if string(key) == runningRequests {
			running = readNumber(s)
		} else {
			s.Skip()
		}
	}
}
