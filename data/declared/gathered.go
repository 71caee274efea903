package declared

import (
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// pairs are rows that were made of several.
type pairs struct {
	packed
	but    []string // members in which rows differ that belong together
	all    []int    // the rows that are left
	now    int      // which of all is the current
	second []int    // the row that was joined to each, counted from 1

	// what a pivot added to rows
	metrics lists.Index
	stated  []metric
	latest  []int // what was added to each row last, counted from 1
}

// metric is a value that a row got from another one.
type metric struct{ row, name, at, before int }

func newPairs(but ...string) *pairs { return &pairs{packed: newPacked(), but: but, now: -1} }

// gathered makes rows of several, as an entry of rows says.
func (l *loader) gathered(t table, name string, entry int) (all table, err error) {
	r, seen, own := l.Rows[entry], map[string]bool{}, l.patterns[entry]
	defer func() {
		own.read = own.read || err == nil
		heed(lists.Filter(own.names, func(m *mention) bool { return seen[map[bool]string{true: "= "}[m.path[3] == "second"]+m.text] }))
	}()
	switch p := r.Pair; {
	case p != nil:
		t, lost, err := paired(t, p, seen)
		if lost > 0 {
			l.note(data.Problem{File: name, Field: p.By, LeftOut: lost, Message: fmt.Sprintf(
				"%s with %s have no row of their own that agrees with them in all other columns, or one that has another already; left out",
				units.Counted(lost, "row"), data.ClipName(strings.Join(p.Second, " or ")))})
		}
		return t, err
	case r.Pivot != nil:
		return pivoted(t, r.Pivot, seen)
	}
	return t, nil
}

// paired joins the rows of a table two by two: those that agree in all columns but some; lost are the second rows that are
// joined to none. seen takes these columns, and “= ” with the values of second rows.
func paired(t table, p *Pair, seen map[string]bool) (all *pairs, lost int, err error) {
	if _, is := t.(*trees); is {
		return nil, 0, errors.New("pair: joins rows of tables only")
	}
	if t.find(p.By) == nil {
		return nil, 0, &placed{[]any{"pair", "by"}, fmt.Errorf("has no column %q to pair rows by%s", p.By, nearest.Among(p.By, headerOf(t)))}
	}
	all = newPairs(append(slices.Clone(p.Differ), p.By)...)
	var of []struct{ first, second int } // rows that agree, counted from 1, by the earliest of them
	err = all.gather(t, seen, func(earliest int, row []jsontree.Member) error {
		all.take(row)
		of = append(of, struct{ first, second int }{})
		now := len(all.rows)
		if earliest < 0 {
			earliest = now - 1
		}
		own := &of[earliest]
		if by := data.Text(valueOf(row, p.By)); slices.Contains(p.Second, by) {
			seen["= "+by] = true
			lost += lists.One(own.second > 0)
			if own.second = now; own.first > 0 {
				all.second[own.first-1] = now
			}
			return all.full()
		}
		all.second[now-1], own.first = own.second, now
		all.all = append(all.all, now-1)
		return all.full()
	})
	return all, lost + lists.Count(of, func(o struct{ first, second int }) bool { return o.second > 0 && o.first == 0 }), err
}

// gather reads the rows of a table, and finds for each the earliest that agrees with it, −1 if none does. seen takes the members
// in which they differ.
func (p *pairs) gather(t table, seen map[string]bool, take func(earliest int, row []jsontree.Member) error) error {
	var row, shared []jsontree.Member
	var key []byte
	var visit func(v any, above string)
	visit = func(v any, above string) {
		for name, v := range members(v) {
			name = above + name
			if _, is := v.(*jsontree.Members); is && slices.ContainsFunc(p.but, func(path string) bool { return strings.HasPrefix(path, name+".") }) {
				visit(v, name+".")
				continue
			}
			row = append(row, jsontree.Member{Key: name, Value: v})
			if slices.Contains(p.but, name) {
				seen[name] = true
				continue
			}
			shared = append(shared, row[len(row)-1])
			key = append(append(append(append(key, name...), 0), data.Text(v)...), 0)
		}
	}
	for {
		ok, err := t.next()
		if !ok || err != nil {
			return err
		}
		row, shared, key = row[:0], shared[:0], key[:0]
		visit(t.scope().value, "")
		digest := maphash.Bytes(p.seed, key)
		earliest := p.index.Find(digest, func(i int) bool { return p.agrees(i, shared) })
		if earliest < 0 {
			p.index.Add(digest, len(p.rows))
		}
		if err := take(earliest, row); err != nil {
			return err
		}
	}
}

// agrees reports whether a row has these members, besides those in which it may differ.
func (p *pairs) agrees(row int, shared []jsontree.Member) bool {
	for name, v := range members(p.value(row)) {
		switch {
		case slices.Contains(p.but, name):
			continue
		case len(shared) == 0 || shared[0].Key != name || data.Text(shared[0].Value) != data.Text(v):
			return false
		}
		shared = shared[1:]
	}
	return len(shared) == 0
}

// valueOf is the value of a member, nil if there is none.
func valueOf(row []jsontree.Member, name string) any {
	m, _ := lists.Find(row, func(m jsontree.Member) bool { return m.Key == name })
	return m.Value
}

// pivoted makes one row of those that state one metric each.
func pivoted(t table, p *Pivot, seen map[string]bool) (table, error) {
	all := newPairs(append(slices.Concat(p.Values, p.Differ), p.By)...)
	named, n := 0, 0
	err := all.gather(t, seen, func(own int, row []jsontree.Member) error {
		n++
		if own < 0 {
			own = len(all.rows)
			all.all = append(all.all, own)
			all.take(row)
		}
		by := valueOf(row, p.By)
		if by == nil {
			return all.full()
		}
		named++
		metric := data.Text(by)
		if _, twice := all.get(own, metric); twice && metric != "" {
			return fmt.Errorf("row %d repeats the %s %q of an earlier row that agrees in all other columns; if they differ in a column, remove it from "+
				"“differ”", n, p.By, data.ClipName(metric))
		}
		values := lists.Map(p.Values, func(name string) jsontree.Member { return jsontree.Member{Key: name, Value: valueOf(row, name)} })
		if v := any(values); len(values) == 1 {
			all.state(own, metric, values[0].Value)
		} else {
			all.state(own, metric, v)
		}
		return all.full()
	})
	if err == nil && named == 0 {
		err = &placed{[]any{"pivot", "by"}, fmt.Errorf("has no column %q to name metrics by%s; correct “by” under pivot", p.By, nearest.Among(p.By, headerOf(t)))}
	}
	return all, err
}

// take keeps a row.
func (p *pairs) take(row []jsontree.Member) {
	p.add(row)
	p.second, p.latest = append(p.second, 0), append(p.latest, 0)
}

// full is the error of too many rows, or of too much memory for them.
func (p *pairs) full() error {
	if len(p.all) > mostRows || p.bytes > mostKept {
		return fmt.Errorf("pair and pivot keep at most %d rows, and %d MB of them in memory; divide the file, or remove columns", mostRows, mostKept>>20)
	}
	return nil
}

// metric finds what a pivot added to a row: its place, −1 if there is none.
func (p *pairs) metric(row, name int) (digest uint64, at int) {
	digest = maphash.Comparable(p.seed, [2]int{row, name})
	return digest, p.metrics.Find(digest, func(i int) bool { return p.stated[i].row == row && p.stated[i].name == name })
}

// state adds a value to a row.
func (p *pairs) state(row int, name string, v any) {
	const entry = 56 // of a value in the index, and in the list
	place := p.place(name)
	digest, i := p.metric(row, place)
	if i < 0 {
		i = len(p.stated)
		p.metrics.Add(digest, i)
		p.stated = append(p.stated, metric{row, place, 0, p.latest[row]})
		p.latest[row] = i + 1
		p.bytes += entry
	}
	p.stated[i].at = p.keep(v)
}

// get is the value of a row's member.
func (p *pairs) get(row int, name string) (v any, known bool) {
	if place, is := p.places[name]; is && p.latest[row] > 0 {
		if _, i := p.metric(row, place); i >= 0 {
			v, _ = p.read(p.kept(p.stated[i].at))
			return v, true
		}
	}
	return p.value(row).(packedRow).get(name)
}

func (p *pairs) next() (bool, error) { p.now++; return p.now < len(p.all), nil }
func (p *pairs) close()              {}

func (p *pairs) scope() *scope {
	row, all := p.all[p.now], map[string]any{}
	for name, v := range members(p.value(row)) {
		all[name] = v
	}
	for i := p.latest[row]; i > 0; i = p.stated[i-1].before {
		m := p.stated[i-1]
		all[p.names[m.name]], _ = p.read(p.kept(m.at))
	}
	return &scope{value: all}
}

func (p *pairs) find(path string) func() any {
	get := func(name string) (any, bool) { return p.get(p.all[p.now], name) }
	return func() any { return along(path, get) }
}

// mate is the second row of the current one, nil if it has none.
func (p *pairs) mate() any {
	if second := p.second[p.all[p.now]]; second > 0 {
		return p.value(second - 1)
	}
	return nil
}
