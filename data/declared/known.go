package declared

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// mostCompared rows of a file are compared with the built-in declarations.
const mostCompared = 5

// sampled is a row of a table, or a document, of a file.
type sampled struct {
	file  string
	value any
}

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
		for _, s := range d.samples {
			i := b.entryOf(s.file)
			if i < 0 {
				continue
			}
			if share := b.share(s.value, b.Rows[i]); share > most {
				best, entry, most = b, b.Rows[i], share
			}
		}
	}
	return best, entry
}

// entryOf is the entry of rows that a file of this name is of, -1 for none.
func (b *Benchmark) entryOf(file string) int {
	fits := func(pattern string) bool { return filetree.Glob(pattern).MatchString(file) }
	return slices.IndexFunc(b.Rows, func(r Rows) bool { return slices.ContainsFunc(r.Files, fits) && !slices.ContainsFunc(r.But, fits) })
}

// attached reports whether a file is one that the declaration joins to rows, or a recording that it reads.
func (b *Benchmark) attached(file string) bool {
	fits := func(pattern string) bool { return filetree.Glob(pattern).MatchString(file) }
	joined := func(r Rows) bool {
		return slices.ContainsFunc(sortedKeys(r.Join), func(as string) bool { return path.Base(r.Join[as].File) == path.Base(file) })
	}
	return slices.ContainsFunc(b.Power, func(p Power) bool { return slices.ContainsFunc(p.Files, fits) }) || slices.ContainsFunc(b.Rows, joined)
}

// share is how much of what a declaration reads a sample has, or how much of a table it reads.
func (b *Benchmark) share(sample any, r Rows) (share float64) {
	rows := rowsAt(sample, rowRoute(r.At))
	row, isTable := sample.(record)
	if isTable {
		rows = []scope{{value: sample}}
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
			if !isTable && !is && stands(path, &rows[0], r) {
				_, inner := called(path)
				used[inner], is = true, true
			}
			for _, name := range cmp.Or(row.of, &cells{}).header {
				if isTable && reads(path, name) {
					used[name], is = true, true
				}
			}
		}
		found += lists.One(is)
		ranked = ranked || is && f.Kind == data.Float
		of += lists.One(is || len(f.From) > 0 && !strings.Contains(f.paths[0], ":"))
	}
	if !ranked || len(used) < 2 || !isTable && len(used) < 4 {
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

// anyMember are the parts of paths that lead to several members, or the first.
var anyMember = strings.NewReplacer("[*]", "", ".*", "", ".0", "", `"`, "")

// reads reports whether a path leads to a column, as far as its name tells.
func reads(of, column string) bool {
	_, of = called(of)
	_, column = called(column)
	is, _ := path.Match(anyMember.Replace(of), anyMember.Replace(column))
	return is || of == column
}

// readsColumn reports whether some field reads a column.
func (b *Benchmark) readsColumn(column string) bool {
	return slices.ContainsFunc(b.fields, func(f *reading) bool {
		return slices.ContainsFunc(f.paths, func(of string) bool { return reads(of, column) })
	})
}

// lined is how much of what patterns of lines name the first rows of a text have.
func lined(name string, lines []string) float64 {
	file, err := os.Open(name)
	if err != nil || len(lines) == 0 {
		return 0
	}
	defer file.Close()
	t, err := newCells(file, "text", Rows{Lines: lines})
	if err != nil {
		return 0
	}
	defer t.close()
	has := make([]bool, len(t.header))
	for range fewestSamples {
		if ok, fault := t.next(); !ok || fault != nil {
			break
		}
		for i, cell := range t.row {
			has[i] = has[i] || cell != ""
		}
	}
	return float64(lists.Count(has, func(is bool) bool { return is })) / float64(len(has))
}

// ofText is the shipped declaration that reads a text, nil for none, or the kind of the recording of power that it is, "" for none.
func ofText(name string, shipped []*Benchmark) (b *Benchmark, kind string) {
	kinds := powerKinds()
	kind, _ = lists.Find(sortedKeys(kinds), func(kind string) bool { return lined(name, kinds[kind].Lines) == 1 })
	b, _ = lists.Find(shipped, func(b *Benchmark) bool {
		i := b.entryOf(path.Base(name))
		return i >= 0 && lined(name, b.Rows[i].Lines) > leastKnown
	})
	return b, kind
}

// wantedOfSet are the roles that every board wants, in the order in which a draft sets them.
var wantedOfSet = []data.Role{data.RoleTask, data.RoleModel, data.RoleGPU, data.RoleGPUs}

// builtOn is a draft that names a shipped declaration, what the files do not state, and what it does not read of them.
func (d *draft) builtOn(b *Benchmark, entry Rows) []byte {
	var w bytes.Buffer
	fmt.Fprintf(&w, "# These files have the format of the declaration %s.\nbenchmark: %[1]s\n", b.Benchmark)
	own := d.rowsBy(entry)
	if d.by != nil {
		for _, text := range entry.Lines {
			for _, group := range regexp.MustCompile(text).SubexpNames() {
				own.note(group, "")
			}
		}
	}
	there := func(path string) bool {
		return strings.Contains(path, ":") || slices.ContainsFunc(own.order, func(column string) bool { return reads(path, column) })
	}
	set := map[data.Role]string{}
	for _, role := range wantedOfSet {
		f, ok := b.schema.The(role)
		if ok && f.Value == "" && !slices.ContainsFunc(append(f.From, f.Name), there) {
			example := map[data.Role]string{data.RoleModel: "organization/model", data.RoleGPU: "H100", data.RoleGPUs: "1"}[role]
			set[role] = fmt.Sprintf("%s: %s", f.Name, example)
		}
	}
	w.WriteString(d.sets(set))
	w.WriteString(b.unread(own))
	return w.Bytes()
}

// sets are the lines of “set” for what the files do not contain, with one for the files of each GPU that their names tell.
func (d *draft) sets(of map[data.Role]string) string {
	if len(of) == 0 {
		return ""
	}
	var lines string
	gpus := lists.Ascending(lists.NonZero(lists.Map(d.files, gpuOf)))
	if field, _, is := strings.Cut(of[data.RoleGPU], ":"); is && len(gpus) > 0 {
		delete(of, data.RoleGPU)
		for _, gpu := range gpus {
			patterns := lists.Distinct(lists.FilterMap(d.files, func(name string) (string, bool) { return patternOf(name, gpu), gpuOf(name) == gpu }))
			lines += fmt.Sprintf("- {files: [%s], %s: %s} # not sure: as the names of files say\n",
				strings.Join(lists.Map(patterns, strconv.Quote), ", "), field, scalar(gpu))
		}
	}
	if len(of) > 0 {
		values := lists.NonZero(lists.Map(wantedOfSet, func(role data.Role) string { return of[role] }))
		lines = "- {" + strings.Join(values, ", ") + "}\n" + lines
	}
	return "set: # the files do not contain these values; fill them in\n" + lines
}

// gpuOf is the GPU that a file's path names, "" for none.
func gpuOf(name string) string {
	return append(clues().GPU.FindStringSubmatch(name), "", "", "")[2]
}

// patternOf is the pattern of files whose paths name the GPU where this one does.
func patternOf(name, gpu string) string {
	parts := strings.Split(name, "/")
	i := slices.IndexFunc(parts, func(part string) bool { return gpuOf(part) == gpu })
	return strings.Repeat("*/", max(i, 0)) + data.When(parts[max(i, 0)] == gpu, gpu).Or("*"+gpu+"*") + data.When(i < len(parts)-1, "/**").Or("")
}

// rowsBy has the columns of samples as an entry of rows leads to them.
func (d *draft) rowsBy(entry Rows) *draft {
	own := &draft{form: d.form, files: d.files, columns: map[string]*column{}}
	for _, s := range d.samples {
		if _, isTable := s.value.(record); isTable {
			return d
		}
		for _, row := range rowsAt(s.value, rowRoute(entry.At)) {
			own.leaves("", row.value, 0)
		}
	}
	return own
}

// mostUnread are the numbers that a draft names, which a built-in declaration does not read.
const mostUnread = 10

// unread says which numbers a shipped declaration leaves unread, though they look like what boards compare: fields for those of
// energy and power and for the number of GPUs, and the names of others.
func (b *Benchmark) unread(d *draft) string {
	fields, _ := guess(d.order, d.columns)
	fields = lists.Filter(fields, func(f guessed) bool { return f.of != nil && f.of.values > 0 && !b.readsColumn(f.paths[0]) })
	name, empty := b.schema.Name, func(f data.Field, is bool) bool { return is && f.Value == "" && len(f.From) == 0 }
	recorded, whole := empty(b.schema.Field(Power{}.field())), wholeEnergy(fields)
	var lines, others []string
	base := func(path string) string {
		_, path = called(path)
		return clues().OfSeveral.ReplaceAllString(path, ".")
	}
	told := lists.By(lists.Filter(d.order, b.readsColumn), func(path string) (string, bool) { return base(path), true })
	watts, joules := "", ""
	for i, f := range fields {
		rival, is := b.schema.The(f.Role)
		switch {
		case !f.electric() && !f.timed():
			continue
		case told[base(f.paths[0])] && i != whole: // a statistic of what is told
			continue
		case !f.electric() || !f.plain():
			others, told[base(f.paths[0])] = append(others, f.paths[0]), true
			continue
		case i == whole && recorded:
			f.name, f.kind, f.in, f.unit, f.Role = Power{}.field(), "", cmp.Or(f.in, f.unit), "J", ""
		case empty(rival, is):
			f.name = rival.Name
		case is:
			f.Role = ""
		}
		for b.schema.Has(f.name) && !empty(b.schema.Field(f.name)) {
			f.name += "_2"
		}
		watts = cmp.Or(watts, data.When(f.Role == data.RolePower || unit(f.unit).Fits(watt), f.name).Or(""))
		joules = cmp.Or(joules, data.When(i == whole, f.name).Or(""))
		lines, told[base(f.paths[0])] = append(lines, f.line()), true
	}
	computed := func(is bool, field, format string, parts ...any) {
		if is && !slices.Contains(parts, any("")) {
			lines, is = append(lines, "- {name: "+field+", value: "+fmt.Sprintf(format, parts...)+"}\n"), false
		}
	}
	if recorded {
		computed(joules == "", Power{}.field(), "%s * %s", watts, name(data.RoleDuration))
	} else if name(data.RoleEnergy) == "" {
		computed(joules != "", "energy_per_token, role: energy", "%s / %s", joules, name(data.RoleOutputTokens))
		computed(joules == "", "energy_per_token, role: energy", "%s / %s", watts, name(data.RoleThroughput))
	}
	text := ""
	if len(lines) > 0 {
		text = fmt.Sprintf("# not sure: %s does not read these numbers of energy, power or GPUs. If they are those of the whole run and of all GPUs, add:\n"+
			"# fields:\n# %s", b.Benchmark, strings.Join(lines[:min(len(lines), mostUnread)], "# "))
	}
	if more := len(others) - mostUnread; len(others) > 0 {
		text += fmt.Sprintf("# %s does not read %s%s; to show one, declare it under “fields”\n", b.Benchmark,
			strings.Join(others[:min(len(others), mostUnread)], ", "), data.When(more > 0, fmt.Sprintf(" and %d more numbers", more)).Or(""))
	}
	return text
}

// electric reports whether a field is a number of energy or power, or of the GPUs.
func (f guessed) electric() bool {
	named := f.unit == "" && (clues().Energy.MatchString(f.name) || clues().Power.MatchString(f.name))
	number := f.kind != "text?" && f.kind != "flag?" || f.of.all("unit") || f.of.all("keys")
	return number && (named || data.OfEnergy(f.unit) || slices.Contains([]data.Role{data.RoleGPUs, data.RolePower, data.RoleEnergy}, f.Role))
}

// plain reports whether a field is neither of a part of the machine or of the run nor a statistic of several values.
func (f guessed) plain() bool {
	return slices.Contains([]string{"", "total"}, otherWord(f.name)) && !clues().Parts.MatchString(f.name) && !clues().Several.MatchString(f.name) &&
		!unit(f.unit).Fits(unit("token/J"))
}

// timed reports whether a field is a time or a rate of tokens.
func (f guessed) timed() bool {
	of := []data.Role{data.RoleThroughput, data.RoleLatency}
	u := unit(f.unit)
	return slices.Contains(append(of, percentiles...), f.Role) || u.Fits(unit("s")) || u.Fits(unit("token/s"))
}
