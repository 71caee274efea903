package raw

import (
	"errors"
	"io/fs"

	"github.com/jouleboard/jouleboard/data/jsonscan"
)

// runningRequests is the one value of the server's metrics that is needed: the
// mean number of requests decoded together during the steady state.
const runningRequests = "vllm:num_requests_running"

// serverFacts are what the server's metrics say.
type serverFacts struct {
	running number
	counts  []count // of tokens, with Options.Within
	there   bool    // the file exists
}

// prometheus reads them; missing if there is no such file or value.
func (d *decoder) prometheus(p Place) (x serverFacts, err error) {
	err = d.object(p, p.beside(prometheusFile), func(key string) bool {
		switch {
		case key == "steady_state_stats":
			x.running, err = readStats(d.scan)
			return !d.o.Fast || d.o.Within
		case key == "timeline" && d.o.Within:
			x.counts = readCounts(d.scan)
		default:
			d.scan.Skip()
		}
		return true
	})
	if errors.Is(err, fs.ErrNotExist) {
		return serverFacts{}, nil
	}
	if no := (notObject{}); errors.As(err, &no) {
		return serverFacts{running: number{state: other, wrong: no.kind.String() + " as the whole file"}, there: true}, nil
	}
	if err == nil && x.running.state == malformed {
		err = errors.New(x.running.want())
	}
	if err != nil {
		return serverFacts{there: true}, err // of a broken file nothing is believed
	}
	x.there = true
	return x, nil
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
	for key := range s.Keys() {
		if string(key) == runningRequests {
			running = readNumber(s)
		} else {
			s.Skip()
		}
	}
	return running, nil
}
