package declared

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// drafts are the shapes of the files that one declaration describes.
type drafts struct {
	dir    string
	shapes []*draft
	unread []string
}

// add puts a file to those of its shape: the same format and rows, and half of the columns.
func (d *drafts) add(one *draft) {
	for _, s := range d.shapes {
		if s.format == one.format && s.at == one.at && s.separator == one.separator && s.decimal == one.decimal && s.like(one) {
			s.join(one)
			return
		}
	}
	d.shapes = append(d.shapes, one)
}

// like reports whether two files share at least half of their columns.
func (d *draft) like(o *draft) bool {
	both := lists.Count(o.order, func(path string) bool { return d.columns[path] != nil })
	return 2*both >= len(d.order)+len(o.order)-both
}

func (d *draft) join(o *draft) {
	d.files = append(d.files, o.files...)
	d.samples = append(d.samples, o.samples...)
	for _, path := range o.order {
		c := d.columns[path]
		if c == nil {
			d.columns[path] = o.columns[path]
			d.order = append(d.order, path)
			continue
		}
		n := o.columns[path]
		c.values, c.whole, c.numbers, c.flags = c.values+n.values, c.whole+n.whole, c.numbers+n.numbers, c.flags+n.flags
		c.withUnit, c.commas, c.errors = c.withUnit+n.withUnit, c.commas+n.commas, c.errors+n.errors
		c.least = min(c.least, n.least)
	}
}

// rows writes an entry for each shape, and gives the fields of all.
func (d *drafts) rows(w *bytes.Buffer) (fields []guessed, remarks []string) {
	with, beside := d.beside()
	for i, s := range d.shapes {
		own, notes := guess(s.order, s.columns)
		remarks = append(remarks, notes...)
		if base, is := beside[i]; is {
			fields = merged(fields, prefixed(own, base+":"))
			continue
		}
		fmt.Fprintf(w, "- {files: [%s]", strings.Join(lists.Map(d.patterns(i), strconv.Quote), ", "))
		for _, key := range []struct{ name, value string }{{"at", s.at}, {"separator", s.separator}, {"decimal", s.decimal}} {
			if key.value != "" {
				fmt.Fprintf(w, ", %s: %q", key.name, key.value)
			}
		}
		var joins []string
		for k, base := range beside {
			if i != with {
				continue
			}
			joins = append(joins, fmt.Sprintf("%s: {file: %s}", base, scalar(path.Base(d.shapes[k].files[0]))))
		}
		if slices.Sort(joins); len(joins) > 0 {
			fmt.Fprintf(w, ", join: {%s}", strings.Join(joins, ", "))
		}
		w.WriteString("}\n")
		if dirs := distinct(s.files, path.Dir); len(dirs) > 1 {
			own = append(own, guessed{
				name: "run_folder", paths: []string{"path:"}, match: "([^/]+)/[^/]+$",
				unsure: "the folder of the run, such as " + path.Base(dirs[0]) + ": does it name a model, a task or a repeat?",
			})
		}
		fields = merged(fields, own)
	}
	if len(d.unread) > 0 {
		remarks = append(remarks, fmt.Sprintf("%s cannot be read as rows, such as %s", units.Counted(len(d.unread), "file"), path.Base(d.unread[0])))
	}
	return fields, remarks
}

// merged are fields with those of another shape: one of the same role and unit, or name, has both columns.
func merged(fields, more []guessed) []guessed {
	for _, f := range more {
		i := slices.IndexFunc(fields, func(o guessed) bool { return o.Role == f.Role && f.Role != "" || o.name == f.name })
		switch {
		case i < 0:
			fields = append(fields, f)
		case fields[i].unit != f.unit || fields[i].Role != f.Role && f.Role != "" || f.value != "" || fields[i].match != f.match:
			f.name, f.unsure = f.name+"_"+strconv.Itoa(len(fields)), "other files have "+fields[i].name+" in another unit or role"
			f.Role = ""
			if f.value == "" {
				fields = append(fields, f)
			}
		default:
			for _, path := range f.paths {
				if !slices.Contains(fields[i].paths, path) {
					fields[i].paths = append(fields[i].paths, path)
				}
			}
		}
	}
	return fields
}

// prefixed are fields of a file that is joined.
func prefixed(fields []guessed, prefix string) (joined []guessed) {
	for _, f := range fields {
		if f.value != "" {
			continue
		}
		f.paths = lists.Map(f.paths, func(p string) string { return prefix + p })
		joined = append(joined, f)
	}
	return joined
}

// beside are the shapes whose one file lies beside each file of one with results: configurations, by their names.
func (d *drafts) beside() (of int, names map[int]string) {
	dirs := lists.Map(d.shapes, func(s *draft) []string { return distinct(s.files, path.Dir) })
	for i, s := range d.shapes {
		if !s.measured() || s.format != "json" {
			continue
		}
		for k, o := range d.shapes {
			bases := distinct(o.files, path.Base)
			if k != i && len(dirs[i]) > 1 && o.format == "json" && o.at == "" && !o.measured() && len(bases) == 1 && slices.Equal(dirs[i], dirs[k]) {
				if names == nil {
					of, names = i, map[int]string{}
				}
				names[k] = slug(strings.TrimSuffix(bases[0], path.Ext(bases[0])))
			}
		}
		if names != nil {
			return of, names
		}
	}
	return -1, nil
}

// measured reports whether files contain results.
func (d *draft) measured() bool {
	fields, _ := guess(d.order, d.columns)
	return slices.ContainsFunc(fields, func(f guessed) bool {
		return slices.Contains(append(percentiles, data.RoleEnergy, data.RolePower, data.RoleThroughput, data.RoleLatency, data.RoleAccuracy), f.Role)
	})
}

// patterns are those of a shape's files that fit no file of another.
func (d *drafts) patterns(i int) []string {
	files := slices.Sorted(slices.Values(d.shapes[i].files))
	bases := distinct(files, path.Base)
	candidates := []string{"*" + path.Ext(files[0]), "**/*" + path.Ext(files[0])}
	if len(bases) == 1 {
		candidates = []string{"*/" + bases[0], "**/" + bases[0]}
	}
	if len(distinct(files, path.Dir)) == 1 && len(files) <= 20 {
		return files
	}
	for _, pattern := range candidates {
		g := glob([]string{pattern})
		others := 0
		for k, s := range d.shapes {
			if k != i {
				others += lists.Count(s.files, g.MatchString)
			}
		}
		if others == 0 && lists.All(files, g.MatchString) {
			return []string{pattern}
		}
	}
	return files
}

// others tells of the shapes besides that of a built-in declaration.
func (d *drafts) others(known int) (text []byte) {
	for i, s := range d.shapes {
		if i != known {
			text = fmt.Appendf(text, "# not sure: %s with another format, such as %s, not described here; move results of another benchmark to a directory of their own\n",
				countedThat(len(s.files), "file", "is", "are"), s.files[0])
		}
	}
	return text
}

// distinct are the different parts of paths, in order.
func distinct(files []string, part func(string) string) []string {
	parts := lists.Map(files, part)
	slices.Sort(parts)
	return slices.Compact(parts)
}
