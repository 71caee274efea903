package hub

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
)

// digest is the hash that names a file's content: SHA-256, or git's of a blob,
// which is SHA-1 of a header and the content.
func digest(f File) hash.Hash {
	if len(f.Blob) == 64 {
		return sha256.New()
	}
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", f.Size)
	return h
}

func hexSum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
