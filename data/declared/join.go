package declared

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// index are the rows of a second file by the value of their key, and the memory that they take, in bytes.
type index struct {
	rows  map[string]any
	bytes int
}

// mostJoined are the second files that are kept for further files of rows, and mostKept the bytes of all that are in memory.
const mostJoined, mostKept = 8, 512 << 20

// weight is about how much memory a value takes, in bytes.
func weight(v any) int {
	const entry, member = 128, 64 // of a row in the index; of a value in a tree
	n := entry
	switch v := v.(type) {
	case record:
		for _, cell := range v.row {
			n += 16 + len(cell)
		}
		return n
	case string:
		return member + len(v)
	case []any:
		for _, e := range v {
			n += weight(e)
		}
		return n
	case nil, bool, float64, int64, int:
		return member
	}
	n += entry
	for name, v := range members(v) {
		n += member + len(name) + weight(v)
	}
	return n
}

// documents are what belongs to the current row in other files.
type documents struct {
	file    string
	groups  map[string]any // of the file's path
	joins   map[string]*joined
	order   []string // of the joins, of which each key reads those before it
	missing missing
	left    int  // members that patterns of this row can still visit
	source  *int // and those of the whole source
}

type joined struct {
	index
	of    Join
	by    func() any // the row's key; nil where the whole file belongs to every row
	match any
	line  int // of its key in the declaration, 0 for a built-in one

	asked, unmatched int
	example          string // a key that no row of the second file has
}

// join reads the second files of a file of rows.
func (l *loader) join(name string, entry int, t table) (d *documents, err error) {
	r := l.Rows[entry]
	d, held := &documents{file: name, missing: r.missing(), left: mostVisited, source: &l.visits}, 0
	if err := d.match(r.Path); err != nil {
		return nil, err
	}
	d.joins = map[string]*joined{}
	d.order, _ = r.ordered()
	for _, as := range d.order {
		j, called := r.Join[as], r.Join[as].File
		file := path.Join(path.Dir(name), j.File)
		if file == ".." || strings.HasPrefix(file, "../") {
			return nil, &placed{[]any{"join", as, "file"}, fmt.Errorf("the joined file %s is outside of the directory of %s; move it there", j.File, Name)}
		}
		if strings.ContainsAny(j.File, "*?") {
			found := lists.Filter(l.all, glob([]string{file}).MatchString)
			if len(found) != 1 {
				several := fmt.Errorf("%s fit the joined file %s; write a pattern that fits one", units.Counted(len(found), "file"), file)
				return nil, &placed{[]any{"join", as, "file"}, several}
			}
			file, called = found[0], found[0]
		}
		own := &joined{of: j}
		if l.states("rows") {
			own.line = l.written.At("rows", entry, "join", as, "by").Line
		}
		if j.By != "" {
			if own.by = d.get(j.By, t, r.marks()); own.by == nil {
				hint := nearest.Among(j.By, headerOf(t)) + r.shaped()
				err := fmt.Errorf("has no column %q to join %s by%s", j.By, j.File, hint)
				return nil, &placed{[]any{"join", as, "by"}, err}
			}
		}
		if own.index, err = l.index(as, file, cmp.Or(j.Key, j.By), j.rows(r), mostKept-held); err != nil {
			err = fmt.Errorf("the joined file %s cannot be read: %w; correct “join”, or the file", called, err)
			return nil, &placed{[]any{"join", as, "file"}, err}
		}
		held += own.bytes
		if own.match = own.rows[""]; j.By == "" && own.match == nil {
			return nil, &placed{[]any{"join", as, "file"}, fmt.Errorf("the joined file %s has no row", file)}
		}
		d.joins[as] = own
	}
	return d, nil
}

// headerOf are the columns of a table, nil for documents.
func headerOf(t table) []string {
	if c, is := t.(*cells); is {
		return c.header
	}
	return nil
}

// placed is an error in reading a file that a key of its entry of rows may cause.
type placed struct {
	path []any
	error
}

// match finds the named groups of a pattern in the path of the rows' file.
func (d *documents) match(pattern string) error {
	if pattern == "" {
		return nil
	}
	e := regexp.MustCompile(pattern)
	found := e.FindStringSubmatch(d.file)
	if found == nil {
		return &placed{[]any{"path"}, fmt.Errorf("its path does not match “path: %s”; correct the pattern, or leave the file out with “but”",
			data.ClipName(pattern))}
	}
	d.groups = map[string]any{}
	for i, name := range e.SubexpNames() {
		if name != "" {
			d.groups[name] = d.missing.of(found[i])
		}
	}
	return nil
}

// shaped names the key by which the columns of a table are not those of its file, if there is one.
func (r Rows) shaped() string {
	switch {
	case len(r.Lines) > 0:
		return "; or correct “lines”, whose groups are the columns"
	case r.Header > 1:
		return fmt.Sprintf("; or correct “header: %d”", r.Header)
	}
	return ""
}

// rows is how the second file is read.
func (j Join) rows(r Rows) Rows {
	of := Rows{Missing: r.Missing, Separator: r.Separator, Join: r.Join, Lines: j.Lines}
	if len(j.Lines) > 0 {
		of.Format = "text"
	}
	return of
}

// index reads a second file, once for all files of rows beside it; room is how many bytes it may take.
func (l *loader) index(as, file, key string, r Rows, room int) (index, error) {
	at := file + "\x00" + key
	if known, is := l.joined[at]; is && known.bytes <= room {
		return known, nil
	}
	t, opened, err := l.open(file, r, true)
	if err != nil {
		return index{}, err
	}
	defer opened.Close()
	defer t.close()
	var get func() any
	l.beside = append(l.beside, lists.Map(headerOf(t), func(column string) string { return as + ":" + column })...)
	if key != "" {
		if get = t.find(key); get == nil {
			return index{}, fmt.Errorf("has no column %q%s", key, nearest.Among(key, headerOf(t)))
		}
	}
	own, err := l.indexed(file, key, t, get, room)
	if err != nil {
		return own, err
	}
	if len(l.joined) == mostJoined {
		clear(l.joined)
	}
	l.joined[at] = own
	return own, nil
}

// kept are the bytes of the second files that are in memory for further files of rows.
func (l *loader) kept() (bytes int) {
	for _, i := range l.joined {
		bytes += i.bytes
	}
	return bytes
}

// indexed reads the rows of a second file by what get finds; without it, the only one. Files that are kept give way.
func (l *loader) indexed(file, key string, t table, get func() any, room int) (own index, err error) {
	rows, kept := map[string]any{}, l.kept()
	repeated, example, stated := 0, "", false
	var last any
	for {
		ok, err := t.next()
		if err != nil {
			return own, err
		}
		if !ok {
			break
		}
		last = t.scope().value
		if get == nil && len(rows) > 0 {
			return own, errors.New("has several rows; add “by” and “key” to say which of them belongs to a row")
		}
		if len(rows) > mostRows {
			return own, fmt.Errorf("more than %d rows", mostRows)
		}
		k := ""
		if get != nil {
			v := get()
			k, stated = data.Text(v), stated || v != nil
		}
		if _, twice := rows[k]; !twice {
			row := t.scope().value
			rows[strings.Clone(k)] = row
			if own.bytes += weight(row); own.bytes > room {
				return own, fmt.Errorf("its rows need more than %d MB of memory, with those of other files that are joined: remove rows "+
					"and columns that are not joined", mostKept>>20)
			}
			if own.bytes+kept > mostKept {
				clear(l.joined)
				kept = 0
			}
		} else {
			repeated, example = repeated+1, cmp.Or(example, k)
		}
	}
	if get != nil && !stated && len(rows) > 0 {
		var keys []string
		for name := range members(last) {
			keys = append(keys, name)
		}
		return own, fmt.Errorf("no row has a value at %q%s", data.ClipName(key), nearest.Among(key, keys))
	}
	if repeated > 0 {
		l.note(data.Problem{File: file, Field: key, Message: fmt.Sprintf("%s the value of an earlier one, such as %q; only the first of each is "+
			"joined: remove the others, or join by a path that tells them apart", countedThat(repeated, "row", "repeats", "repeat"), data.ClipName(example))})
	}
	own.rows = rows
	return own, nil
}

// countedThat is a number of things with what they do: one row has, two rows have.
func countedThat(n int, noun, one, several string) string {
	if n == 1 {
		several = one
	}
	return units.Counted(n, noun) + " " + several
}

// record is a row of a CSV file, which takes less room than a tree.
type record struct {
	of  *cells
	row []string
}

func (r record) at(path string) any {
	if i, is := r.of.places[path]; is && i < len(r.row) {
		return r.of.missing.of(r.row[i])
	}
	return nil
}

// next finds what belongs to the row that the table is at.
func (d *documents) next() error {
	*d.source += littleVisited - (mostVisited - d.left)
	if d.left = mostVisited; *d.source < 0 {
		return errors.New("the patterns of paths look at too many members of all rows; write narrower paths")
	}
	for _, as := range d.order {
		j, found := d.joins[as], false
		if j.by == nil {
			continue
		}
		key := data.Text(j.by())
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
	for _, as := range d.order {
		if j := d.joins[as]; j.unmatched > 0 {
			place := ""
			if j.line > 0 {
				place = fmt.Sprintf(" (%s:%d)", Name, j.line)
			}
			problems = append(problems, data.Problem{File: d.file, Field: j.of.By, Message: fmt.Sprintf(
				"%d of %s nothing in %s, such as %q: what is joined from there is missing; add the rows there, or correct “by” and “key”%s",
				j.unmatched, countedThat(j.asked, "row", "has", "have"), j.of.File, data.ClipName(j.example), place)})
		}
	}
	return problems
}

// get is what reads the values at a path for the current row; nil where no row has one. A column of exactly that name
// comes first.
func (d *documents) get(path string, t table, m marks) func() any {
	switch t.(type) {
	case *cells, *columns:
		if get := t.find(path); get != nil {
			return get
		}
	}
	r := parsePath(path, func(name string) bool { return d.joins[name] != nil })
	if len(r.of) == 0 && r.simple != "" {
		return t.find(r.simple)
	}
	from := d.from(r, t)
	switch {
	case from == nil:
		return nil
	case len(r.of) > 0 && (r.of[len(r.of)-1] == "key" || r.of[0] == "path"):
		return func() any { return from().value }
	}
	return func() any {
		if s := from(); s != nil && s.value != nil {
			return r.read(s, &d.left, m, d.missing)
		}
		return nil
	}
}

// from is the document in which a route begins.
func (d *documents) from(r route, t table) func() *scope {
	if len(r.of) == 0 {
		return t.scope
	}
	switch name := r.of[0]; name {
	case "path":
		v, named := d.groups[r.simple]
		switch {
		case len(r.parts) == 0:
			v = d.file
		case !named:
			return nil
		}
		return func() *scope { return &scope{value: v} }
	case "pair":
		p, is := t.(*pairs)
		if !is {
			return nil
		}
		return func() *scope { return &scope{value: p.rows[p.row]["pair:"]} }
	case "up", "key":
		return func() *scope { return above(t.scope(), r.of) }
	default:
		j := d.joins[name]
		return func() *scope { return &scope{value: j.match} }
	}
}

// above is what stands around a row, or its key.
func above(s *scope, of []string) *scope {
	for _, name := range of {
		switch {
		case s == nil:
			return nil
		case name == "key":
			return &scope{value: s.key}
		}
		s = s.up
	}
	return s
}
