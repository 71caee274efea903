package raw

import (
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// The files of a run.
const (
	resultsFile    = "results.json"
	prometheusFile = "prometheus.json"
)

// snapshot is the only one of a GPU's folders that counts.
const snapshot = "current"

// Domains are the top folders of a benchmark root.
var Domains = []string{llm, diffusion}

// The two kinds of run, as their top folders and their records call them.
const (
	llm       = "llm"
	diffusion = "diffusion"
)

// An LLM run's path is llm/GPU family/current/run/suite/task/results/org/model/
// GPU/configuration/results.json, a diffusion run's diffusion/GPU family/current/
// run/diffusion/task/org/model/configuration/results.json.
const (
	llmParts       = 12
	diffusionParts = 10
)

// PlaceOf parses a path relative to the benchmark root, with slashes; ok is false if it is not the place of a run's
// results.
func PlaceOf(path string) (p Place, ok bool) {
	parts := strings.Split(path, "/")
	if !follows(parts) || parts[len(parts)-1] != resultsFile {
		return Place{}, false
	}
	switch {
	case parts[0] == llm && len(parts) == llmParts:
		return Place{
			Path: path, Domain: llm, Task: parts[5], ModelID: parts[7] + "/" + parts[8],
			GPU: parts[9], Tokens: pairs(parts[10]),
		}, true
	case parts[0] == diffusion && len(parts) == diffusionParts:
		return Place{
			Path: path, Domain: diffusion, Task: parts[5], ModelID: parts[6] + "/" + parts[7],
			GPU: parts[1], Tokens: tokens(parts[8]),
		}, true
	}
	return Place{}, false
}

// follows reports whether a path, or its beginning, is one that leads to runs.
func follows(parts []string) bool {
	fixed := map[int]string{2: snapshot, 3: "run"}
	switch parts[0] {
	case llm:
		fixed[6] = "results"
	case diffusion:
		fixed[4] = diffusion
	default:
		return false
	}
	for i, name := range fixed {
		if i < len(parts) && parts[i] != name {
			return false
		}
	}
	return true
}

// pairs reads key+value+key+value; a key at the end without a value is nothing.
func pairs(name string) map[string]string {
	parts := strings.Split(name, "+")
	all := make(map[string]string, len(parts)/2)
	for i := 0; i+1 < len(parts); i += 2 {
		all[parts[i]] = parts[i+1]
	}
	return all
}

// tokens reads key-value+key-value.
func tokens(name string) map[string]string {
	all := map[string]string{}
	for part := range strings.SplitSeq(name, "+") {
		if key, value, ok := strings.Cut(part, "-"); ok {
			all[key] = value
		}
	}
	return all
}

// integer is a token's value if it is an integer.
func (p Place) integer(key string) data.Opt[int] {
	n, err := strconv.Atoi(p.Tokens[key])
	if err != nil {
		return data.Opt[int]{}
	}
	return data.Some(n)
}

// Files are the possible files of a run at the place, relative to the root.
func (p Place) Files() []string {
	if p.Domain == llm {
		return []string{p.Path, p.beside(prometheusFile)}
	}
	return []string{p.Path}
}

// beside is the path of a file in the run's folder.
func (p Place) beside(name string) string {
	return p.Path[:strings.LastIndexByte(p.Path, '/')+1] + name
}
