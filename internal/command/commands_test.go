package command

import (
	"io"
	"testing"

	"github.com/jouleboard/jouleboard/source"
)

func TestCommandIsMadeUnderTheNameThatFindsIt(t *testing.T) {
	for _, k := range subcommands() {
		if made := k.command(&console{stdout: io.Discard, stderr: io.Discard}); made.Name() != k.name() {
			t.Errorf("%s makes the command %s", k.use, made.Name())
		}
		if alone := wanted([]string{"--quiet", k.name(), "--help"}); len(alone) != 1 || alone[0].use != k.use {
			t.Errorf("%s: %d commands are made", k.use, len(alone))
		}
	}
}

// The help, completion and an unknown command need all of them.
func TestAllCommandsAreMadeWhereNoneIsNamed(t *testing.T) {
	for _, args := range [][]string{nil, {"help", "runs"}, {"--quiet"}, {"__complete", "ru"}, {"biuld"}} {
		if all := wanted(args); len(all) != len(subcommands()) {
			t.Errorf("%q: %d commands are made", args, len(all))
		}
	}
}

func TestDomainsAreNamedAsTheirFieldTablesAre(t *testing.T) {
	names := source.Domains()
	for i, s := range source.Schemas() {
		if s.Domain != names[i] {
			t.Errorf("%s has the name %s", s.Domain, names[i])
		}
	}
}
