//go:build unix && !linux

package tree

import (
	"os"
	"testing"
)

func asNobody(t *testing.T, do func() error) error {
	t.Helper()
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	return do()
}
