package command

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A mistake is a command line, its exit status, and what the message must hold.
type mistake struct {
	status string
	args   []string
	said   []string
}

var word = regexp.MustCompile(`'[^']*'|\S+`)

func mistakes(t *testing.T) (list []mistake) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "mistakes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		status, call, _ := strings.Cut(line, " ")
		switch {
		case line == "" || line[0] == '#':
		case status == "1" || status == "2":
			m := mistake{status: status}
			for _, w := range word.FindAllString(call, -1) {
				m.args = append(m.args, strings.Trim(w, "'"))
			}
			list = append(list, m)
		case len(list) > 0 && list[len(list)-1].args != nil:
			list[len(list)-1].said = append(list[len(list)-1].said, line)
		}
	}
	return list
}

func TestTypicalMistakesAreAnsweredWithTheRemedy(t *testing.T) {
	list := mistakes(t)
	if len(list) < 60 {
		t.Fatalf("only %d mistakes", len(list))
	}
	t.Chdir(t.TempDir())
	for _, m := range list {
		t.Run(strings.Join(m.args, " "), func(t *testing.T) {
			var said strings.Builder
			err := run(t.Context(), io.Discard, &said, m.args)
			if got := string(rune('0' + exitStatus(err))); got != m.status || len(m.said) == 0 {
				t.Errorf("exit status %s, want %s; said %s", got, m.status, said.String())
			}
			for _, want := range m.said {
				if !strings.Contains(said.String(), want) {
					t.Errorf("said %s\nwant %s", said.String(), want)
				}
			}
		})
	}
}
