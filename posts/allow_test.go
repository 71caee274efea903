package posts

import (
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestListLeavesOutWhatIsNotOnIt(t *testing.T) {
	for name, tc := range map[string]struct{ html, want string }{
		"what may stand":         {`<p>a <em>b</em><br></p>`, `<p>a <em>b</em><br></p>`},
		"element":                {`<p>a <b>b</b></p>`, `<p>a b</p>`},
		"attribute":              {`<p onclick="a">b</p>`, `<p>b</p>`},
		"value":                  {`<th align="left">a</th><th align="x">b</th>`, `<th align="left">a</th><th>b</th>`},
		"script with its text":   {`a<script>b</script>c`, `ac`},
		"style with its text":    {`a<style>b</style>c`, `ac`},
		"text of a title":        {`a<title>b</title>c`, `ac`},
		"comment":                {`a<!-- b -->c`, `ac`},
		"document type":          {`<!DOCTYPE html>a`, `a`},
		"link to a script":       {`<a href="javascript:a">b</a>`, `b`},
		"blank before a scheme":  {`<a href=" javascript:a">b</a>`, `b`},
		"line end in a scheme":   {"<a href=\"java\nscript:a\">b</a>", `b`},
		"scheme in upper case":   {`<a href="JAVASCRIPT:a">b</a>`, `b`},
		"data":                   {`<img src="data:image/png;base64,a">`, ``},
		"link in a link":         {`<a>a<a href="/b">b</a></a>`, `a<a href="/b">b</a>`},
		"end without a start":    {`a</div></p>b`, `ab`},
		"span without its class": {`<span class="x">a</span>`, `a`},
		"namespace":              {`<svg><a xlink:href="/x">a</a></svg>`, `a`},
		"characters of markup":   {`<p>&lt;script&gt; &amp; "a"</p>`, `<p>&lt;script&gt; &amp; &#34;a&#34;</p>`},
		"tag that never ends":    {`<p>a</p><p class="`, `<p>a</p>`},
	} {
		if got := policy().clean(tc.html); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

func FuzzListHoldsForAnyHTML(f *testing.F) {
	f.Add(`<p>a<script>b</script><a href="java` + "\t" + `script:c">d</a><math><mtext></p><style><img src=x onerror=e>`)
	f.Add(`<plaintext><b`)
	f.Fuzz(func(t *testing.T, text string) {
		clean := policy().clean(text)
		if again := policy().clean(clean); again != clean {
			t.Errorf("%q gives %q, and that %q", text, clean, again)
		}
		z := html.NewTokenizer(strings.NewReader(clean))
		for z.Next() != html.ErrorToken {
			if tag := z.Token(); tag.Type != html.TextToken && policy()[tag.Data] == nil {
				t.Errorf("%q gives %q with %s", text, clean, tag)
			}
		}
		if z.Err() != io.EOF {
			t.Error(z.Err())
		}
	})
}
