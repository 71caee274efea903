package render

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Keep gives what make makes, or what an earlier build kept of it beside its
// drawings. The parts name all that it depends on, the code that makes it included;
// the first says what it is.
func (r *Renderer) Keep(parts []string, make func() []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%x", r.cache.makers)
	writeParts(h, parts...)
	key := hex.EncodeToString(h.Sum(nil))
	if kept, ok := r.cache.load(key); ok {
		return []byte(kept)
	}
	made := make()
	r.cache.store(key, string(made))
	return made
}
