package data

import "testing"

// A metric without a role that ranks a board is better as its unit says: what is produced per time or energy, and what is spent per output.
func TestTheUnitOfAMetricSaysWhichValuesAreBetter(t *testing.T) {
	for unit, want := range map[string]Direction{
		"token/s": Higher, "frame/s": Higher, "widget/s": Higher, "token/J": Higher, "MB/s": Higher, "ms": Lower, "J/token": Lower, "W": Lower,
		"USD/request": Lower, "tokens": Neutral, "%": Neutral, "": Neutral,
	} {
		if got := betterBy(unit); got != want {
			t.Errorf("%s: %d, want %d", unit, got, want)
		}
	}
}
