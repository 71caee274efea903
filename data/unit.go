package data

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// Unit is a unit of measurement: a factor and the powers of base units.
type Unit struct {
	Factor float64
	powers map[string]int // none is zero
}

// rounded is the relative difference that rounding makes of equal factors.
const rounded = 1e-9

// unitNames are the units that are understood. What is counted is a base of its own, so
// that energy per token is no energy per request.
var unitNames = map[string]Unit{
	"J": base("J", 1), "uJ": base("J", 1e-6), "µJ": base("J", 1e-6), "mJ": base("J", 1e-3), "kJ": base("J", 1e3), "MJ": base("J", 1e6),
	"mWh": base("J", 3.6), "Wh": base("J", 3600), "kWh": base("J", 3.6e6), "MWh": base("J", 3.6e9),
	"W": watt(1), "uW": watt(1e-6), "µW": watt(1e-6), "mW": watt(1e-3), "kW": watt(1e3), "MW": watt(1e6),
	"s": base("s", 1), "ms": base("s", 1e-3), "us": base("s", 1e-6), "µs": base("s", 1e-6), "ns": base("s", 1e-9),
	"min": base("s", 60), "h": base("s", 3600), "second": base("s", 1), "sec": base("s", 1),
	"token": base("token", 1), "tok": base("token", 1), "request": base("request", 1), "req": base("request", 1),
	"query": base("request", 1), "response": base("request", 1), "answer": base("request", 1), "sample": base("request", 1),
	"inference": base("request", 1),
	"image":     base("image", 1), "video": base("video", 1), "frame": base("frame", 1), "sequence": base("sequence", 1),
	"ktok": base("token", 1e3), "ktoken": base("token", 1e3), "Mtok": base("token", 1e6), "Mtoken": base("token", 1e6),
	"iteration": base("iteration", 1), "output": base("output", 1), "GPU": base("GPU", 1), "user": base("user", 1),
	"B": base("B", 1), "kB": base("B", 1e3), "MB": base("B", 1e6), "GB": base("B", 1e9), "MiB": base("B", 1<<20), "GiB": base("B", 1<<30),
	"USD": base("USD", 1), "FLOP": base("FLOP", 1),
	"%": {Factor: 0.01}, "share": {Factor: 1}, "accuracy": {Factor: 1}, "ratio": {Factor: 1}, "billion": {Factor: 1e9},
	"million": {Factor: 1e6},
}

// multiples stand before what is counted.
var multiples = map[string]float64{"thousand": 1e3, "million": 1e6, "billion": 1e9, "k": 1e3, "K": 1e3, "M": 1e6}

func base(name string, factor float64) Unit { return Unit{factor, map[string]int{name: 1}} }

func watt(factor float64) Unit { return Unit{factor, map[string]int{"J": 1, "s": -1}} }

// ParseUnit reads a unit such as “J per output token”, “tok/s” or “kWh/1000 queries”; the part after a comma or “of”
// is an explanation. ok is false for an unknown unit, which is then not compared with others.
func ParseUnit(text string) (u Unit, ok bool) {
	text, _, _ = strings.Cut(text, ", ")
	text, _, _ = strings.Cut(text, " of ")
	u.Factor = 1
	for i, part := range strings.Split(strings.ReplaceAll(text, " per ", "/"), "/") {
		sign := -1
		if i == 0 {
			sign = 1
		}
		known := false
		words := strings.Fields(part)
		for i, word := range words {
			number := strings.TrimRight(word, "kKM") // 1k
			if n, err := strconv.ParseFloat(number, 64); err == nil && n > 0 && n < mostSize && len(word)-len(number) < 2 {
				u, known = u.Times(Unit{Factor: n * cmp.Or(multiples[word[len(number):]], 1)}, sign), true
			} else if many, is := multiples[word]; is && i < len(words)-1 {
				u = u.Times(Unit{Factor: many}, sign)
			}
		}
		if named, is := unitOf(part); is {
			u, known = u.Times(named, sign), true
		}
		if !known {
			return Unit{}, false
		}
	}
	return u, true
}

// unitOf is what a part such as “output tokens” counts: its last word; in “image or video”
// the first.
func unitOf(part string) (Unit, bool) {
	part, _, _ = strings.Cut(part, " or ")
	words := strings.Fields(part)
	if len(words) == 0 {
		return Unit{}, false
	}
	word := strings.ReplaceAll(words[len(words)-1], "μ", "µ") // Greek, and the sign of Latin-1
	for _, name := range []string{word, strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "ies") + "y"} {
		if u, known := unitNames[cmp.Or(unitWords[strings.ToLower(name)], name)]; known {
			return u, true
		}
	}
	return Unit{}, false
}

// unitWords are units that are written out, in singular.
var unitWords = map[string]string{
	"joule": "J", "kilojoule": "kJ", "watt": "W", "kilowatt": "kW",
	"millisecond": "ms", "microsecond": "us", "minute": "min", "hour": "h",
}

// MisspelledUnit says which unit is probably meant by one that is not known, "" if none is.
func MisspelledUnit(text string) string {
	words := slices.Sorted(maps.Keys(unitWords))
	words = append(words, "token", "request", "response", "second")
	slices.SortStableFunc(words, func(a, b string) int { return len(a) - len(b) }) // watt before kilowatt
	for part := range strings.SplitSeq(strings.ReplaceAll(text, " per ", "/"), "/") {
		word := strings.TrimSuffix(part[strings.LastIndexByte(part, ' ')+1:], "s")
		if _, known := unitOf(part); known || len(word) < 3 {
			continue
		}
		if hint := nearest.Hint(word, words); hint != "" {
			return hint
		}
	}
	return ""
}

// Times is the product with a power of another unit.
func (u Unit) Times(o Unit, power int) Unit {
	product := Unit{u.Factor * o.Factor, maps.Clone(u.powers)}
	if power < 0 {
		product.Factor = u.Factor / o.Factor
	}
	if product.powers == nil {
		product.powers = map[string]int{}
	}
	for name, n := range o.powers {
		if product.powers[name] += n * power; product.powers[name] == 0 {
			delete(product.powers, name)
		}
	}
	return product
}

// Units lists the names of the units that are understood.
func Units() []string { return slices.Clone(sortedUnits) }

var sortedUnits = slices.Sorted(maps.Keys(unitNames))

// Fits reports whether both units measure the same quantity, regardless of their multiples.
func (u Unit) Fits(o Unit) bool { return maps.Equal(u.powers, o.powers) }

// OfEnergy reports whether a quantity of this unit contains an energy or a power, and therefore the error of its meter.
func OfEnergy(unit string) bool {
	u, known := ParseUnit(unit)
	return known && u.powers["J"] != 0
}

// betterBy is which values of a metric are better by its unit: fewer J, USD or s of an output, or more outputs of these; Neutral if
// it does not tell.
func betterBy(unit string) Direction {
	u, _ := ParseUnit(unit)
	for _, spent := range []string{"J", "USD", "s"} {
		switch n := u.powers[spent]; {
		case n > 0:
			return Lower
		case n < 0:
			return Higher
		}
	}
	if strings.HasSuffix(unit, "/s") { // of what no unit counts
		return Higher
	}
	return Neutral
}

// Varies reports whether a quantity of this unit contains an energy or a time, which no measurement repeats exactly.
func Varies(unit string) bool {
	u, known := ParseUnit(unit)
	return known && (u.powers["J"] != 0 || u.powers["s"] != 0)
}

// String is the unit in base units, such as “J/token” or “0.001 s”.
func (u Unit) String() string {
	var above, below []string
	for _, name := range slices.Sorted(maps.Keys(u.powers)) {
		for range u.powers[name] {
			above = append(above, name)
		}
		for range -u.powers[name] {
			below = append(below, name)
		}
	}
	for slices.Contains(above, "J") && slices.Contains(below, "s") {
		above[slices.Index(above, "J")] = "W"
		below = slices.Delete(below, slices.Index(below, "s"), slices.Index(below, "s")+1)
	}
	text := strings.Join(append([]string{cmp.Or(strings.Join(above, " × "), "1")}, below...), "/")
	if Near(u.Factor, 1, rounded) {
		return text
	}
	return strconv.FormatFloat(u.Factor, 'g', 6, 64) + " " + text
}

// Fitting lists units that measure the same quantity: J, kJ, Wh and kWh, or J/token, kJ/token and so on.
func (u Unit) Fitting() (names []string) {
	names = lists.Filter(sortedUnits, func(name string) bool { return unitNames[name].Fits(u) })
	if len(names) > 0 {
		return names
	}
	for _, name := range sortedUnits {
		o := unitNames[name]
		for below, n := range u.Times(o, -1).powers {
			if n == -1 && u.Fits(o.Times(base(below, 1), -1)) {
				names = append(names, name+"/"+below)
			}
		}
	}
	return names
}

// IsColumn reports whether a field is read from one column of numbers in the files of rows, and no other field is computed from it.
func (s *Schema) IsColumn(name string) bool {
	f, known := s.Field(name)
	operand := func(o Field) bool { return o.Value != "" && slices.Contains(s.ReadFor(o.Name), name) }
	return known && (f.Kind == Float || f.Kind == Int) && f.Value == "" && f.FileUnit != "cell" && !strings.Contains(strings.Join(f.From, ""), ":") &&
		!slices.ContainsFunc(s.fields, operand)
}

// InFile is the size of the unit of the field's column, in the unit of the field.
func (f Field) InFile() float64 {
	own, known := ParseUnit(f.Unit)
	file, stated := ParseUnit(f.FileUnit)
	if !known || !stated {
		return 1
	}
	return file.Factor / own.Factor
}

// Scaled is a number in another unit: of one with few digits, what its decimal digits are there, rounded once.
func Scaled(x, factor float64) float64 {
	times, over := ratio(factor)
	for power := 1.0; power <= 1e12; power *= 10 {
		if digits := math.Round(x * power); digits/power == x && math.Abs(digits*times) < 1<<53 {
			return digits * times / (power * over)
		}
	}
	return x * times / over
}

// ratio is the factor between two units as a quotient of whole numbers, if it is one that units have: that of ns is no exact number.
func ratio(factor float64) (times, over float64) {
	const rounding = 1e-12
	times, over = math.Round(factor), math.Round(1/factor)
	tenths := math.Round(10 * factor)
	switch {
	case Near(factor, times, rounding):
		return times, 1
	case Near(1/factor, over, rounding):
		return 1, over
	case Near(10*factor, tenths, rounding): // mWh in J
		return tenths, 10
	}
	return factor, 1
}

// UnitsBy are units in which the column of a field may be, by how large they are in the one that is declared.
func (f Field) UnitsBy(least, most float64) (names []string) {
	declared, known := ParseUnit(cmp.Or(f.FileUnit, f.Unit))
	if !known || f.Kind != Float || f.Value != "" {
		return nil
	}
	sizes := []float64{declared.Factor}
	for _, name := range declared.Fitting() {
		u, _ := ParseUnit(name)
		if by := u.Factor / declared.Factor; by >= least && by <= most && !slices.Contains(sizes, u.Factor) {
			names, sizes = append(names, name), append(sizes, u.Factor)
		}
	}
	return names
}

// ofResponse is in the names of times that are not of single tokens.
var ofResponse = regexp.MustCompile(`(?im)(?:whole|entire|complete|per|each) (?:response|request|answer)$|(?:response|request)[ _](?:time|latency|duration)`)

// InUsualUnit is the field of a role, if it has the unit that the role usually has; a time per token is a time, unless the basis or the label
// says that it is of a whole response.
func (s *Schema) InUsualUnit(r Role) (Field, bool) {
	f, known := s.The(r)
	u, _ := ParseUnit(f.Unit)
	usual, _ := ParseUnit(UsualUnit(r))
	each, _ := ParseUnit("ms/token")
	if r == RoleP50 && ofResponse.MatchString(f.Label+"\n"+s.Basis.Latency) {
		return f, false
	}
	return f, known && (f.Unit == UsualUnit(r) || u.Same(usual) || r == RoleP50 && u.Same(each))
}

// Same reports whether both are one unit, but for rounding of the factor.
func (u Unit) Same(o Unit) bool {
	return u.Fits(o) && Near(u.Factor, o.Factor, rounded)
}

// countRoles are the roles whose values count requests. Units may leave out what values with a role of countedBy count:
// W is the power of all GPUs or of one.
var (
	countRoles = []Role{RoleRequests, RoleQuestions}
	countedBy  = map[Role]string{RoleGPUs: "GPU", RoleFrames: "frame", RoleSteps: "", RoleRepeat: "", RoleSeed: ""}
)

// counted lists what an energy can be of.
func counted() (names []string) {
	for name, u := range unitNames {
		for of := range u.powers {
			other := slices.Contains([]string{"J", "s", "B", "USD", "FLOP"}, of)
			if len(name) > 3 && u.Factor == 1 && !other { // not short for another
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// Misfit is a unit that would fit the role of a metric of energy or time, by its usual unit, "" if this one does. A unit that is not known
// fits every role without a quantity.
func (r Role) Misfit(unit string) (example string) {
	usual := roles()[r]
	want, _ := ParseUnit(usual.Unit)
	if usual.Better == "" || want.powers["J"] == 0 && want.powers["s"] == 0 {
		return ""
	}
	u, known := ParseUnit(unit)
	whole := Near(want.Factor, 1, rounded) // pages convert it further
	if !known || u.powers["J"] != want.powers["J"] || u.powers["s"] != want.powers["s"] || whole && !Near(u.Factor, 1, rounded) {
		if of, _, per := strings.Cut(usual.Unit, "/"); per && of == "J" {
			return "J/token, or J/ and one of " + strings.Join(counted(), ", ")
		}
		return usual.Unit
	}
	return ""
}
