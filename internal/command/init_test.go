package command

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestInitAsksForWhatFlagsLeaveOut(t *testing.T) {
	var i identity
	cmd := &cobra.Command{}
	i.register(cmd)
	if err := cmd.ParseFlags([]string{"--repo", "lab/energy"}); err != nil {
		t.Fatal(err)
	}
	var asked strings.Builder
	i.ask(cmd.Flags(), strings.NewReader("Lab\n\nMIT\n"), &asked)
	if want := (identity{name: "Lab", repo: "lab/energy", license: "MIT"}); i != want {
		t.Errorf("got %+v, want %+v", i, want)
	}
	if strings.Contains(asked.String(), "ORG/NAME") || !strings.HasPrefix(asked.String(), "NAME of the site [Our energy leaderboard]: ") {
		t.Errorf("asked %q", asked.String())
	}
}
