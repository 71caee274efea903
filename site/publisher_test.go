package site

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/diff"
)

const publisherSite = `name: Ours
description: Energy here
credit: false
sections: [about, data]
columns: [max_num_seqs, hardware, median_itl, max_num_seqs]
colors: {text: {light: "#101010", dark: "#f0f0f0"}}
fonts: {text: font.woff2}
builtin: {posts: false, pages: [about]}
navigation:
  - {id: team, text: Team, link: /team/}
  - {id: lost, text: Lost, link: /lost/}
analytics:
  script: https://stats.example.org/js/s.js
  connect: https://events.example.org
  attributes: [{name: data-domain, value: ours.example}]
`

func publisher(t *testing.T) Options {
	t.Helper()
	opts := options(t)
	var err error
	opts.Content, err = content.Over(fstest.MapFS{
		"site.yaml": {Data: []byte(publisherSite)}, "font.woff2": {Data: []byte("wOF2\x00\x01\x00\x00")},
		"pages.yaml":        {Data: []byte("pages: [{id: model, views: [{id: configurations, limit: 1}]}]\n")},
		"static/robots.txt": {Data: []byte("User-agent: *\n")}, "static/.nojekyll": {},
		"pages/gruppe.md": {Data: []byte("---\ntitle: Gruppe\ndescription: Wir.\nlanguage: de\n---\n\n{{ 12345 }}\n\n```board\ntask: gpqa\n```\n")},
		"pages/team.md":   {Data: []byte("---\ntitle: Team\ndescription: Us.\n---\n\n[a](/tasks/gpqa/#about) [b](/gone/)\n\n![](/no.png)\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return opts
}

func TestAPublishersSettingsReachItsPages(t *testing.T) {
	files := built(t, publisher(t))
	task, home := files["tasks/gpqa/index.html"], files["index.html"]
	policy := "script-src 'self' https://stats.example.org; style-src 'self'; img-src 'self' data: blob:; " +
		"connect-src 'self' https://events.example.org;"
	for what, ok := range map[string]bool{
		"no script of the publisher": strings.Contains(home,
			`<script defer src="https://stats.example.org/js/s.js" data-domain="ours.example"></script>`),
		"no host in the policy": strings.Contains(strings.ReplaceAll(home, "&#39;", "'"), policy) &&
			strings.Contains(files["_headers"], policy),
		"another language of a page": before(files["gruppe/index.html"], `<html lang="de"`, ">Modelle<", "12.345", "Tabelle 1", ">Energie pro Token") &&
			strings.Contains(home, `<html lang="en"`),
		"credit":                    !strings.Contains(home, "Made with"),
		"no link":                   strings.Contains(home, `<a href="team/">Team</a>`),
		"a link to no methods":      !strings.Contains(home, "methods/") && !strings.Contains(task, "methods/"),
		"another order of sections": strings.Index(task, `id="about"`) < strings.Index(task, `id="data"`),
		"another order of columns": before(task, `data-field="energy_per_token_joules"`, `data-field="max_num_seqs"`, `data-field="hardware"`) &&
			!strings.Contains(task, `data-field="median_itl_ms"`),
		"a limit of configurations":  strings.Count(files["models/lab__model-0/index.html"], "<tr id=") == 1,
		"a section left out":         !strings.Contains(task, `id="tradeoff"`),
		"a link to report a problem": !strings.Contains(files["models/lab__model-0/index.html"], ">Report<"),
		"another robots.txt":         files["robots.txt"] == "User-agent: *\n",
		"no file of static/":         strings.Contains(strings.Join(names(files), " "), ".nojekyll"),
		"an identifier of another":   strings.Contains(files["feed.xml"], "<id>urn:ours:feed</id>"),
		"no manifest":                strings.Contains(files["manifest.webmanifest"], `"name": "Ours"`),
		"no color and font": strings.Contains(stylesheet(files), "--fg: light-dark(#101010, #f0f0f0)") &&
			strings.Contains(stylesheet(files), `@font-face{font-family:publisher-text;src:url(text.`),
	} {
		if !ok {
			t.Errorf("%s", what)
		}
	}
}

// before tells whether a text has these in this order.
func before(text string, parts ...string) bool {
	for _, part := range parts {
		_, after, ok := strings.Cut(text, part)
		if !ok {
			return false
		}
		text = after
	}
	return true
}

func names(files map[string]string) (all []string) {
	for name := range files {
		all = append(all, name)
	}
	return all
}

func stylesheet(files map[string]string) string {
	for name, text := range files {
		if strings.HasPrefix(name, "assets/site-") || strings.HasPrefix(name, "assets/site.") {
			if strings.HasSuffix(name, ".css") {
				return text
			}
		}
	}
	return ""
}

func TestAPreviewRunsNoScriptOfOthers(t *testing.T) {
	opts := publisher(t)
	opts.Changes = &diff.Report{}
	files := built(t, opts)
	if strings.Contains(files["index.html"], "stats.example.org") || strings.Contains(files["_headers"], "stats.example.org") {
		t.Error("the script that a contribution may have written is in a preview")
	}
}

func TestLinksThatLeadNowhereAreNamed(t *testing.T) {
	opts := publisher(t)
	selected := Select(results(), opts.Content)
	report, err := Build(context.Background(), selected, opts)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range append(report.DeadLinks, selected.All()...) {
		got = append(got, p.Error())
	}
	for _, want := range []string{
		"pages/team.md: line 6: the site has no /gone/;", "pages/team.md: line 8: the site has no /no.png;",
		"site.yaml: line 11: link: the site has no /lost/;",
		`site.yaml: line 5: columns: no task has a column "median_itl"; did you mean "median_itl_ms"?`,
		`pages/team.md: line 8: the picture "/no.png" has no description;`,
	} {
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("no %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
	if strings.Contains(strings.Join(got, "\n"), "/tasks/gpqa/") {
		t.Error("a link to a page that is there is named")
	}
	opts.Strict = true
	if _, err := Build(context.Background(), selected, opts); err == nil || !strings.Contains(err.Error(), "/gone/") {
		t.Errorf("--strict: %v", err)
	}
}
