package declared

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// leaves notes the values of a tree by their paths.
func (d *draft) leaves(path string, v any, depth int) {
	if list, _ := v.([]any); len(list) > 0 && depth < 8 && isObject(list[0]) {
		if key := metricsBy(list); key != "" {
			for _, element := range list {
				d.leaves(path+"["+key+"="+data.Text(at(element, key))+"]", element, depth+1)
			}
		} else if !clues().Single.MatchString(path) {
			known, isHardware := len(d.order), d.hardware(path)
			d.leaves(path+data.When(isHardware, "[*]").Or(".0"), list[0], depth+1)
			for _, at := range data.When(len(list) > 1 && !isHardware, d.order[known:]).Or(nil) {
				d.columns[at].firstOf = path
			}
		}
		return
	}
	object, is := v.(*jsontree.Members)
	if !is || depth > 8 {
		if path != "" {
			d.note(path, v)
		}
		return
	}
	inner := object.All()
	if len(inner) > 0 && path != "" && alike(object) {
		d.leaves(path+".*", inner[0].Value, depth+1)
		return
	}
	about, _ := lists.Find(inner, func(m jsontree.Member) bool { return clues().About.MatchString(m.Key) })
	stated := cmp.Or(at(object, "unit"), at(about.Value, "unit"))
	unit := data.Text(stated)
	valued := slices.ContainsFunc(inner, func(m jsontree.Member) bool { return clues().Value.MatchString(slug(m.Key)) })
	for _, m := range inner {
		known, below := len(d.order), strings.TrimPrefix(path+"."+m.Key, ".")
		if _, is := m.Value.(string); m.Key == "unit" && is && path != "" {
			continue // of the values beside it
		}
		if strings.HasSuffix(path, "["+m.Key+"="+data.Text(m.Value)+"]") {
			continue // a path by the name has it
		}
		d.leaves(below, m.Value, depth+1)
		if stated == nil || valued && !clues().Stated.MatchString(slug(m.Key)) || clues().About.MatchString(path) || clues().About.MatchString(below) {
			continue
		}
		for _, at := range append(data.When(path == "", []string(nil)).Or(d.order[known:]), below) {
			if c := d.columns[at]; c != nil && !clues().Unitless.MatchString(slug(at)) {
				c.state(unit)
			}
		}
	}
}

// state notes units that documents state of the column, which is in one only if they all state the same.
func (c *column) state(units ...string) {
	if c.stated = lists.Distinct(append(c.stated, units...)); len(c.stated) > 0 {
		c.unit = when(len(c.stated) == 1, unitOf("("+c.stated[0]+")"))
	}
	c.stated = c.stated[:min(len(c.stated), 2)]
}

// hardware reports whether a list is one of devices, of which a draft takes all. Without files, it is no draft but only names columns.
func (d *draft) hardware(path string) bool {
	return len(d.files) > 0 && clues().Hardware.MatchString(path)
}

// all reports whether all values have a form: number, whole, or one of guess.yaml; “nothing” is that of none.
func (c *column) all(form string) bool {
	switch form {
	case "list":
		return c.list != nil
	case "several":
		return c.several
	case "first":
		return c.firstOf != ""
	case "units":
		return len(c.stated) > 1
	case "rising": // by more than an accident
		return c.of[form] == c.values && c.values > 3
	case "statistic": // which rows are of, unless all are of the same
		return (c.varies || c.values == 1) && c.of[form] == c.values
	}
	return c.of[form] == c.values
}

func (d *draft) note(path string, v any) {
	d.values++
	c := d.columns[path]
	if c == nil {
		if len(d.columns) >= d.room {
			d.more += lists.One(d.first)
			return
		}
		c = &column{of: map[string]int{}, several: d.format != "csv" && (strings.Contains(path, ".*") || strings.Contains(path, "[*]"))}
		if _, below, is := strings.Cut(path, " / "); is && d.header > 1 && isUnit(below) {
			c.unit = strings.Trim(below, unitMarks)
		}
		d.columns[path] = c
		d.order = append(d.order, path)
	}
	list, isList := v.([]any)
	switch text, _ := v.(string); {
	case slices.Contains(clues().Missing, text):
		c.missing = lists.Distinct(append(c.missing, text))
	case isList:
		c.values++
		c.list = cmp.Or(c.list, &column{of: map[string]int{}})
		for _, element := range list[:min(len(list), 100)] {
			c.list.note(element, d.decimal)
			c.example = c.list.example
		}
	case v != nil:
		c.note(v, d.decimal)
	}
}

// mostOfValue bytes of a text tell what it is.
const mostOfValue = 1000

// note counts what a value can be.
func (c *column) note(v any, decimal string) {
	c.values++
	s := units.Clip(data.Text(v), mostOfValue)
	c.example, c.last, c.varies = cmp.Or(c.example, s), s, c.varies || c.values > 1 && s != c.last
	if x, err := (Rows{Decimal: decimal}).marks().number(s); err == nil {
		if c.least = min(c.least, x); c.of["number"] == 0 {
			c.least = x
		}
		c.of["rising"] += lists.One(c.of["number"] == 0 || x > c.most)
		c.most = max(c.most, x)
		c.of["number"]++
		c.of["whole"] += lists.One(x == math.Trunc(x) && !strings.ContainsAny(s, ".,eE"))
	}
	for form, like := range clues().Forms {
		c.of[form] += lists.One(like.MatchString(s) && (form != "decimal comma" || decimal == ""))
	}
}

// scalar is a text as YAML has it.
func scalar(s string) string { return data.When(plainText.MatchString(s), s).Or(strconv.Quote(s)) }

var plainText = regexp.MustCompile(`^\pL([\pL0-9/ ._-]*[\pL0-9/._-])?$`)

// What a column's header tells of its unit, for a draft.

// slug is a header as the name of a field.
func slug(header string) string {
	return strings.ToLower(words(clues().Percentile.ReplaceAllString(header, "p$1$2 ")))
}

// words are those of a header, joined by “_”.
func words(header string) string {
	return strings.Trim(notWord.ReplaceAllString(clues().Hump.ReplaceAllString(plain(header), "${1}_$2"), "_"), "_")
}

var notWord = regexp.MustCompile(`[^A-Za-z0-9]+`)

// plain is a text in the letters of ASCII: German ones and some words have names there, and others lose their marks.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(spelling().Replace(text)))
}

// spelling writes letters and words as names have them, the longest first.
var spelling = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for _, word := range slices.Backward(sortedKeys(clues().Spelled)) {
		pairs = append(pairs, word, clues().Spelled[word])
	}
	return strings.NewReplacer(pairs...)
})

// unitOf is the unit that a header states in brackets or is itself, such as “kWh/Mtok”; else that of the name's end.
func unitOf(header string) string {
	stated := header
	if m := clues().Bracketed.FindStringSubmatch(header); m != nil {
		stated = m[1]
	}
	stated, _, _ = strings.Cut(stated, ", ")
	u, ok := data.ParseUnit(stated)
	if !ok {
		stated = clues().OfMany.ReplaceAllString(stated, "/$1 $2") // J/1000tok
		u, ok = data.ParseUnit(stated)
	}
	apart := stated != header || strings.Contains(stated, "/") && !u.Fits(unit("ratio"))
	if ok && apart && stated != "B" && strings.ContainsFunc(stated, func(c rune) bool { return unicode.IsLetter(c) || c == '%' }) { // B: billions
		if whole := clueOf(header); u.Fits(joule) && strings.Contains(whole, "/") { // “Energy per token (J)”
			return whole
		}
		return stated
	}
	if rate := clues().PerSecond.FindStringSubmatch(header); rate != nil {
		u := strings.TrimSuffix(strings.TrimSpace(strings.ToLower(rate[1])), "s") + "/s"
		if _, known := data.ParseUnit(u); known {
			return u
		}
	}
	return clueOf(header)
}

// unitAt is the unit of a column: the one that stands beside its values, per what its name says it is per.
func (c *column) unitAt(path string) string {
	named := unitOf(path)
	if over, below, is := strings.Cut(named, "/"); is && c.unit != "" && unit(c.unit).Fits(unit(over)) {
		return c.unit + "/" + below
	}
	return cmp.Or(c.unit, named)
}

// isUnit reports whether a text is a unit, with or without brackets.
func isUnit(text string) bool {
	_, known := data.ParseUnit(strings.Trim(text, unitMarks))
	return known && strings.ContainsFunc(text, func(c rune) bool { return unicode.IsLetter(c) || c == '%' })
}

// unitMarks may stand around a unit.
const unitMarks = "()[] "

// unitsBeside gives columns the units that others state of them in all rows: “energy_unit” beside “energy”, or “units.energy” beside or around it.
// It returns those others.
func unitsBeside(order []string, columns map[string]*column) (stating []*column) {
	called := map[string]*column{}
	for _, path := range order {
		called[slug(path)] = columns[path]
	}
	for _, path := range order {
		name, dot := slug(path), strings.LastIndex(path, ".")+1
		for _, at := range append(unitKeys(name), slug(path[:dot]+"units."+path[dot:]), slug("up.units."+path[dot:])) {
			if o, c := called[at], columns[path]; o != nil && !o.varies && isUnit(o.example) && c.all("number") {
				c.unit, stating = cmp.Or(c.unit, strings.Trim(o.example, unitMarks)), append(stating, o)
			}
		}
	}
	return stating
}

// clueOf is the unit that the end of a name tells, before what says how the number is made of several.
func clueOf(header string) string {
	name := words(clues().PerSign.ReplaceAllString(plain(header), " per "))
	name = clues().Statistic.ReplaceAllString(clues().Inside.ReplaceAllString(name, "$2"), "")
	if m := clues().PerWord.FindStringSubmatch(name); m != nil && strings.Count(strings.ToLower(name), "_per_") == 1 && !clues().Rate.MatchString(name) {
		zeros := map[string]string{"k": "000", "m": "000000"}[strings.ToLower(m[3])]
		many := cmp.Or(m[2], when(zeros != "", "1")) + zeros
		for _, word := range []string{m[1], m[6]} {
			if word, is := unitWord(word); is {
				below, _ := unitWord(m[5])
				return word + "/" + strings.TrimSpace(many+m[4]+" "+below)
			}
		}
	}
	if c, is := lists.Find(clues().Units, func(c clue) bool { return c.named(strings.ToLower(name)) }); is {
		return c.Unit
	}
	last, rate := name[strings.LastIndex(name, "_")+1:], clues().PerUnit.MatchString(name) || clues().Rate.MatchString(name)
	if clues().Words[strings.ToLower(last)] != "" && !rate && (len(last) > 1 && name != "min" || last != name) {
		word, _ := unitWord(last)
		return word
	}
	return ""
}

// unitWord is the unit that a word of a name is, as written if that is one: MJ is not mJ.
func unitWord(word string) (unit string, is bool) {
	lower := strings.ToLower(word)
	unit = cmp.Or(clues().Words[lower], clues().OfPer[lower])
	if _, exact := data.ParseUnit(word); exact && strings.EqualFold(unit, word) {
		unit = word
	}
	return cmp.Or(unit, lower), unit != ""
}

// ofOutput makes the unit of an energy one per output.
func (f *guessed) ofOutput() {
	over, below, _ := strings.Cut(f.unit, "/")
	per := map[data.Role]string{data.RoleEnergy: "/token", data.RolePerResponse: "/request"}[f.Role]
	switch {
	case per == "" || !unit(over).Fits(joule):
	case below == "":
		f.unit += per
	case f.Role == data.RoleEnergy && !unit(f.unit).Fits(joulePerToken) && over+below != "J"+below:
		f.in, f.unit = f.unit, "J/"+strings.TrimSuffix(below[strings.LastIndex(below, " ")+1:], "s")
	}
}
