package command

import (
	"strings"
	"testing"
)

func TestATableDropsItsLastColumnsToFitTheScreen(t *testing.T) {
	s := sheet{
		columns: []sheetColumn{{label: "Model"}, {label: "Energy", unit: "J"}, {label: "Run"}},
		rows:    [][]any{{"Acme Small 1B", 1.5, "abcdefghij"}},
	}
	for columns, want := range map[int]string{
		0:  "Model          Energy  Run|                    J|Acme Small 1B    1.50  abcdefghij|",
		33: "Model          Energy  Run|                    J|Acme Small 1B    1.50  abcdefghij|",
		32: "Model          Energy|                    J|Acme Small 1B    1.50|",
		5:  "Model||Acme Small 1B|",
	} {
		var shown strings.Builder
		to := &screen{out: &shown, columns: columns}
		if err := s.write(to); err != nil {
			t.Fatal(err)
		}
		if err := s.write(to); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(shown.String(), "\n", "|"); got != want+want {
			t.Errorf("%d columns:\n got %s\nwant %s", columns, got, want+want)
		}
		lost := map[int]string{32: "Run", 5: "Energy Run"}[columns]
		if got := strings.Join(to.dropped, " "); got != lost {
			t.Errorf("%d columns: %q had no room, want %q", columns, got, lost)
		}
	}
}

func TestWhatIsLongerThanTheScreenGoesThroughThePager(t *testing.T) {
	for lines, want := range map[int]string{2: "a\na\n", 3: "b\nb\nb\n", 9: strings.Repeat("b\n", 9)} {
		var shown strings.Builder
		s := &screen{out: &shown, rows: 3, pager: []string{"tr", "a", "b"}}
		for range lines {
			if _, err := s.Write([]byte("a\n")); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.finish(); err != nil {
			t.Skip(err) // no such program here
		}
		if got := shown.String(); got != want {
			t.Errorf("%d lines: got %q", lines, got)
		}
	}
}

func TestAReaderWhoLeavesThePagerIsNoFault(t *testing.T) {
	var shown strings.Builder
	s := &screen{out: &shown, rows: 1, pager: []string{"true"}}
	for range 1000 {
		if _, err := s.Write([]byte(strings.Repeat("line\n", 100))); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.finish(); err != nil {
		t.Fatal(err)
	}
}

func TestAMissingPagerLosesNothing(t *testing.T) {
	for _, pager := range [][]string{nil, {"no-such-pager-anywhere"}} {
		var shown strings.Builder
		s := &screen{out: &shown, rows: 2, pager: pager}
		for range 5 {
			_, _ = s.Write([]byte("x\n"))
		}
		if err := s.finish(); err != nil || shown.String() != strings.Repeat("x\n", 5) {
			t.Errorf("%v: %q, %v", pager, shown.String(), err)
		}
	}
}

func TestThePagerIsWhatTheEnvironmentNames(t *testing.T) {
	for named, want := range map[string]string{"": "", "more -d": "more|-d"} {
		if got := strings.Join(pagerOf(named, true), "|"); got != want {
			t.Errorf("%q: got %q", named, got)
		}
	}
	if got := pagerOf("", false); len(got) != 1 || got[0] != "less" {
		t.Errorf("unset: got %q", got)
	}
}
