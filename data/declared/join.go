package declared

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/internal/textlog"
	"github.com/jouleboard/jouleboard/units"
)

// index are the rows of a second file, found by the value of their key.
type index struct {
	packed
	key     string
	missing missing
}

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
	visits  *visits
}

// mostJoined are the second files that stay for further files of rows.
const mostJoined = 8

// secondFile is a second file, whose rows are found by a path.
type secondFile struct{ file, key string }

type joined struct {
	*index
	secondFile
	of     Join
	called string     // the file, in messages
	by     func() any // the row's key; nil where the whole file belongs to every row
	match  any
	line   int // of its key in the declaration, 0 for a built-in one

	asked, unmatched int
	first            int    // the first row that has nothing there
	example          string // and its key
}

// join reads the second files of a file of rows.
func (l *loader) join(name string, entry int, t table) (d *documents, err error) {
	r := l.Rows[entry]
	d = &documents{file: name, missing: r.missing(), visits: &l.visits, joins: map[string]*joined{}}
	numbers := lists.Filter(l.fields, func(f *reading) bool { return f.Kind != data.String && f.match == nil })
	numeric := lists.By(numbers, func(f *reading) (string, bool) {
		return strings.TrimPrefix(f.paths[0], "path:"), strings.HasPrefix(f.paths[0], "path:")
	})
	if err := d.match(r.Path, numeric); err != nil {
		return nil, err
	}
	d.order, _ = r.ordered()
	needed := map[secondFile]bool{}
	for _, as := range d.order {
		j, called, inFile := r.Join[as], r.Join[as].File, []any{"join", as, "file"}
		file := path.Join(path.Dir(name), j.File)
		if file == ".." || strings.HasPrefix(file, "../") {
			return nil, placed.At(inFile, "the joined file %s is outside of the directory of %s; move it there", j.File, Name)
		}
		if strings.ContainsAny(j.File, "*?") {
			found := lists.Filter(l.all, filetree.Glob(file).MatchString)
			if len(found) != 1 {
				return nil, placed.At(inFile, "%s fit the joined file %s; write a pattern that fits one", units.Counted(len(found), "file"), file)
			}
			file, called = found[0], found[0]
		}
		own := &joined{of: j, called: called, secondFile: secondFile{file, cmp.Or(j.Key, j.By)}}
		if l.states("rows") {
			own.line = l.written.At("rows", entry, "join", as, "by").Line
		}
		if j.By != "" {
			if own.by = d.get(j.By, t, r.marks()); own.by == nil {
				if file == name {
					return nil, placed.At([]any{"files"}, "is the file that is joined; leave it out with “but: [%s]”", j.File)
				}
				exchanged := when(j.Key != "" && d.get(j.Key, t, r.marks()) != nil,
					fmt.Sprintf(", but %q; if they are exchanged, write “by: %[1]s, key: %s”", j.Key, scalar(j.By)))
				return nil, placed.At([]any{"join", as, "by"}, "has no column %q to join %s by%s%s", j.By, j.File,
					cmp.Or(exchanged, nearest.Among(j.By, headerOf(t))), r.shaped())
			}
		}
		d.joins[as], needed[own.secondFile] = own, true
	}
	bytes := lists.Sum(slices.Collect(maps.Values(l.joined)), func(i *index) int { return i.bytes })
	maps.DeleteFunc(l.joined, func(f secondFile, _ *index) bool {
		return !needed[f] && (len(l.joined) > mostJoined || bytes > mostKept/4)
	})
	room := mostKept
	for _, as := range d.order {
		own := d.joins[as]
		if own.index, err = l.index(as, own.secondFile, own.of.rows(r), room); err != nil {
			return nil, placed.At([]any{"join", as, "file"}, "the joined file %s cannot be read: %w; correct “join”, or the file", own.called, err)
		}
		room -= own.bytes
		if own.match = own.find(""); own.by == nil && own.match == nil {
			return nil, placed.At([]any{"join", as, "file"}, "the joined file %s has no row", own.file)
		}
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

// match finds the named groups of a pattern in the path of the rows' file; the numeric ones must not end within a number.
func (d *documents) match(pattern string, numeric map[string]bool) error {
	if pattern == "" {
		return nil
	}
	e := regexp.MustCompile(pattern)
	found := e.FindStringSubmatch(d.file)
	if found == nil {
		return placed.At([]any{"path"}, "its path does not match “path: %s”; correct the pattern, or leave the file out with “but”", data.ClipName(pattern))
	}
	at := e.FindStringSubmatchIndex(d.file)
	for i, name := range e.SubexpNames() {
		if end := at[2*i+1]; numeric[name] && end == at[1] && textlog.CutOff(d.file, end) {
			return placed.At([]any{"path"}, "%s is only the beginning of a number in its path; write what follows it into “path” too, as by [0-9]+", found[i])
		}
	}
	d.groups = lists.By(lists.Indices(len(found)), func(i int) (string, any) { return e.SubexpNames()[i], d.missing.of(found[i]) })
	delete(d.groups, "") // of those without a name
	return nil
}

// shaped names the key by which the columns of a table are not those of its file, if there is one.
func (r Rows) shaped() string {
	return cmp.Or(when(len(r.Lines) > 0, "; or correct “lines”, whose groups are the columns"),
		when(r.Header > 1, fmt.Sprintf("; or correct “header: %d”", r.Header)))
}

// rows is how the second file is read.
func (j Join) rows(r Rows) Rows {
	return Rows{Missing: r.Missing, Separator: r.Separator, Join: r.Join, Lines: j.Lines, Format: when(len(j.Lines) > 0, "text")}
}

// index reads a second file, once for all files of rows beside it.
func (l *loader) index(as string, of secondFile, r Rows, room int) (*index, error) {
	if known := l.joined[of]; known != nil {
		return known, nil
	}
	t, opened, err := l.open(of.file, r)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	defer t.close()
	get := func() any { return "" } // of the only row
	l.beside = append(l.beside, lists.Map(headerOf(t), func(column string) string { return as + ":" + column })...)
	if of.key != "" {
		if get = t.find(of.key); get == nil {
			by := r.Join[as].By
			exchanged := fmt.Sprintf(", but %q; if “by” and “key” are exchanged, write “by: %s, key: %s”", by, scalar(of.key), scalar(by))
			hint := cmp.Or(when(slices.Contains(headerOf(t), by), exchanged), nearest.Among(of.key, headerOf(t)))
			return nil, fmt.Errorf("has no column %q%s", of.key, hint)
		}
	}
	own := &index{packed: newPacked(&l.visits), key: of.key, missing: r.missing()}
	if err := l.indexed(own, of.file, t, get, room); errors.Is(err, errSequence) {
		return nil, errors.New("contains several documents in sequence; let its name end in “.jsonl”")
	} else if err != nil {
		return nil, err
	}
	l.joined[of] = own
	return own, nil
}

// indexed reads the rows of a second file by what get finds; without a key, the only one.
func (l *loader) indexed(own *index, file string, t table, get func() any, room int) error {
	n, repeated, example, stated := 0, 0, "", false
	var last any
	for {
		ok, err := t.next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if err := l.visits.next(); err != nil {
			return err
		}
		last = t.scope().value
		if own.key == "" && len(own.rows) > 0 {
			return errors.New("has several rows; add “by” and “key” to say which of them belongs to a row")
		}
		if len(own.rows) > mostRows {
			return fmt.Errorf("more than %d rows; remove those that are not joined", mostRows)
		}
		n++
		v := get()
		k := data.Text(v)
		if stated = stated || v != nil; own.find(k) == nil {
			own.index.Add(maphash.String(own.seed, k), len(own.rows))
			known := own.odd
			if own.add(last); own.bytes > room {
				return fmt.Errorf("its rows need more than %d MB of memory, with those of other files that are joined: remove rows "+
					"and columns that are not joined", mostKept>>20)
			}
			if own.odd && !known {
				l.note(data.Problem{File: file, Row: n, Message: "is not in UTF-8, the encoding of texts; save the file as UTF-8"})
			}
		} else {
			repeated, example = repeated+1, cmp.Or(example, k)
		}
	}
	if !stated && len(own.rows) > 0 {
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
	return units.Counted(n, noun) + " " + data.When(n == 1, one).Or(several)
}

// record is a row of a CSV file.
type record struct {
	of  *cells
	row []string
}

// Get is the cell of a column.
func (r record) Get(name string) (v any, known bool) {
	i, is := r.of.places[name]
	if is = is && i < len(r.row); is {
		v = r.of.missing.of(r.row[i])
	}
	return v, is
}

// All are the cells in the order of the columns.
func (r record) All() []jsontree.Member {
	return lists.Times(min(len(r.row), len(r.of.header)), func(i int) jsontree.Member {
		return jsontree.Member{Key: r.of.header[i], Value: r.of.missing.of(r.row[i])}
	})
}

// next finds what belongs to the row that the table is at.
func (d *documents) next() error {
	if err := d.visits.next(); err != nil {
		return err
	}
	for _, as := range d.order {
		j := d.joins[as]
		if j.by == nil {
			continue
		}
		key := data.Text(j.by())
		if j.match = j.find(key); j.match == nil {
			if slices.Contains(clues().Summary, strings.ToLower(key)) {
				return fmt.Errorf("%s: expected that of one result, got %q; remove the row if it sums up others", j.of.By, data.ClipName(key))
			}
			j.unmatched++
			j.first, j.example = cmp.Or(j.first, j.asked+1), cmp.Or(j.example, key)
		}
		j.asked++
	}
	return nil
}

// unmatched tells of rows that have nothing in a second file.
func (d *documents) unmatched() (problems []data.Problem) {
	for _, as := range d.order {
		if j := d.joins[as]; j.unmatched > 0 {
			place := when(j.line > 0, fmt.Sprintf(" (%s:%d)", Name, j.line))
			problems = append(problems, data.Problem{File: d.file, Field: j.of.By, Message: fmt.Sprintf(
				"%d of %s nothing in %s, such as row %d with %q: what is joined from there is missing%s; add the rows there, or correct “by” and “key”%s",
				j.unmatched, countedThat(j.asked, "row", "has", "have"), j.of.File, j.first, data.ClipName(j.example), j.meant(), place)})
		}
	}
	return problems
}

// meant is where in the second file the example is, or which key is like it.
func (j *joined) meant() string {
	var keys []string
	for _, row := range j.rows[:min(len(j.rows), rowsAtOnce)] {
		for name, v := range members(j.value(row)) {
			if j.unmatched == j.asked && data.Text(v) == j.example {
				return fmt.Sprintf("; its column %s has that: write “key: %[1]s”", data.ClipName(name))
			}
		}
		keys = append(keys, data.Text(at(j.value(row), j.index.key)))
	}
	return nearest.Hint(j.example, lists.Filter(keys, func(key string) bool { return digits.FindString(key) == digits.FindString(j.example) }))
}

// follow marks what is said of a row that lacks what is joined, or has what is not in UTF-8 there, which is told for all rows.
func (d *documents) follow(problems []data.Problem) {
	for _, as := range d.order {
		if last := len(problems) - 1; last >= 0 {
			lacks, j := strings.HasPrefix(problems[last].Message, isMissing+as+":"), d.joins[as]
			isOdd := j.odd && strings.HasPrefix(problems[last].Message, "is not in UTF-8")
			problems[last].Follows = problems[last].Follows || lacks && j.match == nil || isOdd
		}
	}
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
	if from == nil {
		return nil
	}
	if len(r.of) > 0 && (r.of[len(r.of)-1] == "key" || r.of[0] == "path") { // which is the value itself
		r.parts, r.fold = nil, ""
	}
	return func() any {
		if s := from(); s != nil && s.value != nil {
			return r.read(s, d.visits, m, d.missing)
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
		return func() *scope { return &scope{value: at(p, mate)} }
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
