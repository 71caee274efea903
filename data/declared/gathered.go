package declared

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// pairs are rows each of which was joined with a second one.
type pairs struct {
	rows  []map[string]any
	row   int
	bytes int // that they take in memory, about
}

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
	all = &pairs{row: -1}
	first, second := map[string]map[string]any{}, map[string]map[string]any{}
	err = gather(t, append(slices.Clone(p.Differ), p.By), seen, func(key string, row map[string]any) error {
		if err := all.keep(row, key); err != nil {
			return err
		}
		if by := data.Text(row[p.By]); slices.Contains(p.Second, by) {
			seen["= "+by] = true
			if second[key] != nil {
				lost++
			}
			second[key] = row
			if own := first[key]; own != nil {
				own["pair:"] = row
			}
			return nil
		}
		if own := second[key]; own != nil {
			row["pair:"] = own
		}
		first[key], all.rows = row, append(all.rows, row)
		return nil
	})
	for key := range second {
		lost += lists.One(first[key] == nil)
	}
	return all, lost, err
}

// gather reads the rows of a table, with a key that those share which agree in all columns but some, of which seen takes
// those that there are.
func gather(t table, but []string, seen map[string]bool, take func(key string, row map[string]any) error) error {
	for {
		ok, err := t.next()
		if !ok || err != nil {
			return err
		}
		row, key := map[string]any{}, strings.Builder{}
		var visit func(v any, above string)
		visit = func(v any, above string) {
			for name, v := range members(v) {
				name = above + name
				if _, is := v.(*jsontree.Members); is && slices.ContainsFunc(but, func(path string) bool { return strings.HasPrefix(path, name+".") }) {
					visit(v, name+".")
				} else if row[name] = v; slices.Contains(but, name) {
					seen[name] = true
				} else {
					fmt.Fprintf(&key, "%q %q ", name, data.Text(v))
				}
			}
		}
		visit(t.scope().value, "")
		if err := take(key.String(), row); err != nil {
			return err
		}
	}
}

// pivoted makes one row of those that state one metric each.
func pivoted(t table, p *Pivot, seen map[string]bool) (table, error) {
	all, rows := &pairs{row: -1}, map[string]map[string]any{}
	named, n := 0, 0
	err := gather(t, append(slices.Concat(p.Values, p.Differ), p.By), seen, func(key string, row map[string]any) error {
		n++
		own := rows[key]
		if own == nil {
			own = row
			rows[key], all.rows = own, append(all.rows, own)
			if err := all.keep(own, key); err != nil {
				return err
			}
		}
		metric := data.Text(row[p.By])
		if err := all.keep(nil, metric); err != nil {
			return err
		}
		if row[p.By] == nil {
			return nil
		}
		named++
		if _, twice := own[metric]; twice && metric != "" {
			return fmt.Errorf("row %d repeats the %s %q of an earlier row that agrees in all other columns; if they differ in a column, remove it from "+
				"“differ”", n, p.By, data.ClipName(metric))
		}
		values := map[string]any{}
		for _, name := range p.Values {
			values[name] = row[name]
		}
		if own[metric] = values; len(p.Values) == 1 {
			own[metric] = row[p.Values[0]]
		}
		return nil
	})
	if err == nil && named == 0 {
		err = &placed{[]any{"pivot", "by"}, fmt.Errorf("has no column %q to name metrics by%s; correct “by” under pivot", p.By, nearest.Among(p.By, headerOf(t)))}
	}
	return all, err
}

// keep counts a row that is kept by a key.
func (p *pairs) keep(row map[string]any, key string) error {
	const entry, member = 260, 60 // of a map in a map, and of a value in it
	p.bytes += entry + len(key) + len(row)*member
	for _, v := range row {
		p.bytes += len(data.Text(v))
	}
	if len(p.rows) > mostRows || p.bytes > mostKept {
		return fmt.Errorf("pair and pivot keep at most %d rows, and %d MB of them in memory; divide the file, or remove columns", mostRows, mostKept>>20)
	}
	return nil
}

func (p *pairs) next() (bool, error) { p.row++; return p.row < len(p.rows), nil }
func (p *pairs) close()              {}

func (p *pairs) scope() *scope { return &scope{value: p.rows[p.row]} }

func (p *pairs) find(path string) func() any { return func() any { return at(p.rows[p.row], path) } }
