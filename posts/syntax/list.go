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
	{"docker dockerfile", usual(comment(hash), text(double), "", dockerWords)},
	{"go golang", usual(comment(slashes, starred), text(backQuoted, double, character), "type package", goWords, method)},
	{"html xml svg xhtml", markup},
	{"ini cfg conf properties", settings},
	{"java kotlin kt scala csharp cs c# swift", curly("class interface enum record object trait fun def func struct", objectWords)},
	{"javascript js mjs cjs jsx typescript ts tsx", javaScript},
	{"json jsonc json5 jsonl ndjson geojson", json},
	{"julia jl", usual(comment(hash), text(tripled, double), "function macro struct module", juliaWords)},
	{"latex tex", laTeX},
	{"lua", usual(comment("--"+bracketed, dashes), text(double, single, bracketed), "function", luaWords)},
	{"make makefile mk", makefile},
	{"matlab octave", matlab},
	{"powershell ps1 pwsh", usual(comment(hash), text(doubleLines, rawSingle), "function class", powerShellWords)},
	{"python py python3 pycon ipython", usual(comment(hash), text(`(?:\b[bBfFrRuU]{1,2})?(?:`+tripled+"|"+double+"|"+single+")"), "def class", pythonWords)},
	{"r rscript", usual(comment(hash), text(doubleLines, singleLines), "", rWords)},
	{"ruby rb", usual(comment(hash), text(doubleLines, singleLines), "def class module", rubyWords)},
	{"rust rs", usual(comment(slashes, starred), text(character, doubleLines), "fn struct enum trait mod type", rustWords)},
	{"sql postgresql mysql sqlite duckdb", sql},
	{"toml", settings},
	{"yaml yml", yaml},
}
