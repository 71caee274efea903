package declared

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/recording"
	"github.com/jouleboard/jouleboard/internal/instants"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// drafts are the shapes of the files that one declaration describes.
type drafts struct {
	dir     string
	files   int
	shapes  []*draft
	whole   bool // they are all that a directory has
	shipped []*Benchmark
	unread  []string
	cause   error    // of the first of them
	texts   []string // that only “lines” reads
	// strange are of a format that is not read, or links.
	strange []string
}

// add puts a file to those of its shape: the same format and rows, and half of the columns.
func (d *drafts) add(one *draft) {
	if s, is := lists.Find(d.shapes, func(s *draft) bool { return s.form == one.form && s.like(one) && s.sameRuns(one) == "" }); is {
		s.join(one)
		return
	}
	d.shapes = append(d.shapes, one)
}

// like reports whether two files share at least half of their columns.
func (d *draft) like(o *draft) bool {
	both := lists.Count(o.order, func(path string) bool { return d.columns[path] != nil })
	return 2*both >= len(d.order)+len(o.order)-both
}

func (d *draft) join(o *draft) {
	d.files, d.rows = append(d.files, o.files...), d.rows+o.rows
	d.samples = append(d.samples, o.samples...)
	for _, path := range o.order {
		c, n := d.columns[path], o.columns[path]
		if c == nil {
			d.columns[path] = n
			d.order = append(d.order, path)
			continue
		}
		for i, more := range n.of {
			c.of[i] += more
		}
		c.varies = c.varies || n.varies || c.example != n.example
		c.values, c.least, c.most = c.values+n.values, min(c.least, n.least), max(c.most, n.most)
		c.missing = lists.Distinct(append(c.missing, n.missing...))
		c.state(n.stated...)
	}
}

// rows writes an entry for each shape, and gives the fields of all.
func (d *drafts) rows(w *bytes.Buffer) (fields []guessed, remarks []string) {
	with, beside := d.beside()
	remark := func(is bool, format string, args ...any) bool {
		if is {
			remarks = append(remarks, fmt.Sprintf(format, args...))
		}
		return is
	}
	var joins []string
	for k, base := range beside {
		joins = append(joins, fmt.Sprintf("%s: {file: %s}", base, scalar(path.Base(d.shapes[k].files[0]))))
	}
	slices.Sort(joins)
	for i, s := range d.shapes {
		own, notes := guess(s.order, s.columns)
		recording := d.recording(i, own)
		if remark(recording != "" && len(d.shapes) > 1, "%s", recording) {
			continue
		} else if recording != "" {
			fmt.Fprintf(w, "# not sure: %s below the rows of a table of runs: these rows are none\n", recording)
		}
		if base, is := beside[i]; is {
			fields = merged(fields, prefixed(own, base+":"))
			continue
		}
		remarks = append(remarks, notes...)
		remark(s.below != "", "%s: %s", s.files[0], s.below)
		remark(s.more > 0, "only %d of %d columns of %s were looked at", len(s.order), len(s.order)+s.more, s.files[0])
		for _, before := range d.shapes[:i] {
			same := before.sameRuns(s)
			remark(same != "", "%s", same)
		}
		pivot := s.pivoted()
		remark(pivot != "", "does each row state one metric of a run? Then write “%s” under rows; the path to a value is then METRIC.COLUMN", pivot)
		isModel := func(f guessed) bool { return f.Role == data.RoleModel }
		remark(s.format == "md" && !slices.ContainsFunc(own, isModel), "what stands around the tables of %s is not read: if a heading names the model or the GPU, "+
			"write it into a column", s.files[0])
		all, _, isNested := strings.Cut(strings.Join(s.order, "\n"), ".*.*.")
		remark(isNested && s.at == "", "are the objects at %s.*.* rows? Then write “at: \"%[1]s.*.*\"” under rows; “from: [\"key:\"]” is the key of "+
			"one, and “up:key:” that around it", all[strings.LastIndex(all, "\n")+1:])
		fmt.Fprintf(w, "- {%s}\n", listed(
			"files: "+quoted(d.patterns(i)),
			when(s.format == "jsonl" && path.Ext(s.files[0]) != ".jsonl", "format: jsonl"),
			when(s.format == "csv" && slices.ContainsFunc(s.files, func(name string) bool { return path.Ext(name) != ".csv" }), "format: csv"),
			when(s.at != "", "at: "+strconv.Quote(s.at)),
			when(s.separator != "", "separator: "+strconv.Quote(s.separator)),
			when(s.decimal != "", "decimal: "+strconv.Quote(s.decimal)),
			when(s.header > 0, "header: "+strconv.Itoa(s.header)),
			when(len(s.missing()) > 0, "missing: "+quoted(s.missing())),
			when(i == with, "join: {"+listed(joins...)+"}"),
		))
		around := func(is bool, name, from, match, unsure string) {
			if is {
				own = append(own, guessed{name: name, paths: []string{from}, match: match, unsure: unsure})
			}
		}
		around(len(distinct(s.files, path.Base)) > 1, "file_name", "path:", `([^/]+)\.[a-z]+$`,
			"the name of the file, such as "+path.Base(s.files[0])+": does it state a setting, such as the batch size?")
		around(strings.HasSuffix(s.at, ".*"), "key", "key:", "",
			"the key of the row: if it states the batch size, add “role: batch” and “match: '([0-9]+)$'”")
		for level := range mostFolders { // above the file
			dirs := lists.Map(s.files, func(name string) []string { return strings.Split(strings.Repeat("/", mostFolders)+path.Dir(name), "/") })
			folders := lists.Ascending(lists.Map(dirs, func(dir []string) string { return dir[len(dir)-1-level] }))
			around(len(folders) > 1 && (level == 0 || folders[0] != ""), "run_folder"+[mostFolders]string{"", "_2", "_3", "_4"}[level], "path:",
				"([^/]+)"+strings.Repeat("/[^/]+", level+1)+"$", "the folder of the run, such as "+folders[0]+": does it name a model, a task or a repeat?")
		}
		fields = merged(fields, own)
	}
	remark(len(d.texts) > 0, "%s not read, such as %s: if a row needs it, join it with “lines”: “join: {log: {file: …, lines: [...]}}”",
		countedThat(len(d.texts), "text", "is", "are"), cmp.Or(d.texts...))
	remark(d.files >= mostDescribed, "only the first %d files were looked at", mostDescribed)
	remark(len(d.unread) > 0, "%s cannot be read as rows, such as %s", units.Counted(len(d.unread), "file"), path.Base(cmp.Or(d.unread...)))
	remark(len(d.strange) > 0, "%s not read, such as %s: %s",
		countedThat(len(d.strange), "other file", "is", "are"), cmp.Or(d.strange...), howRead(d.strange))
	return fields, remarks
}

// mostFolders above a file are looked at: of model, task, setting and repeat.
const mostFolders = 4

// missing are texts that columns of numbers have in place of some.
func (d *draft) missing() []string {
	numbers := lists.Filter(d.order, func(path string) bool { return d.columns[path].values > 0 && d.columns[path].all("number") })
	return lists.Distinct(lists.FlatMap(numbers, func(path string) []string { return d.columns[path].missing }))
}

// recording asks whether the files of a shape are recordings of power, and says how they are read; "" for other files.
func (d *drafts) recording(i int, fields []guessed) string {
	s := d.shapes[i]
	how := s.recording(fields, len(d.shapes) == 1)
	more := when(len(s.files) > 1, fmt.Sprintf(", and are %d more files", len(s.files)-1))
	readable := s.kind != "" || s.format == "csv" && s.separator == "" || strings.HasPrefix(how, "kind: prometheus")
	return when(how != "", fmt.Sprintf("is %s a recording of power%s? Then %swrite “power: [{files: %s, %s, clock: UTC}]”", s.files[0], more,
		when(!readable, "save it as CSV with commas, and "), quoted(d.patterns(i)), how))
}

// recording is how power is read from files that are a time series of it, "" for other files.
func (d *draft) recording(fields []guessed, alone bool) string {
	if c := d.columns["data.resultType"]; c != nil && c.example == "matrix" {
		return seriesOf(cmp.Or(d.columns["data.result.0.metric.__name__"], &column{}).example)
	}
	if d.kind != "" {
		return "kind: " + d.kind
	}
	kinds := recording.Kinds()
	time, watts, milli, counter, device := "", "", "", "", ""
	for _, f := range fields {
		switch u := unit(f.unit); {
		case f.value != "": // no column
		case f.Role == data.RoleDuration && f.of.all("rising"), f.Role == "" && (clues().Time.MatchString(f.paths[0]) || clues().Time.MatchString(f.name)):
			time = f.paths[0]
		case !slices.Contains([]data.Role{"", data.RoleGPU, data.RolePower}, f.Role):
			return ""
		case f.Role == data.RolePower || f.kind == "number?" && (u.Fits(watt) || u.Factor == 0 && clues().Power.MatchString(f.name)):
			if watts == "" || f.Role == data.RolePower || clues().Total.MatchString(f.name) {
				watts, milli = f.paths[0], when(f.unit == "" && f.of.least >= leastMilli, ", unit: mW")
			}
		case clues().Device.MatchString(f.name) && f.of.most < mostOfDevice:
			device = ", device: " + scalar(f.paths[0])
		case f.Role == "" && u.Fits(joule):
			counter = cmp.Or(counter, f.paths[0])
		}
	}
	kind, is := lists.Find(sortedKeys(kinds), func(kind string) bool {
		return d.columns[kinds[kind].Time] != nil && d.columns[kinds[kind].Watts] != nil
	})
	switch c := d.columns[cmp.Or(kinds[kind].Time, time)]; {
	case c == nil || alone && !(c.values >= recording.FewestSamples && instants.Steps(c.example, c.last, c.values)):
		return ""
	case is:
		return "kind: " + kind
	case watts != "":
		return fmt.Sprintf("kind: table, time: %s, watts: %s%s%s", scalar(time), scalar(watts), milli, device)
	case counter != "" && len(d.order) <= mostOfCounter:
		return fmt.Sprintf("kind: table, time: %s, watts: %s, counter: %s%s", scalar(time), scalar(counter), unitOf(counter), device)
	}
	return ""
}

// seriesOf is how the answer of Prometheus is read that has a series of this name, "" for one of another quantity.
func seriesOf(metric string) string {
	name := slug(metric)
	return cmp.Or(when(clues().Energy.MatchString(name), "kind: prometheus, counter: "+cmp.Or(unitOf(metric), "mJ")),
		when(metric == "" || clues().Power.MatchString(name), "kind: prometheus"))
}

// A power without a unit that is never below leastMilli is in mW; a number of mostOfDevice and more tells no device of a machine.
const leastMilli, mostOfDevice = 2000, 16

// mostOfCounter are the columns of a recording of a counter: results have more.
const mostOfCounter = 4

// pivoted is how rows that state one metric each are joined, "" for others.
func (d *draft) pivoted() string {
	var texts, values []string
	for _, path := range d.order {
		switch name, c := slug(path), d.columns[path]; {
		case c.values > 0 && c.kind() == "text?" && clues().Metric.MatchString(name):
			texts = append(texts, path)
		case c.kind() != "text?" && clues().Value.MatchString(name):
			values = append(values, path)
		}
	}
	if len(texts) != 1 || len(values) == 0 || len(values) == 1 && slug(values[0]) != "value" && slug(values[0]) != "performance" {
		return ""
	}
	differ := lists.Filter(d.order, func(path string) bool { return slug(path) == "unit" || slug(path) == "units" })
	return fmt.Sprintf("pivot: {by: %s, values: [%s]%s}", scalar(texts[0]), listed(lists.Map(values, scalar)...),
		when(len(differ) > 0, ", differ: ["+listed(lists.Map(differ, scalar)...)+"]"))
}

// merged are fields with those of another shape: one of the same role and unit, or name, has both columns.
func merged(fields, more []guessed) []guessed {
	for _, f := range more {
		i := slices.IndexFunc(fields, func(o guessed) bool { return o.Role == f.Role && f.Role != "" || o.name == f.name })
		switch {
		case i < 0:
			fields = append(fields, f)
		case fields[i].unit != f.unit || fields[i].in != f.in || fields[i].Role != f.Role && f.Role != "" || f.value != "" || fields[i].match != f.match:
			f.name, f.unsure = f.name+"_"+strconv.Itoa(len(fields)), "other files have "+fields[i].name+" in another unit or role"
			f.Role = ""
			if f.value == "" {
				fields = append(fields, f)
			}
		default:
			if f.joined != fields[i].joined { // one row has both
				fields[i].unsure = cmp.Or(fields[i].unsure, "the first that a row has counts: are both the same?")
			}
			fields[i].paths = lists.Distinct(append(fields[i].paths, f.paths...))
		}
	}
	return fields
}

// prefixed are fields of a file that is joined.
func prefixed(fields []guessed, prefix string) []guessed {
	read := lists.Filter(fields, func(f guessed) bool { return f.value == "" })
	return lists.Map(read, func(f guessed) guessed {
		f.paths, f.joined = lists.Map(f.paths, func(p string) string { return prefix + p }), true
		return f
	})
}

// sameRuns asks whether the rows of another file are of the same runs: each has columns of its own, and the first of both agree, one by one,
// in others that vary. It is "" for other files.
func (d *draft) sameRuns(o *draft) string {
	lacks := func(a, b *draft) bool {
		return slices.ContainsFunc(a.order, func(path string) bool { return b.columns[path] == nil })
	}
	if !lacks(d, o) || !lacks(o, d) || len(d.files)+len(o.files) > 2 || len(d.samples) < 2 || len(d.samples) != len(o.samples) || d.at+o.at != "" {
		return ""
	}
	text := func(row any, path string) string { return data.Text(at(row, path)) }
	shared := lists.Filter(d.order, func(path string) bool {
		agrees := func(i int) bool { return text(d.samples[i], path) == text(o.samples[i], path) }
		return o.columns[path] != nil && d.columns[path].varies && lists.All(lists.Indices(len(d.samples)), agrees)
	})
	if len(shared) == 0 {
		return ""
	}
	key, found := lists.Find(shared, func(path string) bool {
		return len(lists.Distinct(lists.Map(d.samples, func(row any) string { return text(row, path) }))) == len(d.samples)
	})
	name := path.Base(o.files[0])
	return fmt.Sprintf("does %s have the same runs as %s? They agree in %s. %sjoin it there, “join: {%s: {file: %s, by: %s}}”, "+
		"and read its columns by “%[5]s:COLUMN”",
		o.files[0], d.files[0], strings.Join(shared, ", "), data.When(found, "Then ").Or("Then write a column that tells all rows apart into both, and "),
		slug(strings.TrimSuffix(name, path.Ext(name))), scalar(name), scalar(cmp.Or(key, "COLUMN")))
}

// beside are the shapes whose one file lies beside each file of one with results, or the only one of all: configurations, by their names.
func (d *drafts) beside() (of int, names map[int]string) {
	dirs := lists.Map(d.shapes, func(s *draft) []string { return distinct(s.files, path.Dir) })
	for i, s := range d.shapes {
		if !s.measured() {
			continue
		}
		names = map[int]string{}
		for k, o := range d.shapes {
			bases := distinct(o.files, path.Base)
			if k != i && o.format == "json" && o.rows == len(o.files) && !o.measured() && len(bases) == 1 && slices.Equal(dirs[i], dirs[k]) {
				names[k] = slug(strings.TrimSuffix(bases[0], path.Ext(bases[0])))
			}
		}
		if len(names) > 0 {
			return i, names
		}
	}
	return -1, nil
}

// measured reports whether files contain results.
func (d *draft) measured() bool {
	fields, _ := guess(d.order, d.columns)
	return slices.ContainsFunc(fields, func(f guessed) bool {
		return slices.Contains(append(data.LatencyRoles, data.RoleEnergy, data.RolePower, data.RoleThroughput, data.RoleLatency, data.RoleAccuracy), f.Role)
	})
}

// patterns are those of a shape's files that fit no file of another.
func (d *drafts) patterns(i int) []string {
	files := slices.Sorted(slices.Values(d.shapes[i].files))
	bases := distinct(files, path.Base)
	candidates := []string{path.Join(path.Dir(files[0]), "*"+path.Ext(files[0])), "**/*" + path.Ext(files[0])}
	if len(bases) == 1 {
		candidates = []string{"*/" + bases[0], "**/" + bases[0]}
	}
	if len(files) == 1 || !d.whole && len(distinct(files, path.Dir)) == 1 && len(files) <= 20 {
		return files
	}
	for _, pattern := range candidates {
		g := filetree.Glob(pattern)
		matches := lists.Sum(d.shapes, func(s *draft) int { return lists.Count(s.files, g.MatchString) })
		if matches == len(files) && lists.All(files, g.MatchString) && lists.Count(d.unread, g.MatchString) == 0 {
			return []string{pattern}
		}
	}
	return files
}

// others tells of the shapes besides that of a built-in declaration.
func (d *drafts) others(known int, b *Benchmark) (text []byte) {
	for i, s := range d.shapes {
		fields, _ := guess(s.order, s.columns)
		switch how := d.recording(i, fields); {
		case i == known || lists.All(s.files, b.attached):
		case how != "":
			text = fmt.Appendf(text, "# not sure: %s\n", how)
		default:
			text = fmt.Appendf(text, "# not sure: %s with another format, such as %s, not described here; move results of another benchmark to a directory of their own\n",
				countedThat(len(s.files), "file", "is", "are"), s.files[0])
		}
	}
	return text
}

// distinct are the different parts of paths, in order.
func distinct(files []string, part func(string) string) []string {
	return lists.Ascending(lists.Map(files, part))
}

// when is a text where it holds.
func when(is bool, text string) string { return data.When(is, text).Or("") }

// listed are the parts of a mapping or a list in one line of a draft, without those that are empty.
func listed(parts ...string) string { return strings.Join(lists.NonZero(parts), ", ") }

// quoted is a list of texts in a draft.
func quoted(texts []string) string { return "[" + listed(lists.Map(texts, strconv.Quote)...) + "]" }

// line is the field in a draft.
func (f guessed) line() string {
	if f.value != "" {
		return fmt.Sprintf("- {name: %s, role: %s, value: %s} # not sure: %s\n", f.name, f.Role, f.value, f.unsure)
	}
	u, known := data.ParseUnit(f.unit)
	usual, is := data.ParseUnit(data.UsualUnit(f.Role))
	parts := listed(
		"name: "+f.name,
		when(f.Role != "", "role: "+string(f.Role)),
		when(f.Role == "" && f.kind != "" && f.kind != "text?", "type: "+strconv.Quote(f.kind)),
		when(f.Role == "" && f.unit != "" || f.Role != "" && known && is && !u.Fits(usual), "unit: "+scalar(f.unit)),
		when(f.unit != "" && f.in != "" && f.in != f.unit, "in: "+scalar(f.in)),
		when(f.Role != "" && f.converted(), "in: "+scalar(f.unit)),
		when(len(f.paths) != 1 || f.paths[0] != f.name, "from: "+quoted(f.paths)),
		when(f.match != "", "match: '"+f.match+"'"),
	)
	return "- {" + parts + "}" + when(f.unsure != "", " # not sure: "+f.unsure) + "\n"
}

// lawOf is, for a draft, the law that relates energy, throughput and power if all are those of one server's output.
func lawOf(fields []guessed) string {
	names := map[data.Role]string{}
	for _, f := range fields {
		if u, _ := data.ParseUnit(f.unit); f.value == "" && !clues().Scope.MatchString(f.name+" "+f.unit) && u.Factor > 0 {
			names[f.Role] = f.name
		}
	}
	energy, throughput, power := names[data.RoleEnergy], names[data.RoleThroughput], names[data.RolePower]
	return when(energy != "" && throughput != "" && power != "", fmt.Sprintf("laws: # rows that break a law are left out\n- {code: energy-power, "+
		"equal: [%s × %s, %s], within: 0.05} # not sure: do all three refer to the same GPUs and the same period?\n", energy, throughput, power))
}
