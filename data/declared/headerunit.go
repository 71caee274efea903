package declared

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// What a column's header tells of its unit, for a draft.

var bracketed = regexp.MustCompile(`[(\[]([^()\[\]]+)[)\]]\s*$`)

// unitOf is the unit that a header states in brackets or is itself, such as “kWh/Mtok”; else that of the name's end.
func unitOf(header string) string {
	stated := header
	if m := bracketed.FindStringSubmatch(header); m != nil {
		stated = m[1]
	}
	stated, _, _ = strings.Cut(stated, ", ")
	u, ok := data.ParseUnit(stated)
	if !ok {
		stated = ofMany.ReplaceAllString(stated, "/$1 $2") // J/1000tok
		u, ok = data.ParseUnit(stated)
	}
	apart := stated != header || strings.Contains(stated, "/") && !u.Fits(unit("ratio"))
	if ok && apart && stated != "B" && strings.ContainsFunc(stated, notDigit) { // B: billions
		if whole := clueOf(header); u.Fits(joule) && strings.Contains(whole, "/") { // “Energy per token (J)”
			return whole
		}
		return stated
	}
	if rate := perSecond.FindStringSubmatch(header); rate != nil {
		u := strings.TrimSuffix(strings.TrimSpace(strings.ToLower(rate[1])), "s") + "/s"
		if _, known := data.ParseUnit(u); known {
			return u
		}
	}
	return clueOf(header)
}

// ofMany is the end of a unit of many outputs, written in one word.
var ofMany = regexp.MustCompile(`/([0-9]+)([A-Za-z]+)$`)

// perSecond is in a header that is a rate, of which the last word is no unit.
var perSecond = regexp.MustCompile(`(?i)^([^/]*)/ ?s(?:ec(?:ond)?s?)?$`)

// clueOf is the unit that the end of a name tells, before what says how the number is made of several.
func clueOf(header string) string {
	header = perSign.ReplaceAllString(german.Replace(header), " per ")
	name := strings.Trim(notWord.ReplaceAllString(humps.ReplaceAllString(header, "${1}_$2"), "_"), "_")
	name = clues().Statistic.ReplaceAllString(clues().Inside.ReplaceAllString(name, "$2"), "")
	if m := perWord.FindStringSubmatch(name); m != nil && strings.Count(strings.ToLower(name), "_per_") == 1 {
		many := m[2]
		if zeros := map[string]string{"k": "000", "m": "000000"}[strings.ToLower(m[3])]; zeros != "" {
			many = cmp.Or(many, "1") + zeros
		}
		for _, word := range []string{m[1], m[6]} {
			if word, is := unitWord(word); is {
				below, _ := unitWord(m[5])
				return word + "/" + strings.TrimSpace(many+m[4]+" "+below)
			}
		}
	}
	for _, c := range clues().Units {
		if c.named(strings.ToLower(name)) {
			return c.Unit
		}
	}
	if last := name[strings.LastIndex(name, "_")+1:]; !perUnit.MatchString(name) && (len(last) > 1 && name != "min" || last != name) {
		if clues().Words[strings.ToLower(last)] != "" {
			word, _ := unitWord(last)
			return word
		}
	}
	return ""
}

// perWord is the end of a name such as “energy_wh_per_1000_output_tokens”, with the words on both sides and the number, or of
// “energy_per_1k_tokens_j”, where the unit stands last.
var perWord = regexp.MustCompile(`(?i)(?:^|_)([a-z]+)_per_(?:([0-9]*)(k|m)?_|(thousand|million|billion)_)?` +
	`(?:(?:output|input|total|generated|prompt|new|successful)_)*([a-z]+?)(?:_([mk]?j|joules?|[mk]?wh))?$`)

var (
	perUnit = regexp.MustCompile(`(?i)_per_(s|sec|second|min|minute|h|hr|hour|day|j|joule|watt|[mk]?wh)s?$`) // of what has no unit
	perSign = regexp.MustCompile(`(?i) ?/ ?| pro `)
	notWord = regexp.MustCompile(`[^A-Za-z0-9]+`)
	humps   = regexp.MustCompile(`([a-z0-9]{2})([A-Z])`) // of camel case, but none in kWh
)

// unitWord is the unit that a word of a name is, as written if that is one: MJ is not mJ.
func unitWord(word string) (unit string, is bool) {
	lower := strings.ToLower(word)
	unit = cmp.Or(clues().Words[lower], clues().OfPer[lower])
	if _, exact := data.ParseUnit(word); exact && strings.EqualFold(unit, word) {
		unit = word
	}
	return cmp.Or(unit, lower), unit != ""
}
