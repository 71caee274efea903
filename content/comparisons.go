package content

import "slices"

// Comparison declares a matched comparison; package aggregate defines its terms.
type Comparison struct {
	ID     string // anchor
	Title  string
	Domain string // llm or diffusion
	Note   string

	Factor, Base, Alt string
	Hold              []string  // none for all settings
	Deadline          string    // field, "" for none
	At                []float64 // in its unit
}

// finish looks at what is compared.
func (c *Comparison) finish(e entry) {
	e.faultIf(c.Base == c.Alt && c.Base != "", "alt", "alt: %q is also the base; name two values of %s", c.Alt, c.Factor)
	for _, key := range []string{"hold", "at"} {
		e.faultIf(e.has(key) && len(e.words(key)) == 0, key, "%s: is empty, which has no effect; write its values, or remove it", key)
	}
	for i, held := range c.Hold {
		e.faultIf(held == c.Factor, "hold", "hold: %s is the factor, in which the sides differ; remove it", held)
		e.faultIf(held != c.Factor && slices.Contains(c.Hold[:i], held), "hold", "hold: %q is there twice; remove one", held)
	}
	if c.Deadline == "" {
		e.faultIf(len(e.words("at")) > 0, "at", "at: has no effect without deadline; add “deadline: FIELD”, or remove it")
		return
	}
	for i, x := range c.At {
		e.faultIf(slices.Contains(c.At[:i], x), "at", "at: %v is there twice; remove one", x)
	}
	e.faultIf(!e.has("at"), "at", "at is missing; add “at: [50, 100]”")
}
