package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func TestRowsWithTheSameProblemAreCounted(t *testing.T) {
	var problems []data.Problem
	add := func(n int, p data.Problem) {
		for i := range n {
			p.Row = i + 1
			if strings.Contains(p.Message, "%") {
				problems = append(problems, p)
				problems[len(problems)-1].Message = fmt.Sprintf(p.Message, 5-i)
				continue
			}
			problems = append(problems, p)
		}
	}
	add(9, data.Problem{File: "a.csv", Field: "power", Code: data.CodeValue, Message: "expected a positive number, got %d"})
	add(4, data.Problem{File: "a.csv", Field: "power", Code: data.CodeRange, Message: "above the range"})
	add(5, data.Problem{File: "a.csv", Field: "energy", Message: `expected a number, got "%d"`})
	add(1, data.Problem{File: "b.csv", Field: "energy", Message: `expected a number, got "x"`})
	add(6, data.Problem{File: "page.md", Lines: true, Message: "unknown key"})
	want := `a.csv: row 1: power: expected a positive number, got 5
a.csv: row 2: power: expected a positive number, got 4
a.csv: row 3: power: expected a positive number, got 3
a.csv: power: 6 more rows with the same problem
a.csv: row 1: power: above the range
a.csv: row 2: power: above the range
a.csv: row 3: power: above the range
a.csv: row 4: power: above the range
a.csv: row 1: energy: expected a number, got "5"
a.csv: row 2: energy: expected a number, got "4"
a.csv: row 3: energy: expected a number, got "3"
a.csv: energy: 2 more rows with the same problem
b.csv: row 1: energy: expected a number, got "x"
page.md: line 1: unknown key
page.md: line 2: unknown key
page.md: line 3: unknown key
page.md: line 4: unknown key
page.md: line 5: unknown key
page.md: line 6: unknown key`
	if got := strings.Join(problemLines(problems), "\n"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
