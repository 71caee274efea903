package declared

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var draftedRole = regexp.MustCompile(`^- \{name: ([a-z0-9_]+), role: ([a-zA-Z0-9_]+)(?:.*from: \["(.*?)"\])?`)

// In a draft of each tool's output, no role is wrong without a mark, and none is missing without one. The built-in
// declarations of some of these tools are not used here.
func TestDraftsOfToolsAreRightOrMarked(t *testing.T) {
	text, err := os.ReadFile("testdata/samples/roles.txt")
	if err != nil {
		t.Fatal(err)
	}
	samples := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		file, roles, _ := strings.Cut(strings.TrimSpace(line), ": ")
		samples++
		one := &draft{columns: map[string]*column{}, files: []string{file}, room: mostColumns}
		if err := one.sample(filepath.Join("testdata", "samples", file), Rows{}); err != nil {
			t.Error(err)
		}
		draft := string((&drafts{dir: "x", shapes: []*draft{one}}).text())
		if _, err := Parse([]byte(draft)); err != nil && !strings.Contains(err.Error(), "no field has the role ") {
			t.Errorf("%s: %v in\n%s", file, err, draft)
		}
		truth := map[string]string{}
		for of := range strings.FieldsSeq(roles) {
			role, column, _ := strings.Cut(of, "=")
			truth[role] = strings.ReplaceAll(strings.ReplaceAll(column, "_(", " ("), "~", " ")
			if strings.HasPrefix(column, "#_") {
				truth[role] = strings.ReplaceAll(column, "_", " ")
			}
		}
		for line := range strings.Lines(draft) {
			m := draftedRole.FindStringSubmatch(line)
			if m == nil || strings.Contains(line, "# not sure") {
				continue
			}
			column := m[3]
			if column == "" {
				column = m[1]
			}
			if truth[m[2]] != column {
				t.Errorf("%s: wrong without a mark: %s", file, line)
			}
		}
		for role, column := range truth {
			found := false
			for line := range strings.Lines(draft) {
				of := strings.Contains(line, `"`+column+`"`) || strings.Contains(line, "name: "+column+",") || strings.Contains(line, "name: "+column+"}")
				found = found || of && strings.Contains(line, "role: "+role) || of && strings.Contains(line, "# not sure") ||
					strings.Contains(line, "# not sure") && strings.Contains(line, "“role: "+role+"”")
			}
			if !found && column != "-" {
				t.Errorf("%s: %s is missing without a mark:\n%s", file, role, draft)
			}
		}
	}
	if samples < 88 {
		t.Errorf("%d samples", samples)
	}
}

// The units of columns are those that their names, and keys beside them, state.
func TestDraftsKnowUnits(t *testing.T) {
	for header, want := range map[string]string{
		"latency_ms": "ms", "p(90)": "", "t/s": "token/s", "Requests/s": "request/s", "results_ttft_s_quantiles_p50": "s", "energy_kwh": "kWh",
		"Energy [MJ]": "MJ", "throughput_token_per_s_mean": "token/s", "images_per_s": "", "ms": "ms", "power_kw": "kW",
		"energy_mwh_per_token": "mWh/token", "energy_MWh_per_token": "MWh/token", "Wh per 1k tokens": "Wh/1000 token",
		"energy_wh_per_1000_output_tokens": "Wh/1000 token", "joules per million tokens": "J/million token", "J per batch": "J/batch",
		"joules_per_1m_tokens": "J/1000000 token", "elapsed_hours": "h", "power_milliwatts": "mW", "tokens_per_minute": "token/min",
		"throughput_rps": "request/s", "energy_wh.total": "Wh", "energyWh": "Wh", "durationMs": "ms", "energy_kWh": "kWh", "energy_MJ": "MJ",
		"energy_µj": "µJ", "energy (μJ/token)": "μJ/token", "tokensPerMinute": "token/min", "latency_min": "", "total_energy_mwh_sum": "mWh",
	} {
		if got := unitOf(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}
