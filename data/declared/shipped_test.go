package declared_test

import (
	"testing"

	"github.com/jouleboard/jouleboard/data/declared"
)

func TestShippedDeclarationsAreRight(t *testing.T) {
	for _, name := range declared.Shipped() {
		if _, err := declared.Parse([]byte("benchmark: " + name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
