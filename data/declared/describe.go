package declared

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
)

// mostSampled rows of a file are looked at for a draft.
const mostSampled = 1000

// mostDrafted fields are written; nobody reads more.
const mostDrafted = 200

// Describe drafts the declaration of files in one directory. Comments in the draft mark uncertain lines.
func Describe(names ...string) ([]byte, error) {
	d := draft{columns: map[string]*column{}, files: map[string]bool{}}
	for _, name := range names {
		if dir := filepath.Dir(name); d.dir != "" && dir != d.dir {
			return nil, fmt.Errorf("%s: not in the directory of %s: describe files of one directory", name, d.dir)
		}
		d.dir = filepath.Dir(name)
		if err := d.sample(name); err != nil && strings.HasPrefix(err.Error(), name+": ") {
			return nil, err
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(d.order) == 0 {
		return nil, errors.New("no row has a value: give a file with rows")
	}
	if name := d.known(); name != "" {
		return d.builtOn(name), nil
	}
	return d.text(), nil
}

// draft is what a sample of rows holds.
type draft struct {
	dir     string
	at      string // path to the rows of a document
	samples []sampled
	// separator and decimal are those of CSV, where they are not the usual ones
	separator, decimal string
	files              map[string]bool
	columns            map[string]*column
	order              []string
}

// column is what stands at a path.
type column struct {
	values, whole, numbers, flags, withUnit int
	example                                 string
	lists                                   bool
}

func (d *draft) sample(name string) error {
	format, err := formatOf(name, Rows{})
	if err != nil {
		return err
	}
	file, err := filetree.OpenFile(name)
	if err != nil {
		return err
	}
	defer file.Close()
	pattern := filepath.Base(name)
	d.files[pattern] = true
	r := Rows{Missing: []string{"NaN", "Infinity", "-Infinity"}}
	if format == "csv" {
		if r.Separator, r.Decimal, err = sniff(file); err != nil {
			return err
		}
		d.separator, d.decimal = r.Separator, r.Decimal
	}
	t, err := openTable(file, format, r, nil)
	if err != nil {
		return err
	}
	defer t.close()
	for n := 0; n < mostSampled; n++ {
		ok, fault := t.next()
		if !ok {
			if n == 0 && fault != nil {
				return fault
			}
			return nil
		}
		if fault != nil {
			continue
		}
		if trees, is := t.(*trees); is {
			if n < mostCompared {
				document := trees.row
				for document.up != nil {
					document = document.up
				}
				d.samples = append(d.samples, sampled{pattern, document.value})
			}
			for _, row := range d.rowsOf(trees.row.value) {
				d.leaves("", row, 0)
			}
			continue
		}
		if n < mostCompared {
			d.samples = append(d.samples, sampled{pattern, t.scope().value})
		}
		members(t.scope().value, func(key string, v any) bool { d.note(key, v); return true })
	}
	return nil
}

// sniff reads the beginning of a CSV file for the separators of its columns and numbers, "" for the usual ones.
func sniff(file io.ReadSeeker) (separator, decimal string, err error) {
	begin := make([]byte, 64<<10)
	n, err := io.ReadFull(file, begin)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", "", err
	}
	header, _, _ := bytes.Cut(begin[:n], []byte("\n"))
	most := bytes.Count(quoted.ReplaceAll(header, nil), []byte(","))
	for _, s := range separators {
		if count := bytes.Count(quoted.ReplaceAll(header, nil), []byte(s)); count > most {
			separator, most = s, count
		}
	}
	if separator != "" && decimals.Match(begin[:n]) {
		decimal = ","
	}
	_, err = file.Seek(0, io.SeekStart)
	return separator, decimal, err
}

var quoted, decimals = regexp.MustCompile(`"[^"]*"`), regexp.MustCompile(`[;|\t][0-9]+,[0-9]+[;|\t\r\n]`)

// rowsOf finds the rows in a document: the one list of objects, or objects that are alike.
func (d *draft) rowsOf(v any) []any {
	object, is := v.(map[string]any)
	if !is {
		return []any{v}
	}
	var lists, objects []string
	for _, key := range sortedKeys(object) {
		switch below := object[key].(type) {
		case []any:
			if len(below) > 0 {
				if _, rows := below[0].(map[string]any); rows {
					lists = append(lists, key)
				}
			}
		case map[string]any:
			objects = append(objects, key)
		}
	}
	if len(lists) == 1 {
		d.at = lists[0]
		return values(rowsAt(v, lists[0]))
	}
	if len(objects) == len(object) && len(objects) > 1 && alike(object) {
		d.at = "*"
		return values(rowsAt(v, "*"))
	}
	return []any{v}
}

func values(rows []*scope) (values []any) {
	for _, s := range rows {
		values = append(values, s.value)
	}
	return values
}

// alike reports whether all objects have the same keys, under names that count them.
func alike(objects map[string]any) bool {
	var first []string
	for i, key := range sortedKeys(objects) {
		if !strings.ContainsAny(key, "0123456789") { // parts of one thing, not several of a kind
			return false
		}
		object, _ := objects[key].(map[string]any)
		if i == 0 {
			first = sortedKeys(object)
		} else if !slices.Equal(first, sortedKeys(object)) {
			return false
		}
	}
	return true
}

// leaves notes the values of a tree by their paths.
func (d *draft) leaves(path string, v any, depth int) {
	if list, is := v.([]any); is && len(list) > 0 && depth < 8 {
		if _, rows := list[0].(map[string]any); rows {
			d.leaves(path+".0", list[0], depth+1)
			return
		}
	}
	object, is := v.(map[string]any)
	if !is || depth > 8 {
		if path != "" {
			d.note(path, v)
		}
		return
	}
	for _, key := range sortedKeys(object) {
		below := key
		if path != "" {
			below = path + "." + key
		}
		d.leaves(below, object[key], depth+1)
	}
}

var withUnit = regexp.MustCompile(`^-?[0-9.]+(?:[eE][-+]?[0-9]+)? [A-Za-zµ%]+$`)

func (d *draft) note(path string, v any) {
	const mostColumns = 3000
	c := d.columns[path]
	if c == nil {
		if len(d.columns) >= mostColumns {
			return
		}
		c = &column{}
		d.columns[path] = c
		d.order = append(d.order, path)
	}
	if v == nil {
		return
	}
	c.values++
	if _, list := v.([]any); list {
		c.lists = true
		return
	}
	s := text(v)
	c.example = cmp.Or(c.example, s)
	if x, err := (Rows{Decimal: d.decimal}).marks().number(s); err == nil {
		c.numbers++
		if x == math.Trunc(x) && !strings.ContainsAny(s, ".,eE") {
			c.whole++
		}
	}
	if s == "true" || s == "false" || s == "True" || s == "False" {
		c.flags++
	}
	if withUnit.MatchString(s) {
		c.withUnit++
	}
}

// mostCompared rows of a file are compared with the built-in declarations.
const mostCompared = 5

// sampled is a row of a table, or a document, of a file.
type sampled struct {
	file  string
	value any
}

// known is the shipped declaration that these files have the form of, "" for none: most of what it reads is there, or it
// reads most columns of a table, a number that can rank among them.
func (d *draft) known() (best string) {
	most := 0.6
	for _, name := range Shipped() {
		b, err := Parse([]byte("benchmark: " + name))
		if err != nil {
			continue
		}
		for _, s := range d.samples {
			i := slices.IndexFunc(b.Rows, func(r Rows) bool {
				return glob(r.Files).MatchString(s.file) && (len(r.But) == 0 || !glob(r.But).MatchString(s.file))
			})
			if i < 0 {
				continue
			}
			if share := b.share(s.value, b.Rows[i]); share > most {
				best, most = name, share
			}
		}
	}
	return best
}

// share is how much of what a declaration reads a sample has, or how much of a table it reads.
func (b *Benchmark) share(sample any, r Rows) (share float64) {
	rows := rowsAt(sample, r.At)
	row, isTable := sample.(record)
	if isTable {
		rows = []*scope{{value: sample}}
	}
	if len(rows) == 0 {
		return 0
	}
	found, of, used, ranked := 0, 0, map[string]bool{}, false
	for _, f := range b.fields {
		if f.value != nil {
			continue
		}
		is := false
		for _, path := range f.paths {
			if isTable && slices.Contains(row.of.header, path) || !isTable && stands(path, rows[0], r) {
				is, used[path] = true, true
			}
		}
		if is {
			found++
			ranked = ranked || f.Kind == data.Float
		}
		if is || len(f.From) > 0 && !strings.Contains(f.paths[0], ":") {
			of++
		}
	}
	if !ranked || found < 2 {
		return 0
	}
	if isTable {
		share = float64(len(used)) / float64(len(row.of.header))
	}
	return max(share, float64(found)/float64(of))
}

// stands reports whether a path leads to a value from a row.
func stands(path string, row *scope, r Rows) bool {
	route, left := parsePath(path, r.joins), mostVisited
	if len(route.of) > 0 && !slices.Contains([]string{"up", "key"}, route.of[0]) {
		return false
	}
	row = above(row, route.of)
	return row != nil && route.read(row, &left, marks{}, nil) != nil
}

// builtOn is a draft that names a shipped declaration and what the files do not state.
func (d *draft) builtOn(name string) []byte {
	b, _ := Parse([]byte("benchmark: " + name))
	var w bytes.Buffer
	fmt.Fprintf(&w, "# These files have the format of the declaration %s.\nbenchmark: %s\n", name, name)
	var set []string
	for _, role := range []data.Role{data.RoleTask, data.RoleModel, data.RoleGPU, data.RoleGPUs} {
		f, ok := b.schema.The(role)
		if !ok || f.Value != "" || slices.ContainsFunc(append(f.From, f.Name), func(p string) bool {
			return d.columns[p] != nil ||
				strings.Contains(p, ":")
		}) {
			continue
		}
		example := map[data.Role]string{data.RoleModel: "organization/model", data.RoleGPU: "H100", data.RoleGPUs: "1"}[role]
		set = append(set, fmt.Sprintf("%s: %s", f.Name, example))
	}
	if len(set) > 0 {
		fmt.Fprintf(&w, "set: # the files do not contain these values; fill them in\n- {%s}\n", strings.Join(set, ", "))
	}
	return w.Bytes()
}

// text is a draft of a benchmark that nobody described before.
func (d *draft) text() []byte {
	var w bytes.Buffer
	id := cmp.Or(strings.ReplaceAll(slug(filepath.Base(absolute(d.dir))), "_", "-"), "my-benchmark")
	if slices.Contains(reserved, id) {
		id += "-runs"
	}
	fmt.Fprintf(&w, `# A draft: check every line, especially those marked “not sure”.
domain: %s # not sure: fill in the ID of the benchmark, which is part of URLs
basis: # not sure: fill in what the numbers mean, for the page “What can be compared”
  window: not stated
  scope: not stated
  token: not stated
board:
  system: %s # not sure: fill in the name of the benchmark
  about: "" # not sure: fill in what the benchmark measures, in one sentence
  url: "" # documentation of the benchmark, https://…
  license: "" # not sure: fill in the license of the data, such as CC-BY-4.0
rows:
`, id, strconv.Quote(id))
	patterns := sortedKeys(d.files)
	for i, p := range patterns {
		patterns[i] = strconv.Quote(p)
	}
	fmt.Fprintf(&w, "- {files: [%s]", strings.Join(patterns, ", "))
	if d.at != "" {
		fmt.Fprintf(&w, ", at: %s", strconv.Quote(d.at))
	}
	if d.separator != "" {
		fmt.Fprintf(&w, ", separator: %q", d.separator)
	}
	if d.decimal != "" {
		fmt.Fprintf(&w, ", decimal: %q", d.decimal)
	}
	w.WriteString("}\nfields:\n")
	fields := guess(d.order, d.columns)
	if len(fields) > mostDrafted {
		fmt.Fprintf(&w, "# not sure: only the first %d of %d columns are in this draft\n", mostDrafted, len(fields))
		fields = fields[:mostDrafted]
	}
	roles := map[data.Role]bool{}
	for _, f := range fields {
		roles[f.Role] = true
		w.WriteString(f.line())
	}
	for _, want := range []struct {
		role data.Role
		what string
	}{
		{data.RoleModel, "the model"},
		{data.RoleTask, "the task (without it, all rows are on one board)"},
		{data.RoleGPU, "the GPU"},
		{data.RoleEnergy, "the energy per token, which ranks the models"},
	} {
		if !roles[want.role] {
			fmt.Fprintf(&w, "# not sure: which column is %s? Give it “role: %s”\n", want.what, want.role)
		}
	}
	if !roles[data.RoleEnergy] {
		w.WriteString(computable(fields))
	}
	w.WriteString(lawOf(fields))
	return w.Bytes()
}

func absolute(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)
