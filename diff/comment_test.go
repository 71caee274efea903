package diff

import (
	"bytes"
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/internal/shared"
	xhtml "golang.org/x/net/html"
)

func reportJSON(t testing.TB) []byte {
	t.Helper()
	base, head := everyClass()
	r := Compare(base, head, Options{Content: texts0()})
	var b bytes.Buffer
	if err := r.WriteJSON(&b, "v1"); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var codeMarks = regexp.MustCompile("</?code>")

func TestACommentFromAReportSaysTheSame(t *testing.T) {
	base, head := everyClass()
	r := Compare(base, head, Options{Content: texts0()})
	comment, err := ReadComment("report.json", bytes.NewReader(reportJSON(t)))
	if err != nil {
		t.Fatal(err)
	}
	plain := func(text string) string { return html.UnescapeString(codeMarks.ReplaceAllString(text, "")) }
	if got, want := plain(comment.Markdown("")), plain(r.Markdown("v1")); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// forged is the report with a text in the place of each of its own.
func forged(t testing.TB, text string) []byte {
	t.Helper()
	var report map[string]any
	if err := json.Unmarshal(reportJSON(t), &report); err != nil {
		t.Fatal(err)
	}
	comment := report["comment"].(map[string]any)
	for _, s := range comment["sections"].([]any) {
		for _, row := range s.(map[string]any)["rows"].([]any) {
			for i := range row.([]any) {
				row.([]any)[i] = text
			}
		}
	}
	for _, key := range []string{"noise", "base", "head"} {
		comment[key] = []string{text}
	}
	report["verdict"], report["jouleboard"] = text, text
	b, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAForgedReportCallsNobodyAndLinksNowhere(t *testing.T) {
	for _, text := range append(hostile, "@everyone", "## a", "![a](//b)", "GH-1", "a\n\n# b", "-->") {
		comment, err := ReadComment("report.json", bytes.NewReader(forged(t, text)))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for n := range asGitHub(t, comment.Markdown("")).Descendants() {
			if n.Type == xhtml.ElementNode && (n.Data == "a" || n.Data == "img" || n.Data == "script" || n.Data == "h1" || n.Data == "h2") {
				t.Errorf("%q makes an element %s", text, n.Data)
			}
			if n.Type == xhtml.TextNode && n.Parent.Data != "code" && strings.ContainsAny(n.Data, "@#/<>-_*") {
				t.Errorf("%q stands outside of code: %q", text, n.Data)
			}
		}
	}
}

func TestReportsThatAreNoneAreRefused(t *testing.T) {
	good, long, links := string(reportJSON(t)), strings.Repeat("a", 1000), "\"links\": [\n          "
	for name, c := range map[string]struct{ text, want string }{
		"a text":          {"<!-- jouleboard diff -->\n@everyone", "report.json: expected a report"},
		"a list":          {"[]", "report.json: expected a report"},
		"nesting":         {strings.Repeat(`{"a":`, 50_000), "exceeded max depth"},
		"no comment":      {`{"counts": {}}`, "comment: expected 1 to"},
		"unknown section": {strings.Replace(good, `"id": "groups"`, `"id": "@everyone"`, 1), `unknown or repeated section "@everyone"`},
		"second section":  {strings.Replace(good, `"id": "groups"`, `"id": "changed"`, 1), `unknown or repeated section "changed"`},
		"negative":        {strings.Replace(good, `"more": 0`, `"more": -1`, 1), "rows: expected at most 75, with more and count of at least 0"},
		"long verdict":    {strings.Replace(good, `"verdict": "`, `"verdict": "`+long, 1), "verdict: expected at most 1000 characters"},
		"long cell":       {string(forged(t, strings.Repeat("a", 300))), "expected at most 201 characters, got 300"},
		"a link":          {strings.Replace(good, links+`"runs/`, links+`"https://evil.example/`, 1), "expected the address of a run"},
		"a way out":       {strings.Replace(good, links+`"runs/`, links+`"runs/../`, 1), "expected the address of a run"},
		"a link too many": {strings.Replace(good, links+`"runs`, links+`"", "runs`, 1), "links: expected one per row"},
		"columns":         {strings.Replace(string(forged(t, "a")), `["a",`, `["a","a",`, 1), "cells, got"},
	} {
		if _, err := ReadComment("report.json", strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
}

func FuzzComment(f *testing.F) {
	f.Add(reportJSON(f))
	f.Add(forged(f, "@everyone"))
	f.Add([]byte(`{"counts": {"added": 1}, "comment": {"sections": [{"id": "notes", "rows": [["a"]], "more": 1}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		shared.Bounded(func() {
			comment, err := ReadComment("report.json", bytes.NewReader(text))
			if err != nil {
				return
			}
			written := comment.Markdown("")
			if n := utf8.RuneCountInString(written); n >= CommentLimit {
				t.Errorf("%d characters", n)
			}
			if !strings.HasPrefix(written, Marker+"\n") || strings.Contains(written, "@") {
				t.Errorf("%.200s", written)
			}
		})
	})
}
