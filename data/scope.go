package data

import (
	"cmp"
	"regexp"
	"strings"
)

// aboveGPU is in the name of what has other parts than GPUs, too.
var aboveGPU = regexp.MustCompile(`(?i)node|wall|system|server|host|package|machine|cpu|plug|outlet|rack|chassis|\b(?:chip|soc|module)\b`)

// BeyondGPUs reports whether what a scope names has other parts than GPUs; what follows a semicolon is about something else.
func BeyondGPUs(scope string) bool {
	measured, _, _ := strings.Cut(scope, ";")
	return aboveGPU.MatchString(measured)
}

// BeyondGPUs reports whether the energy and power of run i are not of its GPUs alone: the limits of GPUs are none of theirs.
func (t Table) BeyondGPUs(i int) bool { return BeyondGPUs(t.Measured(i)) }

// Measured returns what the energy of a run is of that states a scope, or "" for none.
func (s *Schema) Measured(scope string) string {
	if scope != "" && s.Board != nil {
		return cmp.Or(s.Board.Words[s.Name(RoleScope)][scope], scope)
	}
	return cmp.Or(scope, s.Basis.Scope)
}
