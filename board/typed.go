package board

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Readers type values as they say them: "30 ms", "$2.00", "H100 $2.00, B200 $3.70", "4x H100". They are read here, for every
// parameter of a query and in any case; what cannot be read is a fault. Addresses have the plain form that [Board.Encode]
// writes, which is one of these. The script reads the same (typed.js).

// A measure is what may follow a number, without spaces and with "/" for "per": words, by which the number is then
// multiplied, and what it may be said to be for.
type measure struct {
	times map[string]float64
	ends  string // a pattern
}

var (
	many  = map[string]float64{"": 1, "k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9}
	watts = map[string]float64{"": 1, "w": 1, "watt": 1, "watts": 1, "kw": 1e3}
	same  = map[string]float64{"": 1}

	accepted = map[string]measure{
		"ms": {
			map[string]float64{"": 1, "ms": 1, "millisecond": 1, "milliseconds": 1, "s": 1e3, "sec": 1e3, "second": 1e3, "seconds": 1e3},
			`/(output)?tok(en)?`,
		},
		"s": {
			map[string]float64{"": 1, "s": 1, "sec": 1, "second": 1, "seconds": 1, "ms": 1e-3, "min": 60, "minute": 60, "minutes": 60},
			`/batch`,
		},
		"energy":       {map[string]float64{"": 1, "j": 1, "kj": 1e3, "wh": 3600, "kwh": 3.6e6}, `/((output)?tok(en)?|output|image|video)`},
		"price":        {map[string]float64{"": 1, "ct": 0.01, "cent": 0.01, "cents": 0.01, "¢": 0.01}, `/kwh`},
		"grid":         {map[string]float64{"": 1, "g": 1, "gco2": 1, "gco2e": 1, "gco₂e": 1, "kg": 1e3}, `/kwh`},
		"accuracy":     {map[string]float64{"": 1, "%": 0.01, "percent": 0.01}, ``},
		"pue":          {same, ``},
		"":             {same, ``},
		"ceiling":      {same, `/(1?m(illion)?|1e6)(outputs|tok(en)?s?|images|videos)?`},
		"daily":        {many, `(outputs|tokens|images|videos)?(/day)?`},
		"responses":    {many, `(responses|answers|requests)?(/day)?`},
		"kw":           {map[string]float64{"": 1, "kw": 1, "w": 1e-3, "mw": 1e3}, ``},
		"monthly":      {many, `/mo(nth)?`},
		"reserve":      {map[string]float64{"": 1, "%": 1, "percent": 1}, ``},
		"idle":         {watts, `/gpu`},
		"extra":        {watts, `/gpu`},
		"extra_server": {watts, `/server`},
	}
	costs = []string{"price", "ceiling", "monthly"} // in a currency
)

const (
	signs   = `[$€£]|usd|eur|gbp|chf|jpy|cny|inr|cad|aud|pln|sek|nok|dkk|krw|sgd`
	figures = `[0-9]{0,30}(?:\.[0-9]{0,30})?(?:e[+-]?[0-9]{1,3})?`
	next    = `(?:\s*[,;]\s*|\s+(?:and|or)\s+|\s+|$)` // before the next word of a list
)

var currencies = map[string]string{"$": "USD", "€": "EUR", "£": "GBP"} // others are codes

// forms are the patterns of what is typed.
var forms = sync.OnceValue(func() map[string]*regexp.Regexp {
	made := map[string]*regexp.Regexp{}
	for name, pattern := range map[string]string{
		"one":      `^\s*one\b`,
		"number":   `^[≤<=]*(?:([1-9][0-9]{0,2}(?:(?:,[0-9]{3})+(?:\.[0-9]{0,30})?|(?:\.[0-9]{3}){2,}))|([0-9]{0,30}(?:[.,][0-9]{0,30})?(?:e[+-]?[0-9]{1,3})?))([^0-9].*)?$`,
		"per":      `\s*\b(?:per|an?)\b\s*`,
		"space":    `[\s\x{a0}\x{202f}]+`,
		"sign":     signs,
		"currency": `(?:^|[^a-z])(` + signs + `)(?:[^a-z]|$)`,
		"rent":     `^\s*[:=@]?\s*(?:` + signs + `)?\s*(` + figures + `)\s*(?:` + signs + `)?\s*(?:(?:/|per\b|an?\b)\s*(?:gpu)?[-\s]*(?:hr?|hour)\b)?` + next,
		"before":   `^([0-9]{1,9})(?:\s*[x×*]\s*|\s+)`,
		"after":    `^(?:\s*[x×*]\s*([0-9]{1,9}))?` + next,
		"gpus":     `^([0-9]{1,9})\s*[x×*]?\s*(?:gpus?)?` + next,
		"rest":     `^[^,;]*(?:[,;]\s*|$)`,
		"within":   `^[a-z0-9]`,
	} {
		made[name] = regexp.MustCompile("(?i)" + pattern)
	}
	return made
})

// readNumber reads a number and what follows it.
func readNumber(text, measured string, good func(float64) bool) (float64, bool) {
	text = forms()["per"].ReplaceAllString(forms()["one"].ReplaceAllString(strings.ToLower(text), "1"), "/")
	if slices.Contains(costs, measured) {
		text = forms()["sign"].ReplaceAllString(text, "")
	}
	parts := forms()["number"].FindStringSubmatch(forms()["space"].ReplaceAllString(text, ""))
	if parts == nil {
		return 0, false
	}
	mark := "," // between thousands
	if strings.Count(parts[1], ".") > 1 {
		mark = "."
	}
	x, ok := decimal(cmp.Or(strings.ReplaceAll(parts[1], mark, ""), strings.Replace(parts[2], ",", ".", 1)))
	word := parts[3]
	if word != "" {
		word = regexp.MustCompile(`(`+accepted[measured].ends+`)$`).ReplaceAllString(word, "")
	}
	times, known := accepted[measured].times[word]
	if x *= times; !ok || !known || math.IsInf(x, 0) || !good(x) {
		return 0, false
	}
	return x, true
}

func decimal(text string) (float64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// currencyIn is the first currency that a text names, "" for none; others reports whether it names another one, too.
func currencyIn(text string) (code string, others bool) {
	for _, found := range forms()["currency"].FindAllStringSubmatch(strings.ToLower(text), -1) {
		one := cmp.Or(currencies[found[1]], strings.ToUpper(found[1]))
		code, others = cmp.Or(code, one), others || code != "" && code != one
	}
	return code, others
}

// named is the longest of the known names with which a text begins, "" for none, and the text after it.
func named(text string, known []string) (name, after string) {
	for _, one := range known {
		for _, form := range []string{one, escape.Replace(one)} {
			n := len(form)
			if n <= len(text) && len(one) > len(name) && strings.EqualFold(text[:n], form) && !forms()["within"].MatchString(text[n:]) {
				name, after = one, text[n:]
			}
		}
	}
	return name, after
}

// words goes over the words of a list: read gives what follows the first of them, or false where it cannot be read. It reports
// whether all could.
func words(text string, read func(string) (string, bool)) (all bool) {
	rest, all := strings.TrimSpace(forms()["space"].ReplaceAllString(text, " ")), true
	for rest != "" {
		after, ok := read(rest)
		if !ok {
			all, after = false, rest[len(forms()["rest"].FindString(rest)):]
		}
		rest = after
	}
	return all
}

// readRents reads prices of GPUs: "H100:2,B200:3.7", "H100 $2.00, B200 $3.70", or one price for all. Those of GPUs that are
// not among the known ones are left out; all tells whether none was.
func readRents(text string, known []string) (rents []Rent, all bool) {
	all = words(text, func(rest string) (string, bool) {
		name, after := named(rest, known)
		if name == "" {
			after = rest
		}
		m := forms()["rent"].FindStringSubmatch(after)
		if m == nil {
			return "", false
		}
		x, ok := decimal(m[1])
		of := known
		if name != "" {
			of = []string{name}
		}
		if !ok || slices.ContainsFunc(rents, func(r Rent) bool { return slices.Contains(of, r.GPU) }) {
			return "", false
		}
		rents = append(rents, lists.Map(of, func(gpu string) Rent { return Rent{gpu, x} })...)
		return after[len(m[0]):], true
	})
	slices.SortFunc(rents, func(r, s Rent) int { return slices.Index(known, r.GPU) - slices.Index(known, s.GPU) })
	return rents, all
}

// readGPUs reads GPU models and numbers of GPUs: "H100,B200", "4x H100", "4 GPUs". Unknown models are left out; all tells
// whether none was, and whether all models have the same numbers: a query cannot ask for others.
func readGPUs(text string, known []string) (gpus, counts []string, all bool) {
	of := map[string][]string{}
	all = words(text, func(rest string) (string, bool) {
		name, after := named(rest, known)
		n := ""
		if m := forms()["before"].FindStringSubmatch(rest); name == "" && m != nil {
			n = m[1]
			name, after = named(rest[len(m[0]):], known)
		}
		if m := forms()["gpus"].FindStringSubmatch(rest); name == "" && m != nil {
			counts = append(counts, m[1])
			return rest[len(m[0]):], true
		}
		m := forms()["after"].FindStringSubmatch(after)
		if name == "" || m == nil {
			return "", false
		}
		of[name] = append(of[name], cmp.Or(n, m[1]))
		return after[len(m[0]):], true
	})
	alike := map[string]bool{}
	for name, numbers := range of {
		gpus = append(gpus, name)
		slices.Sort(numbers)
		counts = append(counts, lists.NonZero(numbers)...)
		alike[strings.Join(slices.Compact(numbers), " ")] = true
	}
	return gpus, counts, all && len(alike) < 2
}
