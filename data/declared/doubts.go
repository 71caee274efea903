package declared

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// finish says what the draft is not sure of.
func (f *guessed) finish(c *column, columns map[string]*column) {
	role := slices.Contains([]data.Role{data.RoleEnergy, data.RolePerResponse, data.RolePower}, f.Role)
	switch {
	case c.values == 0:
		f.unsure = "no row has a value"
	case c.several && f.paths[0] != f.name && strings.Contains(f.paths[0], "("):
		f.unsure = "of all members; sum(…), mean(…) or max(…)?"
	case c.lists:
		f.unsure = "a list; if it has several different values, choose one: “[0]”"
	case c.all(hasUnit) && f.kind == "text?":
		f.unsure = fmt.Sprintf("numbers with a unit, such as %q: declare unit and “in: cell”", data.ClipName(c.example))
	case c.all(hasKeys):
		f.unsure = fmt.Sprintf("of several devices in one cell, such as %q; sum(…), mean(…) or max(…)? In which unit?", data.ClipName(c.example))
	case c.all(hasError):
		f.unsure = fmt.Sprintf("numbers with their error, such as %q", data.ClipName(c.example))
	case c.all(hasComma):
		f.unsure = fmt.Sprintf("numbers with a decimal comma, such as %q: write “decimal: \",\"” under rows", data.ClipName(c.example))
	case slices.Contains(append(percentiles, data.RoleLatency), f.Role) && latencyOf(f.name) == "latency":
		f.unsure = "per token or of a whole response?" + f.unitless()
	case slices.Contains(append(percentiles, data.RoleLatency), f.Role) && f.unit == "":
		f.unsure = strings.TrimSpace(f.unitless())
	case f.Role == data.RoleModel && strings.Contains(f.paths[0], "type"):
		f.unsure = "a model, or only its kind?"
	case f.Role == data.RoleThroughput && !output.MatchString(f.name) && countsPrompts(columns):
		f.unsure = "of output tokens alone, or with prompts?"
	case ambiguous.MatchString(f.name) && f.unit == "mJ":
		f.unsure = "mJ or MJ?"
	case (role || f.Role == data.RoleDuration) && f.unit == "":
		f.unsure = "its unit"
	case f.unit == "" && f.Role == "" && (f.kind == "number?" || f.kind == "whole?" && quantity.MatchString(f.name)):
		f.unsure = "its unit"
	case f.kind == "text?" && f.Role == "" && localPath.MatchString(c.example):
		f.unsure = "a path on a machine: remove it unless readers need it"
	}
}

// unitless asks for the unit of a time, which would be that of its role.
func (f *guessed) unitless() string {
	if f.unit == "" {
		return " in ms? If not, add “in: s”"
	}
	return ""
}

var (
	output    = regexp.MustCompile(`output|gen|decode|completion|eval`)
	quantity  = regexp.MustCompile(`energy|power|latency|time|duration|wait|ms_per|throughput|speed|consumption`)
	localPath = regexp.MustCompile(`^(?:/|~/|[A-Za-z]:\\)\S+[/\\]|[ =](?:/|~/)\S+/`)
	ambiguous = regexp.MustCompile(`_mj(_|$)`)
	allTokens = regexp.MustCompile(`total_(num_)?tokens|prompt|input_tokens`)
)

// countsPrompts reports whether a column counts tokens of prompts, so that a rate of tokens may include them.
func countsPrompts(columns map[string]*column) bool {
	return slices.ContainsFunc(sortedKeys(columns), func(path string) bool { return allTokens.MatchString(slug(path)) })
}
