package units

import (
	"strings"
	"testing"
)

func TestNaturalOrder(t *testing.T) {
	sorted := []string{"", "1", "01", "2", "10", "a 2", "A 2 b", "a 10", "B", "é", "\U0001F600"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := Natural(a, b); (got < 0) != (i < j) && i != j && !equalButForForm(a, b) || (got == 0) != (i == j) {
				t.Errorf("%q and %q: got %d", a, b, got)
			}
		}
	}
	if Natural("8B", "14B") >= 0 || Natural("512×512", "1024×1024") >= 0 {
		t.Error("digits are not read as numbers")
	}
}

func equalButForForm(a, b string) bool { return strings.Trim(a, "0") == strings.Trim(b, "0") }

func TestNaturalOrderOfCloseTexts(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"8B", "14B", -1},
		{"a9", "a09", 1},
		{"a9", "a10", -1},
		{"AZ", "az", -1},
		{"Za", "aZ", 1},
		{"a", "a1", -1},
		{"1", "a", -1},
		{"9", ":", -1},
		{"0", "/", 1},
		{"x00", "x0", 0},
		{"[", "Z", -1},
		{"@", "A", -1},
	} {
		if got := Natural(c.a, c.b); c.want != 0 && got != c.want || got != -Natural(c.b, c.a) || got == 0 {
			t.Errorf("%q, %q: got %d", c.a, c.b, got)
		}
	}
}
