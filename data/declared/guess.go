package declared

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// guessed is a field as a draft has it.
type guessed struct {
	name, kind, unit string
	paths            []string
	in, value, match string // unit in the file, expression, pattern of the value
	Role             data.Role
	unsure           string
	around           bool    // it is read from what stands around the rows
	joined           bool    // from a file beside that of the rows
	of               *column // nil for a field that is computed, or read from a path of files
}

// clue says what a column is, or what is not sure of it, by its name, its path, an example, what all values are and, for
// doubts, the name of some column and what was guessed. What is not stated holds.
type clue struct {
	Name, But, Path, Like, Unlike, Beside yamltree.Pattern
	Numbers, Texts                        bool
	Form, Not                             string
	Roles                                 []data.Role
	Kinds, Units                          []string

	Role      data.Role
	Unit, Say string
}

//go:embed guess.yaml
var cluesText []byte

// clues are those of guess.yaml.
var clues = sync.OnceValue(func() allClues { return yamltree.Embedded[allClues](cluesText) })

type allClues struct {
	Roles, Units, Doubts, Numbers, Unread, Contrary []clue
	Counted                                         clue

	Other, Counts, Single, Time, Power, Metric, Value, Stated, Energy, Devices, Hardware, About, Rate, Scope, Several, Unit, Inside, Statistic yamltree.Pattern
	Requested, Spent, Aggregate, Begin, End, Counter, Device, Settings, Parts, GPU, Total, Share, Percentiles                                  yamltree.Pattern
	Bracketed, OfMany, PerSecond, PerWord, PerUnit, PerSign, EnergyUnit, Unitless, Hump, Percentile, Numeral, Size, Variant, OfDevice          yamltree.Pattern

	Missing, Nothing, Summary    []string
	Forms                        map[string]yamltree.Pattern
	Words, OfPer, Meant, Spelled map[string]string
	Convert                      map[string]string
	Around                       []data.Role
	Wanted                       []struct {
		Role data.Role
		What string
	}
}

// guess makes fields of columns, in order, and remarks on those that are none.
func guess(order []string, columns map[string]*column) (fields []guessed, remarks []string) {
	names := map[string]bool{"run": true, "domain": true} // a site writes these itself
	// the quantity of the percentiles is that of those between tokens, if there are any
	percentile, _ := lists.Find(order, func(path string) bool {
		return !slices.Contains([]string{"", "latency"}, latencyOf(slug(path))) && clues().Several.MatchString(slug(path))
	})
	stating := unitsBeside(order, columns)
	for i, path := range order {
		c := columns[path]
		if c.list != nil && c.list.values > 0 && c.list.kind() != "text?" {
			remarks = append(remarks, aboutList(path, order, columns)...)
		}
		if path == "" && c.kind() != "" && c.kind() != "whole?" { // no index of rows
			remarks = append(remarks, "a column has values, such as "+strconv.Quote(data.ClipName(c.example))+
				", but no name: name it in the header, and remove lines above the header")
		}
		if f, is := fieldOf(path, i+1, c); is && !slices.Contains(stating, c) {
			fields = append(fields, f)
		}
	}
	taken, rivals, latency := rolesOf(fields, latencyOf(slug(percentile)))
	fields = slices.DeleteFunc(fields, func(f guessed) bool {
		return f.around && f.Role == "" && !clues().Time.MatchString(f.name) && f.unread() != "declare"
	})
	for i := range fields {
		f, c := &fields[i], fields[i].of
		if slices.Contains([]data.Role{data.RoleParameters, data.RoleActive}, f.Role) && c.least > 1e5 { // not in billions
			f.unit = "ratio"
		}
		word := otherWord(f.name)
		if f.converted() {
			f.name = withoutUnit(*f)
		}
		for names[f.name] {
			f.name += "_2"
		}
		names[f.name] = true
		f.finish(columns)
		if word != "" && f.unsure == "" && slices.Contains(ranking, f.Role) {
			f.unsure = "“" + word + "” is in its name: is this what is to be ranked by?"
		}
		f.ofOutput()
		if f.Role == data.RoleGPU && (c.all("count first") || c.all("count last")) {
			fields = f.counted(fields, taken)
		}
	}
	for i := range fields {
		f := &fields[i]
		if others := lists.Distinct(rivals[f.Role]); len(others) > 0 && f.Role != "" && f.unsure == "" {
			f.unsure = "or is it " + strings.Join(others[:min(3, len(others))], ", ") + "?"
		}
		for _, role := range []data.Role{data.RolePower, data.RoleThroughput} {
			whole := slices.Contains([]string{"", "total"}, otherWord(f.name))
			if f.Role == "" && f.unsure == "" && whole && !taken[role] && unit(f.unit).Fits(unit(data.UsualUnit(role))) {
				f.unsure = "if this is the " + string(role) + " of all GPUs and the whole run, add “role: " + string(role) + "”"
			}
		}
		if f.Role == data.RoleLatency && latency != "" {
			f.Role = ""
			if !taken[data.RoleP50] && latencyOf(f.name) == latency && !strings.Contains(f.name, "mean") && !strings.Contains(f.name, "avg") {
				f.Role, f.unsure, taken[data.RoleP50] = data.RoleP50, "is this the median?", true
			}
		}
	}
	return append(fields, quotient(fields, taken)...), remarks
}

// counted parts the names of GPUs from their number, such as 8 in “8x H100”.
func (f *guessed) counted(fields []guessed, taken map[data.Role]bool) []guessed {
	number := `^([0-9]+)`
	if f.match = `^[0-9]+ ?[x×*]? ?(.+)$`; f.of.all("count last") {
		f.match, number = `^(.+?) ?[ (]?[x×*] ?[0-9]+\)?$`, `([0-9]+)\)?$`
	}
	if !taken[data.RoleGPUs] {
		taken[data.RoleGPUs] = true
		fields = append(fields, guessed{name: "num_gpus", Role: data.RoleGPUs, paths: f.paths, match: number, of: f.of})
	}
	return fields
}

// ranking are roles of which a column can be another quantity than the usual one: of prompts, at idle, the greatest.
var ranking = []data.Role{data.RoleEnergy, data.RolePerResponse, data.RoleThroughput, data.RoleLatency}

// disputed are roles of which a draft names the rivals.
var disputed = []data.Role{data.RoleModel, data.RoleGPU, data.RoleTask, data.RolePower, data.RoleEnergy, data.RoleThroughput, data.RoleBatch, data.RolePrecision}

// keyed finds the number of a device behind its name.
const keyed = `:([0-9.]+)`

// fieldOf is the field of the n-th column, but for its role; is is false for a column that gives none.
func fieldOf(path string, n int, c *column) (f guessed, is bool) {
	name := cmp.Or(slug(bareColumn(strings.TrimPrefix(path, outside))), when(path != "", "column_"+strconv.Itoa(n)))
	if name == "" || c.list != nil && c.list.kind() != "text?" {
		return f, false
	}
	if name[0] >= '0' && name[0] <= '9' {
		name = "x_" + name
	}
	f = guessed{name: name, paths: []string{path}, kind: c.kind(), of: c, around: strings.HasPrefix(path, outside)}
	if f.kind == "whole?" && !clues().Counts.MatchString(name) {
		f.kind = "number?"
	}
	if c.list != nil {
		f.paths, f.kind = []string{path + "[*]"}, "text?"
	}
	if f.kind != "text?" && f.kind != "flag?" {
		f.unit = c.unitAt(path)
	}
	switch {
	case c.values == 0:
	case c.all("error"):
		f.kind, f.match, f.unit = "number?", `^([0-9.eE+-]+)`, unitOf(path)
	case c.all("keys"):
		f.kind, f.match, f.unit = "number?", keyed, unitOf(path)
	}
	if f.match == keyed || c.several && (f.kind != "text?" && f.kind != "flag?" || strings.Contains(path, "[*]")) {
		f.paths = []string{f.fold() + "(" + f.paths[0] + ")"}
	}
	return f, true
}

// rolesOf gives fields their roles: first those of the whole row whose names say nothing else, so that the energy at idle or of
// prompts is taken only where no other column has the energy; of these, those of the first clue.
// rivals are columns that could have the role, too.
func rolesOf(fields []guessed, quantity string) (taken map[data.Role]bool, rivals map[data.Role][]string, latency string) {
	taken, rivals, latency = map[data.Role]bool{}, map[data.Role][]string{}, quantity
	ranks := lists.Map(fields, func(f guessed) []int {
		name := f.called()
		rule := slices.IndexFunc(clues().Roles, func(k clue) bool { return k.named(name) })
		constant := rule >= 0 && clues().Roles[rule].Role == data.RoleBatch && !f.of.varies // beside a load that varies
		around := lists.One(f.of.several || f.around)
		return []int{around, lists.One(otherWord(f.name) != ""), lists.One(constant), lists.One(name != meant(f.name)), rule}
	})
	order := lists.Indices(len(fields))
	lists.Sort(order, func(a, b int) int { return slices.Compare(ranks[a], ranks[b]) })
	for _, i := range order {
		f := &fields[i]
		f.Role = roleFor(f.called(), *f, taken, rivals)
		if slices.Contains(data.LatencyRoles, f.Role) {
			if latency = cmp.Or(latency, latencyOf(f.name)); latencyOf(f.name) != latency { // percentiles are of one quantity
				f.Role = ""
			}
		}
		taken[f.Role] = true
	}
	return taken, rivals, latency
}

// otherWord is the word of a name that says it is not the usual quantity, "" for none.
func otherWord(name string) string { return strings.Trim(clues().Other.FindString(name), "_") }

// latencyOf is the quantity of a latency by the column's name.
func latencyOf(name string) string {
	name = meant(name)
	of, _ := lists.Find([][]string{{"itl", "inter_token"}, {"tpot", "per_output_token"}, {"latency"}}, func(of []string) bool {
		return slices.ContainsFunc(of, func(word string) bool { return strings.Contains(name, word) })
	})
	return cmp.Or(of...)
}

// converted reports whether the field has another unit than its column.
func (f guessed) converted() bool {
	u, known := data.ParseUnit(f.unit)
	usual, is := data.ParseUnit(data.UsualUnit(f.Role))
	return known && is && u.Fits(usual) && !u.Same(usual)
}

// withoutUnit is a field's name without the unit of its column, at least its role.
func withoutUnit(f guessed) string {
	name := strings.TrimPrefix(strings.TrimSuffix("_"+f.name, "_"+slug(f.unit)), "_")
	if name == f.name {
		name = clues().Unit.ReplaceAllString(name, "")
	}
	return cmp.Or(strings.Trim(name, "_"), string(f.Role), f.name)
}

// isEnergy reports whether the field is the energy of a whole run.
func (f guessed) isEnergy() bool {
	return f.kind != "" && unit(f.unit).Fits(joule) && clues().Energy.MatchString(f.name)
}

// computable says, for a draft without an energy per output, how the other columns give it.
func computable(fields []guessed) (value string) {
	name := func(is func(guessed) bool) string { f, _ := lists.Find(fields, is); return f.name }
	with := func(role data.Role) string { return name(func(f guessed) bool { return f.Role == role }) }
	power, throughput, duration := with(data.RolePower), with(data.RoleThroughput), with(data.RoleDuration)
	outputs := cmp.Or(with(data.RoleOutputTokens), name(func(f guessed) bool {
		return f.unit == "tokens" && otherWord(f.name) == "" && !clues().Requested.MatchString(f.name)
	}))
	if throughput != "" && duration != "" {
		outputs = "(" + throughput + " * " + duration + ")"
	}
	if with(data.RoleEnergy) != "" {
		return ""
	}
	switch energy := runEnergy(fields); {
	case power != "" && throughput != "":
		value = power + " / " + throughput
	case energy != "" && outputs != "":
		value = energy + " / " + outputs
	case power != "" && duration != "" && outputs != "":
		value = power + " * " + duration + " / " + outputs
	case energy != "" || power != "":
		return "# not sure: which column counts the outputs? Divide " + cmp.Or(energy, power+" × the duration") +
			" by them: “{name: energy_per_output, role: energy, unit: J/output, value: …}”\n"
	default:
		return ""
	}
	return "# or compute it: the energy of a run divided by its output tokens, or its power divided by its throughput:\n" +
		"# - {name: energy_per_token, role: energy, value: " + value + "}\n"
}

// runEnergy is the energy of a whole run, as an expression of fields, which it makes J: what counters gained, or one column; "" for none.
func runEnergy(fields []guessed) string {
	var gained []string
	for i, f := range fields {
		begin := clues().Begin.ReplaceAllString(f.name, "_")
		end := slices.IndexFunc(fields, func(o guessed) bool {
			return o.isEnergy() && o.name != f.name && o.unit == f.unit && clues().End.ReplaceAllString(o.name, "_") == begin
		})
		if f.isEnergy() && begin != f.name && end >= 0 {
			gained = append(gained, inJoules(fields, end)+" - "+inJoules(fields, i))
		}
	}
	if len(gained) > 0 {
		return "(" + strings.Join(gained, " + ") + ")"
	}
	if i := wholeEnergy(fields); i >= 0 {
		return inJoules(fields, i)
	}
	for i, f := range fields { // of each GPU
		if f.isEnergy() && clues().Share.MatchString(f.name) && !clues().Counter.MatchString(f.name) {
			gained = append(gained, inJoules(fields, i))
		}
	}
	return data.When(len(gained) > 0, "("+strings.Join(gained, " + ")+")").Or("")
}

// wholeEnergy is the column of the energy of a whole run, rather that of the GPUs and a total; -1 for none.
func wholeEnergy(fields []guessed) int {
	for _, words := range [][]string{{"gpu", "", "total"}, {"", "total"}, {"", ""}} {
		i := slices.IndexFunc(fields, func(f guessed) bool {
			parts := []yamltree.Pattern{clues().Counter, clues().Parts, clues().Share}
			part := slices.ContainsFunc(parts, func(p yamltree.Pattern) bool { return p.MatchString(f.name) })
			return f.isEnergy() && !f.around && !part && strings.Contains(f.name, words[0]) && slices.Contains(words[1:], otherWord(f.name))
		})
		if i >= 0 {
			return i
		}
	}
	return -1
}

// inJoules makes a field one in J, and gives its name, without the unit of its column where no other is called so.
func inJoules(fields []guessed, i int) string {
	f := &fields[i]
	if bare := withoutUnit(*f); f.unit != "J" {
		if clues().Energy.MatchString(bare) && !slices.ContainsFunc(fields, func(o guessed) bool { return o.name == bare }) {
			f.name = bare
		}
		f.in, f.unit = f.unit, "J"
	}
	return f.name
}

// quotient is the energy per token where only the energy of the whole run and its tokens are there.
func quotient(fields []guessed, taken map[data.Role]bool) []guessed {
	tokens, is := lists.Find(fields, func(f guessed) bool { return f.Role == data.RoleOutputTokens })
	if taken[data.RoleEnergy] || !is {
		return nil
	}
	energy := runEnergy(fields)
	made := guessed{name: "energy_per_token", Role: data.RoleEnergy, value: energy + " / " + tokens.name, unsure: "is this energy that of these tokens?"}
	return data.When(energy != "", []guessed{made}).Or(nil)
}

// kind is the type of a field that has the values, "" without one.
func (c *column) kind() string {
	form, _ := lists.Find([]string{"flag", "whole", "number"}, c.all)
	return when(c.values > 0, cmp.Or(form, "text")+"?")
}

// outside begins the path of what stands around the rows.
const outside = "up:"

// fold is what is probably made of the values of several members: energy and power add up, names and counts are one.
func (f guessed) fold() string {
	u := unit(f.unit)
	adds := u.Fits(joule) || u.Fits(watt) || f.unit == "" && clues().Devices.MatchString(f.name)
	return data.When(f.kind != "number?", "first").Or(map[bool]string{true: "sum", false: "mean"}[adds])
}

// roleFor is the role that a column plays by its name and values. A role that another column has already makes this one its
// rival, if both could be meant.
func roleFor(name string, f guessed, taken map[data.Role]bool, rivals map[data.Role][]string) data.Role {
	if u, ok := data.ParseUnit(f.unit); ok && u.Fits(joulePerToken) && !taken[data.RoleEnergy] && !f.around && !clues().Parts.MatchString(name) {
		return data.RoleEnergy
	}
	for _, rule := range clues().Roles {
		if !rule.named(name) || !rule.fits(f) || f.around && !slices.Contains(clues().Around, rule.Role) {
			continue
		}
		if !taken[rule.Role] {
			return rule.Role
		}
		if limit := rule.Role == data.RoleBatch && strings.Contains(name, "max_") && !f.of.varies; slices.Contains(disputed, rule.Role) && !limit {
			rivals[rule.Role] = append(rivals[rule.Role], f.paths[0])
		}
	}
	return ""
}

// named reports whether a column with this name may be meant.
func (k clue) named(name string) bool {
	return fits(k.Name, name) && (k.But.Regexp == nil || !k.But.MatchString(name))
}

// called is the name by which clues know a column: its own or, if they know none such, its last key, unless what is around that
// says otherwise.
func (f guessed) called() string {
	known := func(name, around string) bool {
		return slices.ContainsFunc(clues().Roles, func(k clue) bool { return k.named(name) && !(k.But.Regexp != nil && k.But.MatchString(around)) })
	}
	path := bareColumn(f.paths[0])
	name := meant(f.name)
	keys := lists.Map([]string{":", ".:"}, func(before string) string { return meant(slug(path[strings.LastIndexAny(path, before)+1:])) })
	key, _ := lists.Find(keys, func(key string) bool { return otherWord(f.name) == otherWord(key) && known(key, name) })
	return data.When(known(name, name), name).Or(cmp.Or(key, name))
}

// meant is a name with the words that clues have.
func meant(name string) string {
	words := lists.Map(strings.Split(strings.TrimSuffix(name, "_value"), "_"), func(word string) string { return cmp.Or(clues().Meant[word], word) })
	return strings.Join(words, "_")
}

// fits reports whether the values of a column, and what was guessed of it, are such as the clue's.
func (k clue) fits(f guessed) bool {
	number := f.of.values > 0 && f.of.all("number")
	clock := f.of.least >= 1e9 && (f.of.least <= 4e9 || f.of.least >= 1e12) // that counts from 1970
	switch {
	case k.Numbers && f.kind == "text?", k.Texts && number, !fits(k.Path, f.paths[0]), !fits(k.Like, f.of.example):
	case k.Unlike.Regexp != nil && k.Unlike.MatchString(f.of.example), k.Form != "" && !f.of.all(k.Form), k.Not != "" && f.of.all(k.Not):
	case !among(k.Roles, f.Role), !among(k.Kinds, f.kind), !among(k.Units, f.unit):
	case k.Role != "" && k.Role != data.RoleStable && f.kind == "flag?":
	case k.Role == data.RoleThroughput && unit(f.unit).Fits(unit("request/s")):
	case k.Role == data.RoleEnergy && unit(f.unit).Fits(unit("token/kWh")):
	case k.Role == data.RoleDuration && f.of.least >= 1e9:
	case (k.Role == data.RoleStart || k.Role == data.RoleEnd) && number && !clock:
	default:
		return true
	}
	return false
}

func fits(e yamltree.Pattern, text string) bool { return e.Regexp == nil || e.MatchString(text) }

func among[T comparable](all []T, v T) bool { return all == nil || slices.Contains(all, v) }

// finish says what the draft is not sure of.
func (f *guessed) finish(columns map[string]*column) {
	doubt, _ := lists.Find(clues().Doubts, func(k clue) bool {
		beside := func(path string) bool { return fits(k.Beside, slug(path)) }
		return k.named(meant(f.name)) && k.fits(*f) && slices.ContainsFunc(sortedKeys(columns), beside)
	})
	f.unsure = strings.NewReplacer("{example}", strconv.Quote(data.ClipName(f.of.example)), "{list}", f.of.firstOf).Replace(doubt.Say)
}
