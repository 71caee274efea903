package data

// UsualLaw is what holds of any benchmark, roughly: the quotient of two products of fields, in their usual units, is between two
// bounds in most rows. That a bound is missed by several rows is no fault of them but of a column or its unit.
type UsualLaw struct {
	Above, Below []Role
	Factor       float64 // of these units
	Least, Most  float64
	Right        [2]float64 // between which the quotient almost always is if all columns are right
	Meant        string     // what else a column may be
	Without      Role       // which makes the law needless, "" for none
}

// UsualLaws are those of all benchmarks.
var UsualLaws = []UsualLaw{
	{
		[]Role{RoleThroughput, RoleDuration},
		[]Role{RoleOutputTokens},
		1, 0.4, 2.5,
		[2]float64{0.8, 1.25},
		"includes prompts, or is of one GPU or user, or includes idle time, or is in another unit", "",
	},
	{
		[]Role{RoleThroughput, RoleP50},
		[]Role{RoleBatch},
		0.001, 0.002, 100,
		[2]float64{0.1, 2},
		"is in another unit, such as s", "",
	},
	{
		[]Role{RoleOutputTokens, RoleP50},
		[]Role{RoleDuration, RoleBatch},
		0.001, 0.002, 100,
		[2]float64{0.1, 2},
		"is in another unit, such as s", RoleThroughput,
	},
}
