package history

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Bytes returns the history as a file: the same for the same snapshots. A line introduces what the snapshot below it is the
// first to contain.
func (h History) Bytes() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(head + "\n")
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	w := writing{tables: tables{of: map[string][]int{}}, boards: map[string]int{}, places: map[string][]int{}, software: map[string]int{"": missing}}
	for _, s := range h.Snapshots {
		if err := s.check(); err != nil {
			return nil, err
		}
		l, err := w.line(s)
		if err == nil && !w.news.empty() {
			w.news.After = w.before()
			err = e.Encode(map[string]introduction{"introduces": w.news})
		}
		if err == nil {
			err = e.Encode(l)
		}
		if err != nil {
			return nil, err
		}
		w.news = introduction{}
	}
	return b.Bytes(), nil
}

// before is how much was introduced before the news.
func (w *writing) before() counts {
	return counts{
		len(w.boards) - len(w.news.Boards), len(w.configurations) - len(w.news.Configurations),
		len(w.software) - 1 - len(w.news.Software), // one stands for none
	}
}

func (in introduction) empty() bool {
	return len(in.Boards)+len(in.Configurations)+len(in.Software) == 0
}

// writing is what was introduced so far.
type writing struct {
	tables
	news     introduction
	boards   map[string]int   // by their terms as JSON
	places   map[string][]int // among those of its task, of configurations with the same run
	software map[string]int
}

func (w *writing) line(s Snapshot) (l line, err error) {
	l = line{Date: s.Date, Revision: s.Revision}
	for _, b := range s.Boards {
		terms, err := json.Marshal(b.Terms)
		if err != nil {
			return l, err
		}
		number, old := w.boards[string(terms)]
		if !old {
			number = len(w.boards)
			w.boards[string(terms)] = number
			w.news.Boards = append(w.news.Boards, b.Terms)
		}
		l.Boards = append(l.Boards, w.columns(b, number))
	}
	return l, nil
}

// entry is a configuration in the columns.
type entry struct {
	letter                            byte
	energy, latency, margin, software int
}

func (w *writing) columns(b Board, number int) columns {
	c := columns{Board: number, Gone: b.Gone, Partial: b.Others == nil}
	if works := b.groups(); len(works) > 1 {
		c.Works = works
	}
	leaders := b.leaders()
	b = b.rounded()
	entries := make([]entry, len(w.of[b.Task]))
	for place, one := range b.configurations {
		at, e := w.entry(b.Task, *one)
		e.letter = place.part[0]
		if at == len(entries) {
			entries = append(entries, e)
		}
		entries[at] = e
	}
	unled := Board{Terms: b.Terms, Best: slices.Clone(b.Best)}
	unled.sort(orNone(c.Works), nil)
	for _, one := range b.Best {
		if leaders[one.Run] && !unled.leaders()[one.Run] {
			c.First = append(c.First, one.Run)
		}
	}
	c.Place, entries = lettered(entries)
	c.Energy = written(lists.Map(entries, func(e entry) int { return e.energy }))
	c.Margin = written(lists.Map(entries, func(e entry) int { return e.margin }))
	c.Software = written(lists.Map(entries, func(e entry) int { return e.software }))
	ranked := lists.Filter(entries, func(e entry) bool { return e.letter != 'o' })
	c.Latency = written(lists.Map(ranked, func(e entry) int { return e.latency }))
	return c
}

// lettered are the letters of entries, and those of them that are there.
func lettered(entries []entry) (letters string, there []entry) {
	text := make([]byte, len(entries))
	for i, e := range entries {
		text[i] = '.'
		if e.letter != 0 {
			text[i] = e.letter
			there = append(there, e)
		}
	}
	return strings.TrimRight(string(text), "."), there
}

// entry is the place of a configuration in the columns of its task, and its numbers. The configuration is rounded.
func (w *writing) entry(task string, c Configuration) (at int, e entry) {
	e = entry{energy: inSteps(c.Energy, energySteps), latency: missing, margin: missing}
	if c.Latency > 0 {
		e.latency = inSteps(c.Latency, latencySteps)
	}
	if c.Interval != nil {
		e.margin = int(math.Round(marginSteps * c.Margin()))
	}
	number, old := w.software[c.Software]
	if !old {
		number = len(w.software) - 1
		w.software[c.Software] = number
		w.news.Software = append(w.news.Software, c.Software)
	}
	e.software = number
	at = w.place(task, c, e)
	first := w.configurations[w.of[task][at]]
	e.energy -= first.Energy
	if e.latency != missing {
		e.latency -= first.Latency
	}
	return at, e
}

// place finds a configuration among those of its task, or introduces it with its numbers.
func (w *writing) place(task string, c Configuration, e entry) int {
	k := known{
		Batch: c.Batch, GPU: c.GPU, Model: c.Model, Name: c.Name, NumGPUs: c.NumGPUs, Precision: c.Precision, Run: c.Run, Task: task, Work: c.Work,
	}
	same := k.Task + "\n" + k.Run
	for _, at := range w.places[same] {
		one := w.configurations[w.of[task][at]]
		if one.Energy, one.Latency = 0, 0; one == k {
			return at
		}
	}
	if k.Energy = e.energy; e.latency != missing {
		k.Latency = e.latency
	}
	at := len(w.of[task])
	w.of[task] = append(w.of[task], len(w.configurations))
	w.configurations = append(w.configurations, k)
	w.news.Configurations = append(w.news.Configurations, k)
	w.places[same] = append(w.places[same], at)
	return at
}
