package declared

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/units"
)

// pairs are rows that were made of several.
type pairs struct {
	packed
	but    []string        // members in which rows differ that belong together
	found  map[string]bool // those of them that rows have
	by     map[string]bool // values of the member that tells second rows, some of them
	all    []int           // the rows that are left
	begin  []int           // and the first row of the table that is in each, counted from 1
	now    int             // which of all is the current
	stated []metric        // what the rows behind the current one got from others, in their order
	own    []metric        // and what the current one got
}

// metric is a value that a row got from another one: its name, and where it is.
type metric struct{ row, name, from, at int }

// mate is the name by which a row has the one that was joined to it.
const mate = "pair:"

func newPairs(v *visits, but ...string) *pairs {
	return &pairs{packed: newPacked(v), but: but, found: map[string]bool{}, by: map[string]bool{}, now: -1}
}

// gathered makes rows of several, as an entry of rows says.
func (l *loader) gathered(t table, name string, entry int) (table, error) {
	r, own := l.Rows[entry], l.patterns[entry]
	var all *pairs
	var err error
	switch {
	case r.Pair != nil:
		all, err = l.pair(t, r.Pair, name)
	case r.Pivot != nil:
		if all, err = pivoted(t, r.Pivot, &l.visits, l.reads); err == nil && len(all.stated) < mostNamesakes {
			l.misnamedMetrics(all, r.Pivot.By, name)
		}
	default:
		return t, nil
	}
	if own.read = own.read || err == nil; all == nil {
		return nil, err
	}
	l.beside = lists.Distinct(append(l.beside, all.names[:min(len(all.names), rowsAtOnce)]...))
	for _, m := range own.names {
		found, known := all.found, all.names
		if m.path[3] == "second" {
			found, known = all.by, sortedKeys(all.by)
		}
		m.heeded, m.near = m.heeded || found[m.text], nearest.Among(m.text, known)
	}
	return all, err
}

// pair joins the rows of a table two by two, and tells of those that are joined to none.
func (l *loader) pair(t table, p *Pair, file string) (*pairs, error) {
	all, lost, err := paired(t, p, &l.visits)
	if apart := all.apart(); lost > 0 && len(all.stated) == 0 && len(apart) > 0 {
		return all, placed.At([]any{"pair"}, "no two rows agree in all columns but %s; if those of a pair differ in %s, write “differ: [%[2]s]” under pair",
			strings.Join(all.but, ", "), strings.Join(apart, ", "))
	} else if lost > 0 {
		l.note(data.Problem{File: file, Field: p.By, LeftOut: lost, Message: fmt.Sprintf(
			"%s with %s have no row of their own that agrees with them in all other columns, or one that has another already; left out",
			units.Counted(lost, "row"), data.ClipName(strings.Join(p.Second, " or ")))})
	}
	return all, err
}

// paired joins the rows of a table two by two: those that agree in all columns but some; lost are the second rows that are
// joined to none.
func paired(t table, p *Pair, v *visits) (all *pairs, lost int, err error) {
	if _, is := t.(*trees); is {
		return nil, 0, errors.New("pair: joins rows of tables only")
	}
	if t.find(p.By) == nil {
		return nil, 0, placed.At([]any{"pair", "by"}, "has no column %q to pair rows by%s", p.By, nearest.Among(p.By, headerOf(t)))
	}
	all = newPairs(v, append(slices.Clone(p.Differ), p.By)...)
	var of []struct{ first, second int } // rows that agree, counted from 1, by the earliest of them
	err = all.gather(t, func(earliest int, row []jsontree.Member) error {
		now := len(all.rows)
		all.add(row)
		of = append(of, struct{ first, second int }{})
		if earliest < 0 {
			earliest = now
		}
		own, by := &of[earliest], data.Text(valueOf(row, p.By))
		second := slices.Contains(p.Second, by)
		if second || len(all.by) < rowsAtOnce {
			all.by[by] = true
		}
		if second {
			lost += lists.One(own.second > 0)
			own.second = now + 1
		} else {
			own.first = now + 1
			all.all, all.begin = append(all.all, now), append(all.begin, now+1)
		}
		if own.first > 0 && own.second > 0 {
			all.stated = append(all.stated, metric{own.first - 1, all.place(mate), now, all.rows[own.second-1]})
		}
		return nil
	})
	lists.Sort(all.stated, inOrder)
	return all, lost + lists.Count(of, func(o struct{ first, second int }) bool { return o.second > 0 && o.first == 0 }), err
}

// gather reads the rows of a table, and finds for each the earliest that agrees with it, −1 if none does.
func (p *pairs) gather(t table, take func(earliest int, row []jsontree.Member) error) error {
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
				p.found[name] = true
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
		if err := p.visits.next(); err != nil {
			return err
		}
		row, shared, key = row[:0], shared[:0], key[:0]
		visit(t.scope().value, "")
		digest := maphash.Bytes(p.seed, key)
		earliest := p.index.Find(digest, func(i int) bool { return p.agrees(i, shared) })
		if earliest < 0 {
			p.index.Add(digest, len(p.rows))
		}
		if err := cmp.Or(take(earliest, row), p.full()); err != nil {
			return err
		}
	}
}

// apart are the columns in which the first row differs from the most similar one that differs in the last of those that may.
func (p *pairs) apart() (names []string) {
	if p == nil || len(p.rows) == 0 {
		return nil
	}
	texts := func(at int) map[string]string {
		all := p.value(at).(packedRow).All()
		return lists.By(all, func(m jsontree.Member) (string, string) { return m.Key, data.Text(m.Value) })
	}
	first := texts(p.rows[0])
	for _, at := range p.rows[1:max(1, min(len(p.rows), rowsAtOnce, cellsAtOnce/max(1, len(first))))] {
		row := texts(at)
		differs := func(name string) bool { return row[name] != first[name] }
		own := lists.Filter(sortedKeys(row), differs)
		own = slices.DeleteFunc(own, func(name string) bool { return slices.Contains(p.but, name) })
		if differs(p.but[len(p.but)-1]) && (names == nil || len(own) < len(names)) {
			names = own
		}
	}
	return names
}

// agrees reports whether a row has these members, besides those in which it may differ.
func (p *pairs) agrees(row int, shared []jsontree.Member) bool {
	for name, v := range members(p.value(p.rows[row])) {
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
func pivoted(t table, p *Pivot, v *visits, read func(column string) bool) (*pairs, error) {
	all := newPairs(v, append(slices.Concat(p.Values, p.Differ), p.By)...)
	named, n := 0, 0
	err := all.gather(t, func(own int, row []jsontree.Member) error {
		n++
		if own < 0 {
			own = len(all.rows)
			all.all, all.begin = append(all.all, own), append(all.begin, n)
			all.add(row)
		}
		by := valueOf(row, p.By)
		if by == nil {
			return nil
		}
		named++
		name := data.Text(by)
		if _, twice := all.value(all.rows[own]).(packedRow).Get(name); twice && name != "" {
			return p.twice(n, name)
		}
		v := any(lists.Map(p.Values, func(name string) jsontree.Member { return jsontree.Member{Key: name, Value: valueOf(row, name)} }))
		if len(p.Values) == 1 {
			v = valueOf(row, p.Values[0])
		}
		all.stated = append(all.stated, metric{own, all.place(name), n, all.keep(v)})
		return nil
	})
	if err == nil && named == 0 {
		err = placed.At([]any{"pivot", "by"}, "has no column %q to name metrics by%s; correct “by” under pivot", p.By, nearest.Among(p.By, headerOf(t)))
	}
	lists.Sort(all.stated, inOrder)
	apart, metrics := all.apart(), lists.Distinct(lists.Map(all.stated, func(m metric) int { return m.name }))
	if err == nil && len(metrics) > 1 && len(apart) > 0 && lists.All(all.but, func(name string) bool { return all.found[name] }) {
		switch {
		case len(all.all) == len(all.stated):
			err = placed.At([]any{"pivot"}, "no row gets more than one metric; "+
				"if those of a result differ in %s, write “differ: [%[1]s]” under pivot", strings.Join(apart, ", "))
		case !slices.ContainsFunc(apart, read) && all.split(apart[0]):
			err = placed.At([]any{"pivot"}, "no row gets all metrics, each of which has one %s; "+
				"write “differ: [%s]” under pivot", apart[0], strings.Join(apart, ", "))
		}
	}
	for i, m := range all.stated {
		if name := all.names[m.name]; err == nil && i > 0 && inOrder(all.stated[i-1], m) == 0 && name != "" {
			err = p.twice(m.from, name)
		}
	}
	return all, err
}

// reads reports whether a field reads a column, or below it.
func (l *loader) reads(column string) bool {
	isOf := func(path string) bool {
		_, path = called(strings.ReplaceAll(path, "[", "."))
		return strings.HasPrefix(path+".", column+".")
	}
	return slices.ContainsFunc(l.fields, func(f *reading) bool { return f.value == nil && slices.ContainsFunc(f.paths, isOf) })
}

// split reports whether every metric is in rows with one value of a column, which are those of several values.
func (p *pairs) split(column string) bool {
	of, values := map[int]string{}, map[string]bool{}
	return lists.All(p.stated, func(m metric) bool {
		v, _ := p.value(p.rows[m.row]).(packedRow).Get(column)
		text := data.Text(v)
		before, known := of[m.name]
		of[m.name], values[text] = text, true
		return !known || before == text
	}) && len(values) > 1
}

// misnamedMetrics tells rare metrics that no field reads, but that are nearly called as one that a field reads and their rows lack.
func (l *loader) misnamedMetrics(all *pairs, by, file string) {
	const most = 100
	metrics := lists.Distinct(lists.Map(all.stated, func(m metric) string { return all.names[m.name] }))
	metrics = metrics[:min(len(metrics), most)]
	rows := func(names ...string) int { // that state one of them
		of := lists.Filter(all.stated, func(m metric) bool { return slices.Contains(names, all.names[m.name]) })
		return len(lists.Distinct(lists.Map(of, func(m metric) int { return m.row })))
	}
	for _, name := range lists.Filter(metrics, func(name string) bool { return !l.reads(name) }) {
		other, is := lists.Find(metrics, func(other string) bool {
			near := l.reads(other) && digits.FindString(name) == digits.FindString(other) && nearest.Hint(name, []string{other}) != ""
			return near && 2*rows(name) < rows(other) && rows(name, other) == rows(name)+rows(other)
		})
		if is {
			l.note(data.Problem{File: file, Message: fmt.Sprintf("no field reads its %s %q, and where it is stated, %q is missing; correct it if both are one",
				by, data.ClipName(name), data.ClipName(other))})
		}
	}
}

var digits = regexp.MustCompile(`[0-9]+`)

// inOrder compares metrics by their rows and names.
func inOrder(a, b metric) int { return cmp.Or(a.row-b.row, a.name-b.name) }

// twice is the error of a metric that an earlier row states, too.
func (p *Pivot) twice(row int, name string) error {
	return placed.At([]any{"pivot"}, "row %d repeats the %s %q of an earlier row that agrees in all columns but %s; remove one of them, "+
		"or from “differ” the column that tells results apart", row, p.By, data.ClipName(name), strings.Join(append(slices.Clip(p.Values), p.Differ...), ", "))
}

// mostGathered are the bytes of rows that are made of others, of which each is looked for among all.
const mostGathered = 160 << 20

// full is the error of too many rows, or of too much memory for them.
func (p *pairs) full() error {
	const entry = 32 // of a metric
	if len(p.all) > mostRows || p.bytes+entry*len(p.stated) > mostGathered {
		return fmt.Errorf("pair and pivot keep at most %d rows, and %d MB of them in memory; divide the file, or remove columns", mostRows, mostGathered>>20)
	}
	return nil
}

func (p *pairs) next() (bool, error) {
	p.now++
	more, n := p.now < len(p.all), 0
	for more && n < len(p.stated) && p.stated[n].row == p.all[p.now] {
		n++
	}
	p.own, p.stated = p.stated[:n], p.stated[n:]
	return more, nil
}

func (p *pairs) close() {}

// Get is the value of a member of the current row.
func (p *pairs) Get(name string) (v any, known bool) {
	place, is := p.places[name]
	for _, m := range slices.Backward(p.own) {
		if is && m.name == place {
			return p.value(m.at), true
		}
	}
	return p.row().Get(name)
}

// row is the current one, without what it got from others.
func (p *pairs) row() packedRow { return p.value(p.rows[p.all[p.now]]).(packedRow) }

// All are the members of the current row.
func (p *pairs) All() (all []jsontree.Member) {
	for _, m := range slices.Backward(p.own) {
		all = append(all, jsontree.Member{Key: p.names[m.name], Value: p.value(m.at)})
	}
	return append(all, p.row().All()...)
}

func (p *pairs) scope() *scope { return &scope{value: jsontree.ObjectOf(p.All())} }

func (p *pairs) find(path string) func() any { return func() any { return at(p, path) } }
