package aggregate

import (
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// Parallelism is how the GPUs share the work.
var Parallelism = []data.Role{
	data.RoleTensorParallel, data.RoleDataParallel, data.RoleExpertParallel, data.RoleUlysses, data.RoleRing,
}

// Settings returns the fields in which two runs must agree so that only the factor differs: those of a
// configuration's identity. If the identity is a hash, they are the fields that the record type names instead.
func Settings(s *data.Schema) (fields []data.Field) {
	batch, _ := s.The(data.RoleBatch)
	for _, f := range s.Fields() {
		named := slices.Contains(s.Sweep, f.Name) || s.Board != nil && slices.Contains(s.Board.Alike, f.Name) ||
			f.Role == data.RoleBatch || slices.Contains(Parallelism, f.Role)
		if batch.Key && f.Key || !batch.Key && named {
			fields = append(fields, f)
		}
	}
	return fields
}

// held are the settings but for the factor and what has to be free of it: with deadlines
// each side has the batch size, the number of GPUs and the parallelism that suit it
// best, and another number of GPUs shares the work in another way.
func (m Match) held(s *data.Schema) (names []string) {
	free := []data.Role{}
	if len(m.Deadlines) > 0 {
		free = append(free, data.RoleBatch, data.RoleGPUs)
	}
	if len(m.Deadlines) > 0 || m.Factor == s.Name(data.RoleGPUs) {
		free = append(free, Parallelism...)
	}
	for _, f := range Settings(s) {
		if f.Name != m.Factor && !slices.Contains(free, f.Role) {
			names = append(names, f.Name)
		}
	}
	return names
}
