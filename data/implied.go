package data

import (
	"cmp"
	"slices"
	"strings"
)

// What the roles of fields say of each other without a word of the declaration.

// counted refuses a noun that is one kind of output where the energy is of another one.
func (s *Schema) counted(faults *Faults) {
	energy, _ := s.The(RoleEnergy)
	_, of, _ := strings.Cut(energy.Unit, "/")
	noun, isUnit := ParseUnit(s.Noun)
	output, known := ParseUnit(of)
	faults.If(isUnit && known && !noun.Fits(output), []any{"noun"}, "noun: %s, but %s is in %s; write “noun: %[4]s”, or remove it",
		ClipName(s.Noun), energy.Name, energy.Unit, of)
}

// ofSpread are the roles of what is in the unit of the metric that ranks.
var ofSpread = []Role{RoleError, RoleLower, RoleUpper}

// spreadIn gives an error or an interval without a unit that of the metric that ranks.
func (s *Schema) spreadIn(unit string) {
	for i, f := range s.fields {
		if slices.Contains(ofSpread, f.Role) {
			s.fields[i].Unit = cmp.Or(f.Unit, unit)
		}
	}
}

// spread refuses an error or an interval in another unit than that of the metric that ranks, whose error it is.
func (s *Schema) spread(faults *Faults) {
	if s.Board == nil {
		return
	}
	primary, _ := s.Field(s.Board.Primary)
	want, known := ParseUnit(primary.Unit)
	for i, d := range s.declared {
		got, stated := ParseUnit(d.Unit)
		faults.If(slices.Contains(ofSpread, d.Role) && known && stated && !got.Same(want), []any{"fields", i, "unit"},
			"%s.%s: the role %s has the unit of %s, the metric that ranks: write “unit: %s, in: %s”",
			s.Domain, ClipName(d.Name), d.Role, primary.Name, primary.Unit, ClipName(d.Unit))
	}
}

// ordered adds the laws that a percentile of the latency is at least the one before it, that the interval of the metric that
// ranks contains it, that a model is split over no more GPUs than there are, and that no more parameters are active than it has.
func (s *Schema) ordered() {
	for _, of := range []struct {
		code        string
		part, whole Role
	}{{CodeParallel, RoleTensorParallel, RoleGPUs}, {"parameters", RoleActive, RoleParameters}} {
		part, stated := s.The(of.part)
		whole, known := s.The(of.whole)
		if stated && known && part.Unit == whole.Unit && !slices.ContainsFunc(s.Laws, func(l Law) bool { return l.Code == of.code }) {
			s.Laws = append(s.Laws, Law{Code: of.code, Rising: []string{part.Name, whole.Name}})
		}
	}
	if low, high := s.Name(RoleLower), s.Name(RoleUpper); low != "" && high != "" && s.Board != nil && s.Has(s.Board.Primary) {
		s.Laws = append(s.Laws, Law{Code: "interval", Rising: []string{low, s.Board.Primary, high}})
	}
	var rising []string
	for _, r := range LatencyRoles {
		if f, ok := s.The(r); ok && (len(rising) == 0 || s.fields[s.byName[rising[0]]].Unit == f.Unit) {
			rising = append(rising, f.Name)
		}
	}
	if len(rising) > 1 && !slices.ContainsFunc(s.Laws, func(l Law) bool { return slices.Equal(l.Rising, rising) }) {
		s.Laws = append(s.Laws, Law{Code: "percentiles", Rising: rising})
	}
}
