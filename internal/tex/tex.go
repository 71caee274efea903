// Package tex escapes text for LaTeX.
package tex

import "strings"

var special = strings.NewReplacer(
	`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`,
	"^", `\textasciicircum{}`, "²", `\textsuperscript{2}`, "×", `$\times$`, "≤", `$\leq$`, "−", `$-$`, "…", `\dots{}`, "\u00a0", "~",
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, "[", "{[}", "*", "{*}", // after \\, [ and * are its options
	"≥", `$\geq$`, "≈", `$\approx$`, "→", `$\to$`, "±", `$\pm$`, "·", `$\cdot$`, "°", `$^{\circ}$`, "µ", `$\mu$`, "Γ", `$\Gamma$`,
	"Δ", `$\Delta$`, "Θ", `$\Theta$`, "Λ", `$\Lambda$`, "Π", `$\Pi$`, "Σ", `$\Sigma$`, "Φ", `$\Phi$`, "Ψ", `$\Psi$`, "Ω", `$\Omega$`,
	"α", `$\alpha$`, "β", `$\beta$`, "γ", `$\gamma$`, "δ", `$\delta$`, "ε", `$\varepsilon$`, "η", `$\eta$`, "θ", `$\theta$`, "κ", `$\kappa$`,
	"λ", `$\lambda$`, "μ", `$\mu$`, "π", `$\pi$`, "ρ", `$\rho$`, "σ", `$\sigma$`, "τ", `$\tau$`, "φ", `$\varphi$`, "ω", `$\omega$`,
)

// Escape returns text that LaTeX prints as it is.
func Escape(text string) string { return special.Replace(text) }
