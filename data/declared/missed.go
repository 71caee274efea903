package declared

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/internal/textlog"
	"github.com/jouleboard/jouleboard/units"
)

// missed tells the fields of the contributor's own declaration that no file states, once for all rows that lack one. What may
// stand in a file that cannot be read is not missed; nor, if some rows were refused, what may stand in those, unless it is misspelled.
func (l *loader) missed(refused bool) {
	unread := slices.ContainsFunc(l.patterns, func(m *mentioned) bool { return m.unread && m.kept == 0 })
	header := false // it is told that it has several lines
	for _, f := range l.fields {
		line, own := l.own[f.Name]
		if !own || l.found[f.Name] || f.value != nil || l.made(f.Name) || l.in.Len() == 0 && f.Nullable || unread {
			continue
		}
		why, misspelled := l.why(f, lack{entries: l.Rows, columns: slices.Concat(l.columns, l.beside)}, "or remove the field")
		p := data.Problem{File: Name, Row: line, Lines: true, Field: f.Name, Message: why, Follows: l.joinless(f)}
		l.in.Problems = slices.DeleteFunc(l.in.Problems, func(o data.Problem) bool {
			is := o.Field == f.Name && strings.HasPrefix(o.Message, isMissing)
			p.LeftOut += lists.One(is)
			return is
		})
		p.Message += when(p.LeftOut > 0, "; "+units.Counted(p.LeftOut, "row")+" left out")
		if strings.HasSuffix(why, twoLines) {
			p.Follows, header = p.Follows || header, true
		}
		switch {
		case p.Follows && len(l.faults) > 0:
		case refused && p.LeftOut == 0 && !strings.Contains(why, "did you mean"):
		case f.Nullable && misspelled && l.ranks(f.Name): // rows would be ranked without it
			l.faults.Add("", line, "%s: %s", f.Name, p.Message)
		case f.Nullable && !l.joinless(f) || p.LeftOut > 0:
			l.note(p)
		}
	}
}

// lack is where no row states a field: the entries of rows, their files, and the columns of these.
type lack struct {
	entries []Rows
	files   []string
	columns []string
}

// no is “no row”, and of which files.
func (k lack) no(what string) string {
	more := len(k.files) - 1
	what = strings.Join(append([]string{what}, k.files[:min(len(k.files), 1)]...), " of ")
	return "no " + what + when(more > 0, " and "+units.Counted(more, "more file"))
}

// group is that of a pattern of lines which a field reads, "" if it reads none.
func (k lack) group(f *reading) string {
	patterns := fmt.Sprint(lists.Map(k.entries, func(r Rows) []string { return r.Lines }))
	group, _ := lists.Find(f.paths, func(path string) bool { return strings.Contains(patterns, "(?P<"+path+">") })
	return group
}

// lacks notes the fields that a file does not state.
func (l *loader) lacks(plan []*step, name string, entry int, t table) {
	of := l.patterns[entry]
	of.kept++
	if c, is := t.(*cells); is && c.log != nil {
		of.rows += c.log.Rows
		l.strange(c.log.Odd, plan, name, of)
	}
	reads := func(s *step) bool {
		return s.found && s.value == nil && s.fixed == nil && !strings.Contains(s.froms[0], ":")
	}
	if !slices.ContainsFunc(plan, reads) {
		of.strays = append(of.strays, name)
	}
	for _, s := range plan {
		timed := slices.Contains(data.LatencyRoles, s.Role) && headerOf(t) == nil
		if (s.own || timed) && !s.found && s.value == nil && !l.made(s.Name) {
			of.lacking[s.Name] = lack{l.Rows[entry : entry+1], append(of.lacking[s.Name].files, name), headerOf(t)}
		}
	}
}

// strange tells settings that lines state twice, in a row or of all and then in one, and lines that only begin as a pattern does; it
// keeps the rows in which results are stated twice.
func (l *loader) strange(odd textlog.Odd, plan []*step, name string, of *mentioned) {
	var twice bool
	note := func(line int, field, format string, args ...any) {
		l.note(data.Problem{File: name, Row: line, Lines: true, Field: field, Message: fmt.Sprintf(format, args...)})
	}
	for _, s := range plan {
		for _, from := range s.froms {
			r, misfit, called := odd.Repeats[from], odd.Misfits[from], data.ClipName(from)
			isTold := func(p data.Problem) bool { return p.File == name && p.Row == misfit.Line && p.Lines }
			if misfit.Line > 0 && s.own && s.found && !l.optional(s.reading) && !slices.ContainsFunc(l.problems, isTold) {
				note(misfit.Line, s.Name, "%q begins as the pattern of “lines” with the group %s, but does not match it; correct the line, or the pattern",
					data.ClipName(misfit.Text), called)
			}
			switch {
			case r.First.Line == 0 || !s.own || !s.Key || r.Common && (twice || !odd.Inherited[from]):
			case r.Common:
				note(r.Again.Line, s.Name, "%s is %s, but line %d, before the first row, has %s for all; split the file if it is two in one, "+
					"or narrow the pattern of %[1]s", called, data.ClipName(r.Again.Text), r.First.Line, data.ClipName(r.First.Text))
			case !l.told(s.Name):
				of.mixed = true
				l.tell(l.own[s.Name], s.Name, "lines: %s is %s in line %d, then %s in line %d, in one row of %s; "+
					"put the pattern first that begins each row, or narrow that of %[1]s",
					called, data.ClipName(r.First.Text), r.First.Line, data.ClipName(r.Again.Text), r.Again.Line, name)
			}
			twice = twice || r.First.Line > 0 && s.own && s.Key
		}
	}
	of.doubles += odd.Doubles
	for _, r := range odd.Doubled {
		if !twice && len(of.doubled) < textlog.MostDoubled {
			of.doubled = append(of.doubled, data.Problem{File: name, Row: r.Again.Line, Lines: true, Message: fmt.Sprintf(
				"%s is %s, but %s in line %d of the same row, and more is stated twice, unlike in most rows: "+
					"is the line missing that begins a row? Add it, or correct the first pattern of “lines”",
				data.ClipName(r.Group), data.ClipName(r.Again.Text), data.ClipName(r.First.Text), r.First.Line)})
		}
	}
}

// seen notes which fields a row states that is left out.
func (l *loader) seen(plan []*step) {
	for _, s := range plan {
		if !s.found && s.value == nil && !l.made(s.Name) {
			v, err := s.stated()
			s.found = v != nil || err != nil
		}
	}
}

// below is what may be written where a value is missing below another one, as in cells that “down” fills; "" if it may be.
func (l *loader) below(s *step, header, down []string) string {
	column, is := lists.Find(s.froms, func(from string) bool { return slices.Contains(header, from) })
	switch {
	case !s.own || s.fixed != nil || strings.Contains(s.paths[0], ":") || !slices.Contains(tellApart, s.Role) || l.optional(s.reading):
		return ""
	case !is || len(down) == 0:
		return s.unknown()
	}
	return fmt.Sprintf("write “down: [%s]” if its cells are merged; otherwise %s", strings.Join(append(slices.Clip(down), column), ", "), s.unknown())
}

// tellApart are the roles that every measured run has a value of.
var tellApart = []data.Role{data.RoleGPU, data.RoleGPUs, data.RoleBatch, data.RolePrecision}

// lost tells the fields that some files state and others do not, unless that is normal: of a file, if they tell configurations
// apart, of the lesser part of an entry's files, if they rank, or if these have another column that no field reads, and of all, also those
// that have several paths, or are in its patterns of lines.
func (l *loader) lost() {
	for i, of := range l.patterns {
		if 2*of.doubles < of.rows {
			l.problems = append(l.problems, of.doubled...)
		}
		n := len(of.strays) * lists.One(len(of.strays) < of.kept && l.states("rows"))
		l.tellIf(n > 0, l.written.At("rows", i, "files").Line, "", "rows: files: %s, such as %s, %s no value that a field reads; "+
			"narrow the pattern, or name them under “but”", units.Counted(n, "file"), strings.Join(of.strays[:min(n, 1)], ""),
			map[bool]string{true: "has", false: "have"}[n == 1])
	}
	for _, f := range l.fields {
		for _, of := range l.patterns {
			k := of.lacking[f.Name]
			prefix, _, _ := strings.Cut(f.paths[0], ":")
			isEmpty := func(path string) bool { return slices.Contains(l.sampled(k.files[0]).order, path) }
			if rare := 2*len(k.files) < of.kept; rare && len(k.files) > 0 && k.columns == nil && slices.Contains(data.LatencyRoles, f.Role) &&
				l.found[f.Name] && !l.joins(prefix) && slices.ContainsFunc(f.paths, isEmpty) {
				l.note(data.Problem{File: k.files[0], Field: f.Name, Message: "has no number, such as null or NaN, unlike in most files" +
					when(len(k.files) > 1, "; so it is in "+units.Counted(len(k.files)-1, "more file")) + ": such runs meet no deadline; correct it, or measure again"})
				continue
			}
			all, metric := len(k.files) == of.kept, leads(l.schema.Board.Primary, f.Name, l.operands, map[string]bool{}) != nil
			ranks := all && f.Role != "" && len(f.paths) > 1 || metric && (all || 2*len(k.files) < of.kept)
			news := k.files != nil && l.own[f.Name] > 0 && l.found[f.Name] && !l.joins(prefix) && !l.told(f.Name)
			isNew := func(column string) bool { return !l.reads(column) && !slices.Contains(l.keysOf(), column) }
			renamed := news && slices.Contains(exclusive, f.Role) && 2*len(k.files) < of.kept && slices.ContainsFunc(l.sampled(k.files[0]).order, isNew)
			if news && (all && k.group(f) != "" || (ranks || renamed || slices.Contains(tellApart, f.Role)) && !l.optional(f)) {
				why, _ := l.why(f, k, f.unknown())
				l.tell(l.own[f.Name], f.Name, "%s", why)
			}
		}
	}
}

// unknown says what is written where a field is unknown.
func (r *reading) unknown() string {
	return fmt.Sprintf("state it under “set”, or, if it is unknown there, write “type: %s?%s”", []string{"text", "whole", "number", "flag"}[r.Kind],
		map[bool]string{true: ", is: [key]"}[r.Key])
}

// optional reports whether a value may be missing, as the declaration says itself, by the type or by an expression with another one
// in its place, or a built-in one knows.
func (l *loader) optional(f *reading) bool {
	of, _ := lists.Find(l.written.At("fields").Items, func(n *yamltree.Node) bool { return n.At("name").Text == f.Name })
	return strings.HasSuffix(of.At("type").Text, "?") || l.Benchmark.Benchmark != "" && !of.Has("from") || slices.ContainsFunc(l.fields, func(o *reading) bool {
		return slices.Contains(l.operands[o.Name], f.Name) && (strings.Contains(o.Value, "??") || strings.Contains(o.Value, "nil"))
	})
}

// twoLines is the remedy where a header of several lines is read as one of fewer.
const twoLines = "“header: 2” under rows joins the lines of a header by “ / ”"

// isMissing begins what is said of a row that lacks a value.
const isMissing = "is missing; looked at "

var unclosed = regexp.MustCompile(`^(\w+)\((.*?)(\)?)$`)

// ranks reports whether boards rank by a field or what is computed from it, or tell configurations
// apart by it.
func (l *loader) ranks(name string) bool {
	return leads(l.schema.Board.Primary, name, l.operands, map[string]bool{}) != nil || slices.Contains(l.schema.Keys(), name)
}

// joinless reports whether a field is read from a joined file in which no row finds one, which is told itself.
func (l *loader) joinless(f *reading) bool {
	prefix, _, _ := strings.Cut(f.paths[0], ":")
	return l.joins(prefix) && !l.matched[prefix]
}

// keysOf are the paths to values in the first of some files, or of all of rows, where no header names them.
func (l *loader) keysOf(files ...string) []string {
	name, _ := lists.Find(l.all, func(name string) bool {
		return len(l.columns) == 0 && l.entryOf(name) >= 0 || slices.Contains(files, name)
	})
	return l.sampled(name).order
}

const mostHinted = 3000 // columns of a file, which are looked at for hints

// firstRows are the columns of the first file of rows.
func (l *loader) firstRows() *draft {
	first, _ := lists.Find(l.all, func(name string) bool { return l.entryOf(name) >= 0 })
	return l.sampled(first)
}

// sampled are the columns of the first rows of a file, none of "".
func (l *loader) sampled(name string) *draft {
	if l.samples[name] == nil {
		l.samples[name] = &draft{columns: map[string]*column{}, room: mostHinted}
		if name != "" {
			_ = l.samples[name].sample(filepath.Join(l.tree.Root().Name(), name), Rows{}) // without them, there is no hint
		}
	}
	return l.samples[name]
}

// why says what no row has, and what was probably meant; misspelled if its path is at fault. or is another remedy than to correct
// the path.
func (l *loader) why(f *reading, in lack, or string) (message string, misspelled bool) {
	paths := data.ClipName(strings.Join(f.paths, ", "))
	if example := l.unmatched[f.Name]; example != "" && f.Item > 0 && f.match == nil {
		return fmt.Sprintf("no value at %s has an element %d, such as %q; correct “item”, or remove it", paths, f.Item, data.ClipName(example)), false
	} else if example != "" {
		return fmt.Sprintf("no value at %s matches “match: %s”, such as %q; correct “match”", paths, data.ClipName(f.Match), data.ClipName(example)), false
	}
	columns := slices.DeleteFunc(lists.Distinct(append(in.columns, l.keysOf(in.files...)...)), func(c string) bool { return c == f.paths[0] || c == "" })
	isRead := func(c string) bool { // as what it is
		return strings.ContainsAny(c, " _.") && slices.ContainsFunc(l.fields, func(o *reading) bool { return o.value == nil && o.paths[0] == c })
	}
	prefix, rest, named := strings.Cut(f.paths[0], ":")
	hint := nearest.Hint(f.paths[0], lists.Ascending(slices.DeleteFunc(slices.Clone(columns), isRead)))
	if named && slices.Contains(own, prefix) {
		hint = cmp.Or(hint, when(strings.HasPrefix(rest, prefix+":"), fmt.Sprintf("; did you mean %q?", rest)))
	} else if named && !l.joins(prefix) {
		names := lists.FlatMap(l.Rows, func(r Rows) []string { return append(sortedKeys(r.Join), own...) })
		hint = cmp.Or(hint, nearest.Hint(f.paths[0], lists.Map(names, func(name string) string { return name + ":" + rest })))
	}
	call := unclosed.FindStringSubmatch(f.paths[0])
	isColumn := func(path string) bool { return l.headed[path] }
	misspelled = hint != "" && len(l.columns) > 0 && !slices.ContainsFunc(f.paths, isColumn)
	joined, below, dotted := strings.Cut(f.paths[0], ".")
	ofHeader, isBelow := lists.Find(columns, func(column string) bool { return strings.HasPrefix(column, f.paths[0]+" / ") })
	rowsAt, isRows := lists.Find(columns, func(column string) bool { return strings.HasSuffix(column, "*."+f.paths[0]) })
	first, _, ofLines := strings.Cut(f.paths[0], " / ")
	switch {
	case isRows && !named:
		return fmt.Sprintf("no row has a value at %s, but there is %s; write “at: %s” under rows", paths, data.ClipName(rowsAt),
			strings.TrimSuffix(rowsAt, "."+f.paths[0])), true
	case ofLines && slices.Contains(columns, first):
		return fmt.Sprintf("no row has a value at %s, but there is the column %q; %s", paths, data.ClipName(first), twoLines), true
	case l.joinless(f):
		hint, misspelled = ", since no row has a row there", false
	case in.group(f) != "":
		return fmt.Sprintf("%s matches the pattern of “lines” with the group %s; correct the pattern, %s", in.no("line"), in.group(f), or), false
	case isBelow:
		return fmt.Sprintf("no row has a value at %s; “header” joins the lines of the header to %q; correct “header”, or “from”",
			paths, data.ClipName(ofHeader)), true
	case len(columns) == 1 && strings.ContainsAny(columns[0], ",;|\t"):
		hint = fmt.Sprintf("; the only column is %q: correct “separator”", data.ClipName(columns[0]))
	case call != nil && call[3] == "", strings.Count(f.paths[0], "[") != strings.Count(f.paths[0], "]"):
		hint, misspelled = "; close the bracket", true
	case call != nil && !slices.Contains(sortedKeys(folds), call[1]):
		hint, misspelled = fmt.Sprintf("; %s is no function%s", data.ClipName(call[1]),
			cmp.Or(nearest.Hint(call[1], sortedKeys(folds)), "; use one of "+strings.Join(sortedKeys(folds), ", "))), true
	case hint != "":
	case l.joins(joined) && dotted:
		hint, misspelled = fmt.Sprintf("; %s is a joined file: write “%[1]s:%s”", joined, below), true
	case len(columns) > 0:
		hint = "; there are the columns " + data.ClipName(nearest.Few(f.paths[0], columns))
	}
	return fmt.Sprintf("%s has a value at %s%s; correct “from”, %s", in.no("row"), paths, hint, or), misspelled
}

// afterWords is what differs between values that are refused for one reason.
var afterWords = regexp.MustCompile(`(?:["0-9;]|[-+]?Inf|NaN).*`)

// afterRemedy is what is said of one row alone.
var afterRemedy = regexp.MustCompile(`; (?:row left out|write “missing:).*`)

// refused tells, at the line of a field, that no row is taken since its values are refused with the same words: none of all, or
// of some entries. It reports whether there are such.
func (l *loader) refused() (any bool) {
	of, taken, rows := l.places().Entries, map[int]bool{}, 0
	t := l.in.Table(false)
	for i := range t.Len() {
		taken[of[t.Place(i).File]] = true
	}
	why := func(p *data.Problem) [3]string {
		return [3]string{p.Field, p.Code, afterWords.ReplaceAllString(p.Message, "")}
	}
	var own []*data.Problem
	for i := range l.in.Problems {
		if p := &l.in.Problems[i]; !taken[of[p.File]] && p.LeftOut > 0 {
			rows += p.LeftOut
			if l.own[p.Field] > 0 && !strings.HasPrefix(p.Message, isMissing) {
				own = append(own, p)
			}
		}
	}
	for _, same := range lists.Group(own, why) { // fewer may be an accident
		if len(same) < 3 || 2*len(same) <= rows {
			continue
		}
		any = true
		p := same[0]
		said := afterRemedy.ReplaceAllString(p.Message, "")
		said += when(!strings.Contains(said, "; "), "; correct its column, or its type")
		l.tell(l.own[p.Field], p.Field, "in all %s, such as row %d of %s: %s", units.Counted(len(same), "row"), p.Row, p.File, said)
		for _, p := range same {
			p.Follows = true
		}
		for i := range l.in.Problems { // of which the same marks of numbers are the cause
			o := &l.in.Problems[i]
			marks := strings.Contains(said, "“decimal”") && strings.Contains(o.Message, "“decimal”")
			o.Follows = o.Follows || marks && of[o.File] == of[p.File]
		}
	}
	return any
}

// places are where the contributor wrote what may be wrong.
func (l *loader) places() *data.Written {
	d := &data.Written{
		File: Name, Deadlines: l.written.At("board", "deadlines").Line, Fields: l.own, Sets: map[string]int{}, Recorded: len(l.power) > 0, Unread: l.unrecorded,
		Mixed:   slices.ContainsFunc(l.patterns, func(m *mentioned) bool { return m.mixed }),
		Strays:  lists.FlatMap(l.patterns, func(m *mentioned) []string { return m.strays }),
		Absent:  lists.By(l.fields, func(f *reading) (string, bool) { return f.Name, l.own[f.Name] > 0 && l.optional(f) }),
		Laws:    lists.By(l.written.At("laws").Items, func(law *yamltree.Node) (string, int) { return law.At("code").Text, law.Line }),
		Entries: lists.By(l.all, func(name string) (string, int) { return name, l.entryOf(name) }),
		Rows:    lists.Map(l.Rows, func(r Rows) string { return strings.Join(r.Files, ", ") }),
	}
	for _, set := range l.written.At("set").Items {
		for _, field := range set.Keys {
			d.Sets[field] = set.Values[field].Line
		}
	}
	return d
}
