package history

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// introduction is a line of what the lines of snapshots after it refer to, by numbers that begin with 0 in each list and go on
// with the next such line.
type introduction struct {
	// After is how much the lines above introduced. Were two files put together, the numbers in one would refer to what the other
	// introduced.
	After          counts   `json:"after"`
	Boards         []Terms  `json:"boards,omitempty"`
	Configurations []known  `json:"configurations,omitempty"`
	Software       []string `json:"software,omitempty"`
}

// counts are the lengths of the lists.
type counts struct {
	Boards         int `json:"boards"`
	Configurations int `json:"configurations"`
	Software       int `json:"software"`
}

// known is what a configuration is, without what is measured of it.
type known struct {
	Batch     int    `json:"batch"`
	Energy    int    `json:"energy"` // to which those of snapshots are differences
	GPU       string `json:"gpu"`
	Latency   int    `json:"latency"` // as of energy
	Model     string `json:"model"`
	Name      string `json:"name"`
	NumGPUs   int    `json:"num_gpus"`
	Precision string `json:"precision"`
	Run       string `json:"run"`
	Task      string `json:"task"`
	Work      string `json:"work,omitempty"`
}

// line is a snapshot.
type line struct {
	Boards   []columns `json:"boards"`
	Date     string    `json:"date"`
	Revision string    `json:"revision"`
}

// columns are a board in a snapshot. Place has a letter for each known configuration of the board's task, in their order: b for
// the best of a model, l for one that is late, o for another, and a dot for none. The other columns have a number for each that
// has a letter (latency: for each b and l), and a dot where there is no value; one number stands for all that are equal.
type columns struct {
	Board    int      `json:"board"`
	Energy   string   `json:"energy"` // steps beyond that of the known configuration
	First    []string `json:"first,omitempty"`
	Gone     []string `json:"gone,omitempty"`
	Latency  string   `json:"latency"`
	Margin   string   `json:"margin"`
	Partial  bool     `json:"partial,omitempty"` // its others are not known
	Place    string   `json:"place"`
	Software string   `json:"software"`
	Works    []string `json:"works,omitempty"` // in the order of their groups, if there are several
}

// mostValues bounds the memory that a file takes: 150 bytes for each configuration in each snapshot.
const mostValues = 2_000_000

// tables are what lines refer to by number.
type tables struct {
	boards         []Terms
	configurations []known
	software       []string

	of     map[string][]int // the numbers of the configurations of a task
	values int
}

// mostSteps is beyond any number that can be measured.
const mostSteps = 1_000_000

func outOfRange(steps int) bool { return steps < -mostSteps || steps > mostSteps }

// introduce takes what a line introduces.
func (t *tables) introduce(in introduction) error {
	if known := (counts{len(t.boards), len(t.configurations), len(t.software)}); in.After != known {
		return fmt.Errorf("after: expected %d boards, %d configurations and %d texts of software, as the lines above introduce; "+
			"if two files were put together, take one of them and add the snapshots of the other with history --add",
			known.Boards, known.Configurations, known.Software)
	}
	for i, b := range in.Boards {
		if err := b.check(); err != nil {
			return fmt.Errorf("boards[%d].%w", i, err)
		}
	}
	for i, text := range in.Software {
		if err := named(fmt.Sprintf("software[%d]", i), text); err != nil {
			return err
		}
	}
	for i, k := range in.Configurations {
		if outOfRange(k.Energy) || outOfRange(k.Latency) {
			return fmt.Errorf("configurations[%d]: expected an energy and a latency within ±%d steps", i, mostSteps)
		}
		one := k.at(0)
		if err := errors.Join(named("task", k.Task), one.check(false, false)); err != nil {
			return fmt.Errorf("configurations[%d].%w", i, err)
		}
		t.of[k.Task] = append(t.of[k.Task], len(t.configurations)+i)
	}
	t.boards, t.software = append(t.boards, in.Boards...), append(t.software, in.Software...)
	t.configurations = append(t.configurations, in.Configurations...)
	return nil
}

// at is the configuration with an energy that differs from its first one by so many steps.
func (k known) at(energy int) Configuration {
	return Configuration{
		Batch: k.Batch, Energy: ofSteps(k.Energy+energy, energySteps), GPU: k.GPU, Model: k.Model, Name: k.Name, NumGPUs: k.NumGPUs,
		Precision: k.Precision, Run: k.Run, Work: k.Work,
	}
}

// snapshot is what a line says.
func (t *tables) snapshot(l line) (s Snapshot, err error) {
	s = Snapshot{Date: l.Date, Revision: l.Revision}
	for i, c := range l.Boards {
		b, err := t.board(c)
		if err != nil {
			return s, fmt.Errorf("boards[%d].%w", i, err)
		}
		s.Boards = append(s.Boards, b)
	}
	return s, nil
}

func (t *tables) board(c columns) (b Board, err error) {
	if c.Board < 0 || c.Board >= len(t.boards) {
		return b, fmt.Errorf("board: no line above introduces board %d", c.Board)
	}
	b = Board{Terms: t.boards[c.Board], Gone: c.Gone, Best: []Configuration{}, Late: []Configuration{}, Others: []Configuration{}}
	all := t.of[b.Task]
	if len(c.Place) > len(all) {
		return b, fmt.Errorf("place: expected a letter for each of %d known configurations at most, got %d", len(all), len(c.Place))
	}
	n := len(c.Place) - strings.Count(c.Place, ".")
	if t.values += n; t.values > mostValues {
		return b, fmt.Errorf("place: more than %d configurations in all snapshots; remove some lines of snapshots", mostValues)
	}
	energy, err1 := numbers("energy", c.Energy, n, -mostSteps, mostSteps)
	latency, err2 := numbers("latency", c.Latency, n-strings.Count(c.Place, "o"), -mostSteps, mostSteps)
	margin, err3 := numbers("margin", c.Margin, n, 0, mostSteps)
	software, err4 := numbers("software", c.Software, n, 0, len(t.software)-1)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return b, err
	}
	parts := map[rune]*[]Configuration{'b': &b.Best, 'l': &b.Late, 'o': &b.Others}
	for letter, part := range parts {
		*part = make([]Configuration, 0, strings.Count(c.Place, string(letter)))
	}
	i, k := 0, 0 // of the columns, of the latencies
	for at, letter := range c.Place {
		part := parts[letter]
		switch {
		case letter == '.':
			continue
		case part == nil:
			return b, fmt.Errorf("place: expected the letters b, l, o and dots, got %q", letter)
		case energy[i] == missing:
			return b, fmt.Errorf("energy: is missing of configuration %d", i+1)
		}
		of := t.configurations[all[at]]
		one := of.at(energy[i])
		one.checked = true
		if letter != 'o' {
			if latency[k] != missing {
				one.Latency = ofSteps(of.Latency+latency[k], latencySteps)
			}
			k++
		}
		if margin[i] != missing {
			one.Interval = within(one.Energy, margin[i])
		}
		if software[i] != missing {
			one.Software = t.software[software[i]]
		}
		*part = append(*part, one)
		i++
	}
	if c.Partial {
		b.Others = nil
	}
	b.sort(orNone(c.Works), lists.By(c.First, func(run string) (string, bool) { return run, true }))
	return b, nil
}

// orNone are the works of a board: one without a name, unless several are told.
func orNone(works []string) []string {
	if len(works) == 0 {
		return []string{""}
	}
	return works
}

// missing is the number of a dot.
const missing = math.MinInt

// numbers reads n numbers from a least to a greatest one, or one for all.
func numbers(field, text string, n, least, most int) ([]int, error) {
	if n == 0 && text == "" {
		return nil, nil
	}
	all := make([]int, 0, n)
	for word := range strings.SplitSeq(text, " ") {
		x := missing
		if word != "." {
			var err error
			if x, err = strconv.Atoi(word); err != nil || x < least || x > most {
				return nil, fmt.Errorf("%s: expected dots and whole numbers from %d to %d, with single spaces between them, got %.20q", field, least, most, word)
			}
		}
		if all = append(all, x); len(all) > n {
			break
		}
	}
	switch {
	case len(all) == 1 && n > 1:
		return slices.Repeat(all, n), nil
	case len(all) != n:
		return nil, fmt.Errorf("%s: expected %d numbers, or one for all", field, n)
	}
	return all, nil
}

// written are numbers as [numbers] reads them.
func written(all []int) string {
	if len(lists.Distinct(all)) == 1 {
		all = all[:1]
	}
	var text []byte
	for i, x := range all {
		if i > 0 {
			text = append(text, ' ')
		}
		if x == missing {
			text = append(text, '.')
		} else {
			text = strconv.AppendInt(text, int64(x), 10)
		}
	}
	return string(text)
}
