package declared

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/jouleboard/jouleboard/data"
)

// guessed is a field as a draft has it.
type guessed struct {
	name, kind, unit string
	paths            []string
	in, value, match string // unit in the file, expression, pattern of the value
	Role             data.Role
	unsure           string
}

// roleNames say by its name which role a column plays; the first that fits and is free.
var roleNames = []struct {
	name    string
	role    data.Role
	numbers bool
}{
	{`(^|_)(gpu|accelerator|hw|hardware)(_model|_model_name|_name|_type|_info)?$`, data.RoleGPU, false},
	{`^(nickname|display_name|model_nickname|model_label)$`, data.RoleModelName, false},
	{`(^|_)modell?(_ids?|_names?|_path|_type|_filename)?$|^llm$`, data.RoleModel, false},
	{`^(task|workload|dataset|dataset_name|scenario|study|benchmark|data_set|use_case)$`, data.RoleTask, false},
	{`(^|_)arch(itecture)?$`, data.RoleArchitecture, false},
	{`activ\w*_param`, data.RoleActive, true},
	{`(^|_)param(eter)?s(_b|_billions?)?$`, data.RoleParameters, true},
	{`(^|_)(weight_)?(precision|dtype|data_types|quant|quantization)$`, data.RolePrecision, false},
	{
		`^((num_|n_|anzahl_)?(gpus|accel|accelerators)|gpu_count|total_accelerators|world_size)$|_(num_gpus|gpu_count|world_size)$`,
		data.RoleGPUs, true,
	},
	{`^(avg|mean)_(batch_size|concurren\w*|num_concurrent\w*)$`, data.RoleMeanBatch, true},
	{
		`(^|_)(batch|batch_size|bs|batchgroesse|max_batch_size|max_num_seqs|max_concurrency|concurrency|conc|streams|concurrent_\w+|users)$`,
		data.RoleBatch, true,
	},
	{`(^|_)(tensor_parallel(_size)?|tp(_size)?)$`, data.RoleTensorParallel, true},
	{`(^|_)(data_parallel(_size)?|dp(_size)?)$`, data.RoleDataParallel, true},
	{`(^|_)(expert_parallel(_size)?|ep(_size)?)$`, data.RoleExpertParallel, true},
	{`^(energy|power)_(scope|basis|source)$`, data.RoleScope, false},
	{`(^|_)seed$`, data.RoleSeed, true},
	{`^(repeat|repetition|run_index|trial|cycle)$`, data.RoleRepeat, true},
	{`(energy|joules|_j)\w*_per_(output_)?(tok|token)|joules_per_(output_)?token|^j_per_(output_)?tok`, data.RoleEnergy, true},
	{`^energy\w*_tok`, data.RoleEnergy, true},
	{`(energy|joules)\w*_per_(request|response|query|prompt|answer|successful_query)`, data.RolePerResponse, true},
	{
		`^output\w*_(throughput|tput)|output_tok\w*_(per_s|per_sec|s)|^(throughput|tput)_(output_)?tok|(^|_)output_throughput`,
		data.RoleThroughput, true,
	},
	{`^(throughput|tok(en)?s?_(per_)?s(ec(ond)?)?)(_|$)|^t_s$|^avg_ts$`, data.RoleThroughput, true},
	{`(^|_)(avg_|mean_|total_)?(gpu_)?power(_w|_watts)?$`, data.RolePower, true},
	{`(median|p50)\w*(itl|tpot|inter_token|latency)|(itl|tpot|latency)\w*(median|p50)`, data.RoleP50, true},
	{`p90\w*(itl|tpot|inter_token|latency)|(itl|tpot|latency)\w*p90`, data.RoleP90, true},
	{`p95\w*(itl|tpot|inter_token|latency)|(itl|tpot|latency)\w*p95`, data.RoleP95, true},
	{`p99\w*(itl|tpot|inter_token|latency)|(itl|tpot|latency)\w*p99`, data.RoleP99, true},
	{`^(avg_|mean_)?(tpot|itl|latency|inter_token_latency|time_per_output_token)(_avg|_mean)?(_ms|_s)?$`, data.RoleLatency, true},
	{`^(avg|mean)_output_len(gth)?$|output_length$`, data.RoleOutputLength, true},
	{`(^|_)accuracy$`, data.RoleAccuracy, true},
	{`^(total_)?input_tokens$|total_prompt_tokens`, data.RoleInputTokens, true},
	{`^(total_)?(output|gen|generated)_tokens$|total_completion_tokens`, data.RoleOutputTokens, true},
	{
		`^(completed|completed_requests|num_requests|successful_prompts|num_responses|(reqs|requests)_(done|completed))$`,
		data.RoleRequests, true,
	},
	{`^(is_)?stable$`, data.RoleStable, false},
	{`^unstable_reason$`, data.RoleReason, false},
	{`^results_(path|file)$`, data.RoleResultsFile, false},
	{`^prometheus_(path|file)$|^metrics_(path|file)$`, data.RoleMetricsFile, false},
	{`(^|_)start(_time|_s|ed_at)?$`, data.RoleStart, false},
	{`(^|_)(end(_time|_s|ed_at)?)$`, data.RoleEnd, false},
	{`^duration(_s|_seconds)?$|^total_duration_seconds$`, data.RoleDuration, true},
	{`(^|_)cost(_usd)?$`, data.RoleCost, true},
}

// unitEndings say by the end of its name in which unit a column is.
var unitEndings = []struct{ name, unit string }{
	{`joules_per_(output_|input_|total_)?tok(en)?s?$|energy_per_(output_|input_|total_)?token(_j|_joules)?$|_j_per_tok(en)?$`, "J/token"},
	{`mj_per_tok(en)?$`, "mJ/token"},
	{`joules_per_(request|query|response|successful_query)$|energy_per_(request|query|response|prompt)(_j|_joules)?$`, "J/request"},
	{`energy_per_(request|query|response|prompt)_wh$`, "Wh/request"},
	{`req(uest)?s?_per_s(ec(ond)?s?)?$|req(uest)?s?_s$|request_throughput$|throughput_req_per_sec$|req_per_sec$`, "request/s"},
	{`tok(en)?s?_(per_)?s(ec(ond)?s?)?$|output_throughput$|input_throughput$|total_token_throughput$|total_throughput$`, "token/s"},
	{`tput_per_gpu$`, "token/s/GPU"},
	{`(^|_)t_s$|^avg_ts$`, "token/s"},
	{`tokens_per_joule$`, "token/J"},
	{`_(kw)$`, "kW"},
	{`_(kj)$`, "kJ"},
	{`_(kwh)$`, "kWh"},
	{`_(wh)$`, "Wh"},
	{`_(mj)$`, "mJ"},
	{`_(j|joules?)$`, "J"},
	{`_(w|watts?)$`, "W"},
	{`(^|_)ms$|_ms_`, "ms"},
	{`_(us|µs)$`, "µs"},
	{`_ns$`, "ns"},
	{`_(s|sec|secs|seconds?)$|^duration$`, "s"},
	{`_(mb)$`, "MB"},
	{`_(gb)$`, "GB"},
	{`_(usd)$`, "USD"},
	{`_(pct|percent)$`, "%"},
	{`_(b|billions)$`, "billion"},
	{`(^|_)tokens$|_(input|output)_len(gth)?$`, "tokens"},
}

var compiledRoles, compiledUnits = func() (r, u []*regexp.Regexp) {
	for _, rule := range roleNames {
		r = append(r, regexp.MustCompile(rule.name))
	}
	for _, rule := range unitEndings {
		u = append(u, regexp.MustCompile(rule.name))
	}
	return r, u
}()

// guess makes fields of columns, in order, and remarks on those that are none.
func guess(order []string, columns map[string]*column) (fields []guessed, remarks []string) {
	taken, names := map[data.Role]bool{}, map[string]bool{"run": true, "domain": true} // a site writes these itself
	rivals := map[data.Role][]string{}
	latency := "" // the quantity of the percentiles
	for _, path := range order {
		c := columns[path]
		name := slug(path)
		if c.list != nil && c.list.kind() != "text?" {
			remarks = append(remarks, fmt.Sprintf("%s is a list of numbers: its percentiles are “from: [p50(%s)]” and p99(…), its mean is mean(…)", path, path))
		}
		if name == "" || c.lists && (c.list == nil || c.list.kind() != "text?") {
			continue
		}
		if name[0] >= '0' && name[0] <= '9' {
			name = "x_" + name
		}
		f := guessed{name: name, paths: []string{path}, kind: c.kind()}
		if c.lists {
			f.paths, f.kind = []string{path + "[*]"}, "text?"
		}
		if f.kind != "text?" && f.kind != "flag?" {
			f.unit = cmp.Or(c.unit, unitOf(path))
		}
		if c.errors == c.values && c.values > 0 {
			f.kind, f.match, f.unit = "number?", `^([0-9.eE+-]+)`, unitOf(path)
		}
		if c.several && f.kind != "text?" && f.kind != "flag?" {
			f.paths = []string{c.fold(f.unit) + "(" + path + ")"}
		}
		f.Role = roleFor(name, f, c, taken, rivals)
		if slices.Contains(percentiles, f.Role) {
			if other := latencyOf(name); latency != "" && other != latency { // percentiles are of one quantity
				f.Role = ""
			} else {
				latency = other
			}
		}
		taken[f.Role] = true
		if slices.Contains([]data.Role{data.RoleParameters, data.RoleActive}, f.Role) && c.least > 1e5 { // not in billions
			f.unit = "ratio"
		}
		if f.converted() {
			f.name = withoutUnit(f)
		}
		for names[f.name] {
			f.name += "_2"
		}
		names[f.name] = true
		f.finish(c, columns)
		fields = append(fields, f)
	}
	for i := range fields {
		f := &fields[i]
		if others := rivals[f.Role]; len(others) > 0 && f.Role != "" && f.unsure == "" {
			f.unsure = "or is it " + strings.Join(others[:min(3, len(others))], ", ") + "?"
		}
		if f.Role != data.RoleLatency || latency == "" {
			continue
		}
		f.Role = ""
		if !taken[data.RoleP50] && latencyOf(f.name) == latency && !strings.Contains(f.name, "mean") && !strings.Contains(f.name, "avg") {
			f.Role, f.unsure = data.RoleP50, "is this the median?"
			taken[data.RoleP50] = true
		}
	}
	return append(fields, quotient(fields, taken)...), remarks
}

var percentiles = []data.Role{data.RoleP50, data.RoleP90, data.RoleP95, data.RoleP99}

// latencyOf is the quantity of a latency by the column's name.
func latencyOf(name string) string {
	for _, of := range [][]string{{"itl", "inter_token"}, {"tpot", "per_output_token"}, {"latency"}} {
		if slices.ContainsFunc(of, func(word string) bool { return strings.Contains(name, word) }) {
			return of[0]
		}
	}
	return ""
}

// converted reports whether the field has another unit than its column.
func (f guessed) converted() bool {
	u, known := data.ParseUnit(f.unit)
	usual, is := data.ParseUnit(data.UsualUnit(f.Role))
	return known && is && u.Fits(usual) && !u.Same(usual)
}

// withoutUnit is a field's name without the unit of its column, at least its role.
func withoutUnit(f guessed) string {
	name := strings.TrimSuffix(f.name, slug(f.unit))
	if name == f.name {
		name = unitAtEnd.ReplaceAllString(name, "")
	}
	return cmp.Or(strings.Trim(name, "_"), string(f.Role), f.name)
}

var unitAtEnd = regexp.MustCompile(`_([mk]?j|joules?|[mk]?wh?|[munµ]?s|secs?|seconds?|pct|percent)$`)

// isEnergy reports whether the field is the energy of a whole run.
func (f guessed) isEnergy() bool {
	u, ok := data.ParseUnit(f.unit)
	return ok && u.Fits(joule) && strings.Contains(f.name, "energy")
}

// computable says, for a draft without an energy per output token, how the other columns give it.
func computable(fields []guessed) string {
	name := func(is func(guessed) bool) string {
		if i := slices.IndexFunc(fields, is); i >= 0 {
			return fields[i].name
		}
		return ""
	}
	with := func(role data.Role) string { return name(func(f guessed) bool { return f.Role == role }) }
	energy := cmp.Or(name(func(f guessed) bool { return f.isEnergy() && strings.Contains(f.name, "total") }), name(guessed.isEnergy))
	power, throughput, duration := with(data.RolePower), with(data.RoleThroughput), with(data.RoleDuration)
	value := ""
	switch {
	case power != "" && throughput != "":
		value = power + " / " + throughput
	case energy != "" && throughput != "" && duration != "":
		value = energy + " / (" + throughput + " * " + duration + ")"
	case energy != "":
		value = energy + " / " + cmp.Or(with(data.RoleOutputTokens), "output_tokens")
	case power != "":
		value = power + " / throughput"
	default:
		return ""
	}
	return "# or compute it: the energy of a run divided by its output tokens, or its power divided by its throughput:\n" +
		"# - {name: energy_per_token, role: energy, value: " + value + "}\n"
}

// quotient is the energy per token where only the energy of the whole run and its tokens are there.
func quotient(fields []guessed, taken map[data.Role]bool) []guessed {
	energy := slices.IndexFunc(fields, guessed.isEnergy)
	tokens := slices.IndexFunc(fields, func(f guessed) bool { return f.Role == data.RoleOutputTokens })
	if taken[data.RoleEnergy] || energy < 0 || tokens < 0 {
		return nil
	}
	e := &fields[energy]
	if e.in, e.unit = e.unit, "J"; e.in != e.unit {
		e.name = withoutUnit(guessed{name: e.name, unit: e.in})
	}
	return []guessed{{
		name: "energy_per_token", Role: data.RoleEnergy, value: fields[energy].name + " / " + fields[tokens].name,
		unsure: "is this energy that of these tokens?",
	}}
}

var joulePerToken, _ = data.ParseUnit("J/token")

func (c *column) kind() string {
	switch {
	case c.values == 0:
		return ""
	case c.flags == c.values:
		return "flag?"
	case c.whole == c.values:
		return "whole?"
	case c.numbers == c.values:
		return "number?"
	}
	return "text?"
}

// fold is what is probably made of the values of several members: energy and power add up.
func (c *column) fold(of string) string {
	if u, known := data.ParseUnit(of); known && (u.Fits(joule) || u.Fits(watt)) {
		return "sum"
	}
	return "mean"
}

var bracketed = regexp.MustCompile(`[(\[]([^()\[\]]+)[)\]]\s*$`)

// perOutput is in a header that states the energy of an output, whose unit in brackets is then J alone.
var perOutput = regexp.MustCompile(`(?i)(?:\bper |\bpro |/ ?)(?:output |generated )?(token|request|response|query|image|video)\b`)

// unitOf is the unit that a header states in brackets or is itself, such as “kWh/Mtok”; else that of the name's end.
func unitOf(header string) string {
	stated := header
	if m := bracketed.FindStringSubmatch(header); m != nil {
		stated = m[1]
	}
	stated, _, _ = strings.Cut(stated, ", ")
	if u, ok := data.ParseUnit(stated); ok && stated != "B" && strings.ContainsFunc(stated, notDigit) && (stated != header || strings.Contains(stated, "/")) { // B: billions
		if m := perOutput.FindStringSubmatch(header); m != nil && u.Fits(joule) {
			return stated + "/" + strings.ToLower(m[1])
		}
		return stated
	}
	name := statistic.ReplaceAllString(slug(header), "")
	for i, rule := range unitEndings {
		if compiledUnits[i].MatchString(name) && (rule.unit != "s" || !otherRate.MatchString(name)) {
			return rule.unit
		}
	}
	return ""
}

func notDigit(c rune) bool { return unicode.IsLetter(c) || c == '%' }

// statistic ends the name of a number that is made of several, behind their unit.
var statistic = regexp.MustCompile(`(_quantiles)?_(p[0-9]+|mean|avg|median|min|max|std|stddev)$`)

// otherRate ends the name of a rate of something else, such as images per s, which is no time.
var otherRate = regexp.MustCompile(`(per|imgs?|images?|frames?|videos?|samples?|steps?|it|iterations?)_(s|secs?|seconds?)$`)

func slug(header string) string {
	return strings.Trim(notSlug.ReplaceAllString(strings.ToLower(german.Replace(header)), "_"), "_")
}

// german letters have other names in ASCII.
var german = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss")

// roleFor is the role that a column plays by its name and values. A role that another column has already makes this one its
// rival, if both could be meant.
func roleFor(name string, f guessed, c *column, taken map[data.Role]bool, rivals map[data.Role][]string) data.Role {
	if u, ok := data.ParseUnit(f.unit); ok && u.Fits(joulePerToken) && !taken[data.RoleEnergy] {
		return data.RoleEnergy
	}
	for i, rule := range roleNames {
		if rule.numbers && f.kind == "text?" || !compiledRoles[i].MatchString(name) || c.unfit(name, rule.role) {
			continue
		}
		if !taken[rule.role] {
			return rule.role
		}
		if slices.Contains([]data.Role{data.RoleModel, data.RoleGPU, data.RoleTask, data.RolePower, data.RoleEnergy, data.RoleThroughput}, rule.role) {
			rivals[rule.role] = append(rivals[rule.role], f.paths[0])
		}
	}
	return ""
}

// Names that a role's pattern fits although something else is meant.
var (
	ofOtherParts = regexp.MustCompile(`(^|_)(cpu|ram|dram|memory|disk)(_|$)`)
	ofEngine     = regexp.MustCompile(`(^|_)n_u?batch$`)
	ofResponse   = regexp.MustCompile(`end_to_end|e2e|request_latency|ttft|first_token|second_token|prefill|http_req|waiting|batch_latency`)
	ofPrompts    = regexp.MustCompile(`(^|_)(total|input|prompt|prefill|overall|per_user|request|pp)(_|$)`)
	ofLimit      = regexp.MustCompile(`limit|(^|_)(cap|max|min|idle|std|rate|tdp)(_|$)`)
	engines      = []string{"vllm", "hf", "hf-auto", "sglang", "tgi", "gguf", "openai", "local-completions", "local-chat-completions", "llama.cpp", "trtllm"}
)

// unfit reports whether a column cannot play a role that its name suggests.
func (c *column) unfit(name string, r data.Role) bool {
	number := c.values > 0 && c.numbers == c.values
	switch r {
	case data.RoleModel:
		return ofOtherParts.MatchString(name) || number || slices.Contains(engines, strings.ToLower(c.example))
	case data.RoleGPU:
		return ofOtherParts.MatchString(name) || number || c.withUnit == c.values
	case data.RolePower:
		return ofOtherParts.MatchString(name) || ofLimit.MatchString(name)
	case data.RoleGPUs, data.RoleEnergy:
		return ofOtherParts.MatchString(name)
	case data.RoleBatch:
		return ofEngine.MatchString(name)
	case data.RoleThroughput:
		return ofPrompts.MatchString(name)
	case data.RoleStart, data.RoleEnd: // of a clock that does not count from 1970
		return number && (c.least < 1e9 || c.least > 4e9 && c.least < 1e12)
	case data.RoleLatency, data.RoleP50, data.RoleP90, data.RoleP95, data.RoleP99:
		return ofResponse.MatchString(name)
	}
	return false
}

// otherScope is in the names of quantities that are not the mean over all GPUs, or not of output tokens.
var otherScope = regexp.MustCompile(`per_gpu|/GPU|max|peak|limit|tdp|idle|input|total_tok|request|query|response`)
