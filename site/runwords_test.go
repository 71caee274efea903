package site

import (
	"regexp"
	"strings"
	"testing"
)

const spokenDeclaration = labDeclaration + `
- {name: workload, role: task, value: '"serving"'}
- {name: sharded, type: flag?, label: Sharded, is: [key]}
- {name: scope, label: Scope, is: [key]}
- {name: begin, role: start}
- {name: date, label: Date}
- {name: warned, label: Warned}
- {name: batches, type: whole?, label: Batches, unit: batches}
- {name: use, label: Use, unit: "%"}
- {name: slope, type: "number?", label: Slope}
- {name: rate_each, label: Rate of each, unit: token/s/GPU, better: higher}
- {name: tokens_per_s, role: throughput, value: rate_each * (spare_gpus ?? gpus)}
- {name: spare_gpus, type: whole?, label: Spare GPUs}
`

const spokenRows = `model,gpu,gpus,concurrency,joules,tpot_ms,sharded,scope,begin,date,warned,batches,use,slope,rate_each
acme/A,H100,2,8,0.5,10,false,all_parts,1769947800,2026-02-01,"[""too_short: Run longer."",""Cool it.""]",1,78.7,-166,200
acme/A,H100,2,16,0.4,12,true,all_parts,,2026-02-01,"[""Cool it.""]",2,70.1,-166,200
`

// The page of a run says its values as people do; data files have them as they are.
func TestValuesOfARunAreSaidInWords(t *testing.T) {
	declared := strings.Replace(spokenDeclaration, "Two models.}", "Two models., words: {scope: {all_parts: all parts}}}", 1)
	files := builtOf(t, declaredData(t, declared, spokenRows), options(t))
	var page string
	for name, text := range files {
		if strings.HasPrefix(name, "runs/") && strings.Contains(text, "date of the run") { // one of them has a day alone
			t.Errorf("%s does not know the date that it shows", name)
		}
		if strings.HasPrefix(name, "runs/") && strings.Contains(text, "2026-02-01 12:10:00 UTC") {
			page = tags.ReplaceAllString(text, " ")
		}
	}
	said := strings.Join(strings.Fields(page), " ")
	for _, want := range []string{
		"Task serving Sharded", "Sharded no ", "Scope all parts ", "Start 2026-02-01 12:10:00 UTC", "“Run longer.” “Cool it.” as Lab bench says", "Batches 1 batch ",
		"Use 78.7% ", "Slope −166 ", "200 tok/s per GPU", "Rate of each × (spare GPUs or, where that is missing, gpus)",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the page of a run lacks %q", want)
		}
	}
	for _, wrong := range []string{"date of the run", "1769947800", "all_parts", `"serving"`} {
		if strings.Contains(said, wrong) {
			t.Errorf("the page of a run says %q", wrong)
		}
	}
	if t.Failed() {
		t.Log(said)
	}
	if text := files["gpus/h100/index.html"]; !strings.Contains(text, "Sharded no") || !strings.Contains(text, ">all parts<") || strings.Contains(text, ">false<") {
		t.Error("the page of a GPU does not say yes, no and codes in words")
	}
}

var tags = regexp.MustCompile(`<[^>]+>`)
