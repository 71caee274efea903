// Package tex escapes text for LaTeX.
package tex

import "strings"

var special = strings.NewReplacer(
	`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`,
	"^", `\textasciicircum{}`, "²", `\textsuperscript{2}`, "×", `$\times$`, "≤", `$\leq$`, "−", `$-$`, "…", `\dots{}`, "\u00a0", "~",
)

// Escape returns text that LaTeX prints as it is.
func Escape(text string) string { return special.Replace(text) }
