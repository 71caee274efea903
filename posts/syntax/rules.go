package syntax

func shell() []rule {
	return []rule{
		{`(?m:^|[\s;(])(` + hash + `)`, []Class{Comment}},
		skipped(`\\.`), skipped(`\$[#\w{]*`),
		text(doubleLines, rawSingle),
		skipped(`[\w./+:-]*[-./+:][\w./+:-]*`), // paths and flags
		defining("function"), keywords(shellWords), number, word,
	}
}

func javaScript() []rule {
	return []rule{
		comment(slashes, starred), text(double, single, backEscaped),
		defining("function class interface type enum"), keywords(javaScriptWords), number, skipped(`[\pL_$][\pL\d_$]*`),
	}
}

// curly is C and the languages that took its look.
func curly(defines, words string) func() []rule {
	return func() []rule {
		return []rule{
			{`(?m:^)[ \t]*(#[ \t]*[a-z]+)`, []Class{Keyword}},
			comment(slashes, starred), text(`"""(?s:.*?)(?:"""|\z)`, double, character),
			defining(defines), keywords(words), number, word,
		}
	}
}

// usual is the languages that have comments, texts, words that define a name, if any, keywords and no more but what is given.
func usual(comments, texts rule, defines, words string, more ...rule) func() []rule {
	return func() []rule {
		rules := append([]rule{comments, texts}, more...)
		if defines != "" {
			rules = append(rules, defining(defines))
		}
		return append(rules, keywords(words), number, word)
	}
}

// method is where a function of Go is defined, behind its receiver.
var method = rule{`\b(func)[ \t]+(?:\([^()\n]*\)[ \t]*)?([\pL_][\pL\d_]*)`, []Class{Keyword, Name}}

// matlab has a sign for the transpose that is that of texts: behind a name or a
// bracket it opens none.
func matlab() []rule {
	return []rule{
		comment(percent), skipped(`[)\]}.\d]'+`), text(double, `'[^'\n]*'?`),
		defining("function classdef"), keywords(matlabWords), number, skipped(`[\pL_][\pL\d_]*'*`),
	}
}

func sql() []rule {
	return []rule{comment(dashes, starred), text(`'(?:''|[^'])*'?`), anyCase(sqlWords), number, word, skipped(`"[^"\n]*"?`)}
}

func json() []rule {
	return []rule{
		comment(slashes, starred),
		{`("(?:\\.|[^"\\\n])*")\s*:`, []Class{Name}},
		text(double), keywords("true false null"), number, word,
	}
}

func yaml() []rule {
	key := `(?:"[^"\n]*"|'[^'\n]*'|[\pL\d_$<][^\n:#"'{}\[\],]*)`
	return []rule{
		{`(?m:^|[ \t])(` + hash + `)`, []Class{Comment}},
		{`(?m:^[ \t]*(?:- +)*|[{,]\s*)(` + key + `):(?:[ \t]|\n|\z)`, []Class{Name}},
		text(double, `'[^'\n]*'`), keywords("true false null"),
		skipped(`\d+[-:/.]\d+[-:/.][\w.:/-]*`), // dates, times and versions
		number, skipped(`[\pL_][\pL\d_./'-]*`),
	}
}

// settings are names and values in sections: INI and TOML.
func settings() []rule {
	return []rule{
		{`(?m:^)[ \t]*([#;][^\n]*)`, []Class{Comment}},
		{`[ \t](` + hash + `)`, []Class{Comment}},
		{`(?m:^)[ \t]*(\[[^\]\n]*\]+)[ \t]*(?:\n|\z)`, []Class{Keyword}},
		{`(?m:^)[ \t]*([\w."'-][^=\n#]*?)[ \t]*=`, []Class{Name}},
		text(tripled, double, `'[^'\n]*'?`), keywords("true false"), number, word,
	}
}

func css() []rule {
	return []rule{
		comment(starred), text(double, single),
		one(Keyword, `@[\w-]+`),
		{`([\w-]+)[ \t]*:[ \t]`, []Class{Name}},
		skipped(`[#.-][\w-]+`), number, word,
	}
}

func makefile() []rule {
	return []rule{
		{`(?m:^|[ \t])(` + hash + `)`, []Class{Comment}},
		{`(?m:^)([\w./%$(){} -]+?)[ \t]*(?:::?(?:[^=]|\n|\z)|[:?+!]?=)`, []Class{Name}},
		text(double, rawSingle), keywords("ifeq ifneq ifdef ifndef else endif include define endef export override"), word,
	}
}

func laTeX() []rule {
	return []rule{
		skipped(`\\[\\%]`), comment(percent),
		{`(\\(?:begin|end))\{([^{}\n]*)\}`, []Class{Keyword, Name}},
		one(Keyword, `\\[\pL@]+`), number, word,
	}
}

func bibTeX() []rule {
	return []rule{
		comment(percent),
		{`(@\w+)[ \t]*[{(][ \t]*([^,\s]*)`, []Class{Keyword, Name}},
		{`([\w-]+)[ \t]*=`, []Class{Name}},
		text(`"[^"]*"?`), number, word,
	}
}

// diff colors lines that were removed and added, not the names of the files.
func diff() []rule {
	return []rule{
		skipped(`(?m:^)(?:---|\+\+\+) [^\n]*`),
		{`(?m:^)(-[^\n]*)`, []Class{Removed}},
		{`(?m:^)(\+[^\n]*)`, []Class{Added}},
	}
}

func markup() []rule {
	return []rule{
		comment(angled, `(?s:<[!?].*?(?:>|\z))`),
		{`</?([\pL_][\w:.-]*)`, []Class{Name}},
		{`([\pL_@:][\w:.-]*)=("[^"]*"?|'[^']*'?)`, []Class{Name, Text}},
	}
}
