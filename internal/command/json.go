package command

import (
	"encoding/json"
	"io"
)

// versioned is how an answer in JSON begins. The number rises when a key changes its
// meaning or goes away; see docs/compatibility.md.
type versioned struct {
	Version int `json:"version"`
}

var thisVersion = versioned{1}

func writeJSON(w io.Writer, answer any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(answer)
}
