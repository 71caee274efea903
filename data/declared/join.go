package declared

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"path"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// index are the rows of a second file, found by the value of their key.
type index struct {
	packed
	key     string
	missing missing
}

// mostJoined are the second files that are kept for further files of rows.
const mostJoined = 8

// find is the row with a key, nil if there is none.
func (i *index) find(key string) any {
	is := func(row int) bool { return data.Text(i.missing.of(at(i.value(i.rows[row]), i.key))) == key }
	if row := i.index.Find(maphash.String(i.seed, key), is); row >= 0 {
		return i.value(i.rows[row])
	}
	return nil
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
	*index
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
		if own.match = own.find(""); j.By == "" && own.match == nil {
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
func (l *loader) index(as, file, key string, r Rows, room int) (*index, error) {
	at := file + "\x00" + key
	if known, is := l.joined[at]; is && known.bytes <= room {
		return known, nil
	}
	t, opened, err := l.open(file, r)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	defer t.close()
	var get func() any
	l.beside = append(l.beside, lists.Map(headerOf(t), func(column string) string { return as + ":" + column })...)
	if key != "" {
		if get = t.find(key); get == nil {
			return nil, fmt.Errorf("has no column %q%s", key, nearest.Among(key, headerOf(t)))
		}
	}
	own := &index{packed: newPacked(), key: key, missing: r.missing()}
	if err := l.indexed(own, file, t, get, room); err != nil {
		return nil, err
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
func (l *loader) indexed(own *index, file string, t table, get func() any, room int) error {
	kept := l.kept()
	repeated, example, stated := 0, "", false
	var last any
	for {
		ok, err := t.next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		last = t.scope().value
		if get == nil && len(own.rows) > 0 {
			return errors.New("has several rows; add “by” and “key” to say which of them belongs to a row")
		}
		if len(own.rows) > mostRows {
			return fmt.Errorf("more than %d rows", mostRows)
		}
		k := ""
		if get != nil {
			v := get()
			k, stated = data.Text(v), stated || v != nil
		}
		if own.find(k) == nil {
			own.index.Add(maphash.String(own.seed, k), len(own.rows))
			if own.add(last); own.bytes > room {
				return fmt.Errorf("its rows need more than %d MB of memory, with those of other files that are joined: remove rows "+
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
	if get != nil && !stated && len(own.rows) > 0 {
		var keys []string
		for name := range members(last) {
			keys = append(keys, name)
		}
		return fmt.Errorf("no row has a value at %q%s", data.ClipName(own.key), nearest.Among(own.key, keys))
	}
	if repeated > 0 {
		l.note(data.Problem{File: file, Field: own.key, Message: fmt.Sprintf("%s the value of an earlier one, such as %q; only the first of each is "+
			"joined: remove the others, or join by a path that tells them apart", countedThat(repeated, "row", "repeats", "repeat"), data.ClipName(example))})
	}
	return nil
}

// countedThat is a number of things with what they do: one row has, two rows have.
func countedThat(n int, noun, one, several string) string {
	if n == 1 {
		several = one
	}
	return units.Counted(n, noun) + " " + several
}

// record is a row of a CSV file.
type record struct {
	of  *cells
	row []string
}

func (r record) get(name string) (v any, known bool) {
	i, is := r.of.places[name]
	if is = is && i < len(r.row); is {
		v = r.of.missing.of(r.row[i])
	}
	return v, is
}

func (r record) each(yield func(name string, v any) bool) {
	for i, name := range r.of.header {
		if i < len(r.row) && !yield(name, r.of.missing.of(r.row[i])) {
			return
		}
	}
}

// next finds what belongs to the row that the table is at.
func (d *documents) next() error {
	*d.source += littleVisited - (mostVisited - d.left)
	if d.left = mostVisited; *d.source < 0 {
		return errors.New("the patterns of paths look at too many members of all rows; write narrower paths")
	}
	for _, as := range d.order {
		j := d.joins[as]
		if j.by == nil {
			continue
		}
		key := data.Text(j.by())
		if j.match = j.find(key); j.match == nil {
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
		return func() *scope {
			row, _ := p.get(mate)
			return &scope{value: row}
		}
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
