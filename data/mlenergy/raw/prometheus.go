package raw

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"strconv"

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
			x.running = readStats(d.scan)
			return !d.o.Fast || d.o.Within
		case key == "timeline" && d.o.Within:
			x.counts = readCounts(d.scan)
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
func readStats(s *jsonscan.Scanner) (running number) {
	instead := fields(s, func(key []byte) {
		if string(key) == runningRequests {
			running = readNumber(s)
		}
	})
	if instead != jsonscan.None && instead != jsonscan.Null {
		return number{state: other, wrong: instead.String() + " as steady_state_stats"}
	}
	return running
}

// generatedTokens is the server's counter of output tokens, one line per engine.
const generatedTokens = "vllm:generation_tokens_total"

// count is what the counter stood at, over all engines.
type count struct{ at, tokens float64 }

// readCounts reads the list of moments with the server's metrics that comes next. What
// is no such moment is left out.
func readCounts(s *jsonscan.Scanner) (all []count) {
	items(s, func(int) {
		if c, ok := readCount(s); ok && len(all) < mostListed {
			all = append(all, c)
		}
	})
	return all
}

func readCount(s *jsonscan.Scanner) (c count, ok bool) {
	var at number
	var lines counter
	fields(s, func(key []byte) {
		switch string(key) {
		case "timestamp":
			at = readNumber(s)
		case "metrics":
			if s.Next() != jsonscan.String {
				s.Skip()
				return
			}
			lines = counter{}
			s.Pieces(lines.add)
			lines.end()
		}
	})
	return count{at.value, lines.tokens}, at.ok() && lines.found
}

// counter adds up the lines of the counter in a text that comes in pieces.
type counter struct {
	line   []byte // up to longestLine
	tokens float64
	found  bool
}

// longestLine is far above any line of the counter.
const longestLine = 1 << 10

func (c *counter) add(piece []byte) {
	for {
		i := bytes.IndexByte(piece, '\n')
		if i < 0 {
			c.keep(piece)
			return
		}
		c.keep(piece[:i])
		c.end()
		piece = piece[i+1:]
	}
}

func (c *counter) keep(piece []byte) {
	c.line = append(c.line, piece[:min(len(piece), longestLine-len(c.line))]...)
}

// end takes the line that is complete.
func (c *counter) end() {
	rest, ok := bytes.CutPrefix(c.line, []byte(generatedTokens))
	c.line = c.line[:0]
	if !ok {
		return
	}
	if i := bytes.LastIndexByte(rest, '}'); i >= 0 { // behind the labels
		rest = rest[i+1:]
	}
	n, err := strconv.ParseFloat(string(bytes.TrimSpace(rest)), 64)
	if err == nil && n >= 0 && n <= math.MaxFloat64 {
		c.tokens, c.found = c.tokens+n, true
	}
}
