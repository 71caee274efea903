package declared

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
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
	case c.withUnit == c.values && f.kind == "text?":
		f.unsure = fmt.Sprintf("numbers with a unit, such as %q: declare unit and “in: cell”", data.ClipName(c.example))
	case c.errors == c.values:
		f.unsure = fmt.Sprintf("numbers with their error, such as %q", data.ClipName(c.example))
	case c.commas == c.values:
		f.unsure = fmt.Sprintf("numbers with a decimal comma, such as %q: write “decimal: \",\"” under rows", data.ClipName(c.example))
	case slices.Contains(append(percentiles, data.RoleLatency), f.Role) && latencyOf(f.name) == "latency":
		f.unsure = "per token or of a whole response?"
	case f.Role == data.RoleModel && strings.Contains(f.paths[0], "type"):
		f.unsure = "a model, or only its kind?"
	case f.Role == data.RoleThroughput && !output.MatchString(f.name) && countsPrompts(columns):
		f.unsure = "of output tokens alone, or with prompts?"
	case ambiguous.MatchString(f.name) && f.unit == "mJ":
		f.unsure = "mJ or MJ?"
	case role && f.unit == "":
		f.unsure = "its unit"
	case (f.kind == "number?") && f.unit == "" && f.Role == "":
		f.unsure = "its unit"
	}
}

var (
	output    = regexp.MustCompile(`output|gen|decode|completion|eval`)
	ambiguous = regexp.MustCompile(`_mj(_|$)`)
	allTokens = regexp.MustCompile(`total_(num_)?tokens|prompt|input_tokens`)
)

// countsPrompts reports whether a column counts tokens of prompts, so that a rate of tokens may include them.
func countsPrompts(columns map[string]*column) bool {
	for path := range columns {
		if allTokens.MatchString(slug(path)) {
			return true
		}
	}
	return false
}

// scalar is a text as YAML has it.
func scalar(s string) string {
	if plainText.MatchString(s) {
		return s
	}
	return strconv.Quote(s)
}

var plainText = regexp.MustCompile(`^[\pL][\pL0-9/ ._-]*$`)

// line is the field in a draft.
func (f guessed) line() string {
	parts := []string{"name: " + f.name}
	usual := ""
	if f.value != "" {
		return fmt.Sprintf("- {name: %s, role: %s, value: %s} # not sure: %s\n", f.name, f.Role, f.value, f.unsure)
	}
	if f.Role != "" {
		parts = append(parts, "role: "+string(f.Role))
		usual = data.UsualUnit(f.Role)
	} else if f.kind != "" && f.kind != "text?" {
		parts = append(parts, "type: "+strconv.Quote(f.kind))
	}
	switch {
	case f.Role == "" && f.unit != "":
		parts = append(parts, "unit: "+scalar(f.unit))
		if f.in != "" && f.in != f.unit {
			parts = append(parts, "in: "+scalar(f.in))
		}
	case f.unit != "" && f.unit != usual:
		u, known := data.ParseUnit(f.unit)
		if own, is := data.ParseUnit(usual); f.converted() {
			parts = append(parts, "in: "+scalar(f.unit))
		} else if known && is && !u.Fits(own) {
			parts = append(parts, "unit: "+scalar(f.unit))
		}
	}
	if len(f.paths) != 1 || f.paths[0] != f.name {
		parts = append(parts, "from: ["+strings.Join(lists.Map(f.paths, strconv.Quote), ", ")+"]")
	}
	if f.match != "" {
		parts = append(parts, "match: '"+f.match+"'")
	}
	line := "- {" + strings.Join(parts, ", ") + "}"
	if f.unsure != "" {
		line += " # not sure: " + f.unsure
	}
	return line + "\n"
}

// lawOf is, for a draft, the law that relates energy, throughput and power if all are those of one server's output.
func lawOf(fields []guessed) string {
	names := map[data.Role]string{}
	for _, f := range fields {
		if u, _ := data.ParseUnit(f.unit); f.value == "" && !otherScope.MatchString(f.name+" "+f.unit) && u.Factor > 0 {
			names[f.Role] = f.name
		}
	}
	energy, throughput, power := names[data.RoleEnergy], names[data.RoleThroughput], names[data.RolePower]
	if energy == "" || throughput == "" || power == "" {
		return ""
	}
	return fmt.Sprintf("laws: # rows that break a law are left out\n- {code: energy-power, equal: [%s × %s, %s], within: 0.05}"+
		" # not sure: do all three refer to the same GPUs and the same period?\n", energy, throughput, power)
}
