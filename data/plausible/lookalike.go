package plausible

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"golang.org/x/text/unicode/norm"
)

// lookalikes names runs whose model or GPU reads like another one that has other
// characters, in the stable runs of some tables. The name that is written plainly stays, whatever the order of the runs.
func (j *judge) lookalikes(tables ...data.Table) []rule {
	fields := lists.FilterMap([]data.Role{data.RoleModel, data.RoleModelName, data.RoleGPU}, j.table.Schema().The)
	return lists.Map(fields, func(f data.Field) rule { return j.lookalikesIn(f.Name, tables) })
}

func (j *judge) lookalikesIn(field string, tables []data.Table) rule {
	original := spellings{}
	for _, t := range tables {
		original.add(t, field)
	}
	of, names := j.table.Coded(field)
	why := lists.Map(names, func(v any) string {
		name := data.Text(v)
		if like, known := original[skeleton(name)]; known && like != name {
			return fmt.Sprintf("%q looks like %q but has other characters: %s", name, like, strangers(name, like))
		}
		return ""
	})
	return func(run int, tell func(Finding)) {
		if why := why[of[run]]; why != "" {
			tell(impossible(CodeLookAlike, field, why))
		}
	}
}

// spellings are the names that stay, by skeleton.
type spellings map[string]string

// add takes the names of a table's stable runs.
func (s spellings) add(t data.Table, field string) {
	seen := map[string]bool{}
	for _, run := range stableRuns(t) {
		name := t.Text(run, field)
		if seen[name] {
			continue
		}
		seen[name] = true
		plain := skeleton(name)
		if before, taken := s[plain]; !taken || name == plain || before != plain && name < before {
			s[plain] = name
		}
	}
}

// strangers lists the characters of a name that another lacks, or says that spaces differ.
func strangers(name, other string) string {
	found := lists.Distinct(lists.FilterMap([]rune(name), func(r rune) (string, bool) {
		return fmt.Sprintf("%U", r), !strings.ContainsRune(other, r)
	}))
	if len(found) == 0 {
		return "spaces, or another order"
	}
	return strings.Join(found, ", ")
}

// skeleton is what a name looks like: compatibility forms (full width, mathematical,
// superscript) are resolved, and letters of other scripts that look like Latin ones are
// these. The letters are those of Unicode's confusables.txt that a keyboard has.
func skeleton(name string) string {
	for _, r := range name {
		if r >= 0x80 {
			name = twins.Replace(norm.NFKC.String(name))
			break
		}
	}
	if !strings.ContainsFunc(name, unicode.IsSpace) {
		return name
	}
	return strings.Join(strings.Fields(name), " ")
}

var twins = func() *strings.Replacer {
	var pairs []string
	for _, like := range []struct{ others, latin string }{
		{"АВЕЅІЈКМНОРСТУХԚԜҮ", "ABESIJKMHOPCTYXQWY"}, // Cyrillic
		{"авеѕіјкморстухԛԝһԁӏүпг", "aBesijkmopcTyxqwhdlynr"},
		{"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"}, // Greek
		{"αικνορυχγ", "aikvopuxy"},
		{"ɑɡıɩ", "agii"},
		{"‐‑‒–—−", "------"},
		{"‘’ʼ′", "''''"},
	} {
		latin := []rune(like.latin)
		for i, r := range []rune(like.others) {
			pairs = append(pairs, string(r), string(latin[i]))
		}
	}
	return strings.NewReplacer(pairs...)
}()
