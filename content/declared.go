package content

import (
	"slices"
	"sync"
)

// object declares what may stand in a mapping of a settings file. Files are checked, merged, explained
// (docs/settings.md) and described to editors (JSON Schema) by these declarations alone.
type object struct {
	id   string // the key by which entries of several files are the same, "" for none
	keys []key
}

// key declares one setting.
type key struct {
	name    string
	kind    *kind
	example string // as it would stand behind the colon
	help    string
	need    bool // an entry without it is not complete
	// identity is what a publisher that gives a name of its own does not inherit.
	identity bool
	// single is a group of keys of which a file gives all or none.
	single bool

	words       []string // of wordKind and wordsKind
	least, most float64  // of numberKind, inclusive; without most a number is above 0
	below       float64
	whole       bool
	under       *object // of underKind and listKind
	// brief keeps what is below the key out of the reference, for which it is too long.
	brief bool
}

// merging are the keys of every entry that another file may change.
var merging = []key{
	{name: "remove", kind: flagKind, example: "true", help: "removes the entry with this name"},
	{name: "before", kind: textKind, example: "gpqa", help: "puts the entry before the one with this name; by default, new entries are last"},
}

// entries declares the entries of a list that are known by a key.
func entries(id string, keys ...key) *object { return &object{id, slices.Concat(keys, merging)} }

func (o *object) names() (names []string) {
	for _, k := range o.keys {
		names = append(names, k.name)
	}
	return names
}

func (o *object) key(name string) *key {
	for i := range o.keys {
		if o.keys[i].name == name {
			return &o.keys[i]
		}
	}
	return nil
}

// schema describes the object in JSON Schema, 2020-12. What is needed may come from another file, so nothing is required
// but the name of an entry.
func (o *object) schema() map[string]any {
	properties := map[string]any{}
	for i := range o.keys {
		k := &o.keys[i]
		s := k.kind.schema(k)
		s["description"] = k.help
		properties[k.name] = s
	}
	s := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if o.id != "" {
		s["required"] = []string{o.id}
	}
	return s
}

// settingsFile is a YAML file of the content folder.
type settingsFile struct {
	name string
	help string
	*object
}

// settingsFiles are made once and when they are needed: the keys of words.yaml are read from the English texts.
var settingsFiles = sync.OnceValue(func() []settingsFile {
	return append(plainFiles, settingsFile{wordsName, "Texts of pages, charts and scripts in the site's language.", wordsKeys()})
})

var plainFiles = []settingsFile{
	{"site.yaml", "Publisher, appearance and built-in parts of the site.", siteKeys},
	{"tasks.yaml", "Tasks in display order. A task that is in the results but in no settings file is shown with its ID.", tasksKeys},
	{"gpus.yaml", "Facts about GPUs, from their manufacturers.", gpusKeys},
	{"comparisons.yaml", "Matched comparisons of the findings page. A comparison without data for both sides is left out.", comparisonsKeys},
	{
		"announcements.yaml", "News, in any order. The built-in ones are about the sample, so a content folder has only its own.",
		announcementsKeys,
	},
}

func fileOf(name string) settingsFile {
	files := settingsFiles()
	return files[slices.IndexFunc(files, func(f settingsFile) bool { return f.name == name })]
}

const sourceExample = "https://example.org/datasheet"

var siteKeys = &object{"", []key{
	{name: "name", kind: textKind, need: true, example: "Our energy leaderboard", help: "name of the site. A file with a name " +
		"inherits none of `repository`, `license`, `report`, `data`, `base_url`"},
	{
		name: "description", kind: textKind, need: true, example: "Energy of inference on our machines",
		help: "one line: the heading of the home page and the description in search engines",
	},
	{
		name: "language", kind: textKind, example: "de", help: "language of the site, a BCP 47 tag. German (`de`) is built in; " +
			"`words.yaml` has the texts of other languages, and missing texts are English",
	},
	{
		name: "base_url", kind: webKind, identity: true, example: "https://example.org/energy/",
		help: "URL of the published site, for canonical links, sitemap and feeds; `--base-url` overrides it",
	},
	{
		name: "repository", kind: webKind, identity: true, example: "https://github.com/org/name",
		help: "repository of the data or content; the footer links to it",
	},
	{name: "license", kind: textKind, identity: true, example: "CC-BY-4.0", help: "license of the repository, shown as the text of that link"},
	{
		name: "report", kind: webKind, identity: true, example: "https://github.com/org/name/issues/new?title=Run+{run}",
		help: "URL at which readers report a problem with a run; `{run}` is replaced by the run's ID. Without it there are no such links",
	},
	{name: "synthetic", kind: textKind, example: "The numbers here are invented.", help: "notice at the top of every page built from the sample"},
	{name: "credit", kind: flagKind, example: "false", help: "whether the footer names Jouleboard; `true` by default"},
	{name: "data", kind: underKind, identity: true, single: true, under: dataKeys, help: "origin of the results"},
	{name: "uncertainty", kind: underKind, under: uncertaintyKeys, help: "assumed uncertainties, used if the results do not determine them"},
	{name: "colours", kind: underKind, under: coloursKeys, help: "colors of light and dark pages, figures and cards. " +
		"Colors with insufficient contrast are rejected"},
	{name: "fonts", kind: underKind, under: fontsKeys, help: "fonts, as `.woff2` files in the content folder"},
	{name: "logo", kind: fileKind, example: "logo.svg", help: "an `.svg` or `.png` file, shown next to the site's name and in browser tabs"},
	{name: "icons", kind: underKind, under: iconsKeys, help: "square `.png` files for places where the logo is not suitable"},
	{name: "navigation", kind: listKind, under: linkKeys, help: "links of the header. Built-in links are shown if their page exists"},
	{name: "footer", kind: listKind, under: linkKeys, help: "links of the footer"},
	{name: "pages", kind: folderKind, example: "docs", help: "the folder of the pages, `pages` by default; `.` is the content folder itself"},
	{name: "sidebar", kind: listKind, under: chapterKeys, help: "chapters of pages. Every page of a chapter shows this list beside its text"},
	{
		name: "sections", kind: wordsKind, words: TaskSections, example: "[tradeoff, data, about]",
		help: "sections of a task's page, in this order; sections that are not listed are left out",
	},
	{name: "columns", kind: wordsKind, example: "[hardware, median_itl_ms]", help: columnsHelp + " Tasks can have their own"},
	{name: "analytics", kind: underKind, single: true, under: analyticsKeys, help: "a script of another host that counts visits. " +
		"Previews leave it out"},
	{name: "builtin", kind: underKind, under: builtinKeys, help: "built-in parts of the site: `true`, `false`, or the names of " +
		"those to keep"},
}}

const columnsHelp = "columns of a task's table after model, energy and range, in this order, by the names in the query " +
	"parameter `cols`. Columns that a task does not have are left out; readers can add the others."

var dataKeys = &object{"", []key{
	{
		name: "name", kind: textKind, need: true, example: "Our measurements",
		help: "name of the data; if `data` is omitted, the name of the site",
	},
	{name: "url", kind: webKind, example: "https://example.org/", help: "documentation of the data"},
	{name: "license", kind: textKind, example: "CC-BY-4.0", help: "license of the data, an SPDX identifier"},
	{name: "citation", kind: blockKind, example: "|", help: "BibTeX entry, as a block of lines"},
}}

var uncertaintyKeys = &object{"", []key{
	{
		name: "between_runs_percent", kind: numberKind, need: true, below: 100, example: "8",
		help: "standard deviation between runs of a configuration, used if there are no repeats",
	},
	{
		name: "sensor_percent", kind: numberKind, need: true, below: 100, example: "5",
		help: "error common to all power sensors of a GPU model, used if `gpus.yaml` contains none",
	},
	{name: "sensor_source", kind: webKind, need: true, example: sourceExample, help: "source of that error"},
}}

var coloursKeys = &object{"", []key{
	colourKey("accent", "links, the best rows and highlights"),
	colourKey("bar", "bars and ranges in tables"),
	colourKey("background", "background of pages"),
	colourKey("panel", "background of tables and figures"),
	colourKey("text", "text"),
	colourKey("muted", "secondary text"),
	colourKey("line", "lines between rows"),
}}

func colourKey(name, help string) key {
	return key{name: name, kind: underKind, single: true, help: help, under: &object{"", []key{
		{name: "light", kind: colourKind, need: true, example: `"#0b57d0"`, help: "on light pages"},
		{name: "dark", kind: colourKind, need: true, example: `"#8ab4f8"`, help: "on dark pages"},
	}}}
}

var fontsKeys = &object{"", []key{
	{name: "text", kind: fileKind, example: "fonts/text.woff2", help: "font of everything except code"},
	{name: "code", kind: fileKind, example: "fonts/code.woff2", help: "font of code"},
}}

var iconsKeys = &object{"", []key{
	{
		name: "large", kind: fileKind, example: "icon-512.png",
		help: "512 × 512, for home screens; smaller icons are made from it. Not needed if the logo is a PNG file of at least 180 × 180",
	},
	{name: "touch", kind: fileKind, example: "icon-180.png", help: "180 × 180, for phones; by default, made from the large icon or the logo"},
}}

var linkKeys = entries("id",
	key{name: "id", kind: slugKind, need: true, example: "team", help: "name of the link, with which other files can change it"},
	key{name: "text", kind: textKind, need: true, example: "Team", help: "what readers see"},
	key{name: "link", kind: addressKind, need: true, example: "/team/", help: "a URL, or a path on this site"},
)

var chapterKeys = entries("id",
	key{name: "id", kind: slugKind, need: true, example: "guides", help: "name of the chapter, with which other files can change it"},
	key{name: "title", kind: textKind, need: true, example: "Guides", help: "what readers see"},
	key{name: "pages", kind: wordsKind, need: true, example: "[install, publish]", help: "pages by the names of their files, in this order"},
)

var analyticsKeys = &object{"", []key{
	{
		name: "script", kind: webKind, need: true, example: "https://stats.example.org/script.js",
		help: "loaded by every page after it is displayed",
	},
	{name: "connect", kind: hostKind, example: "https://stats.example.org", help: "host that the script reports to, if not its own"},
	{name: "attributes", kind: listKind, under: &object{"name", []key{
		{name: "name", kind: textKind, need: true, example: "data-domain", help: "name of the attribute; begins with `data-`"},
		{name: "value", kind: textKind, need: true, example: "example.org", help: "value of the attribute"},
	}}, help: "attributes of the script element"},
}}

var builtinKeys = &object{"", []key{
	{name: "posts", kind: whichKind, example: "false", help: "by the names of their files; all by default"},
	{name: "pages", kind: whichKind, example: "[methods]", help: "by the names of their files; all by default"},
	{name: "announcements", kind: whichKind, example: "true", help: "none by default"},
	{name: "tasks", kind: whichKind, example: "false", help: "by id"},
	{name: "gpus", kind: whichKind, example: "[H100]", help: "by model"},
	{name: "comparisons", kind: whichKind, example: "[b200-h100]", help: "by id"},
	{name: "navigation", kind: whichKind, example: "[models, methods]", help: "by id"},
	{name: "footer", kind: whichKind, example: "false", help: "by id"},
}}

var tasksKeys = &object{"", []key{
	{name: "groups", kind: listKind, under: groupKeys, help: "families of tasks, in the order of the tabs"},
	{name: "tasks", kind: listKind, under: taskKeys, help: "tasks, in the order of the tabs"},
}}

var groupKeys = entries("id",
	key{name: "id", kind: wordKind, need: true, words: groupIDs, example: "llm", help: "one of these three"},
	key{name: "name", kind: textKind, need: true, example: "Language models", help: "of the group"},
)

var taskKeys = entries("id",
	key{name: "id", kind: slugKind, need: true, example: "my-task", help: "ID of the task in the results"},
	key{name: "group", kind: wordKind, need: true, words: groupIDs, example: "llm", help: "group (tab) of the task"},
	key{name: "name", kind: textKind, need: true, example: "My task", help: "short, for tabs"},
	key{name: "title", kind: textKind, need: true, example: "My task in full", help: "of its page"},
	key{name: "summary", kind: textKind, need: true, example: "Solving difficult science questions.", help: "one sentence"},
	key{name: "output", kind: wordKind, need: true, words: []string{"token", "image", "video"}, example: "token", help: "what is counted"},
	key{name: "about", kind: blockKind, need: true, example: "|", help: "what the task measures, and the reasons for its results"},
	key{
		name: "deadline", kind: timeKind, need: true, example: "50 ms",
		help: "latency of the default view: `50 ms` between tokens, or `30 s` for a batch of images or videos",
	},
	key{
		name: "percentile", kind: wordKind, words: []string{"p50", "p90", "p95", "p99"}, example: "p50",
		help: "percentile of the latency between tokens; required for it",
	},
	key{name: "columns", kind: wordsKind, example: "[hardware, max_num_seqs]", help: columnsHelp},
	key{name: "daily", kind: numberKind, example: "1000000", help: "outputs per day that the capacity planner begins with; by default " +
		"a billion tokens, a million images, ten thousand videos"},
)

var gpusKeys = &object{"", []key{{name: "gpus", kind: listKind, under: gpuKeys, help: "one entry per model"}}}

var gpuKeys = entries("model",
	key{name: "model", kind: textKind, need: true, example: "H100", help: "`gpu_model` in the results"},
	key{name: "name", kind: textKind, need: true, example: "NVIDIA H100 SXM5 80 GB", help: "in full"},
	key{name: "architecture", kind: textKind, need: true, example: "Hopper", help: "the manufacturer's name of the generation"},
	key{name: "year", kind: numberKind, need: true, whole: true, least: 1990, most: 2100, example: "2022", help: "of the announcement"},
	key{name: "tdp_watts", kind: numberKind, need: true, example: "700", help: "default power limit of one GPU. A run that draws more than " +
		"1.1 times as much is left out"},
	key{name: "memory_gb", kind: numberKind, need: true, example: "80", help: "of one GPU"},
	key{name: "bandwidth_tb_per_s", kind: numberKind, need: true, example: "3.35", help: "of that memory"},
	key{name: "source", kind: webKind, need: true, example: sourceExample, help: "source of these facts"},
	key{name: "note", kind: textKind, example: "The SXM module.", help: "the variant, or differences between sources"},
	key{name: "idle_watts", kind: numberKind, example: "50", help: "idle power of one GPU; a run that draws less is left " +
		"out. By default 5% of the limit"},
	key{name: "sensor", kind: underKind, under: sensorKeys, help: "published errors of the power sensor: one error or both, of which " +
		"the larger counts"},
)

var sensorKeys = &object{"", []key{
	{name: "error_percent", kind: numberKind, below: 100, example: "5", help: "± of the power drawn"},
	{name: "error_watts", kind: numberKind, example: "5", help: "± of one GPU"},
	{name: "source", kind: webKind, need: true, example: sourceExample, help: "source of this error"},
}}

var comparisonsKeys = &object{"", []key{
	{name: "comparisons", kind: listKind, under: comparisonKeys, help: "comparisons, in display order"},
}}

var comparisonKeys = entries("id", slices.Concat([]key{
	{name: "id", kind: slugKind, need: true, example: "b200-h100", help: "its anchor on the findings page and its name in posts"},
	{name: "title", kind: textKind, need: true, example: "B200 instead of H100", help: "its heading"},
	{name: "note", kind: textKind, example: "Quality is not compared.", help: "caveat for readers"},
}, sidesKeys)...)

// sidesKeys are what is compared.
var sidesKeys = []key{
	{name: "domain", kind: wordKind, need: true, words: []string{"llm", "diffusion"}, example: "llm", help: "record type"},
	{name: "factor", kind: textKind, need: true, example: "gpu_model", help: "field in which the sides differ"},
	{name: "base", kind: textKind, need: true, example: "H100", help: "its value on one side"},
	{name: "alt", kind: textKind, need: true, example: "B200", help: "its value on the other side"},
	{
		name: "hold", kind: wordsKind, example: "[nickname, task]",
		help: "fields or expressions that are equal on both sides; by default, all settings",
	},
	{
		name: "deadline", kind: textKind, example: "median_itl_ms",
		help: "a latency field: each side is the lowest-energy run within a deadline",
	},
	{name: "at", kind: wordsKind, example: "[50, 100]", help: "deadlines in the field's unit; the page shows the first"},
}

var matchKeys = &object{"", slices.Concat([]key{
	{name: "where", kind: textKind, example: `task == "gpqa"`, help: "an expression that selects runs"},
}, sidesKeys)}

var announcementsKeys = &object{"", []key{
	{name: "announcements", kind: listKind, under: announcementKeys, help: "news; the newest is shown at the top of every page"},
}}

var announcementKeys = entries("slug",
	key{name: "slug", kind: slugKind, need: true, example: "new-gpu", help: "its ID in feeds, which must not change"},
	key{name: "date", kind: dateKind, need: true, example: "2026-01-31", help: "a day"},
	key{name: "title", kind: textKind, need: true, example: "A new GPU", help: "one line"},
	key{name: "text", kind: textKind, need: true, example: "New results for video models.", help: "without markup"},
	key{name: "link", kind: addressKind, example: "/methods/", help: "where to read more"},
)

// declaredKeys are those of a text that computes.
var declaredKeys = []key{
	{name: "requires", kind: textKind, example: "count(llm) > 20", help: "condition for publishing the page or post"},
	{name: "select", kind: freeKind, example: "{chat: {where: 'task == \"lm-arena-chat\"'}}", help: "selections of runs by name"},
	{name: "compare", kind: freeKind, example: "{gpus: b200-h100}", help: "matched comparisons by name"},
}

var pageKeys = &object{"", slices.Concat([]key{
	{name: "title", kind: textKind, need: true, example: "A title", help: "title of the page"},
	{name: "description", kind: textKind, need: true, example: "One sentence about the page.", help: "for search engines and previews"},
	{name: "contents", kind: flagKind, example: "true", help: "whether it lists its sections"},
	{name: "remove", kind: flagKind, example: "true", help: "removes a built-in page"},
}, declaredKeys)}

var postKeys = &object{"", slices.Concat([]key{
	{name: "title", kind: textKind, need: true, example: "A title", help: "title of the post"},
	{name: "summary", kind: textKind, need: true, example: "A larger batch saves energy.", help: "one or two sentences"},
	{name: "date", kind: dateKind, need: true, example: "2026-01-31", help: "date of publication"},
	{name: "updated", kind: dateKind, example: "2026-02-28", help: "date of a later change"},
	{name: "authors", kind: wordsKind, example: "[A. Author]", help: "names of the authors"},
	{name: "tags", kind: wordsKind, example: "[batch-size]", help: "each tag has a page; use a-z, 0-9 and hyphens"},
	{name: "draft", kind: flagKind, example: "true", help: "not published without `--drafts`"},
	{name: "contents", kind: flagKind, example: "true", help: "whether it lists its sections"},
}, declaredKeys)}
