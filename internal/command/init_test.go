package command

import (
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestInitAsksForWhatFlagsLeaveOut(t *testing.T) {
	i := identity{Name: "Our energy leaderboard"}
	cmd := &cobra.Command{}
	register(cmd, reflect.ValueOf(&i).Elem())
	if err := cmd.ParseFlags([]string{"--repo", "lab/energy"}); err != nil {
		t.Fatal(err)
	}
	var asked strings.Builder
	i.ask(cmd.Flags(), strings.NewReader("Lab\n\nMIT\n"), &asked)
	if want := (identity{Name: "Lab", Repo: "lab/energy", License: "MIT"}); i != want {
		t.Errorf("got %+v, want %+v", i, want)
	}
	if strings.Contains(asked.String(), "ORG/NAME") || !strings.HasPrefix(asked.String(), "NAME of the site [Our energy leaderboard]: ") {
		t.Errorf("asked %q", asked.String())
	}
}
