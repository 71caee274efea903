package command

import (
	"errors"
	"fmt"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// lastGood is what is known to be wrong in the site that is being served. A change that
// makes more wrong, such as a torn file, does not take the site's place.
type lastGood struct {
	known map[string]bool // problems; nil before the first build
}

// refuse returns the problems that the site being served does not have.
func (g *lastGood) refuse(problems []data.Problem) error {
	if g == nil || g.known == nil {
		return nil
	}
	var fresh []error
	for _, p := range problems {
		if !g.known[p.Error()] {
			fresh = append(fresh, p)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	lines := append([]error{fmt.Errorf("%s; the last good site stays", units.Counted(len(fresh), "new problem"))}, fresh...)
	return errors.Join(lines...)
}

// take remembers the problems of a site that was built.
func (g *lastGood) take(problems []data.Problem) {
	if g == nil {
		return
	}
	g.known = map[string]bool{}
	for _, p := range problems {
		g.known[p.Error()] = true
	}
}
