package raw

import (
	"bytes"
	"math"
	"strconv"

	"github.com/jouleboard/jouleboard/data/jsonscan"
)

// generatedTokens is the server's counter of output tokens, one line per engine.
const generatedTokens = "vllm:generation_tokens_total"

// count is what the counter stood at, over all engines.
type count struct{ at, tokens float64 }

// readCounts reads the list of moments with the server's metrics that comes next. What
// is no such moment is left out.
func readCounts(s *jsonscan.Scanner) (all []count) {
	if !s.Enter(jsonscan.Array) {
		s.Skip()
		return nil
	}
	for range s.Items() {
		if c, ok := readCount(s); ok && len(all) < mostListed {
			all = append(all, c)
		}
	}
	return all
}

func readCount(s *jsonscan.Scanner) (c count, ok bool) {
	if !s.Enter(jsonscan.Object) {
		s.Skip()
		return c, false
	}
	var at number
	var lines counter
	for key := range s.Keys() {
		switch {
		case string(key) == "timestamp":
			at = readNumber(s)
		case string(key) == "metrics" && s.Next() == jsonscan.String:
			lines = counter{}
			s.Pieces(lines.add)
			lines.end()
		default:
			s.Skip()
		}
	}
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
