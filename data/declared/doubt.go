package declared

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// doubt is what is probably wrong with the values of a field, told once for all rows.
type doubt struct {
	field, what, place, remedy string
	more                       int // rows
}

// doubt notes what is probably wrong with a value; more rows of the same field with the same remedy are counted.
func (l *loader) doubt(field, what, file string, row int, remedy string) {
	at := slices.IndexFunc(l.doubts, func(d doubt) bool { return d.field == field && d.remedy == remedy })
	if at >= 0 {
		l.doubts[at].more++
		return
	}
	l.doubts = append(l.doubts, doubt{field, what, fmt.Sprintf("row %d of %s", row, file), remedy, 0})
}

// tellDoubts tells each once.
func (l *loader) tellDoubts() {
	sets := l.places().Sets
	for _, d := range l.doubts {
		d.place += when(d.more > 0, " and "+units.Counted(d.more, "more row"))
		l.tell(map[bool]int{true: sets[d.field], false: l.own[d.field]}[strings.HasPrefix(d.what, "set: ")], d.field, "%s in %s; %s", d.what, d.place, d.remedy)
	}
}

// rivals tells that several columns of a field have values that differ, of which the first counts.
func (l *loader) rivals(s *step, first any, file string, row int) {
	stated := false
	for i, get := range s.gets {
		v, err := s.convert(get())
		switch {
		case v == nil || err != nil:
		case !stated:
			stated = true
		case !near(first, v):
			from := lists.Map(s.froms, data.ClipName)
			l.doubt(s.Name, fmt.Sprintf("%s counts, but %s states %s", clipped(first), from[i], clipped(v)), file, row,
				"remove one of “from: ["+strings.Join(from, ", ")+"]”, or choose by “value”, such as “a ?? b” of two fields")
			return
		}
	}
}

func clipped(v any) string { return data.ClipName(fmt.Sprint(v)) }

// near reports whether two values may be one: numbers of little difference, or names of which one holds the other.
func near(a, b any) bool {
	x, number := data.Number(a)
	y, both := data.Number(b)
	if number && both {
		return math.Abs(x-y) <= 0.01*max(math.Abs(x), math.Abs(y))
	}
	s, t := bareName(data.Text(a)), bareName(data.Text(b))
	return strings.Contains(s, t) || strings.Contains(t, s)
}

// namesake is the first row that has a name, in the file or of all.
type namesake struct{ raw, size string }

// mostNamesakes are settings of which the first row is kept.
const mostNamesakes = 100_000

// merged tells that “aliases” or “match” give one name to two models: they differ in size, or in one file in nothing but name.
func (l *loader) merged(s *step, raw string, values data.Row, file string, row int) {
	model, key := values.Value(s.Name), map[bool]string{true: "match", false: "aliases"}[s.Aliases == nil]
	if named := slices.Contains(slices.Collect(maps.Values(s.Aliases)), data.Text(model)); !named && s.match == nil {
		return
	}
	stated := func(fields ...string) string {
		return strings.Join(lists.Map(fields, func(name string) string { return data.Text(values.Value(name)) }), "\x00")
	}
	size := stated(lists.Map([]data.Role{data.RoleParameters, data.RoleActive, data.RoleArchitecture}, l.schema.Name)...)
	settings := file + "\x00" + stated(l.schema.Keys()...)
	inName := func(of yamltree.Pattern, name string) string {
		return strings.ToLower(strings.Join(of.FindAllString(strings.ReplaceAll(name, "_", "-"), -1), " "))
	}
	for _, of := range []string{data.Text(model), settings} {
		first, known := l.namesakes[of]
		if !known && len(l.namesakes) < mostNamesakes {
			l.namesakes[of] = namesake{raw, size}
		}
		if !known || bareName(first.raw) == bareName(raw) {
			continue
		}
		sized := first.size != size || inName(clues().Size, first.raw) != inName(clues().Size, raw)
		alone := of == settings && (s.Aliases != nil || inName(clues().Variant, first.raw) != inName(clues().Variant, raw))
		if sized || alone {
			why := map[bool]string{true: "differ in size", false: "have equal settings and count as repeats"}[sized]
			l.doubt(s.Name, fmt.Sprintf("%s and %s are both called %s, but %s", data.ClipName(first.raw), data.ClipName(raw), clipped(model), why),
				file, row, "correct “"+key+"” if they are two models")
			return
		}
	}
}

// failed tells requests that failed, of which no field reads the number, where they are more than a tenth of those that count.
func (l *loader) failed(s *step, v any, file string, row int) {
	x, _ := data.Number(v)
	n := lists.Most(s.beside, func(get func() any) float64 { v, _ := s.convert(get()); n, _ := data.Number(v); return n })
	if 10*n > x {
		l.doubt(s.Name, fmt.Sprintf("%g requests failed, beside %g that count,", n, x), file, row,
			"read their number into a field, and leave such rows out by “invalid” or “unstable”")
	}
}

// misnamed tells columns of a field whose names state another unit than “in”, unless their numbers or its label bear that out.
func (l *loader) misnamed(f *reading) {
	in := unit(f.FileUnit)
	counted, _, _ := strings.Cut(f.FileUnit, "/") // of “Wh/1000 tokens”, where a name states Wh
	for _, column := range f.paths {
		_, column = called(column)
		stated, u := f.stating(column)
		other := func(in data.Unit) bool { return u.Fits(in) && !u.Same(in) }
		wrong := l.own[f.Name] > 0 && l.found[f.Name] && stated != "" && !u.Fits(unit("token")) && !strings.EqualFold(stated, f.FileUnit) &&
			f.FileUnit != "" && !f.cell && (other(in) || other(unit(counted))) && !unit(unitOf(f.Label)).Same(in) &&
			!in.Fits(unit("%")) && !data.Confirms(l.in.Table(false), f.Name)
		l.tellIf(wrong, l.own[f.Name], f.Name, "in: the numbers of %q are taken as %s, but its name states %s; write “in: %s”, or, if its name is wrong, "+
			"“label: … (%[2]s)”", data.ClipName(column), f.FileUnit, stated, stated+when(!u.Fits(in), strings.TrimPrefix(f.FileUnit, counted)))
	}
}

// ofPair tells that a field reads those of two rows whose column “by” states another unit.
func (l *loader) ofPair(f *reading) {
	for i, r := range l.Rows {
		for _, second := range cmp.Or(r.Pair, &Pair{}).Second {
			u, own := unit(strings.ToLower(second)), unit(f.Unit) // of “Samples/s”
			l.tellIf(strings.HasPrefix(f.paths[0], "pair:") && u.Factor*own.Factor > 0 && !u.Fits(own), l.own[f.Name], f.Name,
				"reads rows whose %s is %q, but is in %s; correct “second” (line %d)", r.Pair.By, data.ClipName(second), f.Unit,
				l.written.At("rows", i, "pair", "second").Line)
		}
	}
}

// unitBeside compares the unit that a document states beside a value with the declared one; of a file, up to the first row that has none.
func (l *loader) unitBeside(s *step, file string, n int) {
	found := lists.OfType[string](lists.Map(s.beside, func(get func() any) any { return get() }))
	if text := cmp.Or(found...); text == "" {
		s.beside = nil
	} else if l.units[s.Name] == nil {
		l.units[s.Name] = &data.UnitsBeside{}
	}
	if s.beside != nil {
		l.units[s.Name].Add(cmp.Or(found...), cmp.Or(s.FileUnit, s.Unit), data.Problem{File: file, Row: n, Field: s.Name})
	}
}

// tellUnits tells units beside values of a field that are not the declared one: at the field, unless they are those of the lesser part.
func (l *loader) tellUnits(f *reading) {
	if of := l.units[f.Name]; of != nil && !of.Wrong() {
		l.problems = append(l.problems, of.Others...)
	} else if of != nil {
		l.tell(l.own[f.Name], f.Name, "in: the numbers of %q are taken as %s, but the files state %s beside them, such as in row %d of %s; write “in: %[3]s”",
			data.ClipName(f.paths[0]), cmp.Or(f.FileUnit, f.Unit), data.ClipName(of.First), of.Others[0].Row, of.Others[0].File)
	}
}

// devicesOf is the path to what each GPU has where a field that counts for all of them is read from one or folded; "" where it is not.
func (l *loader) devicesOf(r *reading) string {
	counts := func(name string) bool { // for the energy or the power
		return slices.ContainsFunc([]data.Role{data.RoleEnergy, data.RolePower}, func(role data.Role) bool {
			return leads(l.schema.Name(role), name, l.operands, map[string]bool{}) != nil
		})
	}
	fold, path := called(r.paths[0])
	m, u := clues().OfDevice.FindStringSubmatch(path), unit(r.Unit)
	if m == nil || !clues().Hardware.MatchString(m[1]) || !u.Fits(joule) && !u.Fits(watt) ||
		!counts(r.Name) || fold != "sum" && counts(l.schema.Name(data.RoleGPUs)) {
		return ""
	}
	return m[1] + "[*]" + m[2]
}

// ofGPUs compares the number of GPUs in a list with that of the row, and reports whether that is told, which is so of all lists.
func (l *loader) ofGPUs(s *step, gpus float64, file string, row int) (told bool) {
	n := float64(s.averaged)
	if s.count != nil {
		n, _ = data.Number(s.count())
	}
	what := data.When(unit(s.Unit).Fits(watt), "power").Or("energy")
	switch fold, _ := called(s.froms[0]); {
	case n == 0 || gpus == 0 || max(n, gpus) == 1:
	case fold == "sum" && n != gpus && s.count != nil:
		l.doubt(l.schema.Name(data.RoleGPUs), fmt.Sprintf("is %g, but %s is the sum of %s", gpus, s.Name, units.Counted(int(n), "GPU")), file, row,
			"correct their number, or leave out GPUs that were not used")
		return true
	case fold == "mean" && n == gpus:
		l.doubt(s.Name, fmt.Sprintf("the mean of %g GPUs counts as the %s of all", n, what), file, row,
			"write “sum(…)” in place of “mean(…)”, or another role")
	case fold == "" && min(n, gpus) > 1:
		l.doubt(s.Name, fmt.Sprintf("the %s of one of %g GPUs counts as that of all", what, n), file, row,
			"write “from: [\"sum("+l.devicesOf(s.reading)+")\"]”")
	}
	return false
}

// exclusive are roles of which no two are in one column: a median is no P99.
var exclusive = append([]data.Role{data.RoleEnergy, data.RolePerResponse, data.RoleThroughput, data.RolePower}, data.LatencyRoles...)

// checkExclusive tells fields that read the same column though their roles differ, and percentiles in different units.
func (b *Benchmark) checkExclusive(faults *data.Faults) {
	read, unitOf := map[string]string{}, ""
	for _, r := range b.fields {
		if b.own[r.Name] == 0 || !slices.Contains(exclusive, r.Role) {
			continue
		}
		if slices.Contains(data.LatencyRoles, r.Role) {
			unitOf = cmp.Or(unitOf, r.Unit)
			faults.If(r.Unit != unitOf, b.pathTo(r.Name, "unit"), "%s: unit: %s, but another latency is in %s; write “unit: %[3]s” and “in: %[2]s”",
				r.Name, r.Unit, unitOf)
		}
		if r.value != nil {
			continue
		}
		for _, path := range r.paths {
			key := fmt.Sprint(path, r.Item, r.Match)
			faults.If(read[key] != "", b.pathTo(r.Name, "from"), "%s: from: %s is read by the field %s, which has another role; correct one of them",
				r.Name, data.ClipName(path), read[key])
			read[key] = r.Name
		}
	}
}

// statedOnce are roles of which a row has one value; precisions are those of weights, of a cache or of what is computed.
var statedOnce = []data.Role{data.RoleModel, data.RoleGPU, data.RoleGPUs, data.RoleBatch}

// stating are the columns that evidently state a field which “set” fixes, and that no other field reads: its own, also of joined
// files, and for what tells
// runs apart those that are called as such. Limits of a server are none.
func (l *loader) stating(f *reading, header []string) []string {
	if !slices.ContainsFunc(l.Set, func(set map[string]any) bool { return set[f.Name] != nil }) {
		return nil
	}
	elsewhere := lists.Filter(f.paths, func(path string) bool { return strings.Contains(path, ":") })
	return lists.Filter(lists.Distinct(slices.Concat(header, l.keysOf(), elsewhere)), func(path string) bool {
		called := f.Key && slices.Contains(statedOnce, f.Role) && !strings.Contains(path, "max_") && isFor(f.Role, path)
		reads := func(o *reading) bool { return o.Name != f.Name && o.value == nil && slices.Contains(o.paths, path) }
		return (called || slices.Contains(f.paths, path)) && !slices.ContainsFunc(l.fields, reads)
	})
}

// isFor reports whether the name of a column is one for a role.
func isFor(role data.Role, column string) bool {
	return slices.ContainsFunc(clues().Roles, func(k clue) bool { return k.Role == role && k.Form == "" && k.named(slug(column)) })
}

// unread is the first column of the rows whose name is one for a role, and that no field reads; nil for none.
func (l *loader) unread(role data.Role) (name string, of *column) {
	all := l.firstRows()
	name, is := lists.Find(all.order, func(path string) bool { return isFor(role, path) && !l.reads(path) })
	return name, data.When(is, all.columns[name]).Or(nil)
}

// roleless tells roles of what tells runs apart that no field has, though a column is called so that no field reads and whose values differ.
func (l *loader) roleless() {
	for _, role := range append([]data.Role{data.RoleTask}, tellApart...) {
		if l.own[l.schema.Name(role)] == 0 && l.Benchmark.Benchmark == "" && l.in.Len() > 0 {
			column, of := l.unread(role)
			l.tellIf(of != nil && of.varies, l.written.At("fields").Line, string(role), "no field has this role, and none reads the column %q, in which rows differ; "+
				"add “- {name: %s, role: %[2]s, from: [%s]}”", data.ClipName(column), role, scalar(column))
		}
	}
}

// calledOtherwise tells that a field is read from a column whose name states another quantity, unless its own does, too; or from elsewhere
// though no field reads the column of its name, which is one for its role; or, of a batch size, from where another field has another number.
func (l *loader) calledOtherwise(f *reading) {
	column := f.paths[0]
	var k clue
	named, contrary := lists.Find([]string{column, l.labelOf(column)}, func(name string) (is bool) {
		k, is = lists.Find(clues().Contrary, func(k clue) bool {
			return slices.Contains(k.Roles, f.Role) && k.named(slug(name)) && !fits(k.Name, slug(f.Name+" "+f.Label))
		})
		return is
	})
	isIts := func(path string) bool { return isFor(f.Role, path) }
	beside := l.namesake(f)
	passed := beside != "" && isIts(f.Name) && !slices.ContainsFunc(f.paths, isIts)
	twin, twice := lists.Find(l.fields, func(o *reading) bool {
		same := slices.Equal(o.paths, f.paths) && o.Match == f.Match && o.Item == f.Item && o.Name != f.Name && o.value == nil
		return same && f.Role == data.RoleBatch && o.Role != data.RoleMeanBatch && o.Kind != data.String
	})
	isOf := func(f, o *reading) bool { return isFor(o.Role, f.paths[0]) && !isFor(f.Role, f.paths[0]) }
	crossed, isCrossed := lists.Find(l.fields, func(o *reading) bool {
		return o.Role != "" && f.Role != "" && o.value == nil && !slices.Contains(data.LatencyRoles, f.Role) && l.own[o.Name] > 0 && isOf(f, o) && isOf(o, f)
	})
	switch own := l.own[f.Name] > 0 && l.found[f.Name] && f.value == nil; {
	case own && isCrossed:
		l.tellIf(!l.told(crossed.Name), l.own[f.Name], f.Name, "has the role %s, and %s the role %s, but %q and %q are called the other way round; "+
			"exchange “role” of both, or “from”",
			f.Role, crossed.Name, crossed.Role, data.ClipName(column), data.ClipName(crossed.paths[0]))
	case own && twice:
		u := cmp.Or(twin.Unit, map[data.Role]string{data.RoleRequests: "request"}[twin.Role])
		l.tell(l.own[f.Name], f.Name, "is read from %s, as %s is; correct “from” of one, or, if both are one number, write “%s” in its place",
			data.ClipName(strings.Join(f.paths, ", ")), twin.Name, strings.TrimPrefix("unit: "+u+", value: "+twin.Name, "unit: , "))
	case own && contrary:
		other, of := l.unread(f.Role)
		hint := data.When(of != nil, fmt.Sprintf("read %q", data.ClipName(other))).Or("correct “from”")
		l.tell(l.own[f.Name], f.Name, "is read from %q, whose name states %s; %s, or, if it is meant, say so in “label”", data.ClipName(named), k.Say, hint)
	case own && passed:
		l.tell(l.own[f.Name], f.Name, "is read from %q, and no field reads the column %q; correct “from”, or rename the field",
			data.ClipName(column), data.ClipName(beside))
	}
}

// namesake is the column that has the name of a field, also of the object in which the field's stands, and that no field reads; "" for none.
func (l *loader) namesake(f *reading) string {
	if l.headed[f.Name] && !l.reads(f.Name) {
		return f.Name
	}
	object := f.paths[0][:strings.LastIndex(f.paths[0], ".")+1]
	for _, path := range l.keysOf() {
		_, key, is := strings.Cut("."+path, "."+object)
		if is && object != "" && !strings.Contains(key, ".") && strings.HasSuffix("_"+slug(object+key), "_"+f.Name) && !l.reads(object+key) {
			return object + key
		}
	}
	return ""
}

// label is what stands before the value in a pattern of lines, such as “prompt=”.
var label = regexp.MustCompile(`([A-Za-z][A-Za-z_ -]*)(?:\\s[*+]?| )*[=:](?:\\s[*+]?| )*$`)

// labelOf is what lines have before the group that a path names, "" if it is none.
func (l *loader) labelOf(group string) string {
	for _, pattern := range lists.FlatMap(l.Rows, func(r Rows) []string { return r.Lines }) {
		before, _, is := strings.Cut(pattern, "(?P<"+group+">")
		if found := label.FindStringSubmatch(before); is && found != nil {
			return found[1]
		}
	}
	return ""
}

// contradicted tells that “set” says another value than all columns that state the field. Texts other than those of GPUs may be other
// names of one thing, unless they differ between rows.
func (l *loader) contradicted(s *step, v any, file string, row int) {
	var other *step
	for _, c := range s.contrary {
		stated, err := c.convert(c.get())
		text, isText := stated.(string)
		varies := c.below != "" && c.below != text
		switch c.below = text; {
		case stated == nil || err != nil:
		case isText && s.Role == data.RoleGPU && !data.OtherGPU(data.Text(v), text), near(v, stated),
			isText && s.Role != data.RoleGPU && !varies && !(s.Role == data.RolePrecision && data.OtherPrecision(data.Text(v), text)):
			return
		default:
			other = c
		}
	}
	if other != nil {
		l.doubt(s.Name, fmt.Sprintf("set: %s counts, but %q states %s", clipped(v), data.ClipName(other.froms[0]), clipped(other.get())), file, row,
			"remove it from “set”, or correct it; if the column is something else, declare it as a field of another name")
	}
}
