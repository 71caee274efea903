package declared

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// missed tells the fields of the contributor's own declaration that no file states, once for all rows that lack one.
func (l *loader) missed() {
	for _, f := range l.fields {
		line, own := l.own[f.Name]
		if !own || l.found[f.Name] || f.value != nil || l.made(f.Name) || l.in.Len() == 0 && f.Nullable {
			continue
		}
		why, misspelled := l.why(f)
		p := data.Problem{File: Name, Row: line, Lines: true, Field: f.Name, Message: why}
		l.in.Problems = slices.DeleteFunc(l.in.Problems, func(o data.Problem) bool {
			is := o.Field == f.Name && strings.HasPrefix(o.Message, isMissing)
			p.LeftOut += lists.One(is)
			return is
		})
		if p.LeftOut > 0 {
			p.Message += "; " + units.Counted(p.LeftOut, "row") + " left out"
		}
		switch {
		case f.Nullable && misspelled && l.ranks(f.Name): // rows would be ranked without it
			l.faults.Add("", line, "%s: %s", f.Name, p.Message)
		case f.Nullable && !l.joinless(f) || p.LeftOut > 0:
			l.note(p)
		}
	}
}

// isMissing begins what is said of a row that lacks a value.
const isMissing = "is missing; looked at "

var unclosed = regexp.MustCompile(`^(\w+)\((.*?)(\)?)$`)

// ranks reports whether boards rank by a field or what is computed from it, or tell configurations
// apart by it.
func (l *loader) ranks(name string) bool {
	metric := leads(l.schema.Board.Primary, name, l.operands, map[string]bool{}) != nil
	return metric || slices.Contains(l.schema.Keys(), name)
}

// joinless reports whether a field is read from a joined file in which no row finds one, which is told itself.
func (l *loader) joinless(f *reading) bool {
	prefix, _, _ := strings.Cut(f.paths[0], ":")
	return l.joins(prefix) && !l.matched[prefix]
}

// keysOf are the paths to values in the first file of rows, where no header names them.
func (l *loader) keysOf() []string {
	d := &draft{columns: map[string]*column{}}
	if name, is := lists.Find(l.all, func(name string) bool { return l.entryOf(name) >= 0 }); is && len(l.columns) == 0 {
		_ = d.sample(filepath.Join(l.tree.Root().Name(), name)) // without them, there is no hint
	}
	return d.order
}

// why says what no row has, and what was probably meant; misspelled if its path is at fault.
func (l *loader) why(f *reading) (message string, misspelled bool) {
	paths := data.ClipName(strings.Join(f.paths, ", "))
	if example := l.unmatched[f.Name]; example != "" && f.Item > 0 && f.match == nil {
		return fmt.Sprintf("no value at %s has an element %d, such as %q; correct “item”, or remove it", paths, f.Item, data.ClipName(example)), false
	} else if example != "" {
		return fmt.Sprintf("no value at %s matches “match: %s”, such as %q; correct “match”", paths, data.ClipName(f.Match), data.ClipName(example)), false
	}
	columns := slices.DeleteFunc(slices.Concat(l.columns, l.beside, l.keysOf()), func(c string) bool { return c == f.paths[0] || c == "" })
	hint := nearest.Hint(f.paths[0], lists.Ascending(columns))
	prefix, _, named := strings.Cut(f.paths[0], ":")
	call := unclosed.FindStringSubmatch(f.paths[0])
	isColumn := func(path string) bool { return l.headed[path] }
	misspelled = hint != "" && len(l.columns) > 0 && !slices.ContainsFunc(f.paths, isColumn)
	isGroup := func(r Rows) bool { return strings.Contains(strings.Join(r.Lines, " "), "(?P<"+f.paths[0]+">") }
	isBelow := func(column string) bool { return strings.HasPrefix(column, f.paths[0]+" / ") }
	switch {
	case l.joinless(f):
		hint, misspelled = ", since no row has a row there", false
	case slices.ContainsFunc(l.Rows, isGroup):
		return fmt.Sprintf("no line matches the pattern of “lines” with the group %s; "+
			"correct the pattern, or remove the field", paths), false
	case named && !l.joins(prefix) && !slices.Contains(own, prefix):
		names := slices.Clone(own)
		for _, r := range l.Rows {
			names = append(sortedKeys(r.Join), names...)
		}
		if near := nearest.Hint(prefix, names); near != "" {
			hint, misspelled = fmt.Sprintf("; no file is joined as %q%s", data.ClipName(prefix), near), true
		}
	case slices.ContainsFunc(columns, isBelow):
		column, _ := lists.Find(columns, isBelow)
		return fmt.Sprintf("no row has a value at %s; “header” joins the lines of the header to %q; correct “header”, or “from”", paths, data.ClipName(column)), true
	case len(columns) == 1 && strings.ContainsAny(columns[0], ",;|\t"):
		hint = fmt.Sprintf("; the only column is %q: correct “separator”", data.ClipName(columns[0]))
	case call != nil && call[3] == "", strings.Count(f.paths[0], "[") != strings.Count(f.paths[0], "]"):
		hint, misspelled = "; close the bracket", true
	case call != nil && !slices.Contains(sortedKeys(folds), call[1]):
		hint, misspelled = fmt.Sprintf("; %s is no function%s", data.ClipName(call[1]),
			cmp.Or(nearest.Hint(call[1], sortedKeys(folds)), "; use one of "+strings.Join(sortedKeys(folds), ", "))), true
	case hint != "":
	case len(columns) > 0:
		hint = "; there are the columns " + data.ClipName(nearest.Few(f.paths[0], columns))
	}
	return fmt.Sprintf("no row has a value at %s%s; correct “from”, or remove the field", paths, hint), misspelled
}
