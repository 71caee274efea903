// Command coverage measures how often intervals and bands hold what they say: it
// simulates data whose truth is known, and prints the share of intervals that
// cover it beside its limits. A share outside the limits by more than chance is marked,
// and said why.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

const level = fitting.Level

func main() {
	runs := flag.Int("runs", 300, "simulated data sets for each figure of a band; faster ones have more")
	usage.Main("coverage", func() error { return report(*runs) })
}

// report prints a line for each kind of data and a column for each number of
// values, and ends with an error where a limit is missed and it is not said why.
func report(runs int) error {
	fmt.Printf("share of nominal %.0f %% intervals that cover the truth, of so many simulated data sets each\n", 100*level)
	var missed []string
	for _, table := range tables() {
		sets := runs * table.times
		fmt.Printf("\n%s: limits %.0f to %.0f %% (no upper one below 12 values), %d sets, ± %.1f %%\n%52s", table.title,
			100*table.low, 100*table.high, sets, 200*chance(sets), "")
		for _, n := range table.sizes {
			fmt.Printf("%8s", fmt.Sprint("n=", n))
		}
		fmt.Println()
		for _, c := range table.cases {
			found, err := c.across(table.sizes, sets)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", table.title, c.name, err)
			}
			missed = append(missed, c.line(table, found, 2*chance(sets))...)
		}
	}
	fmt.Println("\n* outside the limits by more than chance:")
	for _, m := range missed {
		fmt.Println("  " + m)
	}
	fmt.Println("Two repeats have a range, which claims nothing and is not simulated. Fewer than 20 values of a series have no interval.")
	fmt.Println("Points without a curve do not count; -: fewer than one set of points in four gets one.")
	return unstated(missed)
}

// line prints one simulation and gives what keeps no limit.
func (s simulation) line(t table, found []float64, slack float64) (missed []string) {
	fmt.Printf("  %-50s", s.name)
	for i, share := range found {
		n, text := t.sizes[i], fmt.Sprintf("%6.1f%% ", 100*share)
		if math.IsNaN(share) {
			text = "     -  "
		}
		if !t.keep(n, share, slack) {
			text = fmt.Sprintf("%6.1f%%*", 100*share)
			missed = append(missed, fmt.Sprintf("%s, n=%d: %s", s.name, n, cmp.Or(s.stated[n], nothing)))
		}
		fmt.Print(text)
	}
	fmt.Println()
	return missed
}

const nothing = "not stated"

func unstated(missed []string) error {
	if m, found := lists.Find(missed, func(m string) bool { return strings.HasSuffix(m, nothing) }); found {
		return errors.New(m)
	}
	return nil
}
