package site

import (
	"encoding/xml"
	"io"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/net/html"

	"github.com/jouleboard/jouleboard/content"
)

const feedPost = `---
title: Less & <less> energy
summary: One sentence.
date: 2026-03-04
updated: 2026-05-06
authors: [A. Author, B. Writer]
---

See [the method](/methods/) and $E = P t$.

` + "```figure" + `
name: cloud
kind: scatter
title: All runs
alt: A cloud of "marks" & more.
x: median_itl_ms
y: energy_per_token_joules
` + "```" + `

` + "```table" + `
name: gpus
title: GPUs
group: gpu_model
columns: [gpu_model, {value: count(runs), label: Runs}]
` + "```" + `
`

func feedSite(t *testing.T, base string) map[string]string {
	t.Helper()
	opts := options(t)
	opts.BaseURL = base
	var err error
	opts.Content, err = content.Over(fstest.MapFS{
		"posts/less.md": &fstest.MapFile{Data: []byte(feedPost)},
		"announcements.yaml": &fstest.MapFile{Data: []byte("announcements:\n  - {slug: opened, date: 2026-04-01, title: It opens, link: " +
			"/tasks/gpqa/, text: A board opens.}\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return built(t, opts)
}

// node is an element of a feed with all that it holds.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Nodes   []node     `xml:",any"`
}

func (n node) all(name string) (found []node) {
	for _, c := range n.Nodes {
		if c.XMLName == (xml.Name{Space: "http://www.w3.org/2005/Atom", Local: name}) {
			found = append(found, c)
		}
	}
	return found
}

func (n node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// one is the text of the only element of that name; none or several are a fault.
func (n node) one(t *testing.T, name string) string {
	t.Helper()
	found := n.all(name)
	if len(found) != 1 || strings.TrimSpace(found[0].Text) == "" {
		t.Errorf("%s has %d elements %s, or an empty one", n.XMLName.Local, len(found), name)
		return ""
	}
	return found[0].Text
}

// What RFC 4287 demands of a feed and of its entries.
func TestTheFeedIsValidAtom(t *testing.T) {
	for _, base := range []string{"https://example.org/energy/", ""} {
		files := feedSite(t, base)
		var feed node
		decoder := xml.NewDecoder(strings.NewReader(strings.TrimSpace(files["feed.xml"])))
		if err := decoder.Decode(&feed); err != nil {
			t.Fatal(err)
		}
		if _, err := decoder.Token(); err != io.EOF {
			t.Errorf("something stands behind the feed: %v", err)
		}
		if feed.XMLName.Local != "feed" || len(feed.all("entry")) < 2 {
			t.Fatalf("%v with %d entries", feed.XMLName, len(feed.all("entry")))
		}
		ids := map[string]bool{}
		newest := feed.stamps(t, ids)
		for _, entry := range feed.all("entry") {
			at := entry.stamps(t, ids)
			if at.After(newest) {
				t.Errorf("an entry of %v in a feed of %v, or not in order", at, newest)
			}
			newest = at
			if len(feed.all("author")) == 0 && len(entry.all("author")) == 0 {
				t.Error("an entry without an author")
			}
			for _, author := range entry.all("author") {
				author.one(t, "name")
			}
			if len(entry.all("content")) != 1 || len(entry.all("summary")) > 1 {
				t.Errorf("%d contents, %d summaries", len(entry.all("content")), len(entry.all("summary")))
			}
		}
		links := map[string]string{}
		for _, l := range feed.all("link") {
			links[l.attr("rel")] = l.attr("href")
		}
		if base != "" && (links["self"] != base+"feed.xml" || links[""] != base) {
			t.Errorf("the feed's links are %v", links)
		}
		checkPost(t, files, base, feed)
	}
}

// stamps are what feeds and entries have in common; it gives when they were updated.
func (n node) stamps(t *testing.T, ids map[string]bool) time.Time {
	t.Helper()
	n.one(t, "title")
	id := n.one(t, "id")
	if address, err := url.Parse(id); err != nil || !address.IsAbs() || ids[id] {
		t.Errorf("id %q: %v; want an address or a name that nothing else has", id, err)
	}
	ids[id] = true
	for _, published := range n.all("published") {
		if _, err := time.Parse(time.RFC3339, published.Text); err != nil {
			t.Error(err)
		}
	}
	at, err := time.Parse(time.RFC3339, n.one(t, "updated"))
	if err != nil {
		t.Error(err)
	}
	return at
}

// checkPost looks at the entry of the post: its full text, whose addresses exist.
func checkPost(t *testing.T, files map[string]string, base string, feed node) {
	t.Helper()
	for _, entry := range feed.all("entry") {
		if entry.one(t, "title") != "Less & <less> energy" {
			continue
		}
		text := entry.all("content")[0]
		if entry.one(t, "updated") != "2026-05-06T00:00:00Z" || len(entry.all("author")) != 2 || text.attr("type") != "html" {
			t.Errorf("the post's entry is %+v", entry)
		}
		if links := entry.all("link"); base != "" && (len(links) != 1 || links[0].attr("href") != base+"posts/less/") {
			t.Errorf("the post's links are %+v", links)
		}
		seen := map[string]int{}
		body, err := html.Parse(strings.NewReader(text.Text))
		if err != nil {
			t.Fatal(err)
		}
		for n := range body.Descendants() {
			seen[n.Data]++
			for _, a := range n.Attr {
				if a.Key != "href" && a.Key != "src" {
					continue
				}
				path, ours := strings.CutPrefix(a.Val, base)
				if strings.HasSuffix(path, "/") {
					path += "index.html"
				}
				if _, exists := files[path]; !ours || !exists {
					t.Errorf("with the base %q the post's text leads to %q", base, a.Val)
				}
			}
		}
		if seen["img"] != 1 || seen["table"] != 1 || seen["math"] != 1 || seen["a"] == 0 || seen["script"] > 0 || seen["style"] > 0 {
			t.Errorf("the post's text is made of %v", seen)
		}
		return
	}
	t.Error("the post is not in the feed")
}
