package plausible

import (
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// power finds the runs that draw what their GPUs cannot.
func (j *judge) power(gpus map[string]Limit) rule {
	s := j.table.Schema()
	field, gpu := s.Name(data.RolePower), s.Name(data.RoleGPU)
	watts, count := j.watts(), j.table.Reader(s.Name(data.RoleGPUs))
	return func(run int) {
		limit, known := gpus[j.table.Text(run, gpu)]
		p, stated := watts(run)
		n, counted := count(run)
		if !known || !stated || !counted {
			return
		}
		of := fmt.Sprintf("%s W on %g× %s", short(p), n, j.table.Text(run, gpu))
		switch {
		case p > n*limit.Most:
			j.say(run, CodeLimit, field, fmt.Sprintf("%s, above the highest plausible power of %s W", of, short(n*limit.Most)))
		case p < n*limit.Least:
			j.say(run, CodeIdle, field, fmt.Sprintf("%s, below the idle power of %s W", of, short(n*limit.Least)))
		}
	}
}

// watts reads the power of a run, or where it is missing what a law says of it: the product of other fields.
func (j *judge) watts() func(run int) (float64, bool) {
	s := j.table.Schema()
	read := j.reader(data.RolePower)
	for _, l := range s.Laws {
		terms := termsOf(j.table, l)
		if len(l.Rising) == 0 && len(terms) == 2 && slices.Equal(terms[1].Fields, []string{s.Name(data.RolePower)}) && terms[1].Factor == 1 {
			return func(run int) (float64, bool) {
				if x, stated := read(run); stated {
					return x, true
				}
				return terms[0].of(run)
			}
		}
	}
	return read
}
