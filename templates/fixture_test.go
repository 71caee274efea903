package templates

import "github.com/a-h/templ"

// page is one rendered kind of page, with its view model for tests that change it.
type page struct {
	name  string
	model any
	show  func(any) templ.Component
}

// pages has every kind of page with every block in use.
func pages() []page {
	return []page{
		{"home", homeFixture(), func(v any) templ.Component { return OverviewPage(v.(Overview)) }},
		{"task", taskFixture(), func(v any) templ.Component { return TaskPage(v.(Task)) }},
		{"model", modelFixture(), func(v any) templ.Component { return OverviewPage(v.(Overview)) }},
		{"methods", documentFixture(), func(v any) templ.Component { return DocumentPage(v.(Document)) }},
		{"chapter", chapterFixture(), func(v any) templ.Component { return DocumentPage(v.(Document)) }},
		{"search", searchFixture(), func(v any) templ.Component { return SearchPage(v.(Search)) }},
		{"runs", runsFixture(), func(v any) templ.Component { return RunsPage(v.(Runs)) }},
		{"compare", compareFixture(), func(v any) templ.Component { return OverviewPage(v.(Overview)) }},
		{"post", postFixture(), func(v any) templ.Component { return PostPage(v.(Post)) }},
		{"posts", postIndexFixture(), func(v any) templ.Component { return PostIndexPage(v.(PostIndex)) }},
		{"explore", exploreFixture(), func(v any) templ.Component { return ExplorePage(v.(Explore)) }},
		{"explored", exploreEmbedFixture(), func(v any) templ.Component { return ExplorePage(v.(Explore)) }},
		{"embed", embedFixture(), func(v any) templ.Component { return TaskPage(v.(Task)) }},
		{"404", notFoundFixture(), func(v any) templ.Component { return NotFoundPage(v.(NotFound)) }},
	}
}

func frameFixture(page, task string) Frame {
	return Frame{
		Head: Head{
			Title: "Problem solving | Jouleboard", Description: "Least energy per token.",
			Canonical: "https://example.org/" + page + "/", OGTitle: "Problem solving",
			Stylesheet: "../site.css", PrintStyles: "../print.css", Icon: "../favicon.svg", IconType: "image/svg+xml", Feed: "../feed.xml",
		},
		Page: page, Task: task,
		Synthetic: "Synthetic sample data: invented.",
		News:      Announcement{Date: "2026-02-16", Day: "February 16, 2026", Title: "New GPUs", Href: "../about/"},
		Brand:     Link{Text: "Jouleboard", Href: "../"},
		Search:    Finder{Href: "../search/", Index: "../assets/search.json", Run: "runs/{run}/"},
		Nav:       []Link{{Text: "Models", Href: "../models/"}, {Text: "Data", Href: "../data/", Current: true}},
		Tasks: [][]Link{
			{{Text: "Problem solving", Href: "../tasks/gpqa/", Current: true}},
			{{Text: "Text to image", Href: "../tasks/text-to-image/"}},
		},
		Source: Plain("Data of 2026-02-16"),
		Footer: []Link{{Text: "Provenance", Href: "../data/"}},
	}
}

func chapterFixture() Document {
	d := documentFixture()
	d.Chapters = []Chapter{{
		Title: "Guides",
		Pages: []Link{{Text: "Install", Href: "../install/"}, {Text: "Publish", Href: "./", Current: true}},
	}}
	d.Search, d.Earlier, d.Later = "../search/", &Link{Text: "Install", Href: "../install/"}, &Link{Text: "Deploy", Href: "../deploy/"}
	return d
}

func searchFixture() Search {
	return Search{
		Frame: frameFixture("search", ""), Title: "Search", Finder: Finder{Index: "../search.json"},
		Groups: []SearchGroup{{Title: "Guides", Links: []Described{{Link{Text: "Install", Href: "../install/"}, "One sentence."}}}},
	}
}

func exploreFixture() Explore {
	return Explore{
		Frame: frameFixture("explore", ""), Title: "Explore", Lede: Plain("Choose what to draw."), Library: "../assets/echarts.js",
		Boards: []Option{{Value: "gpqa", Text: "Problem solving", On: true}}, Kinds: []Option{{Value: "bar", Text: "Bars"}},
		Logs: []Option{{Value: "x,y", Text: "Both axes"}}, Widths: []int{680, 350}, Data: map[string]string{"root": "../"},
		Lists:  []Section{{ID: "boards", Title: "Boards", Links: []Link{{Text: "Problem solving", Href: "../tasks/gpqa/"}}}},
		Source: Plain("Data · "),
	}
}

func homeFixture() Overview {
	return Overview{
		Frame: frameFixture("home", ""), Title: "How much energy an answer takes",
		Lede: Plain("Measured."), Source: Plain("46 models."),
		Results: Table{
			ID: "answers", Label: "Least energy by task",
			Columns: []Column{
				{Label: "Task", Kind: Name},
				{Label: "Least energy", Kind: Number, Main: true},
				{Label: "Model", Kind: Long, Show: Tablet},
			},
			Rows: []Row{{Cells: []Cell{
				{Text: "Problem solving", Href: "tasks/gpqa/"},
				{Text: "0.0318", Value: "0.031847"},
				{Text: "GPT OSS 20B"},
			}}},
		},
		Pair: []Section{
			{
				ID: "news", Title: "What's new", Dated: []Dated{{Date: "2026-02-16", Day: "16 February", Text: Plain("Version 3.0")}},
				Links: []Link{{Text: "Feed", Href: "feed.xml"}},
			},
			{ID: "download", Title: "Download the data", Items: []Text{{{Text: "LLM: "}, {Text: "CSV", Href: "data/all/llm.csv"}}}},
		},
	}
}

func taskFixture() Task {
	return Task{
		Frame: frameFixture("task", "gpqa"), Title: "Problem solving with reasoning",
		Lede:    Text{{Text: "At 50 ms, "}, {Text: "GPT OSS 20B", Strong: true}, {Text: " uses the least."}},
		Source:  Text{{Text: "v3.0 · "}, {Text: "how", Href: "../methods/", Strong: true}},
		Count:   Count{Models: 2, Shown: 158, Total: 187, Text: "2 models · 158 of 187 configurations"},
		Filters: filtersFixture(), Results: resultsFixture(),
		Beyond: Beyond{Title: "None within 50 ms", Items: []Text{Plain("Llama 405B: 61 ms")}},
		Sections: []Section{
			{ID: "frontier", Title: "Waiting saves 10 %", Figures: []Figure{figureFixture("frontier")}},
			{ID: "capacity", Title: "Capacity", Demand: []Quantity{{
				Name: "daily", Label: "Outputs a day", Unit: "tokens", Value: "1,000",
				Size: 13,
			}}, Tables: []Table{{
				ID: "capacity-table", Label: "Capacity", Kept: true, Empty: "None.",
				Columns: []Column{{Label: "Model", Kind: Name}},
			}}},
			{
				ID: "lengths", Title: "Lengths",
				Figures: []Figure{{ID: "l", Chart: "lengths", Title: "Lengths", Message: "This source has no output-length histogram."}},
			},
		},
	}
}

func filtersFixture() Filters {
	gpu := OptionField{Name: "gpu", Label: "GPU", Options: []Option{{"B200", "B200", true}, {"H100", "H100", false}}}
	return Filters{
		Board: "../assets/gpqa.json", Root: "../",
		Deadline: &Limit{Name: "deadline", Label: "Latency at most", Unit: "ms per token", Value: "50", Least: "3.8", Most: "250"},
		Energy:   &Limit{Name: "energy", Label: "Energy at most", Unit: "J per token", Least: "0.02", Most: "12"},
		Choices:  []OptionField{gpu},
		More:     []OptionField{{Name: "precision", Label: "Precision", Options: []Option{{"fp8", "FP8", true}}}},
		View:     OptionField{Name: "view", Label: "Show", One: true, Options: []Option{{"best", "Best", true}, {"all", "All", false}}},
		Unit:     OptionField{Name: "unit", Label: "Energy in", One: true, Options: []Option{{"J", "J", true}}},
		WhatIf:   []Quantity{{Name: "pue", Label: "PUE", Unit: "×", Value: "1"}},
	}
}

// resultsFixture is a task's table at full width, with a tie and a missing value.
func resultsFixture() Table {
	dot := 86.4
	strip := &Strip{From: 77.4, To: 131.7, Dot: &dot, Marks: []float64{90, 100.25}, Grid: []float64{38.2, 87.1}, Text: "0.634 to 8.16 J"}
	return Table{
		ID: "results", Label: "Least energy by model", Live: true, Empty: "None.", Note: Plain("The least-energy configuration of each model."),
		Columns: []Column{
			{Label: "Rank", Kind: Rank},
			{Field: "nickname", Label: "Model", Kind: Name},
			{
				Field: "energy_per_token_joules", Label: "Energy per token", Unit: "J", Help: "../methods/#energy", Kind: Number, Main: true,
				Sorted: "ascending",
			},
			{Label: "Range", Kind: Range, Scale: []Tick{{38.2, "0.1"}, {87.1, "1"}}},
			{Field: "median_itl_ms", Label: "Median ITL", Unit: "ms", Kind: Number, Show: Tablet},
			{Field: "gpu_model", Label: "GPUs", Kind: Words, Show: Desktop},
			{Field: "max_num_seqs", Label: "Batch", Help: "../methods/#batch-size", Kind: Number, Show: Screen},
			{Label: "Compare", Kind: Pick},
		},
		Rows: []Row{
			{Run: "r1", Model: "Qwen/Qwen3-235B", Mark: "on the frontier", Cells: []Cell{
				{Text: "=9"},
				{Text: "Qwen 3 235B A22B Thinking", Href: "../models/Qwen__Qwen3-235B/", Tag: "BF16", Below: "batch 256"},
				{Text: "0.965", Value: "0.9653215"},
				{Strip: strip},
				{Text: "47.1", Value: "47.1025"},
				{Text: "8× B200"},
				{Text: "256"},
				{Pick: "Qwen 3"},
			}},
			{Run: "r2", Model: "org/short-row", Late: true, Cells: []Cell{{Text: "=9"}, {Text: "Short row"}}},
		},
		More: Text{{Text: "All rows: "}, {Text: "CSV", Href: "../data/tasks/gpqa.csv"}},
	}
}

func figureFixture(id string) Figure {
	return Figure{
		ID: "fig-" + id, Chart: id, Title: "All configurations", Option: "figure.json",
		Links:    []Link{{Text: "CSV", Href: "a.csv", Download: "a.csv"}},
		Drawings: []Drawing{{1120, `<svg role="img" aria-label="wide"></svg>`}, {350, `<svg role="img" aria-label="narrow"></svg>`}},
		Caption:  Plain("Each mark is one configuration."),
		Table: &Table{
			ID: "t-" + id, Label: "All configurations", Wide: true,
			Columns: []Column{{Label: "Model", Kind: Name}, {Label: "Energy", Kind: Number, Sorted: "descending"}},
			Rows:    []Row{{Cells: []Cell{{Text: "A"}, {Text: "1", Value: "1.0"}}}},
		},
	}
}

func modelFixture() Overview {
	small := figureFixture("small")
	small.Small, small.Drawings = true, small.Drawings[:1]
	mid := figureFixture("mid")
	mid.Mid = true
	bars := Figure{ID: "bars", Chart: "energy-per-response", Title: "Responses", Small: true, Histogram: &Histogram{
		ID: "bars", Title: "Responses", Description: "Two bins.", Run: "r9", Bars: "M44 178V8H60V178z",
		X: []HistogramTick{{"44.0", "0"}}, Y: []HistogramTick{{"178.0", "0"}},
	}}
	return Overview{
		Frame: frameFixture("model", ""), Title: "Qwen 3 14B", Name: "Qwen/Qwen3-14B", Lede: Plain("A model."),
		Facts:  []Fact{{"Parameters", Plain("14 B")}, {"GPU", Text{{Text: "B200", Href: "../gpus/b200/"}}}},
		Source: Plain("v3.0"), Jump: []Link{{Text: "Problem solving", Href: "#gpqa"}},
		Configurations: &Configurations{
			Choices: []OptionField{{Name: "gpu", Label: "GPU", Options: []Option{{"B200", "B200", true}, {"H100", "H100", true}}}},
			Data:    map[string]string{"model": "</script>"},
		},
		Sections: []Section{{
			ID: "gpqa", Title: "Problem solving", Text: Plain("Rank 6."), Facts: []Fact{{"Runs", Plain("9")}},
			Items: []Text{Plain("one")}, Answer: []Text{Plain("Lowest energy: one.")}, Prose: "<p>Prose with <code>code</code>.</p><blockquote><p>q</p></blockquote>",
			Figures: []Figure{small, mid, bars}, Tables: []Table{vastTable()},
			Snippets: []Snippet{{Title: "BibTeX", Code: "@misc{x}", Cite: "https://example.org/x", View: "all", BibTeX: true}},
			Links:    []Link{{Text: "JSON", Href: "x.json"}},
		}},
	}
}

// vastTable has more columns than any window holds.
func vastTable() Table {
	t := Table{
		ID: "all", Label: "All rows", Title: "All 1 configurations", Anchors: true,
		Columns: []Column{{Label: "GPUs", Kind: Name}, {Label: "Date", Kind: Date}, {Label: "File", Kind: Code}},
		Rows:    []Row{{Run: "r9", Cells: []Cell{{Text: "1× B200"}, {Text: "2025-09-01"}, {Text: "runs/llm.parquet"}}}},
	}
	for range 10 {
		t.Columns = append(t.Columns, Column{Label: "Energy", Kind: Number})
	}
	return t
}

func documentFixture() Document {
	return Document{
		Frame: frameFixture("methods", ""), Title: "Methods", Lede: Plain("What is measured."),
		Jump: []Link{{Text: "Energy", Href: "#energy"}}, Body: passagesFixture(),
	}
}

func passagesFixture() []Passage {
	figure, table := figureFixture("text"), resultsFixture()
	table.ID = "text-results"
	return []Passage{
		{Prose: `<h2 id="energy">Energy</h2><p>Joules.</p><div class="formula" tabindex="0"><math display="block"><mi>E</mi></math></div>` +
			`<div class="columns"><p>One.</p><p>Two.</p></div><div class="tabs"><details name="tabs-1" open=""><summary>A</summary>` +
			`<p>Text.</p></details></div>` +
			`<div class="admonition about-warning" role="note"><p><strong>Warning</strong></p><p>One day.</p></div><div class="admonition ` +
			`about-caution" role="note"><p>One model.</p></div>` +
			`<pre tabindex="0"><code><span class="k">def</span> <span class="f">f</span>(): ` +
			`<span class="c"># a</span> <span class="s">"b"</span> <span class="m">1</span></code></pre>` +
			`<pre tabindex="0"><code><span class="gd">-a</span> <span class="gi">+b</span></code></pre>` +
			`<ol class="references"><li id="ref:1">Jane Doe. <em>On Joules</em>. 2024.</li></ol>`},
		{Figure: &TextFigure{Figure: figure, Label: "Figure 1."}},
		{Table: &TextTable{Table: table, ID: "best", Label: "Table 1.", Title: "The best", Caption: "At 50 ms."}},
		{Message: "This figure cannot be made."},
	}
}

func bylineFixture() Byline {
	return Byline{
		Authors: "A, B", Date: "2026-02-16", Day: "February 16, 2026", Updated: "updated March 1, 2026", ReadingTime: "4-minute read",
		Tags: []Link{{Text: "gpus", Href: "../tags/gpus/"}},
	}
}

func postFixture() Post {
	older := Link{Text: "Before", Href: "../before/"}
	return Post{
		Frame: frameFixture("post", ""), Title: "A post", Lede: Plain("In short."), Byline: bylineFixture(),
		Jump: []Link{{Text: "Energy", Href: "#energy"}}, Body: passagesFixture(), Source: Plain("Computed."),
		Cite: []Snippet{{Title: "BibTeX", Code: "@misc{x}"}}, Older: &older,
	}
}

func postIndexFixture() PostIndex {
	return PostIndex{
		Frame: frameFixture("posts", ""), Title: "Posts", Lede: Plain("All."),
		Posts: []PostLine{{
			Link: Link{Text: "A post", Href: "a/"}, Byline: bylineFixture(), Summary: "In short.",
			Thumbnail: &Thumbnail{"a-light.png", "a-dark.png", 400, 200},
		}},
		Tags: []Link{{Text: "gpus", Href: "tags/gpus/"}}, Links: []Link{{Text: "Feed", Href: "../feed.xml"}},
	}
}

func notFoundFixture() NotFound {
	return NotFound{
		Frame: frameFixture("404", ""), Title: "Page not found", Text: Plain("Try these:"),
		Links: []Link{{Text: "Home", Href: "/base/"}},
	}
}

func compareFixture() Overview {
	return Overview{
		Frame: frameFixture("compare", ""), Title: "Compare models", Lede: Plain("Side by side."), Source: Plain("v3.0"),
		Configurations: &Configurations{Chosen: &Chosen{Models: []Option{{Value: "org/a", Text: "A"}, {Value: "org/b", Text: "B"}}, Base: "org/a"}},
		Sections:       []Section{{ID: "gpqa", Title: "Problem solving", Items: []Text{Plain("A")}}},
	}
}

func embedFixture() Task {
	task := taskFixture()
	task.Frame.Page, task.Frame.Whole, task.Sections = "embed", Link{Text: "All of it", Href: "../../tasks/gpqa/"}, nil
	return task
}

func exploreEmbedFixture() Explore {
	v := exploreFixture()
	v.Frame.Page, v.Frame.Whole = "embed", Link{Text: "View on Lab", Href: "../"}
	return v
}

func runsFixture() Runs {
	return Runs{
		Frame: frameFixture("runs", ""), Title: "Runs", Lede: Plain("Each run has an ID."), File: map[string]string{"run": "../runs/?run={run}"},
		Forms: []RunForm{{Domain: "llm", Sections: []Section{{ID: "llm-results", Title: "Results", Values: []Value{
			{Field: "power", Label: "Power", Text: "400", Full: "400.25", Unit: "W", Help: "../methods/#power", Note: "energy / duration"},
			{Label: "Revision", Text: "abc"},
		}}}}},
	}
}
