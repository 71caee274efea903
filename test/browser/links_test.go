package browser

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// document is what links need to know of a page.
type document struct {
	links []string // href and src
	ids   map[string]bool
	mains int
}

func TestEveryInternalLinkResolves(t *testing.T) {
	for _, site := range allSites(t) {
		documents := map[string]document{}
		for _, address := range pages(t, site.dir) {
			documents[address] = parse(t, file(site.dir, address))
		}
		for address, d := range documents {
			if d.mains != 1 {
				t.Errorf("%s: /%s has %d main elements", site.name, address, d.mains)
			}
			for _, link := range d.links {
				if why := broken(site.dir, documents, address, link); why != "" {
					t.Errorf("%s: /%s links to %s: %s", site.name, address, link, why)
				}
			}
		}
	}
}

func file(dir, address string) string {
	if address == "" || strings.HasSuffix(address, "/") {
		address += "index.html"
	}
	return filepath.Join(dir, filepath.FromSlash(address))
}

// broken says why a link leads nowhere, "" if it leads somewhere.
func broken(dir string, documents map[string]document, from, link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return err.Error()
	}
	if u.Scheme != "" || u.Host != "" {
		return ""
	}
	target := from
	switch {
	case strings.HasPrefix(u.Path, "/"):
		target = u.Path[1:]
		if from != "404.html" {
			return "absolute, so the site works at the root only"
		}
	case u.Path != "":
		target = path.Join(path.Dir("/"+from+"x"), u.Path)[1:]
		if strings.HasSuffix(u.Path, "/") && target != "" {
			target += "/"
		}
	}
	if _, err := os.Stat(file(dir, target)); err != nil {
		return "no such file"
	}
	if d, ok := documents[target]; ok && u.Fragment != "" && !d.ids[u.Fragment] {
		return "no such anchor"
	}
	return ""
}

func parse(t *testing.T, name string) document {
	t.Helper()
	d := document{ids: map[string]bool{}}
	for n := range tree(t, name).Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "main" {
			d.mains++
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "href", "src":
				d.links = append(d.links, a.Val)
			case "id":
				if d.ids[a.Val] {
					t.Errorf("%s: id %q stands twice", name, a.Val)
				}
				d.ids[a.Val] = true
			}
		}
	}
	return d
}

// tree is an HTML file's.
func tree(t *testing.T, name string) *html.Node {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	root, err := html.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	return root
}
