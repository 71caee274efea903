package pipeline

import (
	"crypto/rand"
	"encoding/hex"
)

// attempt is a name that no other attempt to write the same file has, on
// whatever machine. It never becomes part of a result.
func attempt() string {
	var name [8]byte
	_, _ = rand.Read(name[:]) // never fails
	return hex.EncodeToString(name[:])
}
