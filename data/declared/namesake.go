package declared

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// namesake is the first row that has a name, in the file or of all.
type namesake struct{ raw, size string }

// mostNamesakes are settings of which the first row is kept.
const mostNamesakes = 100_000

var (
	sizeInName    = regexp.MustCompile(`(?i)\b[0-9]+(?:\.[0-9]+)?b\b`)
	variantInName = regexp.MustCompile(`(?i)awq|gptq|gguf|[bf]p?f?16|fp[48]|int[48]|nf4|w[0-9]+a[0-9]+|instruct|distill`)
)

// merged tells that “aliases” or “match” give one name to two models: they differ in size, or in one file in nothing but name.
func (l *loader) merged(s *step, raw string, values data.Row, file string, row int) {
	model, key := values.Value(s.Name), "aliases"
	if named := slices.Contains(slices.Collect(maps.Values(s.Aliases)), data.Text(model)); !named && s.match == nil {
		return
	}
	if s.Aliases == nil {
		key = "match"
	}
	size := ""
	for _, role := range []data.Role{data.RoleParameters, data.RoleActive, data.RoleArchitecture} {
		size += data.Text(values.Value(l.schema.Name(role))) + " "
	}
	settings := file
	for _, name := range l.schema.Keys() {
		settings += "\x00" + data.Text(values.Value(name))
	}
	inName := func(of *regexp.Regexp, name string) string {
		return strings.ToLower(strings.Join(of.FindAllString(strings.ReplaceAll(name, "_", "-"), -1), " "))
	}
	for _, of := range []string{data.Text(model), settings} {
		first, known := l.namesakes[of]
		if !known && len(l.namesakes) < mostNamesakes {
			l.namesakes[of] = namesake{raw, size}
		}
		if !known || bare(first.raw) == bare(raw) {
			continue
		}
		sized := first.size != size || inName(sizeInName, first.raw) != inName(sizeInName, raw)
		alone := of == settings && (s.Aliases != nil || inName(variantInName, first.raw) != inName(variantInName, raw))
		if sized || alone {
			why := map[bool]string{true: "differ in size", false: "have equal settings and count as repeats"}[sized]
			l.doubt(s.Name, fmt.Sprintf("%s and %s are both called %s, but %s", data.ClipName(first.raw), data.ClipName(raw), clipped(model), why),
				file, row, "correct “"+key+"” if they are two models")
			return
		}
	}
}
