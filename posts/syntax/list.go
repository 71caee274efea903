package syntax

// language is what a fence may call it, and its rules, which are made when one does.
type language struct {
	names string // separated by blanks, in lower case
	rules func() []rule
}

// list is every language that is colored. A further one is one entry here.
var list = []language{
	{"bash sh shell zsh console shellsession", shell},
	{"bibtex", bibTeX},
	{"c h", curly("struct union enum", cWords)},
	{"cpp c++ cc cxx hpp cuda cu hip opencl cl", curly("struct union enum class namespace", cWords+" "+cppWords)},
	{"css scss", css},
	{"diff patch", diff},
	{"docker dockerfile", scripting(double, "", dockerWords)},
	{"go golang", golang},
	{"html xml svg xhtml", markup},
	{"ini cfg conf properties", settings},
	{"java kotlin kt scala csharp cs c# swift", curly("class interface enum record object trait fun def func struct", objectWords)},
	{"javascript js mjs cjs jsx typescript ts tsx", javaScript},
	{"json jsonc json5 jsonl ndjson geojson", json},
	{"julia jl", scripting(tripled+"|"+double, "function macro struct module", juliaWords)},
	{"latex tex", laTeX},
	{"lua", lua},
	{"make makefile mk", makefile},
	{"matlab octave", matlab},
	{"powershell ps1 pwsh", scripting(doubleLines+"|"+rawSingle, "function class", powerShellWords)},
	{"python py python3 pycon ipython", scripting(`(?:\b[bBfFrRuU]{1,2})?(?:`+tripled+"|"+double+"|"+single+")", "def class", pythonWords)},
	{"r rscript", scripting(doubleLines+"|"+singleLines, "", rWords)},
	{"ruby rb", scripting(doubleLines+"|"+singleLines, "def class module", rubyWords)},
	{"rust rs", rust},
	{"sql postgresql mysql sqlite duckdb", sql},
	{"toml", settings},
	{"yaml yml", yaml},
}
