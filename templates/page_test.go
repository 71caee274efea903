package templates

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestPolicyIsFirstInHead(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		first := elements(only(t, doc, "head"), "*")[0]
		wantAttr(t, first, "http-equiv", "Content-Security-Policy")
		wantAttr(t, first, "content", (*Analytics)(nil).Policy())
	})
}

func TestPageHasOneMainAndOneHeading(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		wantAttr(t, only(t, doc, "main"), "id", "main")
		only(t, only(t, doc, "main"), "h1")
		wantAttr(t, only(t, doc, "html"), "data-state", "static")
	})
}

func TestHeadingsSkipNoLevel(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		last := byte('0')
		for _, n := range elements(doc, "*") {
			if len(n.Data) != 2 || n.Data[0] != 'h' || n.Data == "hr" {
				continue
			}
			if n.Data[1] > last+1 {
				t.Errorf("%s %q after h%c", n.Data, wordsIn(n), last)
			}
			last = n.Data[1]
		}
	})
}

func TestIDsAreUniqueAndReferencesResolve(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		ids := map[string]bool{}
		for _, n := range elements(doc, "*") {
			id, ok := attr(n, "id")
			if ok && (ids[id] || id == "") {
				t.Errorf("id %q is empty or repeated", id)
			}
			ids[id] = true
		}
		for _, n := range elements(doc, "*") {
			if id, ok := attr(n, "aria-describedby"); ok && !ids[id] {
				t.Errorf("aria-describedby names %q, which is absent", id)
			}
		}
	})
}

func TestNothingNeedsInlineStyleOrScript(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		for _, n := range elements(doc, "*") {
			kind, _ := attr(n, "type")
			if _, ok := attr(n, "style"); ok || n.Data == "style" || n.Data == "script" && kind != "application/json" {
				t.Errorf("<%s> is inline style or script", n.Data)
			}
		}
	})
}

func TestBodyNamesPageTaskAndSyntheticData(t *testing.T) {
	body := only(t, parse(t, render(t, TaskPage(taskFixture()))), "body")
	wantAttr(t, body, "data-page", "task")
	wantAttr(t, body, "data-task", "gpqa")
	wantAttr(t, body, "data-synthetic", "")

	measured := modelFixture()
	measured.Frame.Synthetic = ""
	body = only(t, parse(t, render(t, OverviewPage(measured))), "body")
	for _, key := range []string{"data-task", "data-synthetic"} {
		if _, ok := attr(body, key); ok {
			t.Errorf("body of a measured model has %s", key)
		}
	}
}

func TestSyntheticDataIsSaidBeforeAnythingElse(t *testing.T) {
	eachPage(t, func(t *testing.T, doc *html.Node) {
		text := strings.TrimPrefix(wordsIn(only(t, doc, "body")), "Skip to content")
		if !strings.HasPrefix(text, "Synthetic sample data: invented.") {
			t.Errorf("page begins %.80q", text)
		}
	})
}

func TestWithoutBaseURLNothingNamesAnAddress(t *testing.T) {
	v := notFoundFixture()
	v.Frame.Head.Canonical = ""
	out := render(t, NotFoundPage(v))
	for _, s := range []string{"canonical", "og:url"} {
		if strings.Contains(out, s) {
			t.Errorf("head has %s without a base URL", s)
		}
	}
}

func TestDatasetIsEscapedJSON(t *testing.T) {
	v := documentFixture()
	v.Frame.Head.Dataset = map[string]string{"name": "</script><script>alert(1)</script>"}
	script := only(t, parse(t, render(t, DocumentPage(v))), "script")
	wantAttr(t, script, "type", "application/ld+json")
}

func TestCurrentPageIsMarkedInNavigation(t *testing.T) {
	doc := parse(t, render(t, TaskPage(taskFixture())))
	for _, n := range elements(doc, "nav") {
		if label, _ := attr(n, "aria-label"); label != "Tasks" {
			continue
		}
		wantAttr(t, elements(n, "a")[0], "aria-current", "page")
		if _, ok := attr(elements(n, "a")[1], "aria-current"); ok {
			t.Error("two tabs are current")
		}
	}
}

func TestCountCarriesItsNumbers(t *testing.T) {
	out := only(t, parse(t, render(t, TaskPage(taskFixture()))), "output")
	wantAttr(t, out, "id", "count")
	wantAttr(t, out, "data-models", "2")
	wantAttr(t, out, "data-shown", "158")
	wantAttr(t, out, "data-total", "187")
}

func TestTextAddsNoSpaces(t *testing.T) {
	got := render(t, text(Text{{Text: "("}, {Text: "a", Strong: true}, {Text: ", "}, {Text: "b", Href: "../x/"}, {Text: ")."}}))
	if want := `(<strong>a</strong>, <a href="../x/">b</a>).`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
