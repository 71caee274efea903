package declared

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/recording"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// mostCompared rows of a file are compared with the built-in declarations.
const mostCompared = 5

// leastKnown is the share of what a declaration reads that a file of its form has.
const leastKnown = 0.6

// known is the shipped declaration that these files have the form of, nil for none: most of what it reads is there, or it
// reads most columns of a table, a number that can rank among them. entry is that of the rows.
func (d *draft) known(shipped []*Benchmark) (best *Benchmark, entry Rows) {
	if d.by != nil {
		return d.by, d.by.Rows[d.by.entryOf(d.files[0])]
	}
	most := leastKnown
	for _, b := range shipped {
		for _, i := range lists.Distinct(lists.Map(d.files, func(name string) int { return b.entryOf(path.Base(name)) })) {
			if i < 0 {
				continue
			}
			if share := b.share(d.rowsBy(b.Rows[i])); share > most {
				best, entry, most = b, b.Rows[i], share
			}
		}
	}
	return best, entry
}

// entryOf is the entry of rows that a file of this name is of, -1 for none.
func (b *Benchmark) entryOf(file string) int {
	return slices.IndexFunc(b.Rows, func(r Rows) bool { return fitsAny(r.Files, file) && !fitsAny(r.But, file) })
}

// fitsAny reports whether a file's name fits one of some patterns.
func fitsAny(patterns []string, file string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return filetree.Glob(pattern).MatchString(file) })
}

// attached reports whether a file is one that the declaration joins to rows, or a recording that it reads.
func (b *Benchmark) attached(file string) bool {
	joined := func(r Rows) bool {
		return slices.ContainsFunc(sortedKeys(r.Join), func(as string) bool { return path.Base(r.Join[as].File) == path.Base(file) })
	}
	return slices.ContainsFunc(b.Power, func(p recording.Power) bool { return fitsAny(p.Files, file) }) || slices.ContainsFunc(b.Rows, joined)
}

// share is how much of what a declaration reads is in columns, or how much of a table it reads.
func (b *Benchmark) share(own *draft) (share float64) {
	found, of, used, ranked, isTable := 0, 0, map[string]bool{}, false, own.format != ""
	for _, f := range b.fields {
		if f.value != nil {
			continue
		}
		is := false
		for _, column := range own.order {
			if (isTable || own.columns[column].values > 0) && f.reads(column) {
				used[column], is = true, true
			}
		}
		found += lists.One(is)
		ranked = ranked || is && f.Kind == data.Float
		of += lists.One(is || len(f.From) > 0 && !strings.Contains(f.paths[0], ":"))
	}
	if !ranked || len(used) < 2 || !isTable && found < 4 {
		return 0
	}
	if isTable {
		share = float64(len(used)) / float64(len(own.order))
	}
	return max(share, float64(found)/float64(of))
}

// anyElement are the parts of paths that lead to elements of a list; * matches one key.
var anyElement = strings.NewReplacer("[*]", "", ".0", "", `"`, "", ".", "/")

// reads reports whether a path leads to a column, as far as its name tells.
func reads(of, column string) bool {
	_, of = called(of)
	_, column = called(column)
	of, column = anyElement.Replace(of), anyElement.Replace(column)
	is, _ := path.Match(of, column)
	reverse, _ := path.Match(column, of)
	return is || reverse || of == column
}

// reads reports whether a field is read from a column.
func (r *reading) reads(column string) bool {
	return slices.ContainsFunc(r.paths, func(of string) bool { return reads(of, column) })
}

// byLines has a sample of a text by the patterns of a kind of recordings of power or of a shipped declaration, nil if it fits none.
func byLines(name string, files []string, shipped []*Benchmark) (d *draft) {
	fits := func(lines []string, least float64) bool {
		d = &draft{columns: map[string]*column{}, files: files, room: mostColumns}
		if len(lines) == 0 || d.sample(name, Rows{Format: "text", Lines: lines}) != nil {
			return false
		}
		stated := lists.Count(d.order, func(path string) bool { return d.columns[path].values > 0 })
		return float64(stated) > least*float64(len(d.order))
	}
	for _, kind := range sortedKeys(recording.Kinds()) {
		if fits(recording.Kinds()[kind].Lines, 0.99) {
			d.kind = kind
			return d
		}
	}
	for _, b := range shipped {
		if i := b.entryOf(path.Base(name)); i >= 0 && fits(b.Rows[i].Lines, leastKnown) {
			d.by = b
			return d
		}
	}
	return nil
}

// builtOn is a draft that names a shipped declaration, what the files do not state, and what it does not read of them.
func (d *draft) builtOn(b *Benchmark, entry Rows) []byte {
	var w bytes.Buffer
	fmt.Fprintf(&w, "# These files have the format of the declaration %s.\nbenchmark: %[1]s\n", b.Benchmark)
	own := d.rowsBy(entry)
	unread := b.unread(own)
	there := func(path string) bool {
		return strings.Contains(path, ":") || slices.ContainsFunc(own.order, func(column string) bool { return reads(path, column) })
	}
	var all, some []string // what holds for all files, and for some
	for _, role := range []data.Role{data.RoleTask, data.RoleModel, data.RoleGPU, data.RoleGPUs} {
		f, ok := b.schema.The(role)
		if !ok || f.Value != "" || slices.ContainsFunc(append(f.From, f.Name), there) || strings.Contains(unread, "{name: "+f.Name+",") {
			continue
		}
		if lines := d.gpus(f.Name); role == data.RoleGPU && len(lines) > 0 {
			some = lines
			continue
		}
		all = append(all, f.Name+": "+map[data.Role]string{data.RoleModel: "organization/model", data.RoleGPU: "H100", data.RoleGPUs: "1"}[role])
	}
	if len(all) > 0 {
		some = append(some, "- {"+strings.Join(all, ", ")+"}\n")
	}
	w.WriteString(when(len(some) > 0, "set: # the files do not contain these values; fill them in\n"+strings.Join(some, "")) + unread)
	return w.Bytes()
}

// gpus are lines of “set” for the files of each GPU that paths name.
func (d *draft) gpus(field string) []string {
	return lists.Ascending(lists.FilterMap(d.files, func(name string) (string, bool) {
		gpu := append(clues().GPU.FindStringSubmatch(name), "", "", "")[2]
		below := when(strings.Contains(path.Dir(name), gpu), "/**")
		return fmt.Sprintf("- {files: \"**/*%s*%s\", %s: %[1]s} # not sure: as in the names of files\n", gpu, below, field), gpu != ""
	}))
}

// rowsBy has the columns of samples as an entry of rows leads to them.
func (d *draft) rowsBy(entry Rows) *draft {
	own := &draft{files: d.files, columns: map[string]*column{}, room: mostColumns}
	for _, document := range d.samples[:min(len(d.samples), 10*mostCompared)] {
		if _, isTable := document.(record); isTable {
			return d
		}
		rows := rowsAt(document, rowRoute(entry.At))
		for _, row := range rows[:min(len(rows), mostSampled)] {
			own.leaves("", row.value, 0)
			own.around(row.up, entry.At)
		}
	}
	return own
}

// unread says which numbers a shipped declaration leaves unread, though they look like what boards compare: by guess.yaml as
// fields to declare, or by their names alone.
func (b *Benchmark) unread(d *draft) (text string) {
	isRead := func(column string) bool {
		return slices.ContainsFunc(b.fields, func(f *reading) bool { return f.reads(column) })
	}
	fields, _ := guess(slices.DeleteFunc(slices.Clone(d.order), isRead), d.columns)
	recorded, is := b.schema.Field(recording.Power{}.Field())
	free := func(f data.Field, is bool) bool {
		return is && f.Value == "" && len(f.From) == 0 && d.columns[f.Name] == nil
	}
	spare, whole := free(recorded, is), wholeEnergy(fields)
	var lines, others []string
	all := lists.Map(b.fields, func(f *reading) guessed { return guessed{name: f.Name, Role: f.Role} })
	for i, f := range fields {
		how := f.unread()
		of, is := b.schema.The(f.Role)
		switch {
		case how == "name":
			others = append(others, f.paths[0])
		case how == "":
			continue
		case i == whole && spare:
			f.name, f.kind, f.in, f.unit = recorded.Name, "", cmp.Or(f.in, f.unit), recorded.Unit
		case free(of, is):
			f.name, f.kind = of.Name, ""
		case is && f.kind == "text?":
			continue
		case is:
			f.Role = ""
		}
		if how == "declare" {
			lines, all = append(lines, f.line()), append(all, f)
		}
		if whole < 0 && spare && unit(f.unit).Fits(watt) {
			lines = append(lines, fmt.Sprintf("- {name: %s, value: %s * %s}\n", recorded.Name, f.name, b.schema.Name(data.RoleDuration)))
			spare = false
		}
	}
	more := len(others) - mostUnread
	text = fmt.Sprintf("# not sure: %s does not read these numbers. If they are those of the whole run and of all GPUs, add:\n# fields:\n# %s%s",
		b.Benchmark, strings.Join(lines[:min(len(lines), mostUnread)], "# "), computable(all))
	return when(len(lines) > 0, text) + when(len(others) > 0, fmt.Sprintf("# %s does not read %s%s; to show one, declare it under “fields”\n",
		b.Benchmark, strings.Join(others[:min(len(others), mostUnread)], ", "), when(more > 0, fmt.Sprintf(" and %d more numbers", more))))
}

// unread is what a draft says of a field that nothing reads: declare it, name it, or "" for nothing.
func (f guessed) unread() string {
	how, _ := lists.Find(clues().Unread, func(k clue) bool { return f.of != nil && f.of.values > 0 && k.named(f.name) && k.fits(f) })
	return how.Say
}

// mostUnread are the numbers that a draft names, which a built-in declaration does not read.
const mostUnread = 10
