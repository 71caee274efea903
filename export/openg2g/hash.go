package openg2g

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// payload is what the hash is made of, as Python's json.dumps with sort_keys
// writes it: ASCII, with a blank after each comma and colon.
func (s Spec) payload() string {
	hashed := lists.Filter(s.keys(), func(k key) bool { return k.hashed })
	parts := lists.Map(hashed, func(k key) string { return `"` + k.name + `": ` + k.python() })
	return "{" + strings.Join(parts, ", ") + "}"
}

func (k key) python() string {
	switch v := k.to.(type) {
	case *string:
		return pythonString(*v)
	case *[]int:
		return "[" + strings.Trim(strings.ReplaceAll(fmt.Sprint(*v), " ", ", "), "[]") + "]"
	default:
		return fmt.Sprint(*v.(*int))
	}
}

// pythonString quotes text as json.dumps does: what is not ASCII is escaped,
// beyond the basic plane as two surrogates.
func pythonString(text string) string {
	var quoted strings.Builder
	out := json.NewEncoder(&quoted)
	out.SetEscapeHTML(false)
	if err := out.Encode(text); err != nil {
		panic(err) // a string always encodes
	}
	var ascii strings.Builder
	for _, r := range strings.TrimSuffix(quoted.String(), "\n") {
		switch {
		case r <= '~':
			ascii.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&ascii, `\u%04x`, r)
		default:
			r -= 0x10000
			fmt.Fprintf(&ascii, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
	}
	return ascii.String()
}

// Hash names the specification: the first 16 hexadecimal digits of the SHA-256 of
// its keys other than model_label and the simulator's settings.
func (s Spec) Hash() string {
	sum := sha256.Sum256([]byte(s.payload()))
	return hex.EncodeToString(sum[:8])
}
