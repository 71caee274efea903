package declared

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tabletext"
	"github.com/jouleboard/jouleboard/internal/textlog"
)

// mostSampled rows of a file are looked at for a draft.
const mostSampled = 1000

// Limits of a draft: nobody reads more.
const (
	mostDrafted   = 200     // fields
	mostDescribed = 300     // files that are looked at
	mostColumns   = 1000    // of all files together
	mostValues    = 200_000 // of a file
	mostOfText    = 1 << 16 // bytes, in which a text of a known form shows it
)

// Try reads files by the draft of their declaration, which it returns too.
func Try(ctx context.Context, names ...string) (ds data.Dataset, draft []byte, err error) {
	dir, draft, err := drafted(names)
	if err != nil {
		return ds, nil, err
	}
	tree, err := filetree.Open(dir)
	if err != nil {
		return ds, nil, err
	}
	defer tree.Close()
	ds, err = readBy(ctx, tree, draft, "the draft", dir, "", true)
	return ds, draft, err
}

// Describe drafts the declaration of files and of those below directories. Comments in the draft mark uncertain lines.
func Describe(names ...string) ([]byte, error) {
	_, draft, err := drafted(names)
	return draft, err
}

// drafted is a draft by the shapes of the files, and the directory that it is for.
func drafted(names []string) (dir string, text []byte, err error) {
	files, strange, err := described(names)
	if err == nil {
		dir, err = around(files, names)
	}
	if err != nil {
		return "", nil, err
	}
	d := &drafts{dir: dir, files: len(files), strange: strange, whole: len(names) == 1 && names[0] != files[0], shipped: alone()}
	for _, name := range files {
		relative, _ := filepath.Rel(dir, absolute(name))
		own := []string{filepath.ToSlash(relative)}
		room := mostColumns - lists.Sum(d.shapes, func(s *draft) int { return len(s.order) })
		one := &draft{columns: map[string]*column{}, files: own, room: room}
		format, err := formatOf(name, Rows{})
		isText := err != nil || format == "text"
		var known *draft
		if isText || format == "md" {
			known = byLines(name, own, d.shipped)
		}
		if isText && known == nil {
			known = asTable(name, own)
		}
		if !isText && known == nil {
			err = one.sample(name, Rows{})
		}
		if err == nil && one.rows == 1 && one.at != "" && len(files) > 1 && !one.measured() { // a document beside results
			one = &draft{columns: map[string]*column{}, files: own, room: room, whole: true}
			err = one.sample(name, Rows{})
		}
		switch {
		case known != nil:
			d.add(known)
		case isText && (len(files) == 1 || slices.Contains(names, name)):
			return "", nil, noDraft(name, filepath.Base(name))
		case isText:
			d.texts = append(d.texts, filepath.Base(name))
		case err != nil && len(files) > 1 && !slices.Contains(names, name): // below a directory
			if IsTable(name) {
				d.unread, d.cause = append(d.unread, one.files...), cmp.Or(d.cause, fmt.Errorf("%s: %w", name, err))
			}
		case err != nil && strings.HasPrefix(err.Error(), name+": "):
			return "", nil, err
		case err != nil:
			return "", nil, fmt.Errorf("%s: %w", name, err)
		case len(one.order) > 0:
			d.add(one)
		case one.below != "":
			d.unread, d.cause = append(d.unread, own...), cmp.Or(d.cause, fmt.Errorf("%s: %s", name, one.below))
		}
	}
	switch {
	case lists.All(d.shapes, func(s *draft) bool { return s.kind != "" }) && len(d.shapes) > 0:
		return "", nil, fmt.Errorf("%s: is a recording of power: describe the table of runs, and write “power: [{files: [%q], kind: %s, clock: UTC}]” in the draft",
			names[0], d.shapes[0].files[0], d.shapes[0].kind)
	case len(d.shapes) == 0 && len(d.texts) > 0:
		return "", nil, noDraft(names[0], d.texts[0])
	case len(d.shapes) == 0 && d.cause != nil:
		return "", nil, d.cause
	case len(d.shapes) == 0:
		return "", nil, errors.New("no row has a value: give a file with rows")
	}
	return dir, d.builtIn(), nil
}

// noDraft is that a text has no draft, of a directory or a file that was named.
func noDraft(name, text string) error {
	return fmt.Errorf("%s: a draft is made of tables and JSON only; declare the rows of a text by patterns of its lines: "+
		"“rows: [{files: [%q], lines: ['^model (?P<model>\\S+)']}]”", name, text)
}

// described are the files named, and those of rows below directories; strange are others that may have results.
func described(names []string) (files, strange []string, err error) {
	for _, name := range names {
		if entry, err := os.Stat(name); err != nil || !entry.IsDir() {
			files = append(files, name)
			continue
		}
		_ = filepath.WalkDir(name, func(path string, entry fs.DirEntry, err error) error {
			hidden := strings.HasPrefix(entry.Name(), ".") && path != name
			switch {
			case err != nil || hidden && entry.IsDir():
				return fs.SkipDir
			case len(files) >= mostDescribed:
				return fs.SkipAll
			case entry.Type().IsRegular() && !hidden && (IsTable(path) || slices.Contains([]string{".md", ".txt", ".log"}, filepath.Ext(path))):
				files = append(files, path)
			case !hidden && entry.Name() != Name && (entry.Type()&fs.ModeSymlink != 0 || clues().Convert[filepath.Ext(path)] != ""):
				strange = append(strange, entry.Name())
			}
			return nil
		})
		if len(files) == 0 {
			unread := when(len(strange) > 0, "; "+data.ClipName(cmp.Or(strange...))+" is not read: "+howRead(strange))
			return nil, nil, fmt.Errorf("%s: no file below it ends in one of %s%s; for a log, write a declaration with “lines”", name, strings.Join(formats, ", "), unread)
		}
	}
	return files, strange, nil
}

// howRead is what makes the first of some files readable.
func howRead(strange []string) string {
	return cmp.Or(clues().Convert[filepath.Ext(cmp.Or(strange...))], "links are not followed")
}

// asTable is the sample of a text whose lines are all rows of three or more columns with names, numbers among them; nil for another text.
func asTable(name string, files []string) *draft {
	d := &draft{columns: map[string]*column{}, files: files, room: mostColumns}
	err := d.sample(name, Rows{Format: "csv"})
	isNumber := func(path string) bool { return d.columns[path].values > 0 && d.columns[path].all("number") }
	if err != nil || d.faulty || len(d.order) < 3 || len(d.samples) < 2 || !lists.All(d.order, isName) || !slices.ContainsFunc(d.order, isNumber) {
		return nil
	}
	return d
}

// around is the directory of the declaration: the one named, or the nearest around all files.
func around(files, names []string) (string, error) {
	if entry, err := os.Stat(names[0]); len(names) == 1 && err == nil && entry.IsDir() {
		return absolute(names[0]), nil
	}
	dir := filepath.Dir(absolute(files[0]))
	for _, name := range files {
		for !strings.HasPrefix(absolute(name), dir+string(filepath.Separator)) {
			up := filepath.Dir(dir)
			if up == filepath.Dir(up) {
				return "", fmt.Errorf("%s: has no directory in common with %s: describe files of one directory", name, files[0])
			}
			dir = up
		}
	}
	return dir, nil
}

// draft is what a sample of rows of files of one shape holds.
type draft struct {
	form
	samples []any    // rows of a table, or documents
	files   []string // relative to the declaration
	columns map[string]*column
	order   []string
	rows    int
	room    int    // for further columns
	more    int    // columns of the first row for which there was none
	first   bool   // row that is looked at
	whole   bool   // a document is one row
	faulty  bool   // some row cannot be read
	below   string // what is said of a line that may be the header below others
	values  int    // that were looked at
}

// form is how files are read.
type form struct {
	format, at         string     // at is the path to the rows of a document
	separator, decimal string     // of CSV, where they are not the usual ones
	header             int        // lines, 0 for one
	by                 *Benchmark // the shipped declaration that reads a text
	kind               string     // of the recording of power that a text is
}

// column is what stands at a path.
type column struct {
	values              int
	of                  map[string]int // as many of them have a form
	least, most         float64
	example, last, unit string
	stated              []string // units beside the values
	firstOf             string   // the list of which only the first of several elements is read
	varies              bool     // not all values are the same text
	missing             []string // texts in place of values
	several             bool     // members of an object lead here
	list                *column  // of the elements of lists, nil if none stands here
}

func (d *draft) sample(name string, r Rows) error {
	format, err := formatOf(name, r)
	if err != nil {
		return err
	}
	file, err := filetree.OpenFile(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if d.format = format; format == "csv" {
		if d.separator, d.decimal, err = tabletext.Separators(file); err != nil {
			return err
		}
	}
	r.Missing, r.Separator, r.Decimal = []string{"NaN", "Infinity", "-Infinity"}, d.separator, d.decimal
	var in io.ReadSeeker = file
	if format == "text" {
		in = io.NewSectionReader(file, 0, mostOfText)
	}
	work := textlog.MostWork
	t, err := openTable(in, format, r, nil, &work, true)
	if err != nil {
		return err
	}
	defer t.close()
	for n := 0; n < mostSampled; n++ {
		ok, fault := t.next()
		switch {
		case errors.Is(fault, errSequence):
			r.Format = "jsonl"
			*d = draft{columns: map[string]*column{}, files: d.files, room: d.room, whole: d.whole}
			return d.sample(name, r)
		case !ok && n == 0:
			return fault
		case !ok || d.values > mostValues:
			return nil
		case fault == nil && n > 0 && d.ofNames(t, n):
			continue
		case fault != nil:
			d.faulty = true
			if c, is := t.(*cells); is && d.below == "" && c.wider() {
				line, _, _ := strings.Cut(fault.Error(), ":")
				d.below = line + " has more cells than those above it: if it is the header, remove those, or begin each with “#”"
			}
			continue
		}
		if c, is := t.(*cells); is && n == 0 && r.Header == 0 && c.continued() {
			d.header, r.Header = 2, 2
			return d.sample(name, r)
		}
		row := t.scope()
		if d.first = n == 0; n < mostCompared {
			document := row
			for ; document.up != nil; document = document.up {
			}
			d.samples = append(d.samples, document.value)
		}
		if _, is := t.(*trees); !is {
			for key, v := range members(row.value) {
				d.note(key, v)
			}
			continue
		}
		all := d.rowsOf(row.value, row.up != nil)
		all = all[:min(len(all), mostSampled)]
		d.rows += len(all)
		for _, row := range all {
			d.leaves("", row, 0)
		}
	}
	return nil
}

// continued reports whether the first row continues the header: it has only units, or no number and the name of a column that has none.
func (c *cells) continued() bool {
	if texts := lists.NonZero(c.row); len(texts) > 0 && lists.All(texts, isUnit) {
		return true
	}
	names := lists.All(c.row, func(cell string) bool { return !clues().Numeral.MatchString(cell) })
	return names && slices.ContainsFunc(lists.Indices(len(c.row)), func(i int) bool { return c.header[i] == "" && c.row[i] != "" })
}

// ofNames reports whether a row of a table repeats the header, or has only names behind one that does; it is told.
func (d *draft) ofNames(t table, n int) bool {
	c, is := t.(*cells)
	again := is && slices.Equal(lists.Map(c.row, strings.TrimSpace), c.header)
	d.below = cmp.Or(d.below, when(again, fmt.Sprintf("row %d repeats the header: remove such rows, and those of names behind them", n+1)))
	return again || is && d.below != "" && lists.All(lists.NonZero(c.row), isName)
}

// isName reports whether a cell is a text that may be the name of a column.
func isName(cell string) bool { return cell != "" && !clues().Numeral.MatchString(cell) }

// wider reports whether a row that cannot be read may be the header of a table below other lines: it has only names, more than those.
func (c *cells) wider() bool { return len(c.row) > max(2, len(c.header)) && lists.All(c.row, isName) }

// builtIn is a draft that names a built-in declaration, or the whole text of one.
func (d *drafts) builtIn() []byte {
	for i, shape := range d.shapes {
		if b, entry := shape.known(d.shipped); b != nil {
			return append(shape.builtOn(b, entry), d.others(i, b)...)
		}
	}
	return d.text()
}

// draftHead is the beginning of a draft, with the id of the benchmark and its name in quotes.
//
//go:embed draft.txt
var draftHead string

// text is a draft of a benchmark that nobody described before.
func (d *drafts) text() []byte {
	var w bytes.Buffer
	id := cmp.Or(strings.ReplaceAll(slug(filepath.Base(d.dir)), "_", "-"), "my-benchmark")
	id += when(slices.Contains(reserved, id), "-runs")
	fmt.Fprintf(&w, draftHead, id, strconv.Quote(id))
	fields, remarks := d.rows(&w)
	w.WriteString("fields:\n")
	if len(fields) > mostDrafted {
		fmt.Fprintf(&w, "# not sure: only the first %d of %d columns are in this draft\n", mostDrafted, len(fields))
		fields = fields[:mostDrafted]
	}
	roles := lists.By(fields, func(f guessed) (data.Role, bool) { return f.Role, true })
	if i := slices.IndexFunc(fields, func(f guessed) bool { return f.Role == data.RolePerResponse && f.unit != "" }); i >= 0 &&
		!roles[data.RoleEnergy] && !roles[data.RoleThroughput] { // what ranks where nothing else can
		fields[i].Role, roles[data.RoleEnergy] = data.RoleEnergy, true
		fields[i].ofOutput()
	}
	formula := computable(fields)
	for _, f := range fields {
		w.WriteString(f.line())
	}
	for _, want := range clues().Wanted {
		if !roles[want.Role] && (want.Role != data.RoleThroughput || !roles[data.RoleEnergy]) &&
			(want.Role != data.RoleBatch || slices.ContainsFunc(fields, guessed.isSetting)) {
			fmt.Fprintf(&w, "# not sure: which column is %s? Give it “role: %s”\n", want.What, want.Role)
		}
	}
	w.WriteString(formula)
	for _, remark := range remarks[:min(len(remarks), 20)] {
		fmt.Fprintf(&w, "# not sure: %s\n", remark)
	}
	w.WriteString(lawOf(fields))
	return w.Bytes()
}

// isSetting reports whether the field is a number without a role that may be the load of a server: small, whole, and not the same in all rows.
func (f guessed) isSetting() bool {
	c := f.of
	return f.Role == "" && f.unit == "" && c != nil && c.varies && c.values > 0 && c.all("whole") && c.least >= 1 && c.most <= mostLoad
}

// mostLoad is more requests at a time than servers are tested with.
const mostLoad = 1 << 14

func absolute(dir string) string {
	abs, _ := filepath.Abs(dir)
	return cmp.Or(abs, dir)
}
