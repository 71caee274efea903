package data

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
	{
		[]Role{RoleThroughput, RoleP50},
		[]Role{RoleBatch},
		0.001, 0.002, 100,
		[2]float64{0.1, 2},
		"is in another unit, such as s", wholeResponse, "",
	},
	{
		[]Role{RoleThroughput, RoleLatency},
		[]Role{RoleBatch},
		0.001, 0.002, 100,
		[2]float64{0.1, 2},
		"is in another unit, such as s", wholeResponse, RoleP50,
	},
	{
		[]Role{RoleOutputTokens, RoleP50},
		[]Role{RoleDuration, RoleBatch},
		0.001, 0.002, 100,
		[2]float64{0.1, 2},
		"is in another unit, such as s", wholeResponse, RoleThroughput,
	},
}

// wholeResponse is what else than a latency in another unit may be.
const wholeResponse = ", or the time of a whole response: write “unit: ms/response”"
