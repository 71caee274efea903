package templates

import (
	"crypto/sha256"
	"encoding/base64"
)

// policy allows the report's own styles, which it knows by their digest, and nothing
// else.
func (v Report) policy() string {
	sum := sha256.Sum256([]byte(v.Styles))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
}
