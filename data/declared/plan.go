package declared

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// step reads one field of a row.
type step struct {
	*reading
	at     int // the field's place in the schema
	gets   []func() any
	froms  []string     // the paths of gets
	own    bool         // the contributor declared the field
	fixed  any          // what set says
	found  bool         // some row states it
	joined string       // the file, called as in messages, in which it stands beside that of the rows
	below  string       // what may be written where cells below are empty, "" unless other columns have such
	beside []func() any // what may state the unit of the value, or how many requests failed
	count  func() any   // the GPUs of a list, of which the value is that of one, the mean or the sum

	largest  float64 // of numbers with decimals, where a mark of them is declared
	contrary []*step // of a field that “set” fixes, columns that state it, too

	// the one column of a table in which it stands, as it is
	cells *cells
	cell  int
	texts map[string]any // what texts mean, of which there are few
}

// plainly reads the cell of a step that has one; the same as convert does with get.
func (s *step) plainly() (any, error) {
	cell := s.cells.row[s.cell]
	if s.cells.missing.has(cell) {
		return nil, nil
	}
	if !s.affords(len(cell) / bytesOfWork) {
		return nil, errLong
	}
	if s.Kind == data.Float {
		return s.parse(cell)
	}
	return s.meant(cell)
}

// meant is what a text means.
func (s *step) meant(text string) (any, error) {
	if known, is := s.texts[text]; is {
		return known, nil
	}
	v, err := s.convert(text)
	if err == nil && len(s.texts) < fewTexts {
		s.texts[strings.Clone(text)] = v
	}
	return v, err
}

// beside are the keys of what stands beside a value, and beside a number of requests.
var beside = map[bool][]string{false: {"unit", "units"}, true: {"failed", "failed_requests", "num_failed"}}

// unitKeys are names of what may state the unit of a value at a path: “real_time_unit” and “time_unit” that of “real_time”.
func unitKeys(path string) []string {
	words := strings.Split(path[strings.LastIndex(path, ".")+1:], "_")
	names := lists.Times(len(words), func(i int) string { return strings.Join(words[i:], "_") + "_unit" })
	return append(names, lists.Map(names, func(name string) string { return name + "s" })...)
}

// plan is how the fields of a file's rows are read.
func (l *loader) plan(name string, t table, docs *documents, r Rows) (plan []*step) {
	fixed, m := l.constants(name), r.marks()
	if l.columns == nil {
		l.columns = headerOf(t)
	}
	for _, column := range headerOf(t) {
		l.headed[column] = true
	}
	for _, f := range l.fields {
		own := *f
		own.marks, own.work = m, &l.matching
		at := slices.IndexFunc(l.schema.Fields(), func(o data.Field) bool { return o.Name == f.Name })
		s := &step{own: l.own[f.Name] > 0, reading: &own, texts: map[string]any{}, at: at}
		if v, is := fixed[f.Name]; is {
			s.fixed = v
			s.reading = unitOfSet(f.Field, v)
			s.work = &l.matching
			for _, path := range l.stating(f, headerOf(t)) {
				if get := docs.get(path, t, m); get != nil {
					s.contrary = append(s.contrary, &step{reading: &own, gets: []func() any{get}, froms: []string{path}})
				}
			}
		} else if f.value == nil {
			for _, p := range f.paths {
				if get := own.folding(p, docs, t, m); get != nil {
					s.gets, s.froms = append(s.gets, get), append(s.froms, p)
				}
			}
		}
		if c, ok := t.(*cells); ok && len(s.gets) == 1 && s.Item == 0 && s.match == nil && s.Aliases == nil && s.fixed == nil {
			if i := slices.Index(c.header, s.froms[0]); i >= 0 {
				s.cells, s.cell = c, i
			}
		}
		if len(s.froms) > 0 {
			prefix, _, _ := strings.Cut(s.froms[0], ":")
			s.joined = cmp.Or(docs.joins[prefix], &joined{}).called
		}
		s.below = l.below(s, headerOf(t), r.Down)
		isOne := s.own && len(s.gets) == 1 && s.match == nil && s.Item == 0
		if list := l.devicesOf(&own); isOne && list != "" {
			s.count = docs.get("count("+list+")", t, m)
		}
		if requests := s.Role == data.RoleRequests; isOne && !own.cell {
			alone := data.When(!requests && unit(own.Unit).Factor > 0, unitKeys(s.froms[0])).Or(nil)
			for _, key := range append(alone, data.When(requests || siblings(parsePath(s.froms[0], r.joins)), beside[requests]).Or(nil)...) {
				path := s.froms[0][:strings.LastIndex(s.froms[0], ".")+1] + key
				isRead := func(f *reading) bool { return slices.Contains(f.paths, path) }
				if get := docs.get(path, t, m); get != nil && !slices.ContainsFunc(l.fields, isRead) {
					s.beside = append(s.beside, get)
				}
			}
		}
		plan = append(plan, s)
	}
	return plan
}

// folded is a number that was made of all matches of a text.
type folded float64

// folding is what reads the values at a path. A function of numbers around it is of all that “match” finds in the text there.
func (r *reading) folding(path string, docs *documents, t table, m marks) func() any {
	fold, inner := called(path)
	if r.match == nil || folds[fold] == nil && fold != "count" {
		return docs.get(path, t, m)
	}
	get := docs.get(inner, t, m)
	if get == nil {
		return nil
	}
	return func() any {
		s, is := get().(string)
		if !is {
			return nil
		}
		if !r.affords(r.match.Work(s)) {
			return errLong
		}
		found := lists.Map(r.match.FindAllStringSubmatch(s, -1), func(m []string) any { return m[1] })
		r.averaged = len(found) * lists.One(fold == "mean")
		if len(found) == 0 {
			r.unmatched = cmp.Or(r.unmatched, s)
			return nil
		} else if fold == "count" {
			return folded(len(found))
		}
		v := numbers(found, folds[fold], m, docs.missing)
		if x, is := v.(float64); is {
			return folded(x)
		}
		return v
	}
}

// stated is the value that a row states.
func (s *step) stated() (any, error) {
	if s.cells != nil {
		return s.plainly()
	}
	v := s.get()
	text, is := v.(string)
	switch {
	case !s.affords(len(text) / bytesOfWork):
		return nil, errLong
	case is && s.Kind != data.Float:
		return s.meant(text)
	}
	return s.convert(v)
}

// get is the first value that a row states.
func (s *step) get() any {
	if s.fixed != nil {
		return s.fixed
	}
	for _, get := range s.gets {
		if v := get(); v != nil {
			return v
		}
	}
	return nil
}
