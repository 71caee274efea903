package main

import "regexp"

// folders are what is looked at. A text that is shown or printed belongs to one of them.
var folders = []string{
	"README.md", "aggregate", "assets/js/web", "board", "charts", "cmd", "content", "contrib/beam", "data", "diff", "docs", "export",
	"fitting", "history", "internal", "leaderboard", "posts", "site", "source", "templates", "units",
}

// others are files that are not looked at: the style itself, which lists what it excludes, and other languages.
var others = map[string]bool{"docs/style-of-words.md": true, "content/words/de.yaml": true}

// rule is a pattern that the style excludes.
type rule struct {
	name    string
	pattern *regexp.Regexp
	instead string
}

func words(name, pattern, instead string) rule {
	return rule{name, regexp.MustCompile(`(?i)\b(?:` + pattern + `)\b`), instead}
}

var rules = []rule{
	words("British spelling", `colour\w*|licence[sd]?|centred?|judgement\w*|favour\w*|neighbour\w*|organisation\w*|behaviour\w*|`+
		`model(?:ling|led)|labell(?:ed|ing)|utilis\w+|normalis\w+|summaris\w+|recognis\w+|optimis(?:e|ed|es|ing|ation)|analys(?:e|ed|ing)|`+
		`grey|metres?|artefacts?|whilst`, "US spelling"),
	words("a for per", `(?:one|a) (?:row|line|number|dot|tick|point|field|page|box|bar|curve|stroke) an? (?:row|run|model|task|GPU|processor|`+
		`line|day|configuration|batch|query|trace|snapshot|value)|(?:tokens|requests|answers|responses|images|outputs|joules|kWh|Wh|`+
		`times|frames) an? `+
		`(?:second|minute|hour|day|month|year|run|batch|token|query)|an? [a-z]+ each`, `"per"`),
	words("unusual term",
		`frugal\w*|hungriest|thrift\w*|tersest|wordi(?:er|est|ness)|wordy|bfloat16 (?:weights|models?)|so many|as many as that|`+
			`mixtures? of experts`, "a term of docs/glossary.md"),
	words("nobody in particular", `somebody|someone|everybody|everyone|whoever|anybody|who only`, `"you", a noun, or the passive`),
	words("things do not speak",
		`(?:pages?|flags?|files?|tables?|options?|parameters?|fields?|messages?|reports?|columns?|sources?|texts|results?) `+
			`(?:tells?|says?|knows?|claims?)`, `"shows", "lists", "contains"`),
	words("odd verb or phrase",
		`stands? (?:in|at|on|behind|beside|below|above|for|there)|lies (?:in|at|on|behind|beside|below|above)|all the same|`+
			`for good|for ever|such an? one|no such one|take (?:it|them|these|one) (?:out|back|away)|in the (?:texts|way that)`,
		`"is", "anyway", "remove"`),
	{"space before %", regexp.MustCompile(`\d %(?:[^a-z%]|$)|%[-+.0-9]*[dfgvs] %%`), `"10%"`},
	{"space before B", regexp.MustCompile(`\d B (?:parameters|of)`), `"32B"`},
}
