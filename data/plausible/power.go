package plausible

import (
	"fmt"

	"github.com/jouleboard/jouleboard/data"
)

// power finds the runs that draw what their GPUs cannot.
func (j *judge) power(gpus map[string]Limit) rule {
	s := j.table.Schema()
	field, gpu := s.Name(data.RolePower), s.Name(data.RoleGPU)
	watts, count := j.table.Reader(field), j.table.Reader(s.Name(data.RoleGPUs))
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
