package data

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// UsualLaw is what holds of any benchmark, roughly: the quotient of two products of fields, in their usual units, is between two
// bounds in most rows. That a bound is missed by several rows is no fault of them but of a column or its unit.
type UsualLaw struct {
	Above, Below []Role
	Factor       float64 // of these units
	Least, Most  float64
	Right        [2]float64 // between which the quotient almost always is if all columns are right
	Meant        string     // what else a column may be
	Beyond       string     // what it may be as well as in another unit, if the quotient is too large
	Without      Role       // which makes the law needless, "" for none
}

// UsualLaws are those of all benchmarks.
var UsualLaws = []UsualLaw{
	{
		[]Role{RoleThroughput, RoleDuration},
		[]Role{RoleOutputTokens},
		1, 0.4, 2.5,
		[2]float64{0.8, 1.25},
		"includes prompts, or is of one GPU or user, or includes idle time, or is in another unit", "", "",
	},
	atOnce([]Role{RoleThroughput, RoleP50}, []Role{RoleBatch}, ""),
	atOnce([]Role{RoleThroughput, RoleLatency}, []Role{RoleBatch}, RoleP50),
	atOnce([]Role{RoleOutputTokens, RoleP50}, []Role{RoleDuration, RoleBatch}, RoleThroughput),
}

// atOnce is that the outputs during the latency, in ms, of one are as many as are computed at once.
func atOnce(above, below []Role, without Role) UsualLaw {
	const wholeResponse = ", or the time of a whole response: write “unit: ms/response”" // what else than a latency in another unit it may be
	return UsualLaw{above, below, 0.001, 0.002, 100, [2]float64{0.1, 2}, "is in another unit, such as s", wholeResponse, without}
}

// ofPower is that the energy per output, by the outputs per second, is the power.
var ofPower = UsualLaw{Above: []Role{RoleEnergy, RoleThroughput}, Below: []Role{RolePower}, Factor: 1, Right: [2]float64{0.8, 1.25}}

// Product is the term of the fields of some roles, as far as the record type has them in their usual units.
func (s *Schema) Product(factor float64, of ...Role) Term {
	names := lists.Map(lists.FilterMap(of, s.InUsualUnit), func(f Field) string { return f.Name })
	return Term{Text: strings.Join(names, " × "), Factor: factor, Fields: names}
}

// Terms are the two products of the law; known is false if the record type lacks one of their fields.
func (l UsualLaw) Terms(s *Schema) (above, below Term, known bool) {
	above, below = s.Product(l.Factor, l.Above...), s.Product(1, l.Below...)
	return above, below, len(above.Fields) == len(l.Above) && len(below.Fields) == len(l.Below)
}

// Confirms reports whether the numbers of a field agree with others of their rows by a usual law, as they would not in another unit.
func Confirms(t Table, field string) bool {
	s := t.Schema()
	return slices.ContainsFunc(append(slices.Clip(UsualLaws), ofPower), func(law UsualLaw) bool {
		above, below, known := law.Terms(s)
		if !known || !slices.Contains(lists.FlatMap(slices.Concat(above.Fields, below.Fields), s.ReadFor), field) {
			return false
		}
		ratios := Ratios(t, above, below, func(int) bool { return true })
		ratio := append(ratios, 0)[len(ratios)/2]
		return law.Right[0] <= ratio && ratio <= law.Right[1]
	})
}
