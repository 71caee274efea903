package declared

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/internal/textlog"
)

// A key without effect is an error: what was meant by it would be missing without a word. Built-in declarations, which
// describe files that not every result has, are exempt.

// states reports whether the contributor wrote a key of the first level, rather than a built-in declaration.
func (b *Benchmark) states(key string) bool { return b.written.Has(key) }

// checkFilled looks for empty lists and keys without a value.
func (b *Benchmark) checkFilled(faults *data.Faults) {
	for _, key := range b.written.Keys {
		// an empty list in place of one of a built-in declaration takes that away
		if b.Benchmark == "" || slices.Contains([]string{"rows", "set", "power"}, key) {
			checkFilled(faults, b.written.Values[key], key)
		}
	}
}

// checkEffect looks for joined files and parts of paths that no field reads.
func (b *Benchmark) checkEffect(faults *data.Faults) {
	if !b.states("rows") {
		return
	}
	read := map[string]bool{}      // paths
	unknown := map[string]string{} // fields, by the names in their paths that are no file's
	reads := func(r route) bool {
		if len(r.of) > 0 {
			read[r.of[0]+":"], read[r.of[0]+":"+r.simple] = true, true
		}
		return len(r.of) > 0
	}
	for _, f := range b.fields {
		for _, p := range f.paths {
			if prefix, _, named := strings.Cut(p, ":"); (f.value != nil || !reads(parsePath(p, b.joins))) && named {
				unknown[prefix] = f.Name
			}
		}
	}
	for i, r := range b.Rows {
		for _, j := range r.Join {
			reads(parsePath(j.By, r.joins))
		}
		for _, name := range sortedKeys(r.Join) {
			if read[name+":"] {
				continue
			}
			isNear := func(wrong string) bool { return nearest.Hint(wrong, []string{name}) != "" }
			near := lists.Filter(sortedKeys(unknown), isNear)
			for _, wrong := range near {
				faults.Add(b.pathTo(unknown[wrong], "from"), "%s: from: no file is joined as %q; did you mean %q?",
					unknown[wrong], data.ClipName(wrong), data.ClipName(name))
			}
			faults.If(near == nil, []any{"rows", i, "join", name}, "rows: join: no field reads %s; "+
				"write “from: [\"%[1]s:COLUMN\"]” in one, or remove it", data.ClipName(name))
		}
		b.checkGroups(faults, i, read)
	}
}

// checkMeasured looks for units of columns that are not read, because recordings give the energy.
func (b *Benchmark) checkMeasured(faults *data.Faults) {
	for _, p := range b.Power {
		for i, f := range b.Fields {
			faults.If(f.Name == p.Field() && f.FileUnit != "", []any{"fields", i, "in"},
				"%s: in: has no effect on an energy that recordings give; write the unit of their values under power: “unit: µW” of power, "+
					"“counter: µJ” of a counter", data.ClipName(f.Name))
		}
	}
}

// checkGroups looks for named groups of “path” that no field reads.
func (b *Benchmark) checkGroups(faults *data.Faults, i int, read map[string]bool) {
	if p, err := textlog.Parse(b.Rows[i].Path); err == nil {
		wrong := lists.Filter(b.fields, func(f *reading) bool {
			name, inPath := strings.CutPrefix(f.paths[0], "path:")
			return b.own[f.Name] > 0 && f.value == nil && inPath && name != "" &&
				!slices.ContainsFunc(b.Rows, func(r Rows) bool { return strings.Contains(r.Path, "<"+name+">") })
		})
		for _, f := range wrong {
			_, name, _ := strings.Cut(f.paths[0], ":")
			faults.If(i == 0, b.pathTo(f.Name, "from"), "%s: from: “path” under rows has no group %q%s; correct it, or write such a group", f.Name,
				data.ClipName(name), nearest.Among(name, p.Groups()))
		}
		for _, name := range p.Groups() {
			faults.If(!read["path:"+name] && len(wrong) == 0, []any{"rows", i, "path"},
				"rows: path: no field reads the group %s; write “from: [\"path:%[1]s\"]” in one, or remove the name", data.ClipName(name))
		}
	}
}

// neverEmpty are keys of texts without which there would be another meaning.
var neverEmpty = []string{"value", "in", "match", "type", "role", "why"}

// checkFilled looks for keys without a value, and for lists and mappings of nothing.
func checkFilled(faults *data.Faults, n *yamltree.Node, path ...any) {
	_, plain := n.Scalar()
	remedy := "which has no effect; write its values, or remove it"
	if len(path) == 1 && path[0] == "fields" {
		remedy = "but there must be a model; add entries, such as “- {name: model, role: model, from: [COLUMN]}”"
	}
	faults.If(n.Kind == yamltree.Absent || !plain && len(n.Items)+len(n.Keys) == 0, path, "%sis empty, %s", yamltree.Called(path), remedy)
	for i, element := range n.Items {
		checkFilled(faults, element, append(path[:len(path):len(path)], i)...)
	}
	for _, key := range n.Keys {
		at := append(path[:len(path):len(path)], key)
		v := n.Values[key]
		faults.If(v.Kind == yamltree.Plain && v.Text == "" && slices.Contains(neverEmpty, key), at,
			"%sis empty, which has no effect; write its value, or remove it", yamltree.Called(at))
		checkFilled(faults, v, at...)
	}
}

// mention is a text of a list in an entry of a declaration: a pattern of files, or a name that rows of the entry have.
type mention struct {
	path    []any
	text    string
	pattern *regexp.Regexp
	heeded  bool   // it has an effect
	near    string // what may be meant instead
	idle    string // what is said if it has none
}

// mentions are the texts of a list.
func mentions(texts []string, idle string, path ...any) []*mention {
	return lists.Times(len(texts), func(k int) *mention {
		return &mention{append(slices.Clip(path), k), texts[k], filetree.Glob(texts[k]), false, "", idle + "; correct it, or remove it"}
	})
}

// fitting are the patterns that a file's name fits.
func fitting(all []*mention, name string) []*mention {
	return lists.Filter(all, func(m *mention) bool { return m.pattern.MatchString(name) })
}

func heed(all []*mention) {
	for _, m := range all {
		m.heeded = true
	}
}

// mentioned are the texts of an entry of rows.
type mentioned struct {
	files, but []*mention
	names      []*mention      // of columns, and of values of one
	read       bool            // files were read by the entry
	kept       int             // files of which a row was kept
	unread     bool            // another one cannot be read
	lacking    map[string]lack // fields that files do not state
	strays     []string        // files of which no field reads a value, though some may read files joined to them
	rows       int             // of texts
	mixed      bool            // lines of several of them are read as one
	doubles    int             // of those, in which results are stated twice
	doubled    []data.Problem  // the first of them
}

// noFile is what is said of patterns that no file fits.
const noFile = "matches no file beside or below " + Name

func (r Rows) mentioned(i int) *mentioned {
	const noColumn = "is no column of the rows"
	m := &mentioned{
		lacking: map[string]lack{},
		files:   mentions(r.Files, noFile+" that is read", "rows", i, "files"),
		but:     mentions(r.But, "excludes no file that “files” matches", "rows", i, "but"),
	}
	if p := r.Pivot; p != nil {
		m.names = append(mentions(p.Values, noColumn, "rows", i, "pivot", "values"), mentions(p.Differ, noColumn, "rows", i, "pivot", "differ")...)
	}
	if p := r.Pair; p != nil {
		m.names = append(mentions(p.Differ, noColumn, "rows", i, "pair", "differ"),
			mentions(p.Second, "is no value of the column “by”", "rows", i, "pair", "second")...)
	}
	return m
}

// entryOf is the entry of rows that reads a file, −1 if none does.
func (l *loader) entryOf(name string) int {
	taken := -1
	for i, m := range l.patterns {
		files, but := fitting(m.files, name), fitting(m.but, name)
		switch {
		case len(files) == 0:
		case len(but) > 0:
			heed(but)
		case taken < 0:
			taken = i
			heed(files)
		default:
			for _, late := range files {
				late.idle = "matches only files that an entry before it reads; remove it, or put it first"
			}
		}
	}
	return taken
}

// file reports whether a directory has the name of a file of rows: by its own ending, or by that of the pattern.
func (l *loader) file(dir string) bool {
	fit := lists.FlatMap(l.patterns, func(p *mentioned) []*mention { return fitting(p.files, dir) })
	return !strings.HasPrefix(path.Base(dir), ".") && slices.ContainsFunc(fit, func(m *mention) bool {
		ext := path.Ext(m.text)
		return IsTable(dir) || ext != "" && !strings.ContainsAny(ext, "*?/")
	})
}

// list notes the files, and the directories that a pattern takes for files.
func (l *loader) list(d filetree.Dir) {
	at := func(base string) string { return path.Clean(d.File(base)) }
	names := append(lists.Map(d.Files, at), lists.Filter(lists.Map(d.Dirs, at), l.file)...)
	l.all = append(l.all, slices.DeleteFunc(names, func(name string) bool { return name == Name })...)
}

// idle tells what had no effect on any file.
func (l *loader) idle() error {
	var all []*mention
	for _, m := range l.patterns {
		if all = append(append(all, m.files...), m.but...); m.read {
			all = append(all, m.names...)
		}
	}
	all = append(all, lists.FlatMap(l.power, func(m *meter) []*mention { return m.files })...)
	var faults yamltree.Errors
	for _, m := range append(all, slices.Concat(l.sets...)...) {
		if unread, is := lists.Find(l.all, m.pattern.MatchString); is && m.path[0] == "set" {
			m.idle = "matches files that no entry of rows reads, such as " + data.ClipName(unread) + "; correct “files” under rows, or remove it"
		}
		follows := m.path[0] == "set" && len(faults) > 0 // its files may be those that no entry reads
		if !m.heeded && !follows && l.states(m.path[0].(string)) {
			faults.At(l.written.At(m.path...), "%s%q %s%s", yamltree.Called(m.path), data.ClipName(m.text), m.idle, m.near)
		}
	}
	return faults.OrNil()
}

// unmatchedFiles is that no file fits the patterns of rows, of which it names those of the first entry.
func (l *loader) unmatchedFiles() (faults yamltree.Errors) {
	files := data.ClipName(strings.Join(lists.Map(l.Rows[0].Files, strconv.Quote), ", "))
	note := cmp.Or(when(strings.Contains(files, "["), "; brackets have no meaning in them"),
		when(strings.ContainsAny(files, "“”„‘’"), "; write straight quotes (\") around them"))
	if len(l.problems) > 0 { // where such files may be
		note += "; or " + data.ClipName(l.problems[0].File) + ": " + l.problems[0].Message
	}
	switch {
	case !l.states("rows"):
		faults.At(l.written.At("benchmark"), "benchmark: no file beside or below %s matches %s, as the files of %s are called; use the declaration "+
			"of the tool that wrote yours, or add their patterns: “rows: [{files: [PATTERN]}]”", Name, files, l.Benchmark.Benchmark)
	case slices.ContainsFunc(l.patterns[0].but, func(m *mention) bool { return m.heeded }):
		faults.At(l.written.At("rows", 0, "but"), "rows: but: leaves out all files that match %s; correct one of them", files)
	default:
		faults.At(l.written.At("rows", 0), "rows: no file matches %s; correct the patterns, which are relative to %s%s", files, Name, note)
	}
	return faults
}

// ordered are the names of second files, each after the one in which its key is; fault if two wait for each other.
func (r Rows) ordered() (names []string, fault string) {
	waiting := sortedKeys(r.Join)
	for len(waiting) > 0 {
		next := slices.IndexFunc(waiting, func(name string) bool {
			of := parsePath(r.Join[name].By, r.joins).of
			return len(of) == 0 || !slices.Contains(waiting, of[0])
		})
		if next < 0 {
			return names, fmt.Sprintf("the key of %s is in itself or in a file that is joined after it; join the first by a column of the rows",
				data.ClipName(cmp.Or(waiting...)))
		}
		names, waiting = append(names, waiting[next]), slices.Delete(waiting, next, next+1)
	}
	return names, ""
}

// ofOthers tells rows that are statistics of others, by a column that only they have and no field reads.
func (l *loader) ofOthers() {
	all := l.firstRows()
	rows := lists.Most(all.order, func(path string) int { return all.columns[path].values })
	path, is := lists.Find(all.order, func(path string) bool {
		c := all.columns[path]
		return clues().Aggregate.MatchString(path) && c.values > 0 && c.values < rows && c.of["statistic"] == c.values && !l.reads(path)
	})
	model := l.schema.Name(data.RoleModel)
	is = is && l.filtered == 0 && l.in.Len() > 0 && l.Rows[0].Pivot == nil && l.Rows[0].Pair == nil
	l.tellIf(is, l.own[model], model, "rows in which %s is %q are no runs, but statistics of others; leave them out: add “- {name: %s, from: [%s]}” "+
		"under fields and “where: %[3]s == nil”", data.ClipName(path), cmp.Or(all.columns[path], &column{}).example, slug(path), scalar(path))
}

// unranked tells columns of energy or power that are not used although boards do not rank by energy.
func (l *loader) unranked() {
	if l.schema.Name(data.RoleEnergy) != "" || l.ranked || l.Benchmark.Benchmark != "" {
		return
	}
	operands := slices.Concat(slices.Collect(maps.Values(l.operands))...)
	var read, unused []string
	for _, f := range l.fields {
		read = append(read, f.paths...)
		if u := unit(f.Unit); f.value == nil && f.Role == "" && !slices.Contains(operands, f.Name) && (u.Fits(joule) || u.Fits(watt)) {
			unused = append(unused, f.paths...)
		}
	}
	unused = append(unused, lists.Filter(l.columns, func(column string) bool {
		u := unit(unitOf(column))
		return (u.Fits(joule) || u.Fits(watt) || u.Fits(joulePerToken)) && !slices.Contains(read, column)
	})...)
	power := data.When(slices.ContainsFunc(unused, data.OfOneGPU), "power * gpus").Or("power")
	l.tellIf(len(unused) > 0, l.written.At("fields").Line, "", "no field has the role energy, but the files contain %s; compute the energy per token: "+
		"“{name: energy_per_token, role: energy, value: energy / output_tokens}” or “value: %s / throughput”; or name the metric that ranks: "+
		"“board: {primary: FIELD}”", data.ClipName(strings.Join(unused, ", ")), power)
}
