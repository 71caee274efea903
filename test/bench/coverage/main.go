// Command coverage measures how often intervals and bands hold what they say: it
// simulates data whose truth is known, and prints the share of intervals that
// cover it beside the share they state. It judges nothing; its test does.
package main

import (
	"flag"
	"fmt"
	"os"
)

const level = 0.95

func main() {
	runs := flag.Int("runs", 300, "simulated data sets for each figure")
	flag.Parse()
	if err := report(*runs); err != nil {
		fmt.Fprintln(os.Stderr, "coverage:", err)
		os.Exit(1)
	}
}

// report prints a line for each kind of data and a column for each number of
// values.
func report(runs int) error {
	fmt.Printf("share of nominal %.0f %% intervals that cover the truth, of %d simulated data sets each (± %.1f %%)\n",
		100*level, runs, 200*chance(runs))
	for _, table := range tables() {
		fmt.Printf("\n%-52s", table.title)
		for _, n := range table.sizes {
			fmt.Printf("%8s", fmt.Sprint("n=", n))
		}
		fmt.Println()
		for _, c := range table.cases {
			found, err := c.across(table.sizes, runs)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", table.title, c.name, err)
			}
			fmt.Printf("  %-50s", c.name)
			for _, share := range found {
				fmt.Printf("%7.1f%%", 100*share)
			}
			fmt.Println()
		}
	}
	fmt.Println("\nTwo repeats have a range, which claims nothing and is not simulated.")
	return nil
}
