package site

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/content"
)

func TestPagesOfChaptersAreReadTogether(t *testing.T) {
	opts := options(t)
	var err error
	opts.Content, err = content.Over(fstest.MapFS{
		"site.yaml":    {Data: []byte("pages: .\nsidebar:\n- {id: a, title: First, pages: [index, more, methods]}\n")},
		"index.md":     {Data: []byte("# Front\n\nOur front page.\n\n[more](more.md#part-x) and ![a](static/a.txt)\n")},
		"more.md":      {Data: []byte("# More\n\nAnother page.\n\nBefore.\n\n## Part `x`\n\nWords & *signs*.\n")},
		"static/a.txt": {Data: []byte("a")},
	})
	if err != nil {
		t.Fatal(err)
	}
	files := built(t, opts)
	front, more := files["index.html"], files["more/index.html"]
	for what, ok := range map[string]bool{
		"no front page":        strings.Contains(front, "<h1>Front</h1>") && strings.Contains(front, `<a href="more/#part-x">`),
		"no answers beside it": strings.Contains(files["results/index.html"], `id="results"`),
		"no link to a file":    strings.Contains(front, `src="a.txt"`),
		"no chapter": strings.Contains(front, `<p>First</p>`) &&
			strings.Contains(front, `<a href="./" aria-current="page">Front</a>`),
		"no neighbors": strings.Contains(more, `<a href="../" rel="prev">← Front</a>`) &&
			strings.Contains(more, `<a href="../methods/" rel="next">`),
		"no link of a heading": strings.Contains(more, `<h2 id="part-x"><a href="#part-x">Part <code>x</code></a></h2>`),
		"tabs of tasks": !strings.Contains(more, `class="tasks"`) &&
			strings.Contains(files["results/index.html"], `class="tasks"`),
		"no list of all pages":                strings.Contains(files["search/index.html"], `<a href="../more/">More</a>`),
		"no chapter of a page of the program": strings.Contains(files["methods/index.html"], `<p>First</p>`),
	} {
		if !ok {
			t.Error(what)
		}
	}
	var index []found
	for name, text := range files {
		if name == searchIndex {
			err = json.Unmarshal([]byte(text), &index)
		}
	}
	if err != nil || len(index) < 3 || index[1].Text != "Another page. Before." ||
		len(index[1].Sections) != 1 || index[1].Sections[0].Title != "Part x" || index[1].Sections[0].Text != "Words & signs." {
		t.Errorf("the search reads %+v, %v", index[:min(2, len(index))], err)
	}
}
