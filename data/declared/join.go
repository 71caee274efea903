package declared

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// index are the rows of a second file by the value of their key.
type index map[string]any

// mostJoined are the second files that are kept for further files of rows.
const mostJoined = 8

// documents are what belongs to the current row in other files.
type documents struct {
	file  string
	joins []joined
}

type joined struct {
	name  string
	of    Join
	by    func() any // the row's key; nil where the whole file belongs to every row
	rows  index
	match any

	asked, unmatched int
	example          string // a key that no row of the second file has
}

// join reads the second files of a file of rows.
func (l *loader) join(name string, r Rows, t table) (*documents, error) {
	d := &documents{file: name}
	for _, as := range sortedKeys(r.Join) {
		j := r.Join[as]
		file := path.Join(path.Dir(name), j.File)
		own := joined{name: as, of: j}
		if j.By != "" {
			if own.by = t.find(j.By); own.by == nil {
				return nil, fmt.Errorf("has no column %q to join %s by", j.By, j.File)
			}
		}
		key := j.Key
		key = cmp.Or(key, j.By)
		rows, err := l.index(file, key, r)
		if err != nil {
			return nil, fmt.Errorf("the joined file %s cannot be read: %w", file, err)
		}
		own.rows = rows
		if own.match = rows[""]; j.By == "" && own.match == nil {
			return nil, fmt.Errorf("the joined file %s has no row", file)
		}
		d.joins = append(d.joins, own)
	}
	return d, nil
}

// index reads a second file, once for all files of rows beside it.
func (l *loader) index(file, key string, r Rows) (index, error) {
	at := file + "\x00" + key
	if known, is := l.joined[at]; is {
		return known, nil
	}
	t, opened, err := l.open(file, Rows{Missing: r.Missing, Separator: r.Separator, Join: r.Join})
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	defer t.close()
	rows := index{}
	var get func() any
	if key != "" {
		if get = t.find(key); get == nil {
			return nil, fmt.Errorf("has no column %q", key)
		}
	}
	repeated, example := 0, ""
	for {
		ok, err := t.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if len(rows) > mostRows {
			return nil, fmt.Errorf("more than %d rows", mostRows)
		}
		k := ""
		if get != nil {
			k = text(get())
		}
		if _, twice := rows[k]; !twice {
			rows[strings.Clone(k)] = kept(t)
		} else if get != nil {
			repeated, example = repeated+1, cmp.Or(example, k)
		}
	}
	if repeated > 0 {
		l.note(data.Problem{File: file, Field: key, Message: fmt.Sprintf("%s the value of an earlier one, such as %q; only the first of each is "+
			"joined: remove the others, or join by a path that tells them apart", units.Counted(repeated, "row")+" "+repeat(repeated), data.ClipName(example))})
	}
	if l.joined == nil || len(l.joined) == mostJoined {
		l.joined = map[string]index{}
	}
	l.joined[at] = rows
	return rows, nil
}

func repeat(n int) string {
	if n == 1 {
		return "repeats"
	}
	return "repeat"
}

// record is a row of a CSV file, which takes less room than a tree.
type record struct {
	of  *cells
	row []string
}

func (r record) at(path string) any {
	if i := slices.Index(r.of.header, path); i >= 0 && i < len(r.row) {
		return r.of.missing.of(r.row[i])
	}
	return nil
}

// kept is the row of a table, for as long as the second file.
func kept(t table) any {
	if c, is := t.(*cells); is {
		return record{c, c.row}
	}
	return current(t)
}

// current is the row of a table as a tree.
func current(t table) any {
	row := map[string]any{}
	switch t := t.(type) {
	case *trees:
		return t.row
	case *cells:
		for i, name := range t.header {
			if i < len(t.row) {
				row[name] = t.missing.of(t.row[i])
			}
		}
	case *columns:
		for name := range t.read {
			row[name] = t.find(name)()
		}
	}
	return row
}

// next finds what belongs to the row that the table is at.
func (d *documents) next() error {
	for i := range d.joins {
		j := &d.joins[i]
		if j.by == nil {
			continue
		}
		key := text(j.by())
		found := false
		if j.match, found = j.rows[key]; !found {
			j.unmatched++
			j.example = cmp.Or(j.example, key)
		}
		j.asked++
	}
	return nil
}

// unmatched tells of rows that have nothing in a second file.
func (d *documents) unmatched() (problems []data.Problem) {
	for _, j := range d.joins {
		if j.unmatched > 0 {
			problems = append(problems, data.Problem{File: d.file, Field: j.of.By, Message: fmt.Sprintf(
				"%d of %s nothing in %s, such as %q: what is joined from there is missing; add the rows there, or correct “by” and “key”",
				j.unmatched, units.Counted(j.asked, "row")+" "+have(j.asked), j.of.File, data.ClipName(j.example))})
		}
	}
	return problems
}

func have(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// find reads a path that names its document: one that is joined, or “path:” for the name of
// the rows' file. nil for a path in the row itself.
func (d *documents) find(of string) func() any {
	name, below, named := strings.Cut(of, ":")
	if !named {
		return nil
	}
	if name == "path" {
		return func() any { return d.file }
	}
	i := slices.IndexFunc(d.joins, func(j joined) bool { return j.name == name })
	if i < 0 {
		return nil
	}
	return func() any { return at(d.joins[i].match, below) }
}

// pairs are rows each of which was joined with a second one.
type pairs struct {
	rows []map[string]any
	row  int
}

// paired joins the rows of a table two by two: those that agree in all columns but some.
func paired(t table, p *Pair) (table, error) {
	c, ok := t.(*cells)
	if !ok {
		return nil, fmt.Errorf("pair: joins rows of CSV files only")
	}
	kind := slices.Index(c.header, p.By)
	if kind < 0 {
		return nil, fmt.Errorf("has no column %q to pair rows by", p.By)
	}
	all := &pairs{row: -1}
	first, second := map[string]map[string]any{}, map[string]map[string]any{}
	for {
		ok, err := c.next()
		if !ok {
			if err != nil {
				return nil, err
			}
			break
		}
		if err != nil {
			return nil, err
		}
		if len(all.rows) > mostRows {
			return nil, fmt.Errorf("more than %d rows", mostRows)
		}
		var key strings.Builder
		for i, name := range c.header {
			if i != kind && i < len(c.row) && !slices.Contains(p.Differ, name) {
				key.WriteString(c.row[i] + "\x00")
			}
		}
		row, _ := current(c).(map[string]any)
		if slices.Contains(p.Second, c.row[kind]) {
			second[key.String()] = row
			if own := first[key.String()]; own != nil {
				own["pair:"] = row
			}
			continue
		}
		if own := second[key.String()]; own != nil {
			row["pair:"] = own
		}
		first[key.String()] = row
		all.rows = append(all.rows, row)
	}
	return all, nil
}

func (p *pairs) next() (bool, error) { p.row++; return p.row < len(p.rows), nil }
func (p *pairs) close() error        { return nil }

func (p *pairs) find(path string) func() any {
	if below, second := strings.CutPrefix(path, "pair:"); second {
		return func() any { return at(p.rows[p.row]["pair:"], below) }
	}
	return func() any { return at(p.rows[p.row], path) }
}
